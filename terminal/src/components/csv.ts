import { renderCsvCell } from '../../../src/contract/model/csv-cell.ts';

/** Renders a table as CSV (RFC 4180). Missing values are empty cells. */
export function toCsv(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return [columns, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

const toCell = (value: string | number | null): string => renderCsvCell(value === null ? '' : String(value));

/** Downloads a text as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000); // the browser reads it after the click
}
