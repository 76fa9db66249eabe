import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readBase64 } from '../core/access/base64.ts';
import { EXIT, Failure } from './failure.ts';

const SEED_BYTES = 32;
// The fixed head of an Ed25519 private key in PKCS #8 (RFC 8410); the seed follows it.
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface KeyPair {
  readonly privateKey: string; // base64 of the 32-byte seed
  readonly publicKey: string; // base64 of the 32 bytes
}

export function newKeyPair(): KeyPair {
  const { d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const privateKey = Buffer.from(d ?? '', 'base64url').toString('base64');
  return { privateKey, publicKey: publicKeyOf(privateKey) };
}

/** The public key of a seed. Fails, without repeating it, when it is no seed. */
export function publicKeyOf(privateKey: string): string {
  const { x } = createPublicKey(keyObjectOf(privateKey)).export({ format: 'jwk' });
  return Buffer.from(x ?? '', 'base64url').toString('base64');
}

/** Base64 of the signature over the text's UTF-8 bytes. */
export const signText = (privateKey: string, text: string): string =>
  sign(null, Buffer.from(text), keyObjectOf(privateKey)).toString('base64');

function keyObjectOf(privateKey: string): KeyObject {
  const seed = readBase64(privateKey.trim(), SEED_BYTES);
  if (seed === null) throw new Failure('the private key is not a base64 seed of 32 bytes.', EXIT.usage);
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
}
