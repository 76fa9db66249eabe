import { computeFillFee } from '../fees/fill-fees.ts';
import {
  type AccountId,
  type InstrumentId,
  positionKey,
  type SubaccountId,
  type VenueName,
} from '../model/ids.ts';
import { computeNotional, ONE, PRICE_ONE, type Price, type Qty } from '../model/money.ts';
import { isYesBuy, type Outcome, type Side } from '../model/order.ts';
import type { Position } from '../model/position.ts';
import { computeClosableQty } from './cash-needed.ts';
import { type FindFees, toUnitCost } from './trading-usage.ts';

/** What an order or a complex order may still fill in one instrument. */
export interface OpenClaim {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly instrumentId: InstrumentId;
  readonly venue: VenueName | null; // null: not placed yet
  readonly side: Side;
  readonly outcome: Outcome; // the instrument's
  readonly price: Price | null; // the dearest possible; null: any
  readonly closesAt: Price | null; // the price of a loss that it may realize; null: unknown
  readonly qty: Qty;
  readonly reduceOnly: boolean;
}

export interface OpenCosts {
  readonly cost: bigint;
  readonly openedQty: bigint; // contracts that open a position
}

/**
 * What these claims cost if all fill: what they open at its dearest price, and all their fees. Claims that would close the
 * same contracts share them: the cheapest counts as closing, and reduce-only ones come first.
 */
export function sumOpenCosts(
  claims: readonly OpenClaim[],
  positions: ReadonlyMap<string, Position>,
  findFees: FindFees,
): OpenCosts {
  let [cost, openedQty] = [0n, 0n];
  for (const group of groupByDirection(claims)) {
    let free = findClosable(group, positions);
    for (const { unit, claim } of group) {
      const closed = free < claim.qty ? free : claim.qty;
      free -= closed;
      cost += computeFillFee(findFees(claim.instrumentId), claim.price ?? HALF, claim.qty);
      if (claim.reduceOnly) continue;
      openedQty += claim.qty - closed;
      cost += computeNotional(unit, (claim.qty - closed) as Qty);
    }
  }
  return { cost, openedQty };
}

const HALF = (ONE / 2n) as Price; // where fees are highest

interface PricedClaim {
  readonly claim: OpenClaim;
  readonly unit: Price; // cost of one contract
}

/** The claims that buy or sell YES at one position, in the order in which they count as closing it. */
function groupByDirection(claims: readonly OpenClaim[]): readonly (readonly PricedClaim[])[] {
  const groups = new Map<string, PricedClaim[]>();
  for (const claim of claims) {
    const { side, outcome, price } = claim;
    const unit = price === null ? PRICE_ONE : toUnitCost(side, price);
    const key = `${toKey(claim)} ${isYesBuy(side, outcome)}`;
    const group = groups.get(key) ?? [];
    group.push({ claim, unit });
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => group.toSorted(compareClosing));
}

const compareClosing = (a: PricedClaim, b: PricedClaim): number =>
  Number(b.claim.reduceOnly) - Number(a.claim.reduceOnly) || Number(a.unit - b.unit);

function findClosable([first]: readonly PricedClaim[], positions: ReadonlyMap<string, Position>): bigint {
  if (first === undefined) return 0n;
  const { claim } = first;
  return computeClosableQty({ ...claim, tokenSide: null }, positions.get(toKey(claim))?.net ?? 0n);
}

const toKey = ({ accountId, subaccountId, instrumentId }: OpenClaim): string =>
  positionKey(accountId, subaccountId, instrumentId);
