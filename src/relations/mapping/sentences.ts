/**
 * A text cut between sentences, without the space between them. The cut is after three letters and a full stop, before
 * a capital letter, so that "vs. Boston" and "No. 1" stay whole. No number, date, name or pattern of this folder
 * reaches over such a cut; a known phrase may.
 */
export function splitSentences(text: string): readonly string[] {
  const sentences: string[] = [];
  let from = 0;
  for (let stop = text.indexOf('. '); stop >= 0; stop = text.indexOf('. ', stop + 1)) {
    if (!isCut(text, stop)) continue;
    sentences.push(text.slice(from, stop + 1));
    from = stop + 2;
  }
  sentences.push(from === 0 ? text : text.slice(from));
  return sentences;
}

const isCut = (text: string, stop: number): boolean =>
  isUpperCase(text.charCodeAt(stop + 2)) &&
  isLowerCase(text.charCodeAt(stop - 1)) &&
  isLowerCase(text.charCodeAt(stop - 2)) &&
  (isLowerCase(text.charCodeAt(stop - 3)) || isUpperCase(text.charCodeAt(stop - 3)));
const isUpperCase = (code: number): boolean => code >= 65 && code <= 90;
const isLowerCase = (code: number): boolean => code >= 97 && code <= 122;

/** Readings kept by one reader. The listings of a series repeat a few sentences. */
const READINGS_MAX = 2_000;
const SEEN_SLOTS = 4_096; // a power of two
const SHORT = 12;

/**
 * Reads sentences, each by itself, and keeps the readings of those that came more than once. A reading may depend on
 * the sentence alone: what the listing around it adds belongs to the caller.
 */
export class SentenceReader<Reading> {
  readonly #read: (sentence: string) => Reading;
  readonly #readings = new Map<string, Reading>();
  readonly #seen = new Int32Array(SEEN_SLOTS); // hashes of sentences that came once; a wrong one costs a place only

  constructor(read: (sentence: string) => Reading) {
    this.#read = read;
  }

  read(sentence: string): Reading {
    if (sentence.length < SHORT) return this.#read(sentence);
    const kept = this.#readings.get(sentence);
    if (kept !== undefined) return kept;
    const reading = this.#read(sentence);
    if (this.#isRepeated(sentence)) {
      if (this.#readings.size >= READINGS_MAX) this.#readings.clear();
      this.#readings.set(sentence, reading);
    }
    return reading;
  }

  #isRepeated(sentence: string): boolean {
    let hash = sentence.length;
    for (let at = 0; at < sentence.length; at += 1)
      hash = (Math.imul(hash, 31) + sentence.charCodeAt(at)) | 0;
    const slot = (hash ^ (hash >>> 15)) & (SEEN_SLOTS - 1);
    const isRepeated = this.#seen[slot] === hash;
    this.#seen[slot] = hash;
    return isRepeated;
  }
}
