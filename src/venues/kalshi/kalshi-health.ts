import type { Clock } from '../../ports/environment.ts';
import type { VenueHealth } from '../../ports/venue.ts';
import { STATUS, type WireStatus } from './codec/kalshi-messages.ts';
import { describeFailure, type KalshiClient } from './http/kalshi-client.ts';

export interface HealthDeps {
  readonly client: KalshiClient;
  readonly clock: Clock;
  readonly shards: () => ReadonlySet<number>; // on which something is listed
  readonly streamDownMs: () => number | null;
  readonly isListed: () => boolean; // the catalogue has been read
  readonly whyCredentials: () => string | null;
}

const STREAM_GRACE_MS = 5_000; // a redial is nobody's concern

/** Whether orders can be expected to work, and why not, in words. */
export async function checkHealth(deps: HealthDeps): Promise<VenueHealth> {
  const { client, clock } = deps;
  const sentMs = clock.monotonicMs();
  const answer = await client.get('/exchange/status', {}, STATUS);
  if (answer.kind !== 'ok') return sick(whyKeyless(deps) ?? `unreachable: ${describeFailure(answer)}`, null);
  const latencyMs = clock.monotonicMs() - sentMs;
  const why = explainClosed(answer.value, deps.shards()) ?? whyUnfit(deps);
  if (why !== null) return sick(why, latencyMs);
  return { healthy: true, latencyMs, reason: whyPartly(answer.value, deps.shards()) };
}

const sick = (reason: string, latencyMs: number | null): VenueHealth => ({
  healthy: false,
  latencyMs,
  reason,
});

/** Why nothing can be traded; null where any shard with a listing works. The head speaks for shard 0. */
export function explainClosed(status: WireStatus, shards: ReadonlySet<number>): string | null {
  const closed = closedShards(status, shards);
  if (closed.size === 0 || closed.size < shards.size) return null;
  const [why] = closed.values();
  return why ?? null;
}

function whyPartly(status: WireStatus, shards: ReadonlySet<number>): string | null {
  const closed = [...closedShards(status, shards)];
  return closed.length === 0 ? null : closed.map(([shard, why]) => `shard ${shard}: ${why}`).join('; ');
}

function closedShards(status: WireStatus, shards: ReadonlySet<number>): Map<number, string> {
  const told = status.exchange_index_statuses ?? [];
  const closed = new Map<number, string>();
  for (const shard of shards.size === 0 ? [0] : shards) {
    const own = told.find(({ exchange_index }) => exchange_index === shard) ?? status;
    if (!own.exchange_active) closed.set(shard, 'the exchange is paused, cancels included');
    else if (!own.trading_active) closed.set(shard, 'trading is paused');
  }
  return closed;
}

function whyKeyless({ whyCredentials }: HealthDeps): string | null {
  const why = whyCredentials();
  return why === null ? null : `the key is not taken: ${why}`;
}

function whyUnfit(deps: HealthDeps): string | null {
  const { streamDownMs, isListed } = deps;
  const keyless = whyKeyless(deps);
  if (keyless !== null) return keyless;
  if (!isListed()) return 'the catalogue has not been read yet';
  const downMs = streamDownMs();
  return downMs !== null && downMs > STREAM_GRACE_MS ? 'the stream is down' : null;
}
