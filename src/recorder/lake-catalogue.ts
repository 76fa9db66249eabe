import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { parquetMetadata } from 'hyparquet';
import { type Coverage, mergeCoverage } from '../domain/recording/lake-tables.ts';
import { hourOf, type LakeFile, listLakeFiles, type PartName, spoolName } from './lake-files.ts';
import { COVERAGE_KEY } from './part-encoder.ts';

const FOOTER_BYTES = 8; // the length of the metadata, and the mark of the format

interface WaitingSpool {
  readonly path: string;
  readonly part: PartName;
  readonly name: string;
}

/** The files of a lake: their sizes, what they cover, and the deletion of the oldest hours. */
export class LakeCatalogue {
  readonly #root: string;
  readonly #covered = new Map<string, Coverage | null>(); // by the path of the status part
  #files: readonly LakeFile[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  refresh(): void {
    this.#files = listLakeFiles(this.#root);
    const status = new Set(this.#files.flatMap(({ path, table }) => (table === 'status' ? [path] : [])));
    for (const path of this.#covered.keys()) if (!status.has(path)) this.#covered.delete(path);
    for (const path of status) if (!this.#covered.has(path)) this.#covered.set(path, readCoverage(path));
  }

  /** The spools that wait to be encoded: all but the open one, oldest first. */
  spools(open: string | null): readonly WaitingSpool[] {
    return this.#files
      .filter(({ table }) => table === 'spool')
      .map(({ path, part }) => ({ path, part, name: spoolName(part) }))
      .filter(({ name }) => name !== open);
  }

  /** Deletes the oldest hours until the files fit. The hour of the open spool stays. */
  prune(bytesMax: number, open: PartName | null): void {
    let bytes = this.bytes(null);
    const hours = Map.groupBy(this.#files, ({ part }) => hourOf(part));
    for (const [hour, files] of hours) {
      if (bytes <= bytesMax) break;
      if (open !== null && hour === hourOf(open)) continue;
      for (const { path, bytes: size } of files) {
        rmSync(path, { force: true });
        bytes -= size;
      }
    }
    this.refresh();
  }

  /** Of all files but the open spool. */
  bytes(open: string | null): number {
    return this.#files
      .filter(({ table, part }) => table !== 'spool' || spoolName(part) !== open)
      .reduce((sum, { bytes }) => sum + bytes, 0);
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
