// The bare server: it parses HTTP, verifies the same signature over the same string, and returns the same bytes.
// It has no logic and no state. With a journal it first appends the same bytes to a file and syncs them.
import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { fdatasync, openSync, writev } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { loadVerifier } from '../src/http/auth/signature-verifier.ts';

export interface BareJob {
  readonly publicKey: string; // base64
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What to append and sync before each response; null: nothing. */
  readonly journal: { readonly file: string; readonly record: string } | null;
}

/** A later message of any kind is answered with the microseconds of processor time used so far. */
process.once('message', (message) => {
  start(message as BareJob);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
});

function start(job: BareJob): void {
  const isSignedBy = loadVerifier()(Buffer.from(job.publicKey, 'base64'));
  const journal = job.journal === null ? null : new GroupCommit(job.journal.file);
  const record = Buffer.from(job.journal?.record ?? '');
  const body = Buffer.from(job.body);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void answer(request, response, chunks));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    chunks: readonly Buffer[],
  ): Promise<void> {
    const isSigned = verify(
      request,
      chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks),
    );
    if (journal !== null) await journal.append(record);
    response.writeHead(isSigned ? 200 : 401, job.headers);
    response.end(body);
  }

  function verify({ method, url, headers }: IncomingMessage, sent: Buffer): boolean {
    const text = [method, url, '', headers['x-timestamp'], hash('sha256', sent, 'hex')].join('\n');
    const signature = Buffer.from(String(headers['x-signature']), 'base64');
    return isSignedBy(Buffer.from(text), signature);
  }
}

const writeAll = promisify(writev);
const sync = promisify(fdatasync);

/** Appends records to a file. While one group is synced, the next one collects. */
class GroupCommit {
  readonly #file: number;
  #collecting: { readonly records: Buffer[]; readonly done: Promise<void> } | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = openSync(file, 'a');
  }

  /** Resolves when the record is on disk. */
  append(record: Buffer): Promise<void> {
    if (this.#collecting === null) {
      const records: Buffer[] = [];
      this.#last = this.#last.then(() => this.#commit(records));
      this.#collecting = { records, done: this.#last };
    }
    this.#collecting.records.push(record);
    return this.#collecting.done;
  }

  async #commit(records: Buffer[]): Promise<void> {
    this.#collecting = null;
    await writeAll(this.#file, records);
    await sync(this.#file);
  }
}
