import type { DateSpan } from './extract-dates.ts';
import { extractQuantities, type Quantity } from './extract-quantities.ts';
import {
  COMMON_WORDS,
  FILLER_WORDS,
  findConcept,
  NEGATION_WORDS,
  ORDINAL_WORDS,
  resolveNickname,
} from './lexicon/lexicon.ts';
import { splitWords, type Word } from './listing-text.ts';
import { findTimesOfDay } from './proposition.ts';

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
  readonly groups: ConceptGroups;
}

/** The concepts of a passage by kind, each once, in the order of the text. */
export type ConceptGroups = ReadonlyMap<string, readonly string[]>;

/** Properties of the whole listing that the reading of one passage needs. */
export interface PassageContext {
  readonly lowerCaseWords: ReadonlySet<string>; // words that the rules write in lower case
  readonly sport: string | null;
}

/**
 * A passage that is read when a finding is first needed. Most comparisons end at a date, a number or a name, and never
 * need the words of the rules.
 */
export class WrittenPassage implements TextPassage {
  readonly spans: readonly DateSpan[];
  readonly #text: string; // without the dates
  readonly #whole: string;
  readonly #context: PassageContext;
  #numbers: ReturnType<typeof extractQuantities> | null = null;
  #words: WordFindings | null = null;
  #timesOfDay: readonly number[] | null = null;
  #groups: ConceptGroups | null = null;

  constructor(text: string, spans: readonly DateSpan[], whole: string, context: PassageContext) {
    this.#text = text;
    this.spans = spans;
    this.#whole = whole;
    this.#context = context;
  }

  get quantities(): readonly Quantity[] {
    return this.#readNumbers().quantities;
  }
  get concepts(): readonly string[] {
    return this.#readWords().concepts;
  }
  get opposites(): readonly string[] {
    return this.#readWords().opposites;
  }
  get names(): readonly (readonly string[])[] {
    return this.#readWords().names;
  }
  get contentStems(): readonly string[] {
    return this.#readWords().contentStems;
  }
  get ordinals(): readonly string[] {
    return this.#readWords().ordinals;
  }
  get negations(): number {
    return this.#readWords().negations;
  }
  get timesOfDay(): readonly number[] {
    this.#timesOfDay ??= findTimesOfDay(this.#whole);
    return this.#timesOfDay;
  }
  get groups(): ConceptGroups {
    this.#groups ??= groupConcepts(this.concepts);
    return this.#groups;
  }

  #readNumbers(): ReturnType<typeof extractQuantities> {
    this.#numbers ??= extractQuantities(this.#text);
    return this.#numbers;
  }

  #readWords(): WordFindings {
    this.#words ??= readWords(splitWords(this.#readNumbers().rest), this.#context);
    return this.#words;
  }
}

/** Some findings of a passage replaced by others; without its dates. */
export class MaskedPassage implements TextPassage {
  readonly spans: readonly DateSpan[] = [];
  readonly concepts: readonly string[];
  readonly names: readonly (readonly string[])[];
  readonly contentStems: readonly string[];
  readonly #own: TextPassage;
  #groups: ConceptGroups | null = null;

  constructor(own: TextPassage, replaced: Pick<TextPassage, 'concepts' | 'names' | 'contentStems'>) {
    this.#own = own;
    this.concepts = replaced.concepts;
    this.names = replaced.names;
    this.contentStems = replaced.contentStems;
  }

  get quantities(): readonly Quantity[] {
    return this.#own.quantities;
  }
  get opposites(): readonly string[] {
    return this.#own.opposites;
  }
  get ordinals(): readonly string[] {
    return this.#own.ordinals;
  }
  get negations(): number {
    return this.#own.negations;
  }
  get timesOfDay(): readonly number[] {
    return this.#own.timesOfDay;
  }
  get groups(): ConceptGroups {
    this.#groups ??= groupConcepts(this.concepts);
    return this.#groups;
  }
}

/** A passage without findings, for a title that was read as a whole. */
export const EMPTY_PASSAGE: TextPassage = {
  spans: [],
  quantities: [],
  concepts: [],
  opposites: [],
  names: [],
  contentStems: [],
  ordinals: [],
  negations: 0,
  timesOfDay: [],
  groups: new Map(),
};

function groupConcepts(concepts: readonly string[]): ConceptGroups {
  const groups = new Map<string, string[]>();
  for (const concept of concepts) {
    const kind = concept.slice(0, concept.indexOf(':'));
    const group = groups.get(kind);
    if (group === undefined) groups.set(kind, [concept]);
    else if (!group.includes(concept)) group.push(concept);
  }
  return groups;
}

type WordFindings = Pick<
  TextPassage,
  'concepts' | 'opposites' | 'names' | 'contentStems' | 'ordinals' | 'negations'
>;

function readWords(words: readonly Word[], context: PassageContext): WordFindings {
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
      const { id, isOpposite } = resolveNickname(known.concept, context.sport);
      concepts.push(id);
      if (isOpposite) opposites.push(id);
      at += known.length;
      continue;
    }
    if (isNegation(words, at)) negations += 1;
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

function isName(word: Word, at: number, isHeadline: boolean, context: PassageContext): boolean {
  if (!word.isCapital || word.text.length < 2) return false;
  if (FILLER_WORDS.has(word.text) || COMMON_WORDS.has(word.text)) return false;
  // In a headline, and at the start of a text, common words have a capital too. The rules may show them in lower case.
  return !((isHeadline || at === 0) && context.lowerCaseWords.has(word.text));
}

function isHeadlineCase(words: readonly Word[]): boolean {
  const long = words.filter(({ text }) => text.length > 3);
  return long.length >= 4 && long.filter(({ isCapital }) => isCapital).length / long.length >= 0.8;
}
