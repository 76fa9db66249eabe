/**
 * One reason for or against two listings being one contract.
 * `veto`: a hard conflict, whatever else agrees. `gap`: something one side says and the other does not,
 * so that nobody can be sure. `agrees` and `note` only move the score.
 */
export interface Feature {
  readonly name: string;
  readonly kind: 'veto' | 'gap' | 'agrees' | 'note';
  readonly weight: number; // what it adds to the score
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
