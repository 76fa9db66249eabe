import { LRUCache } from 'lru-cache';
import { checkTerms } from '../../../domain/matching-engine/book-order.ts';
import type { VenueClientId } from '../../../domain/model/ids.ts';
import { ceilToTick, complement, floorToTick, type Price, type Qty } from '../../../domain/model/money.ts';
import { type Outcome, oppositeOutcome, type Side } from '../../../domain/model/order.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import { findPriceAtQty } from '../../../domain/order-books/book-quotes.ts';
import type { BookSides } from '../../../domain/order-books/live-order-book.ts';
import type { VenueOrder } from '../../../ports/venue.ts';
import type { Listing } from '../codec/polymarket-mapping.ts';
import type { PolymarketSettings } from '../polymarket-settings.ts';
import { keccakText, type SignedFields, ZERO_32 } from '../signing/eip712.ts';
import type { Wallet } from '../signing/wallet.ts';
import type { Balances } from './balances.ts';
import type { OrderTerms } from './polymarket-order-tracker.ts';

/** The venue ends a GTD order a minute before the time stated, and takes no shorter life than this. */
const GTD_EARLY_SECONDS = 60;
const GTD_LIFE_SECONDS_MIN = 120;
/** Of an order that our cancel follows at once: should that be lost, the venue ends it by itself. */
const SAFETY_LIFE_SECONDS = GTD_LIFE_SECONDS_MIN + 10;
const SALT_BITS = 53n;

/** An order as it was named: what will be signed and sent, and nothing else. */
export interface PreparedOrder {
  readonly kind: 'order';
  readonly fields: SignedFields;
  readonly isNegRisk: boolean;
  readonly terms: OrderTerms;
  readonly orderType: 'GTC' | 'GTD' | 'FAK';
  readonly expirationSeconds: number; // 0: none
}

/** An order that will not be sent: refused here, or with nothing in the book to take. */
type Prepared =
  | PreparedOrder
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'empty'; readonly terms: OrderTerms };

interface OrderBuilderDeps {
  readonly wallet: Wallet;
  readonly settings: PolymarketSettings;
  readonly listing: (venueInstrumentId: string) => Listing | null;
  /** The book as the feed vouches for it now; null when it does not. */
  readonly book: (venueInstrumentId: string) => BookSides | null;
  readonly balances: Pick<Balances, 'covers' | 'reserve'>;
  readonly now: () => TimestampMs; // the venue's clock
}

/** Builds orders and remembers them by name until they are placed. Nothing here asks anybody. */
export class OrderBuilder {
  readonly #deps: OrderBuilderDeps;
  readonly #prepared: LRUCache<string, Prepared>;

  constructor(deps: OrderBuilderDeps) {
    this.#deps = deps;
    this.#prepared = new LRUCache({ max: deps.settings.preparedMax });
  }

  /** The name under which `take` gives the order: its hash, or for one that cannot be built a hash of ours. */
  prepare(order: VenueOrder): VenueClientId {
    const prepared = this.#prepare(order);
    const name = prepared.kind === 'refused' ? this.#ownName(order) : prepared.terms.id;
    this.#prepared.set(name, prepared);
    if (prepared.kind === 'order') this.#claim(prepared.terms);
    return name as VenueClientId;
  }

  /** What was named, once. */
  takePrepared(name: VenueClientId): Prepared | null {
    const prepared = this.#prepared.get(name) ?? null;
    this.#prepared.delete(name);
    return prepared;
  }

  /** From now on no other sale may count on these tokens. */
  #claim({ id, side, tokenId, qty }: OrderTerms): void {
    if (side === 'SELL') this.#deps.balances.reserve(tokenId, id, qty);
  }

  #ownName({ clientId }: VenueOrder): string {
    return keccakText(`${this.#deps.settings.space}/refused/${clientId}`);
  }

  #prepare(asked: VenueOrder): Prepared {
    const listing = this.#deps.listing(asked.venueInstrumentId);
    if (listing === null) return refused('unknown_instrument', `${asked.venueInstrumentId} is not listed`);
    const order = this.#asTaken(listing, asked);
    const shape = shapeProblem(order);
    if (shape !== null) return shape;
    if (listing.instrument.status !== 'OPEN') {
      return refused('market_not_open', `the market is ${listing.instrument.status}`);
    }
    const grid = gridProblem(listing, order);
    if (grid !== null) return grid;
    if (order.type === 'MARKET') return this.#market(listing, order);
    if (order.expiresAt !== null && this.#isTooSoon(order.expiresAt)) {
      return refused('expiry_too_soon', `a GTD order here lives at least ${GTD_LIFE_SECONDS_MIN} seconds`);
    }
    return order.price === null
      ? refused('invalid_order', 'LIMIT needs a price')
      : this.#build(listing, order, order.price);
  }

  /**
   * The venue sells only what is held. A sale that is not covered whole is worked whole as the purchase of
   * the other outcome at one less the price: the same market, the same fee, and the same position.
   * docs/decisions/0070-sale-of-what-is-not-held.md
   */
  #asTaken(listing: Listing, order: VenueOrder): VenueOrder {
    const { side, outcome, price, qty } = order;
    if (side === 'BUY' || this.#deps.balances.covers(tokenOf(listing, outcome), qty)) return order;
    const otherPrice = price === null ? null : complement(price);
    return { ...order, side: 'BUY', outcome: oppositeOutcome(outcome), price: otherPrice };
  }

  /** MARKET is an order at the worst price that the book and our bound allow. */
  #market(listing: Listing, order: VenueOrder): Prepared {
    const sides = this.#deps.book(order.venueInstrumentId);
    if (sides === null) return refused('no_book', 'MARKET needs a book that is known to be current');
    const worst = worstPrice(order, sides, listing.instrument.priceTick, this.#deps.settings.marketBound);
    if (worst !== null) return this.#build(listing, order, worst);
    const built = this.#build(listing, order, listing.instrument.priceTick);
    return { kind: 'empty', terms: built.terms };
  }

  #isTooSoon(expiresAt: TimestampMs): boolean {
    return Math.ceil(expiresAt / 1000) - this.#nowSeconds() < GTD_LIFE_SECONDS_MIN;
  }

  #build(listing: Listing, order: VenueOrder, limit: Price): PreparedOrder {
    const { wallet } = this.#deps;
    const { side, outcome, qty } = order;
    const isImmediate = order.tif === 'IOC';
    const tokenId = tokenOf(listing, outcome);
    const isVenueKill = isImmediate && side === 'SELL';
    const amounts = isVenueKill ? killSellAmounts(limit, qty) : limitAmounts(side, limit, qty);
    const fields: SignedFields = {
      salt: saltOf(this.#deps.settings.space, order.clientId),
      maker: wallet.maker,
      signer: wallet.signer,
      tokenId: BigInt(tokenId),
      ...amounts,
      side,
      signatureType: wallet.signatureType,
      timestamp: BigInt(this.#deps.now()),
      metadata: ZERO_32,
      builder: ZERO_32,
    };
    const id = wallet.computeOrderId(fields, listing.isNegRisk);
    const kill = isImmediate ? (isVenueKill ? 'venue' : 'cancel') : null;
    const { venueInstrumentId, price, expiresAt } = order;
    const isMarket = order.type === 'MARKET';
    const terms = {
      id,
      venueInstrumentId,
      tokenId,
      side,
      outcome,
      isMarket,
      price,
      qty,
      expiresAt,
      kill,
      isQtyKnown: true,
    } as const;
    return { kind: 'order', fields, isNegRisk: listing.isNegRisk, terms, ...this.#life(terms) };
  }

  /**
   * A BUY that must not rest has no order type here: FAK and FOK buys spend money, and a better price
   * would give more shares than were asked for. It is sent as an order that rests, and cancelled at once.
   */
  #life({ kill, expiresAt }: OrderTerms): Pick<PreparedOrder, 'orderType' | 'expirationSeconds'> {
    if (kill === 'venue') return { orderType: 'FAK', expirationSeconds: 0 };
    if (kill === 'cancel') {
      const expirationSeconds = this.#nowSeconds() + SAFETY_LIFE_SECONDS + GTD_EARLY_SECONDS;
      return { orderType: 'GTD', expirationSeconds };
    }
    if (expiresAt === null) return { orderType: 'GTC', expirationSeconds: 0 };
    return { orderType: 'GTD', expirationSeconds: Math.ceil(expiresAt / 1000) + GTD_EARLY_SECONDS };
  }

  #nowSeconds(): number {
    return Math.floor(this.#deps.now() / 1000);
  }
}

/** The body of `POST /order`: the very text that is signed for and sent. Keys in the venue's own order. */
export function orderBody(built: PreparedOrder, signature: string, apiKey: string): string {
  const { fields, orderType, expirationSeconds } = built;
  return JSON.stringify({
    deferExec: false,
    postOnly: false,
    order: {
      salt: Number(fields.salt),
      maker: fields.maker,
      signer: fields.signer,
      tokenId: String(fields.tokenId),
      makerAmount: String(fields.makerAmount),
      takerAmount: String(fields.takerAmount),
      side: fields.side,
      signatureType: fields.signatureType,
      timestamp: String(fields.timestamp),
      expiration: String(expirationSeconds),
      metadata: fields.metadata,
      builder: fields.builder,
      signature,
    },
    owner: apiKey,
    orderType,
  });
}

const tokenOf = ({ yes, no }: Listing, outcome: Outcome): string => (outcome === 'YES' ? yes : no);

const refused = (code: string, message: string): Prepared => ({ kind: 'refused', code, message });

function shapeProblem({ price, type, tif, expiresAt }: VenueOrder): Prepared | null {
  if ((price === null) !== (type === 'MARKET')) {
    return refused('invalid_order', 'LIMIT needs a price and MARKET has none');
  }
  if ((expiresAt === null) === (tif === 'GTD')) {
    return refused('invalid_order', 'GTD needs a time and no other tif has one');
  }
  if (tif === 'FOK') return refused('tif_not_supported', 'FOK in shares is not offered by this venue');
  return type === 'MARKET' && tif !== 'IOC' ? refused('invalid_order', 'MARKET is IOC') : null;
}

function gridProblem({ instrument }: Listing, { price, outcome, qty }: VenueOrder): Prepared | null {
  const yesPrice = price === null || outcome === 'YES' ? price : complement(price);
  const code = checkTerms(instrument, yesPrice, qty);
  return code === null ? null : refused(code, 'the price or quantity is off the grid of this market');
}

/** Cut to 53 bits, because the salt travels as a JSON number. */
function saltOf(space: string, clientId: string): bigint {
  return BigInt(keccakText(`${space}/${clientId}`)) & ((1n << SALT_BITS) - 1n);
}

/**
 * The worst price of the order's own outcome that it may trade at: where its quantity is found in the
 * book, and `bound` further. Null when the other side is empty.
 */
function worstPrice(
  { side, outcome, qty }: VenueOrder,
  sides: BookSides,
  tick: Price,
  bound: bigint,
): Price | null {
  const isBuyingYes = (side === 'BUY') === (outcome === 'YES');
  const reached = findPriceAtQty(isBuyingYes ? sides.asks : sides.bids, qty);
  if (reached === null) return null;
  const own = outcome === 'YES' ? reached : complement(reached);
  const highest = complement(tick);
  if (side === 'BUY') {
    const price = floorToTick((own + bound) as Price, tick);
    return price > highest ? highest : price;
  }
  const price = own > bound ? ceilToTick((own - bound) as Price, tick) : tick;
  return price < tick ? tick : price;
}

/** What an order gives and wants, in units of 1e-6 of pUSD or of a share. */
interface Amounts {
  readonly makerAmount: bigint;
  readonly takerAmount: bigint;
}

const QTY_PER_UNIT = 100n; // 1e-8 to 1e-6
const NOTIONAL_PER_UNIT = 10_000_000_000n; // 1e-16 to 1e-6
const TWO_DECIMALS = 10_000n; // in units of 1e-6
const FOUR_DECIMALS = 100n;

/**
 * Amounts of an order that may rest (GTC, GTD). Sizes have two decimals, so size × price is exact on
 * every tick of the venue and nothing is rounded away.
 *
 * @param qty  1e-8 shares; what is beyond two decimals is left out
 */
export function limitAmounts(side: Side, price: Price, qty: Qty): Amounts {
  const shares = floorTo(qty / QTY_PER_UNIT, TWO_DECIMALS);
  const usd = usdOf(price, shares);
  return side === 'BUY'
    ? { makerAmount: usd, takerAmount: shares }
    : { makerAmount: shares, takerAmount: usd };
}

/**
 * Amounts of a SELL that fills at once or not at all (FAK, FOK): two decimals of shares, four of pUSD.
 * The pUSD are rounded down: that lowers the implied price by less than a tick, so nothing worse can
 * match, while rounding up would lift it above the bid it is meant for.
 */
export function killSellAmounts(price: Price, qty: Qty): Amounts {
  const makerAmount = floorTo(qty / QTY_PER_UNIT, TWO_DECIMALS);
  return { makerAmount, takerAmount: floorTo(usdOf(price, makerAmount), FOUR_DECIMALS) };
}

const usdOf = (price: Price, shares: bigint): bigint => (price * shares * QTY_PER_UNIT) / NOTIONAL_PER_UNIT;
const floorTo = (units: bigint, step: bigint): bigint => units - (units % step);
