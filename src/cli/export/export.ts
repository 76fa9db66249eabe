import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { asking } from '../client/apifailure.ts';
import { type ConnectOptions, connect } from '../client/connect.ts';
import { invalid } from '../failure.ts';
import { csvLine, csvRow } from '../output/csv.ts';
import type { Row } from '../output/view.ts';
import type { Session } from '../session.ts';
import type { Terminal } from '../terminal.ts';
import { KINDS, type Kind, type Source, type SourceOptions, sourceOf } from './sources.ts';

export interface ExportOptions extends ConnectOptions, SourceOptions {
  readonly format?: string;
  readonly out?: string;
}

/** Writes all records of one kind as CSV or NDJSON, to standard output or into a file. */
export async function exportRecords(
  session: Session,
  kind: string,
  id: string | undefined,
  options: ExportOptions,
): Promise<void> {
  const { terminal } = session;
  const known = KINDS.find((it) => it === kind);
  if (known === undefined) throw invalid(`export ${kind}: expected one of ${KINDS.join(', ')}.`);
  const format = formatOf(options.format);
  const connection = connect(session, options);
  const sheet = openSheet(terminal, options.out);
  try {
    const source = await asking(() => sourceOf(connection, known, id, options));
    const count = await asking(() => writeAll(terminal, source, sheet.write, LINES[format](known)));
    sheet.keep();
    if (options.out !== undefined) terminal.tell(`${count} ${known} written to ${options.out}`);
  } finally {
    terminal.progress(null);
    sheet.drop();
  }
}

const formatOf = (text = 'csv'): 'csv' | 'ndjson' => {
  if (text === 'csv' || text === 'ndjson') return text;
  throw invalid(`--format ${text}: expected csv or ndjson.`);
};

/** The fields of a CSV, fixed so that an empty export has its header and every export the same columns. */
const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  orders:
    'id client_order_id subaccount_id status instrument_id generic_asset_id venue side outcome type tif expires_at price qty filled_qty remaining_qty avg_fill_price fees routing legs pending_action reason created_at updated_at'.split(
      ' ',
    ),
  fills:
    'id order_id client_order_id subaccount_id instrument_id venue venue_trade_id side outcome price qty fee liquidity realized_pnl timestamp settlement voids'.split(
      ' ',
    ),
  positions:
    'instrument_id side qty avg_price unrealized_pnl subaccount_id venue outcome mark_price realized_pnl updated_at'.split(
      ' ',
    ),
  prints: ['id', 'instrument_id', 'venue', 'price', 'qty', 'side', 'timestamp'],
  candles: ['t', 'o', 'h', 'l', 'c', 'v'],
};

interface Lines {
  readonly head: string | null;
  line(row: Row): string;
}

const LINES: Readonly<Record<'csv' | 'ndjson', (kind: Kind) => Lines>> = {
  csv: (kind) => ({ head: csvLine(FIELDS[kind]), line: (row) => csvRow(row, FIELDS[kind]) }),
  ndjson: () => ({ head: null, line: (row) => JSON.stringify(row) }),
};

async function writeAll(
  terminal: Terminal,
  { pages, pagesTotal }: Source,
  write: (line: string) => void,
  lines: Lines,
): Promise<number> {
  if (lines.head !== null) write(lines.head);
  let count = 0;
  let pagesDone = 0;
  for await (const page of pages) {
    for (const record of page) write(lines.line(record as Row));
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

/** Lines that go to standard output, or into a draft that becomes the file once all of them are in it. */
function openSheet(terminal: Terminal, out: string | undefined) {
  if (out === undefined)
    return { write: (line: string) => terminal.print(line), keep: () => {}, drop: () => {} };
  const path = resolve(terminal.cwd, out);
  const draft = `${path}.${process.pid}.part`;
  const file = openSync(draft, 'w');
  let isKept = false;
  return {
    write: (line: string) => void writeSync(file, `${line}\n`),
    keep: () => {
      renameSync(draft, path);
      isKept = true;
    },
    drop: () => {
      closeSync(file);
      if (!isKept) rmSync(draft, { force: true });
    },
  };
}
