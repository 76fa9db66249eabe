import { findMatches, visitWords } from './listing-text.ts';
import { SentenceReader, splitSentences } from './sentences.ts';

/** Words of a text that are only looked up. */
export type WordSet = Pick<ReadonlySet<string>, 'has'>;

/** The words of a title and its rules. */
export interface ListingWords {
  readonly stems: WordSet;
  readonly affirmedStems: WordSet; // without those of sentences about what does not count
  readonly lowerCase: WordSet; // that the rules write in lower case
}

export function readListingWords(title: string, rules: string): ListingWords {
  const stems = readStems(title);
  const sentences = splitSentences(rules).map((sentence, at) =>
    at === 0 ? readSentenceWords(sentence, '') : LATER_SENTENCES.read(sentence),
  );
  return {
    stems: new JoinedWords([stems, ...sentences.map((it) => it.stems)]),
    affirmedStems: new JoinedWords([stems, ...sentences.map((it) => it.affirmedStems)]),
    lowerCase: new JoinedWords(sentences.map((it) => it.lowerCase)),
  };
}

export function readStems(text: string): Set<string> {
  const stems = new Set<string>();
  visitWords(text, ({ stem }) => void stems.add(stem));
  return stems;
}

/** Words of several texts, without a copy of those that listings share. */
class JoinedWords implements WordSet {
  readonly #sets: readonly WordSet[];

  constructor(sets: readonly WordSet[]) {
    this.#sets = sets;
  }

  has(word: string): boolean {
    for (const set of this.#sets) if (set.has(word)) return true;
    return false;
  }
}

const LATER_SENTENCES = new SentenceReader((sentence) => readSentenceWords(sentence, '. '));

/** @param before  the end of the sentence before */
function readSentenceWords(sentence: string, before: string): ListingWords {
  const excluded = findExclusions(before + sentence);
  const stems = new Set<string>();
  const affirmedStems = excluded.length === 0 ? stems : new Set<string>();
  const lowerCase = new Set<string>();
  visitWords(sentence, ({ lower, stem }, at, isCapital) => {
    stems.add(stem);
    if (!isCapital) lowerCase.add(lower);
    const position = at + before.length;
    if (affirmedStems !== stems && !excluded.some(({ from, to }) => position >= from && position < to))
      affirmedStems.add(stem);
  });
  return { stems, affirmedStems, lowerCase };
}

/** The sentences about what does not count: the contract does not require what these name. */
const findExclusions = (text: string): readonly { readonly from: number; readonly to: number }[] =>
  findMatches(EXCLUSION, text).map(({ index, 0: part }) => ({ from: index, to: index + part.length }));
const EXCLUSION = /(?<=[.?!] )[^.?!]*\b(?:not|alone|never|excluded)\b[^.?!]*[.?!]/g;
