import type { DatabaseSync, StatementSync } from 'node:sqlite';

const STATEMENTS_MAX = 200;

/** Prepared statements by their SQL. The SQL comes from our own code, so the cap is a guard, not a policy. */
export class StatementCache {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
