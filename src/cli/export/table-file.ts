import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { csvLine, csvRow, type Row } from '../output.ts';
import type { Terminal } from '../terminal-io.ts';
import { FIELDS, type Kind } from './export-sources.ts';
import { openParquet } from './parquet-file.ts';

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
export function openTableFile(
  terminal: Terminal,
  kind: Kind,
  format: Format,
  out: string | undefined,
): TableFile {
  if (out === undefined) return linesTo((line) => terminal.print(line), kind, format);
  const path = resolve(terminal.cwd, out);
  const draft = `${path}.${process.pid}.part`;
  const sheet = format === 'parquet' ? openParquet(draft, kind) : linesOf(draft, kind, format);
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

function linesOf(draft: string, kind: Kind, format: Format): TableFile {
  const file = openSync(draft, 'w');
  const lines = linesTo((line) => void writeSync(file, `${line}\n`), kind, format);
  return { ...lines, drop: () => closeSync(file) };
}

function linesTo(print: (line: string) => void, kind: Kind, format: Format): TableFile {
  const isCsv = format === 'csv';
  if (isCsv) print(csvLine(FIELDS[kind]));
  return {
    write: async (rows) => {
      for (const row of rows) print(isCsv ? csvRow(row, FIELDS[kind]) : JSON.stringify(row));
    },
    keep: async () => {},
    drop: () => {},
  };
}
