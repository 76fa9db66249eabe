import { Buffer } from 'node:buffer';
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** Identifies an entry of the journal and, through its hash, all entries before it. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string; // 64 hex digits
}

/** The key that signs heads. Its seed is a secret; its public half is part of every line. */
export interface HeadKey {
  readonly privateKey: KeyObject;
  readonly publicKey: string; // base64 of the 32 Ed25519 bytes
}

export const HEADS_FILE = 'audit-heads.jsonl'; // of the data folder
const SEED_BYTES = 32;
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

/** The key of a seed, 32 bytes in base64; null for any other text. */
export function toHeadKey(seed: string): HeadKey | null {
  const bytes = Buffer.from(seed, 'base64');
  if (bytes.length !== SEED_BYTES || bytes.toString('base64') !== seed) return null;
  const der = Buffer.concat([PKCS8_ED25519, bytes]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { privateKey, publicKey: spki.subarray(SPKI_ED25519.length).toString('base64') };
}

/**
 * Signs a head as a line of JSON. docs/audit.md describes the format.
 *
 * @param at  Unix milliseconds: when the journal had this head
 */
export function signHead({ seq, hash }: ChainHead, at: number, key: HeadKey): string {
  const signature = sign(null, textOf(seq, hash, at), key.privateKey).toString('base64');
  return JSON.stringify({ seq, hash, at, key: key.publicKey, signature });
}

const textOf = (seq: number, hash: string, at: number): Buffer =>
  Buffer.from(`crossbook-head-1\n${seq}\n${hash}\n${at}`);

interface SignedHeads {
  readonly heads: readonly ChainHead[];
  readonly key: string | null; // the public key of all lines; null without lines
  readonly problem: string | null; // the first problem found
}

/**
 * Reads lines of `signHead` and checks their signatures. All of them must be of one key.
 *
 * @param expectedKey  the public key, recorded elsewhere; null: the key of the first line, which proves less
 */
export function readSignedHeads(lines: Iterable<string>, expectedKey: string | null): SignedHeads {
  const heads: ChainHead[] = [];
  let key = expectedKey;
  let number = 0;
  for (const line of lines) {
    number += 1;
    const fields = parseLine(line);
    if (fields === null) return { heads, key, problem: `line ${number} is not a signed head` };
    key ??= fields.key;
    if (fields.key !== key)
      return { heads, key, problem: `line ${number} is signed by the key ${fields.key}, not by ${key}` };
    if (!isSigned(fields)) return { heads, key, problem: `line ${number} has a wrong signature` };
    heads.push({ seq: fields.seq, hash: fields.hash });
  }
  return { heads, key, problem: null };
}

interface HeadLine extends ChainHead {
  readonly at: number;
  readonly key: string;
  readonly signature: string;
}

function parseLine(line: string): HeadLine | null {
  try {
    const { seq, hash, at, key, signature } = Object(JSON.parse(line)) as Readonly<Record<string, unknown>>;
    const isHead = Number.isSafeInteger(seq) && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash);
    const hasRest = Number.isSafeInteger(at) && typeof key === 'string' && typeof signature === 'string';
    return isHead && hasRest ? { seq: Number(seq), hash, at: Number(at), key, signature } : null;
  } catch {
    return null;
  }
}

function isSigned({ seq, hash, at, key, signature }: HeadLine): boolean {
  const bytes = Buffer.from(key, 'base64');
  if (bytes.length !== SEED_BYTES) return false;
  const der = Buffer.concat([SPKI_ED25519, bytes]);
  try {
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, textOf(seq, hash, at), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
