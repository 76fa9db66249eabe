import type { VenueClientId } from '../../src/contract/model/ids.ts';
import { hashName } from '../../src/matching-engine/seeded-noise.ts';
import type { OrderReport, VenueFill, VenueOrder } from '../../src/ports/venue.ts';
import type { MachineClock } from './simulated-clock.ts';

/** The settlement of a fill and its time. Both follow only from the seed and the trade. */
interface Settlement {
  readonly at: number; // monotonic ms of the venue's machine
  readonly isVoid: boolean;
}

export interface SettledOrder {
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
  readonly #settlements = new Map<string, Settlement>();
  readonly #settling: SettledOrder[] = [];
  readonly #instruments = new Map<VenueClientId, string>();
  readonly #listeners = new Set<(settled: SettledOrder) => void>();

  constructor(seed: number, clock: MachineClock, voids: number, delayMs: number) {
    this.#seed = seed;
    this.#clock = clock;
    this.#voids = voids;
    this.#delayMs = delayMs;
  }

  clientIdFor({ clientId, side, price, qty, expiresAt }: VenueOrder): VenueClientId {
    const hash = hashName(this.#seed, `${clientId} ${side} ${price} ${qty} ${expiresAt}`);
    return `0x${hash.toString(16)}-${clientId.slice(3)}` as VenueClientId;
  }

  onPlace({ clientId, venueInstrumentId }: VenueOrder): void {
    this.#instruments.set(clientId, venueInstrumentId);
  }

  onSettled(listener: (settled: SettledOrder) => void): void {
    this.#listeners.clear(); // the previous process has ended
    this.#listeners.add(listener);
  }

  /** The orders with fills that settled after `since`. */
  settledAfter(since: number): readonly SettledOrder[] {
    return this.#settling.filter(({ at }) => at > since && at <= this.#clock.monotonicMs());
  }

  get nowMs(): number {
    return this.#clock.monotonicMs();
  }

  report(report: OrderReport): OrderReport {
    return { ...report, fills: report.fills.map((fill) => this.#fill(report.clientId, fill)) };
  }

  /** The settlement of the trade now; null if the trade was never reported. */
  getSettlement(clientId: VenueClientId, venueTradeId: string): VenueFill['settlement'] | null {
    const fate = this.#settlements.get(`${clientId}/${venueTradeId}`);
    return fate === undefined ? null : this.#settlementNow(fate);
  }

  #fill(clientId: VenueClientId, fill: VenueFill): VenueFill {
    return { ...fill, settlement: this.#settlementNow(this.#drawSettlement(clientId, fill.venueTradeId)) };
  }

  #settlementNow({ at, isVoid }: Settlement): VenueFill['settlement'] {
    if (this.#clock.monotonicMs() < at) return 'PENDING';
    return isVoid ? 'VOID' : 'FINAL';
  }

  #drawSettlement(clientId: VenueClientId, venueTradeId: string): Settlement {
    const key = `${clientId}/${venueTradeId}`;
    const known = this.#settlements.get(key);
    if (known !== undefined) return known;
    const drawn = (hashName(this.#seed, key) >>> 0) / 2 ** 32;
    const wait = Math.floor(drawn * this.#delayMs);
    const fate = { at: this.#clock.monotonicMs() + wait, isVoid: (drawn * 1_000) % 1 < this.#voids };
    this.#settlements.set(key, fate);
    const venueInstrumentId = this.#instruments.get(clientId) ?? '';
    const settling = { clientId, venueInstrumentId, at: fate.at };
    this.#settling.push(settling);
    this.#clock.after(wait, () => {
      for (const listener of this.#listeners) listener(settling);
    });
    return fate;
  }
}
