import type { MatchJudgement } from '../../../../sdk/src/index.ts';

/** The verdicts of the matcher on an undecided pair of listings. */
export const VERDICTS = [
  { value: 'same', label: 'the same contract' },
  { value: 'same-inverted', label: 'the same, with YES and NO swapped' },
  { value: 'unsure', label: 'unsure' },
] as const;

/** A verdict with its score. */
export function verdictLabel({ verdict, score }: MatchJudgement): string {
  const words = VERDICTS.find(({ value }) => value === verdict)?.label ?? verdict;
  return `${words} · ${Math.round(score * 100)} of 100`;
}

/** The symbol before a reason. */
export const REASON_SIGNS: Readonly<Record<MatchJudgement['reasons'][number]['kind'], string>> = {
  agrees: '✓',
  gap: '?',
  note: '·',
  veto: '✕',
};

/** The relation between the outcomes of two contracts, from the first listing to the other. */
export const RELATION_LABELS: Readonly<Record<MatchJudgement['relation'], string>> = {
  identity: 'One contract: both pay in the same outcomes.',
  inverted: 'One contract with YES and NO swapped.',
  subset: 'The first pays only if the other pays. They cannot be approved as one contract.',
  superset: 'The other pays only if the first pays. They cannot be approved as one contract.',
  overlap: 'Both or either may pay. They cannot be approved as one contract.',
  disjoint: 'They never both pay. They cannot be approved as one contract.',
  unsure: 'The texts prove no relation. Read both before you approve.',
};
