import type { CatalogueEvent, KalshiListing, PolymarketListing } from './catalogue-event.ts';

/** A question in few words; what exchanges want beside them follows from its category. */
export interface EventTemplate {
  readonly key: string; // lower case, words joined by `-`; names the listing at both exchanges
  readonly category: Category;
  readonly fair: number;
  readonly days: number;
  readonly kalshi?: readonly [series: string, event: string, outcome: string, rules: string];
  readonly polymarket?: readonly [question: string, description: string];
  readonly inverted?: boolean;
  readonly everyDays?: number; // where editions follow each other otherwise than by `days`
}

type Category =
  | 'Politics'
  | 'Economics'
  | 'Crypto'
  | 'Sports'
  | 'Climate and Weather'
  | 'Companies'
  | 'Culture'
  | 'Science';

interface Habit {
  readonly tag: string;
  readonly feeRate: string;
  readonly kalshi: Partial<KalshiListing>;
  readonly polymarket: Partial<PolymarketListing>;
}

/** Fees, grids and shards as each category has them at the venues. */
const HABITS: Readonly<Record<Category, Habit>> = {
  Politics: { tag: 'Politics', feeRate: '0.04', kalshi: {}, polymarket: { tickSize: '0.001' } },
  Economics: {
    tag: 'Economy',
    feeRate: '0.05',
    kalshi: { feeType: 'quadratic_with_maker_fees' },
    polymarket: {},
  },
  Crypto: {
    tag: 'Crypto',
    feeRate: '0.07',
    kalshi: { priceLevelStructure: 'tapered_deci_cent', shard: 2 },
    polymarket: { tickSize: '0.001' },
  },
  Sports: {
    tag: 'Sports',
    feeRate: '0.05',
    kalshi: { priceLevelStructure: 'deci_cent', feeType: 'quadratic_with_maker_fees', shard: 3 },
    polymarket: { secondsDelay: 3 },
  },
  'Climate and Weather': { tag: 'Weather', feeRate: '0.05', kalshi: {}, polymarket: {} },
  Companies: { tag: 'Business', feeRate: '0.04', kalshi: { feeMultiplier: 0.5 }, polymarket: {} },
  Culture: { tag: 'Culture', feeRate: '0.05', kalshi: {}, polymarket: {} },
  Science: { tag: 'Tech', feeRate: '0.04', kalshi: {}, polymarket: { tickSize: '0.001' } },
};

export function questionOf(asked: EventTemplate): CatalogueEvent {
  const { key, category, fair, kalshi, polymarket, inverted, everyDays } = asked;
  return {
    key,
    category,
    fair,
    volatility: Math.min(0.2, fair / 2, (1 - fair) / 2),
    ...(kalshi === undefined ? {} : { kalshi: kalshiOf(asked, kalshi) }),
    ...(polymarket === undefined ? {} : { polymarket: polymarketOf(asked, polymarket) }),
    ...(inverted === undefined ? {} : { inverted }),
    ...(everyDays === undefined ? {} : { everyDays }),
  };
}

function kalshiOf(
  { key, category, days }: EventTemplate,
  [series, event, outcome, rules]: NonNullable<EventTemplate['kalshi']>,
): KalshiListing {
  const name = key.toUpperCase();
  return {
    seriesTicker: `KX${series}`,
    seriesTitle: event.replace(/\?$/, ''),
    eventTicker: `KX${series}-${outcome === '' ? name : `D${days}`}`,
    eventTitle: event,
    ticker: `KX${name}`,
    yesSubTitle: outcome,
    rulesPrimary: rules,
    closeInDays: days,
    ...HABITS[category].kalshi,
  };
}

function polymarketOf(
  { key, category, days }: EventTemplate,
  [question, description]: NonNullable<EventTemplate['polymarket']>,
): PolymarketListing {
  const { tag, feeRate, polymarket } = HABITS[category];
  return {
    slug: key,
    question,
    description,
    eventSlug: `event-${key}`,
    eventTitle: question,
    tag,
    tickSize: '0.01',
    minSize: 5,
    feeRate,
    endInDays: days,
    ...polymarket,
  };
}

export const DAY_MS = 86_400_000;
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A day as listings write it, counted from an exchange's first start. */
interface Day {
  readonly days: number;
  readonly long: string; // July 29, 2027
  readonly short: string; // Jul 29, 2027
  readonly month: string; // July 2027
  readonly year: number;
}

export type DayOf = (days: number) => Day;

/** Days counted from `startedAt` (Unix milliseconds), in UTC as Demo counts them. */
export const daysFrom =
  (startedAt: number): DayOf =>
  (days) => {
    const at = new Date(startedAt + days * DAY_MS);
    const month = MONTHS[at.getUTCMonth()] ?? '';
    const year = at.getUTCFullYear();
    const date = at.getUTCDate();
    return {
      days,
      long: `${month} ${date}, ${year}`,
      short: `${month.slice(0, 3)} ${date}, ${year}`,
      month: `${month} ${year}`,
      year,
    };
  };
