import { Buffer } from 'node:buffer';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const PAGE_BYTES = 4_096;
const PAGES = 64;

/** A file on the disk of a data folder, to measure one sync of it between the turns of a benchmark. */
export class DiskSync {
  readonly #file: number;
  readonly #page = Buffer.alloc(PAGE_BYTES);
  #syncs = 0;

  /** Writes the whole file first: like the log of a ledger, it does not grow while it is measured. */
  constructor(dir: string) {
    this.#file = openSync(join(dir, 'disk-sync.bin'), 'w');
    for (let page = 0; page < PAGES; page += 1) writeSync(this.#file, this.#page, 0, PAGE_BYTES);
    fdatasyncSync(this.#file);
  }

  /** Writes one page and returns the milliseconds until it is on disk. */
  measure(): number {
    const position = (this.#syncs % PAGES) * PAGE_BYTES;
    this.#syncs += 1;
    const start = performance.now();
    writeSync(this.#file, this.#page, 0, PAGE_BYTES, position);
    fdatasyncSync(this.#file);
    return performance.now() - start;
  }

  close(): void {
    closeSync(this.#file);
  }
}
