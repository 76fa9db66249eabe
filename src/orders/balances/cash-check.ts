import {
  type LegTarget,
  type NewOrder,
  NOTIONAL_ZERO,
  type Notional,
  type Order,
  type Rejection,
  rejection,
  remainingQty,
  renderNotional,
  requirePresent,
} from '#contract';
import { computeCashNeeded, computeClosableQty, type PlannedLeg } from '#domain';
import type { MarketView } from '#ports';
import type { StateStore } from '../state-store.ts';
import type { VenueRegistry } from '../venue-registry.ts';
import type { BalanceTracker } from './balance-tracker.ts';
import { type CashAccount, type CashByAccount, type CashChanges, splitCashAccount } from './cash-holds.ts';
import { findBestPrice } from './reserved-cash.ts';

export interface CashCheckDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly market: MarketView;
  readonly balanceTracker: BalanceTracker;
}

/** Less cash in one account than its legs of an order need. */
export interface CashShortfall {
  readonly account: CashAccount;
  readonly needed: Notional;
  readonly available: Notional;
}

/**
 * The accounts whose known cash cannot pay for their legs. A venue without a cash account, or whose balance is stale,
 * is never among them: it decides itself.
 */
export function findCashShortfalls(
  needed: CashByAccount,
  balanceTracker: BalanceTracker,
): readonly CashShortfall[] {
  return [...needed].flatMap(([account, amount]) => {
    const available = balanceTracker.findSpendable(account);
    return available === null || amount <= available ? [] : [{ account, needed: amount, available }];
  });
}

export function toCashRejection({ account, ...amounts }: CashShortfall): Rejection {
  const { venue, pool } = splitCashAccount(account);
  const needed = renderNotional(amounts.needed);
  const available = renderNotional(amounts.available > 0n ? amounts.available : NOTIONAL_ZERO);
  const why =
    pool === null
      ? 'the order needs more cash than is available there'
      : `the order needs ${needed} of cash on ${pool}, where its market trades, and ${available} is available there`;
  const details = { venue, ...(pool !== null && { pool }), needed, available };
  return rejection('insufficient_balance', `${venue}: ${why}`, details);
}

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
  return new Map([...requested].map(([account, cash]) => [account, cash - (present.get(account) ?? 0n)]));
}

/** The increases of an amend, which the cash must pay for. */
export const toIncreases = (changes: CashChanges): CashByAccount =>
  new Map([...changes].flatMap(([account, change]) => (change > 0n ? [[account, change as Notional]] : [])));

type PayableLeg = Pick<
  PlannedLeg,
  'venue' | 'instrumentId' | 'venueInstrumentId' | 'outcome' | 'tokenSide' | 'price' | 'qty'
>;

/** The cash that an order may spend of each account at venues that have one. */
export function sumCashNeeded(
  { side }: Pick<NewOrder, 'side'>,
  legs: readonly PayableLeg[],
  { store, market, balanceTracker }: CashCheckDeps,
): CashByAccount {
  const sums = new Map<CashAccount, Notional>();
  for (const leg of legs) {
    const { venue, instrumentId, outcome, tokenSide, price: limit, qty } = leg;
    if (!balanceTracker.hasAccount(venue)) continue;
    const price = limit ?? findBestPrice(market, instrumentId, side, outcome);
    if (price === null) continue; // MARKET without a book: the venue decides
    const net = store.state.exposure.netQty(instrumentId); // the venue nets the positions of all subaccounts
    const closable = computeClosableQty({ side, outcome, qty, tokenSide }, net);
    const fees = market.estimateFees(market.instrument(instrumentId));
    const amount = computeCashNeeded({ side, outcome, price, qty }, fees, closable);
    const account = balanceTracker.findAccount(leg);
    sums.set(account, ((sums.get(account) ?? 0n) + amount) as Notional);
  }
  return sums;
}
