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
