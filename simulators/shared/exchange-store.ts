import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** A stored row. A null value deletes it; other values are JSON. */
export interface StoredRow {
  readonly kind: string;
  readonly key: string;
  readonly value: string | null;
}

/** Storage that survives a killed process. A commit is atomic. */
export interface ExchangeStore {
  /** All rows, ordered by kind and key. */
  load(): readonly StoredRow[];
  commit(rows: readonly StoredRow[]): void;
  close(): void;
}

/** The first start of the exchange in Unix ms. Stores and returns `now` at the first call. */
export function readFirstStart(store: ExchangeStore, now: number): number {
  const opened = store.load().find(({ kind }) => kind === 'opened');
  if (opened !== undefined) return Number(opened.value);
  store.commit([{ kind: 'opened', key: '', value: String(now) }]);
  return now;
}

/**
 * The version of the catalogue's names in this folder, fixed at its first start. A folder without a version is older
 * than versions: it has version 1. To be called before `readFirstStart`.
 *
 * @param newest  what a new folder gets
 */
export function readCatalogueVersion(store: ExchangeStore, newest: number): number {
  const rows = store.load();
  const known = rows.find(({ kind }) => kind === 'catalogue');
  if (known !== undefined) return Number(known.value);
  const version = rows.some(({ kind }) => kind === 'opened') ? 1 : newest;
  store.commit([{ kind: 'catalogue', key: '', value: String(version) }]);
  return version;
}

/** In-memory store for simulations and tests. The object outlives the exchange, like a disk. */
export class MemoryExchangeStore implements ExchangeStore {
  readonly #rows = new Map<string, StoredRow>();

  load(): readonly StoredRow[] {
    return [...this.#rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  }

  commit(rows: readonly StoredRow[]): void {
    for (const row of rows) {
      const key = `${row.kind}\n${row.key}`;
      if (row.value === null) this.#rows.delete(key);
      else this.#rows.set(key, row);
    }
  }

  close(): void {
    // The rows stay for the next exchange on this object.
  }
}

/** One SQLite file, synced at each commit. The exclusive lock refuses a second process. */
export class SqliteExchangeStore implements ExchangeStore {
  readonly #db: DatabaseSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec('PRAGMA locking_mode = EXCLUSIVE');
    this.#db.exec('PRAGMA journal_mode = WAL');
    this.#db.exec('PRAGMA synchronous = FULL');
    this.#db.exec(
      `CREATE TABLE IF NOT EXISTS truth (
         kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (kind, key)
       ) STRICT, WITHOUT ROWID`,
    );
    this.#put = this.#db.prepare('INSERT OR REPLACE INTO truth (kind, key, value) VALUES (?, ?, ?)');
    this.#delete = this.#db.prepare('DELETE FROM truth WHERE kind = ? AND key = ?');
  }

  load(): readonly StoredRow[] {
    const rows = this.#db.prepare('SELECT kind, key, value FROM truth ORDER BY kind, key').all();
    return rows.map(({ kind, key, value }) => ({
      kind: String(kind),
      key: String(key),
      value: String(value),
    }));
  }

  commit(rows: readonly StoredRow[]): void {
    if (rows.length === 0) return;
    this.#db.exec('BEGIN IMMEDIATE');
    for (const { kind, key, value } of rows) {
      if (value === null) this.#delete.run(kind, key);
      else this.#put.run(kind, key, value);
    }
    this.#db.exec('COMMIT');
  }

  close(): void {
    this.#db.close();
  }
}
