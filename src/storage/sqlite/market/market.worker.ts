import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { present } from '../../../domain/model/assert.ts';
import { messageOf } from '../database.ts';
import { openReader, openWriter } from './market-methods.ts';
import type { Call, Methods, Reply } from './market-thread.ts';

/** What the thread is for: there is one writer of the file, and a reader that it never waits for. */
export interface WorkerSpec {
  readonly role: 'writer' | 'reader';
  readonly file: string;
}

const spec = workerData as WorkerSpec;
const { database, methods } = spec.role === 'writer' ? openWriter(spec.file) : openReader(spec.file);
serve(present(parentPort, 'the parent port of a worker thread'), database, methods);

function serve(port: MessagePort, database: DatabaseSync, methods: Methods): void {
  port.on('message', (call: Call | null) => {
    if (call !== null) {
      port.postMessage(answer(methods, call));
      return;
    }
    database.close();
    port.close();
  });
}

function answer(methods: Methods, { id, method, args }: Call): Reply {
  try {
    const run = present(methods[method], `method ${method}`);
    return { id, result: run(...(args as never[])) };
  } catch (error) {
    return { id, failed: messageOf(error) };
  }
}
