import type { Clock, VenueHealth } from '#ports';
import { STATUS, type WireStatus } from './codec/kalshi-messages.ts';
import { describeFailure, type KalshiClient } from './http/kalshi-client.ts';

export interface HealthDeps {
  readonly client: KalshiClient;
  readonly clock: Clock;
  readonly shards: () => ReadonlySet<number>; // that have a listed market
  readonly streamDownMs: () => number | null;
  readonly isListed: () => boolean; // the catalogue has been read
  readonly getListFault: () => string | null; // why the last read of the market lists is incomplete
  readonly getNote: () => string | null;
  readonly keyId: string;
  readonly getCredentialError: () => string | null;
}

const STREAM_GRACE_MS = 5_000; // a reconnect is not reported

/** Whether orders are expected to work, and if not, why. */
export async function checkHealth(deps: HealthDeps): Promise<VenueHealth> {
  const { client, clock } = deps;
  const sentMs = clock.monotonicMs();
  const answer = await client.get('/exchange/status', {}, STATUS);
  if (answer.kind !== 'ok')
    return unhealthy(explainCredentials(deps) ?? `unreachable: ${describeFailure(answer)}`, null);
  const latencyMs = clock.monotonicMs() - sentMs;
  const why = explainClosed(answer.value, deps.shards()) ?? explainNotReady(deps);
  if (why !== null) return unhealthy(why, latencyMs);
  const [fault, note] = [deps.getListFault(), deps.getNote()];
  const partly = explainPartlyClosed(answer.value, deps.shards());
  return {
    healthy: true,
    latencyMs,
    reason: partly ?? (fault === null ? null : `the market list is incomplete: ${fault}`),
    ...(note !== null && { note }),
  };
}

const unhealthy = (reason: string, latencyMs: number | null): VenueHealth => ({
  healthy: false,
  latencyMs,
  reason,
});

/** Why no market can be traded; null if a shard with a listing is open. The top-level status is shard 0's. */
export function explainClosed(status: WireStatus, shards: ReadonlySet<number>): string | null {
  const closed = findClosedShards(status, shards);
  if (closed.size === 0 || closed.size < shards.size) return null;
  const [why] = closed.values();
  return why ?? null;
}

function explainPartlyClosed(status: WireStatus, shards: ReadonlySet<number>): string | null {
  const closed = [...findClosedShards(status, shards)];
  return closed.length === 0 ? null : closed.map(([shard, why]) => `shard ${shard}: ${why}`).join('; ');
}

function findClosedShards(status: WireStatus, shards: ReadonlySet<number>): Map<number, string> {
  const listed = status.exchange_index_statuses ?? [];
  const closed = new Map<number, string>();
  for (const shard of shards.size === 0 ? [0] : shards) {
    const state = listed.find(({ exchange_index }) => exchange_index === shard) ?? status;
    if (!state.exchange_active) closed.set(shard, 'the exchange is paused, cancels included');
    else if (!state.trading_active) closed.set(shard, 'trading is paused');
  }
  return closed;
}

function explainCredentials({ keyId, getCredentialError }: HealthDeps): string | null {
  const why = getCredentialError();
  return why === null ? null : `the API key ${keyId} was rejected: ${why}`;
}

function explainNotReady(deps: HealthDeps): string | null {
  const { streamDownMs, isListed, getListFault } = deps;
  const credentialError = explainCredentials(deps);
  if (credentialError !== null) return credentialError;
  const fault = getListFault();
  if (!isListed()) return `the market list has not been read yet${fault === null ? '' : `: ${fault}`}`;
  const downMs = streamDownMs();
  return downMs !== null && downMs > STREAM_GRACE_MS ? 'the stream is down' : null;
}
