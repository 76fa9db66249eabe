import type { Pair } from './pair.ts';
import { pairsOf } from './pairs.ts';
import { CONTESTS } from './practice/contests.ts';
import { NOT_ENOUGH } from './practice/denied.ts';
import { GOVERNMENT } from './practice/government.ts';
import { PRICES } from './practice/money/prices.ts';
import { STATISTICS } from './practice/money/statistics.ts';
import { SOURCES } from './practice/sources.ts';
import { TWIN_CULTURE } from './practice/twins/culture.ts';
import { TWIN_GAMES } from './practice/twins/games.ts';
import { TWIN_MONEY } from './practice/twins/money.ts';
import { TWIN_NATURE } from './practice/twins/nature.ts';
import { TWIN_POLITICS } from './practice/twins/politics.ts';
import { WORDING_AFFAIRS } from './practice/wordings/affairs.ts';
import { WORDING_LIFE } from './practice/wordings/life.ts';
import { WORD_AFFAIRS } from './practice/words/affairs.ts';
import { WORD_LIFE } from './practice/words/life.ts';
import { CULTURE } from './practice/world/culture.ts';
import { PLANET } from './practice/world/planet.ts';

/** Pairs in the long wording of real rules, all of them for working on the rules: none is held out. */
export const PRACTICE_PAIRS: readonly Pair[] = [
  ...GOVERNMENT,
  ...STATISTICS,
  ...PRICES,
  ...PLANET,
  ...CULTURE,
  ...CONTESTS,
  ...TWIN_POLITICS,
  ...TWIN_GAMES,
  ...TWIN_CULTURE,
  ...TWIN_MONEY,
  ...TWIN_NATURE,
  ...WORDING_AFFAIRS,
  ...WORDING_LIFE,
  ...SOURCES,
  ...NOT_ENOUGH,
  ...WORD_LIFE,
  ...WORD_AFFAIRS,
].flatMap(pairsOf);
