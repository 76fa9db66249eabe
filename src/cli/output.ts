import { setTimeout as pause } from 'node:timers/promises';
import { renderCsvCell } from '#contract';
import { EXIT, Failure, invalid } from './cli-failure.ts';
import { showLocalTime, showRelativeTime } from './relative-times.ts';
import { cleanText, columns, renderJson, type Terminal } from './terminal-io.ts';

export interface OutputOptions {
  readonly output?: string; // -o
  readonly fields?: string;
}

const FORMATS = ['table', 'wide', 'json', 'ndjson', 'csv'] as const;
type Format = (typeof FORMATS)[number];

/**
 * Prints a result in the format of `-o`; default: a table on a terminal, otherwise JSON.
 *
 * @param now  Unix milliseconds, from which a table measures times: the market time of a replay
 */
export function show(terminal: Terminal, options: OutputOptions, view: View, now = Date.now()): void {
  const format = selectFormat(terminal, options.output);
  const picked = options.fields === undefined ? view : picking(view, options.fields);
  for (const line of LINES[format](picked, now)) terminal.print(line);
  if (!isTable(terminal, options)) return;
  if (picked.rows.length === 0) terminal.notify('none');
  if (view.note !== undefined) terminal.notify(view.note);
}

/** True if the result is printed for a person to read. */
export const isTable = (terminal: Terminal, { output }: OutputOptions): boolean =>
  ['table', 'wide'].includes(selectFormat(terminal, output));

/** @param given  the value of `-o`, if present */
function selectFormat(terminal: Terminal, given: string | undefined): Format {
  if (given === undefined) return terminal.isSeen ? 'table' : 'json';
  const found = FORMATS.find((format) => format === given);
  if (found === undefined) throw invalid(`-o ${given}: expected one of ${FORMATS.join(', ')}.`);
  return found;
}

function picking(view: View, fields: string): View {
  const names = fields
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const picked = pickFields(view, names);
  if (!('unknown' in picked)) return picked;
  throw invalid(
    `--fields ${picked.unknown}: unknown field; the fields are ${selectFields(view.rows).join(', ')}.`,
  );
}

const LINES: Readonly<Record<Format, (view: View, now: number) => readonly string[]>> = {
  json: ({ value }) => [renderJson(value, 2)],
  ndjson: ({ rows }) => rows.map((row) => renderJson(row)),
  csv: ({ rows }) => {
    const fields = selectFields(rows);
    return rows.length === 0 ? [] : [csvLine(fields), ...rows.map((row) => csvRow(row, fields))];
  },
  table: (view, now) =>
    view.drawn?.map(cleanText) ?? (view.isOne ? downwards(view) : across(view, TEXT_MAX, now)),
  wide: (view) => {
    const rows = view.tableRows ?? view.rows;
    const all = [...new Set([...view.columns, ...selectFields(rows)])];
    const names = view.isOne ? Object.keys(rows[0] ?? {}) : all;
    const wide = { ...view, columns: names };
    return view.drawn?.map(cleanText) ?? (view.isOne ? downwards(wide) : across(wide, WIDE_TEXT_MAX));
  },
};

/** @param now  shows times by their distance from it; null: as they are */
function across(
  { rows: records, tableRows: rows = records, columns: names }: View,
  textMax: number,
  now: number | null = null,
): readonly string[] {
  if (rows.length === 0) return [];
  const head = names.map((name) => name.toUpperCase());
  const last = names.length - 1;
  const cells = (row: Row): readonly string[] =>
    names.map((name, index) => {
      const relative = now === null ? null : showRelativeTime(name, getField(row, name), now);
      return relative ?? shown(name, row, index === last ? LAST_TEXT_MAX : textMax);
    });
  return columns([head, ...rows.map(cells)]);
}

/** A record as a line for each field. A list of short records in it follows as a table. */
function downwards({ rows, tableRows: [row = {}] = rows, columns: names }: View): readonly string[] {
  const isList = (name: string): boolean => isShortList(getField(row, name));
  const leaves = names
    .filter((name) => !isList(name))
    .flatMap((name) => findLeaves(name, getField(row, name)));
  const lines = columns(leaves.map((name) => [name, shown(name, row, LAST_TEXT_MAX)]));
  const lists = names.filter(isList).map((name) => {
    const list = listView(getField(row, name) as readonly Row[], []);
    return [name, ...across({ ...list, columns: selectFields(list.rows) }, TEXT_MAX)];
  });
  return [lines, ...lists]
    .filter((block) => block.length > 0)
    .flatMap((block, index) => (index === 0 ? block : ['', ...block]));
}

const SHORT_FIELDS_MAX = 6; // columns of a table that fits a terminal

const isShortList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (each) =>
      typeof each === 'object' &&
      each !== null &&
      Object.keys(each).length <= SHORT_FIELDS_MAX &&
      Object.values(each).every((inner) => typeof inner !== 'object' || inner === null || isWordList(inner)),
  );

/** The names of what is nested in a record, as `--fields` takes them: `limits.max_order_qty`, `legs.0.venue`. */
function findLeaves(name: string, value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || isWordList(value)) return [name];
  const fields = Object.entries(value);
  return fields.length === 0
    ? [name]
    : fields.flatMap(([field, inner]) => findLeaves(`${name}.${field}`, inner));
}

const isWordList = (value: object): value is readonly unknown[] =>
  Array.isArray(value) && value.every((each) => typeof each !== 'object');

const TEXT_MAX = 60;
const WIDE_TEXT_MAX = 10_000;
const LAST_TEXT_MAX = 600; // the last column is wider, so that a venue's message is shown in full

/** Renders a table cell: times in the local time zone, long texts shortened, control and direction characters removed. */
export function shown(name: string, row: Row, lengthMax = TEXT_MAX): string {
  const value = getField(row, name);
  if (value === null || value === undefined) return '-';
  const time = showLocalTime(name, value);
  if (time !== null) return time;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = cleanText(toText(value));
  return text.length > lengthMax ? `${text.slice(0, lengthMax - 1)}…` : text;
}

/** Lists without brackets, and records as their names and values: `venue Demo, qty 5; venue Kalshi, qty 3`. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  if (isWordList(value)) return value.length === 0 ? '-' : value.join(', ');
  if (Array.isArray(value)) return value.map(toText).join('; ');
  const fields = Object.entries(value).map(([field, inner]) => `${field} ${toText(inner)}`);
  return fields.length === 0 ? '-' : fields.join(', ');
}

/** One API record: field names and values. */
export type Row = Readonly<Record<string, unknown>>;

/** The result of a command, independent of the output format. */
export interface View {
  /** The API's record or list, printed by `-o json`. */
  readonly value: unknown;
  /** The same as rows, for ndjson, csv and tables. */
  readonly rows: readonly Row[];
  /** The columns of a table; the other formats have all fields. */
  readonly columns: readonly string[];
  /** Rows of a table with further columns, such as titles; absent: `rows`. */
  readonly tableRows?: readonly Row[];
  /** True for a single record, which a table shows vertically. */
  readonly isOne: boolean;
  /** Lines to print instead of a table. */
  readonly drawn?: readonly string[];
  /** Printed after a table, on standard error. */
  readonly note?: string;
}

export const listView = (list: readonly object[], columns: readonly string[], note?: string): View => ({
  value: list,
  rows: list as readonly Row[],
  columns,
  isOne: false,
  ...(note === undefined ? {} : { note }),
});

/** @param columns  in a table; all fields when left out */
export const recordView = (record: object, columns: readonly string[] = Object.keys(record)): View => ({
  value: record,
  rows: [record as Row],
  columns,
  isOne: true,
});

/**
 * Selects fields in the given order. A dot selects nested fields: `legs.0.venue`.
 *
 * @returns the selected view, or the name of an unknown field
 */
function pickFields(view: View, names: readonly string[]): View | { readonly unknown: string } {
  const unknown = names.find((name) => !view.rows.some((row) => getField(row, name) !== undefined));
  if (unknown !== undefined && view.rows.length > 0) return { unknown };
  const pick = (row: Row): Row =>
    Object.fromEntries(names.map((name) => [name, getField(row, name) ?? null]));
  const rows = view.rows.map(pick);
  const picked = { value: view.isOne ? rows[0] : rows, rows, columns: names, isOne: view.isOne };
  return view.tableRows === undefined ? picked : { ...picked, tableRows: view.tableRows.map(pick) };
}

/** Returns the value at a path; undefined if it is absent. */
export function getField(row: Row, name: string): unknown {
  if (name in row) return row[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined,
      row,
    );
}

/** Collects the fields of all rows, in order of first appearance. */
const selectFields = (rows: readonly Row[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => Object.keys(row))),
];

const PERIOD_S = 2;
const CLEAR = '\u001B[H\u001B[J';

/** Exit codes of temporary failures, after which `--watch` continues. */
const PASSING: ReadonlySet<number> = new Set([EXIT.unavailable, EXIT.rateLimited]);

/**
 * Repeats a read until Ctrl-C. On a terminal each result replaces the previous one; in a pipe the results
 * follow each other.
 *
 * @param every  seconds from the end of one read to the start of the next; `true` for two
 */
export async function watch(
  terminal: Terminal,
  every: string | true,
  round: () => Promise<void>,
): Promise<never> {
  const seconds = every === true ? PERIOD_S : Number(every);
  if (!(seconds >= 0.1)) throw invalid(`--watch ${every}: expected seconds, 0.1 or more.`);
  for (;;) {
    if (terminal.isSeen) terminal.print(`${CLEAR}every ${seconds} s, Ctrl-C to stop`);
    try {
      await round();
    } catch (error) {
      if (!(error instanceof Failure) || !PASSING.has(error.exitCode)) throw error;
      terminal.notify(`crossbook: ${error.message}`);
    }
    await pause(seconds * 1000);
  }
}

/** Renders a CSV header or row by RFC 4180, without the line ending, which the printer adds. */
export const csvLine = (cells: readonly unknown[]): string => cells.map(cell).join(',');

export const csvRow = (row: Row, fields: readonly string[]): string =>
  csvLine(fields.map((name) => getField(row, name)));

/** Renders a CSV cell: null is empty, a nested record is JSON. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  return renderCsvCell(typeof value === 'string' ? value : JSON.stringify(value));
}
