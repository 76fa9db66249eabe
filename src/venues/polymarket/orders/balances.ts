import { LRUCache } from 'lru-cache';
import type { Qty } from '../../../domain/model/money.ts';
import type { Clock, Timer } from '../../../ports/environment.ts';
import type { VenuePosition } from '../../../ports/venue.ts';
import { decimalOf, fieldsOf, textOf } from '../codec/polymarket-decoder.ts';
import type { PolymarketClient } from '../http/polymarket-client.ts';
import type { TrackedOrder } from './polymarket-order-tracker.ts';

interface BalancesDeps {
  readonly client: PolymarketClient;
  readonly clock: Clock;
  readonly wallet: { readonly maker: string };
}

/** What is held is told seconds late: a sale not older than this before a look may be missing in it. */
const LAG_MS = 60_000;
/** After a trade is final, until what it brought is looked for. */
const SETTLED_MS = 2_000;
/** A sale that was named and not handed over by then never will be: the gate lets no intent grow so old. */
const NAMED_MS = 60_000;

const DOUBT_MS = 60_000;
const DOUBTED_MAX = 1_000;

/** A sale that was named: what it may still take. */
interface Reservation {
  readonly qty: Qty;
  readonly namedAtMs: number; // monotonic
  readonly record: TrackedOrder | null; // null until it is handed to the venue
}

interface BalancesSnapshot {
  readonly startedAt: number; // by the venue's clock
  readonly sizes: ReadonlyMap<string, bigint>; // by token
}

/**
 * The tokens that may be sold: those that the venue said we hold, less every sale that was named and may
 * still take some. It errs to too little: what was bought counts once a look has found it and the matching
 * engine has been told to look as well, and before the first look nothing does.
 */
export class Balances {
  readonly #deps: BalancesDeps;
  readonly #claims = new Map<string, Map<string, Reservation>>(); // by token and order
  readonly #doubted = new LRUCache<string, number>({ max: DOUBTED_MAX }); // until then, monotonic
  #look: BalancesSnapshot | null = null;
  #next: Timer | null = null;
  #isStopped = false;

  constructor(deps: BalancesDeps) {
    this.#deps = deps;
  }

  /** Whether a sale of so much would be covered by tokens that no other sale may take. */
  covers(tokenId: string, qty: Qty): boolean {
    return this.#free(tokenId) >= qty;
  }

  /** A sale has been named and may be sent: its tokens are spoken for from this moment. */
  reserve(tokenId: string, orderId: string, qty: Qty): void {
    this.#claimsOf(tokenId).set(orderId, {
      qty,
      namedAtMs: this.#deps.clock.monotonicMs(),
      record: null,
    });
  }

  /** A sale of ours at the venue, sent now or met there: what it may still take follows from its record. */
  trackSale(record: TrackedOrder): void {
    const { id, tokenId, side, qty } = record.terms;
    if (side !== 'SELL') return;
    this.#claimsOf(tokenId).set(id, { qty, namedAtMs: 0, record });
  }

  /** A sale that was refused or never left takes nothing. */
  release({ terms: { id, tokenId } }: TrackedOrder): void {
    this.#claims.get(tokenId)?.delete(id);
  }

  /** The venue refused a sale for want of tokens: whatever we are told of them is not to be relied on for a while. */
  distrust(tokenId: string): void {
    this.#doubted.set(tokenId, this.#deps.clock.monotonicMs() + DOUBT_MS);
  }

  /** A trade of ours is on the chain: what it brought is looked for once it may be told. */
  onFinalTrade(): void {
    this.#lookSoon();
  }

  /** Looks at the wallet. Each market's YES less its NO, or null when that could not be read to the end. */
  async refresh(): Promise<readonly VenuePosition[] | null> {
    const { client, wallet } = this.#deps;
    const startedAt = client.nowMs();
    const holdings = await holdingsOf(client, wallet.maker);
    if (holdings === null) return null;
    const sizes = await this.#sellable(holdings);
    // Of two looks at once the one that began later knows more.
    if (this.#look === null || startedAt >= this.#look.startedAt) this.#look = { startedAt, sizes };
    return netOf(holdings);
  }

  stop(): void {
    this.#isStopped = true;
    this.#next?.cancel();
  }

  /** The matching engine remembers balances from before: what has grown counts once it was made to look too. */
  async #sellable(holdings: readonly Holding[]): Promise<ReadonlyMap<string, bigint>> {
    const before = this.#look?.sizes ?? null;
    const sizes = new Map<string, bigint>();
    for (const { tokenId, size } of holdings) {
      const known = before?.get(tokenId) ?? 0n;
      const isSeen = before === null || size <= known || (await this.#deps.client.refreshBalance(tokenId));
      sizes.set(tokenId, isSeen ? size : known);
    }
    return sizes;
  }

  #free(tokenId: string): bigint {
    if (this.#look === null || this.#isDoubted(tokenId)) return 0n;
    const claims = this.#claims.get(tokenId);
    let free = this.#look.sizes.get(tokenId) ?? 0n;
    for (const [orderId, claim] of claims ?? []) {
      const taken = this.#takenBy(claim, this.#look.startedAt);
      if (taken === 0n) claims?.delete(orderId);
      free -= taken;
    }
    return free;
  }

  #takenBy({ qty, namedAtMs, record }: Reservation, startedAt: number): bigint {
    if (record !== null) return record.unsettledQty(startedAt - LAG_MS);
    return this.#deps.clock.monotonicMs() - namedAtMs > NAMED_MS ? 0n : qty;
  }

  #isDoubted(tokenId: string): boolean {
    return this.#deps.clock.monotonicMs() < (this.#doubted.get(tokenId) ?? 0);
  }

  #claimsOf(tokenId: string): Map<string, Reservation> {
    const claims = this.#claims.get(tokenId) ?? new Map<string, Reservation>();
    this.#claims.set(tokenId, claims);
    return claims;
  }

  #lookSoon(): void {
    if (this.#next !== null || this.#isStopped) return;
    this.#next = this.#deps.clock.after(SETTLED_MS, () => {
      this.#next = null;
      void this.refresh();
    });
  }
}

const PAGE = 500;
const PAGES_MAX = 100;

/** Tokens of one outcome in the wallet. */
interface Holding {
  readonly tokenId: string;
  readonly venueInstrumentId: string; // the condition
  readonly isYes: boolean;
  readonly size: bigint; // 1e-8 shares
}

/**
 * What the wallet holds, by token. Tokens of a resolved market are claims on its payout, which our record
 * has settled already, and are left out. Null when it could not be read to the end, which is not the same
 * as holding nothing.
 *
 * @param wallet  the one that holds the funds
 */
async function holdingsOf(client: PolymarketClient, wallet: string): Promise<readonly Holding[] | null> {
  const holdings: Holding[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const search = new URLSearchParams({ user: wallet, limit: String(PAGE), offset: String(page * PAGE) });
    const answer = await client.read('data', `/positions?${search.toString()}`, 'public');
    if (answer.kind !== 'answer' || answer.status !== 200 || !Array.isArray(answer.value)) return null;
    const rows = answer.value as readonly unknown[];
    for (const row of rows) {
      const holding = parseRow(row);
      if (holding === null) return null;
      if (holding !== 'redeemable') holdings.push(holding);
    }
    if (rows.length < PAGE) return holdings;
  }
  return null;
}

/** Each market's YES less its NO: the venue keeps both and nets nothing. */
function netOf(holdings: readonly Holding[]): readonly VenuePosition[] {
  const net = new Map<string, bigint>();
  for (const { venueInstrumentId, isYes, size } of holdings) {
    net.set(venueInstrumentId, (net.get(venueInstrumentId) ?? 0n) + (isYes ? size : -size));
  }
  return [...net].map(([venueInstrumentId, netQty]) => ({ venueInstrumentId, netQty }));
}

function parseRow(row: unknown): Holding | 'redeemable' | null {
  const fields = fieldsOf(row);
  const tokenId = textOf(fields?.['asset']);
  const venueInstrumentId = textOf(fields?.['conditionId']);
  const size = decimalOf(fields?.['size']);
  const index = fields?.['outcomeIndex'];
  if (tokenId === null || venueInstrumentId === null || size === null) return null;
  if (index !== 0 && index !== 1) return null;
  if (fields?.['redeemable'] === true) return 'redeemable';
  return { tokenId, venueInstrumentId, isYes: index === 0, size };
}
