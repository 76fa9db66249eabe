import { CONTESTS } from '../data/mapping-pairs/practice/contests.ts';
import { NOT_ENOUGH } from '../data/mapping-pairs/practice/denied.ts';
import { GOVERNMENT } from '../data/mapping-pairs/practice/government.ts';
import { PRICES } from '../data/mapping-pairs/practice/money/prices.ts';
import { STATISTICS } from '../data/mapping-pairs/practice/money/statistics.ts';
import { SOURCES } from '../data/mapping-pairs/practice/sources.ts';
import { TWIN_CULTURE } from '../data/mapping-pairs/practice/twins/culture.ts';
import { TWIN_GAMES } from '../data/mapping-pairs/practice/twins/games.ts';
import { TWIN_MONEY } from '../data/mapping-pairs/practice/twins/money.ts';
import { TWIN_NATURE } from '../data/mapping-pairs/practice/twins/nature.ts';
import { TWIN_POLITICS } from '../data/mapping-pairs/practice/twins/politics.ts';
import { WORDING_AFFAIRS } from '../data/mapping-pairs/practice/wordings/affairs.ts';
import { WORDING_LIFE } from '../data/mapping-pairs/practice/wordings/life.ts';
import { WORD_AFFAIRS } from '../data/mapping-pairs/practice/words/affairs.ts';
import { WORD_LIFE } from '../data/mapping-pairs/practice/words/life.ts';
import { CULTURE } from '../data/mapping-pairs/practice/world/culture.ts';
import { PLANET } from '../data/mapping-pairs/practice/world/planet.ts';
import { toPairs } from './labelled-pairs.ts';
import type { Pair } from './listing-pair.ts';

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
].flatMap(toPairs);
