import { parentPort } from 'node:worker_threads';
import { errorMessage, requirePresent } from '#contract';
import { StoreOpenError } from '#ports';
import { Checkpointer } from './checkpointer.ts';
import { Committer, loadSqlFunctions } from './committer.ts';
import { openForWriting } from './database.ts';
import type { PackedOps, ThreadReply, ThreadRequest, WriterSpec } from './writer-thread.ts';

// This thread owns the only writing connection of its file. It blocks on the disk, so that the main thread never
// does.
const port = requirePresent(parentPort, 'the parent port of a worker thread');

interface OpenFile {
  readonly file: string;
  readonly committer: Committer;
  readonly checkpointer: Checkpointer;
}

let opened: OpenFile | null = null;

port.on('message', (request: ThreadRequest) => {
  if (request.kind === 'open') void open(request.spec);
  else if (request.kind === 'close') void close();
  else commit(request.ops);
});

async function open(spec: WriterSpec): Promise<void> {
  const { file } = spec;
  try {
    const committer = new Committer(
      openForWriting(spec.file, spec.schema),
      spec.statements,
      await loadSqlFunctions(spec),
    );
    opened = { file, committer, checkpointer: new Checkpointer(file, committer.database, fail) };
    reply({ kind: 'opened' });
  } catch (error) {
    reply({ kind: 'unopened', refused: error instanceof StoreOpenError, message: errorMessage(error) });
    port.close();
  }
}

/** The writing connection closes last: it then removes the log. */
async function close(): Promise<void> {
  await opened?.checkpointer.close();
  opened?.committer.database.close();
  reply({ kind: 'closed' });
  port.close();
}

function commit(batch: PackedOps): void {
  const { committer, checkpointer } = requirePresent(opened, 'an open file');
  const startedAt = performance.now();
  try {
    const ops = committer.commit(batch);
    reply({ kind: 'committed', stats: { ops, ms: performance.now() - startedAt } });
    checkpointer.afterCommit();
  } catch (error) {
    fail(error);
  }
}

/** The file is never written again. */
function fail(error: unknown): void {
  const { file, committer, checkpointer } = requirePresent(opened, 'an open file');
  reply({ kind: 'failed', message: `${file} can no longer be written: ${errorMessage(error)}` });
  void checkpointer.close();
  if (committer.database.isOpen) committer.database.close();
  port.close();
}

function reply(message: ThreadReply): void {
  port.postMessage(message);
}
