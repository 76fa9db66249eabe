import type { FeeSchedule } from '../../core/fees/schedule.ts';
import type {
  MarketStatus,
  PriceBand,
  SettlementResult,
  VenueInstrument,
} from '../../core/instruments/instrument.ts';
import { ONE, type Price, type Qty } from '../../core/kernel/decimal.ts';
import type { VenueName } from '../../core/kernel/ids.ts';
import type { TimestampMs } from '../../core/kernel/time.ts';
import type { WireMarket } from './wire.ts';

/** Hundredths of a contract, on every market. */
export const QTY_STEP = 1_000_000n as Qty;

/** Combinations of markets: thin, on a grid of their own, and not what a caller looks for. */
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
};

/** What a market inherits from its event and series. */
export interface Parentage {
  readonly title: string | null; // the event's
  readonly category: string | null;
  readonly fees: FeeSchedule | null;
}

/** Paid out at a price between: not one of the results that we can settle a position by. */
export const isSettledBetween = ({ status, result, settlement_value_dollars: value }: WireMarket): boolean =>
  status === 'finalized' && result === 'scalar' && value !== null && value !== 0n && value !== ONE;

/**
 * A market as an instrument. A finalized market without a result that we know stays CLOSED: nobody's
 * position may be settled by a guess.
 *
 * @returns null for a market without a usable price grid
 */
export function instrumentOf(
  venue: VenueName,
  market: WireMarket,
  { title, category, fees }: Parentage,
  now: TimestampMs,
): VenueInstrument | null {
  const grid = gridOf(market.price_ranges);
  if (grid === null) return null;
  const result = resultOf(market);
  const status = STATUSES[market.status];
  return {
    venue,
    venueInstrumentId: market.ticker,
    ticker: market.ticker,
    slug: market.ticker.toLowerCase().replaceAll('.', '-'),
    title: titleOf(market, title),
    description: market.rules_primary === '' ? null : market.rules_primary,
    category: category === null || category === '' ? 'Other' : category,
    status: status === 'SETTLED' && result === null ? 'CLOSED' : status,
    ...grid,
    qtyStep: QTY_STEP,
    qtyMin: QTY_STEP,
    fees,
    openTime: market.open_time,
    closeTime: market.close_time,
    result,
    updatedAt: market.updated_time ?? now,
  };
}

interface Grid {
  readonly priceTick: Price;
  readonly priceMin: Price;
  readonly priceMax: Price;
  readonly priceBands: readonly PriceBand[] | null;
}

/** Prices lie strictly inside 0..1, on the band that holds them; where two bands meet, on either. */
export function gridOf(ranges: WireMarket['price_ranges']): Grid | null {
  const bands = ranges
    .map(({ start, end, step }) => ({ from: start as Price, to: end as Price, step: step as Price }))
    .sort((a, b) => Number(a.from - b.from));
  const first = bands[0];
  const last = bands.at(-1);
  if (first === undefined || last === undefined || !bands.every(isSound)) return null;
  if (bands.some((band, index) => index > 0 && band.from !== bands[index - 1]?.to)) return null;
  return {
    priceTick: bands.reduce((finest, { step }) => (step < finest ? step : finest), first.step),
    priceMin: first.from === 0n ? first.step : first.from,
    priceMax: last.to === ONE ? ((last.to - last.step) as Price) : last.to,
    priceBands: bands.length === 1 ? null : bands,
  };
}

const isSound = ({ from, to, step }: PriceBand): boolean =>
  step > 0n && from < to && to <= ONE && (to - from) % step === 0n;

function resultOf({ status, result, settlement_value_dollars: value }: WireMarket): SettlementResult | null {
  if (status !== 'finalized') return null;
  if (result === 'yes') return 'YES';
  if (result === 'no') return 'NO';
  if (result !== 'scalar' || value === null) return null;
  if (value === ONE) return 'YES';
  return value === 0n ? 'NO' : null;
}

/** The event asks, the market names the answer: `Highest temperature in NYC: 53 to 54`. */
function titleOf({ title, yes_sub_title: answer, ticker }: WireMarket, event: string | null): string {
  const question = event ?? title ?? ticker;
  if (answer === null || answer === '' || question.includes(answer)) return question;
  return `${question}: ${answer}`;
}
