import type { ComplexOrder, Instrument, Order } from '../../../../sdk/src/index.ts';
import { parseDecimal, renderDecimal } from '../../../../src/contract/model/money.ts';
import { showAmount } from '../../components/amounts.ts';
import { type PriceFormat, showPrice } from '../../components/prices.ts';
import { showClock, showSpan } from '../../components/times.ts';

type Market = Pick<Instrument, 'price_tick'>;

/**
 * What an order does that follows prices, volume or venues: `resting 1 tick below the best bid at 46¢`. Null for a type that
 * watches a trigger.
 *
 * @param child  its live child, if it has one
 */
export function describeWork(
  order: ComplexOrder,
  market: Market | undefined,
  child: Order | undefined,
  format: PriceFormat,
): readonly string[] | null {
  if (order.type === 'PEG') return describePeg(order, market, child, format);
  if (order.type === 'POV') return describeShare(order, child, format);
  if (order.type === 'SMART_ROUTE') return describeRoute(order, child, format);
  return null;
}

const REFERENCES = {
  NEAR: { BUY: 'the best bid', SELL: 'the best ask' },
  FAR: { BUY: 'the best ask', SELL: 'the best bid' },
  MID: { BUY: 'the middle', SELL: 'the middle' },
} as const;

function describePeg(
  order: ComplexOrder,
  market: Market | undefined,
  child: Order | undefined,
  format: PriceFormat,
): readonly string[] {
  const { params, state, side } = order;
  const name = REFERENCES[params['reference'] as keyof typeof REFERENCES][side ?? 'BUY'];
  const offset = typeof params['offset'] === 'string' ? params['offset'] : '0';
  const place = describeOffset(offset, side === 'SELL', market, name);
  const watched = state.watched_price;
  if (child === undefined) {
    if (watched === null) return [`waits for a price of others: it rests ${place}`, describeMoves(order)];
    return [`not resting now; it follows ${name}, ${showPrice(watched, format)}`, describeMoves(order)];
  }
  const price = child.price === null ? '' : showPrice(child.price, format);
  const isAtLimit = child.price !== null && child.price === order.price;
  return [
    isAtLimit ? `resting at its limit ${price}` : `resting ${place}, at ${price}`,
    ...(watched === null ? [] : [`${name.replace('the ', '')} of others ${showPrice(watched, format)}`]),
    describeMoves(order),
  ];
}

/** `1 tick below the best bid`; behind the reference is below it for a buy. */
function describeOffset(text: string, isSell: boolean, market: Market | undefined, name: string): string {
  const isAhead = text.startsWith('-');
  const distance = parseDecimal(text.replace('-', '')) ?? 0n;
  if (distance === 0n) return `at ${name}`;
  const way = isAhead === isSell ? 'below' : 'above';
  const tick = parseDecimal(market?.price_tick ?? '') ?? 0n;
  if (tick === 0n || distance % tick !== 0n)
    return `${showPrice(renderDecimal(distance), 'cents')} ${way} ${name}`;
  const ticks = distance / tick;
  return `${ticks} ${ticks === 1n ? 'tick' : 'ticks'} ${way} ${name}`;
}

function describeMoves({ params, state: { moves, capped, next_at: next } }: ComplexOrder): string {
  const moved = `moved ${moves} of ${String(params['max_moves'])} times`;
  if (capped) return `${moved}: it stays where it is`;
  return next === null ? moved : `${moved}, next ${showClock(next)} at the earliest`;
}

function describeShare(
  { params, state, qty, filled_qty: filled }: ComplexOrder,
  child: Order | undefined,
  format: PriceFormat,
): readonly string[] {
  const share = renderDecimal((parseDecimal(params['participation']) ?? 0n) * 100n);
  const window = `follows every ${showSpan(Number(params['window_ms']))}`;
  const finish = params['finish'] === 'CROSS' ? ['takes the rest when it ends'] : [];
  return [
    `${share} % of what others trade`,
    child === undefined || child.price === null
      ? `waits for their volume; ${showAmount(filled)} of ${showAmount(qty)} filled`
      : `resting ${showAmount(child.qty)} at ${showPrice(child.price, format)}`,
    ...(state.watched_price === null
      ? []
      : [`best price of others ${showPrice(state.watched_price, format)}`]),
    window,
    ...finish,
  ];
}

function describeRoute(
  order: ComplexOrder,
  child: Order | undefined,
  format: PriceFormat,
): readonly string[] {
  const venues = [...new Set(child?.legs.map(({ venue }) => venue) ?? [])].join(', ');
  const least = order.params['min_improvement'];
  return [
    child === undefined || child.price === null || venues === ''
      ? 'not resting now; it goes where it costs least'
      : `resting at ${venues}, ${showPrice(child.price, format)}`,
    typeof least === 'string'
      ? `moves to save ${showPrice(least, 'cents')} a contract with fees`
      : 'moves to save a tick a contract with fees',
    describeMoves(order),
  ];
}
