import { constants, createHash, type KeyObject, verify } from 'node:crypto';
import type { DigestSigner } from '#ports';
import { parseKey, type Signer, toAuthHeaders, toSignedText } from './kalshi-auth.ts';

/** Signatures of RSA keys with 2,048 to 8,192 bits, and of Ed25519 keys. */
const SIGNATURE_BYTES = { rsaMin: 256, rsaMax: 1_024, ed25519: 64 };
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * A signer whose key is in another program. The program gets the text of the request and its SHA-256, since a key service takes
 * one or the other, and gives the signature in base64. A signature that `publicKeyPem` does not confirm is not sent; without that
 * key only its form is checked.
 *
 * The headers reject when there is no signature, within some seconds: the request is then not sent.
 * Throws  for a text that is not a public RSA or Ed25519 key
 */
export function createOutsideSigner(
  keyId: string,
  program: DigestSigner,
  publicKeyPem: string | null,
): Signer {
  const publicKey = publicKeyPem === null ? null : parseKey(publicKeyPem, 'public');
  return {
    async headers(method, path, at) {
      const text = toSignedText(method, path, at);
      const digest = `0x${createHash('sha256').update(text).digest('hex')}`;
      const details = { text, timestamp: String(at), method: method.toUpperCase(), path };
      const signature = await program.sign({ digest, purpose: 'request', details });
      const issue = findSignatureIssue(signature, text, publicKey);
      if (issue !== null) throw new Error(`the signer gave ${issue}`);
      return toAuthHeaders(keyId, at, signature);
    },
    close: () => program.close(),
  };
}

function findSignatureIssue(signature: string, text: string, publicKey: KeyObject | null): string | null {
  const bytes = Buffer.from(signature, 'base64');
  if (!BASE64.test(signature) || bytes.toString('base64') !== signature) return 'no base64';
  const { rsaMin, rsaMax, ed25519 } = SIGNATURE_BYTES;
  if (bytes.length !== ed25519 && (bytes.length < rsaMin || bytes.length > rsaMax))
    return `${bytes.length} bytes, which is no signature`;
  if (publicKey === null || isSignature(bytes, Buffer.from(text), publicKey)) return null;
  return 'a signature that its public key does not confirm';
}

const isSignature = (signature: Buffer, text: Buffer, key: KeyObject): boolean =>
  key.asymmetricKeyType === 'ed25519'
    ? verify(null, text, key, signature)
    : verify(
        'sha256',
        text,
        { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
        signature,
      );
