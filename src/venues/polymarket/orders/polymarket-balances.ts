import { createLruCache } from '../../../domain/model/collections.ts';
import type { Qty } from '../../../domain/model/money.ts';
import type { Clock, Timer } from '../../../ports/environment.ts';
import type { VenueAnomaly, VenuePosition } from '../../../ports/venue.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import { computeNetPositions, type Holding, type HoldingsDeps, readHoldings } from './holdings.ts';
import type { TrackedOrder } from './polymarket-order-tracker.ts';

interface BalancesDeps extends HoldingsDeps {
  readonly client: PolymarketClient;
  readonly clock: Clock;
}

/** The positions endpoint lags: a sale in this time before a snapshot may be missing in it. */
const LAG_MS = 60_000;
/** Delay between a final trade and the refresh that should show its tokens. */
const REFRESH_DELAY_MS = 2_000;
/** A prepared sale that was not sent within this time never will be: the order gateway rejects older intents. */
const PREPARED_MS = 60_000;

const DISTRUST_MS = 60_000;
const DISTRUSTED_MAX = 1_000;

/** Tokens reserved for a prepared sale. */
interface Reservation {
  readonly qty: Qty;
  readonly preparedAtMs: number; // monotonic
  readonly record: TrackedOrder | null; // null until it is sent
}

interface BalancesSnapshot {
  readonly startedAt: number; // by the venue's clock
  readonly sizes: ReadonlyMap<string, bigint>; // by token
}

/**
 * The tokens that may be sold: the wallet's tokens in the last snapshot minus all reservations. The result may be
 * too low but never too high: bought tokens count only after a snapshot shows them and the venue's matching
 * engine has refreshed its balance; before the first snapshot it is zero.
 */
export class Balances {
  readonly #deps: BalancesDeps;
  readonly #reservations = new Map<string, Map<string, Reservation>>(); // by token and order
  readonly #distrusted = createLruCache<string, number>(DISTRUSTED_MAX); // until then, monotonic
  readonly #reported = new Set<string>();
  readonly #anomaliesOnce: HoldingsDeps['listener'] = { onAnomaly: (anomaly) => this.#reportOnce(anomaly) };
  #snapshot: BalancesSnapshot | null = null;
  #next: Timer | null = null;
  #isStopped = false;

  constructor(deps: BalancesDeps) {
    this.#deps = deps;
  }

  /** Whether unreserved tokens cover a sale of `qty`. */
  covers(tokenId: string, qty: Qty): boolean {
    return this.#freeQty(tokenId) >= qty;
  }

  /** Reserves tokens for a prepared sale. */
  reserve(tokenId: string, orderId: string, qty: Qty): void {
    this.#reservationsOf(tokenId).set(orderId, {
      qty,
      preparedAtMs: this.#deps.clock.monotonicMs(),
      record: null,
    });
  }

  /** From now on the reservation of a sale at the venue is computed from its record. */
  trackSale(record: TrackedOrder): void {
    const { id, tokenId, side, qty } = record.terms;
    if (side !== 'SELL') return;
    this.#reservationsOf(tokenId).set(id, { qty, preparedAtMs: 0, record });
  }

  /** Releases the tokens of a sale that was refused or never sent. */
  release({ terms: { id, tokenId } }: TrackedOrder): void {
    this.#reservations.get(tokenId)?.delete(id);
  }

  /** The venue refused a sale for lack of tokens: treat this balance as zero for a while. */
  distrust(tokenId: string): void {
    this.#distrusted.set(tokenId, this.#deps.clock.monotonicMs() + DISTRUST_MS);
  }

  /** A trade is final on the chain: refresh the snapshot when it should show the new tokens. */
  onFinalTrade(): void {
    this.#refreshSoon();
  }

  /** Reads the wallet. Returns YES minus NO of each market, or null if it could not be read completely. */
  async refresh(): Promise<readonly VenuePosition[] | null> {
    const { client } = this.#deps;
    const startedAt = client.nowMs();
    const holdings = await readHoldings({ ...this.#deps, listener: this.#anomaliesOnce });
    if (holdings === null) return null;
    const sizes = await this.#sellable(holdings);
    // Of two concurrent snapshots the one started later is newer.
    if (this.#snapshot === null || startedAt >= this.#snapshot.startedAt)
      this.#snapshot = { startedAt, sizes };
    return computeNetPositions(holdings);
  }

  stop(): void {
    this.#isStopped = true;
    this.#next?.cancel();
  }

  /** Each refresh finds the same anomaly again. */
  #reportOnce(anomaly: VenueAnomaly): void {
    if (this.#reported.has(anomaly.detail)) return;
    this.#reported.add(anomaly.detail);
    this.#deps.listener.onAnomaly(anomaly);
  }

  /** The matching engine caches balances: an increase counts once it has refreshed its cache. */
  async #sellable(holdings: readonly Holding[]): Promise<ReadonlyMap<string, bigint>> {
    const before = this.#snapshot?.sizes ?? null;
    const sizes = new Map<string, bigint>();
    for (const { tokenId, size } of holdings) {
      const known = before?.get(tokenId) ?? 0n;
      const isSeen = before === null || size <= known || (await this.#refreshAtVenue(tokenId));
      sizes.set(tokenId, isSeen ? size : known);
    }
    return sizes;
  }

  async #refreshAtVenue(tokenId: string): Promise<boolean> {
    const protocol = this.#deps.listings.byToken(tokenId)?.protocol;
    return protocol !== undefined && this.#deps.client.refreshBalance({ tokenId, protocol });
  }

  #freeQty(tokenId: string): bigint {
    if (this.#snapshot === null || this.#isDistrusted(tokenId)) return 0n;
    const reservations = this.#reservations.get(tokenId);
    let free = this.#snapshot.sizes.get(tokenId) ?? 0n;
    for (const [orderId, reservation] of reservations ?? []) {
      const reserved = this.#reservedBy(reservation, this.#snapshot.startedAt);
      if (reserved === 0n) reservations?.delete(orderId);
      free -= reserved;
    }
    return free;
  }

  #reservedBy({ qty, preparedAtMs, record }: Reservation, startedAt: number): bigint {
    if (record !== null) return record.unsettledQty(startedAt - LAG_MS);
    return this.#deps.clock.monotonicMs() - preparedAtMs > PREPARED_MS ? 0n : qty;
  }

  #isDistrusted(tokenId: string): boolean {
    return this.#deps.clock.monotonicMs() < (this.#distrusted.get(tokenId) ?? 0);
  }

  #reservationsOf(tokenId: string): Map<string, Reservation> {
    const reservations = this.#reservations.get(tokenId) ?? new Map<string, Reservation>();
    this.#reservations.set(tokenId, reservations);
    return reservations;
  }

  #refreshSoon(): void {
    if (this.#next !== null || this.#isStopped) return;
    this.#next = this.#deps.clock.after(REFRESH_DELAY_MS, () => {
      this.#next = null;
      void this.refresh();
    });
  }
}
