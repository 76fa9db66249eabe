import { CULTURE_AND_MEDIA } from './blind/culture.ts';
import { GAMES } from './blind/games.ts';
import { GOVERNMENT } from './blind/government.ts';
import { MARKETS } from './blind/markets.ts';
import { PLANET } from './blind/planet.ts';
import type { Pair } from './pair.ts';
import { pairsOf } from './pairs.ts';

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
].flatMap(pairsOf);
