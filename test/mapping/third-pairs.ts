import { COINS } from '../data/mapping-pairs/third/coins.ts';
import { COURTS } from '../data/mapping-pairs/third/courts.ts';
import { CRISES } from '../data/mapping-pairs/third/crises.ts';
import { CUPS } from '../data/mapping-pairs/third/cups.ts';
import { ELECTIONS } from '../data/mapping-pairs/third/elections.ts';
import { FIELDS } from '../data/mapping-pairs/third/fields.ts';
import { FIRMS } from '../data/mapping-pairs/third/firms.ts';
import { HOLDINGS } from '../data/mapping-pairs/third/holdings.ts';
import { JOBS } from '../data/mapping-pairs/third/jobs.ts';
import { LEADERS } from '../data/mapping-pairs/third/leaders.ts';
import { MACHINES } from '../data/mapping-pairs/third/machines.ts';
import { MONEY } from '../data/mapping-pairs/third/money.ts';
import { MUSIC } from '../data/mapping-pairs/third/music.ts';
import { OFFICE } from '../data/mapping-pairs/third/office.ts';
import { ONLINE } from '../data/mapping-pairs/third/online.ts';
import { PARLIAMENTS } from '../data/mapping-pairs/third/parliaments.ts';
import { PLANETS } from '../data/mapping-pairs/third/planets.ts';
import { PRICES } from '../data/mapping-pairs/third/prices.ts';
import { RACKETS } from '../data/mapping-pairs/third/rackets.ts';
import { RATES } from '../data/mapping-pairs/third/rates.ts';
import { SCREEN } from '../data/mapping-pairs/third/screen.ts';
import { STOCKS } from '../data/mapping-pairs/third/stocks.ts';
import { WASHINGTON } from '../data/mapping-pairs/third/washington.ts';
import { WEATHER } from '../data/mapping-pairs/third/weather.ts';
import { toPairs } from './labelled-pairs.ts';
import type { Pair } from './listing-pair.ts';

/**
 * A third set, worded after what both venues publish, by an author who had not read the rules of matching
 * and labelled every pair before any score of it. Its sealed half is read by its totals only.
 */
export const THIRD_PAIRS: readonly Pair[] = [
  ...RATES,
  ...PRICES,
  ...JOBS,
  ...MONEY,
  ...COINS,
  ...HOLDINGS,
  ...STOCKS,
  ...FIRMS,
  ...MACHINES,
  ...PLANETS,
  ...WEATHER,
  ...CRISES,
  ...ELECTIONS,
  ...WASHINGTON,
  ...OFFICE,
  ...PARLIAMENTS,
  ...LEADERS,
  ...SCREEN,
  ...ONLINE,
  ...MUSIC,
  ...COURTS,
  ...FIELDS,
  ...RACKETS,
  ...CUPS,
].flatMap(toPairs);
