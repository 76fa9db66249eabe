import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Instrument } from '#contract';
import { type Term, visitTerms } from '#domain';

/**
 * A set of ids within one block of ids, as stored bytes: sorted 16-bit offsets or a bitmap, whichever is smaller.
 * The length identifies the encoding. Little-endian, like all supported machines; the file is rebuilt from venue
 * listings, so it need not be portable.
 */
export const BLOCK_IDS = 32_768;
const BITMAP_WORDS = BLOCK_IDS / 32;
const BITMAP_BYTES = BLOCK_IDS / 8;

/** One bit per id of a block. */
type Bits = Uint32Array<ArrayBuffer>;

export const createBits = (): Bits => new Uint32Array(BITMAP_WORDS);

/** Decodes the stored set into `bits`. */
export function decode(stored: Uint8Array, bits: Bits): void {
  if (stored.byteLength === BITMAP_BYTES) {
    bits.set(toWords(stored));
    return;
  }
  bits.fill(0);
  for (const offset of toOffsets(stored)) setBit(bits, offset);
}

/** Intersects `bits` with the stored set; false when the result is empty. `spare` is overwritten. */
export function intersect(bits: Bits, stored: Uint8Array, spare: Bits): boolean {
  decode(stored, spare);
  return retain(bits, spare);
}

/** Adds the members of `other` to `bits`. */
function unite(bits: Bits, other: Bits): void {
  for (let at = 0; at < BITMAP_WORDS; at += 1) bits[at] = (bits[at] ?? 0) | (other[at] ?? 0);
}

/** Removes what is not in `other` from `bits`; false when the result is empty. */
function retain(bits: Bits, other: Bits): boolean {
  let any = 0;
  for (let at = 0; at < BITMAP_WORDS; at += 1) {
    const both = (bits[at] ?? 0) & (other[at] ?? 0);
    bits[at] = both;
    any |= both;
  }
  return any !== 0;
}

/** The offsets in the set from `first`, ascending. */
export function* iterateOffsets(bits: Bits, first: number): Generator<number> {
  for (let at = first >>> 5; at < BITMAP_WORDS; at += 1) {
    let word = bits[at] ?? 0;
    while (word !== 0) {
      const bit = 31 - Math.clz32(word & -word);
      word &= word - 1;
      const offset = at * 32 + bit;
      if (offset >= first) yield offset;
    }
  }
}

/**
 * Applies changes in order to the stored set: `offset` adds an id, its complement (`~offset`) removes it.
 *
 * @returns null when the set is empty
 */
export function applyChanges(stored: Uint8Array | null, changes: readonly number[]): Uint8Array | null {
  const bits = createBits();
  if (stored !== null) decode(stored, bits);
  for (const offset of changes) {
    if (offset >= 0) setBit(bits, offset);
    else clearBit(bits, ~offset);
  }
  return encode(bits);
}

function encode(bits: Bits): Uint8Array | null {
  const count = countBits(bits);
  if (count === 0) return null;
  if (count * 2 >= BITMAP_BYTES) return new Uint8Array(bits.buffer);
  const offsets = new Uint16Array(count);
  let next = 0;
  for (const offset of iterateOffsets(bits, 0)) {
    offsets[next] = offset;
    next += 1;
  }
  return new Uint8Array(offsets.buffer);
}

function countBits(bits: Bits): number {
  let count = 0;
  for (const word of bits) count += countOnes(word);
  return count;
}

/** Population count: sums bits in pairs, fours and bytes; the multiplication adds the bytes. */
function countOnes(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function setBit(bits: Bits, offset: number): void {
  bits[offset >>> 5] = (bits[offset >>> 5] ?? 0) | (1 << (offset & 31));
}

function clearBit(bits: Bits, offset: number): void {
  bits[offset >>> 5] = (bits[offset >>> 5] ?? 0) & ~(1 << (offset & 31));
}

// A typed array view needs alignment; SQLite returns bytes at any address.
const aligned = (stored: Uint8Array): Uint8Array => (stored.byteOffset % 4 === 0 ? stored : stored.slice());

function toWords(stored: Uint8Array): Uint32Array {
  const { buffer, byteOffset } = aligned(stored);
  return new Uint32Array(buffer, byteOffset, BITMAP_WORDS);
}

function toOffsets(stored: Uint8Array): Uint16Array {
  const { buffer, byteOffset, byteLength } = aligned(stored);
  return new Uint16Array(buffer, byteOffset, byteLength / 2);
}

/** Blocks per term: ids up to 2^35. Term and block together stay below 2^53, a safe integer. */
export const TERM_BLOCKS = 2 ** 20;

export const toBlock = (id: number): number => Math.floor(id / BLOCK_IDS);
export const toPostingId = (term: Term, block: number): number => term * TERM_BLOCKS + block;

type Changes = Map<Term, number[]>; // offsets in order of arrival; `~offset` removes

/**
 * Keeps the search index consistent with the catalogue. Changes are collected and then written per posting set:
 * ten thousand instruments of one block share most terms, so each set is rewritten only once.
 */
export class SearchIndexWriter {
  readonly #select: StatementSync;
  readonly #save: StatementSync;
  readonly #remove: StatementSync;
  readonly #blocks = new Map<number, Changes>();

  constructor(database: DatabaseSync) {
    this.#select = database.prepare('SELECT ids FROM postings WHERE posting_id = ?');
    this.#save = database.prepare('INSERT OR REPLACE INTO postings (posting_id, ids) VALUES (?, ?)');
    this.#remove = database.prepare('DELETE FROM postings WHERE posting_id = ?');
  }

  /** @param before  the indexed version or null; @param after  null removes the instrument */
  reindex(before: Instrument | null, after: Instrument | null): void {
    if (before === null && after !== null) return this.#addAll(after);
    const had = findTerms(before);
    const has = findTerms(after);
    const id = (before ?? after)?.instrumentId ?? 0;
    for (const term of had) if (!has.has(term)) this.#listOf(id, term).push(~(id % BLOCK_IDS));
    for (const term of has) if (!had.has(term)) this.#listOf(id, term).push(id % BLOCK_IDS);
  }

  /** Writes the collected changes within the caller's transaction. */
  flush(): void {
    for (const [block, changes] of this.#blocks) {
      const terms = [...changes.keys()].toSorted((a, b) => a - b);
      for (const term of terms) this.#write(toPostingId(term, block), changes.get(term) ?? []);
    }
    this.#blocks.clear();
  }

  /** Discards the collected changes after a failed transaction. */
  discard(): void {
    this.#blocks.clear();
  }

  // A text repeats terms; checking the list's last offset is cheaper than a set of terms per instrument.
  #addAll(instrument: Instrument): void {
    const id = instrument.instrumentId;
    const offset = id % BLOCK_IDS;
    const changes = this.#changesOf(id);
    visitTerms(instrument, (term) => {
      const list = changes.get(term);
      if (list === undefined) changes.set(term, [offset]);
      else if (list[list.length - 1] !== offset) list.push(offset);
    });
  }

  #write(id: number, changes: readonly number[]): void {
    const row = this.#select.get(id);
    const ids = applyChanges((row?.['ids'] as Uint8Array | undefined) ?? null, changes);
    if (ids !== null) this.#save.run(id, ids);
    else if (row !== undefined) this.#remove.run(id);
  }

  #listOf(id: number, term: Term): number[] {
    const changes = this.#changesOf(id);
    const list = changes.get(term) ?? [];
    changes.set(term, list);
    return list;
  }

  #changesOf(id: number): Changes {
    const changes = this.#blocks.get(toBlock(id)) ?? new Map<Term, number[]>();
    this.#blocks.set(toBlock(id), changes);
    return changes;
  }
}

function findTerms(instrument: Instrument | null): Set<Term> {
  const terms = new Set<Term>();
  if (instrument !== null) visitTerms(instrument, (term) => terms.add(term));
  return terms;
}

// A long text has more terms than needed; the rarest ones narrow the result.
const TERMS_MAX = 24;

/** The size in bytes of a term's posting set in each block. */
interface Extent {
  readonly term: Term;
  readonly bytesByBlock: ReadonlyMap<number, number>;
  readonly bytes: number;
}

/** Posting sets of one block that were read, by posting id; undefined: there is none. */
type StoredSets = Map<number, Uint8Array | undefined>;

/** Reads the search index: ids that have all given terms, and possibly a few more. One iteration at a time. */
export class SearchIndexReader {
  readonly #sizes: StatementSync;
  readonly #ids: StatementSync;
  readonly #all: StatementSync;
  readonly #highest: StatementSync;
  readonly #bits = createBits();
  readonly #spare = createBits();
  readonly #united = createBits();
  readonly #found = createBits();
  #reads = 0;

  constructor(database: DatabaseSync) {
    // SQLite stores a blob's length in the row header, so reading the size does not read the blob.
    this.#sizes = database.prepare(
      'SELECT posting_id, length(ids) AS bytes FROM postings WHERE posting_id BETWEEN ? AND ?',
    );
    this.#ids = database.prepare('SELECT ids FROM postings WHERE posting_id = ?');
    this.#highest = database.prepare('SELECT max(instrument_id) AS id FROM instruments');
    this.#all = database.prepare(
      'SELECT instrument_id FROM instruments WHERE instrument_id > ? ORDER BY instrument_id LIMIT ?',
    );
  }

  /** Ascending ids above `afterId`, including every instrument with all terms. */
  *withAll(terms: readonly Term[], afterId: number): Generator<number> {
    if (terms.length === 0) {
      yield* this.#everything(afterId);
      return;
    }
    const extents = this.#extents(terms, toBlock(afterId + 1));
    for (const block of extents[0]?.bytesByBlock.keys() ?? []) {
      if (!this.#intersectBlock(extents, block)) continue;
      const base = block * BLOCK_IDS;
      for (const offset of iterateOffsets(this.#bits, Math.max(0, afterId + 1 - base))) yield base + offset;
    }
  }

  /** Posting sets that were used so far: the measure of the work. */
  get reads(): number {
    return this.#reads;
  }

  /** The last block that has instruments; -1 without any. */
  lastBlock(): number {
    const highest = this.#highest.get()?.['id'];
    return typeof highest === 'number' ? toBlock(highest) : -1;
  }

  /**
   * Ascending ids of one block above `afterId`, including every instrument that has, of each group, all terms of at
   * least one set. Groups with the fewest sets come first, so that most blocks are left after few reads.
   */
  *withOneOfEach(
    groups: readonly (readonly (readonly Term[])[])[],
    block: number,
    afterId: number,
  ): Generator<number> {
    if (groups.length === 0) return;
    this.#found.fill(0xffffffff);
    const ordered = groups.toSorted((a, b) => a.length - b.length);
    const stored: StoredSets = new Map(); // the sets of a word share most of their terms
    if (!ordered.every((sets) => retain(this.#found, this.#unionOf(sets, block, stored)))) return;
    const base = block * BLOCK_IDS;
    for (const offset of iterateOffsets(this.#found, Math.max(0, afterId + 1 - base))) yield base + offset;
  }

  #unionOf(sets: readonly (readonly Term[])[], block: number, stored: StoredSets): Bits {
    this.#united.fill(0);
    for (const terms of sets) if (this.#allOf(terms, block, stored)) unite(this.#united, this.#bits);
    return this.#united;
  }

  /** Stores the ids of one block with all terms in `#bits`; false when there are none. */
  #allOf(terms: readonly Term[], block: number, stored: StoredSets): boolean {
    return terms.every((term, index) => {
      this.#reads += 1;
      const id = toPostingId(term, block);
      const ids = stored.has(id) ? stored.get(id) : this.#read(id);
      stored.set(id, ids);
      if (ids === undefined) return false;
      if (index > 0) return intersect(this.#bits, ids, this.#spare);
      decode(ids, this.#bits);
      return true;
    });
  }

  #read(id: number): Uint8Array | undefined {
    return this.#ids.get(id)?.['ids'] as Uint8Array | undefined;
  }

  /** Rarest term first; empty when a term occurs nowhere. */
  #extents(terms: readonly Term[], fromBlock: number): readonly Extent[] {
    const extents: Extent[] = [];
    for (const term of terms) {
      const extent = this.#extent(term, fromBlock);
      if (extent.bytes === 0) return [];
      extents.push(extent);
    }
    return extents.sort((a, b) => a.bytes - b.bytes).slice(0, TERMS_MAX);
  }

  #extent(term: Term, fromBlock: number): Extent {
    const bytesByBlock = new Map<number, number>();
    let bytes = 0;
    const rows = this.#sizes.all(toPostingId(term, fromBlock), toPostingId(term, TERM_BLOCKS - 1));
    for (const row of rows) {
      bytesByBlock.set(Number(row['posting_id']) % TERM_BLOCKS, Number(row['bytes']));
      bytes += Number(row['bytes']);
    }
    return { term, bytesByBlock, bytes };
  }

  /** Stores the ids of one block with all terms in `#bits`; false when there are none. */
  #intersectBlock(extents: readonly Extent[], block: number): boolean {
    if (!extents.every((extent) => extent.bytesByBlock.has(block))) return false;
    return this.#allOf(
      extents.map(({ term }) => term),
      block,
      new Map(),
    );
  }

  *#everything(afterId: number): Generator<number> {
    const page = 500;
    for (let last = afterId; ; ) {
      const rows = this.#all.all(last, page);
      for (const row of rows) yield Number(row['instrument_id']);
      if (rows.length < page) return;
      last = Number(rows.at(-1)?.['instrument_id']);
    }
  }
}
