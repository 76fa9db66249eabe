import { parentPort } from 'node:worker_threads';
import { requirePresent } from '../../domain/model/assert.ts';
import { errorMessage } from '../../domain/model/result.ts';
import { StoreOpenError } from '../shared/sql-values.ts';
import { Committer, loadSqlFunctions } from './committer.ts';
import type { PackedOps, ThreadReply, ThreadRequest, WriterSpec } from './writer-thread.ts';

// This thread owns the only writing connection of its file. It blocks on the disk, so that the main thread never
// does.
const port = requirePresent(parentPort, 'the parent port of a worker thread');

let opened: { readonly file: string; readonly committer: Committer } | null = null;

port.on('message', (request: ThreadRequest) => {
  if (request.kind === 'open') void open(request.spec);
  else if (request.kind === 'close') close();
  else commit(request.ops);
});

async function open(spec: WriterSpec): Promise<void> {
  try {
    opened = { file: spec.file, committer: new Committer(spec, await loadSqlFunctions(spec)) };
    reply({ kind: 'opened' });
  } catch (error) {
    reply({ kind: 'unopened', refused: error instanceof StoreOpenError, message: errorMessage(error) });
    port.close();
  }
}

function close(): void {
  opened?.committer.database.close();
  reply({ kind: 'closed' });
  port.close();
}

/** After a failure the file is never written again. */
function commit(batch: PackedOps): void {
  const { file, committer } = requirePresent(opened, 'an open file');
  const startedAt = performance.now();
  try {
    const ops = committer.commit(batch);
    reply({ kind: 'committed', stats: { ops, ms: performance.now() - startedAt } });
  } catch (error) {
    reply({ kind: 'failed', message: `${file} can no longer be written: ${errorMessage(error)}` });
    committer.database.close();
    port.close();
  }
}

function reply(message: ThreadReply): void {
  port.postMessage(message);
}
