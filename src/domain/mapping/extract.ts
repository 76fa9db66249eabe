import { findTickerDay } from './event-keys.ts';
import { type DateSpan, extractDates, toDay } from './extract-dates.ts';
import { extractQuantities, type Quantity } from './extract-quantities.ts';
import {
  COMMON_WORDS,
  FILLER_WORDS,
  findConcept,
  findSport,
  NEGATION_WORDS,
  ORDINAL_WORDS,
  resolveNickname,
} from './lexicon/lexicon.ts';
import type { Listing } from './listing.ts';
import {
  type Abbreviation,
  findAbbreviations,
  normalizeText,
  splitWords,
  type Word,
} from './listing-text.ts';
import { extractParticipants, type Participants } from './participants.ts';
import { findClaim, findJoinedActs, findSources, findTimesOfDay } from './proposition.ts';
import { type PublishedTerms, readPublishedTerms } from './published-terms.ts';
import { stripClubNumbers } from './side-names.ts';

/** The findings of one passage, each list in the order of the text. */
export interface TextPassage {
  readonly spans: readonly DateSpan[];
  readonly quantities: readonly Quantity[];
  readonly concepts: readonly string[]; // `team:nba-thunder`, including those named by their opposite
  readonly opposites: readonly string[]; // only those named by their opposite
  readonly names: readonly (readonly string[])[]; // adjacent capitalized words that the lexicon does not know
  readonly contentStems: readonly string[]; // stems of the other words
  readonly ordinals: readonly string[]; // "first", "most": which of several, outside known phrases
  readonly negations: number;
  readonly timesOfDay: readonly number[]; // minutes after midnight
}

/** All findings of one listing. Comparing it with others reads no text again. */
export interface ListingFacts {
  readonly listing: Listing;
  readonly title: TextPassage;
  readonly rules: TextPassage;
  readonly claim: TextPassage; // the part of the rules that states the condition for Yes
  readonly stems: ReadonlySet<string>; // of all words of title and rules
  readonly claimWords: ReadonlySet<string>; // all words of title and claim, in lower case
  readonly affirmedStems: ReadonlySet<string>; // of title and rules without sentences about what does not count
  readonly closeDay: number | null;
  readonly openDay: number | null;
  readonly tickerDay: number | null; // the day in a ticker such as KXNFLGAME-26NOV29DENKC-DEN
  readonly claimStems: ReadonlySet<string> | null; // of "If …, then the market resolves to Yes"; null without it
  readonly isClaimNegated: boolean; // the claim requires that something does not happen
  readonly isAnyTime: boolean; // the claim or title accepts the event at any time of the period
  readonly participants: Participants;
  readonly joinedActs: readonly string[]; // further acts: "and confirmed", "or announced"
  readonly sources: readonly (readonly string[])[]; // who publishes the figure, and the names in the claim
  readonly abbreviations: readonly Abbreviation[];
  readonly published: PublishedTerms;
}

/** Extracts the findings of one listing. Days are whole days since 1970 (UTC). */
export function extractFacts(listing: Listing): ListingFacts {
  // "Netflix (NFLX)": a ticker in brackets repeats the name.
  const writtenTitle = normalizeText(listing.title);
  const wholeTitle = writtenTitle.replaceAll(/\([A-Z]{2,6}\)/g, ' ');
  const wholeRules = normalizeText(listing.rules ?? '');
  const sport = findSport(`${wholeTitle} ${wholeRules}`);
  const [titleText, rulesText] =
    sport === 'soccer'
      ? [stripClubNumbers(wholeTitle), stripClubNumbers(wholeRules)]
      : [wholeTitle, wholeRules];
  const closeDay = listing.closeTime === null ? null : toDay(listing.closeTime - 1);
  // Dates are read from title and rules as one text: a year missing in one is taken from the other.
  const both = extractDates(`${titleText} ¶ ${rulesText}`, closeDay);
  const cut = both.rest.indexOf('¶');
  const titleSpans = extractDates(titleText, closeDay).spans.length;
  const [titleWords, rulesWords] = [splitWords(titleText), splitWords(rulesText)];
  const lowerCaseWords = toTexts(rulesWords.filter((word) => !word.isCapital));
  const read = (from: number, to: number, spans: readonly DateSpan[], whole: string): TextPassage =>
    toPassage(both.rest.slice(from, to), spans, whole, { lowerCaseWords, sport });
  const title = read(0, cut, both.spans.slice(0, titleSpans), titleText);
  const rulesSpans = both.spans.slice(titleSpans);
  const rules = read(cut + 1, both.rest.length, rulesSpans, rulesText);
  const { from, to, isWhole } = findClaim(rulesText);
  const claimSpans = rulesSpans.filter(({ at }) => at - cut - 2 >= from && at - cut - 2 < to);
  const claimText = rulesText.slice(from, to);
  const claimWords = rulesWords.filter(({ at }) => at >= from && at < to);
  const claim = read(cut + 2 + from, cut + 2 + to, claimSpans, claimText);
  const stems = toStems(titleWords, rulesWords);
  const affirmedWords = withoutExclusions(rulesText, rulesWords);
  let abbreviations: readonly Abbreviation[] | null = null;
  return {
    listing,
    title,
    rules,
    claim,
    stems,
    affirmedStems: affirmedWords === rulesWords ? stems : toStems(titleWords, affirmedWords),
    closeDay,
    openDay: listing.openTime === null ? null : toDay(listing.openTime),
    tickerDay: findTickerDay(listing.ticker),
    claimWords: toTexts(titleWords, claimWords),
    claimStems: isWhole ? toStems(claimWords) : null,
    isClaimNegated: isNegatedClaim(claimText),
    isAnyTime: ANY_TIME.test(`${titleText} ${claimText}`),
    participants: extractParticipants(
      titleText,
      rulesText,
      claimText,
      sport,
      listing.terms?.['groupItemTitle'],
    ),
    published: readPublishedTerms(listing.terms, { title: title.quantities, claim: claim.quantities }),
    joinedActs: findJoinedActs(claimText),
    sources: [...claim.names, ...findSources(both.rest.slice(cut + 2))],
    get abbreviations() {
      abbreviations ??= findAbbreviations(`${writtenTitle} . ${wholeRules}`);
      return abbreviations;
    },
  };
}

function toTexts(...passages: readonly (readonly Word[])[]): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const words of passages) for (const { text } of words) texts.add(text);
  return texts;
}

function toStems(...passages: readonly (readonly Word[])[]): ReadonlySet<string> {
  const stems = new Set<string>();
  for (const words of passages) for (const { stem } of words) stems.add(stem);
  return stems;
}

/** "(does not include extra time)" explains and does not negate. Two negations cancel out. */
const isNegatedClaim = (claim: string): boolean =>
  claim.includes(' not ') &&
  [...claim.replaceAll(/\([^)]*\)/g, ' ').matchAll(CLAIM_NEGATION)].length % 2 === 1;
const CLAIM_NEGATION = /\b(?:do|does|did|is|are|was|were|has|have|will) not\b/g;
const ANY_TIME = /\bat any (?:time|point|moment)\b|\bduring (?:any|the) (?:part|course) of\b/i;

/** The words outside sentences about what does not count: the contract does not require what these name. */
function withoutExclusions(text: string, words: readonly Word[]): readonly Word[] {
  const excluded = [...text.matchAll(EXCLUSION)];
  if (excluded.length === 0) return words;
  return words.filter(
    ({ at }) => !excluded.some(({ index, 0: part }) => at >= index && at < index + part.length),
  );
}
const EXCLUSION = /(?<=[.?!] )[^.?!]*\b(?:not|alone|never|excluded)\b[^.?!]*[.?!]/g;

/** Properties of the whole listing that the extraction of one passage needs. */
interface Context {
  readonly lowerCaseWords: ReadonlySet<string>; // words that the rules write in lower case
  readonly sport: string | null;
}

function toPassage(
  text: string,
  spans: readonly DateSpan[],
  whole: string,
  { lowerCaseWords, sport }: Context,
): TextPassage {
  const { quantities, rest } = extractQuantities(text);
  const words = splitWords(rest);
  const isHeadline = isHeadlineCase(words);
  const concepts: string[] = [];
  const opposites: string[] = [];
  const names: string[][] = [];
  const contentStems: string[] = [];
  const ordinals: string[] = [];
  let negations = 0;
  for (let at = 0; at < words.length; ) {
    const known = findConcept(words, at);
    const word = words[at];
    if (word === undefined) break;
    if (known !== null) {
      const { kind, name, isOpposite } = resolveNickname(known.concept, sport);
      concepts.push(`${kind}:${name}`);
      if (isOpposite) opposites.push(`${kind}:${name}`);
      at += known.length;
      continue;
    }
    if (isNegation(words, at)) negations += 1;
    else if (ORDINAL_WORDS.has(word.text)) ordinals.push(word.text);
    else if (word.isInBrackets) {
      // Unknown words in brackets repeat or classify; they are not part of the condition.
    } else if (isName(word, at, isHeadline, lowerCaseWords)) {
      const last = names.at(-1);
      if (word.isJoined && last !== undefined && continuesName(words, at, last)) last.push(word.text);
      else names.push([word.text]);
    } else if (word.text.length > 1 && !FILLER_WORDS.has(word.text) && !/^\d+$/.test(word.text))
      contentStems.push(word.stem);
    at += 1;
  }
  return {
    spans,
    quantities,
    concepts,
    opposites,
    names,
    contentStems,
    ordinals,
    negations,
    timesOfDay: findTimesOfDay(whole),
  };
}

/** Whether the word belongs to the name before it. "Lula da Silva" is one name, including its particle. */
function continuesName(words: readonly Word[], at: number, name: readonly string[]): boolean {
  const before = words[at - 1]?.text ?? '';
  if (before === name.at(-1)) return true;
  return PARTICLE.test(before) && continuesName(words, at - 1, name);
}
const PARTICLE = /^(?:da|de|del|der|di|dos|du|la|le|van|von|bin)$/;

function isNegation(words: readonly Word[], at: number): boolean {
  const word = words[at]?.text ?? '';
  const next = words[at + 1]?.text ?? '';
  if (word === 'not') return !/^(?:including|limited|later|only|necessarily|less|more|fewer|yet)$/.test(next);
  if (word === 'no')
    return !/^(?:later|more|less|fewer|longer|lower|higher|earlier)$/.test(next) && at < words.length - 1;
  return NEGATION_WORDS.has(word);
}

function isName(word: Word, at: number, isHeadline: boolean, lowerCaseWords: ReadonlySet<string>): boolean {
  if (!word.isCapital || word.text.length < 2) return false;
  if (FILLER_WORDS.has(word.text) || COMMON_WORDS.has(word.text)) return false;
  // In a headline, and at the start of a text, common words have a capital too. The rules may show them in lower case.
  return !((isHeadline || at === 0) && lowerCaseWords.has(word.text));
}

function isHeadlineCase(words: readonly Word[]): boolean {
  const long = words.filter(({ text }) => text.length > 3);
  return long.length >= 4 && long.filter(({ isCapital }) => isCapital).length / long.length >= 0.8;
}
