import { decode, object, tolerated } from '#contract';
import type { Clock } from '#ports';
import { parseWireJson, text } from '../codec/polymarket-decoder.ts';
import type { PolymarketClient } from './polymarket-client.ts';
import { errorText } from './polymarket-refusals.ts';

/**
 * The venue's dead man's switch. After the first heartbeat, a silence of `cancelsInMs` cancels all open orders of the
 * API key. The venue looks for it every five seconds.
 *
 * Source  docs.polymarket.com, heartbeat (2026-09)
 */
export const HEARTBEAT = { everyMs: 5_000, cancelsInMs: 10_000 } as const;

/** The id of the next heartbeat, also in the refusal of one with another id. */
export const HEARTBEAT_ANSWER = object({ heartbeat_id: tolerated(text) });

/** Sends heartbeats. Each answer has the id of the next one; calls must not overlap. */
class HeartbeatSender {
  readonly #client: PolymarketClient;
  readonly #clock: Clock;
  #id = '';
  #acceptedAtMs: number | null = null; // null: the switch was not armed by this process
  #fault: string | null = null;

  constructor(client: PolymarketClient, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Why the last heartbeat was not accepted; null if it was. */
  get fault(): string | null {
    return this.#fault;
  }

  /** True once the venue cancels our orders for lack of heartbeats. */
  get isOverdue(): boolean {
    if (this.#fault === null || this.#acceptedAtMs === null) return false;
    return this.#clock.monotonicMs() - this.#acceptedAtMs >= HEARTBEAT.cancelsInMs;
  }

  /** Returns why the venue did not accept it; null if it did. */
  async send(): Promise<string | null> {
    const id = this.#id;
    const fault = await this.#post();
    // The venue expects another id after a lost answer, or after heartbeats of an earlier process.
    const isCorrected = fault !== null && this.#id !== id;
    const last = isCorrected ? await this.#post() : fault;
    this.#fault = last === null ? null : `heartbeat not accepted: ${last}`;
    return last;
  }

  async #post(): Promise<string | null> {
    const sentAtMs = this.#clock.monotonicMs();
    const answer = await this.#client.heartbeat(this.#id);
    if (answer.kind !== 'answer') return answer.why;
    this.#id = decode(HEARTBEAT_ANSWER, parseWireJson(answer.body))?.heartbeat_id ?? this.#id;
    if (answer.status !== 200) return `HTTP ${answer.status} ${errorText(answer.body) ?? ''}`.trim();
    this.#acceptedAtMs = sentAtMs;
    return null;
  }
}

/** Heartbeats with every key of the wallet: the venue cancels the orders of the API key that falls silent. */
export class WalletHeartbeats {
  readonly #keys: readonly { readonly client: PolymarketClient; readonly sender: HeartbeatSender }[];

  /** @param clients  of the key that signs, then of the former ones */
  constructor(clients: readonly PolymarketClient[], clock: Clock) {
    this.#keys = clients.map((client) => ({ client, sender: new HeartbeatSender(client, clock) }));
  }

  get fault(): string | null {
    return this.#required().find(({ fault }) => fault !== null)?.fault ?? null;
  }

  get isOverdue(): boolean {
    return this.#required().some(({ isOverdue }) => isOverdue);
  }

  /** Returns why the venue did not accept one of them; null if it accepted all. */
  async send(): Promise<string | null> {
    const faults = await Promise.all(this.#required().map((sender) => sender.send()));
    return faults.find((fault) => fault !== null) ?? null;
  }

  /** Without the former keys that the venue refuses. */
  #required(): readonly HeartbeatSender[] {
    return this.#keys
      .filter(({ client }, at) => at === 0 || client.refusal === null)
      .map(({ sender }) => sender);
  }
}
