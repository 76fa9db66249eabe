import {
  type AccountId,
  computeNotional,
  type InstrumentId,
  isYesBuy,
  type KeyId,
  ONE,
  type Outcome,
  type Position,
  PRICE_ONE,
  type Price,
  positionKey,
  type Qty,
  type Side,
  type SubaccountId,
  type VenueName,
} from '#contract';
import { computeFillFee } from '../fees/fill-fees.ts';
import { computeClosableQty } from './cash-needed.ts';
import { type FindFees, toUnitCost } from './trading-usage.ts';

/** What an order or a complex order may still fill in one instrument. */
export interface OpenClaim {
  readonly keyId: KeyId;
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
 *
 * @param others  claims that are not counted, and may close the same contracts first
 */
export function sumOpenCosts(
  claims: readonly OpenClaim[],
  positions: ReadonlyMap<string, Position>,
  findFees: FindFees,
  others: readonly OpenClaim[] = [],
): OpenCosts {
  let [cost, openedQty] = [0n, 0n];
  const taken = new Map<string, bigint>();
  for (const other of others)
    taken.set(toDirection(other), (taken.get(toDirection(other)) ?? 0n) + other.qty);
  for (const [direction, group] of groupByDirection(claims)) {
    const left = findClosable(group, positions) - (taken.get(direction) ?? 0n);
    let free = left > 0n ? left : 0n;
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
function groupByDirection(
  claims: readonly OpenClaim[],
): readonly (readonly [direction: string, group: readonly PricedClaim[]])[] {
  const groups = new Map<string, PricedClaim[]>();
  for (const claim of claims) {
    const { side, price } = claim;
    const unit = price === null ? PRICE_ONE : toUnitCost(side, price);
    const group = groups.get(toDirection(claim)) ?? [];
    group.push({ claim, unit });
    groups.set(toDirection(claim), group);
  }
  return [...groups].map(([direction, group]) => [direction, group.toSorted(compareClosing)]);
}

const toDirection = (claim: OpenClaim): string => `${toKey(claim)} ${isYesBuy(claim.side, claim.outcome)}`;

const compareClosing = (a: PricedClaim, b: PricedClaim): number =>
  Number(b.claim.reduceOnly) - Number(a.claim.reduceOnly) || Number(a.unit - b.unit);

function findClosable([first]: readonly PricedClaim[], positions: ReadonlyMap<string, Position>): bigint {
  if (first === undefined) return 0n;
  const { claim } = first;
  return computeClosableQty({ ...claim, tokenSide: null }, positions.get(toKey(claim))?.net ?? 0n);
}

const toKey = ({ accountId, subaccountId, instrumentId }: OpenClaim): string =>
  positionKey(accountId, subaccountId, instrumentId);
