import { requirePresent } from '#contract';
import categories from './event-categories.json' with { type: 'json' };
import {
  EVENT_TEMPLATES,
  type EventTemplate,
  type KalshiTexts,
  type OutcomeGroup,
  type Payout,
  type PolymarketTexts,
  withoutUndefined,
} from './event-templates.ts';

/** One yes-or-no question and how each exchange lists it. */
export interface CatalogueEvent {
  readonly key: string; // stable; the same key has the same price curve on every exchange
  readonly category: string;
  readonly fair: number; // mean price of YES in Kalshi's wording, 0..1
  readonly volatility: number; // largest distance of the price from `fair`
  readonly kalshi?: KalshiListing;
  readonly polymarket?: PolymarketListing;
  readonly inverted?: boolean; // Polymarket's YES is Kalshi's NO
  readonly group?: OutcomeGroup;
  /** Days between the closing times of two editions; default: days from the first start to the first closing. */
  readonly everyDays?: number;
}

export interface KalshiListing {
  readonly seriesTicker: string;
  readonly seriesTitle: string;
  readonly eventTicker: string;
  readonly eventTitle: string;
  readonly ticker: string;
  readonly yesSubTitle: string;
  readonly rulesPrimary: string;
  readonly rulesSecondary?: string;
  readonly strikeType?: string;
  readonly floorStrike?: number;
  readonly capStrike?: number;
  readonly priceLevelStructure?: string; // default linear_cent
  /** `fraction`: pays its price at closing. `scalar`: likewise, and the market is of type scalar. Default: result. */
  readonly payout?: Payout;
  readonly feeType?: string; // default quadratic
  readonly feeMultiplier?: number; // default 1
  readonly shard?: number; // default 0
  readonly openInDays?: number; // days after the exchange's first start; default: -14
  readonly closeInDays: number; // days after the exchange's first start
}

export interface PolymarketListing {
  readonly slug: string;
  readonly question: string;
  readonly description: string;
  readonly eventSlug: string;
  readonly eventTitle: string;
  readonly tag: string;
  readonly tickSize: string;
  readonly minSize: number;
  readonly negRisk?: boolean;
  readonly groupItemTitle?: string; // the outcome's name in an event of several markets
  readonly feeRate: string;
  readonly outcomes?: readonly [string, string]; // default Yes, No
  readonly startInDays?: number; // days after the exchange's first start; default: -1
  readonly endInDays: number; // days after the exchange's first start
  readonly secondsDelay?: number;
  readonly version?: 'v2'; // protocol version; v2 markets have other ids and another exchange
  readonly endsEven?: true; // resolves to one half for each outcome
}

export const DAY_MS = 86_400_000;
/** The version of the names that a new data folder gets. */
export const CATALOGUE_VERSION = 2;

/**
 * All events of the catalogue, dated for an exchange that first started at `startedAt` (Unix milliseconds).
 * Tickers and slugs contain no date, so a listing keeps its name. An exchange passes its first start time
 * again after a restart and gets the same texts. The Kalshi ticker of a market begins with that of its event, and
 * this one with its series; in folders of version 1 a market keeps the ticker that it had before. At Polymarket the
 * outcomes of an exclusive group are the markets of one neg-risk event, in folders of version 1 of one event each.
 *
 * About half of the events are listed at both exchanges, some of them with the opposite question. The others
 * are near-duplicates that a mapping must not treat as the same contract.
 */
export function eventsAt(startedAt: number, version = CATALOGUE_VERSION): readonly CatalogueEvent[] {
  return EVENT_TEMPLATES.map((template) => toCatalogueEvent(template, startedAt, version));
}

/** Fees, price steps and shards of a category at each exchange. */
interface Category {
  readonly tag: string;
  readonly feeRate: string;
  readonly kalshi: Partial<KalshiListing>;
  readonly polymarket: Partial<PolymarketListing>;
}

const CATEGORIES = categories as Readonly<Record<string, object>> as Readonly<Record<string, Category>>;
function toCatalogueEvent(template: EventTemplate, startedAt: number, version: number): CatalogueEvent {
  const { key, category, fair, kalshi, polymarket, inverted, everyDays, group } = template;
  return {
    key,
    category,
    fair,
    volatility: Math.min(0.2, fair / 2, (1 - fair) / 2),
    ...(kalshi === undefined ? {} : { kalshi: toKalshiListing(template, kalshi, startedAt, version) }),
    ...(polymarket === undefined
      ? {}
      : { polymarket: toPolymarketListing(template, polymarket, startedAt, version) }),
    ...withoutUndefined({
      inverted,
      everyDays,
      group: group === undefined ? undefined : { ...group, title: fillDates(group.title, startedAt) },
    }),
  };
}

function toKalshiListing(
  { key, category, days, group, since }: EventTemplate,
  { series, event, outcome, rules, rulesSecondary, bounds, payout, priceLevelStructure }: KalshiTexts,
  startedAt: number,
  version: number,
): KalshiListing {
  const name = key.toUpperCase();
  const eventTitle = fillDates(event, startedAt);
  const eventTicker = `KX${series}-${outcome === '' ? name : `D${days}`}`;
  const code = group === undefined ? name.slice(name.lastIndexOf('-') + 1) : name.slice(group.key.length + 1);
  const ticker = outcome === '' ? eventTicker : `${eventTicker}-${code}`;
  return {
    seriesTicker: `KX${series}`,
    seriesTitle: eventTitle.replace(/\?$/, ''),
    eventTicker,
    eventTitle,
    ticker: version === 1 && since === undefined ? `KX${name}` : ticker,
    yesSubTitle: outcome,
    rulesPrimary: fillDates(rules, startedAt),
    closeInDays: days,
    ...findCategory(category).kalshi,
    ...withoutUndefined({
      rulesSecondary,
      strikeType: bounds?.type,
      floorStrike: bounds?.above,
      capStrike: bounds?.below,
      payout,
      priceLevelStructure,
    }),
  };
}

function toPolymarketListing(
  { key, category, days, group, since }: EventTemplate,
  texts: PolymarketTexts,
  startedAt: number,
  version: number,
): PolymarketListing {
  const { tag, feeRate, polymarket } = findCategory(category);
  const question = fillDates(texts.question, startedAt);
  return {
    slug: key,
    question,
    description: fillDates(texts.description, startedAt),
    eventSlug: `event-${key}`,
    eventTitle: question,
    tag,
    tickSize: '0.01',
    minSize: 5,
    feeRate,
    endInDays: days,
    ...polymarket,
    ...withoutUndefined({
      outcomes: texts.outcomes,
      tickSize: texts.tickSize,
      version: texts.version,
      endsEven: texts.endsEven,
    }),
    ...(group === undefined || (version === 1 && since === undefined)
      ? {}
      : toOutcomeOf(group, texts.outcome ?? '', startedAt)),
  };
}

const toOutcomeOf = (
  { key, title, isExclusive }: OutcomeGroup,
  outcome: string,
  startedAt: number,
): Partial<PolymarketListing> => ({
  eventSlug: `event-${key}`,
  eventTitle: fillDates(title, startedAt),
  negRisk: isExclusive,
  groupItemTitle: outcome,
});

const findCategory = (name: string): Category => requirePresent(CATEGORIES[name], `category ${name}`);

/** Replaces `{FORM:DAYS}` by the date that many days after `startedAt`, in UTC. */
const fillDates = (text: string, startedAt: number): string =>
  text.replaceAll(/\{([a-z]+):(\d+)\}/g, (_, form: string, days: string) =>
    requirePresent(DATE_FORMS[form], `date form ${form}`)(new Date(startedAt + Number(days) * DAY_MS)),
  );

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const renderMonth = (at: Date): string => MONTHS[at.getUTCMonth()] ?? '';

const DATE_FORMS: Readonly<Record<string, (at: Date) => string>> = {
  long: (at) => `${renderMonth(at)} ${at.getUTCDate()}, ${at.getUTCFullYear()}`, // July 29, 2027
  short: (at) => `${renderMonth(at).slice(0, 3)} ${at.getUTCDate()}, ${at.getUTCFullYear()}`, // Jul 29, 2027
  month: (at) => `${renderMonth(at)} ${at.getUTCFullYear()}`, // July 2027
  year: (at) => String(at.getUTCFullYear()), // 2027
  yy: (at) => String(at.getUTCFullYear()).slice(2), // 27
};
