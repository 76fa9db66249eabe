import { type StoredKey, saveKey } from './key-store.ts';

const PKCS8_HEAD = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32);
const SEED_BYTES = 32;

/** Reads the code of a pairing link and removes it from the URL, so that neither history nor a screenshot contains it. */
export function takePairingCode(): string | null {
  const found = /^#pair=([0-9a-f]{32})$/.exec(location.hash);
  if (found === null) return null;
  history.replaceState(null, '', location.pathname);
  return found[1] ?? null;
}

/**
 * Generates a key pair in the browser and registers its public key with a link's code. The private key is not extractable,
 * not even by this page.
 *
 * Throws with the service's message if the link is used, expired, or not available on this address.
 */
export async function pair(code: string): Promise<StoredKey> {
  const made = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', made.publicKey));
  const answer = await fetch('/pair', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, public_key: btoa(String.fromCodePoint(...raw)) }),
  });
  const body = (await answer.json()) as { readonly key_id?: string; readonly message?: string };
  if (!answer.ok || body.key_id === undefined) throw new Error(body.message ?? 'this link is not valid here');
  return keep({ keyId: body.key_id, privateKey: made.privateKey });
}

/** Imports a pasted key: its id and its base64 seed. Throws if the seed is invalid. */
export async function importKey(keyId: string, seedText: string): Promise<StoredKey> {
  const seed = toBytes(seedText.trim());
  if (seed?.length !== SEED_BYTES) throw new Error('the private key is not a base64 seed of 32 bytes');
  const pkcs8 = Uint8Array.of(...PKCS8_HEAD, ...seed);
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
  return keep({ keyId: keyId.trim(), privateKey });
}

async function keep(key: StoredKey): Promise<StoredKey> {
  await saveKey(key);
  return key;
}

function toBytes(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
  } catch {
    return null;
  }
}
