import { fieldOf, type Row } from './view.ts';

/** A header or row of CSV, as RFC 4180 has it but for the line's end, which is the printer's. */
export const csvLine = (cells: readonly unknown[]): string => cells.map(cell).join(',');

export const csvRow = (row: Row, fields: readonly string[]): string =>
  csvLine(fields.map((name) => fieldOf(row, name)));

/** What is not known is an empty cell; a record within a record is its JSON. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
