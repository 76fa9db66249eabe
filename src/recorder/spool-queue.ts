import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type PartName, spoolFolder, spoolName } from './lake-files.ts';

/** The lines of one part that wait for the disk. */
interface Batch {
  readonly part: PartName;
  lines: string[];
  inFlight: number; // lines that are being written
  bytes: number;
  firstMs: number; // monotonic time of the first waiting line
}

/** A file that is appended to; tests replace it by a slow or failing one. */
export interface SpoolFile {
  append(text: string): Promise<void>;
  close(): Promise<void>;
}

export type OpenSpoolFile = (path: string) => Promise<SpoolFile>;

/**
 * Lines on their way to the spool. Only `write` touches the disk, and the caller never waits for it. After a failure the
 * waiting lines are lost and the file is closed; its last line may be incomplete.
 */
export class SpoolQueue {
  readonly #root: string;
  readonly #openFile: OpenSpoolFile;
  readonly #batches: Batch[] = [];
  readonly #closed: string[] = [];
  #open: { readonly name: string; readonly file: SpoolFile; bytes: number } | null = null;
  #queuedBytes = 0;

  constructor(root: string, openFile: OpenSpoolFile = openSpoolFile) {
    this.#root = root;
    this.#openFile = openFile;
  }

  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  get openBytes(): number {
    return this.#open?.bytes ?? 0;
  }

  /** Names of the spools that were closed since the last call. */
  takeClosed(): readonly string[] {
    return this.#closed.splice(0);
  }

  /** Monotonic time of the oldest waiting line; null when none waits. */
  get oldestMs(): number | null {
    return this.#batches[0]?.firstMs ?? null;
  }

  push(part: PartName, line: string, nowMs: number): void {
    const last = this.#batches.at(-1);
    const isSame = last !== undefined && spoolName(last.part) === spoolName(part);
    const batch = isSame ? last : { part, lines: [], inFlight: 0, bytes: 0, firstMs: nowMs };
    if (!isSame) this.#batches.push(batch);
    if (batch.lines.length === 0) batch.firstMs = nowMs;
    batch.lines.push(line);
    batch.bytes += line.length;
    this.#queuedBytes += line.length;
  }

  /** Writes what waits and makes it durable. Throws the error of the disk; nothing waits then. */
  async write(): Promise<void> {
    for (let batch = this.#batches[0]; batch !== undefined; batch = this.#batches[0]) {
      await this.#switchTo(batch.part);
      const { lines, bytes } = batch;
      batch.lines = [];
      batch.inFlight = lines.length;
      batch.bytes = 0;
      await this.#open?.file.append(lines.join(''));
      this.#queuedBytes -= bytes;
      if (this.#open !== null) this.#open.bytes += bytes;
      batch.inFlight = 0;
      if (batch.lines.length === 0) this.#batches.shift();
    }
  }

  /** Closes the open spool, so that it may be encoded. */
  async closeOpen(): Promise<void> {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    this.#closed.push(open.name);
    await open.file.close();
  }

  /** Drops what waits. Returns how many updates were dropped. */
  clear(): number {
    const dropped = this.#batches.reduce((sum, { lines, inFlight }) => sum + lines.length + inFlight, 0);
    this.#batches.length = 0;
    this.#queuedBytes = 0;
    return dropped;
  }

  async #switchTo(part: PartName): Promise<void> {
    const name = spoolName(part);
    if (this.#open?.name === name) return;
    await this.closeOpen();
    await mkdir(spoolFolder(this.#root), { recursive: true });
    this.#open = { name, file: await this.#openFile(join(spoolFolder(this.#root), name)), bytes: 0 };
  }
}

async function openSpoolFile(path: string): Promise<SpoolFile> {
  const file: FileHandle = await open(path, 'ax', 0o600);
  return {
    append: async (text) => {
      await file.appendFile(text);
      await file.datasync();
    },
    close: () => file.close(),
  };
}
