import { type DateSpan, extractDates, toDay } from './extract-dates.ts';
import { extractQuantities, type Quantity } from './extract-quantities.ts';
import { COMMON_WORDS, FILLER_WORDS, findConcept, findSport, resolveNickname } from './lexicon/lexicon.ts';
import type { Listing } from './listing.ts';
import {
  type Abbreviation,
  findAbbreviations,
  normalizeText,
  splitWords,
  toStem,
  type Word,
} from './listing-text.ts';
import {
  extractParticipants,
  findClaim,
  findJoinedActs,
  findSources,
  findTimesOfDay,
  type Participants,
} from './proposition.ts';

/** What a passage says, in the order it says it. */
export interface TextPassage {
  readonly spans: readonly DateSpan[];
  readonly quantities: readonly Quantity[];
  readonly concepts: readonly string[]; // `team:nba-thunder`, the opposite ones too
  readonly opposites: readonly string[]; // those concepts that were named by their opposite
  readonly names: readonly (readonly string[])[]; // words with a capital that no lexicon knows, side by side
  readonly contentStems: readonly string[]; // stems of what is left
  readonly ordinals: readonly string[]; // "first", "most": which of several, where no known phrase has it
  readonly negations: number;
  readonly timesOfDay: readonly number[]; // times of day, minutes
}

/** A listing as matching compares it: what its title claims, and what its rules add. */
export interface ListingFacts {
  readonly listing: Listing;
  readonly title: TextPassage;
  readonly rules: TextPassage;
  readonly claim: TextPassage; // the part of the rules that says what is asked, without clauses for other cases
  readonly stems: ReadonlySet<string>; // every word of title and rules
  readonly claimWords: ReadonlySet<string>; // every word of title and claim, as written
  readonly affirmedStems: ReadonlySet<string>; // the same without sentences of what does not count
  readonly closeDay: number | null;
  readonly openDay: number | null;
  readonly claimStems: ReadonlySet<string> | null; // stems of "If …, then the market resolves to Yes"
  readonly participants: Participants;
  readonly joinedActs: readonly string[]; // deeds besides: "and confirmed", "or announced"
  readonly sources: readonly (readonly string[])[]; // who is said to tell the figure, and whom the claim names
  readonly abbreviations: readonly Abbreviation[]; // what its names are called for short
}

/** Reads a listing once; comparing it with others reads no text again. */
export function extractFacts(listing: Listing): ListingFacts {
  // "Netflix (NFLX)": a ticker in brackets says the name again.
  const titleText = normalizeText(listing.title).replaceAll(/\([A-Z]{2,6}\)/g, ' ');
  const rulesText = normalizeText(listing.rules ?? '');
  const closeDay = listing.closeTime === null ? null : toDay(listing.closeTime - 1);
  // Title and rules are one text to dates: where one leaves the year out, the other has it.
  const both = extractDates(`${titleText} ¶ ${rulesText}`, closeDay);
  const cut = both.rest.indexOf('¶');
  const titleSpans = extractDates(titleText, closeDay).spans.length;
  const [titleWords, rulesWords] = [splitWords(titleText), splitWords(rulesText)];
  const spoken = new Set(rulesWords.filter((word) => !word.isCapital).map((word) => word.text));
  const sport = findSport(`${titleText} ${rulesText}`);
  const read = (from: number, to: number, spans: readonly DateSpan[], whole: string): TextPassage =>
    passageOf(both.rest.slice(from, to), spans, whole, { spoken, sport });
  const title = read(0, cut, both.spans.slice(0, titleSpans), titleText);
  const rulesSpans = both.spans.slice(titleSpans);
  const rules = read(cut + 1, both.rest.length, rulesSpans, rulesText);
  const { from, to, isWhole } = findClaim(rulesText);
  const claimSpans = rulesSpans.filter(({ at }) => at - cut - 2 >= from && at - cut - 2 < to);
  const claimText = rulesText.slice(from, to);
  const claimWords = splitWords(claimText);
  const claim = read(cut + 2 + from, cut + 2 + to, claimSpans, claimText);
  return {
    listing,
    title,
    rules,
    claim,
    stems: new Set([...titleWords, ...rulesWords].map(({ text }) => toStem(text))),
    affirmedStems: new Set(
      [...titleWords, ...splitWords(rulesText.replaceAll(DENIED, ' '))].map(({ text }) => toStem(text)),
    ),
    closeDay,
    openDay: listing.openTime === null ? null : toDay(listing.openTime),
    claimWords: new Set([...titleWords, ...claimWords].map(({ text }) => text)),
    claimStems: isWhole ? new Set(claimWords.map(({ text }) => toStem(text))) : null,
    participants: extractParticipants(titleText, rulesText, sport),
    joinedActs: findJoinedActs(claimText),
    sources: [...claim.names, ...findSources(both.rest.slice(cut + 2))],
    abbreviations: findAbbreviations(listing),
  };
}

/** A sentence of what is not enough: what it names is not asked. */
const DENIED = /(?<=[.?!] )[^.?!]*\b(?:not|alone|never|excluded)\b[^.?!]*[.?!]/g;

/** What the reading of one passage has to know of the whole listing. */
interface Context {
  readonly spoken: ReadonlySet<string>; // words that its rules write in lower case
  readonly sport: string | null;
}

function passageOf(
  text: string,
  spans: readonly DateSpan[],
  whole: string,
  { spoken, sport }: Context,
): TextPassage {
  const { quantities, rest } = extractQuantities(text);
  const words = splitWords(rest);
  const isHeadline = isHeadlineCase(words);
  const concepts: string[] = [];
  const opposites: string[] = [];
  const names: string[][] = [];
  const content: string[] = [];
  const orders: string[] = [];
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
    else if (ORDERS.has(word.text)) orders.push(word.text);
    else if (word.isAside) {
      // What stands in brackets and no lexicon knows repeats or files, and asks nothing.
    } else if (isName(word, at, isHeadline, spoken)) {
      const last = names.at(-1);
      if (word.isJoined && last !== undefined && isNameBefore(words, at, last)) last.push(word.text);
      else names.push([word.text]);
    } else if (word.text.length > 1 && !FILLER_WORDS.has(word.text) && !/^\d+$/.test(word.text))
      content.push(toStem(word.text));
    at += 1;
  }
  return {
    spans,
    quantities,
    concepts,
    opposites,
    names,
    contentStems: content,
    ordinals: orders,
    negations,
    timesOfDay: findTimesOfDay(whole),
  };
}

const ORDERS: ReadonlySet<string> = new Set([
  'first',
  'most',
  'next',
  'only',
  'another',
  'again',
  'both',
  'neither',
]);

/** "Lula da Silva" is one name, small words and all. */
function isNameBefore(words: readonly Word[], at: number, last: readonly string[]): boolean {
  const before = words[at - 1]?.text ?? '';
  if (before === last.at(-1)) return true;
  return PARTICLE.test(before) && isNameBefore(words, at - 1, last);
}
const PARTICLE = /^(?:da|de|del|der|di|dos|du|la|le|van|von|bin)$/;

function isNegation(words: readonly Word[], at: number): boolean {
  const word = words[at]?.text ?? '';
  const next = words[at + 1]?.text ?? '';
  if (word === 'not') return !/^(?:including|limited|later|only|necessarily|less|more|fewer|yet)$/.test(next);
  if (word === 'no')
    return !/^(?:later|more|less|fewer|longer|lower|higher|earlier)$/.test(next) && at < words.length - 1;
  return /^(?:never|without|fail|fails|failing|cannot|neither|avoid|avoids|nobody|none)$/.test(word);
}

function isName(word: Word, at: number, isHeadline: boolean, spoken: ReadonlySet<string>): boolean {
  if (!word.isCapital || word.text.length < 2 || FILLER_WORDS.has(word.text) || COMMON_WORDS.has(word.text))
    return false;
  // Under headline capitals, and at the head of a sentence, a capital says nothing: the rules tell.
  return !((isHeadline || at === 0) && spoken.has(word.text));
}

function isHeadlineCase(words: readonly Word[]): boolean {
  const long = words.filter(({ text }) => text.length > 3);
  return long.length >= 4 && long.filter(({ isCapital }) => isCapital).length / long.length >= 0.8;
}
