import type { ListingFacts } from './extract.ts';
import { findPaidClause, type GameLine, toSides } from './line-bounds.ts';
import { hasFurtherCondition, toDigits } from './paid-outcomes.ts';
import { isSameParticipant, toParticipant } from './participants.ts';

interface GameEvent {
  readonly kind: 'occurrence' | 'goals of both sides';
  readonly unit: string;
  readonly sports: readonly string[];
  readonly word: RegExp; // what happens
  readonly opposite?: RegExp; // a name for that it does not
  readonly isOpposite?: boolean; // the event is that the line is not exceeded
}

/** What a game may or may not have, in the words of titles and of conditions. */
const EVENTS: readonly GameEvent[] = [
  {
    kind: 'occurrence',
    unit: 'overtime',
    sports: ['football', 'basketball', 'hockey'],
    word: /\bovertimes?(?: periods?)?\b/,
    opposite: /\b(?:decided|ends?|finish(?:es)?|over|won) in regulation(?: time)?\b/,
  },
  {
    kind: 'occurrence',
    unit: 'extra innings',
    sports: ['baseball'],
    word: /\bextra innings?\b/,
    opposite: /\b(?:decided|ends?|finish(?:es)?|over|won) (?:in|after) (?:9|nine|regulation) innings\b/,
  },
  { kind: 'occurrence', unit: 'tiebreak', sports: ['tennis'], word: /\btie-?breaks?\b/ },
  {
    kind: 'occurrence',
    unit: 'shootout',
    sports: ['hockey', 'soccer'],
    word: /\b(?:penalty )?shoot-?outs?\b/,
  },
  { kind: 'occurrence', unit: 'super over', sports: ['cricket'], word: /\bsuper overs?\b/ },
  {
    kind: 'goals of both sides',
    unit: 'goals',
    sports: ['soccer'],
    word: /\b(?:(?:either|at least (?:one|1)|one|any)(?: of)?(?: the)?(?: (?:two|2))? (?:teams?|sides?|clubs?) (?:to )?keeps? a clean sheet|clean sheet (?:for|by|of) (?:either|at least (?:one|1)|any)(?: of)?(?: the)?(?: (?:two|2))? (?:teams?|sides?|clubs?)|(?:either|at least (?:one|1))(?: of)?(?: the)?(?: (?:two|2))? (?:teams?|sides?|clubs?) (?:(?:does|do) not|fails? to) (?:concede|score)(?: (?:a|any) goals?)?|(?:either|at least (?:one|1))(?: of)?(?: the)?(?: (?:two|2))? (?:teams?|sides?|clubs?) (?:concedes?|scores?) no goals?)\b/,
    isOpposite: true,
  },
];

/** What happens after regular time, so that no rule on what counts in the game limits it. */
export const isAfterRegularTime = (line: GameLine | null): boolean =>
  line?.kind === 'occurrence' && AFTER_REGULAR_TIME.has(line.unit ?? '');
const AFTER_REGULAR_TIME: ReadonlySet<string> = new Set([
  'overtime',
  'extra innings',
  'shootout',
  'super over',
]);

/** Most titles have none of these words. */
const ANY = /overtime|regulation|extra inning|nine innings|tie-?break|shoot-?out|super over|clean sheet/i;

/** Words that ask for the event or say that it happens, and change nothing of it. */
const PLAIN = new Set(
  'will there be is are a an any the this that in to of for during at least one 1 yes does do go goes going get gets have has having see sees need needs require requires required reach reaches played needed happen happens occur occurs take place end ends match game contest fixture regulation time it on or more by period periods set sets decided not no without either team side teams sides keep keeps clean sheet and'.split(
    ' ',
  ),
);
/** What is true of another number of them, of a part of the game or of several games. */
const LIMITED =
  /\b(?:exactly|only|just|precisely|series|games|matches|legs|aggregate|any (?:game|match)|double|triple|(?:two|three|[2-9]|multiple|several|one or) (?:or )?(?:more )?(?:overtime|tie-?break)s?|at least (?:two|three|[2-9])|(?:first|second|third|final|deciding|[1-5](?:st|nd|rd|th)) (?:set|overtime|half|quarter|period|inning)|set \d|(?:match|super|championship|10-?point) tie-?break|(?:1[0-9]|[2-9]\d) innings)\b/;
const NEGATED = /\b(?:no|not|without|never|neither|avoids?)\b/g;

/**
 * Reads whether a game has an overtime, extra innings, a tiebreak and the like. The title must have the sides and the event and
 * no word that could limit it, and the condition for Yes must say the same.
 */
export function readGameEvent(facts: ListingFacts): GameLine | null {
  const { normalTitle, rulesText, claimText, participants } = facts;
  if (!ANY.test(normalTitle)) return null;
  const title = normalTitle.toLowerCase();
  const event = EVENTS.find(
    ({ sports, word, opposite }) =>
      sports.includes(participants.sport ?? '') && (word.test(title) || opposite?.test(title) === true),
  );
  if (event === undefined || LIMITED.test(title)) return null;
  const sides = readSides(facts, event);
  if (sides === null) return null;
  const titled = doesHappen(title, event);
  const clause = toDigits(
    joinSides(findPaidClause(rulesText, 'Yes') ?? claimText, sides, participants.sport),
  ).toLowerCase();
  const claimed = doesHappen(clause, event);
  if (titled === null || claimed !== titled || LIMITED.test(clause)) return null;
  if (hasFurtherCondition(clause.replace(event.word, ' '))) return null;
  if (event.kind === 'occurrence' && SCORED.test(clause)) return null;
  const { kind, unit, isOpposite = false } = event;
  return { kind, side: null, line: 0.5, isBelow: titled === isOpposite, unit, sides };
}

/** What is scored in it is another question. */
const SCORED = /\b(?:scor\w+|goals?|points?|runs?|touchdowns?)\b/;

/** Whether a text says that the event happens, or false for that it does not. Null where it says neither or is unclear. */
function doesHappen(text: string, { word, opposite }: GameEvent): boolean | null {
  const fails = opposite?.test(text) === true;
  if (!word.test(text)) return fails ? false : null;
  const negations = text.replace(word, ' ').match(NEGATED)?.length ?? 0;
  if (fails) return negations === 1 ? false : null; // "decided in regulation, without overtime"
  return negations > 1 ? null : negations === 0;
}

/** "If Boston and Miami go to overtime" is one condition of the game. */
function joinSides(clause: string, sides: readonly [string, string], sport: string | null): string {
  return clause.replaceAll(PAIR, (whole, one: string, other: string) => {
    const named = [one, other].map((name) => toParticipant(name, sport));
    const isBoth = sides.every((side) => named.some((it) => it !== null && isSameParticipant(side, it)));
    return isBoth ? 'both' : whole;
  });
}
const PAIR =
  /\b(?:the )?([A-Z0-9][^,;]{0,40}?) and (?:the )?([A-Z0-9][^,;]{0,40}?)(?= (?:goe?s?|plays?|needs?|are|is|requires?|reach(?:es)?|has|have|combine)\b|,| (?:game|match)\b)/g;

const CONNECTOR = /^(?:vs\.?|v\.?|at|against|@)$/;

/** The sides that a title names between words that only ask for the event; from the rules where it names none. */
function readSides(facts: ListingFacts, { word, opposite }: GameEvent): readonly [string, string] | null {
  const segments = facts.normalTitle.replaceAll('?', '').split(/: | - /);
  const rest = segments.map((segment) => cutEvent(segment, word, opposite).split(' ').filter(Boolean));
  const at = rest.findIndex((tokens) => tokens.some((token) => CONNECTOR.test(token)));
  const others = rest.filter(
    (tokens, index) => index !== at && !(index === 0 && at > 0 && tokens.length > 0),
  );
  if (!others.flat().every((token) => PLAIN.has(token.toLowerCase()))) return null;
  const tokens = rest[at];
  if (tokens === undefined) return null;
  const middle = tokens.findLastIndex((token) => CONNECTOR.test(token));
  const start =
    tokens
      .slice(0, middle)
      .findLastIndex((token, index) => PLAIN.has(index === 0 ? token.toLowerCase() : token)) + 1;
  const end = tokens.findIndex((token, index) => index > middle + 1 && PLAIN.has(token));
  const before = tokens.slice(0, start);
  const after = end < 0 ? [] : tokens.slice(end);
  if (![...before, ...after].every((token) => PLAIN.has(token.toLowerCase()))) return null;
  const names = [tokens.slice(start, middle), tokens.slice(middle + 1, end < 0 ? tokens.length : end)];
  return toSides(facts, ...names.map((words) => words.filter((it) => it !== 'the').join(' ')));
}

/** A segment without the words of the event. */
const cutEvent = (segment: string, word: RegExp, opposite: RegExp | undefined): string =>
  [word, opposite].reduce(
    (text, form) => (form === undefined ? text : text.replace(new RegExp(form.source, 'i'), ' ')),
    segment,
  );
