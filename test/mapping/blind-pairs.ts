import { CULTURE_AND_MEDIA } from '../data/mapping-pairs/blind/culture.ts';
import { GAMES } from '../data/mapping-pairs/blind/games.ts';
import { GOVERNMENT } from '../data/mapping-pairs/blind/government.ts';
import { MARKETS } from '../data/mapping-pairs/blind/markets.ts';
import { PLANET } from '../data/mapping-pairs/blind/planet.ts';
import { toPairs } from './labelled-pairs.ts';
import type { Pair } from './listing-pair.ts';

/**
 * A second set, of other topics and in longer rules, labelled and committed before any score of it was
 * known. The rules of matching are not written against it: once they are, it says nothing.
 */
export const BLIND_PAIRS: readonly Pair[] = [
  ...GOVERNMENT,
  ...MARKETS,
  ...GAMES,
  ...CULTURE_AND_MEDIA,
  ...PLANET,
].flatMap(toPairs);
