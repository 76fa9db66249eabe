import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { GenericAssetId, Instrument, InstrumentId } from '#contract';
import {
  findTier,
  instrumentsDiffer,
  isNear,
  type MatchKeys,
  matchesKeys,
  type SearchPosition,
  type SearchRule,
  TIERS,
  type Tier,
  termsDiffer,
  toNameKey,
  toNearTerms,
  toNearWords,
  toTextTerms,
  toTitleTerms,
} from '#domain';
import type { InstrumentBinding, SearchHits, StoredAsset } from '#ports';
import { inTransaction, onSnapshot } from '../database.ts';
import {
  INSTRUMENT_COLUMNS,
  toAssetParams,
  toInstrument,
  toInstrumentParams,
  toStoredAsset,
} from './market-tables.ts';
import { BLOCK_IDS, SearchIndexReader, SearchIndexWriter, toBlock } from './search-index.ts';

/**
 * What one step of a near search may cost the reading thread, which serves other reads between two steps. The sets of
 * one block are read in one step, so a step may exceed `NEAR_READS_MAX` by those.
 */
export const NEAR_CANDIDATES_MAX = 1_000;
export const NEAR_READS_MAX = 4_000;

/** The results of one step, and where the next one begins. */
export interface NearPage {
  readonly items: readonly Instrument[];
  readonly candidates: number; // instruments that were compared with the text
  readonly reads: number; // posting sets of the index
  readonly afterId: number | null; // null: everything was searched, or the limit is reached
}

/** Reads the catalogue. The search index yields candidate ids in order; the search rule checks each record. */
export class CatalogueReader {
  readonly #database: DatabaseSync;
  readonly #candidates: SearchIndexReader;
  readonly #select: StatementSync;
  readonly #byTicker: StatementSync;
  readonly #bySlug: StatementSync;
  readonly #bindings: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#candidates = new SearchIndexReader(database);
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
        ? this.#bySlug.all(toNameKey(keys.slug ?? ''))
        : this.#byTicker.all(toNameKey(keys.ticker));
    return rows.map(toInstrument).filter((instrument) => matchesKeys(keys, instrument));
  }

  /** Continues after `position`, tier by tier, and reads one record beyond the page to know whether it is the last. */
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
      for (const id of this.#candidates.withAll(toTextTerms(rule), afterId)) {
        const item = this.#instrument(id);
        if (item !== null && findTier(rule, item) !== null) items.push(item);
        if (items.length === limit) break;
      }
      return items;
    });
  }

  /** One step of a near search above `afterId`. */
  near(rule: SearchRule, limit: number, afterId: number): NearPage {
    if (toNearWords(rule) === null) return { items: [], candidates: 0, reads: 0, afterId: null };
    return onSnapshot(this.#database, () => this.#nearStep(rule, limit, afterId));
  }

  #nearStep(rule: SearchRule, limit: number, afterId: number): NearPage {
    const terms = toNearTerms(rule);
    const [readsBefore, lastBlock] = [this.#candidates.reads, this.#candidates.lastBlock()];
    const items: Instrument[] = [];
    let candidates = 0;
    const page = (next: number | null): NearPage => {
      return { items, candidates, reads: this.#candidates.reads - readsBefore, afterId: next };
    };
    for (let block = toBlock(afterId + 1); block <= lastBlock; block += 1) {
      for (const id of this.#candidates.withOneOfEach(terms, block, afterId)) {
        const item = this.#instrument(id);
        candidates += 1;
        if (item !== null && isNear(rule, item)) items.push(item);
        if (items.length === limit) return page(null);
        if (candidates === NEAR_CANDIDATES_MAX) return page(id);
      }
      if (this.#candidates.reads - readsBefore >= NEAR_READS_MAX) return page((block + 1) * BLOCK_IDS - 1);
    }
    return page(null);
  }

  *#tier(rule: SearchRule, tier: Tier, afterId: number): Generator<Instrument> {
    for (const id of this.#proposed(rule, tier, afterId)) {
      const item = this.#instrument(id);
      if (item !== null && findTier(rule, item) === tier) yield item;
    }
  }

  #proposed(rule: SearchRule, tier: Tier, afterId: number): Iterable<number> {
    if (tier === 2) return this.#candidates.withAll(toTextTerms(rule), afterId);
    if (rule.words.length === 0) return [];
    if (tier === 1) return this.#candidates.withAll(toTitleTerms(rule), afterId);
    const rows = this.#byTicker.all(rule.tickerKey);
    return rows.map((row) => Number(row['instrument_id'])).filter((id) => id > afterId);
  }

  #instrument(id: number): Instrument | null {
    const row = this.#select.get(id);
    return row === undefined ? null : toInstrument(row);
  }
}

/** Writes instruments and assets, and updates the search index. */
export class CatalogueWriter {
  readonly #database: DatabaseSync;
  readonly #postings: SearchIndexWriter;
  readonly #select: StatementSync;
  readonly #save: StatementSync;
  readonly #remove: StatementSync;
  readonly #selectAsset: StatementSync;
  readonly #saveAsset: StatementSync;
  readonly #setAsset: StatementSync;
  #staged: Instrument[] = [];

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#postings = new SearchIndexWriter(database);
    const columns = INSTRUMENT_COLUMNS.join(', ');
    const places = INSTRUMENT_COLUMNS.map(() => '?').join(', ');
    this.#select = database.prepare('SELECT * FROM instruments WHERE instrument_id = ?');
    this.#save = database.prepare(`INSERT OR REPLACE INTO instruments (${columns}) VALUES (${places})`);
    this.#remove = database.prepare('DELETE FROM instruments WHERE instrument_id = ?');
    this.#selectAsset = database.prepare('SELECT * FROM assets WHERE key = ?');
    this.#saveAsset = database.prepare(
      'INSERT OR REPLACE INTO assets (generic_asset_id, key, title, description, category, members) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#setAsset = database.prepare('UPDATE instruments SET generic_asset_id = ? WHERE instrument_id = ?');
  }

  /** Adds a part of a batch; `saveStaged` writes the whole batch. So the sender can copy it in parts. */
  stage(instruments: readonly Instrument[]): void {
    for (const instrument of instruments) this.#staged.push(instrument);
  }

  /** Returns the instruments that are new or whose status, result or trading terms changed. */
  saveStaged(): readonly InstrumentId[] {
    const staged = this.#staged;
    this.#staged = [];
    return this.#write(() => staged.filter((instrument) => this.#saveOne(instrument))).map(
      ({ instrumentId }) => instrumentId,
    );
  }

  forget(ids: readonly InstrumentId[]): void {
    this.#write(() => {
      for (const id of ids) {
        this.#postings.reindex(this.#stored(id), null);
        this.#remove.run(id);
      }
    });
  }

  saveAssets(assets: readonly StoredAsset[]): void {
    this.#write(() => {
      for (const stored of assets) {
        const before = this.#selectAsset.get(stored.key);
        if (before !== undefined) this.#setMembers(toStoredAsset(before), null);
        this.#setMembers(stored, stored.asset.genericAssetId);
        this.#saveAsset.run(...toAssetParams(stored));
      }
    });
  }

  #saveOne(instrument: Instrument): boolean {
    const before = this.#stored(instrument.instrumentId);
    if (before === null || instrumentsDiffer(before, instrument)) {
      this.#save.run(...toInstrumentParams(instrument));
      this.#postings.reindex(before, instrument);
    }
    return before === null || termsDiffer(before, instrument);
  }

  #stored(id: InstrumentId): Instrument | null {
    const row = this.#select.get(id);
    return row === undefined ? null : toInstrument(row);
  }

  #setMembers({ asset }: StoredAsset, id: GenericAssetId | null): void {
    for (const member of asset.members) this.#setAsset.run(id, member.instrumentId);
  }

  #write<Result>(run: () => Result): Result {
    try {
      return inTransaction(this.#database, () => {
        const result = run();
        this.#postings.flush();
        return result;
      });
    } finally {
      this.#postings.discard();
    }
  }
}
