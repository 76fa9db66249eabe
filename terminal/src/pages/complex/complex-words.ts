import type { ComplexOrder, GenericAsset, Outcome, Side } from '../../../../sdk/src/index.ts';
import { showAmount } from '../../components/amounts.ts';
import { labelsFrom } from '../../components/labels.ts';
import { computeSpread, type PriceFormat, showPrice } from '../../components/prices.ts';
import { showClock, showSpan } from '../../components/times.ts';

/** Why a complex order places nothing. */
export const pauseLabel = labelsFrom({
  no_live_book: 'the market has no live book',
  market_paused: 'the market is paused',
  key_ended: 'its key was revoked or has expired',
  kill_switch: 'the kill switch is on: it does not fire',
  risk_limit: 'five children refused: risk limit',
  venue_unhealthy: 'five children refused: the venue is unhealthy',
  outage: 'the service was down for too long',
  fill_voided: 'the venue reversed a fill',
  guard: 'a session or guard ended its orders',
  leg_risk: 'its legs are not hedged, and it may not trade on',
});

/** Causes that end by themselves; the others end by a resume request. */
const ENDS_ALONE = new Set(['no_live_book', 'market_paused', 'kill_switch']);

/** True if only a resume request lets it continue. */
export const needsResume = ({ status, paused_by: cause, needs_resume: must }: ComplexOrder): boolean =>
  status === 'PAUSED' && (must || !ENDS_ALONE.has(cause ?? ''));

/** Why a complex order ended. */
export const endLabel = labelsFrom({
  user_cancel: 'cancelled by you',
  cancel_all: 'cancelled by cancel all',
  risk_cancel_all: 'cancelled by risk',
  guard: 'a guard of its key fired',
  expired: 'expired',
  market_closed: 'the market closed',
  ioc_remainder: 'the rest was not filled at once',
  below_minimum: 'the rest is below the minimum of the market',
  nothing_to_reduce: 'no position left to reduce',
  entry_unfilled: 'its entry ended unfilled',
  duration_over: 'its duration is over',
  price_bound: 'nothing to take within its price',
  leg_risk: 'one leg could not be hedged within its terms',
});

/** The contract, and the direction, of one leg. */
export interface ComplexLeg {
  readonly instrumentId: number;
  readonly side: Side;
  readonly outcome: Outcome;
}

/**
 * The legs of a complex order: one, or those that its parameters name. An order on an asset has the asset's first market,
 * with side and outcome in the asset's terms.
 */
export function findLegs(
  { instrument_id: id, side, outcome, params }: ComplexOrder,
  asset?: GenericAsset,
): readonly ComplexLeg[] {
  const instrumentId = id ?? asset?.members[0]?.instrument_id ?? null;
  if (instrumentId !== null && side !== null && outcome !== null) return [{ instrumentId, side, outcome }];
  const legs = Array.isArray(params['legs'])
    ? (params['legs'] as readonly Readonly<Record<string, unknown>>[])
    : [];
  const found = legs.flatMap((leg) =>
    typeof leg['instrument_id'] === 'number'
      ? [
          {
            instrumentId: leg['instrument_id'],
            side: leg['side'] as Side,
            outcome: leg['outcome'] as Outcome,
          },
        ]
      : [],
  );
  return found.filter((leg, at) => found.findIndex((other) => isSame(leg, other)) === at);
}

const isSame = (one: ComplexLeg, other: ComplexLeg): boolean =>
  one.instrumentId === other.instrumentId && one.side === other.side && one.outcome === other.outcome;

/** What the order waits for: `at or below 40¢`, and how far the watched price is from it. */
export function describeWatch(order: ComplexOrder, format: PriceFormat): readonly string[] {
  const { state, params } = order;
  const [leg] = findLegs(order);
  const lines: string[] = [];
  const distance = (text: string): string =>
    showPrice(text, format === 'odds' ? 'cents' : format).replace('-', '');
  if (state.trigger_price !== null) {
    const way = leg?.side === 'BUY' ? 'at or above' : 'at or below';
    lines.push(`fires ${way} ${showPrice(state.trigger_price, format)}`);
    if (state.watched_price !== null) {
      const gap = computeSpread(state.trigger_price, state.watched_price);
      lines.push(`now ${showPrice(state.watched_price, format)}, ${distance(gap)} away`);
    }
  } else if (state.watched_price !== null) lines.push(`best price ${showPrice(state.watched_price, format)}`);
  const profit = (params['take_profit'] as { readonly price?: string } | null | undefined)?.price;
  if (profit !== undefined) lines.push(`take-profit ${showPrice(profit, format)}`);
  if (typeof params['display_qty'] === 'string')
    lines.push(`shows ${showAmount(params['display_qty'])} at a time`);
  if (typeof params['slices'] === 'number')
    lines.push(`${params['slices']} parts in ${showSpan(Number(params['duration_ms']))}`);
  if (state.next_at !== null && state.trigger_price === null) lines.push(`next ${showClock(state.next_at)}`);
  return lines;
}

/** The parameters that an amend request may change, with their values now: those of the order that are set. */
export function findAmendable({ price, params }: ComplexOrder): readonly AmendableField[] {
  const named = AMENDABLE.flatMap(({ at, label, kind }) =>
    typeof params[at] === 'string' ? [{ at: `params.${at}`, label, kind, value: params[at] }] : [],
  );
  return price === null
    ? named
    : [{ at: 'price', label: 'Limit price', kind: 'price', value: price }, ...named];
}

export interface AmendableField {
  readonly at: string;
  readonly label: string;
  readonly kind: 'price' | 'distance' | 'offset' | 'qty';
  readonly value: string;
}

const AMENDABLE = [
  { at: 'trigger_price', label: 'Trigger price', kind: 'price' },
  { at: 'trail', label: 'Trail', kind: 'distance' },
  { at: 'trail_percent', label: 'Trail in percent', kind: 'qty' },
  { at: 'offset', label: 'Distance behind', kind: 'offset' },
  { at: 'display_qty', label: 'Shown contracts', kind: 'qty' },
] as const;
