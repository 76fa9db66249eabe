import type { DateSpan } from './extract-dates.ts';
import type { Quantity } from './extract-quantities.ts';
import { type PassageContext, type PassageFindings, readPassage } from './passage-words.ts';
import { findTimesOfDay } from './proposition.ts';

/** The findings of one passage, each list in the order of the text. */
export interface TextPassage extends PassageFindings {
  readonly spans: readonly DateSpan[];
  readonly timesOfDay: readonly number[]; // minutes after midnight
  readonly groups: ConceptGroups;
}

/** The concepts of a passage by kind, each once, in the order of the text. */
export type ConceptGroups = ReadonlyMap<string, readonly string[]>;

/**
 * A passage that is read when a finding is first needed. Most comparisons end at a date, a number or a name, and never
 * need the words of the rules.
 */
export class WrittenPassage implements TextPassage {
  readonly spans: readonly DateSpan[];
  readonly #text: string; // without the dates
  readonly #whole: string;
  readonly #context: PassageContext;
  readonly #readText: typeof readPassage;
  #findings: PassageFindings | null = null;
  #timesOfDay: readonly number[] | null = null;
  #groups: ConceptGroups | null = null;

  constructor(
    text: string,
    spans: readonly DateSpan[],
    whole: string,
    context: PassageContext,
    readText = readPassage,
  ) {
    this.#text = text;
    this.spans = spans;
    this.#whole = whole;
    this.#context = context;
    this.#readText = readText;
  }

  get quantities(): readonly Quantity[] {
    return this.#read().quantities;
  }
  get concepts(): readonly string[] {
    return this.#read().concepts;
  }
  get opposites(): readonly string[] {
    return this.#read().opposites;
  }
  get names(): readonly (readonly string[])[] {
    return this.#read().names;
  }
  get contentStems(): readonly string[] {
    return this.#read().contentStems;
  }
  get ordinals(): readonly string[] {
    return this.#read().ordinals;
  }
  get negations(): number {
    return this.#read().negations;
  }
  get timesOfDay(): readonly number[] {
    this.#timesOfDay ??= findTimesOfDay(this.#whole);
    return this.#timesOfDay;
  }
  get groups(): ConceptGroups {
    this.#groups ??= groupConcepts(this.concepts);
    return this.#groups;
  }

  #read(): PassageFindings {
    this.#findings ??= this.#readText(this.#text, this.#context);
    return this.#findings;
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
