import { parentPort, workerData } from 'node:worker_threads';
import { present } from '../../core/kernel/assert.ts';
import { Committer, functionsOf } from './committer.ts';
import { messageOf, StoreOpenError } from './database.ts';
import type { WriteOp, WriterReply, WriterSpec } from './writer.ts';

// This thread owns the only writing connection of the file. It blocks on the disk so that the
// service's own thread never does.
const port = present(parentPort, 'the parent port of a worker thread');

try {
  const spec = workerData as WriterSpec;
  serve(new Committer(spec, await functionsOf(spec)));
} catch (error) {
  reply({ kind: 'unopened', refused: error instanceof StoreOpenError, message: messageOf(error) });
}

function serve(committer: Committer): void {
  const end = (): void => {
    committer.database.close();
    port.close();
  };
  port.on('message', (ops: readonly WriteOp[] | null) => {
    if (ops === null) return end();
    const startedAt = performance.now();
    try {
      committer.commit(ops);
    } catch (error) {
      reply({ kind: 'failed', message: messageOf(error) });
      return end();
    }
    reply({ kind: 'committed', ms: performance.now() - startedAt });
  });
  reply({ kind: 'opened' });
}

function reply(message: WriterReply): void {
  port.postMessage(message);
}
