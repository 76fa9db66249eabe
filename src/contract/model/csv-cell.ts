/**
 * Renders a text as a cell of CSV (RFC 4180). Text of venues has no control and direction characters, and no start that a
 * spreadsheet would run as a formula. Figures stay as they are.
 */
export function renderCsvCell(given: string): string {
  const text = given.replace(CONTROLS, ' ').replace(DIRECTIONS, '');
  const isFormula = !FIGURE.test(text) && /^\s*[=+\-@]/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const FIGURE = /^-?\d+(\.\d+)?$/;
