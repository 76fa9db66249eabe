import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirePresent } from '../../src/domain/model/assert.ts';

/** One yes-or-no question and how each exchange lists it. */
export interface CatalogueEvent {
  readonly key: string; // stable; the same key has the same price curve on every exchange
  readonly category: string;
  readonly fair: number; // mean price of YES in Kalshi's wording, 0..1
  readonly volatility: number; // largest distance of the price from `fair`
  readonly kalshi?: KalshiListing;
  readonly polymarket?: PolymarketListing;
  readonly inverted?: boolean; // Polymarket's YES is Kalshi's NO
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
}

export const DAY_MS = 86_400_000;

/**
 * All events of the catalogue, dated for an exchange that first started at `startedAt` (Unix milliseconds).
 * Tickers and slugs contain no date, so a listing keeps its name. An exchange passes its first start time
 * again after a restart and gets the same texts.
 *
 * About half of the events are listed at both exchanges, some of them with the opposite question. The others
 * are near-duplicates that a mapping must not treat as the same contract.
 */
export function eventsAt(startedAt: number): readonly CatalogueEvent[] {
  return TEMPLATES.map((template) => toCatalogueEvent(template, startedAt));
}

/** An event whose texts may contain dates as `{long:160}`: the day 160 days after the first start. */
interface EventTemplate {
  readonly key: string; // lower case, words joined by `-`; the listing's name at both exchanges
  readonly category: string;
  readonly fair: number;
  readonly days: number; // from the first start to the closing time
  readonly kalshi?: KalshiTexts;
  readonly polymarket?: PolymarketTexts;
  readonly inverted?: boolean;
  readonly everyDays?: number; // default: `days`
}

interface KalshiTexts {
  readonly series: string;
  readonly event: string;
  readonly outcome: string; // '' where the event has one market
  readonly rules: string;
}

interface PolymarketTexts {
  readonly question: string;
  readonly description: string;
}

/** An event with several outcomes, each of them one listing at both exchanges. */
interface ContestTemplate {
  readonly series: string;
  readonly category: string;
  readonly days: number;
  readonly event: string;
  readonly outcomes: Readonly<Record<string, number>>; // name → fair price
  readonly question: string; // `{outcome}` is the name
  readonly condition: string;
}

/** An event that resolves YES if a condition is met before its closing day. */
interface DeadlineTemplate extends Omit<EventTemplate, 'kalshi'> {
  readonly series: string;
  readonly question: string;
  readonly condition: string;
  readonly only?: 'kalshi' | 'polymarket'; // default: listed at both
}

/** Fees, price steps and shards of a category at each exchange. */
interface Category {
  readonly tag: string;
  readonly feeRate: string;
  readonly kalshi: Partial<KalshiListing>;
  readonly polymarket: Partial<PolymarketListing>;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8'));

const CATEGORIES = read('event-categories') as Readonly<Record<string, Category>>;
const TEMPLATES: readonly EventTemplate[] = [
  ...(read('contest-events') as readonly ContestTemplate[]).flatMap(toOutcomeTemplates),
  ...(read('single-events') as readonly EventTemplate[]),
  ...(read('deadline-events') as readonly DeadlineTemplate[]).map(toDeadlineTemplate),
];

function toOutcomeTemplates(contest: ContestTemplate): readonly EventTemplate[] {
  const { series, category, days, event } = contest;
  return Object.entries(contest.outcomes).map(([outcome, fair]) => {
    const question = contest.question.replaceAll('{outcome}', outcome);
    const condition = contest.condition.replaceAll('{outcome}', outcome);
    return {
      key: `${series}-${outcome.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`,
      category,
      fair,
      days,
      kalshi: {
        series: series.toUpperCase().replaceAll('-', ''),
        event,
        outcome,
        rules: `If ${condition}, then the market resolves to Yes.`,
      },
      polymarket: { question, description: describe(condition) },
    };
  });
}

function toDeadlineTemplate(deadline: DeadlineTemplate): EventTemplate {
  const { series, question, condition, only, ...template } = deadline;
  const { short, long } = { short: `{short:${template.days}}`, long: `{long:${template.days}}` };
  const kalshi = {
    series,
    event: `${question} before ${short}?`,
    outcome: '',
    rules: `If ${condition} before ${short}, then the market resolves to Yes.`,
  };
  const polymarket = {
    question: `${question} before ${long}?`,
    description: describe(`${condition} before ${long}`),
  };
  return {
    ...(only === 'polymarket' ? {} : { kalshi }),
    ...(only === 'kalshi' ? {} : { polymarket }),
    ...template,
  };
}

function describe(condition: string): string {
  return `This market will resolve to "Yes" if ${condition}. Otherwise, this market will resolve to "No".`;
}

function toCatalogueEvent(template: EventTemplate, startedAt: number): CatalogueEvent {
  const { key, category, fair, kalshi, polymarket, inverted, everyDays } = template;
  return {
    key,
    category,
    fair,
    volatility: Math.min(0.2, fair / 2, (1 - fair) / 2),
    ...(kalshi === undefined ? {} : { kalshi: toKalshiListing(template, kalshi, startedAt) }),
    ...(polymarket === undefined ? {} : { polymarket: toPolymarketListing(template, polymarket, startedAt) }),
    ...(inverted === undefined ? {} : { inverted }),
    ...(everyDays === undefined ? {} : { everyDays }),
  };
}

function toKalshiListing(
  { key, category, days }: EventTemplate,
  { series, event, outcome, rules }: KalshiTexts,
  startedAt: number,
): KalshiListing {
  const name = key.toUpperCase();
  const eventTitle = fillDates(event, startedAt);
  return {
    seriesTicker: `KX${series}`,
    seriesTitle: eventTitle.replace(/\?$/, ''),
    eventTicker: `KX${series}-${outcome === '' ? name : `D${days}`}`,
    eventTitle,
    ticker: `KX${name}`,
    yesSubTitle: outcome,
    rulesPrimary: fillDates(rules, startedAt),
    closeInDays: days,
    ...findCategory(category).kalshi,
  };
}

function toPolymarketListing(
  { key, category, days }: EventTemplate,
  texts: PolymarketTexts,
  startedAt: number,
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
  };
}

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
