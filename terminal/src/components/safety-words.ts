import type { MatchSafety } from '../../../sdk/src/index.ts';

/** The colour of a level of safety. */
export const SAFETY_COLORS: Readonly<Record<MatchSafety['level'], string>> = {
  SAFE: 'teal',
  CAUTION: 'yellow',
  BLOCK: 'red',
};

const SAFETY_WORDS: Readonly<Record<MatchSafety['level'], string>> = {
  SAFE: 'one contract, and no rule is known to differ',
  CAUTION: 'YES and NO agree, and a rule differs',
  BLOCK: 'the outcomes may differ',
};

/** What the level means, and the clauses that differ. */
export const describeSafety = ({ level, clauses }: MatchSafety): string =>
  [SAFETY_WORDS[level], ...clauses.map(({ name, words }) => `${name} (${words})`)].join(' · ');
