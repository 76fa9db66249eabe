import type { Pair } from './pair.ts';
import { pairsOf } from './pairs.ts';
import { COINS } from './third/coins.ts';
import { COURTS } from './third/courts.ts';
import { CRISES } from './third/crises.ts';
import { CUPS } from './third/cups.ts';
import { ELECTIONS } from './third/elections.ts';
import { FIELDS } from './third/fields.ts';
import { FIRMS } from './third/firms.ts';
import { HOLDINGS } from './third/holdings.ts';
import { JOBS } from './third/jobs.ts';
import { LEADERS } from './third/leaders.ts';
import { MACHINES } from './third/machines.ts';
import { MONEY } from './third/money.ts';
import { MUSIC } from './third/music.ts';
import { OFFICE } from './third/office.ts';
import { ONLINE } from './third/online.ts';
import { PARLIAMENTS } from './third/parliaments.ts';
import { PLANETS } from './third/planets.ts';
import { PRICES } from './third/prices.ts';
import { RACKETS } from './third/rackets.ts';
import { RATES } from './third/rates.ts';
import { SCREEN } from './third/screen.ts';
import { STOCKS } from './third/stocks.ts';
import { WASHINGTON } from './third/washington.ts';
import { WEATHER } from './third/weather.ts';

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
].flatMap(pairsOf);
