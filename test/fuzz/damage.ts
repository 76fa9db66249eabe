import type { SeededRandom } from '../support/seeded-values.ts';

const STRANGE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'NaN',
  'Infinity',
  '0x10',
  '0.000000000000000001',
  '9'.repeat(400),
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  ['1', '2', '3'],
];

/** A copy with one to three values replaced by anything: wrong types, unusual text, or nothing. */
export function damaged(dice: SeededRandom, value: unknown): unknown {
  let copy: unknown = structuredClone(value);
  for (let left = dice.between(1, 3); left > 0; left -= 1)
    copy = changedOnce(dice, copy, () => structuredClone(dice.pick(STRANGE)));
  return copy;
}

/** A copy in which one value has a type that it never has, so that it is not a plausible false message. */
export const broken = (dice: SeededRandom, value: unknown): unknown =>
  changedOnce(dice, structuredClone(value), (old) => {
    if (typeof old === 'object') return dice.pick([true, 'x', 7]);
    return dice.pick([{}, [], [[null]], { a: {} }]);
  });

/** Damaged JSON text: cut off, with changed bytes, or repeated. */
export function torn(dice: SeededRandom, text: string): string {
  const at = dice.below(text.length);
  const odd = dice.pick(['"', '{', ']', ',', '\\', '\u0000', '\ufeff', '\ud83d', '0', 'null']);
  return dice.pick([
    text.slice(0, at),
    text.slice(at),
    text.slice(0, at) + odd + text.slice(at + 1),
    text + text,
    '['.repeat(dice.between(1, 5_000)),
    odd,
  ]);
}

function changedOnce(dice: SeededRandom, value: unknown, other: (old: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || dice.happens(0.05)) return other(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return other(value);
  const key = dice.pick(keys);
  const holder = value as Record<string, unknown>;
  if (dice.happens(0.15) && !Array.isArray(value)) delete holder[key];
  else holder[key] = changedOnce(dice, holder[key], other);
  return value;
}

/** Every object in it, at any depth, as a sample for the readers. */
export function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? within : [value, ...within];
}
