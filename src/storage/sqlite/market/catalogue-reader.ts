import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { nameKey } from '../../../domain/instruments/case-fold.ts';
import {
  isMatch,
  type MatchKeys,
  type SearchPosition,
  type SearchRule,
  type Term,
  TIERS,
  type Tier,
  textTerms,
  tierOf,
  titleTerms,
} from '../../../domain/instruments/instrument-search.ts';
import type { InstrumentId } from '../../../domain/model/ids.ts';
import type { Instrument } from '../../../domain/model/instrument.ts';
import type { InstrumentBinding } from '../../../ports/journal.ts';
import type { SearchHits } from '../../../ports/market-store.ts';
import { onSnapshot } from '../database.ts';
import { instrumentOf } from './market-rows.ts';
import {
  BLOCK_IDS,
  blockOf,
  decode,
  intersect,
  newBits,
  offsetsIn,
  postingId,
  TERM_BLOCKS,
} from './search-index.ts';

/** Reads the catalogue. The search index proposes ids in order; the rule looks at each record and decides. */
export class CatalogueReader {
  readonly #database: DatabaseSync;
  readonly #candidates: Candidates;
  readonly #select: StatementSync;
  readonly #byTicker: StatementSync;
  readonly #bySlug: StatementSync;
  readonly #bindings: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#candidates = new Candidates(database);
    this.#select = database.prepare('SELECT * FROM instruments WHERE instrument_id = ?');
    this.#byTicker = database.prepare(
      'SELECT * FROM instruments WHERE ticker_key = ? ORDER BY instrument_id',
    );
    this.#bySlug = database.prepare('SELECT * FROM instruments WHERE slug_key = ? ORDER BY instrument_id');
    this.#bindings = database.prepare(
      'SELECT instrument_id, venue, venue_instrument_id FROM instruments WHERE instrument_id > ? ORDER BY instrument_id LIMIT ?',
    );
  }

  bindings(afterId: number, limit: number): readonly InstrumentBinding[] {
    return this.#bindings.all(afterId, limit).map((row) => ({
      instrumentId: row['instrument_id'] as InstrumentId,
      venue: row['venue'] as InstrumentBinding['venue'],
      venueInstrumentId: row['venue_instrument_id'] as string,
    }));
  }

  instruments(ids: readonly InstrumentId[]): readonly Instrument[] {
    return ids.flatMap((id) => this.#instrument(id) ?? []);
  }

  matches(keys: MatchKeys): readonly Instrument[] {
    const rows =
      keys.ticker === null
        ? this.#bySlug.all(nameKey(keys.slug ?? ''))
        : this.#byTicker.all(nameKey(keys.ticker));
    return rows.map(instrumentOf).filter((instrument) => isMatch(keys, instrument));
  }

  /** Goes on after `position`, tier by tier, and stops one answer beyond the page to know whether it is the last. */
  search(rule: SearchRule, position: SearchPosition, limit: number): SearchHits {
    return onSnapshot(this.#database, () => {
      const items: Instrument[] = [];
      let last = position;
      for (const tier of TIERS) {
        if (tier < position.tier) continue;
        const afterId = tier === position.tier ? position.instrumentId : 0;
        for (const item of this.#tier(rule, tier, afterId)) {
          if (items.length === limit) return { items, next: last };
          items.push(item);
          last = { tier, instrumentId: item.instrumentId };
        }
      }
      return { items, next: null };
    });
  }

  list(rule: SearchRule, afterId: number, limit: number): readonly Instrument[] {
    return onSnapshot(this.#database, () => {
      const items: Instrument[] = [];
      for (const id of this.#candidates.withAll(textTerms(rule), afterId)) {
        const item = this.#instrument(id);
        if (item !== null && tierOf(rule, item) !== null) items.push(item);
        if (items.length === limit) break;
      }
      return items;
    });
  }

  *#tier(rule: SearchRule, tier: Tier, afterId: number): Generator<Instrument> {
    for (const id of this.#proposed(rule, tier, afterId)) {
      const item = this.#instrument(id);
      if (item !== null && tierOf(rule, item) === tier) yield item;
    }
  }

  #proposed(rule: SearchRule, tier: Tier, afterId: number): Iterable<number> {
    if (tier === 2) return this.#candidates.withAll(textTerms(rule), afterId);
    if (rule.words.length === 0) return [];
    if (tier === 1) return this.#candidates.withAll(titleTerms(rule), afterId);
    const rows = this.#byTicker.all(rule.tickerKey);
    return rows.map((row) => Number(row['instrument_id'])).filter((id) => id > afterId);
  }

  #instrument(id: number): Instrument | null {
    const row = this.#select.get(id);
    return row === undefined ? null : instrumentOf(row);
  }
}

// A long text has more terms than it takes to narrow it down; the rarest do that.
const TERMS_MAX = 24;

/** Where a term occurs: the bytes of its set in each block that has one. */
interface Extent {
  readonly term: Term;
  readonly bytesByBlock: ReadonlyMap<number, number>;
  readonly bytes: number;
}

/** Reads the search index: ids that have all of some terms, and perhaps a few more. One walk at a time. */
class Candidates {
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
