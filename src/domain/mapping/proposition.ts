import { FILLER_WORDS, findConcept, resolveNickname } from './lexicon/lexicon.ts';
import { splitWords } from './listing-text.ts';

/** Further acts that the claim requires or accepts: "and confirmed", "or announced". */
export const findJoinedActs = (claim: string): readonly string[] =>
  [...claim.matchAll(/\b(?:and|or) (?:is |then )?(\w+)/g)]
    .map(([, word = '']) => findConcept(splitWords(word), 0)?.concept)
    .filter((concept) => concept?.kind === 'act')
    .map((concept) => `act:${concept?.name}`);

const SOURCE =
  /\b(?:according to|as measured by|(?:reported|published|released|shown|listed) (?:by|on)|resolution source(?: for this market)?(?: is|:| will be)(?: information from)?) (?:the )?([^.,;:()]{1,80})/g;

/** The sources named after "according to" or "the resolution source is", as words in lower case. */
export const findSources = (rules: string): readonly (readonly string[])[] =>
  [...rules.matchAll(SOURCE)].map(([, text = '']) => takeLeadingName(text)).filter((name) => name.length > 0);

/** The capitalized words up to the first other word: "National Snow and Ice Data Center" of "… Center for 2027 data". */
function takeLeadingName(text: string): readonly string[] {
  const words = splitWords(text);
  const end = words.findIndex((word) => !word.isCapital && !/^(?:of|and|for|the)$/.test(word.text));
  return words
    .slice(0, end < 0 ? words.length : end)
    .filter((word) => word.isCapital && !FILLER_WORDS.has(word.text))
    .map((word) => word.text);
}

const CLAIM =
  /\bIf (.+?),? then (?:the|this) market (?:will )?resolves? to Yes|\bresolves? to "?Yes"? if (.+?)(?:\.(?= |$)|$)/;

/**
 * Where the rules state the claim: the condition for Yes in a standard phrase, otherwise the first sentence.
 * `isWhole`: the phrase is "If …, then", which states the whole condition.
 */
export function findClaim(rules: string): {
  readonly from: number;
  readonly to: number;
  readonly isWhole: boolean;
} {
  const match = CLAIM.exec(rules);
  if (match === null) {
    const stop = rules.search(/\.(?: |$)/);
    return { from: 0, to: stop < 0 ? rules.length : stop, isWhole: false };
  }
  const words = match[1] ?? match[2] ?? '';
  const from = match.index + match[0].indexOf(words);
  return { from, to: from + words.length, isWhole: match[1] !== undefined };
}

const CLOCK =
  /\b(\d{1,2})(?::(\d\d))?(?::\d\d)? ?([AaPp])\.?[Mm]\b\.?|\b(\d{1,2}):(\d\d)(?::\d\d)? ?(?=(?:\(?(?:ET|EST|EDT|UTC|GMT|CET)|in the ET))|\b(noon)\b/g;

/** Times of day in minutes after midnight, without those that mean the end of a day. */
export function findTimesOfDay(text: string): readonly number[] {
  const clocks = [...text.matchAll(CLOCK)].map(([, hour, minute = '0', half, hour24, minute24, noon]) => {
    if (noon !== undefined) return 720;
    if (hour24 !== undefined) return Number(hour24) * 60 + Number(minute24);
    return ((Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0)) * 60 + Number(minute);
  });
  return clocks.filter((minutes) => minutes !== 0 && minutes < 1_435);
}

/** The two sides of a game or match: who wins in the Yes case, and the other side. */
export interface Participants {
  readonly winner: string | null; // a known team's concept, otherwise the words of the name
  readonly loser: string | null; // only when the listing names both outcomes
  readonly isSingleGame: boolean; // the title is about one game, not about a whole contest
  readonly sides: readonly string[]; // both sides of "A vs B" or "A at B" in the title; empty without them
}

/** `winner` is null when the title and the claim name different sides: then the outcome is not known. */
export function extractParticipants(
  title: string,
  rules: string,
  claim: string,
  sport: string | null,
): Participants {
  const outcomes = /^YES is ([^;]+); NO is (.+?)\.(?: |$)/.exec(rules);
  const sides = findSides(title, sport);
  const isSingleGame = SINGLE_GAME.test(title);
  const stated = findWinner(title, sport) ?? toParticipant(outcomes?.[1], sport);
  const claimed = isSingleGame ? findClaimedWinner(claim, sport) : null;
  return {
    winner: isContradicted(stated, claimed, sides) ? null : (stated ?? claimed),
    loser: toParticipant(outcomes?.[2], sport),
    isSingleGame,
    sides,
  };
}

/** The title and the claim name the two different sides of the game. */
function isContradicted(stated: string | null, claimed: string | null, sides: readonly string[]): boolean {
  if (stated === null || claimed === null || isSameParticipant(stated, claimed)) return false;
  const [one, other] = [stated, claimed].map((name) =>
    sides.findIndex((side) => isSameParticipant(side, name)),
  );
  return one !== other && [one, other].every((at) => at !== undefined && at >= 0);
}

const SIDES =
  /^(?:Will (?:the )?.+? win )?(?:the )?(?:.+: )?(.+?) (?:vs?\.?|versus|at|@) (?:the )?(.+?)(?=[:?(,]| - | winner| on | by | end |$)/i;

function findSides(title: string, sport: string | null): readonly string[] {
  const found = SIDES.exec(title);
  return found === null ? [] : [found[1], found[2]].flatMap((name) => toParticipant(name, sport) ?? []);
}

const DRAWN = /\b(?:draws?|ties?|tied|drawn)\b/i;
const CLAIMED =
  /^(?:the )?(.+?) (?:wins?|beats?|defeats?|(?:is|are) (?:officially )?(?:declared )?(?:as )?the winners?)\b/i;

/** The side that the condition for Yes names as the winner: "Denver" of "Denver wins the Denver at Boston game". */
function findClaimedWinner(claim: string, sport: string | null): string | null {
  if (/\b(?:ends?|ended|finish(?:es)?|results?) (?:in|as) an? (?:draw|tie)\b/i.test(claim)) return DRAW;
  const name = CLAIMED.exec(claim)?.[1];
  return name === undefined || name.split(' ').length > 5 ? null : toParticipant(name, sport);
}

/** The outcome of a game that neither side wins. */
const DRAW = 'draw';

const SINGLE_GAME =
  /\bvs?\.? |\bversus\b|@| at .*\b[Ww]inner\b|\b(?:beats?|defeats?)\b|\bwin (?:against|on 20\d\d-)|\b(?:game|match|fight|bout)\b(?! \d)/;

/** Whether two names mean the same side: they are equal, or one name contains all words of the other. */
export function isSameParticipant(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.includes(':') || other.includes(':')) return false;
  const [short = [], long = []] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length);
  return short.every((word) => long.includes(word));
}

/** The side named before "beat", after "lose to", before "win A vs B" or as the outcome after the title. */
function findWinner(title: string, sport: string | null): string | null {
  if (/\b(?:end|finish|result) in an? (?:draw|tie)\b/i.test(title)) return DRAW;
  const question =
    /^(?:Will )?(?:the )?(.+?) (beat|beats|defeat|defeats|win against|lose to|loses to) (?:the )?(.+?)(?: on | in | by |\?|$)/i.exec(
      title,
    );
  if (question !== null)
    return toParticipant(/^lose/i.test(question[2] ?? '') ? question[3] : question[1], sport);
  const onDay = /^Will (?:the )?(.+?) win on 20\d\d-\d\d-\d\d\?/.exec(title);
  if (onDay !== null) return toParticipant(onDay[1], sport);
  const ofGame = /^Will (?:the )?(.+?) win (?:the )?[^?]*\bv(?:s|ersus)\b/.exec(title);
  if (ofGame !== null) return toParticipant(ofGame[1], sport);
  const outcome = /(?:winner|vs\.?|\bat\b|@).*[?:-] ?([A-Z][\w .'-]+)$/.exec(title);
  return outcome === null ? null : toParticipant(outcome[1], sport);
}

const CLUB_SUFFIXES: ReadonlySet<string> = new Set(['fc', 'cf', 'afc', 'sc', 'the', 'and', 'club']);

function toParticipant(text: string | undefined, sport: string | null): string | null {
  if (text === undefined) return null;
  if (DRAWN.test(text) && text.split(' ').length <= 2) return DRAW;
  const words = splitWords(text.replace(/^the /i, '')).filter((word) => !CLUB_SUFFIXES.has(word.text));
  const known = findConcept(words, 0);
  const isWhole = known?.length === words.length || known?.concept.kind === 'team';
  if (known === null || !isWhole) return words.map((word) => word.text).join(' ') || null;
  const { kind, name } = resolveNickname(known.concept, sport);
  return `${kind}:${name}`;
}
