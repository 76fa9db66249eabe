const ASCII = /^[\x20-\x7e]*$/;

/**
 * Text without its case, the same for every spelling that differs only in case: `Straße` and `STRASSE`,
 * `ΟΔΟΣ` and `οδος`, a letter and its accent in one code point or in two.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // Upper case first, because that is where ß becomes SS; a sigma at a word's end is a sigma.
  const lower = text.toWellFormed().normalize('NFC').toUpperCase().toLowerCase();
  return lower.replaceAll('ς', 'σ').normalize('NFC');
}

/** The folded words of a search text, each once. Nothing but white space parts them. */
export function toSearchWords(text: string): readonly string[] {
  return [...new Set(splitWords(text))];
}

/** What two names are compared by when case and spacing do not count. */
export const toNameKey = (name: string): string => splitWords(name).join(' ');

const splitWords = (text: string): string[] => foldCase(text).split(/\s+/u).filter(Boolean);
