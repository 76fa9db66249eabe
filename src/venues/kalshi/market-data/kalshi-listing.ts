import {
  type FeeSchedule,
  getOwn,
  type MarketStatus,
  type Notional,
  ONE,
  PRICE_ONE,
  type Price,
  type PriceBand,
  parseDecimal,
  type Qty,
  type Resolution,
  resolveAt,
  type TimestampMs,
  UNRESOLVED,
  type VenueEvent,
  type VenueInstrument,
  type VenueName,
} from '#contract';
import { pickVenueTerms } from '#domain';
import { TERM_NAMES, type WireMarket } from '../codec/kalshi-messages.ts';
import type { AccountPrecision } from '../kalshi-settings.ts';

/** Hundredths of a contract, on every market. */
export const QTY_STEP = 1_000_000n as Qty;

/** Combinations and scalar markets are not listed: combinations are thin and have separate grids. */
export const isHidden = ({ ticker, market_type }: { ticker: string; market_type?: string | null }): boolean =>
  ticker.startsWith('KXMVE') || market_type === 'scalar';

const STATUSES: Readonly<Record<WireMarket['status'], MarketStatus>> = {
  initialized: 'UNOPENED',
  active: 'OPEN',
  inactive: 'PAUSED',
  closed: 'CLOSED',
  determined: 'CLOSED',
  disputed: 'CLOSED',
  amended: 'CLOSED',
  finalized: 'SETTLED',
  unknown: 'PAUSED',
};

/** Fields that a market inherits from its event and series. */
interface InheritedFields {
  readonly event: VenueEvent;
  readonly category: string | null;
  readonly fees: FeeSchedule | null;
}

/**
 * Converts a market to an instrument. A finalized market without a known result stays CLOSED, because no
 * position may be settled by a guess.
 *
 * @returns null for a market without a usable price grid
 */
export function toInstrument(
  venue: VenueName,
  market: WireMarket,
  inherited: InheritedFields,
  now: TimestampMs,
): VenueInstrument | null {
  const grid = toPriceGrid(market.price_ranges);
  if (grid === null) return null;
  const { category, fees } = inherited;
  const resolution = toResolution(market);
  const status = STATUSES[market.status];
  return {
    venue,
    venueInstrumentId: market.ticker,
    ticker: market.ticker,
    slug: market.ticker.toLowerCase().replaceAll('.', '-'),
    title: renderTitle(market, inherited),
    description: market.rules_primary === '' ? null : market.rules_primary,
    rulesSecondary: textOrNull(market.rules_secondary),
    venueTerms: pickVenueTerms(market, TERM_NAMES),
    category: category === null || category === '' ? 'Other' : category,
    event: inherited.event,
    outcomeName: textOrNull(market.yes_sub_title),
    status: status === 'SETTLED' && resolution.result === null ? 'CLOSED' : status,
    ...grid,
    qtyStep: QTY_STEP,
    qtyMin: QTY_STEP,
    fees,
    openTime: market.open_time,
    closeTime: market.close_time,
    ...resolution,
    updatedAt: market.updated_time ?? now,
  };
}

const textOrNull = (text: string | null): string | null =>
  text === null || text.trim() === '' ? null : text.trim();

interface Grid {
  readonly priceTick: Price;
  readonly priceMin: Price;
  readonly priceMax: Price;
  readonly priceBands: readonly PriceBand[] | null;
}

/** Prices lie strictly inside 0..1, on the band that holds them; where two bands meet, on either. */
export function toPriceGrid(ranges: WireMarket['price_ranges']): Grid | null {
  const bands = ranges
    .map(({ start, end, step }) => ({ from: start, to: end, step }))
    .sort((a, b) => Number(a.from - b.from));
  const first = bands[0];
  const last = bands.at(-1);
  if (first === undefined || last === undefined || !bands.every(isValidBand)) return null;
  if (bands.some((band, index) => index > 0 && band.from !== bands[index - 1]?.to)) return null;
  return {
    priceTick: bands.reduce((finest, { step }) => (step < finest ? step : finest), first.step),
    priceMin: first.from === 0n ? first.step : first.from,
    priceMax: last.to === ONE ? ((last.to - last.step) as Price) : last.to,
    priceBands: bands.length === 1 ? null : bands,
  };
}

const isValidBand = ({ from, to, step }: PriceBand): boolean =>
  step > 0n && from < to && to <= ONE && (to - from) % step === 0n;

/** The result of a finalized market. A scalar result pays its settlement value, 0..1. */
function toResolution({
  status,
  result,
  settlement_value_dollars: value,
}: WireMarket): Resolution | typeof UNRESOLVED {
  if (status !== 'finalized') return UNRESOLVED;
  if (result === 'yes') return resolveAt(PRICE_ONE);
  if (result === 'no') return resolveAt(0n as Price);
  const isPaid = result === 'scalar' && value !== null && value >= 0n && value <= PRICE_ONE;
  return isPaid ? resolveAt(value) : UNRESOLVED;
}

/** Finalized without a result that says what a contract pays. */
export const hasNoPayout = (market: WireMarket): boolean =>
  market.status === 'finalized' && toResolution(market).result === null;

/**
 * The event's title and the market's outcome: `Highest temperature in NYC: 53 to 54`. The outcome is added also where
 * the event's title names it, because a title like `Denver vs Kansas City` names each. Where the venue gives no
 * outcome, the end of the ticker distinguishes the markets of an exclusive event.
 */
function renderTitle(
  { title, yes_sub_title, ticker, event_ticker: event }: WireMarket,
  { event: { title: eventTitle, exclusive } }: InheritedFields,
): string {
  const question = (eventTitle ?? title ?? ticker).trim();
  const code =
    exclusive === 'AT_MOST_ONE' && ticker.startsWith(`${event}-`) ? ticker.slice(event.length + 1) : '';
  const outcome = textOrNull(yes_sub_title) ?? '';
  const answer = outcome === '' || outcome === question ? code : outcome;
  return answer === '' ? question : `${question}: ${answer}`;
}

/** Taker and maker coefficients by fee type, 1e-8. Other types have an unknown formula. */
const RATES: Readonly<Record<string, readonly [taker: bigint, maker: bigint]>> = {
  quadratic: [7_000_000n, 0n],
  quadratic_with_maker_fees: [7_000_000n, 1_750_000n],
  quadratic_with_combo_maker_fees: [7_000_000n, 3_500_000n],
};

const MICRODOLLAR = 10_000_000_000n as Notional; // each fill's fee is rounded up to $0.000001
const CASH_STEPS = {
  '0.0001': 1_000_000_000_000n as Notional,
  '0.01': 100_000_000_000_000n as Notional,
} as const;

export interface FeeTerms {
  readonly type: string;
  readonly multiplier: number;
  readonly isWaived: boolean; // no fee for now; cash is still rounded to whole steps
}

/**
 * Converts the fee terms of a series or event to a fee schedule.
 *
 * @returns null for an unknown formula (`flat`, a new type): fees are never guessed
 * Source   Kalshi's rounding page and fee schedule; see README, Fees
 */
export function toFeeSchedule(
  { type, multiplier, isWaived }: FeeTerms,
  precision: AccountPrecision,
): FeeSchedule | null {
  const rates = getOwn(RATES, type);
  const scale = parseDecimal(String(multiplier));
  if (rates === undefined || scale === null) return null;
  const [takerRate, makerRate] = rates.map((rate) => (isWaived ? 0n : scaleRate(rate, scale)));
  if (takerRate === undefined || makerRate === undefined) return null;
  return {
    takerRate,
    makerRate,
    exponent: 1,
    fillStep: MICRODOLLAR,
    fillRounding: 'up',
    cashStep: CASH_STEPS[precision],
  };
}

/** Rounds up, so that an estimate is never below the fee. */
const scaleRate = (rate: bigint, scale: bigint): bigint => (rate * scale + ONE - 1n) / ONE;
