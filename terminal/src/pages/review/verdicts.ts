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
