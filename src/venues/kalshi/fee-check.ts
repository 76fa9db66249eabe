import { type FeeSchedule, object, renderNotional } from '#contract';
import { computeSingleFillFee } from '#domain';
import type { VenueCheck } from '#ports';
import { findPrecision } from './account-precision.ts';
import { toFillRecord } from './codec/kalshi-mapping.ts';
import { EVENT, FILL, MARKET, SERIES } from './codec/kalshi-messages.ts';
import { describeFailure, type KalshiClient } from './http/kalshi-client.ts';
import { page } from './http/kalshi-pages.ts';
import type { AccountPrecision } from './kalshi-settings.ts';
import { toFeeSchedule } from './market-data/kalshi-listing.ts';

const FILLS_READ = 100;
const MARKETS_MAX = 5; // each takes three reads
const ONE_MARKET = object({ market: MARKET }, []);
const ONE_EVENT = object({ event: EVENT }, ['markets']);
const ONE_SERIES = object({ series: SERIES }, []);

/**
 * Compares the fees that the account paid with the fees that our model computes. The rounding of an order's cash may move
 * a fee by one step.
 */
export async function checkFees(client: KalshiClient, assumed: AccountPrecision): Promise<VenueCheck> {
  const name = 'fees';
  const answer = await client.get('/portfolio/fills', { limit: FILLS_READ }, page('fills', FILL));
  if (answer.kind !== 'ok') return { name, ok: false, detail: describeFailure(answer) };
  const fills = answer.value.items;
  const precision = findPrecision(fills.map(toFillRecord)) ?? assumed;
  const schedules = new Map<string, FeeSchedule | null>();
  let compared = 0;
  const wrong: string[] = [];
  for (const wire of fills) {
    const ticker = wire.ticker ?? wire.market_ticker;
    const { fee, yesPrice, qty, isTaker } = toFillRecord(wire);
    if (ticker === null || fee === null) continue;
    if (!schedules.has(ticker) && schedules.size < MARKETS_MAX)
      schedules.set(ticker, await readSchedule(client, ticker, precision));
    const schedule = schedules.get(ticker) ?? null;
    if (schedule === null) continue;
    compared += 1;
    const model = computeSingleFillFee(schedule, 'BUY', yesPrice, qty, isTaker ? 'TAKER' : 'MAKER');
    const difference = model > fee ? model - fee : fee - model;
    if (difference > (schedule.cashStep ?? 0n))
      wrong.push(`${ticker} $${renderNotional(fee)} instead of $${renderNotional(model)}`);
  }
  if (wrong.length > 0)
    return {
      name,
      ok: false,
      detail: `${wrong.length} of ${compared} differ from the model: ${wrong.slice(0, 3).join('; ')}`,
    };
  const detail =
    compared === 0
      ? 'no fill to compare with the model'
      : `${compared} of the newest fills are as the model computes`;
  return { name, ok: true, detail };
}

/** Null when the terms cannot be read, or their formula is unknown. */
async function readSchedule(
  client: KalshiClient,
  ticker: string,
  precision: AccountPrecision,
): Promise<FeeSchedule | null> {
  const market = await client.get(`/markets/${encodeURIComponent(ticker)}`, {}, ONE_MARKET);
  if (market.kind !== 'ok') return null;
  const eventTicker = encodeURIComponent(market.value.market.event_ticker);
  const event = await client.get(`/events/${eventTicker}`, {}, ONE_EVENT);
  if (event.kind !== 'ok') return null;
  const { series_ticker, fee_type_override, fee_multiplier_override } = event.value.event;
  const series = await client.get(`/series/${encodeURIComponent(series_ticker)}`, {}, ONE_SERIES);
  if (series.kind !== 'ok') return null;
  const { fee_type, fee_multiplier } = series.value.series;
  const type = fee_type_override ?? fee_type;
  const multiplier = fee_multiplier_override ?? fee_multiplier;
  return toFeeSchedule({ type, multiplier, isWaived: false }, precision);
}
