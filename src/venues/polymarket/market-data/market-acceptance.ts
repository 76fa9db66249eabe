import type { Clock } from '#ports';
import { toFields } from '../codec/polymarket-decoder.ts';
import type { Listing } from '../codec/polymarket-mapping.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';

export interface MarketAcceptanceDeps {
  readonly client: Pick<PolymarketClient, 'read'>;
  readonly clock: Clock;
  readonly find: (conditionId: string) => Listing | null;
  readonly publish: (listing: Listing) => void;
}

const POLL_EVERY_MS = 5_000;
const POLLED_AT_ONCE = 10;
const POLLED_MAX = 500;
const VALID_MS = 120_000; // discovery is cached for up to a minute

/** What the trading service said of a market at `atMs`, monotonic. */
interface Acceptance {
  readonly isAccepting: boolean;
  readonly atMs: number;
}

/**
 * Whether open markets take orders, according to the trading service, which knows of a pause at once. Discovery is
 * cached, so its word counts only once that of the trading service is two minutes old. A paused market is polled until
 * it takes orders again.
 */
export class MarketAcceptance {
  readonly #deps: MarketAcceptanceDeps;
  readonly #known = new Map<string, Acceptance>();
  readonly #paused = new Set<string>(); // polled, the least recently read first
  #polledAtMs = 0;

  constructor(deps: MarketAcceptanceDeps) {
    this.#deps = deps;
  }

  /** The listing with the status that the trading service reported, where that is newer than discovery can be. */
  correct(listing: Listing): Listing {
    const { venueInstrumentId: id, status } = listing.instrument;
    if (status !== 'OPEN' && status !== 'PAUSED') {
      this.#known.delete(id);
      this.#paused.delete(id);
      return listing;
    }
    if (status === 'PAUSED' && this.#deps.find(id)?.instrument.status === 'OPEN') this.#poll(id);
    const known = this.#known.get(id);
    if (known === undefined) return listing;
    if (this.#deps.clock.monotonicMs() - known.atMs > VALID_MS) {
      this.#known.delete(id);
      return listing;
    }
    const reported = known.isAccepting ? 'OPEN' : 'PAUSED';
    return status === reported
      ? listing
      : { ...listing, instrument: { ...listing.instrument, status: reported } };
  }

  /** Reads a market at once, and publishes it if it was paused or resumed. */
  async read(conditionId: string): Promise<void> {
    const isAccepting = await this.#readAcceptance(conditionId);
    const { find, publish, clock } = this.#deps;
    const listing = find(conditionId);
    const status = listing?.instrument.status;
    if (isAccepting === null || listing === null || (status !== 'OPEN' && status !== 'PAUSED')) return;
    this.#known.set(conditionId, { isAccepting, atMs: clock.monotonicMs() });
    this.#paused.delete(conditionId);
    if (!isAccepting) this.#poll(conditionId);
    publish({ ...listing, instrument: { ...listing.instrument, updatedAt: clock.now() } });
  }

  /** Reads some of the paused markets again, every five seconds. */
  async pollPaused(): Promise<void> {
    const nowMs = this.#deps.clock.monotonicMs();
    if (this.#paused.size === 0 || nowMs - this.#polledAtMs < POLL_EVERY_MS) return;
    this.#polledAtMs = nowMs;
    const ids = this.#paused.values().take(POLLED_AT_ONCE).toArray();
    for (const id of ids) {
      this.#paused.delete(id);
      this.#poll(id); // the others come first next time
    }
    await Promise.all(ids.map((id) => this.read(id)));
  }

  #poll(conditionId: string): void {
    if (this.#paused.size < POLLED_MAX) this.#paused.add(conditionId);
  }

  async #readAcceptance(conditionId: string): Promise<boolean | null> {
    const { client, find } = this.#deps;
    let answer = await client.read('clob', `/clob-markets/${conditionId}`, 'books');
    if (answer.kind === 'answer' && answer.status !== 200 && find(conditionId)?.protocol === 'v2') {
      const shortId = conditionId.slice(0, -2); // without the zero byte
      answer = await client.read('clob', `/clob-markets/${shortId}`, 'books');
    }
    if (answer.kind !== 'answer' || answer.status !== 200) return null;
    return parseAcceptance(answer.value);
  }
}

/** Whether a market accepts orders; null for another answer. A field that is absent means false there. */
export function parseAcceptance(value: unknown): boolean | null {
  const fields = toFields(value);
  return fields === null || fields['c'] === undefined ? null : fields['ao'] === true;
}
