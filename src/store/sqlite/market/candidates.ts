import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Term } from '../../../core/instruments/terms.ts';
import { BLOCK_IDS, decode, intersect, newBits, offsetsIn } from './idset.ts';
import { blockOf, postingId, TERM_BLOCKS } from './postings.ts';

// A long text has more terms than it takes to narrow it down; the rarest do that.
const TERMS_MAX = 24;

/** Where a term occurs: the bytes of its set in each block that has one. */
interface Extent {
  readonly term: Term;
  readonly bytesByBlock: ReadonlyMap<number, number>;
  readonly bytes: number;
}

/** Reads the search index: ids that have all of some terms, and perhaps a few more. One walk at a time. */
export class Candidates {
  readonly #sizes: StatementSync;
  readonly #ids: StatementSync;
  readonly #all: StatementSync;
  readonly #bits = newBits();
  readonly #spare = newBits();

  constructor(database: DatabaseSync) {
    // The length of a blob stands in its row's head, so sizing a set does not read it.
    this.#sizes = database.prepare(
      'SELECT posting_id, length(ids) AS bytes FROM postings WHERE posting_id BETWEEN ? AND ?',
    );
    this.#ids = database.prepare('SELECT ids FROM postings WHERE posting_id = ?');
    this.#all = database.prepare(
      'SELECT instrument_id FROM instruments WHERE instrument_id > ? ORDER BY instrument_id LIMIT ?',
    );
  }

  /** Ascending ids above `afterId`. Every instrument with all the terms is among them. */
  *withAll(terms: readonly Term[], afterId: number): Generator<number> {
    if (terms.length === 0) {
      yield* this.#everything(afterId);
      return;
    }
    const extents = this.#extents(terms, blockOf(afterId + 1));
    for (const block of extents[0]?.bytesByBlock.keys() ?? []) {
      if (!this.#intersectBlock(extents, block)) continue;
      const base = block * BLOCK_IDS;
      for (const offset of offsetsIn(this.#bits, Math.max(0, afterId + 1 - base))) yield base + offset;
    }
  }

  /** Rarest first; none when a term occurs nowhere. */
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
    const rows = this.#sizes.all(postingId(term, fromBlock), postingId(term, TERM_BLOCKS - 1));
    for (const row of rows) {
      bytesByBlock.set(Number(row['posting_id']) % TERM_BLOCKS, Number(row['bytes']));
      bytes += Number(row['bytes']);
    }
    return { term, bytesByBlock, bytes };
  }

  /** Leaves the ids of one block that have all terms in `#bits`; false when there are none. */
  #intersectBlock(extents: readonly Extent[], block: number): boolean {
    if (!extents.every((extent) => extent.bytesByBlock.has(block))) return false;
    return extents.every(({ term }, index) => {
      const stored = this.#ids.get(postingId(term, block))?.['ids'] as Uint8Array | undefined;
      if (stored === undefined) return false;
      if (index > 0) return intersect(this.#bits, stored, this.#spare);
      decode(stored, this.#bits);
      return true;
    });
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
