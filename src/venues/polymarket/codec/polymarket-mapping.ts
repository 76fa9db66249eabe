import {
  complement,
  type FeeSchedule,
  type MarketStatus,
  NOTIONAL_ZERO,
  type Notional,
  type Outcome,
  PRICE_ONE,
  type Price,
  type Qty,
  type Resolution,
  resolveAt,
  type Side,
  type TimestampMs,
  UNRESOLVED,
  type VenueEvent,
  type VenueInstrument,
  type VenueName,
} from '#contract';
import { computeMatchFees } from '#domain';
import type { FillSettlement, VenueFill, VenueTrade } from '#ports';
import type { ExchangeName } from '../polymarket-settings.ts';
import type { Protocol, WireMarket } from './gamma-messages.ts';
import type { WireMaker, WireTrade, WireTradeStatus } from './polymarket-messages.ts';

/** A market: our instrument, and what signing and market data also need. */
export interface Listing {
  readonly instrument: VenueInstrument; // its venueInstrumentId is the condition
  readonly yes: string; // token ids
  readonly no: string;
  readonly isNegRisk: boolean;
  readonly protocol: Protocol;
  readonly delaySeconds: number; // the venue may delay a marketable order this long before it matches it
}

const QTY_STEP = 1_000_000n as Qty; // 0.01; fills may be finer
const QTY_MIN_USUAL = 500_000_000n as Qty; // 5
const TICK_USUAL = 1_000_000n as Price; // 0.01
const FEE_STEP = 100_000_000_000n as Notional; // 0.00001 pUSD

export function toListing(venue: VenueName, market: WireMarket, now: TimestampMs): Listing {
  const tick = market.tick !== null && market.tick > 0n ? market.tick : TICK_USUAL;
  const resolution = toResolution(market);
  const instrument: VenueInstrument = {
    venue,
    venueInstrumentId: market.conditionId,
    ticker: market.slug,
    slug: market.slug,
    title: toTitle(market),
    description: toDescription(market),
    rulesSecondary: null,
    venueTerms: market.terms,
    category: market.category ?? 'Other',
    event: toEvent(market),
    outcomeName: toOutcomeName(market),
    status: toStatus(market, resolution.result !== null),
    priceTick: tick,
    priceMin: tick,
    priceMax: complement(tick),
    priceBands: null,
    qtyStep: QTY_STEP,
    qtyMin: market.qtyMin !== null && market.qtyMin > 0n ? market.qtyMin : QTY_MIN_USUAL,
    fees: toFees(market),
    openTime: market.startsAt,
    closeTime: market.endsAt,
    ...resolution,
    updatedAt: market.updatedAt ?? now,
  };
  const [yes, no] = market.tokens;
  const { isNegRisk, protocol, delaySeconds } = market;
  return { instrument, yes, no, isNegRisk, protocol, delaySeconds };
}

/** The exchange contract that orders in a market are signed for. Protocol V2 has one, for neg-risk markets too. */
export function toExchange({ protocol, isNegRisk }: Pick<Listing, 'protocol' | 'isNegRisk'>): ExchangeName {
  if (protocol === 'v2') return 'v3';
  return isNegRisk ? 'negRisk' : 'standard';
}

/** The outcome of a token; null for a token of another market. */
export function findOutcome(listing: Listing, tokenId: string): Outcome | null {
  if (tokenId === listing.yes) return 'YES';
  return tokenId === listing.no ? 'NO' : null;
}

/** `Broncos vs. Chiefs: Broncos`: an outcome that is not yes or no is named, so that the title says what YES is. */
const toTitle = ({ question, outcomes: [yes, no] }: WireMarket): string =>
  (yes === 'Yes' && no === 'No') || question.endsWith(`: ${yes}`) ? question : `${question}: ${yes}`;

/** A neg-risk event has one winner at most, and NO converts to YES of the others; of other events nothing is stated. */
function toEvent({ event, isNegRisk }: WireMarket): VenueEvent | null {
  if (event === null) return null;
  const { id: venueEventId, title, series, isAugmented: augmented = null } = event;
  if (!isNegRisk) return { venueEventId, title, series, exclusive: 'UNKNOWN' };
  const exclusive = { venueEventId, title, series, exclusive: 'AT_MOST_ONE', netting: 'NEG_RISK' } as const;
  return augmented === null ? exclusive : { ...exclusive, augmented };
}

function toOutcomeName({ groupItemTitle, outcomes: [yes, no] }: WireMarket): string | null {
  if (groupItemTitle !== null && groupItemTitle.trim() !== '') return groupItemTitle.trim();
  return yes === 'Yes' && no === 'No' ? null : yes;
}

/** An outcome may be named after a team or a direction, so the description says which one is YES. */
function toDescription({ description, outcomes }: WireMarket): string | null {
  const [yes, no] = outcomes;
  if (yes === 'Yes' && no === 'No') return description;
  return [`YES is ${yes}; NO is ${no}.`, description ?? ''].join(' ').trim();
}

function toStatus(market: WireMarket, isResolved: boolean): MarketStatus {
  if (market.isClosed) return isResolved ? 'SETTLED' : 'CLOSED';
  if (market.isArchived) return 'CLOSED';
  if (!market.isActive || !market.hasBook) return 'UNOPENED';
  return market.acceptsOrders ? 'OPEN' : 'PAUSED';
}

/**
 * The resolution of a closed market whose result is final: 1 and 0, or an even split. None for a price such as 0.999,
 * which is the last price and not a payout.
 */
function toResolution({ isClosed, resolution, prices }: WireMarket): Resolution | typeof UNRESOLVED {
  if (!isClosed || (resolution !== 'resolved' && resolution !== 'settled')) return UNRESOLVED;
  const [yes, no] = prices.map(Number);
  if (yes === 1 && no === 0) return resolveAt(PRICE_ONE);
  if (yes === 0 && no === 1) return resolveAt(0n as Price);
  return yes === 0.5 && no === 0.5 ? resolveAt(EVEN_SPLIT) : UNRESOLVED;
}

export const EVEN_SPLIT = (PRICE_ONE / 2n) as Price;

function toFees({ fee }: WireMarket): FeeSchedule | null {
  if (fee === null) return null;
  const { rate, exponent } = fee === 'free' ? { rate: 0n, exponent: 1 } : fee;
  return {
    takerRate: rate,
    makerRate: 0n,
    exponent,
    fillStep: FEE_STEP,
    fillRounding: 'down',
    cashStep: null,
  };
}

/** One of our fills, with its order. */
export interface OwnFill {
  readonly orderId: string;
  readonly tokenId: string;
  readonly fill: VenueFill;
  readonly payment: Payment | null; // null: the status does not say
}

/** Whether what a trade pays has left the balance of the wallet. A block that is dropped from the chain brings it back. */
export interface Payment {
  readonly isOnChain: boolean;
  readonly atMs: number | null; // of the status, in whole seconds; null: not known
}

/** One of our trades, with our role known. */
export type OwnTrade = WireTrade & { readonly isTaker: boolean };

/**
 * Our fills of a trade. As maker: our maker entries, in their own terms. As taker: one fill per price paid,
 * because the price of the trade is a single number over makers of both outcomes.
 *
 * @param isOwn  whether a maker's order is ours
 * @returns      null if an amount that we need was left empty
 */
export function toOwnFills(
  trade: OwnTrade,
  isOwn: (maker: WireMaker) => boolean,
  listing: Listing,
): readonly OwnFill[] | null {
  const taken = trade.isTaker ? toTakerFills(trade, listing) : [];
  const own = toOwnEntries(trade, isOwn);
  const makers = own.map((maker) => toMakerFill(trade, maker, listing));
  const made = makers.filter((own) => own !== null);
  return taken === null || made.length < own.length ? null : [...taken, ...made];
}

/**
 * Our maker entries, one for each order. An order with several entries has their sum if all entries add up to the trade;
 * otherwise one of them is repeated.
 */
function toOwnEntries(
  { makers, qty: whole }: OwnTrade,
  isOwn: (maker: WireMaker) => boolean,
): readonly WireMaker[] {
  const sum = makers.reduce((total, { qty }) => total + (qty ?? 0n), 0n);
  const byOrder = new Map<string, WireMaker>();
  for (const maker of makers.filter(isOwn)) {
    const before = byOrder.get(maker.orderId);
    if (before === undefined) byOrder.set(maker.orderId, maker);
    else if (before.qty === null || maker.qty === null) byOrder.set(maker.orderId, { ...before, qty: null });
    else if (sum === whole) byOrder.set(maker.orderId, { ...before, qty: (before.qty + maker.qty) as Qty });
  }
  return [...byOrder.values()];
}

function toMakerFill(trade: WireTrade, maker: WireMaker, listing: Listing): OwnFill | null {
  const { orderId, tokenId, side, price, qty } = maker;
  if (price === null || qty === null) return null;
  return {
    orderId,
    tokenId,
    payment: toPayment(trade),
    fill: {
      venueTradeId: `${trade.id}:${orderId}`,
      side,
      outcome: findOutcome(listing, tokenId) ?? 'YES',
      price,
      qty,
      fee: listing.instrument.fees === null ? null : NOTIONAL_ZERO,
      liquidity: 'MAKER',
      settlement: SETTLEMENTS[trade.status],
      at: trade.matchedAtMs as TimestampMs,
    },
  };
}

function toTakerFills(trade: WireTrade, listing: Listing): readonly OwnFill[] | null {
  const { tokenId, side, takerOrderId: orderId } = trade;
  const paid = groupByPrice(trade, listing);
  if (paid === null) return null;
  return paid.map(({ price, qty, fee }) => ({
    orderId,
    tokenId,
    payment: toPayment(trade),
    fill: {
      // By price, not by index: the venue does not guarantee the order of the entries.
      venueTradeId: paid.length === 1 ? trade.id : `${trade.id}:${price}`,
      side,
      outcome: findOutcome(listing, tokenId) ?? 'YES',
      price,
      qty,
      fee,
      liquidity: 'TAKER',
      settlement: SETTLEMENTS[trade.status],
      at: trade.matchedAtMs as TimestampMs,
    },
  }));
}

interface Paid {
  readonly price: Price;
  readonly qty: Qty;
  readonly fee: Notional | null;
}

/**
 * The amounts that the taker paid, by price, which ascends: the venue charges one fee for all of them, and each has
 * the same part of it whatever the order of the entries. Maker entries that do not add up to the trade are ignored.
 */
function groupByPrice(trade: WireTrade, { instrument: { fees } }: Listing): readonly Paid[] | null {
  const parts = toPricedParts(trade);
  if (parts === null) return null;
  const charged = fees === null ? [] : computeMatchFees(fees, parts);
  return parts.map((part, at) => ({ ...part, fee: charged[at] ?? null }));
}

function toPricedParts(trade: WireTrade): readonly Omit<Paid, 'fee'>[] | null {
  const { price: average, qty: whole } = trade;
  if (whole === null) return null; // the entries may not be all
  const byPrice = new Map<Price, bigint>();
  let sum = 0n;
  for (const maker of trade.makers) {
    if (maker.price === null || maker.qty === null) continue;
    // A maker of the same outcome sold to us at its price; one of the other was paired with us at 1 − price.
    const price = maker.tokenId === trade.tokenId ? maker.price : complement(maker.price);
    byPrice.set(price, (byPrice.get(price) ?? 0n) + maker.qty);
    sum += maker.qty;
  }
  if (sum !== whole) return average === null ? null : [{ price: average, qty: whole }];
  return [...byPrice]
    .map(([price, qty]) => ({ price, qty: qty as Qty }))
    .sort((a, b) => (a.price < b.price ? -1 : 1));
}

const SETTLEMENTS: Readonly<Record<WireTradeStatus, FillSettlement>> = {
  MATCHED: 'PENDING',
  RETRYING: 'PENDING',
  MINED: 'PENDING',
  CONFIRMED: 'FINAL',
  FAILED: 'VOID',
};

const ON_CHAIN: Readonly<Partial<Record<WireTradeStatus, boolean>>> = {
  RETRYING: false,
  MINED: true,
  CONFIRMED: true,
};

function toPayment({ status, updatedAtMs: atMs }: WireTrade): Payment | null {
  const isOnChain = ON_CHAIN[status];
  return isOnChain === undefined ? null : { isOnChain, atMs };
}

/** A public trade. */
export interface Print {
  readonly tokenId: string;
  readonly price: Price;
  readonly qty: Qty;
  readonly side: Side; // the taker's
  readonly atMs: number;
  readonly hash: string | null; // of the transaction; null if not known yet
}

/**
 * Converts a public trade to YES terms: buying NO at 0.48 is selling YES at 0.52. The venue gives no trade ids, so
 * the id is made of the fields that identify the trade: in YES terms, because a list names the token of the taker and a
 * subscriber of one token gets every trade for that token. The time is no part of it where the transaction is known: the
 * channel sends the time of the match, and the list that of the block, some seconds later.
 *
 * @param number  1 for the first of equal trades in one transaction
 */
export function toVenueTrade(listing: Listing, print: Print, number = 1): VenueTrade {
  const isYes = print.tokenId === listing.yes;
  const { qty, atMs } = print;
  const price = isYes ? print.price : complement(print.price);
  const side = isYes ? print.side : print.side === 'BUY' ? 'SELL' : 'BUY';
  const { venueInstrumentId } = listing.instrument;
  const moment = print.hash === null ? String(atMs) : `${print.hash}:${number}`;
  const venueTradeId = `${moment}:Y:${price}:${qty}:${side}`;
  return { venueInstrumentId, venueTradeId, price, qty, side, at: atMs as TimestampMs };
}
