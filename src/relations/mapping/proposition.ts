import { FILLER_WORDS, findConcept } from './lexicon/lexicon.ts';
import { findMatches, splitWords } from './listing-text.ts';

/** Further acts that the claim requires or accepts: "and confirmed", "or announced". */
export const findJoinedActs = (claim: string): readonly string[] =>
  [...claim.matchAll(/\b(?:and|or) (?:is |then )?(\w+)/g)]
    .map(([, word = '']) => findConcept(splitWords(word), 0)?.concept)
    .filter((concept) => concept?.kind === 'act')
    .flatMap((concept) => concept?.id ?? []);

const SOURCE =
  /\b(?:according to|per(?= (?:the )?[A-Z])|as measured by|(?:reported|published|released|shown|listed) (?:by|on)|resolution source(?: for this market)?(?: is|:| will be)(?: information from)?) (?:the )?([^.,;:()]{1,80})/g;

/** The sources named after "according to" or "the resolution source is", as words in lower case. */
export const findSources = (rules: string): readonly (readonly string[])[] =>
  findMatches(SOURCE, rules)
    .map(([, text = '']) => takeLeadingName(text))
    .filter((name) => name.length > 0);

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
  /\bIf (.+?),? then (?:the|this) market (?:will )?resolves? to Yes|\bresolves? to "?Yes"? if (.+?)(?:(?<!\bvs)\.(?= |$)|$)/;

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
  const clocks = findMatches(CLOCK, text).map(([, hour, minute = '0', half, hour24, minute24, noon]) => {
    if (noon !== undefined) return 720;
    if (hour24 !== undefined) return Number(hour24) * 60 + Number(minute24);
    return ((Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0)) * 60 + Number(minute);
  });
  return clocks.filter((minutes) => minutes !== 0 && minutes < 1_435);
}
