/** A table as a spreadsheet reads it (RFC 4180). Missing values are empty. */
export function csvOf(
  columns: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return [columns, ...rows].map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would run as a formula is kept from it; a figure is no formula. */
function cellOf(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const isFigure = /^-?\d+(\.\d+)?$/.test(text);
  const safe = !isFigure && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Hands a text to the browser as a file to keep. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000); // the browser reads it after the click
}
