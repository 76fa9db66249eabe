import { hashName } from '../../src/domain/matching-engine/seeded-noise.ts';
import type { VenueClientId } from '../../src/domain/model/ids.ts';
import type { OrderReport, VenueFill, VenueOrder } from '../../src/ports/venue.ts';
import type { MachineClock } from './simulated-clock.ts';

/** How a fill settles, and when; both follow only from the seed and the trade. */
interface Fate {
  readonly at: number; // monotonic ms of the venue's machine
  readonly isVoid: boolean;
}

export interface Settling {
  readonly clientId: VenueClientId;
  readonly venueInstrumentId: string;
  readonly at: number;
}

/**
 * Makes Demo behave like an on-chain venue: it has no amend, identifies orders by a hash of their terms, and
 * settles fills some time after the match, some of them as void. It outlives the processes that connect to
 * it.
 */
export class FillReversingVenue {
  readonly #seed: number;
  readonly #clock: MachineClock;
  readonly #voids: number;
  readonly #delayMs: number;
  readonly #fates = new Map<string, Fate>();
  readonly #settling: Settling[] = [];
  readonly #instrumentOf = new Map<VenueClientId, string>();
  readonly #listeners = new Set<(settled: Settling) => void>();

  constructor(seed: number, clock: MachineClock, voids: number, delayMs: number) {
    this.#seed = seed;
    this.#clock = clock;
    this.#voids = voids;
    this.#delayMs = delayMs;
  }

  nameOf({ clientId, side, price, qty, expiresAt }: VenueOrder): VenueClientId {
    const hash = hashName(this.#seed, `${clientId} ${side} ${price} ${qty} ${expiresAt}`);
    return `0x${hash.toString(16)}-${clientId.slice(3)}` as VenueClientId;
  }

  knows({ clientId, venueInstrumentId }: VenueOrder): void {
    this.#instrumentOf.set(clientId, venueInstrumentId);
  }

  onSettled(listener: (settled: Settling) => void): void {
    this.#listeners.clear(); // the previous process has ended
    this.#listeners.add(listener);
  }

  /** The orders with fills that settled after `since`. */
  settledAfter(since: number): readonly Settling[] {
    return this.#settling.filter(({ at }) => at > since && at <= this.#clock.monotonicMs());
  }

  get nowMs(): number {
    return this.#clock.monotonicMs();
  }

  report(report: OrderReport): OrderReport {
    return { ...report, fills: report.fills.map((fill) => this.#fill(report.clientId, fill)) };
  }

  /** The settlement of the trade now; null if the trade was never reported. */
  settlementOf(clientId: VenueClientId, venueTradeId: string): VenueFill['settlement'] | null {
    const fate = this.#fates.get(`${clientId}/${venueTradeId}`);
    return fate === undefined ? null : this.#settlementNow(fate);
  }

  #fill(clientId: VenueClientId, fill: VenueFill): VenueFill {
    return { ...fill, settlement: this.#settlementNow(this.#fateOf(clientId, fill.venueTradeId)) };
  }

  #settlementNow({ at, isVoid }: Fate): VenueFill['settlement'] {
    if (this.#clock.monotonicMs() < at) return 'PENDING';
    return isVoid ? 'VOID' : 'FINAL';
  }

  #fateOf(clientId: VenueClientId, venueTradeId: string): Fate {
    const key = `${clientId}/${venueTradeId}`;
    const known = this.#fates.get(key);
    if (known !== undefined) return known;
    const drawn = (hashName(this.#seed, key) >>> 0) / 2 ** 32;
    const wait = Math.floor(drawn * this.#delayMs);
    const fate = { at: this.#clock.monotonicMs() + wait, isVoid: (drawn * 1_000) % 1 < this.#voids };
    this.#fates.set(key, fate);
    const venueInstrumentId = this.#instrumentOf.get(clientId) ?? '';
    const settling = { clientId, venueInstrumentId, at: fate.at };
    this.#settling.push(settling);
    this.#clock.after(wait, () => {
      for (const listener of this.#listeners) listener(settling);
    });
    return fate;
  }
}
