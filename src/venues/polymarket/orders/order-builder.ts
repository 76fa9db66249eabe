import type { LRUCache } from 'lru-cache';
import {
  ceilToTick,
  complement,
  computeNotional,
  createLruCache,
  floorToTick,
  isYesBuy,
  ONE,
  type Outcome,
  type Price,
  type Qty,
  type Side,
  type TimestampMs,
  type UnsentReason,
  type VenueClientId,
} from '#contract';
import { type BookSides, findPriceAtQty } from '#domain';
import { checkTerms } from '#matching-engine';
import type { OrderObstacle, VenueOrder } from '#ports';
import { type Listing, toExchange } from '../codec/polymarket-mapping.ts';
import type { ExchangeName, PolymarketSettings } from '../polymarket-settings.ts';
import { keccakText, type SignedFields, ZERO_32 } from '../signing/eip712.ts';
import type { Wallet } from '../signing/wallet.ts';
import type { Kill, OrderTerms } from './polymarket-order-tracker.ts';

/** The venue expires a GTD order a minute before the stated time and refuses shorter lifetimes than this. */
const GTD_EARLY_SECONDS = 60;
const GTD_LIFETIME_SECONDS_MIN = 120;
/** Lifetime of an order that we cancel at once: if the cancel is lost, the venue expires the order. */
const SAFETY_LIFETIME_SECONDS = GTD_LIFETIME_SECONDS_MIN + 10;
const SALT_BITS = 53n;
export const BUY_NOTIONAL_MIN = computeNotional(ONE as Price, ONE as Qty); // 1 pUSD, for orders that trade at once

/** A prepared order: exactly what will be signed and sent. */
export interface PreparedOrder {
  readonly kind: 'order';
  readonly fields: SignedFields;
  readonly exchange: ExchangeName;
  readonly terms: OrderTerms;
  readonly orderType: 'GTC' | 'GTD' | 'FAK' | 'FOK';
  readonly expirationSeconds: number; // 0: none
  readonly isPostOnly: boolean;
}

/** A prepared order, or the reason that none will be sent: refused here, or nothing in the book to take. */
type Prepared = PreparedOrder | OrderObstacle | { readonly kind: 'empty'; readonly terms: OrderTerms };

/** An order, and its limit; null for MARKET into an empty side. */
interface Plan {
  readonly kind: 'plan';
  readonly listing: Listing;
  readonly order: VenueOrder;
  readonly limit: Price | null;
}

interface OrderBuilderDeps {
  readonly wallet: Wallet;
  readonly settings: PolymarketSettings;
  readonly listing: (venueInstrumentId: string) => Listing | null;
  /** The current book; null while it is not known to be current. */
  readonly book: (venueInstrumentId: string) => BookSides | null;
  readonly now: () => TimestampMs; // the venue's clock
}

/** Builds orders and keeps them by client id until they are placed. Sends no requests. */
export class OrderBuilder {
  readonly #deps: OrderBuilderDeps;
  readonly #prepared: LRUCache<string, Prepared>;

  constructor(deps: OrderBuilderDeps) {
    this.#deps = deps;
    this.#prepared = createLruCache(deps.settings.preparedMax);
  }

  /** Prepares an order. Its client id is its hash at the venue, or for a refused order a hash of our id. */
  prepare(order: VenueOrder): VenueClientId {
    const prepared = this.#prepare(order);
    const id = prepared.kind === 'unsent' ? this.#toRefusedId(order) : prepared.terms.id;
    this.#prepared.set(id, prepared);
    return id as VenueClientId;
  }

  /** Returns the prepared order once; null if there is none (or the process restarted). */
  takePrepared(id: VenueClientId): Prepared | null {
    const prepared = this.#prepared.get(id) ?? null;
    this.#prepared.delete(id);
    return prepared;
  }

  #toRefusedId({ clientId }: VenueOrder): string {
    return keccakText(`${this.#deps.settings.space}/refused/${clientId}`);
  }

  /** Why the venue would refuse the order. Prepares nothing. */
  findObstacle(request: Omit<VenueOrder, 'clientId'>): OrderObstacle | null {
    const plan = this.#plan({ ...request, clientId: '' as VenueClientId });
    if (plan.kind === 'unsent') return plan;
    const { order, limit } = plan;
    const sides = this.#deps.book(order.venueInstrumentId);
    return limit === null || sides === null ? null : notionalProblem(order, limit, sides);
  }

  #prepare(request: VenueOrder): Prepared {
    const plan = this.#plan(request);
    if (plan.kind === 'unsent') return plan;
    const { listing, order, limit } = plan;
    if (limit !== null) return this.#build(listing, order, limit);
    return { kind: 'empty', terms: this.#build(listing, order, listing.instrument.priceTick).terms };
  }

  #plan(order: VenueOrder): Plan | OrderObstacle {
    const listing = this.#deps.listing(order.venueInstrumentId);
    if (listing === null) return unsent('unknown_instrument', `${order.venueInstrumentId} is not listed`);
    const shape = shapeProblem(order);
    if (shape !== null) return shape;
    if (listing.instrument.status !== 'OPEN') {
      return unsent('market_closed', `the market is ${listing.instrument.status}`);
    }
    if (!this.#deps.wallet.canSignFor(toExchange(listing))) {
      return unsent('invalid_order', 'this chain has no exchange contract for markets of Protocol V2');
    }
    const grid = gridProblem(listing, order, this.#deps.settings.minSizeForTaking);
    if (grid !== null) return grid;
    if (order.type === 'MARKET') return this.#market(listing, order);
    if (order.expiresAt !== null && this.#isTooSoon(order.expiresAt)) {
      return unsent(
        'expiry_too_soon',
        `a GTD order must be open for at least ${GTD_LIFETIME_SECONDS_MIN} seconds`,
      );
    }
    return { kind: 'plan', listing, order, limit: order.price };
  }

  /** MARKET becomes a limit order at the worst price that the book and our bound allow. */
  #market(listing: Listing, order: VenueOrder): Plan | OrderObstacle {
    const sides = this.#deps.book(order.venueInstrumentId);
    if (sides === null)
      return unsent('no_book', 'MARKET needs a current order book of this market; none is available');
    const limit = worstPrice(order, sides, listing.instrument.priceTick, this.#deps.settings.marketBound);
    return { kind: 'plan', listing, order, limit };
  }

  #isTooSoon(expiresAt: TimestampMs): boolean {
    return Math.ceil(expiresAt / 1000) - this.#nowSeconds() < GTD_LIFETIME_SECONDS_MIN;
  }

  #build(listing: Listing, order: VenueOrder, limit: Price): PreparedOrder {
    const { wallet } = this.#deps;
    const { side, outcome, qty } = order;
    const kill = toKill(order);
    const tokenId = getTokenId(listing, outcome);
    const isVenueKill = kill === 'part' || kill === 'whole';
    const amounts = isVenueKill ? killSellAmounts(limit, qty) : limitAmounts(side, limit, qty);
    const fields: SignedFields = {
      salt: computeSalt(this.#deps.settings.space, order.clientId),
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
    const exchange = toExchange(listing);
    const id = wallet.computeOrderId(fields, exchange);
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
      ...(isMarket && { limit }),
    } as const;
    const isPostOnly = order.postOnly ?? false;
    return { kind: 'order', fields, exchange, terms, isPostOnly, ...this.#toOrderType(terms) };
  }

  /**
   * The venue has no order type for a BUY in shares that must not rest: FAK and FOK buys spend an amount of
   * money, so a better price would buy too many shares. It is sent as a resting order and cancelled at once.
   */
  #toOrderType({ kill, expiresAt }: OrderTerms): Pick<PreparedOrder, 'orderType' | 'expirationSeconds'> {
    if (kill === 'part') return { orderType: 'FAK', expirationSeconds: 0 };
    if (kill === 'whole') return { orderType: 'FOK', expirationSeconds: 0 };
    if (kill === 'cancel') {
      const expirationSeconds = this.#nowSeconds() + SAFETY_LIFETIME_SECONDS + GTD_EARLY_SECONDS;
      return { orderType: 'GTD', expirationSeconds };
    }
    if (expiresAt === null) return { orderType: 'GTC', expirationSeconds: 0 };
    return { orderType: 'GTD', expirationSeconds: Math.ceil(expiresAt / 1000) + GTD_EARLY_SECONDS };
  }

  #nowSeconds(): number {
    return Math.floor(this.#deps.now() / 1000);
  }
}

/** The body of `POST /order`. The request signature covers this exact text. Keys are in the venue's order. */
export function orderBody(built: PreparedOrder, signature: string, apiKey: string): string {
  const { fields, orderType, expirationSeconds, isPostOnly } = built;
  return JSON.stringify({
    deferExec: false,
    postOnly: isPostOnly,
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

const getTokenId = ({ yes, no }: Listing, outcome: Outcome): string => (outcome === 'YES' ? yes : no);

const unsent = (reason: UnsentReason, why: string): OrderObstacle => ({ kind: 'unsent', reason, why });

const NO_FOK_PURCHASE = 'a FOK purchase there spends an amount of money, so FOK is only for sales of tokens';

function shapeProblem({ side, price, type, tif, expiresAt }: VenueOrder): OrderObstacle | null {
  if ((price === null) !== (type === 'MARKET')) {
    return unsent('invalid_order', 'LIMIT needs a price; MARKET must not have one');
  }
  if ((expiresAt === null) === (tif === 'GTD')) {
    return unsent('invalid_order', 'GTD needs an expiry time; other tifs must not have one');
  }
  if (tif === 'FOK' && side === 'BUY') return unsent('tif_unsupported', NO_FOK_PURCHASE);
  const mayRest = tif === 'GTC' || tif === 'GTD';
  return type === 'MARKET' && mayRest ? unsent('invalid_order', 'MARKET must be IOC or FOK') : null;
}

/** A purchase in shares that must not rest has no order type here, so we cancel its remainder. */
function toKill({ side, tif }: VenueOrder): Kill {
  if (tif === 'FOK') return 'whole';
  if (tif !== 'IOC') return null;
  return side === 'SELL' ? 'part' : 'cancel';
}

/** Public reports say that the minimum size binds GTC and GTD orders only; purchases that must not rest are sent as GTD. */
function gridProblem(
  { instrument }: Listing,
  order: VenueOrder,
  minSizeForTaking: boolean,
): OrderObstacle | null {
  const { price, outcome, qty } = order;
  const yesPrice = price === null || outcome === 'YES' ? price : complement(price);
  const kill = toKill(order);
  const isFree = !minSizeForTaking && (kill === 'part' || kill === 'whole');
  const code = checkTerms(isFree ? { ...instrument, qtyMin: instrument.qtyStep } : instrument, yesPrice, qty);
  return code === null ? null : unsent(code, 'the price or quantity is off the grid of this market');
}

/** The venue refuses a BUY that would trade at once and is worth less than its minimum. */
function notionalProblem(
  { side, outcome, qty, postOnly }: VenueOrder,
  limit: Price,
  { bids, asks }: BookSides,
): OrderObstacle | null {
  const offered = outcome === 'YES' ? asks[0]?.price : bids[0]?.price;
  if (side === 'SELL' || postOnly || offered === undefined) return null;
  const isMarketable = limit >= (outcome === 'YES' ? offered : complement(offered));
  if (!isMarketable || computeNotional(limit, qty) >= BUY_NOTIONAL_MIN) return null;
  return unsent('notional_below_min', 'a BUY that trades at once must be worth at least 1 pUSD');
}

/** Cut to 53 bits because the salt is a JSON number. */
function computeSalt(space: string, clientId: string): bigint {
  return BigInt(keccakText(`${space}/${clientId}`)) & ((1n << SALT_BITS) - 1n);
}

/**
 * The worst price, of the order's outcome, at which it may trade: the price where the book covers its quantity,
 * plus `bound`. Null if the opposite side is empty.
 */
function worstPrice(
  { side, outcome, qty }: VenueOrder,
  sides: BookSides,
  tick: Price,
  bound: bigint,
): Price | null {
  const reached = findPriceAtQty(isYesBuy(side, outcome) ? sides.asks : sides.bids, qty);
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

/** The amounts that an order gives and receives, in 1e-6 pUSD or shares. */
interface Amounts {
  readonly makerAmount: bigint;
  readonly takerAmount: bigint;
}

const QTY_PER_UNIT = 100n; // 1e-8 to 1e-6
const NOTIONAL_PER_UNIT = 10_000_000_000n; // 1e-16 to 1e-6
const TWO_DECIMALS = 10_000n; // in units of 1e-6
const FOUR_DECIMALS = 100n;

/**
 * Amounts of an order that may rest (GTC, GTD). Sizes have two decimals, so size × price is exact on every
 * tick size of the venue.
 *
 * @param qty  1e-8 shares; rounded down to two decimals
 */
export function limitAmounts(side: Side, price: Price, qty: Qty): Amounts {
  const shares = floorToStep(qty / QTY_PER_UNIT, TWO_DECIMALS);
  const usd = toUsd(price, shares);
  return side === 'BUY'
    ? { makerAmount: usd, takerAmount: shares }
    : { makerAmount: shares, takerAmount: usd };
}

/**
 * Amounts of a SELL that must not rest (FAK, FOK): two decimals of shares, four of pUSD. The pUSD are rounded
 * down: the implied price falls by less than a tick, so no worse price can match. Rounding up could raise it
 * above the bid.
 */
export function killSellAmounts(price: Price, qty: Qty): Amounts {
  const makerAmount = floorToStep(qty / QTY_PER_UNIT, TWO_DECIMALS);
  return { makerAmount, takerAmount: floorToStep(toUsd(price, makerAmount), FOUR_DECIMALS) };
}

const toUsd = (price: Price, shares: bigint): bigint => (price * shares * QTY_PER_UNIT) / NOTIONAL_PER_UNIT;
const floorToStep = (units: bigint, step: bigint): bigint => units - (units % step);
