import type { NewComplexOrder, OnLegRisk, Opportunity } from '../../../../sdk/src/index.ts';
import { type Notional, renderNotional } from '../../../../src/contract/model/money.ts';
import { compareAmounts, computeCost, toNotional } from '../../components/amounts.ts';
import { readQty } from '../trade/typed-figures.ts';

/** What each kind of set is. */
export const KIND_WORDS: Readonly<Record<string, string>> = {
  CROSS: 'one contract at two listings',
  INTERNAL: 'both outcomes of one listing',
  ALL_YES: 'YES of every outcome of an event',
  ALL_NO: 'NO of several outcomes of an event',
  LADDER: 'a threshold and a stricter one',
};

export const RISK_WORDS: Readonly<Record<string, string>> = {
  NONE: 'the rules agree',
  LOW: 'a leg may be void',
  HIGH: 'the rules may differ',
  BLOCK: 'the rules contradict each other',
};

const BLOCK_WORDS: Readonly<Record<string, string>> = {
  not_reviewed: 'the pair is not approved',
  settlement_risk: 'the settlement risk must be accepted',
  settlement_conflict: 'not to be traded as one contract',
  book_crossed: 'the book is crossed',
  venue_unhealthy: 'a venue is unhealthy',
};

export const describeBlocks = (blocks: readonly string[]): string =>
  blocks.map((block) => BLOCK_WORDS[block] ?? block).join(', ');

/** A rate as a percentage with two decimals: `0.01016` is `1.02 %`. */
export const showPercent = (rate: string): string => `${(Number(rate) * 100).toFixed(2)} %`;

export const LEG_RISK_WORDS: Readonly<Record<string, string>> = {
  UNWIND: 'sell the other leg back',
  CHASE: 'buy it up to a worse cost',
  HOLD: 'pause, and wait for me',
};

/** What a caller chooses for both legs of an opportunity, as typed. */
export interface HedgeFields {
  readonly qty: string;
  readonly unhedged: string | null; // null: one clip of the sets
  readonly minEdge: string;
  readonly onLegRisk: OnLegRisk;
  readonly chase: string;
  readonly acceptsRisk: boolean;
}

export const startFields = ({ qty }: Opportunity): HedgeFields => ({
  qty,
  unhedged: null,
  minEdge: '0',
  onLegRisk: 'UNWIND',
  chase: '1.02',
  acceptsRisk: false,
});

/**
 * By how much the filled quantities of the legs may differ: as typed, or one clip, which is a tenth of the sets and at least
 * what both markets accept as an order. A typed bound above the sets bounds nothing, so it counts as not typed.
 *
 * @param minima  the least quantities of the legs
 */
export function findUnhedged(
  { qty, unhedged }: Pick<HedgeFields, 'qty' | 'unhedged'>,
  minima: readonly string[],
): string {
  const sets = readQty(qty).value;
  if (sets === null) return unhedged ?? '';
  const typed = unhedged === null ? null : readQty(unhedged).value;
  if (unhedged !== null && (typed === null || compareAmounts(typed, sets) <= 0)) return unhedged;
  const tenth = renderNotional((toNotional(sets) / 10n) as Notional);
  const [whole = '0'] = tenth.split('.');
  const clip = [...minima, whole === '0' ? tenth : whole].toSorted(compareAmounts).at(-1) ?? sets;
  return compareAmounts(clip, sets) > 0 ? sets : clip;
}

/** What the quantity that may stay unhedged costs at most, in the leg that costs more; null for no decimal. */
export function computeUnhedgedCost({ legs }: Opportunity, unhedged: string): string | null {
  const qty = readQty(unhedged).value;
  const worst = legs
    .map(({ worst_price: price }) => price)
    .toSorted(compareAmounts)
    .at(-1);
  return qty === null || worst === undefined ? null : computeCost(worst, qty);
}

/** True if the rules of the legs agree but for what is void. With another risk every leg may lose. */
export const isSafe = ({ settlement: { risk } }: Opportunity): boolean => risk === 'NONE' || risk === 'LOW';

/** Only what no review or other listing can cure is kept from a ticket: two legs that may be traded together. */
export const canTradeBoth = ({ legs, blocked_by: blocked }: Opportunity): boolean =>
  legs.length === 2 && blocked.every((block) => block === 'settlement_risk');

const DECIMAL = /^\d+(\.\d{1,8})?$/;

/**
 * @param unhedged  the bound of `findUnhedged`
 * @returns null while a figure is missing or no decimal, or the settlement risk is not accepted
 */
export function buildHedge(
  subaccountId: string,
  { legs, settlement }: Opportunity,
  { qty, minEdge, onLegRisk, chase, acceptsRisk }: HedgeFields,
  unhedged: string,
): NewComplexOrder | null {
  const [sets, most] = [readQty(qty).value, readQty(unhedged).value];
  const isChasing = onLegRisk !== 'HOLD';
  if (sets === null || most === null || !DECIMAL.test(minEdge) || (isChasing && !DECIMAL.test(chase)))
    return null;
  if (settlement.risk === 'HIGH' && !acceptsRisk) return null;
  return {
    subaccount_id: subaccountId,
    type: 'HEDGED_PAIR',
    qty: sets,
    params: {
      legs: legs.map(({ instrument_id, outcome, worst_price }) => ({
        instrument_id,
        side: 'BUY',
        outcome,
        price: worst_price,
      })),
      unhedged_qty_max: most,
      min_edge: minEdge,
      on_leg_risk: onLegRisk,
      ...(isChasing ? { chase_price: chase } : {}),
      ...(acceptsRisk ? { accept_settlement_risk: true } : {}),
    },
  };
}
