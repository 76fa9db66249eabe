import { parentPort } from 'node:worker_threads';
import { requirePresent } from '../../domain/model/assert.ts';
import { errorMessage } from '../../domain/model/result.ts';
import { Committer, loadSqlFunctions } from './committer.ts';
import { StoreOpenError } from './database.ts';
import type { FileCommit, FileOps, ThreadReply, ThreadRequest } from './writer-thread.ts';

// This thread owns the only writing connection of each of its files. It blocks on the disk, so that the main
// thread never does.
const port = requirePresent(parentPort, 'the parent port of a worker thread');

interface OpenFile {
  readonly number: number;
  readonly name: string;
  readonly rank: number;
  readonly committer: Committer;
}

let files: readonly OpenFile[] = []; // by rank

port.on('message', (request: ThreadRequest) => {
  if (request.kind === 'open') void open(request);
  else if (request.kind === 'close') close(request.file);
  else commit(request.parts);
});

async function open({ file, spec }: Extract<ThreadRequest, { kind: 'open' }>): Promise<void> {
  try {
    const committer = new Committer(spec, await loadSqlFunctions(spec));
    const opened = { number: file, name: spec.file, rank: spec.rank ?? 0, committer };
    files = [...files, opened].toSorted((a, b) => a.rank - b.rank);
    reply({ kind: 'opened', file });
  } catch (error) {
    reply({ kind: 'unopened', file, refused: error instanceof StoreOpenError, message: errorMessage(error) });
    endIfUnused();
  }
}

function close(number: number): void {
  const closed = files.find((file) => file.number === number);
  closed?.committer.database.close();
  files = files.filter((file) => file !== closed);
  reply({ kind: 'closed', file: number });
  endIfUnused();
}

/** One transaction per file. When one fails, the remaining files are never written again. */
function commit(parts: readonly FileOps[]): void {
  const commits: FileCommit[] = [];
  for (const { number, name, committer } of files) {
    const part = parts.find(({ file, ops }) => file === number && ops.length > 0);
    if (part === undefined) continue;
    const startedAt = performance.now();
    try {
      const ops = committer.commit(part.ops);
      commits.push({ file: number, ops, ms: performance.now() - startedAt });
    } catch (error) {
      reply({ kind: 'failed', message: `${name} can no longer be written: ${errorMessage(error)}` });
      return end();
    }
  }
  reply({ kind: 'committed', commits });
}

function endIfUnused(): void {
  if (files.length === 0) end();
}

function end(): void {
  for (const { committer } of files) committer.database.close();
  files = [];
  port.close();
}

function reply(message: ThreadReply): void {
  port.postMessage(message);
}
