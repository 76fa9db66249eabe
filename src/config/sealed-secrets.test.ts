import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sized } from '../../test/support/test-size.ts';
import { isSealed, openSealed, SealError, sealText } from './sealed-secrets.ts';

const KEY = 'a master key of some length';
const FOR = 'venues.kalshi.key_file';
const SECRET = '-----BEGIN PRIVATE KEY-----\nMARKED\n-----END PRIVATE KEY-----';

test('a sealed text opens with its key and for its purpose, and does not show the secret', () => {
  const sealed = sealText(SECRET, KEY, FOR);
  assert.ok(isSealed(sealed));
  assert.ok(!sealed.includes('MARKED') && !sealed.includes(Buffer.from('MARKED').toString('base64')));
  assert.equal(openSealed(sealed, KEY, FOR), SECRET);
  assert.notEqual(sealText(SECRET, KEY, FOR), sealed, 'each time with a new nonce');
});

test('another key, another purpose and a swapped file are refused', () => {
  const sealed = sealText(SECRET, KEY, FOR);
  assert.throws(() => openSealed(sealed, `${KEY}.`, FOR), SealError);
  assert.throws(
    () => openSealed(sealed, KEY, 'venues.polymarket.private_key_file'),
    /is sealed for venues\.kalshi/,
  );
  const renamed = sealed.replace(FOR, 'venues.polymarket.private_key_file');
  assert.throws(() => openSealed(renamed, KEY, 'venues.polymarket.private_key_file'), /cannot be decrypted/);
});

test('any changed character is refused without showing the secret', () => {
  const sealed = sealText(SECRET, KEY, FOR);
  const parts = JSON.parse(sealed) as Record<string, string>;
  const inside = (name: string): number => sealed.indexOf(parts[name] ?? '') + 1;
  // Each in salt, nonce and box takes a key derivation of 50 ms.
  const quick = [
    2,
    sealed.indexOf(':') + 1,
    ...['purpose', 'salt', 'nonce', 'box'].map(inside),
    sealed.length - 8,
  ];
  const full = Array.from({ length: Math.ceil(sealed.length / 5) }, (_, index) => index * 5);
  for (const at of sized({ full, quick })) {
    const changed =
      sealed.slice(0, at) + String.fromCharCode(sealed.charCodeAt(at) ^ 1) + sealed.slice(at + 1);
    assert.throws(
      () => openSealed(changed, KEY, FOR),
      (error: unknown) => error instanceof SealError && !error.message.includes('MARKED'),
      `character ${at}`,
    );
  }
  for (const broken of ['{"crossbook_sealed":', '{"crossbook_sealed":1}', sealed.slice(0, -1)])
    assert.throws(() => openSealed(broken, KEY, FOR), SealError);
});

test('another encoding of the same bytes is refused, so that a sealed text has one form', () => {
  const sealed = JSON.parse(sealText(SECRET, KEY, FOR)) as Record<string, string>;
  for (const name of ['salt', 'nonce', 'box']) {
    const padded = { ...sealed, [name]: `${sealed[name]} ` };
    assert.throws(() => openSealed(JSON.stringify(padded), KEY, FOR), /is damaged/, name);
  }
});
