import type { NewComplexOrder, Opportunity } from '../../../../sdk/src/index.ts';
import { type Notional, renderNotional } from '../../../../src/domain/model/money.ts';
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
  HOLD: 'pause, and wait for me',
  CHASE: 'buy it up to a worse cost',
  UNWIND: 'sell the other leg back',
};

/** What a caller chooses for both legs of an opportunity, as typed. */
export interface HedgeFields {
  readonly qty: string;
  readonly unhedged: string;
  readonly minEdge: string;
  readonly onLegRisk: string;
  readonly chase: string;
  readonly acceptsRisk: boolean;
}

/** @param minima  the least quantities of the legs */
export const startFields = ({ qty }: Opportunity, minima: readonly string[]): HedgeFields => ({
  qty,
  unhedged: findUnhedged(qty, minima),
  minEdge: '0',
  onLegRisk: 'HOLD',
  chase: '1.02',
  acceptsRisk: false,
});

/** A tenth of the sets, and at least what both markets accept as an order: less could never trade. */
function findUnhedged(qty: string, minima: readonly string[]): string {
  const tenth = renderNotional((toNotional(qty) / 10n) as Notional);
  const [whole = '0'] = tenth.split('.');
  const wanted = [...minima, whole === '0' ? tenth : whole].toSorted(compareAmounts).at(-1) ?? qty;
  return compareAmounts(wanted, qty) > 0 ? qty : wanted;
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

/** Only what no review or other listing can cure is kept from a ticket: two legs that may be traded together. */
export const canTradeBoth = ({ legs, blocked_by: blocked }: Opportunity): boolean =>
  legs.length === 2 && blocked.every((block) => block === 'settlement_risk');

const DECIMAL = /^\d+(\.\d{1,8})?$/;

/** Null while a figure is missing or no decimal, or the settlement risk is not accepted. */
export function buildHedge(
  subaccountId: string,
  { legs, settlement }: Opportunity,
  { qty, unhedged, minEdge, onLegRisk, chase, acceptsRisk }: HedgeFields,
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
