import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { parquetMetadata } from 'hyparquet';
import { type Coverage, mergeCoverage } from '#domain';
import { hourOf, type LakeFile, listLakeFiles, spoolName } from './lake-files.ts';
import { COVERAGE_KEY } from './part-encoder.ts';

const FOOTER_BYTES = 8; // the length of the metadata, and the mark of the format

/** The files of a lake: their sizes, what they cover, and the deletion of the oldest hours. */
export class LakeCatalogue {
  readonly #root: string;
  readonly #covered = new Map<string, Coverage | null>(); // by the path of the status part
  #files: readonly LakeFile[] = []; // oldest first

  constructor(root: string) {
    this.#root = root;
  }

  /** @param waiting  names of the spools that are closed; any other is being written and is not part of the catalogue */
  refresh(waiting: ReadonlySet<string>): void {
    this.#files = listLakeFiles(this.#root).filter(
      ({ table, part }) => table !== 'spool' || waiting.has(spoolName(part)),
    );
    const status = new Set(this.#files.flatMap(({ path, table }) => (table === 'status' ? [path] : [])));
    for (const path of this.#covered.keys()) if (!status.has(path)) this.#covered.delete(path);
    for (const path of status) if (!this.#covered.has(path)) this.#covered.set(path, readCoverage(path));
  }

  /** Deletes the oldest hours until the files fit. */
  prune(bytesMax: number): void {
    for (const [, files] of Map.groupBy(this.#files, ({ part }) => hourOf(part))) {
      if (this.bytes <= bytesMax) return;
      for (const { path } of files) {
        rmSync(path, { force: true });
        this.#covered.delete(path);
      }
      this.#files = this.#files.filter((file) => !files.includes(file));
    }
  }

  get bytes(): number {
    return this.#files.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  coverage(): readonly Coverage[] {
    return mergeCoverage([...this.#covered.values()].filter((each) => each !== null));
  }
}

/** The coverage in the metadata of a status part; null if the file is damaged. */
function readCoverage(path: string): Coverage | null {
  try {
    const entries = parquetMetadata(readFooter(path)).key_value_metadata ?? [];
    const found = entries.find(({ key }) => key === COVERAGE_KEY);
    return JSON.parse(found?.value ?? 'null') as Coverage | null;
  } catch {
    return null;
  }
}

function readFooter(path: string): ArrayBuffer {
  const file = openSync(path, 'r');
  try {
    const end = readTail(file, FOOTER_BYTES, path);
    return readTail(file, end.readUInt32LE(0) + FOOTER_BYTES, path).buffer as ArrayBuffer;
  } finally {
    closeSync(file);
  }
}

/** The last bytes of a file, in a separate buffer. */
function readTail(file: number, size: number, path: string): Buffer {
  const bytes = Buffer.from(new ArrayBuffer(size));
  readSync(file, bytes, 0, size, Math.max(0, statSync(path).size - size));
  return bytes;
}
