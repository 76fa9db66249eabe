import { ONE } from '#contract';
import { computeVolume, computeVolume24h, findLastTrade } from './candle-history.ts';
import { type FeeChange, type KalshiEvent, type Series, uuidFromName } from './kalshi-catalogue-rows.ts';
import { SETTLEMENT_TIMER_MS } from './market-lifecycle.ts';
import type { Market } from './sim-market.ts';
import { count2, price4, rfc3339 } from './wire-units.ts';

type Fields = Readonly<Record<string, unknown>>;

const DAY_MS = 86_400_000;
const URL = 'https://kalshi.invalid/contract.pdf';

/** Renders a market as in `/markets` at `now`. */
export const renderMarket = (market: Market, now: number): Fields => ({
  ticker: market.ticker,
  event_ticker: market.listing.terms.eventTicker,
  market_type: market.listing.terms.payout === 'scalar' ? 'scalar' : 'binary',
  title: market.listing.terms.eventTitle,
  subtitle: market.listing.terms.yesSubTitle,
  yes_sub_title: market.listing.terms.yesSubTitle,
  no_sub_title: market.listing.terms.yesSubTitle,
  ...times(market),
  settlement_timer_seconds: SETTLEMENT_TIMER_MS / 1000,
  status: market.row.status,
  ...quotes(market),
  volume_fp: count2(computeVolume(market, now)),
  volume_24h_fp: count2(computeVolume24h(market, now)),
  open_interest_fp: count2(market.row.openInterest),
  notional_value_dollars: '1.0000',
  result: market.row.result,
  expiration_value: market.row.result === '' ? '' : market.row.result,
  can_close_early: true,
  ...(market.row.value === null ? {} : { settlement_value_dollars: price4(market.row.value) }),
  ...strikes(market),
  rules_primary: market.listing.terms.rulesPrimary,
  rules_secondary: market.row.rulesSecondary ?? market.listing.terms.rulesSecondary ?? '',
  ...renderPriceStructure(market),
  exchange_index: market.listing.shard,
});

/** The price grid; the same on REST and in lifecycle messages. */
export const renderPriceStructure = ({ row, grid }: Market): Fields => ({
  price_level_structure: row.structure,
  price_ranges: grid.map(({ start, end, step }) => ({
    start: price4(start),
    end: price4(end),
    step: price4(step),
  })),
});

/** Best prices. An empty bid side is 0.0000, an empty ask side 1.0000. */
export function renderBestPrices(market: Market): Fields {
  return {
    yes_bid_dollars: price4(market.bid),
    yes_ask_dollars: price4(market.ask),
    yes_bid_size_fp: count2(market.book.best('BUY')?.qty ?? 0n),
    yes_ask_size_fp: count2(market.book.best('SELL')?.qty ?? 0n),
  };
}

function quotes(market: Market): Fields {
  const last = price4(findLastTrade(market)?.price ?? 0n);
  return {
    ...renderBestPrices(market),
    no_bid_dollars: price4(ONE - market.ask),
    no_ask_dollars: price4(ONE - market.bid),
    last_price_dollars: last,
    previous_yes_bid_dollars: price4(market.bid),
    previous_yes_ask_dollars: price4(market.ask),
    previous_price_dollars: last,
  };
}

function times({ row }: Market): Fields {
  return {
    created_time: rfc3339(row.createdAt),
    updated_time: rfc3339(row.updatedAt),
    open_time: rfc3339(row.openAt),
    close_time: rfc3339(row.closeAt),
    expiration_time: rfc3339(row.closeAt + 7 * DAY_MS),
    expected_expiration_time: rfc3339(row.closeAt + DAY_MS),
    latest_expiration_time: rfc3339(row.closeAt + 7 * DAY_MS),
    ...(row.settledAt === null ? {} : { settlement_ts: rfc3339(row.settledAt) }),
  };
}

function strikes({ listing: { terms } }: Market): Fields {
  return {
    ...(terms.strikeType === undefined ? {} : { strike_type: terms.strikeType }),
    ...(terms.floorStrike === undefined ? {} : { floor_strike: terms.floorStrike }),
    ...(terms.capStrike === undefined ? {} : { cap_strike: terms.capStrike }),
  };
}

export const renderSeries = (series: Series, updatedAt: number): Fields => ({
  ticker: series.ticker,
  frequency: 'custom',
  title: series.title,
  category: series.category,
  categories: [series.category],
  tags: [series.category],
  settlement_sources: [{ name: 'Simulator', url: 'https://kalshi.invalid/source' }],
  contract_url: URL,
  contract_terms_url: URL,
  fee_type: series.feeType,
  fee_multiplier: series.feeMultiplier,
  additional_prohibitions: null,
  product_metadata: null,
  last_updated_ts: rfc3339(updatedAt),
  exchange_index: series.shard,
});

export const renderFeeChange = ({ series, feeType, feeMultiplier, at }: FeeChange): Fields => ({
  id: uuidFromName(`${series} ${at}`),
  series_ticker: series,
  fee_type: feeType,
  fee_multiplier: feeMultiplier,
  scheduled_ts: rfc3339(at),
});

/** @param nested  the event's rendered markets, or null to leave them out */
export const renderEvent = (
  event: KalshiEvent,
  updatedAt: number,
  nested: readonly Fields[] | null,
): Fields => ({
  event_ticker: event.ticker,
  series_ticker: event.seriesTicker,
  title: event.title,
  sub_title: event.title,
  collateral_return_type: event.isExclusive ? 'MECNET' : '',
  mutually_exclusive: event.isExclusive,
  category: event.category,
  settlement_sources: null,
  product_metadata: null,
  fee_type_override: event.ownFees.type,
  fee_multiplier_override: event.ownFees.multiplier,
  last_updated_ts: rfc3339(updatedAt),
  exchange_index: event.shard,
  ...(nested === null ? {} : { markets: nested }),
});

export const getEventMarkets = (
  event: KalshiEvent,
  markets: ReadonlyMap<string, Market>,
): readonly Market[] => event.tickers.flatMap((ticker) => markets.get(ticker) ?? []);
