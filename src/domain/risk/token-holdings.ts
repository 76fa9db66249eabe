import {
  assert,
  complement,
  type Fill,
  type InstrumentId,
  isLive,
  isOperationOver,
  type Leg,
  NOTIONAL_ZERO,
  type Notional,
  type Order,
  type Outcome,
  oppositeOutcome,
  type PositionOperation,
  type Price,
  positionKey,
  QTY_ZERO,
  type Qty,
  remainingQty,
  type Side,
  type TokenSide,
  type VenueName,
} from '#contract';

/**
 * The tokens of one outcome that a subaccount holds at a venue where YES and NO are separate holdings; 1e-8 tokens.
 *
 * Invariants: `unsettled` ≤ `held`; what a sale sends is covered by `held` − `unsettled`, less what the venue still has of
 * other sales (I-47).
 */
export interface TokenHolding {
  readonly held: Qty; // bought, and not sold; fills that the venue may still void included
  readonly unsettled: Qty; // the part of `held` that a void would take back
  readonly promised: Qty; // to live sales
  readonly returning: Qty; // the part of `promised` of sales that are being cancelled
}

/** Tokens of each outcome. */
export interface Outcomes {
  readonly YES: bigint;
  readonly NO: bigint;
}

interface Sums {
  readonly unsettled: Record<Outcome, bigint>;
  readonly promised: Record<Outcome, bigint>;
  readonly returning: Record<Outcome, bigint>;
}

type Traded = Pick<Fill, 'side' | 'outcome' | 'qty' | 'tokenSide'>;

/** The outcome whose tokens are traded. */
export const getTokenOutcome = (side: Side, outcome: Outcome, tokenSide: TokenSide): Outcome =>
  tokenSide === null || tokenSide === side ? outcome : oppositeOutcome(outcome);

/** The outcome whose tokens an order sells if they are held: SELL YES and BUY NO both reduce YES. */
export const getReducedOutcome = (side: Side, outcome: Outcome): Outcome =>
  side === 'SELL' ? outcome : oppositeOutcome(outcome);

/**
 * The tokens of YES and NO: their difference is the position, and what is held of both outcomes are pairs, which pay 1
 * each whatever the result is.
 */
export function toOutcomes(net: bigint, pairs: bigint): Outcomes {
  return { YES: (net > 0n ? net : 0n) + pairs, NO: (net < 0n ? -net : 0n) + pairs };
}

/**
 * The pairs after a fill.
 *
 * @param net    the position before it, in YES terms
 * @param pairs  before it
 * @param sign   -1 takes the fill back
 */
export function computePairs(net: bigint, pairs: bigint, fill: Traded, sign: 1n | -1n): bigint {
  const { side, outcome, qty, tokenSide } = fill;
  if (tokenSide === null) return pairs;
  const change = (tokenSide === 'BUY' ? qty : 0n - qty) * sign;
  const before = toOutcomes(net, pairs);
  const traded = getTokenOutcome(side, outcome, tokenSide);
  const after = { ...before, [traded]: before[traded] + change };
  // Tokens from before this ledger may be sold too: they are not known here.
  const least = after.YES < after.NO ? after.YES : after.NO;
  return least > 0n ? least : 0n;
}

/** What live sales promise, and what pending purchases may lose, by position and outcome. Derived, never stored. */
export class TokenHoldings {
  readonly #sums = new Map<string, Sums>(); // by positionKey
  readonly #splitCash = new Map<VenueName, Notional>();

  /** @param net  the position in YES terms */
  get(key: string, net: bigint, pairs: bigint, outcome: Outcome): TokenHolding {
    const held = toOutcomes(net, pairs)[outcome] as Qty;
    const sums = this.#sums.get(key);
    if (sums === undefined) return { held, unsettled: QTY_ZERO, promised: QTY_ZERO, returning: QTY_ZERO };
    const [unsettled, promised, returning] = [sums.unsettled, sums.promised, sums.returning].map(
      (sum) => sum[outcome] as Qty,
    ) as [Qty, Qty, Qty];
    return { held, unsettled: unsettled > held ? held : unsettled, promised, returning };
  }

  replaceOrder(before: Order | null, after: Order | null): void {
    if (before !== null) for (const leg of before.legs) this.#promise(before, leg, -1n);
    if (after !== null) for (const leg of after.legs) this.#promise(after, leg, 1n);
  }

  /** The cash that splits which are not over may still take. */
  splitCash(venue: VenueName): Notional {
    return this.#splitCash.get(venue) ?? NOTIONAL_ZERO;
  }

  /**
   * A merge that is not over promises its tokens of both outcomes, so that no sale and no other merge counts them (I-50);
   * a split promises its cash.
   */
  replaceOperation(before: PositionOperation | null, after: PositionOperation): void {
    if (before !== null) this.#reserve(before, -1n);
    this.#reserve(after, 1n);
  }

  /** Adds (`sign` 1) or removes (-1) a PENDING fill. */
  addPending(fill: Fill, sign: 1n | -1n): void {
    const { accountId, subaccountId, instrumentId, side, outcome, qty, tokenSide } = fill;
    if (tokenSide !== 'BUY') return;
    this.#change(positionKey(accountId, subaccountId, instrumentId), (sums) => {
      sums.unsettled[getTokenOutcome(side, outcome, tokenSide)] += sign * qty;
    });
  }

  #reserve(operation: PositionOperation, sign: 1n | -1n): void {
    const { kind, qty, cash, venue, accountId, subaccountId, instrumentId } = operation;
    if (isOperationOver(operation)) return;
    if (kind === 'SPLIT') this.#splitCash.set(venue, (this.splitCash(venue) + sign * cash) as Notional);
    if (kind !== 'MERGE' || qty === null) return;
    this.#change(positionKey(accountId, subaccountId, instrumentId), ({ promised }) => {
      promised.YES += sign * qty;
      promised.NO += sign * qty;
    });
  }

  #promise(order: Order, leg: Leg, sign: 1n | -1n): void {
    const qty = promisedQty(order, leg);
    if (qty === 0n) return;
    const outcome = getTokenOutcome(order.side, leg.outcome, leg.tokenSide);
    this.#change(toKey(order, leg.instrumentId), (sums) => {
      sums.promised[outcome] += sign * qty;
      if (order.pendingAction === 'cancel') sums.returning[outcome] += sign * qty;
    });
  }

  #change(key: string, change: (sums: Sums) => void): void {
    const sums = this.#sums.get(key) ?? {
      unsettled: { YES: 0n, NO: 0n },
      promised: { YES: 0n, NO: 0n },
      returning: { YES: 0n, NO: 0n },
    };
    change(sums);
    const all = Object.values(sums).flatMap(({ YES, NO }: Outcomes) => [YES, NO]);
    assert(
      all.every((sum) => sum >= 0n),
      'I-47: promised and unsettled tokens are released once',
    );
    if (all.every((sum) => sum === 0n)) this.#sums.delete(key);
    else this.#sums.set(key, sums);
  }
}

const toKey = ({ accountId, subaccountId }: Order, instrumentId: InstrumentId): string =>
  positionKey(accountId, subaccountId, instrumentId);

/** The tokens that a live sale may still take. While a quantity increase is pending, the larger quantity counts. */
export function promisedQty(order: Order, leg: Leg): Qty {
  if (leg.tokenSide !== 'SELL' || !isLive(leg.status)) return QTY_ZERO;
  const requested = order.pendingAmend?.legs.find((target) => target.leg === leg.leg)?.qty ?? leg.qty;
  return (remainingQty(leg) + (requested > leg.qty ? requested - leg.qty : 0n)) as Qty;
}

/** Tokens that a new sale may count on: a part may have to settle, or come back from a cancelled sale, first. */
export const toFreeQty = ({ held, promised, returning }: TokenHolding): Qty => {
  const free = held - (promised - returning);
  return (free > 0n ? free : 0n) as Qty;
};

/**
 * The pairs that can be merged now: tokens of both outcomes that are settled, and promised to no sale and no other
 * operation, in whole steps of the venue. A sale that is being cancelled still counts.
 */
export function computeMergeable(yes: TokenHolding, no: TokenHolding, step: Qty): Qty {
  const free = [yes, no].map(({ held, unsettled, promised }) => held - unsettled - promised);
  const least = free.reduce((a, b) => (a < b ? a : b));
  return (least > 0n ? least - (least % step) : 0n) as Qty;
}

/** Side, outcome and price as a venue receives them. */
export interface SentTerms {
  readonly side: Side;
  readonly outcome: Outcome;
  readonly price: Price | null;
}

/** The terms in which a leg of an order of this side is sent. */
export function toSentTerms(
  side: Side,
  { outcome, price, tokenSide }: Pick<Leg, 'outcome' | 'price' | 'tokenSide'>,
): SentTerms {
  if (tokenSide === null || tokenSide === side) return { side, outcome, price };
  return {
    side: tokenSide,
    outcome: oppositeOutcome(outcome),
    price: price === null ? null : complement(price),
  };
}
