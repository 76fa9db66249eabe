import { Buffer } from 'node:buffer';

/**
 * Reads base64 of exactly `length` bytes: standard or URL alphabet, padding optional. Null for any
 * other text, also where only the unused bits of the last character are set: one value, one meaning.
 */
export function readBase64(text: string, length: number): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== length) return null;
  const standard = bytes.toString('base64');
  return text === standard || isSpelling(text, standard) ? bytes : null;
}

/** The decoder above skips what it does not know, so every other spelling is compared with the standard one. */
function isSpelling(text: string, standard: string): boolean {
  const bare = standard.replaceAll('=', '');
  if (text.length !== bare.length && text.length !== standard.length) return false;
  const padding = text.length === standard.length ? standard.slice(bare.length) : '';
  return text === bare + padding || text === bare.replaceAll('+', '-').replaceAll('/', '_') + padding;
}
