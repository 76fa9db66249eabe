import { invalid } from '../failure.ts';
import { columns, type Terminal } from '../terminal.ts';
import { csvLine, csvRow } from './csv.ts';
import { fieldOf, fieldsOf, pickFields, type View } from './view.ts';

export interface OutputOptions {
  readonly output?: string; // -o
  readonly fields?: string;
}

const FORMATS = ['table', 'json', 'ndjson', 'csv'] as const;
export type Format = (typeof FORMATS)[number];

/** Prints what was found: a table on a screen, JSON anywhere else, or what `-o` says. */
export function show(terminal: Terminal, options: OutputOptions, view: View): void {
  const format = formatOf(terminal, options.output);
  const picked = options.fields === undefined ? view : picking(view, options.fields);
  for (const line of LINES[format](picked)) terminal.print(line);
  if (format !== 'table') return;
  if (picked.rows.length === 0) terminal.tell('none');
  if (view.note !== undefined) terminal.tell(view.note);
}

/** @param asked  the text after `-o`, when there is one */
export function formatOf(terminal: Terminal, asked: string | undefined): Format {
  if (asked === undefined) return terminal.isSeen ? 'table' : 'json';
  const found = FORMATS.find((format) => format === asked);
  if (found === undefined) throw invalid(`-o ${asked}: expected one of ${FORMATS.join(', ')}.`);
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
    `--fields ${picked.unknown}: there is no such field; there are ${fieldsOf(view.rows).join(', ')}.`,
  );
}

const LINES: Readonly<Record<Format, (view: View) => readonly string[]>> = {
  json: ({ value }) => [JSON.stringify(value, null, 2)],
  ndjson: ({ rows }) => rows.map((row) => JSON.stringify(row)),
  csv: ({ rows }) => {
    const fields = fieldsOf(rows);
    return rows.length === 0 ? [] : [csvLine(fields), ...rows.map((row) => csvRow(row, fields))];
  },
  table: (view) => view.drawn ?? (view.isOne ? downwards(view) : across(view)),
};

function across({ rows, columns: names }: View): readonly string[] {
  if (rows.length === 0) return [];
  const head = names.map((name) => name.toUpperCase());
  return columns([head, ...rows.map((row) => names.map((name) => shown(name, fieldOf(row, name))))]);
}

function downwards({ rows: [row = {}], columns: names }: View): readonly string[] {
  return columns(names.map((name) => [name, shown(name, fieldOf(row, name))]));
}

const TEXT_MAX = 60;

/** A cell as a person reads it: times as dates, long texts short, and nothing that could move the cursor. */
function shown(name: string, value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'number' && (name === 'timestamp' || name === 't'))
    return new Date(value).toISOString();
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\p{Cc}/gu, ' ');
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text;
}
