import type { Pair } from './pair.ts';
import { pairsOf } from './pairs.ts';
import { CONTESTS } from './practice/contests.ts';
import { GOVERNMENT } from './practice/government.ts';
import { MONEY } from './practice/money.ts';
import { SECOND } from './practice/second.ts';
import { THIRD } from './practice/third.ts';
import { WORLD } from './practice/world.ts';

/** Pairs in the long wording of real rules, all of them for working on the rules: none is held out. */
export const PRACTICE_PAIRS: readonly Pair[] = [
  ...GOVERNMENT,
  ...MONEY,
  ...WORLD,
  ...CONTESTS,
  ...SECOND,
  ...THIRD,
].flatMap(pairsOf);
