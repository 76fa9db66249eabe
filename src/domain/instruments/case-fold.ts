const ASCII = /^[\x20-\x7e]*$/;

/**
 * Case-folds text. Spellings that differ only in case give the same result: `Straße` and `STRASSE`, `ΟΔΟΣ` and
 * `οδος`; so do composed and decomposed accents.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  // Upper case first, because it turns ß into SS; a final sigma equals any other sigma.
  const lower = text.toWellFormed().normalize('NFC').toUpperCase().toLowerCase();
  return lower.replaceAll('ς', 'σ').normalize('NFC');
}

/** The distinct case-folded words of a search text, separated by white space. */
export function toSearchWords(text: string): readonly string[] {
  return [...new Set(splitWords(text))];
}

/** Key for comparing names regardless of case and spacing. */
export const toNameKey = (name: string): string => splitWords(name).join(' ');

const splitWords = (text: string): string[] => foldCase(text).split(/\s+/u).filter(Boolean);
