import type { Notional, OpportunityKind, Qty, VenueInstrument } from '#contract';
import type { ListingComparison } from '../mapping/compare-listings.ts';
import { listScenarios } from './opportunity-set.ts';

/** Whether the legs may settle differently. `HIGH` needs the caller's consent, `BLOCK` is never executed. */
export const SETTLEMENT_RISKS = ['NONE', 'LOW', 'HIGH', 'BLOCK'] as const;
export type SettlementRisk = (typeof SETTLEMENT_RISKS)[number];

/** A difference between two listings. `a` and `b` quote them, `text` explains it; each is null where it does not apply. */
export interface SettlementDifference {
  readonly topic: string;
  readonly a: string | null;
  readonly b: string | null;
  readonly text: string | null;
}

export interface Settlement {
  readonly risk: SettlementRisk;
  readonly differences: readonly SettlementDifference[];
  readonly mayBeVoid: readonly boolean[]; // for each leg: its rules mention a case in which it is void
}

type Rules = Pick<VenueInstrument, 'description' | 'rulesSecondary'>;

/** The legs of one venue follow its rules together; only their own void cases are a risk. */
export function assessOneVenue(kind: OpportunityKind, legs: readonly Rules[]): Settlement {
  const mayBeVoid = legs.map((leg) => findVoidRule(leg) !== null);
  // One instrument is void for both of its outcomes.
  const risk = kind !== 'INTERNAL' && mayBeVoid.includes(true) ? 'LOW' : 'NONE';
  return { risk, differences: [], mayBeVoid };
}

/**
 * Two instruments of one asset settle by separate rules. Their comparison decides: a contradiction blocks, something
 * that only one listing states is a high risk, and void rules a low one.
 *
 * @param isInverted  YES of the first is NO of the second in the asset
 */
export function assessPair(
  [first, second]: readonly [Rules, Rules],
  { verdict, inverted, reasons }: ListingComparison,
  isInverted: boolean,
): Settlement {
  const [a, b] = [findVoidRule(first), findVoidRule(second)];
  const differences: SettlementDifference[] = reasons
    .filter(({ kind }) => kind === 'veto' || kind === 'gap')
    .map(({ name, words }) => ({ topic: name, a: null, b: null, text: words }));
  if (a !== b) differences.push({ topic: 'void', a, b, text: null });
  return {
    risk: decideRisk(verdict, inverted !== isInverted, a !== null || b !== null),
    differences,
    mayBeVoid: [a !== null, b !== null],
  };
}

function decideRisk(
  verdict: ListingComparison['verdict'],
  isOtherWay: boolean,
  hasVoidRule: boolean,
): SettlementRisk {
  if (verdict === 'different' || (verdict !== 'unsure' && isOtherWay)) return 'BLOCK';
  if (verdict === 'unsure') return 'HIGH';
  return hasVoidRule ? 'LOW' : 'NONE';
}

/**
 * What the sets pay at worst, less their cost. A leg that may be void then pays nothing, because what a venue pays
 * for it cannot be relied on. Legs of HIGH or BLOCK may all lose.
 */
export function computeWorstCase(
  kind: OpportunityKind,
  { risk, mayBeVoid }: Settlement,
  { qty, capital }: { readonly qty: Qty; readonly capital: Notional },
): Notional {
  if (risk === 'HIGH' || risk === 'BLOCK') return (0n - capital) as Notional;
  const paid = listScenarios(kind, mayBeVoid.length).map(
    (pays) => pays.filter((isPaid, leg) => isPaid && mayBeVoid[leg] !== true).length,
  );
  return (BigInt(Math.min(...paid)) * ONE_CONTRACT * qty - capital) as Notional;
}

const ONE_CONTRACT = 100_000_000n; // one contract of 1e-8 pays this, in 1e-16

const VOID_RULE =
  /\b(?:void(?:ed)?|cancel(?:l?ed|lation)|refund(?:ed)?|abandon(?:ed)?|postpon(?:ed|ement)|no contest|50[-/–]50|fair market (?:price|value))\b/i;
const EXCERPT_MAX = 200;

/** The first sentence that mentions what happens when the contract is void; null when none does. */
function findVoidRule({ description, rulesSecondary }: Rules): string | null {
  const sentences = `${description ?? ''} ${rulesSecondary ?? ''}`.split(/(?<=[.!?])\s+/);
  const sentence = sentences.find((each) => VOID_RULE.test(each))?.trim();
  return sentence === undefined ? null : sentence.slice(0, EXCERPT_MAX);
}
