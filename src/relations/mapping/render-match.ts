import { assessSafety } from './assess-safety.ts';
import type { ListingComparison } from './compare-listings.ts';

/** A comparison of two listings as the API and the command line show it; weights have two decimals. */
export const renderMatch = ({ verdict, score, relation, inverted, reasons }: ListingComparison) => ({
  verdict,
  score,
  relation,
  inverted,
  safety: assessSafety({ verdict, score, inverted, reasons }),
  reasons: reasons.map(({ name, kind, weight, words }) => ({
    name,
    kind,
    weight: Math.round(weight * 100) / 100,
    words,
  })),
});
