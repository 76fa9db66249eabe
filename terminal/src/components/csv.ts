/** Renders a table as CSV (RFC 4180). Missing values are empty cells. */
export function toCsv(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return [columns, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

/**
 * Text of venues has no control and direction characters, and no start that a spreadsheet would run as a formula.
 * Figures stay as they are.
 */
function toCell(value: string | number | null): string {
  const given = value === null ? '' : String(value);
  const text = given.replace(CONTROLS, ' ').replace(DIRECTIONS, '');
  const isFormula = !FIGURE.test(text) && /^\s*[=+\-@]/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const FIGURE = /^-?\d+(\.\d+)?$/;

/** Downloads a text as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000); // the browser reads it after the click
}
