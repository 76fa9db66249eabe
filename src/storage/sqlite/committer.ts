import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { assert } from '#contract';
import type { SqlFunctions } from '#storage/shared';
import type { PackedOps, WriterSpec } from './writer-thread.ts';

/** The writing connection of one file, with its statements prepared. It blocks on the disk. */
export class Committer {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;

  /** @param database  open for writing, with the schema of the statements */
  constructor(database: DatabaseSync, statements: WriterSpec['statements'], functions: SqlFunctions) {
    this.database = database;
    for (const [name, run] of Object.entries(functions)) {
      this.database.function(name, { deterministic: true }, run);
    }
    for (const [name, sql] of Object.entries(statements)) {
      this.#statements.set(name, this.database.prepare(sql));
    }
    this.#begin = this.database.prepare('BEGIN IMMEDIATE');
    this.#commit = this.database.prepare('COMMIT');
  }

  /**
   * Writes all ops in one transaction; returns their count after the sync. Throws when any part fails; then this
   * connection must not be used again: after a failed sync the kernel may have dropped the unwritten pages, so a
   * retry could report success without durability. A restart reads what is durable.
   */
  commit(ops: PackedOps): number {
    this.#begin.run();
    const count = this.#run(ops);
    this.#commit.run();
    return count;
  }

  #run(ops: PackedOps): number {
    let count = 0;
    for (let at = 0; at < ops.length; count += 1) {
      const name = String(ops[at]);
      const statement = this.#statements.get(name);
      assert(statement !== undefined, `statement ${name} is in the writer's spec`);
      const first = at + 2;
      at = first + Number(ops[at + 1]);
      statement.run(...ops.slice(first, at));
    }
    return count;
  }
}

export async function loadSqlFunctions({ functions }: Pick<WriterSpec, 'functions'>): Promise<SqlFunctions> {
  if (functions === undefined) return {};
  const module = (await import(functions)) as { readonly functions: SqlFunctions };
  return module.functions;
}
