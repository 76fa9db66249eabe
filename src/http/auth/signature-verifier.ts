import type { Buffer } from 'node:buffer';
import { createPublicKey, verify } from 'node:crypto';
import { createRequire } from 'node:module';

/** True when the 64 signature bytes are valid for the message and one key. Strict: no second valid signature. */
export type SignatureCheck = (message: Buffer, signature: Buffer) => boolean;

/** Creates the check for one public key (32 bytes) and does the work that is needed only once. */
export type Verifier = (publicKey: Buffer) => SignatureCheck;

interface Sodium {
  crypto_sign_verify_detached(signature: Buffer, message: Buffer, publicKey: Buffer): boolean;
}

/**
 * The fastest verifier on this machine: libsodium where its binary loads (a check takes about half as long),
 * else Node's verifier. Both reject S ≥ L and keys of small order.
 */
export function loadVerifier(): Verifier {
  return sodiumVerifier() ?? nodeVerifier;
}

/** Null where the native module has no binary for this platform. */
export function sodiumVerifier(): Verifier | null {
  const sodium = loadSodium();
  if (sodium === null) return null;
  return (publicKey) => (message, signature) =>
    sodium.crypto_sign_verify_detached(signature, message, publicKey);
}

export const nodeVerifier: Verifier = (publicKey) => {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  });
  return (message, signature) => verify(null, message, key, signature);
};

function loadSodium(): Sodium | null {
  try {
    return createRequire(import.meta.url)('sodium-native') as Sodium;
  } catch {
    return null;
  }
}
