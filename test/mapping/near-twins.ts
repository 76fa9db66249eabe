import type { TimestampMs } from '../../src/contract/model/time.ts';
import type { Listing } from '../../src/relations/mapping/listing.ts';
import type { Pair } from './labelled-pairs.ts';

/** A pair of one contract, of which one listing was changed so that it is another contract. */
interface NearTwin {
  readonly change: string;
  readonly pair: Pair;
  readonly kalshi: Listing;
  readonly polymarket: Listing;
  readonly mayBeOpposite: boolean; // the changed listing may be the opposite contract, but never the same one
}

type Texts = Readonly<Pick<Listing, 'title'>> & { readonly rules: string };

interface Change {
  readonly name: string;
  readonly mayBeOpposite?: boolean;
  readonly days?: number; // by which the listing closes later
  readonly isTitled?: boolean; // only where the title changes
  readonly isStatedTwice?: boolean; // only where the other listing states what is changed too
  /** Null where the change does not apply. The same words are changed in all texts and fields of the listing. */
  readonly apply: (texts: Texts) => ((text: string) => string) | null;
}

/** Words that select another contract wherever the title, or the condition of a short title, contains them. */
const swap =
  (from: RegExp, to: string | ((found: string) => string)) =>
  ({ title, rules }: Texts): ((text: string) => string) | null => {
    const replace = (text: string): string =>
      text.replaceAll(new RegExp(from.source, `${from.flags.replace('g', '')}g`), (found) =>
        typeof to === 'string' ? to : to(found),
      );
    const claim = rules.slice(0, CLAIM_LENGTH);
    return replace(title) === title && replace(claim) === claim ? null : replace;
  };
const CLAIM_LENGTH = 160;

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const DAY = new RegExp(`\\b(?:${MONTHS}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\.? (\\d{1,2})\\b(?!%)`);

/** The day of the title, everywhere in the listing, and the end of the market with it. */
const NUMERIC_DAY = /\b20\d\d-\d\d-\d\d\b/;
function moveDay({ title, rules }: Texts): ((text: string) => string) | null {
  const [written, day = ''] = DAY.exec(title) ?? [];
  if (written === undefined || NUMERIC_DAY.test(rules)) return null;
  const moved = Number(day) > 20 ? Number(day) - 9 : Number(day) + 8;
  const month = written.slice(0, 3);
  const same = new RegExp(`\\b(${month}[a-z]*\\.?) ${day}(?!\\d)`, 'g');
  return (text) => text.replaceAll(same, `$1 ${moved}`);
}

/** The threshold of the title, everywhere in the listing. */
function moveThreshold({ title, rules }: Texts): ((text: string) => string) | null {
  const [, written] =
    /\b(?:above|below|over|under|at least|more than|fewer than|less than|or more than|O\/U|exceed) \$?(\d[\d,]*(?:\.\d+)?)(?![\d]|:\d|\.\d)/i.exec(
      title,
    ) ?? [];
  if (written === undefined || !rules.includes(written)) return null;
  const [whole = '', decimals = ''] = written.replaceAll(',', '').split('.');
  const step =
    decimals === '' || decimals === '5' ? 10 ** Math.max(0, whole.length - 2) : 10 ** -decimals.length * 3;
  const next = (Number(`${whole}.${decimals || '0'}`) + Math.max(step, decimals === '' ? 2 : step)).toFixed(
    decimals.length,
  );
  const grouped = written.includes(',') ? next.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',') : next;
  return (text) =>
    text.replaceAll(
      new RegExp(`(?<![\\d.,])${written.replaceAll('.', '\\.')}(?![\\d]|[.,]\\d)`, 'g'),
      grouped,
    );
}

const YEAR = /\b20(?:2[5-9]|3\d)\b/;

const CHANGES: readonly Change[] = [
  { name: 'another day', days: 9, apply: moveDay },
  { name: 'another threshold', apply: moveThreshold },
  { name: 'another year', days: 365, apply: swap(YEAR, (year) => String(Number(year) + 1)) },
  {
    name: 'another season',
    days: 365,
    apply: swap(
      /\b20\d\d[-–]\d\d\b/,
      (season) => `${Number(season.slice(0, 4)) + 1}-${Number(season.slice(-2)) + 1}`,
    ),
  },
  { name: 'women for men', apply: swap(/\b[Mm]en's\b/, "Women's") },
  { name: 'another round', apply: swap(/\bsemi-?finals?\b/i, 'quarterfinal') },
  { name: 'first half', apply: swap(/\bwins the (?=[A-Z])/, 'wins the first half of the ') },
  {
    name: 'a knockout',
    apply: swap(/\bwins the (?=[^.]{1,60}(?:fight|bout)\b)/, 'wins by knockout in the '),
  },
  {
    name: 'primary for election',
    isTitled: true,
    apply: swap(/(?<!to contest [^.]{1,60})\b(?:general )?election\b/i, 'primary'),
  },
  {
    name: 'nomination for election',
    isTitled: true,
    apply: swap(/(?<!to contest [^.]{1,40})\bpresidential election\b/i, 'presidential nomination'),
  },
  {
    name: 'deputy of an office',
    apply: swap(/\b[Gg]overnor(?:ship)?\b/, (office) => `lieutenant ${office.toLowerCase()}`),
  },
  { name: 'the other comparator', mayBeOpposite: true, apply: swap(/\babove\b/i, 'below') },
  {
    name: 'a negation',
    mayBeOpposite: true,
    apply: swap(/^Will ((?:the )?[A-Z][\w.'-]+(?: [A-Z][\w.'-]+)*) /, (found) => `${found}not `),
  },
  {
    name: 'another zone',
    isStatedTwice: true,
    apply: swap(/(?<=\d ?(?:[AaPp]\.?[Mm]\.? )?)(?:ET|EST|EDT)\b/, 'UTC'),
  },
  {
    name: 'another publisher',
    isStatedTwice: true,
    apply: swap(
      /\b(?:Silver Bulletin|Rotten Tomatoes|The Numbers|Binance|Bureau of Labor Statistics|BLS)\b/,
      (name) => PUBLISHERS[name] ?? name,
    ),
  },
  {
    name: 'an announcement',
    apply: swap(
      /(?<=^(?:Will|When will) [^?]{1,60})\b(?:release|launch|acquire|IPO)(?=\b)/,
      (act) => `announce a plan to ${act}`,
    ),
  },
  { name: 'nominated for confirmed', apply: swap(/\bconfirmed\b/, 'nominated') },
  { name: 'charged for convicted', apply: swap(/\bconvicted\b/, 'charged') },
  {
    name: 'nominated for winning',
    apply: swap(
      /\bwins? (?=(?:the )?(?:20\d\d )?(?:Best|Record|Song|Album|Oscar|Academy Award))/,
      'is nominated for ',
    ),
  },
  {
    name: 'another place',
    isTitled: true,
    apply: swap(/\btop (?:5|10|20)\b/i, (place) => (place.endsWith('20') ? 'top 40' : 'top 20')),
  },
  { name: 'the second place', apply: swap(/#1\b|\bnumber one\b|\bnumber 1\b/i, '#2') },
  {
    name: 'another measure',
    apply: swap(
      /\b(?:domestic|core CPI|approval rating|hurricanes|gold medals|highest temperature|Manufacturing|upper bound|market cap|deliveries|rushing yards|rebounds|strikeouts)\b/i,
      (name) => MEASURES[name.toLowerCase()] ?? name,
    ),
  },
  {
    name: 'another period of change',
    apply: swap(
      /\b(?:year[- ]over[- ]year|YoY|annual inflation|monthly inflation)\b/,
      (name) => PERIODS[name] ?? name,
    ),
  },
  {
    name: 'another team of the city',
    isTitled: true,
    apply: swap(
      /\b(?:Lakers|Yankees|Mets|Giants|Jets|Cubs|Dodgers|Rangers|Knicks|Clippers|Angels|Nets|Manchester United|Manchester City|Man City|Inter|AC Milan|Real Madrid|Arsenal|Tottenham)\b/,
      (name) => TEAMS[name] ?? name,
    ),
  },
  {
    name: 'another first name',
    apply: renamePerson(
      (first) => (first === 'Marta' ? 'Pablo' : 'Marta'),
      (last) => last,
    ),
  },
  {
    name: 'another last name',
    apply: renamePerson(
      (first) => first,
      (last) => (last === 'Okonkwo' ? 'Lindqvist' : 'Okonkwo'),
    ),
  },
];

const PUBLISHERS: Readonly<Record<string, string>> = {
  Binance: 'Coinbase',
  'Silver Bulletin': 'RealClearPolitics',
  'Rotten Tomatoes': 'Metacritic',
  'The Numbers': 'Box Office Mojo',
  'Bureau of Labor Statistics': 'Bureau of Economic Analysis',
  BLS: 'BEA',
};
const MEASURES: Readonly<Record<string, string>> = {
  domestic: 'worldwide',
  'core cpi': 'CPI',
  'approval rating': 'disapproval rating',
  hurricanes: 'named storms',
  'gold medals': 'medals',
  'highest temperature': 'lowest temperature',
  manufacturing: 'Services',
  'upper bound': 'lower bound',
  'market cap': 'revenue',
  deliveries: 'production',
  'rushing yards': 'receiving yards',
  rebounds: 'assists',
  strikeouts: 'walks',
};
const PERIODS: Readonly<Record<string, string>> = {
  'year-over-year': 'month-over-month',
  'year over year': 'month over month',
  YoY: 'MoM',
  'annual inflation': 'monthly inflation',
  'monthly inflation': 'annual inflation',
};
const TEAMS: Readonly<Record<string, string>> = {
  Lakers: 'Clippers',
  Clippers: 'Lakers',
  Yankees: 'Mets',
  Mets: 'Yankees',
  Giants: 'Jets',
  Jets: 'Giants',
  Cubs: 'White Sox',
  Dodgers: 'Angels',
  Angels: 'Dodgers',
  Rangers: 'Islanders',
  Knicks: 'Nets',
  Nets: 'Knicks',
  'Manchester United': 'Manchester City',
  'Manchester City': 'Manchester United',
  'Man City': 'Man United',
  Inter: 'AC Milan',
  'AC Milan': 'Inter',
  'Real Madrid': 'Atletico Madrid',
  Arsenal: 'Tottenham',
  Tottenham: 'Arsenal',
};

/** The person whom the title asks for. */
function renamePerson(
  toFirst: (name: string) => string,
  toLast: (name: string) => string,
): (texts: Texts) => ((text: string) => string) | null {
  return ({ title, rules }) => {
    const [, first = '', last = ''] = PERSON.exec(title) ?? [];
    if (first === '' || !rules.includes(`${first} ${last}`)) return null;
    const renamed = `${toFirst(first)} ${toLast(last)}`;
    const whole = new RegExp(`${first} ${last}`, 'g');
    const alone = new RegExp(`\\b${last}\\b`, 'g');
    return (text) => text.replaceAll(whole, renamed).replaceAll(alone, toLast(last));
  };
}
const PERSON =
  /^Will (?!The )([A-Z][a-zé]+) ([A-Z][a-zé]{3,}) (?:win|be|say|leave|run|make|finish|score|record|announce)\b/;

/** Each change of each listing of a pair. */
export function findNearTwins(pair: Pair): readonly NearTwin[] {
  const { kalshi, polymarket } = pair;
  return CHANGES.flatMap((change) => [
    ...toTwin(change, pair, kalshi, polymarket).map((it) => ({ ...it, kalshi: it.changed, polymarket })),
    ...toTwin(change, pair, polymarket, kalshi).map((it) => ({ ...it, kalshi, polymarket: it.changed })),
  ]);
}

type ChangedTwin = Pick<NearTwin, 'change' | 'pair' | 'mayBeOpposite'> & { readonly changed: Listing };

function toTwin(change: Change, pair: Pair, listing: Listing, other: Listing): readonly ChangedTwin[] {
  const replace = change.apply({ title: listing.title, rules: listing.rules ?? '' });
  if (replace === null) return [];
  if (change.isStatedTwice === true && replace(other.rules ?? '') === other.rules) return [];
  const terms = Object.entries(listing.terms ?? {})
    .filter(([name]) => !TIMES.has(name))
    .map(([name, value]) => [name, replace(value)] as const);
  const changed: Listing = {
    ...listing,
    title: replace(listing.title),
    rules: listing.rules === null ? null : replace(listing.rules),
    closeTime:
      listing.closeTime === null
        ? null
        : ((listing.closeTime + (change.days ?? 0) * 86_400_000) as TimestampMs),
    ...(listing.terms === undefined ? {} : { terms: Object.fromEntries(terms) }),
  };
  if (changed.title === listing.title && (change.isTitled === true || changed.rules === listing.rules))
    return [];
  return [{ change: change.name, pair, mayBeOpposite: change.mayBeOpposite === true, changed }];
}
/** Fields that state the day once more. */
const TIMES: ReadonlySet<string> = new Set(['gameStartTime', 'occurrence_datetime']);
