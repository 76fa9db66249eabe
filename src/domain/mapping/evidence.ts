/**
 * One reason for or against the same contract.
 * `veto`: a conflict that excludes it. `gap`: only one listing states something, so the verdict is at best
 * `unsure`. `agrees` and `note` only change the score.
 */
export interface Feature {
  readonly name: string;
  readonly kind: 'veto' | 'gap' | 'agrees' | 'note';
  readonly weight: number; // added to the score; not used for a veto
  readonly words: string;
}

export const veto = (name: string, words: string): Feature => ({ name, kind: 'veto', weight: -1, words });
export const gap = (name: string, weight: number, words: string): Feature => ({
  name,
  kind: 'gap',
  weight,
  words,
});
export const agrees = (name: string, weight: number, words: string): Feature => ({
  name,
  kind: 'agrees',
  weight,
  words,
});
export const note = (name: string, weight: number, words: string): Feature => ({
  name,
  kind: 'note',
  weight,
  words,
});
