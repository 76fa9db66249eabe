import { requirePresent } from '../../domain/model/assert.ts';
import type { VenueName } from '../../domain/model/ids.ts';
import { NOTIONAL_ZERO, type Notional, renderNotional } from '../../domain/model/money.ts';
import { type LegTarget, type NewOrder, type Order, remainingQty } from '../../domain/model/order.ts';
import { type Rejection, rejection } from '../../domain/model/result.ts';
import { computeCashNeeded, computeClosableQty } from '../../domain/risk/cash-needed.ts';
import type { PlannedLeg } from '../../domain/routing/route-types.ts';
import type { MarketView } from '../../ports/market-view.ts';
import type { StateStore } from '../state-store.ts';
import type { VenueRegistry } from '../venue-registry.ts';
import { findBestPrice } from './balance-feed.ts';
import type { BalanceTracker } from './balance-tracker.ts';
import type { CashByVenue, CashChanges } from './cash-holds.ts';

export interface CashCheckDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly market: MarketView;
  readonly balanceTracker: BalanceTracker;
}

/** Less cash than the legs of an order at one venue need. */
export interface CashShortfall {
  readonly venue: VenueName;
  readonly needed: Notional;
  readonly available: Notional;
}

/**
 * The venues whose known cash cannot pay for their legs. A venue without a cash account, or whose balance is stale,
 * is never among them: it decides itself.
 */
export function findCashShortfalls(
  needed: CashByVenue,
  balanceTracker: BalanceTracker,
): readonly CashShortfall[] {
  return [...needed].flatMap(([venue, amount]) => {
    const available = balanceTracker.findSpendable(venue);
    return available === null || amount <= available ? [] : [{ venue, needed: amount, available }];
  });
}

export const toCashRejection = ({ venue, needed, available }: CashShortfall): Rejection =>
  rejection('insufficient_balance', `${venue}: the order needs more cash than is available there`, {
    venue,
    needed: renderNotional(needed),
    available: renderNotional(available > 0n ? available : NOTIONAL_ZERO),
  });

/** What an amend changes in the cash that the unfilled parts of its legs may spend. */
export function sumCashChanges(
  order: Order,
  targets: readonly LegTarget[],
  deps: CashCheckDeps,
): CashChanges {
  const [before, after]: [PayableLeg[], PayableLeg[]] = [[], []];
  for (const { leg: number, price, qty } of targets) {
    const leg = requirePresent(
      order.legs.find((each) => each.leg === number),
      'the leg being amended',
    );
    before.push({ ...leg, qty: remainingQty(leg) });
    after.push({ ...leg, price, qty: remainingQty({ ...leg, qty, atVenue: null }) });
  }
  const present = sumCashNeeded(order, before, deps);
  const requested = sumCashNeeded(order, after, deps);
  return new Map([...requested].map(([venue, cash]) => [venue, cash - (present.get(venue) ?? 0n)]));
}

/** The increases of an amend, which the cash must pay for. */
export const toIncreases = (changes: CashChanges): CashByVenue =>
  new Map([...changes].flatMap(([venue, change]) => (change > 0n ? [[venue, change as Notional]] : [])));

type PayableLeg = Pick<PlannedLeg, 'venue' | 'instrumentId' | 'outcome' | 'tokenSide' | 'price' | 'qty'>;

/** The cash that an order may spend at each venue that has a cash account. */
export function sumCashNeeded(
  { side }: Pick<NewOrder, 'side'>,
  legs: readonly PayableLeg[],
  { store, market, balanceTracker }: CashCheckDeps,
): CashByVenue {
  const sums = new Map<VenueName, Notional>();
  for (const { venue, instrumentId, outcome, tokenSide, price: limit, qty } of legs) {
    if (!balanceTracker.hasAccount(venue)) continue;
    const price = limit ?? findBestPrice(market, instrumentId, side, outcome);
    if (price === null) continue; // MARKET without a book: the venue decides
    const net = store.state.exposure.netQty(instrumentId); // the venue nets the positions of all subaccounts
    const closable = computeClosableQty({ side, outcome, qty, tokenSide }, net);
    const fees = market.estimateFees(market.instrument(instrumentId));
    const amount = computeCashNeeded({ side, outcome, price, qty }, fees, closable);
    sums.set(venue, ((sums.get(venue) ?? 0n) + amount) as Notional);
  }
  return sums;
}
