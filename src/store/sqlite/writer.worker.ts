import type { StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { assert, present } from '../../core/kernel/assert.ts';
import { messageOf, openForWriting, StoreOpenError } from './database.ts';
import type { SqlFunctions, WriteOp, WriterReply, WriterSpec } from './writer.ts';

// This thread owns the only writing connection of the file. It blocks on the disk so that the
// service's own thread never does.
const port = present(parentPort, 'the parent port of a worker thread');
const spec = workerData as WriterSpec;

try {
  await serve();
} catch (error) {
  reply({ kind: 'unopened', refused: error instanceof StoreOpenError, message: messageOf(error) });
}

async function serve(): Promise<void> {
  const database = openForWriting(spec.file, spec.schema);
  for (const [name, run] of Object.entries(await functionsOf(spec))) {
    database.function(name, { deterministic: true }, run);
  }
  const statements = new Map<string, StatementSync>();
  for (const [name, sql] of Object.entries(spec.statements)) statements.set(name, database.prepare(sql));
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');

  const commitAll = (ops: readonly WriteOp[]): void => {
    begin.run();
    for (const [name, ...params] of ops) {
      const statement = statements.get(name);
      assert(statement !== undefined, `statement ${name} is in the writer's spec`);
      statement.run(...params);
    }
    commit.run();
  };

  port.on('message', (ops: readonly WriteOp[] | null) => {
    if (ops === null) {
      database.close();
      port.close();
      return;
    }
    const startedAt = performance.now();
    try {
      commitAll(ops);
      reply({ kind: 'committed', ms: performance.now() - startedAt });
    } catch (error) {
      // No rollback and no second try: after a failed sync the kernel may have dropped the very
      // pages it could not write. Closing discards what was not committed; a restart reads the truth.
      reply({ kind: 'failed', message: messageOf(error) });
      database.close();
      port.close();
    }
  });
  reply({ kind: 'opened' });
}

async function functionsOf({ functions }: WriterSpec): Promise<SqlFunctions> {
  if (functions === undefined) return {};
  const module = (await import(functions)) as { readonly functions: SqlFunctions };
  return module.functions;
}

function reply(message: WriterReply): void {
  port.postMessage(message);
}
