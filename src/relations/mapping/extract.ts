import { type DoubleChance, readDoubleChance } from './double-chances.ts';
import { findTickerDay } from './event-keys.ts';
import { blankClocks, type DateSpan, extractDates, toDay } from './extract-dates.ts';
import { findSport } from './lexicon/lexicon.ts';
import { getExpectedEnd, type Listing } from './listing.ts';
import { type Abbreviation, findAbbreviations, normalizeText, visitWords } from './listing-text.ts';
import { type ListingWords, readListingWords, readStems, type WordSet } from './listing-words.ts';
import { extractParticipants, type Participants } from './participants.ts';
import { type PassageContext, readBySentence } from './passage-words.ts';
import { restatePrivate } from './private-companies.ts';
import { findClaim, findJoinedActs, findSources } from './proposition.ts';
import { type PublishedTerms, readPublishedSport, readPublishedTerms } from './published-terms.ts';
import { SentenceReader, splitSentences } from './sentences.ts';
import { nameTeams, stripClubNumbers } from './side-names.ts';
import { stripTrophy } from './soccer-deciders.ts';
import { stripRound } from './tennis-rounds.ts';
import { type TextPassage, WrittenPassage } from './text-passage.ts';

/** All findings of one listing. Comparing it with others reads no text again. */
export interface ListingFacts {
  readonly listing: Listing;
  readonly normalTitle: string; // with uniform quotes, dashes and abbreviations
  readonly rulesText: string; // as `normalTitle`
  readonly claimText: string;
  readonly title: TextPassage;
  readonly rules: TextPassage;
  readonly claim: TextPassage; // the part of the rules that states the condition for Yes
  readonly stems: WordSet; // of all words of title and rules
  readonly claimWords: ReadonlySet<string>; // all words of title and claim, in lower case
  readonly affirmedStems: WordSet; // of title and rules without sentences about what does not count
  readonly closeDay: number | null;
  readonly openDay: number | null;
  readonly tickerDay: number | null; // the day in a ticker such as KXNFLGAME-26NOV29DENKC-DEN
  readonly claimStems: ReadonlySet<string> | null; // of "If …, then the market resolves to Yes"; null without it
  readonly isClaimNegated: boolean; // the claim requires that something does not happen
  readonly isAnyTime: boolean; // the claim or title accepts the event at any time of the period
  readonly participants: Participants;
  readonly doubleChance: DoubleChance | null; // of a soccer match: two of its three outcomes pay Yes
  readonly joinedActs: readonly string[]; // further acts: "and confirmed", "or announced"
  readonly sources: readonly (readonly string[])[]; // who publishes the figure, and the names in the claim
  readonly abbreviations: readonly Abbreviation[];
  readonly published: PublishedTerms;
  readonly whole: ListingFacts; // the facts themselves, or those that they mask
  readonly readings: unknown[]; // values of `readOnce`
}

/** Reads a listing. Days are whole days since 1970 (UTC). What most comparisons do not need is read on demand. */
export const extractFacts = (listing: Listing): ListingFacts => new ExtractedFacts(listing);

/** Sports whose teams Kalshi names with a code: "DET Lions". */
const CODED_SPORTS: ReadonlySet<string> = new Set(['football', 'basketball', 'baseball', 'hockey']);

/** "A vs B: Reg Time: A". The rules say which minutes count. */
const REGULAR_TIME = /: Reg(?:ulation|ular)? Time: /i;

const NORMAL_SENTENCES = new SentenceReader(normalizeText);
const ABBREVIATIONS = new SentenceReader(findAbbreviations);

class ExtractedFacts implements ListingFacts {
  readonly listing: Listing;
  readonly normalTitle: string;
  readonly rulesText: string;
  readonly title: TextPassage;
  readonly rules: TextPassage;
  readonly claim: TextPassage;
  readonly closeDay: number | null;
  readonly openDay: number | null;
  readonly tickerDay: number | null;
  readonly participants: Participants;
  readonly doubleChance: DoubleChance | null;
  readonly readings: unknown[] = [];
  readonly #wholeRules: string;
  readonly #titleText: string;
  readonly #rulesRest: string; // without the dates
  readonly #claimAt: ReturnType<typeof findClaim>;
  #words: ListingWords | null = null;
  #claimWords: ReadonlySet<string> | null = null;
  #claimStems: ReadonlySet<string> | null = null;
  #joinedActs: readonly string[] | null = null;
  #sources: readonly (readonly string[])[] | null = null;
  #abbreviations: readonly Abbreviation[] | null = null;
  #published: PublishedTerms | null = null;

  constructor(listing: Listing) {
    this.listing = listing;
    this.normalTitle = restatePrivate(normalizeText(listing.title), listing.rules ?? '');
    const sentences = splitSentences(listing.rules ?? '').map((it) => NORMAL_SENTENCES.read(it));
    const wholeRules = sentences.join(' ');
    const [first, ...later] = sentences;
    const sport = readPublishedSport(listing.terms) ?? findSport([`${this.normalTitle} ${first}`, ...later]);
    // "Netflix (NFLX)": a ticker in brackets repeats the name. "Athletic Club (MG)": a state distinguishes two teams.
    const wholeTitle = this.normalTitle.replaceAll(/\(([A-Z]{2,6})\)/g, sport === 'soccer' ? '$1' : ' ');
    const isSoccer = sport === 'soccer';
    const hasCodes = CODED_SPORTS.has(sport ?? '');
    if (hasCodes) this.normalTitle = nameTeams(this.normalTitle, sport);
    const gameTitle =
      sport === 'tennis' ? stripRound(wholeTitle) : hasCodes ? nameTeams(wholeTitle, sport) : wholeTitle;
    const rulesText = isSoccer
      ? stripClubNumbers(wholeRules)
      : hasCodes
        ? nameTeams(wholeRules, sport)
        : wholeRules;
    const soccerTitle = isSoccer
      ? stripClubNumbers(stripTrophy(gameTitle)).replace(REGULAR_TIME, ': ')
      : gameTitle;
    this.doubleChance = isSoccer ? readDoubleChance(soccerTitle, rulesText) : null;
    const titleText = this.doubleChance?.title ?? soccerTitle;
    const end = getExpectedEnd(listing);
    this.closeDay = end === null ? null : toDay(end - 1);
    this.openDay = listing.openTime === null ? null : toDay(listing.openTime);
    this.tickerDay = findTickerDay(listing.ticker);
    this.#wholeRules = wholeRules;
    this.#titleText = titleText;
    this.rulesText = rulesText;
    // Dates are read from title and rules as one text: a year missing in one is taken from the other.
    const { spans, rest: undated } = extractDates(`${titleText} ¶ ${rulesText}`, this.closeDay);
    const rest = blankClocks(undated);
    const cut = rest.indexOf('¶');
    const start = cut + 2; // of the rules
    const context = this.#createContext(sport);
    const read = (from: number, to: number, some: readonly DateSpan[], whole: string): TextPassage =>
      new WrittenPassage(rest.slice(from, to), some, whole, context);
    const isOfRules = ({ at }: DateSpan): boolean => at >= start;
    this.title = read(
      0,
      cut,
      spans.filter((span) => !isOfRules(span)),
      titleText,
    );
    const rulesSpans = spans.filter(isOfRules);
    this.rules = new WrittenPassage(rest.slice(start), rulesSpans, rulesText, context, readBySentence);
    this.#rulesRest = rest.slice(start);
    this.#claimAt = findClaim(rulesText);
    const { from, to } = this.#claimAt;
    const claimText = rulesText.slice(from, to);
    const claimSpans = rulesSpans.filter(({ at }) => at - start >= from && at - start < to);
    this.claim = read(start + from, start + to, claimSpans, claimText);
    this.participants = extractParticipants(
      titleText,
      rulesText,
      claimText,
      sport,
      listing.terms?.['groupItemTitle'],
    );
  }

  #createContext(sport: string | null): PassageContext {
    const readWords = (): ListingWords => this.#readWords();
    return {
      sport,
      get lowerCaseWords() {
        return readWords().lowerCase;
      },
    };
  }

  get whole(): ListingFacts {
    return this;
  }
  get stems(): WordSet {
    return this.#readWords().stems;
  }
  get affirmedStems(): WordSet {
    return this.#readWords().affirmedStems;
  }
  get claimWords(): ReadonlySet<string> {
    this.#claimWords ??= readTexts(this.#titleText, this.claimText);
    return this.#claimWords;
  }
  get claimStems(): ReadonlySet<string> | null {
    if (!this.#claimAt.isWhole) return null;
    this.#claimStems ??= readStems(this.claimText);
    return this.#claimStems;
  }
  get isClaimNegated(): boolean {
    return isNegatedClaim(this.claimText);
  }
  get isAnyTime(): boolean {
    return ANY_TIME.test(`${this.#titleText} ${this.claimText}`);
  }
  get joinedActs(): readonly string[] {
    this.#joinedActs ??= findJoinedActs(this.claimText);
    return this.#joinedActs;
  }
  get sources(): readonly (readonly string[])[] {
    this.#sources ??= [...this.claim.names, ...findSources(this.#rulesRest)];
    return this.#sources;
  }
  get abbreviations(): readonly Abbreviation[] {
    this.#abbreviations ??= [
      ...findAbbreviations(this.normalTitle),
      ...splitSentences(this.#wholeRules).flatMap((it) => ABBREVIATIONS.read(it)),
    ];
    return this.#abbreviations;
  }
  get published(): PublishedTerms {
    this.#published ??= readPublishedTerms(this.listing.terms, this);
    return this.#published;
  }

  get claimText(): string {
    return this.rulesText.slice(this.#claimAt.from, this.#claimAt.to);
  }
  #readWords(): ListingWords {
    this.#words ??= readListingWords(this.#titleText, this.rulesText);
    return this.#words;
  }
}

function readTexts(...texts: readonly string[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const text of texts) visitWords(text, ({ lower }) => void words.add(lower));
  return words;
}

/** "(does not include extra time)" explains and does not negate. Two negations cancel out. */
const isNegatedClaim = (claim: string): boolean =>
  claim.includes(' not ') &&
  [...claim.replaceAll(/\([^)]*\)/g, ' ').matchAll(CLAIM_NEGATION)].length % 2 === 1;
const CLAIM_NEGATION = /\b(?:do|does|did|is|are|was|were|has|have|will) not\b/g;
const ANY_TIME = /\bat any (?:time|point|moment)\b|\bduring (?:any|the) (?:part|course) of\b/i;
