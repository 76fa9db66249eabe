/**
 * One reason for or against the same contract.
 * `veto`: a conflict that excludes it. `gap`: only one listing states something, so the verdict is at best
 * `unsure`. `agrees` and `note` only change the score.
 */
export interface Reason {
  readonly name: string; // what was compared: `date`, `threshold`, `team`
  readonly kind: 'veto' | 'gap' | 'agrees' | 'note';
  readonly weight: number; // added to the score; not used for a veto
  readonly words: string; // the explanation for a person
}

export const veto = (name: string, words: string): Reason => ({ name, kind: 'veto', weight: -1, words });
export const gap = (name: string, weight: number, words: string): Reason => ({
  name,
  kind: 'gap',
  weight,
  words,
});
export const agrees = (name: string, weight: number, words: string): Reason => ({
  name,
  kind: 'agrees',
  weight,
  words,
});
export const note = (name: string, weight: number, words: string): Reason => ({
  name,
  kind: 'note',
  weight,
  words,
});
