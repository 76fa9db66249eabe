import { closeSync, mkdirSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ColumnSource, fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { assert, type VenueName } from '#contract';
import {
  type Coverage,
  CoverageTracker,
  encodeUpdate,
  LAKE_COLUMNS,
  type LakeRow,
  type LakeTable,
  type SpoolLine,
  toLakeRows,
} from '#domain';
import { parseSpoolName, partPath, spoolFolder, syncPath } from './lake-files.ts';

/** The key in the metadata of a status part, with the coverage of its venue as JSON. */
export const COVERAGE_KEY = 'crossbook.coverage';

const ROWS_PER_GROUP = 20_000;
const CHUNK_BYTES = 1024 * 1024;
const LINE_FEED = 10;

/**
 * Writes the Parquet parts of a spool and removes it. Each part appears under its name when it is complete and on disk, so
 * that a crash leaves the spool and no half part; a second run writes the same parts again.
 *
 * @param endReason  set after a crash: every venue whose recording has no end gets a GAP row with it
 */
export function encodeSpool(root: string, name: string, endReason: string | null): void {
  const spool = join(spoolFolder(root), name);
  const part = parseSpoolName(name);
  assert(part !== null, 'a spool has the name of its part');
  const parts = new Map<string, PartWriter>();
  const tracker = new CoverageTracker();
  const add = (line: SpoolLine): void => {
    tracker.add(line, line.table === 'status' ? line.row : null);
    const key = `${line.table} ${line.venue}`;
    const found = parts.get(key) ?? new PartWriter(line.table, partPath(root, line.table, line.venue, part));
    parts.set(key, found);
    for (const row of toLakeRows(line)) found.add(row);
  };
  let lastUs = 0;
  try {
    for (const line of readLines(spool)) {
      add(line);
      lastUs = line.recv_us;
    }
    for (const venue of endReason === null ? [] : tracker.openVenues()) {
      lastUs += 1;
      add(JSON.parse(encodeUpdate(toEnd(venue as VenueName, endReason ?? ''), lastUs)) as SpoolLine);
    }
    const covered = new Map(tracker.coverage().map((each) => [each.venue, each]));
    for (const [key, each] of parts) each.finish(covered.get(key.slice(key.indexOf(' ') + 1)) ?? null);
  } finally {
    for (const each of parts.values()) each.drop();
  }
  rmSync(spool);
}

const toEnd = (venue: VenueName, value: string) =>
  ({ table: 'status', venue, instrumentId: null, kind: 'GAP', value }) as const;

/** The complete lines. A last line without its end was cut off by a crash. */
function* readLines(path: string): Generator<SpoolLine> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    let rest = Buffer.alloc(0);
    for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
      const bytes = Buffer.concat([rest, chunk.subarray(0, size)]);
      let from = 0;
      for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
        yield JSON.parse(bytes.toString('utf8', from, end)) as SpoolLine;
        from = end + 1;
      }
      rest = bytes.subarray(from);
    }
  } finally {
    closeSync(file);
  }
}

/** One Parquet file, written by row groups under a temporary name. */
class PartWriter {
  readonly #table: LakeTable;
  readonly #path: string;
  readonly #parquet: ParquetWriter;
  #rows: LakeRow[] = [];

  constructor(table: LakeTable, path: string) {
    this.#table = table;
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    const schema = schemaFromColumnData({ columnData: this.#columns() });
    this.#parquet = new ParquetWriter({ writer: fileWriter(this.#draft), schema, createdBy: 'crossbook' });
  }

  add(row: LakeRow): void {
    this.#rows.push(row);
    if (this.#rows.length >= ROWS_PER_GROUP) this.#flush();
  }

  finish(coverage: Coverage | null): void {
    this.#flush();
    if (this.#table === 'status')
      this.#parquet.kvMetadata = [{ key: COVERAGE_KEY, value: JSON.stringify(coverage) }];
    void this.#parquet.finish();
    syncPath(this.#draft);
    renameSync(this.#draft, this.#path);
    syncPath(dirname(this.#path));
  }

  /** Removes an unfinished file. */
  drop(): void {
    rmSync(this.#draft, { force: true });
  }

  get #draft(): string {
    return `${this.#path}.tmp`;
  }

  #flush(): void {
    if (this.#rows.length > 0) void this.#parquet.write({ columnData: this.#columns() });
    this.#rows = [];
  }

  #columns(): ColumnSource[] {
    return Object.entries(LAKE_COLUMNS[this.#table]).map(([name, type]) => ({
      name,
      type,
      nullable: true,
      data: this.#rows.map((row) => toValue(row[name] ?? null, type)),
    }));
  }
}

const toValue = (value: string | number | null, type: 'INT64' | 'STRING'): unknown =>
  value === null ? null : type === 'INT64' ? BigInt(value) : String(value);
