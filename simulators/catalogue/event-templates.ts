import contests from './contest-events.json' with { type: 'json' };
import deadlines from './deadline-events.json' with { type: 'json' };
import singles from './single-events.json' with { type: 'json' };

/** The event with several outcomes that a question asks about. At most one outcome of an exclusive group wins. */
export interface OutcomeGroup {
  readonly key: string; // `dem-nominee`
  readonly title: string;
  readonly isExclusive: boolean;
  /** The part of 0..1 in which the group's one draw makes this outcome win; parts do not overlap. */
  readonly wins: { readonly from: number; readonly to: number };
}

/** What a contract pays when its market is not decided for YES or NO, and when it is not about yes or no at all. */
export type Payout = 'result' | 'fraction' | 'scalar';

/** An event whose texts may contain dates as `{long:160}`: the day 160 days after the first start. */
export interface EventTemplate {
  readonly key: string; // lower case, words joined by `-`; the listing's name at both exchanges
  readonly category: string;
  readonly fair: number;
  readonly days: number; // from the first start to the closing time
  readonly kalshi?: KalshiTexts;
  readonly polymarket?: PolymarketTexts;
  readonly inverted?: boolean;
  readonly everyDays?: number; // default: `days`
  readonly group?: OutcomeGroup;
  readonly since?: 2; // the catalogue version that added it; default: 1
}

export interface KalshiTexts {
  readonly series: string;
  readonly event: string;
  readonly outcome: string; // '' where the event has one market
  readonly rules: string;
  readonly rulesSecondary?: string;
  readonly bounds?: OutcomeBounds;
  readonly payout?: Payout;
  readonly priceLevelStructure?: string;
}

/** The bounds of an outcome: `greater` than `above`, `less` than `below`, or `between` both. */
interface OutcomeBounds {
  readonly type: 'greater' | 'less' | 'between';
  readonly above?: number;
  readonly below?: number;
}

export interface PolymarketTexts {
  readonly question: string;
  readonly description: string;
  readonly outcome?: string; // its name in a group; default: its event has one market
  readonly outcomes?: readonly [string, string]; // default: Yes, No
  readonly tickSize?: string; // default: that of the category
  readonly version?: 'v2';
  readonly endsEven?: true; // pays half for each side
}

/**
 * An event with several outcomes, of which at most one wins. Each is one listing at both exchanges, or only at one.
 * The fair prices of the outcomes add up to at most 1.
 */
interface ContestTemplate {
  readonly series: string;
  readonly category: string;
  readonly days: number;
  readonly event: string;
  readonly outcomes: Readonly<Record<string, number>>; // name → fair price
  readonly bounds?: Readonly<Record<string, OutcomeBounds>>; // by name
  readonly payouts?: Readonly<Record<string, Payout>>; // by name
  readonly priceLevelStructure?: string; // at Kalshi
  readonly tickSize?: string; // at Polymarket
  readonly only?: 'kalshi' | 'polymarket'; // default: listed at both
  readonly since?: 2;
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

const ALL_TEMPLATES: readonly EventTemplate[] = [
  ...(contests as readonly object[] as readonly ContestTemplate[]).flatMap(toOutcomeTemplates),
  ...(singles as readonly object[] as readonly EventTemplate[]),
  ...(deadlines as readonly object[] as readonly DeadlineTemplate[]).map(toDeadlineTemplate),
];

/** All events of the catalogue, without dates. The events of version 1 come first and keep their numbers. */
export const EVENT_TEMPLATES: readonly EventTemplate[] = [
  ...ALL_TEMPLATES.filter(({ since }) => since === undefined),
  ...ALL_TEMPLATES.filter(({ since }) => since !== undefined),
];

function toOutcomeTemplates(contest: ContestTemplate): readonly EventTemplate[] {
  const { series, category, days, event, only, since, priceLevelStructure, tickSize } = contest;
  let from = 0;
  return Object.entries(contest.outcomes).map(([outcome, fair]) => {
    const wins = { from, to: from + fair };
    from += fair;
    const question = contest.question.replaceAll('{outcome}', outcome);
    const condition = contest.condition.replaceAll('{outcome}', outcome);
    const kalshi = {
      series: series.toUpperCase().replaceAll('-', ''),
      event,
      outcome,
      rules: `If ${condition}, then the market resolves to Yes.`,
      ...withoutUndefined({
        bounds: contest.bounds?.[outcome],
        payout: contest.payouts?.[outcome],
        priceLevelStructure,
      }),
    };
    const polymarket = {
      question,
      description: describe(condition),
      outcome,
      ...withoutUndefined({ tickSize }),
    };
    return {
      key: `${series}-${toSlug(outcome)}`,
      category,
      fair,
      days,
      ...(only === 'polymarket' ? {} : { kalshi }),
      ...(only === 'kalshi' ? {} : { polymarket }),
      group: { key: series, title: event, isExclusive: true, wins },
      ...withoutUndefined({ since }),
    };
  });
}

/** `53° or below` → `53-or-below`. */
function toSlug(outcome: string): string {
  return outcome
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

export function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
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
