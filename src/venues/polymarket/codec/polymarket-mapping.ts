import { computeFillFee } from '../../../domain/fees/fill-fees.ts';
import type { FeeSchedule } from '../../../domain/model/fee-schedule.ts';
import type { VenueName } from '../../../domain/model/ids.ts';
import type { MarketStatus, SettlementResult, VenueInstrument } from '../../../domain/model/instrument.ts';
import {
  complement,
  NOTIONAL_ZERO,
  type Notional,
  type Price,
  type Qty,
} from '../../../domain/model/money.ts';
import type { Outcome, Side } from '../../../domain/model/order.ts';
import type { TimestampMs } from '../../../domain/model/time.ts';
import type { FillSettlement, VenueFill, VenueTrade } from '../../../ports/venue.ts';
import type { WireMarket } from './gamma-messages.ts';
import type { WireTrade, WireTradeStatus } from './polymarket-messages.ts';

/** A market as the adapter works it: our instrument, and what signing and the feed need beside it. */
export interface Listing {
  readonly instrument: VenueInstrument; // its venueInstrumentId is the condition
  readonly yes: string; // token ids
  readonly no: string;
  readonly isNegRisk: boolean;
  readonly delaySeconds: number; // a marketable order may be held so long before it is matched
}

const QTY_STEP = 1_000_000n as Qty; // 0.01; fills may be finer
const QTY_MIN_USUAL = 500_000_000n as Qty; // 5
const TICK_USUAL = 1_000_000n as Price; // 0.01
const FEE_STEP = 100_000_000_000n as Notional; // 0.00001 pUSD

/** Null for a market of another protocol version: its orders are signed for an exchange we do not sign for. */
export function toListing(venue: VenueName, market: WireMarket, now: TimestampMs): Listing | null {
  if (market.version !== 'v1') return null;
  const tick = market.tick !== null && market.tick > 0n ? market.tick : TICK_USUAL;
  const result = resultOf(market);
  const instrument: VenueInstrument = {
    venue,
    venueInstrumentId: market.conditionId,
    ticker: market.slug,
    slug: market.slug,
    title: market.question,
    description: descriptionOf(market),
    category: market.category ?? 'Other',
    status: statusOf(market, result),
    priceTick: tick,
    priceMin: tick,
    priceMax: complement(tick),
    priceBands: null,
    qtyStep: QTY_STEP,
    qtyMin: market.qtyMin !== null && market.qtyMin > 0n ? market.qtyMin : QTY_MIN_USUAL,
    fees: feesOf(market),
    openTime: market.startsAt,
    closeTime: market.endsAt,
    result,
    updatedAt: market.updatedAt ?? now,
  };
  const [yes, no] = market.tokens;
  return { instrument, yes, no, isNegRisk: market.isNegRisk, delaySeconds: market.delaySeconds };
}

/** Which outcome a token is; null for a token of another market. */
export function findOutcome(listing: Listing, tokenId: string): Outcome | null {
  if (tokenId === listing.yes) return 'YES';
  return tokenId === listing.no ? 'NO' : null;
}

/** A team or a direction may stand for YES, so the words say which outcome is which. */
function descriptionOf({ description, outcomes }: WireMarket): string | null {
  const [yes, no] = outcomes;
  if (yes === 'Yes' && no === 'No') return description;
  return [`YES is ${yes}; NO is ${no}.`, description ?? ''].join(' ').trim();
}

function statusOf(market: WireMarket, result: SettlementResult | null): MarketStatus {
  if (market.isClosed) return result === null ? 'CLOSED' : 'SETTLED';
  if (market.isArchived) return 'CLOSED';
  if (!market.isActive || !market.hasBook) return 'UNOPENED';
  return market.acceptsOrders ? 'OPEN' : 'PAUSED';
}

/**
 * The result of a closed market that is resolved for good. A price of 0.999 is no resolution, and an even
 * split is none that we can say: it pays half to each side, while VOID returns what was paid.
 */
function resultOf({ isClosed, resolution, prices }: WireMarket): SettlementResult | null {
  if (!isClosed || (resolution !== 'resolved' && resolution !== 'settled')) return null;
  const [yes, no] = prices.map(Number);
  if (yes === 1 && no === 0) return 'YES';
  return yes === 0 && no === 1 ? 'NO' : null;
}

export const isEvenSplit = ({ isClosed, resolution, prices }: WireMarket): boolean =>
  isClosed &&
  (resolution === 'resolved' || resolution === 'settled') &&
  prices.every((it) => Number(it) === 0.5);

function feesOf({ fee }: WireMarket): FeeSchedule | null {
  if (fee === null) return null;
  const { rate, exponent } = fee === 'free' ? { rate: 0n, exponent: 1 } : fee;
  return {
    takerRate: rate,
    makerRate: 0n,
    exponent,
    fillStep: FEE_STEP,
    fillRounding: 'half_up',
    cashStep: null,
  };
}

/** One of our fills, and whose it is. */
export interface OwnFill {
  readonly orderId: string;
  readonly tokenId: string;
  readonly fill: VenueFill;
}

/**
 * Our fills of a trade. As its maker: our own entries, each in its own terms. As its taker: one fill for
 * each price paid, because the trade's own price is a single figure over makers of both outcomes.
 *
 * @param owner  our API key
 */
export function toOwnFills(trade: WireTrade, owner: string, listing: Listing): readonly OwnFill[] {
  const makers = trade.makers
    .filter((maker) => maker.owner === owner)
    .map((maker) => makerFill(trade, maker, listing));
  return trade.isTaker ? [...takerFills(trade, listing), ...makers] : makers;
}

function makerFill(trade: WireTrade, maker: WireTrade['makers'][number], listing: Listing): OwnFill {
  const { orderId, tokenId, side, price, qty } = maker;
  return {
    orderId,
    tokenId,
    fill: {
      venueTradeId: `${trade.id}:${orderId}`,
      side,
      outcome: findOutcome(listing, tokenId) ?? 'YES',
      price,
      qty,
      fee: NOTIONAL_ZERO,
      liquidity: 'MAKER',
      settlement: SETTLEMENTS[trade.status],
      at: trade.matchedAtMs as TimestampMs,
    },
  };
}

function takerFills(trade: WireTrade, listing: Listing): readonly OwnFill[] {
  const { tokenId, side, takerOrderId: orderId } = trade;
  const paid = pricesPaid(trade, listing);
  return paid.map(({ price, qty, fee }) => ({
    orderId,
    tokenId,
    fill: {
      // By price and not by place: the venue promises no order of the entries.
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
  readonly fee: Notional;
}

/** What the taker paid, by price. Entries that do not add up to the trade are not believed. */
function pricesPaid(trade: WireTrade, { instrument: { fees } }: Listing): readonly Paid[] {
  const feeAt = (price: Price, qty: Qty): Notional =>
    fees === null ? NOTIONAL_ZERO : computeFillFee(fees, price, qty);
  const whole: Paid = { price: trade.price, qty: trade.qty, fee: feeAt(trade.price, trade.qty) };
  const sum = trade.makers.reduce((total, { qty }) => total + qty, 0n);
  if (sum !== trade.qty) return [whole];
  const byPrice = new Map<Price, Paid>();
  for (const maker of trade.makers) {
    // A maker of the same outcome sold to us at its price; one of the other was paired with us at 1 − price.
    const price = maker.tokenId === trade.tokenId ? maker.price : complement(maker.price);
    const before = byPrice.get(price) ?? { price, qty: 0n as Qty, fee: NOTIONAL_ZERO };
    byPrice.set(price, {
      price,
      qty: (before.qty + maker.qty) as Qty,
      fee: (before.fee + feeAt(price, maker.qty)) as Notional,
    });
  }
  return [...byPrice.values()];
}

const SETTLEMENTS: Readonly<Record<WireTradeStatus, FillSettlement>> = {
  MATCHED: 'PENDING',
  RETRYING: 'PENDING',
  MINED: 'PENDING',
  CONFIRMED: 'FINAL',
  FAILED: 'VOID',
};

/** A print of the public tape. */
export interface Print {
  readonly tokenId: string;
  readonly price: Price;
  readonly qty: Qty;
  readonly side: Side; // the taker's
  readonly atMs: number;
  readonly hash: string | null; // of the transaction, where it is known already
}

/**
 * A print in YES terms: NO at 0.48 bought is YES at 0.52 sold. The venue numbers no prints, so the id is
 * what tells one from another.
 */
export function toVenueTrade(listing: Listing, print: Print): VenueTrade {
  const isYes = print.tokenId === listing.yes;
  const { qty, atMs } = print;
  const price = isYes ? print.price : complement(print.price);
  const side = isYes ? print.side : print.side === 'BUY' ? 'SELL' : 'BUY';
  const { venueInstrumentId } = listing.instrument;
  const moment = print.hash === null ? String(atMs) : `${print.hash}:${Math.floor(atMs / 1000)}`;
  const venueTradeId = `${moment}:${isYes ? 'Y' : 'N'}:${print.price}:${qty}:${print.side}`;
  return { venueInstrumentId, venueTradeId, price, qty, side, at: atMs as TimestampMs };
}
