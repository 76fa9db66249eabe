import type { MatchJudgement } from '../../../../sdk/src/index.ts';

/** What matching says of two listings that nobody has decided on. */
export const VERDICTS = [
  { value: 'same', label: 'the same contract' },
  { value: 'same-inverted', label: 'the same, YES and NO exchanged' },
  { value: 'unsure', label: 'unsure' },
] as const;

/** A verdict and how sure matching is of it. */
export function verdictWords({ verdict, score }: MatchJudgement): string {
  const words = VERDICTS.find(({ value }) => value === verdict)?.label ?? verdict;
  return `${words} · ${Math.round(score * 100)} of 100`;
}

/** What a reason speaks for, as a sign before its words. */
export const REASON_SIGNS: Readonly<Record<MatchJudgement['reasons'][number]['kind'], string>> = {
  agrees: '✓',
  gap: '?',
  note: '·',
  veto: '✕',
};
