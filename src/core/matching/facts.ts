import { dayOf, type Span, takeDates } from './dates.ts';
import { COMMON, FILLER } from './lexicon/common.ts';
import { conceptAt } from './lexicon/lexicon.ts';
import type { Listing } from './listing.ts';
import { type Quantity, takeQuantities } from './quantities.ts';
import { plainText, stemOf, type Word, wordsIn } from './text.ts';

/** What a passage says, in the order it says it. */
export interface Passage {
  readonly spans: readonly Span[];
  readonly quantities: readonly Quantity[];
  readonly concepts: readonly string[]; // `team:nba-thunder`, the opposite ones too
  readonly opposites: readonly string[]; // those concepts that were named by their opposite
  readonly names: readonly (readonly string[])[]; // words with a capital that no lexicon knows, side by side
  readonly content: readonly string[]; // stems of what is left
  readonly negations: number;
  readonly clocks: readonly number[]; // times of day, minutes
}

/** A listing as matching compares it: what its title claims, and what its rules add. */
export interface Facts {
  readonly listing: Listing;
  readonly title: Passage;
  readonly rules: Passage;
  readonly stems: ReadonlySet<string>; // every word of title and rules
  readonly closeDay: number | null;
  readonly openDay: number | null;
  readonly winner: string | null; // "the Celtics beat the Lakers": who is said to win
}

/** Reads a listing once; comparing it with others reads no text again. */
export function factsOf(listing: Listing): Facts {
  // "Netflix (NFLX)": a ticker in brackets says the name again.
  const titleText = plainText(listing.title).replaceAll(/\([A-Z]{2,6}\)/g, ' ');
  const rulesText = plainText(listing.rules ?? '');
  const closeDay = listing.closeTime === null ? null : dayOf(listing.closeTime - 1);
  // Title and rules are one text to dates: where one leaves the year out, the other has it.
  const both = takeDates(`${titleText} ¶ ${rulesText}`, closeDay);
  const cut = both.rest.indexOf('¶');
  const titleSpans = takeDates(titleText, closeDay).spans.length;
  const spoken = new Set(
    wordsIn(rulesText)
      .filter((word) => !word.isCapital)
      .map((word) => word.text),
  );
  const title = passageOf(both.rest.slice(0, cut), both.spans.slice(0, titleSpans), titleText, spoken);
  const rules = passageOf(both.rest.slice(cut + 1), both.spans.slice(titleSpans), rulesText, spoken);
  return {
    listing,
    title,
    rules,
    stems: new Set([...wordsIn(titleText), ...wordsIn(rulesText)].map(({ text }) => stemOf(text))),
    closeDay,
    openDay: listing.openTime === null ? null : dayOf(listing.openTime),
    winner: winnerIn(titleText) ?? yesSideIn(rulesText),
  };
}

function passageOf(
  text: string,
  spans: readonly Span[],
  whole: string,
  spoken: ReadonlySet<string>,
): Passage {
  const { quantities, rest } = takeQuantities(text);
  const words = wordsIn(rest);
  const isHeadline = isHeadlineCase(words);
  const concepts: string[] = [];
  const opposites: string[] = [];
  const names: string[][] = [];
  const content: string[] = [];
  let negations = 0;
  for (let at = 0; at < words.length; ) {
    const known = conceptAt(words, at);
    const word = words[at];
    if (word === undefined) break;
    if (known !== null) {
      const { kind, name, isOpposite } = known.concept;
      concepts.push(`${kind}:${name}`);
      if (isOpposite) opposites.push(`${kind}:${name}`);
      at += known.length;
      continue;
    }
    if (isNegation(words, at)) negations += 1;
    else if (isName(word, at, isHeadline, spoken)) {
      const last = names.at(-1);
      if (word.isJoined && last !== undefined && isNameBefore(words, at, last)) last.push(word.text);
      else names.push([word.text]);
    } else if (word.text.length > 1 && !FILLER.has(word.text) && !/^\d+$/.test(word.text))
      content.push(stemOf(word.text));
    at += 1;
  }
  return { spans, quantities, concepts, opposites, names, content, negations, clocks: clocksIn(whole) };
}

const isNameBefore = (words: readonly Word[], at: number, last: readonly string[]): boolean =>
  words[at - 1]?.text === last.at(-1);

function isNegation(words: readonly Word[], at: number): boolean {
  const word = words[at]?.text ?? '';
  const next = words[at + 1]?.text ?? '';
  if (word === 'not') return !/^(?:including|limited|later|only|necessarily|less|more|fewer|yet)$/.test(next);
  if (word === 'no')
    return !/^(?:later|more|less|fewer|longer|lower|higher|earlier)$/.test(next) && at < words.length - 1;
  return /^(?:never|without|fail|fails|failing|cannot|neither|avoid|avoids|nobody|none)$/.test(word);
}

function isName(word: Word, at: number, isHeadline: boolean, spoken: ReadonlySet<string>): boolean {
  if (!word.isCapital || word.text.length < 2 || FILLER.has(word.text) || COMMON.has(word.text)) return false;
  // Under headline capitals, and at the head of a sentence, a capital says nothing: the rules tell.
  return !((isHeadline || at === 0) && spoken.has(word.text));
}

function isHeadlineCase(words: readonly Word[]): boolean {
  const long = words.filter(({ text }) => text.length > 3);
  return long.length >= 4 && long.filter(({ isCapital }) => isCapital).length / long.length >= 0.8;
}

const CLOCK =
  /\b(\d{1,2})(?::(\d\d))?(?::\d\d)? ?([AaPp])\.?[Mm]\b\.?|\b(\d{1,2}):(\d\d)(?::\d\d)? ?(?=(?:\(?(?:ET|EST|EDT|UTC|GMT|CET)|in the ET))|\b(noon)\b/g;

/** Times of day in minutes, without those that mean the end of a day. */
function clocksIn(text: string): readonly number[] {
  const clocks = [...text.matchAll(CLOCK)].map(([, hour, minute = '0', half, hour24, minute24, noon]) => {
    if (noon !== undefined) return 720;
    if (hour24 !== undefined) return Number(hour24) * 60 + Number(minute24);
    return ((Number(hour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0)) * 60 + Number(minute);
  });
  return clocks.filter((minutes) => minutes !== 0 && minutes < 1_435);
}

/** Who is said to win a meeting of two: the side named before `beat`, or after `lose to`. */
function winnerIn(title: string): string | null {
  const asked =
    /^(?:Will )?(?:the )?(.+?) (beat|beats|defeat|defeats|win against|lose to|loses to) (?:the )?(.+?)(?: on | in | by |\?|$)/i.exec(
      title,
    );
  if (asked !== null) return whoIs(/^lose/i.test(asked[2] ?? '') ? asked[3] : asked[1]);
  const ofTheDay = /^Will (?:the )?(.+?) win on 20\d\d-\d\d-\d\d\?/.exec(title);
  if (ofTheDay !== null) return whoIs(ofTheDay[1]);
  const outcome = /(?:winner|vs\.?|\bat\b|@).*[?:-] ?([A-Z][\w .'-]+)$/.exec(title);
  return outcome === null ? null : whoIs(outcome[1]);
}

/** A market of two sides whose first outcome is one of them: "YES is Lions; NO is Cowboys." */
function yesSideIn(rules: string): string | null {
  const yes = /^YES is ([^;]+); NO is /.exec(rules)?.[1];
  return yes === undefined ? null : whoIs(yes);
}

function whoIs(text: string | undefined): string | null {
  if (text === undefined) return null;
  const words = wordsIn(text.replace(/^the /i, ''));
  const known = conceptAt(words, 0);
  return known === null ? (words.at(-1)?.text ?? null) : `${known.concept.kind}:${known.concept.name}`;
}
