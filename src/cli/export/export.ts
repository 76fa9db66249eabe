import { asking } from '../client/apifailure.ts';
import { type ConnectOptions, connect } from '../client/connect.ts';
import { invalid } from '../failure.ts';
import type { Row } from '../output/view.ts';
import type { Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import { FORMATS, type Format, openSheet, type Sheet } from './sheet.ts';
import { KINDS, type Source, type SourceOptions, sourceOf } from './sources.ts';

export interface ExportOptions extends ConnectOptions, SourceOptions {
  readonly format?: string;
  readonly out?: string;
}

/** Writes all records of one kind as CSV, NDJSON or Parquet, to standard output or into a file. */
export async function exportRecords(
  session: Session,
  kind: string,
  id: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const { terminal } = session;
  const known = KINDS.find((it) => it === kind);
  if (known === undefined) throw invalid(`export ${kind}: expected one of ${KINDS.join(', ')}.`);
  const format = formatOf(options.format, options.out);
  const connection = connect(session, options);
  const sheet = openSheet(terminal, known, format, options.out);
  try {
    const source = await asking(() => sourceOf(connection, known, id, options));
    const count = await asking(() => writeAll(terminal, source, sheet));
    await sheet.keep();
    if (options.out !== undefined) terminal.tell(`${count} ${known} written to ${options.out}`);
  } finally {
    terminal.progress(null);
    sheet.drop();
  }
}

function formatOf(text = 'csv', out: string | undefined): Format {
  const format = FORMATS.find((it) => it === text);
  if (format === undefined) throw invalid(`--format ${text}: expected one of ${FORMATS.join(', ')}.`);
  if (format === 'parquet' && out === undefined)
    throw invalid('--format parquet: is no text; say where with --out FILE.');
  return format;
}

async function writeAll(terminal: Terminal, { pages, pagesTotal }: Source, sheet: Sheet): Promise<number> {
  let count = 0;
  let pagesDone = 0;
  for await (const page of pages) {
    await sheet.write(page as readonly Row[]);
    count += page.length;
    pagesDone += 1;
    terminal.progress(progressLine(count, pagesDone, pagesTotal));
  }
  return count;
}

const BAR_WIDTH = 24;

/** A bar where the end is known; how many so far where it is not. */
function progressLine(count: number, pagesDone: number, pagesTotal: number | null): string {
  if (pagesTotal === null) return `${count} records …`;
  const full = Math.floor((BAR_WIDTH * pagesDone) / pagesTotal);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${count} records`;
}
