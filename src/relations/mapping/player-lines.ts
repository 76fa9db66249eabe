import type { ListingFacts } from './extract.ts';
import { findMatches, normalizeText, readOutcomes } from './listing-text.ts';
import { readTextsOnce } from './read-once.ts';

/** A statistic of one player in one game: "Nikola Jokic records 25+ points". */
export interface PlayerLine {
  readonly player: string; // the words of the name in lower case
  readonly stat: string; // `receiving yards`
  readonly least: number; // the lowest number that reaches the line
  readonly isBelow: boolean; // Yes pays when the line is not reached
  readonly isPassExcluded: boolean; // a touchdown that the player passes does not count
  readonly absence: 'void' | 'reached' | 'not reached'; // how a player who does not play counts
}

/**
 * Reads the line of the condition for Yes. Null unless the title repeats player, statistic and number and states nothing
 * else that could limit them, such as a half.
 */
export const readPlayerLine = readTextsOnce((facts): PlayerLine | null => {
  const text = nameYards(facts.rulesText);
  const stated = readCondition(text);
  if (stated === null) return null;
  const outcome = readOutcome(facts);
  if (outcome === null || !isTitleOf(nameYards(facts.normalTitle), stated)) return null;
  return {
    player: stated.player,
    stat: stated.stat,
    least: stated.least,
    isBelow: stated.isBelow !== outcome.isSecond,
    isPassExcluded: PASS_EXCLUDED.test(text),
    absence: readAbsence(text, stated.isBelow),
  };
});

/** "Throws for at least 250 yards" is "throws for at least 250 passing yards". */
const nameYards = (text: string): string =>
  text.replaceAll(YARDS, (whole, verb: string, amount: string) => {
    const kind = YARDS_OF_VERB.find(([verbs]) => verbs.test(verb))?.[1];
    return kind === undefined ? whole : `${verb} for ${amount} ${kind} yards`;
  });
const YARDS =
  /\b(throws?|pass(?:es)?|rush(?:es)?|runs?) for ((?:[a-z]+ ){0,2}\d+(?:\.5)?\+?(?: or (?:more|fewer))?) yards\b/gi;
const YARDS_OF_VERB: readonly (readonly [verbs: RegExp, kind: string])[] = [
  [/^(?:throw|pass)/i, 'passing'],
  [/^(?:rush|run)/i, 'rushing'],
];

type Condition = Pick<PlayerLine, 'player' | 'stat' | 'least' | 'isBelow'>;

const COUNT = '(?:\\d+(?:\\.5)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const AMOUNT = `(?:(?<open>\\d+)\\+|at least (?<least>${COUNT})|(?<ormore>${COUNT}) or more|(?:more|greater) than (?<over>\\d+(?:\\.5)?)|over (?<above>\\d+\\.5)|(?:fewer|less) than (?<below>\\d+(?:\\.5)?)|under (?<under>\\d+\\.5)|(?<single>an?))`;
const VERB =
  '(?:records?|scores?|gets?|has|makes?|hits?|throws?(?: for)?|passes for|rushes for|runs for|catches|grabs?|dishes out|registers|achieves|is credited with|strikes out)';
const STATED = [
  `\\bIf (?<player>[A-Z][^,;:]{3,40}?) ${VERB} ${AMOUNT}(?<rest>[^.]*?),? then (?:the|this) market`,
  `\\bresolves? to "?(?:Yes|Over)"? if (?:the )?(?<player>[A-Z][^,;:]{3,40}?) ${VERB} ${AMOUNT}(?<rest>(?:[^.]|\\.\\d)*)`,
].map((form) => new RegExp(form));

/** The statistic is all of the text up to the game, the day or a remark. */
const STAT_END =
  /,(?! [a-z0-9 ]+ and )| \(| in (?:the|his|her|their) | against | during | on [A-Z]| vs\.? | as a pitcher\b|$/;

function readCondition(rules: string): Condition | null {
  for (const form of STATED) {
    const found = form.exec(rules);
    const { player, rest = '', single, ...amounts } = found?.groups ?? {};
    if (found === null || player === undefined || LIMITED.test(found[0])) continue;
    const isStruckOut = /\bstrikes out\b/.test(found[0]);
    const named = rest.slice(0, STAT_END.exec(rest)?.index).trim();
    const stat = isStruckOut && named === 'batters' ? 'strikeouts' : toStat(named);
    const bound = single === undefined ? toLeast(amounts) : 1;
    if (stat === null || bound === null || !player.trim().includes(' ')) return null;
    const isBelow = amounts['below'] !== undefined || amounts['under'] !== undefined;
    return { player: toName(player), stat, least: bound, isBelow };
  }
  return null;
}

/** "More than 24.5", "over 24.5" and "fewer than 25" divide the results at 25. */
function toLeast(amounts: Readonly<Record<string, string | undefined>>): number | null {
  const { open, least, ormore, over, above, below, under } = amounts;
  const atLeast = open ?? least ?? ormore ?? below;
  if (atLeast !== undefined) return Math.ceil(toCount(atLeast));
  const exceeded = over ?? above ?? under;
  return exceeded === undefined ? null : Math.floor(Number(exceeded)) + 1;
}

const toCount = (text: string): number => {
  const at = COUNT_NAMES.indexOf(text);
  return at < 0 ? Number(text) : at + 1;
};
const COUNT_NAMES = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

const toName = (text: string): string =>
  normalizeText(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]+/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();

/** Each statistic with its other names. A phrase outside this list is not read. */
const STATS: Readonly<Record<string, readonly string[]>> = {
  points: ['point'],
  rebounds: ['rebound'],
  assists: ['assist'],
  steals: ['steal'],
  blocks: ['block', 'blocked shots'],
  threes: ['3 pointers', 'three pointers', '3 pointers made', 'three pointers made', 'made three pointers'],
  turnovers: ['turnover'],
  'passing yards': [],
  'rushing yards': [],
  'receiving yards': [],
  receptions: ['reception', 'catches'],
  completions: ['passing completions', 'pass completions'],
  'passing attempts': ['pass attempts'],
  'passing touchdowns': ['passing touchdown', 'touchdown passes', 'passing tds'],
  'rushing touchdowns': ['rushing touchdown', 'rushing tds'],
  'receiving touchdowns': ['receiving touchdown', 'receiving tds'],
  touchdowns: ['touchdown', 'anytime touchdown', 'anytime touchdowns', 'tds'],
  interceptions: ['interceptions thrown'],
  sacks: ['sack'],
  strikeouts: ['strikeout', 'pitcher strikeouts'],
  hits: ['hit'],
  'home runs': ['home run', 'hr', 'homers'],
  rbis: ['rbi', 'runs batted in'],
  runs: ['run', 'runs scored'],
  'total bases': [],
  'stolen bases': ['stolen base'],
  goals: ['goal', 'anytime goal', 'anytime goalscorer', 'goalscorer'],
  saves: ['save'],
  shots: [],
  'shots on goal': [],
  'shots on target': [],
  aces: ['ace'],
  'double faults': [],
};
const STATS_BY_NAME = new Map(
  Object.entries(STATS).flatMap(([stat, names]) => [stat, ...names].map((name) => [name, stat] as const)),
);

/** One statistic, or the sum of several in any order: `assists + points`. */
function toStat(text: string): string | null {
  const known = STATS_BY_NAME.get(toName(text)); // "total bases"
  if (known !== undefined) return known;
  const parts = text.replace(/^(?:total|combined) /, '').split(/ ?(?:[+,&]|\band\b) ?/);
  const names = parts.filter((part) => part.trim() !== '');
  const stats = names.flatMap((name) => STATS_BY_NAME.get(toName(name)) ?? []);
  const isRead = stats.length > 0 && stats.length === names.length;
  return isRead ? stats.toSorted((a, b) => a.localeCompare(b)).join(' + ') : null;
}

/** The statistics of a title, a sum as a whole. */
const TITLED_STATS = ((): RegExp => {
  const one = `(?:${[...STATS_BY_NAME.keys()].toSorted((a, b) => b.length - a.length).join('|')})`;
  return new RegExp(`\\b${one}(?:(?: ?[+&,] ?| and |, and )${one})*\\b`, 'g');
})();

/** A part of the game, or a second condition. */
const LIMITED =
  /\b(?:first|second|third|fourth|1st|2nd|3rd|4th|1h|2h|[1-4]q|q[1-4]) ?(?:\d+ )?(?:half|quarter|period|innings?|set|minutes?)?\b|\bhalf[- ]?time\b|\b(?:wins?|loses?|beats?|while|provided|unless)\b/i;
const NEGATED = /\b(?:not|fails?|never|without)\b/i;
const PASS_EXCLUDED = /\bpassing touchdowns? (?:do|does) not count|\b(?:not including|excluding) passing\b/i;

/** A player who does not play has not reached the line, unless the rules say otherwise. */
function readAbsence(rules: string, isBelow: boolean): PlayerLine['absence'] {
  if (ABSENT_IS_VOID.test(rules)) return 'void';
  const paid = ABSENT_PAYS.exec(rules)?.[1];
  return paid !== undefined && /Yes|Over/.test(paid) !== isBelow ? 'reached' : 'not reached';
}
const ABSENT =
  /\b(?:(?:does|do|did) not (?:play|start|participate|take (?:part|a snap|the (?:court|field|ice))|appear|dress)|never takes (?:a snap|the (?:court|field|ice))|(?:sits?|ruled|left) out|is (?:inactive|scratched|not (?:active|included|in the|on the|an? starting|the starting)))/
    .source;
const ABSENT_PAYS = new RegExp(`${ABSENT}[^.]*?\\bto "?(Yes|No|Over|Under)\\b`, 'i');
const ABSENT_IS_VOID = new RegExp(
  `(?:${ABSENT}|\\bmust (?:play|start|participate)\\b)[^.]*\\b(?:fair|50[-/]50|half|refund\\w*|void\\w*|in effect|last (?:traded|price))`,
  'i',
);

/** The outcome after the title: "Over" and "Yes", or the opposite of the condition. Null for any other pair. */
function readOutcome({ rulesText }: ListingFacts): { readonly isSecond: boolean } | null {
  const named = readOutcomes(rulesText);
  if (named === null) return { isSecond: false };
  const at = OUTCOMES.findIndex((names) => names.join() === [named.yes, named.no].join());
  return at < 0 ? null : { isSecond: at > 1 };
}
const OUTCOMES = [
  ['Yes', 'No'],
  ['Over', 'Under'],
  ['No', 'Yes'],
  ['Under', 'Over'],
];

/** The title names the player, each number is that of the line, and its statistic is that of the condition. */
function isTitleOf(title: string, { player, stat, least }: Condition): boolean {
  if (LIMITED.test(title) || NEGATED.test(title)) return false;
  const numbers = [...title.replaceAll(DAY, ' ').matchAll(/\d+(?:\.\d+)?/g)].map(([number]) =>
    Number(number),
  );
  const isOwnNumber = (number: number): boolean => number === least || number === least - 0.5 || number === 0;
  const isExceeded = /\bmore than \d+(?!\.)\b/i.test(title);
  if (!numbers.every((number) => isOwnNumber(number) || (isExceeded && number === least - 1))) return false;
  const words = toName(title.replaceAll(/(?<=\d)\+/g, ' '));
  if (!` ${words} `.includes(` ${player} `)) return false;
  const named = findMatches(TITLED_STATS, title.toLowerCase().replaceAll('-', ' ')).map(([name]) => name);
  const longest = named.toSorted((a, b) => b.length - a.length)[0];
  if (longest !== undefined) return toStat(longest) === stat;
  return stat === 'goals' && /\bscore\b/.test(words);
}
const DAY = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? \d{1,2}(?:,? 20\d\d)?/g;
