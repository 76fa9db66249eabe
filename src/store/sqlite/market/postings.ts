import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Instrument } from '../../../core/instruments/instrument.ts';
import { type Term, visitTerms } from '../../../core/instruments/terms.ts';
import { BLOCK_IDS, change } from './idset.ts';

/** Blocks to a term: ids up to 2^35. Term and block together stay below 2^53, a safe integer. */
export const TERM_BLOCKS = 2 ** 20;

export const blockOf = (id: number): number => Math.floor(id / BLOCK_IDS);
export const postingId = (term: Term, block: number): number => term * TERM_BLOCKS + block;

type Changes = Map<Term, number[]>; // offsets in the order they came; `~offset` removes

/**
 * Keeps the search index in step with the catalogue. Changes are gathered first and then written set
 * by set: ten thousand instruments of one block share most of their terms, and each set is rewritten once.
 */
export class PostingWriter {
  readonly #select: StatementSync;
  readonly #save: StatementSync;
  readonly #remove: StatementSync;
  readonly #blocks = new Map<number, Changes>();

  constructor(database: DatabaseSync) {
    this.#select = database.prepare('SELECT ids FROM postings WHERE posting_id = ?');
    this.#save = database.prepare('INSERT OR REPLACE INTO postings (posting_id, ids) VALUES (?, ?)');
    this.#remove = database.prepare('DELETE FROM postings WHERE posting_id = ?');
  }

  /** @param before  as it is indexed now, null when it is not; @param after  null to take it out */
  reindex(before: Instrument | null, after: Instrument | null): void {
    if (before === null && after !== null) return this.#addAll(after);
    const had = termsOf(before);
    const has = termsOf(after);
    const id = (before ?? after)?.instrumentId ?? 0;
    for (const term of had) if (!has.has(term)) this.#listOf(id, term).push(~(id % BLOCK_IDS));
    for (const term of has) if (!had.has(term)) this.#listOf(id, term).push(id % BLOCK_IDS);
  }

  /** Writes what was gathered. Within the caller's transaction. */
  flush(): void {
    for (const [block, changes] of this.#blocks) {
      const terms = [...changes.keys()].toSorted((a, b) => a - b);
      for (const term of terms) this.#write(postingId(term, block), changes.get(term) ?? []);
    }
    this.#blocks.clear();
  }

  /** Forgets what was gathered: its transaction has failed. */
  discard(): void {
    this.#blocks.clear();
  }

  // A text repeats its terms; looking at the list's end is cheaper than a set of them per instrument.
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
    const ids = change((row?.['ids'] as Uint8Array | undefined) ?? null, changes);
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
    const changes = this.#blocks.get(blockOf(id)) ?? new Map<Term, number[]>();
    this.#blocks.set(blockOf(id), changes);
    return changes;
  }
}

function termsOf(instrument: Instrument | null): Set<Term> {
  const terms = new Set<Term>();
  if (instrument !== null) visitTerms(instrument, (term) => terms.add(term));
  return terms;
}
