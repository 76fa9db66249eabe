import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { recordsDiffer, termsDiffer } from '../../../domain/events/instrument-diff.ts';
import type { GenericAssetId, InstrumentId } from '../../../domain/model/ids.ts';
import type { Instrument } from '../../../domain/model/instrument.ts';
import type { StoredAsset } from '../../../ports/market-store.ts';
import { inTransaction } from '../database.ts';
import { assetOf, assetParams, INSTRUMENT_COLUMNS, instrumentOf, instrumentParams } from './market-rows.ts';
import { PostingWriter } from './search-index.ts';

/** Writes instruments and assets, and the search index with them. */
export class CatalogueWriter {
  readonly #database: DatabaseSync;
  readonly #postings: PostingWriter;
  readonly #select: StatementSync;
  readonly #save: StatementSync;
  readonly #remove: StatementSync;
  readonly #selectAsset: StatementSync;
  readonly #saveAsset: StatementSync;
  readonly #setAsset: StatementSync;
  #staged: Instrument[] = [];

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#postings = new PostingWriter(database);
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

  /** Takes a part of a batch; `saveStaged` writes it. The sender's thread need not copy it all at once. */
  stage(instruments: readonly Instrument[]): void {
    for (const instrument of instruments) this.#staged.push(instrument);
  }

  /** Returns those that are new or whose status, result or terms of trading differ from before. */
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
        if (before !== undefined) this.#setMembers(assetOf(before), null);
        this.#setMembers(stored, stored.asset.genericAssetId);
        this.#saveAsset.run(...assetParams(stored));
      }
    });
  }

  #saveOne(instrument: Instrument): boolean {
    const before = this.#stored(instrument.instrumentId);
    if (before === null || recordsDiffer(before, instrument)) {
      this.#save.run(...instrumentParams(instrument));
      this.#postings.reindex(before, instrument);
    }
    return before === null || termsDiffer(before, instrument);
  }

  #stored(id: InstrumentId): Instrument | null {
    const row = this.#select.get(id);
    return row === undefined ? null : instrumentOf(row);
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
