import {
  absolute,
  complement,
  getIdNumber,
  type Instrument,
  NOTIONAL_ZERO,
  OUTCOMES,
  type Outcome,
  type Position,
  PRICE_ONE,
  type Price,
  positionKey,
  type Qty,
  type Rejection,
  type Result,
  type Side,
  type Subaccount,
  toFillId,
  type VenueName,
} from '#contract';
import { applyFill, bindInstruments, computeAveragePrice, type LedgerEvent, type Outcomes } from '#domain';
import { findTokens, type StateStore } from '#orders';
import type { MarketView } from '#ports';
import type { ExternalOrder } from './external-orders.ts';
import { isSameGap } from './position-differences.ts';

export type PositionOwner = Pick<Subaccount, 'accountId' | 'subaccountId'>;

/** What the venue's account holds of each outcome beyond our fills (> 0), or lacks (< 0); 1e-8 contracts. */
export interface PositionGap {
  readonly venueInstrumentId: string;
  readonly gap: Outcomes; // a venue that nets both outcomes has all of it under YES
  readonly holdsTokens: boolean;
  readonly avgPrice: Price | null; // what the net of the account cost by the venue, if none of it is ours; YES terms
}

/** Where a price is from: what the venue says it cost, the market's present one, or any, because a pair pays 1. */
type PriceSource = 'venue' | 'market' | 'pair';

export interface AdoptedPosition {
  readonly instrument: Instrument;
  readonly side: Side;
  readonly outcome: Outcome;
  readonly qty: Qty;
  readonly price: Price; // of the outcome
  readonly priceFrom: PriceSource;
}

/** A difference that was not taken over, and why. */
export interface LeftPosition {
  readonly venueInstrumentId: string;
  readonly net: bigint; // YES contracts
  readonly tokens: Outcomes | null; // null: the venue nets both outcomes
  readonly why: string;
}

export interface Adoption {
  readonly adopted: readonly AdoptedPosition[];
  readonly left: readonly LeftPosition[];
}

/** The positions that were taken over, and the open orders of other programs, which are left or cancelled. */
export interface AccountAdoption extends Adoption {
  readonly orders: readonly ExternalOrder[];
}

/** Takes the positions of a venue's account over into a subaccount. */
export type PositionAdopter = (
  venue: string,
  owner: PositionOwner,
  cancelsOrders: boolean,
) => Promise<Result<AccountAdoption, Rejection>>;

interface PositionAdoptionDeps {
  readonly store: StateStore;
  readonly market: MarketView;
}

interface PricedGap extends PositionGap {
  readonly instrument: Instrument;
  readonly price: Price; // YES terms
  readonly priceFrom: PriceSource;
}

/**
 * Takes positions of a venue's account over into one subaccount, as fills without an order: positions stay the sum of
 * the fills. The price is the average that the venue states, else the market's present price; there is no fee. At a
 * venue that holds tokens each outcome is one fill of its tokens, and only tokens of the subaccount can have been sold.
 *
 * @param findCurrent  the gaps once all prices are known: fills and another adoption may have changed ours meanwhile
 * Source  docs/decisions/venue-accounts.md
 */
export async function adoptPositions(
  deps: PositionAdoptionDeps,
  venue: VenueName,
  owner: PositionOwner,
  gaps: readonly PositionGap[],
  actor: string,
  findCurrent: () => ReadonlyMap<string, Pick<PositionGap, 'gap'>>,
): Promise<Adoption> {
  const { store, market } = deps;
  const priced: PricedGap[] = [];
  const left: LeftPosition[] = [];
  for (const gap of gaps) {
    const instrument = await market.prefetchListed(venue, gap.venueInstrumentId);
    const found = instrument === null ? null : await findPrice(deps, owner, instrument, gap);
    if (instrument === null) left.push(toLeft(gap, 'the market is in no list of the venue that was read'));
    else if (found === null) left.push(toLeft(gap, 'neither a cost nor a price is known'));
    else priced.push({ ...gap, ...found, instrument });
  }
  const current = findCurrent();
  const adopted: AdoptedPosition[] = [];
  const fills: LedgerEvent[] = [];
  for (const each of priced) {
    if (!hasGap(current, each)) {
      left.push(toLeft(each, 'it changed while its price was read: ask again in two minutes'));
      continue;
    }
    const { takes, lacks } = divideGap(store, owner, each);
    fills.push(...toFills(store, venue, owner, each, takes, fills.length));
    adopted.push(...takes);
    if (lacks !== null) left.push(toLeft({ ...each, gap: lacks }, sellsTooMuch(owner)));
  }
  if (fills.length > 0) {
    const instruments = new Set(adopted.map(({ instrument }) => instrument));
    await store.commit('positions_adopted', actor, [
      ...bindInstruments(store.state, [...instruments]),
      ...fills,
    ]);
  }
  return { adopted, left };
}

const hasGap = (
  current: ReadonlyMap<string, Pick<PositionGap, 'gap'>>,
  { venueInstrumentId, gap }: PositionGap,
): boolean => {
  const now = current.get(venueInstrumentId);
  return now !== undefined && isSameGap(now, { gap });
};

/** The instruments of which everything was taken over. */
export function findTaken({ adopted, left }: Adoption): ReadonlySet<string> {
  const others = new Set(left.map(({ venueInstrumentId }) => venueInstrumentId));
  const ids = adopted.map(({ instrument }) => instrument.venueInstrumentId);
  return new Set(ids.filter((id) => !others.has(id)));
}

export const toLeft = (
  { venueInstrumentId, gap, holdsTokens }: Pick<PositionGap, 'venueInstrumentId' | 'gap' | 'holdsTokens'>,
  why: string,
): LeftPosition => ({
  venueInstrumentId,
  net: gap.YES - gap.NO,
  tokens: holdsTokens ? gap : null,
  why,
});

const sellsTooMuch = ({ subaccountId }: PositionOwner): string =>
  `sold or merged at the venue, and ${subaccountId} does not hold them: name the subaccount that does`;

/** Pairs that came or went cost the average of what is held, so that they realize nothing. */
async function findPrice(
  { store, market }: PositionAdoptionDeps,
  owner: PositionOwner,
  { instrumentId }: Instrument,
  { gap, holdsTokens, avgPrice }: PositionGap,
): Promise<Pick<PricedGap, 'price' | 'priceFrom'> | null> {
  if (avgPrice !== null) return { price: avgPrice, priceFrom: 'venue' };
  if (holdsTokens && gap.YES === gap.NO) {
    const held = store.state.positions.get(positionKey(owner.accountId, owner.subaccountId, instrumentId));
    const own = held === undefined ? null : computeAveragePrice(held);
    return { price: own ?? ((PRICE_ONE / 2n) as Price), priceFrom: 'pair' };
  }
  if (market.mark(instrumentId) === null) await market.waitForBooks([instrumentId]);
  const price = market.mark(instrumentId);
  return price === null ? null : { price, priceFrom: 'market' };
}

/** What of a gap is taken over, and what the subaccount cannot have sold. */
function divideGap(
  store: StateStore,
  owner: PositionOwner,
  { instrument, gap, holdsTokens, price, priceFrom }: PricedGap,
): { readonly takes: readonly AdoptedPosition[]; readonly lacks: Outcomes | null } {
  const takes: AdoptedPosition[] = [];
  const lacks = { YES: 0n, NO: 0n };
  for (const outcome of OUTCOMES) {
    const least = 0n - findTokens(store.state, owner, instrument.instrumentId, outcome).held;
    const taken = holdsTokens && gap[outcome] < least ? least : gap[outcome];
    lacks[outcome] = gap[outcome] - taken;
    if (taken === 0n) continue;
    const side = taken > 0n ? 'BUY' : 'SELL';
    const own = outcome === 'YES' ? price : complement(price);
    takes.push({ instrument, side, outcome, qty: absolute(taken) as Qty, price: own, priceFrom });
  }
  return { takes, lacks: lacks.YES === 0n && lacks.NO === 0n ? null : lacks };
}

/** @param before  fills of the same entry, which have ids already */
function toFills(
  store: StateStore,
  venue: VenueName,
  owner: PositionOwner,
  { instrument, holdsTokens }: PricedGap,
  takes: readonly AdoptedPosition[],
  before: number,
): readonly LedgerEvent[] {
  const { instrumentId, venueInstrumentId } = instrument;
  const at = store.now();
  const key = positionKey(owner.accountId, owner.subaccountId, instrumentId);
  let position: Position | null = store.state.positions.get(key) ?? null;
  return takes.map(({ side, outcome, qty, price }, index) => {
    const id = toFillId(store.state.fillNumber + 1 + before + index);
    const traded = { ...owner, instrumentId, venue, side, outcome, price, qty } as const;
    const applied = applyFill(position, { ...traded, at });
    position = applied.position.net === 0n ? null : applied.position;
    const fill = {
      ...ADOPTED_FILL,
      ...traded,
      id,
      venueTradeId: `adopted-${venueInstrumentId}-${getIdNumber(id)}`,
      tokenSide: holdsTokens ? side : null,
      realizedPnl: applied.realizedPnl,
      timestamp: at,
    };
    return { type: 'FillRecorded', fill };
  });
}

const ADOPTED_FILL = {
  orderId: null,
  leg: null,
  generation: 1,
  clientOrderId: null,
  tag: null,
  fee: NOTIONAL_ZERO,
  liquidity: 'ADOPTED',
  settlement: 'FINAL',
  voids: null,
} as const;
