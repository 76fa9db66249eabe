import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BasicType, ColumnSource } from 'hyparquet-writer';
import { errorMessage } from '#contract';
import { invalid } from '../cli-failure.ts';
import { csvLine, csvRow, getField, type Row } from '../output.ts';
import { renderJson, type Terminal } from '../terminal-io.ts';
import { FIELDS, type Kind } from './export-sources.ts';

export const FORMATS = ['csv', 'ndjson', 'parquet'] as const;
export type Format = (typeof FORMATS)[number];

/** The output of an export. A file appears under its name only when it is complete. */
export interface TableFile {
  write(rows: readonly Row[]): Promise<void>;
  /** Completes the output. An output that is not completed is removed. */
  keep(): Promise<void>;
  drop(): void;
}

/** Opens standard output, or a draft that is renamed to the file. Parquet always needs a file. */
export async function openTableFile(
  terminal: Terminal,
  kind: Kind,
  format: Format,
  out: string | undefined,
): Promise<TableFile> {
  if (out === undefined) return linesTo((line) => terminal.print(line), kind, format);
  const path = resolve(terminal.cwd, out);
  const draft = `${path}.${process.pid}.part`;
  createPrivateFile(draft);
  const sheet = format === 'parquet' ? await openParquet(draft, kind) : openLines(draft, kind, format);
  let isKept = false;
  return {
    write: (rows) => sheet.write(rows),
    keep: async () => {
      await sheet.keep();
      renameSync(draft, path);
      isKept = true;
    },
    drop: () => {
      sheet.drop();
      if (!isKept) rmSync(draft, { force: true });
    },
  };
}

/** The fills of an account are not for other users of the machine. A draft of an ended process with this id is replaced. */
function createPrivateFile(path: string): void {
  try {
    rmSync(path, { force: true });
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    throw invalid(`--out: ${errorMessage(error)}`);
  }
}

function openLines(draft: string, kind: Kind, format: Format): TableFile {
  const file = openSync(draft, 'w');
  const lines = linesTo((line) => void writeSync(file, `${line}\n`), kind, format);
  return { ...lines, drop: () => closeSync(file) };
}

function linesTo(print: (line: string) => void, kind: Kind, format: Format): TableFile {
  const isCsv = format === 'csv';
  if (isCsv) print(csvLine(FIELDS[kind]));
  return {
    write: async (rows) => {
      for (const row of rows) print(isCsv ? csvRow(row, FIELDS[kind]) : renderJson(row));
    },
    keep: async () => {},
    drop: () => {},
  };
}

const ROWS_PER_GROUP = 50_000; // rows buffered in memory

const TIMES: ReadonlySet<string> = new Set(['timestamp', 't']);
const NUMBERS: ReadonlySet<string> = new Set(['instrument_id', 'generic_asset_id']);

/** Writes a Parquet file by row groups. Money stays text, because text is exact. */
async function openParquet(path: string, kind: Kind): Promise<TableFile> {
  const { fileWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer');
  const writer = fileWriter(path);
  const schema = schemaFromColumnData({ columnData: toColumns([], kind) });
  const parquet = new ParquetWriter({ writer, schema, createdBy: 'crossbook' });
  let waiting: Row[] = [];
  const flush = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    if (rows.length > 0) await parquet.write({ columnData: toColumns(rows, kind) });
  };
  return {
    write: async (rows: readonly Row[]) => {
      waiting.push(...rows);
      if (waiting.length >= ROWS_PER_GROUP) await flush();
    },
    keep: async () => {
      await flush();
      await parquet.finish();
    },
    drop: () => {},
  };
}

const toColumns = (rows: readonly Row[], kind: Kind): ColumnSource[] =>
  FIELDS[kind].map((name) => {
    const type = getColumnType(name, kind);
    return { name, type, nullable: true, data: rows.map((row) => toColumnValue(getField(row, name), type)) };
  });

/** Column type: numeric ids are INT64; order and fill ids are text. */
function getColumnType(name: string, kind: Kind): BasicType {
  if (TIMES.has(name)) return 'TIMESTAMP';
  return NUMBERS.has(name) || (name === 'id' && kind === 'prints') ? 'INT64' : 'STRING';
}

function toColumnValue(value: unknown, type: BasicType): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'TIMESTAMP') return new Date(Number(value));
  if (type === 'INT64') return BigInt(Number(value));
  return typeof value === 'string' ? value : JSON.stringify(value);
}
