import { extractQuantities, type Quantity } from './extract-quantities.ts';
import {
  COMMON_WORDS,
  FILLER_WORDS,
  findConcept,
  isOpenEnded,
  NEGATION_WORDS,
  ORDINAL_WORDS,
  resolveNickname,
} from './lexicon/lexicon.ts';
import { splitWords, type Word } from './listing-text.ts';
import type { WordSet } from './listing-words.ts';
import { SentenceReader, splitSentences } from './sentences.ts';

/** What the numbers and words of a passage say, each list in the order of the text. */
export interface PassageFindings {
  readonly quantities: readonly Quantity[];
  readonly concepts: readonly string[]; // `team:nba-thunder`, including those named by their opposite
  readonly opposites: readonly string[]; // only those named by their opposite
  readonly names: readonly (readonly string[])[]; // adjacent capitalized words that the lexicon does not know
  readonly contentStems: readonly string[]; // stems of the other words
  readonly ordinals: readonly string[]; // "first", "most": which of several, outside known phrases
  readonly negations: number;
}

/** Properties of the whole listing that the reading of one passage needs. */
export interface PassageContext {
  readonly lowerCaseWords: WordSet; // words that the rules write in lower case
  readonly sport: string | null;
}

/** Reads a passage as a whole. */
export function readPassage(text: string, context: PassageContext): PassageFindings {
  const { quantities, rest } = extractQuantities(text);
  const words = splitWords(rest);
  return { quantities, ...readWords(words, context, isHeadlineCase([countCapitals(words)])) };
}

/**
 * Reads a passage sentence by sentence, with the findings of the whole. Listings share most sentences of their rules.
 * The first one is read with its listing: only there a capital letter may be that of any word.
 */
export function readBySentence(text: string, context: PassageContext): PassageFindings {
  const parts = readSentences(splitSentences(text), context);
  if (isHeadlineCase(parts)) return readPassage(text, context);
  return {
    quantities: parts.flatMap((it) => it.quantities),
    concepts: parts.flatMap((it) => it.concepts),
    opposites: parts.flatMap((it) => it.opposites),
    names: parts.flatMap((it) => it.names),
    contentStems: parts.flatMap((it) => it.contentStems),
    ordinals: parts.flatMap((it) => it.ordinals),
    negations: parts.reduce((total, it) => total + it.negations, 0),
  };
}

/** A sentence and its share of capitalized words. `isOpen`: what follows may change its findings. */
interface SentenceFindings extends PassageFindings, CapitalCount {
  readonly isOpen: boolean;
}

/** From an open sentence on, the rest is read as one. */
function readSentences(sentences: readonly string[], context: PassageContext): readonly SentenceFindings[] {
  const read = (text: string, at: number): SentenceFindings =>
    at === 0 ? readSentence(text, context) : getReader(context.sport).read(text);
  const parts: SentenceFindings[] = [];
  for (const [at, sentence] of sentences.entries()) {
    const part = read(sentence, at);
    if (part.isOpen && at < sentences.length - 1) return [...parts, read(sentences.slice(at).join(' '), at)];
    parts.push(part);
  }
  return parts;
}

function readSentence(text: string, context: PassageContext): SentenceFindings {
  const { quantities, rest } = extractQuantities(text);
  const words = splitWords(rest);
  const isOpen =
    rest.lastIndexOf('(') > rest.lastIndexOf(')') ||
    /^(?:not?)$/.test(words.at(-1)?.text ?? '') ||
    isOpenEnded(words);
  return { quantities, ...readWords(words, context, false), ...countCapitals(words), isOpen };
}

/** By sport, which selects the team that a nickname means. */
const READERS = new Map<string | null, SentenceReader<SentenceFindings>>();
function getReader(sport: string | null): SentenceReader<SentenceFindings> {
  const known = READERS.get(sport);
  if (known !== undefined) return known;
  const context = { sport, lowerCaseWords: new Set<string>() };
  const reader = new SentenceReader((text) => readSentence(text, context));
  READERS.set(sport, reader);
  return reader;
}

type WordFindings = Omit<PassageFindings, 'quantities'>;

function readWords(words: readonly Word[], context: PassageContext, isHeadline: boolean): WordFindings {
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
      const { id, isOpposite } = resolveNickname(known.concept, context.sport);
      concepts.push(id);
      if (isOpposite) opposites.push(id);
      at += known.length;
      continue;
    }
    // "(no style control)" is a term of the contract and does not negate the question.
    if (!word.isInBrackets && isNegation(words, at)) negations += 1;
    else if (ORDINAL_WORDS.has(word.text)) ordinals.push(word.text);
    else if (word.isInBrackets) {
      // Unknown words in brackets repeat or classify; they are not part of the condition.
    } else if (isName(word, at, isHeadline, context)) {
      const last = names.at(-1);
      if (word.isJoined && last !== undefined && continuesName(words, at, last)) last.push(word.text);
      else names.push([word.text]);
    } else if (word.text.length > 1 && !FILLER_WORDS.has(word.text) && !/^\d+$/.test(word.text))
      contentStems.push(word.stem);
    at += 1;
  }
  return { concepts, opposites, names, contentStems, ordinals, negations };
}

/** Whether the word belongs to the name before it. "Lula da Silva" is one name, including its particle. */
function continuesName(words: readonly Word[], at: number, name: readonly string[]): boolean {
  const before = words[at - 1]?.text ?? '';
  if (before === name.at(-1)) return true;
  return PARTICLE.test(before) && words[at - 1]?.isJoined === true && continuesName(words, at - 1, name);
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

function isName(word: Word, at: number, isHeadline: boolean, context: PassageContext): boolean {
  if (!word.isCapital || word.text.length < 2) return false;
  if (FILLER_WORDS.has(word.text) || COMMON_WORDS.has(word.text)) return false;
  // In a headline, and at the start of a text, common words have a capital too. The rules may show them in lower case.
  return !((isHeadline || at === 0) && context.lowerCaseWords.has(word.text));
}

/** Of the words with more than three letters. */
interface CapitalCount {
  readonly longWords: number;
  readonly longCapitals: number;
}

function countCapitals(words: readonly Word[]): CapitalCount {
  const long = words.filter(({ text }) => text.length > 3);
  return { longWords: long.length, longCapitals: long.filter(({ isCapital }) => isCapital).length };
}

function isHeadlineCase(parts: readonly CapitalCount[]): boolean {
  const all = parts.reduce((total, { longWords }) => total + longWords, 0);
  const capitals = parts.reduce((total, { longCapitals }) => total + longCapitals, 0);
  return all >= 4 && capitals / all >= 0.8;
}
