import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';

/** A sealed text that cannot be decrypted. The message never contains the secret. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

const SCRYPT = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const VERSION = 1;

/**
 * Encrypts a secret for storage with AES-256-GCM. scrypt (N 32768, r 8, p 1) derives the key from the master
 * key and a new salt. The purpose is authenticated, so that a sealed file cannot be used in place of another.
 *
 * @param purpose  the setting that names the file: `venues.one.key_file`
 * @returns        one line of JSON
 */
export function sealText(text: string, masterKey: string, purpose: string): string {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, scryptSync(masterKey, salt, KEY_BYTES, SCRYPT), nonce);
  cipher.setAAD(boundTo(purpose));
  const box = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const [saltText, nonceText, boxText] = [salt, nonce, box].map((bytes) => bytes.toString('base64'));
  return JSON.stringify({
    crossbook_sealed: VERSION,
    purpose,
    salt: saltText,
    nonce: nonceText,
    box: boxText,
  });
}

/** True for output of `sealText`, even if it has been damaged since. */
export const isSealed = (text: string): boolean => text.startsWith('{"crossbook_sealed":');

/** Decrypts a sealed text. Throws SealError for another master key or purpose, and for any changed bit. */
export function openSealed(sealed: string, masterKey: string, purpose: string): string {
  const { salt, nonce, box } = parseParts(sealed, purpose);
  const decipher = createDecipheriv(CIPHER, scryptSync(masterKey, salt, KEY_BYTES, SCRYPT), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(boundTo(purpose));
  decipher.setAuthTag(box.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(box.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    throw new SealError('cannot be decrypted: it was sealed with another master key, or it was changed');
  }
}

const boundTo = (purpose: string): Buffer => Buffer.from(`crossbook-sealed-${VERSION}\n${purpose}`);

function parseParts(sealed: string, purpose: string) {
  const fields = parseFields(sealed);
  if (fields['crossbook_sealed'] !== VERSION) throw new SealError('is sealed by another version, or damaged');
  if (fields['purpose'] !== purpose)
    throw new SealError(`is sealed for ${String(fields['purpose'])}, not for ${purpose}`);
  const [salt, nonce, box] = ['salt', 'nonce', 'box'].map((name) => decodeBase64(fields[name]));
  const isWhole = salt?.length === SALT_BYTES && nonce?.length === NONCE_BYTES && box !== undefined;
  if (!isWhole || box.length <= TAG_BYTES) throw new SealError('is damaged');
  return { salt, nonce, box };
}

/** Strict, so that each sealed text has exactly one encoding. */
function decodeBase64(value: unknown): Buffer {
  const bytes = Buffer.from(typeof value === 'string' ? value : '', 'base64');
  if (bytes.toString('base64') !== value) throw new SealError('is damaged');
  return bytes;
}

function parseFields(sealed: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(sealed) as Record<string, unknown>;
  } catch {
    throw new SealError('is damaged');
  }
}
