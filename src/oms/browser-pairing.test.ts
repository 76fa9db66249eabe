import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { VECTOR_KEY } from '../../test/support/test-signer.ts';
import { ACCOUNT_PERMISSIONS, type ApiKey } from '../domain/access/access.ts';
import type { AccountId, KeyId } from '../domain/model/ids.ts';
import { ok } from '../domain/model/result.ts';
import { PairingCodes } from './browser-pairing.ts';
import type { NewKey } from './trading-service.ts';

const ACCOUNT = 'acc_1' as AccountId;
const { publicKey } = VECTOR_KEY;

test('a code creates one key, for the whole account, that expires', async () => {
  const { pairings, made, clock } = harness();
  const code = opened(pairings);
  const key = await pairings.redeem(code, publicKey);
  assert.ok(key.ok);
  assert.deepEqual(made, [
    {
      accountId: ACCOUNT,
      publicKey,
      permissions: ['read', 'trade', 'risk'],
      subaccounts: '*',
      expiresAt: clock.now() + 30 * 86_400_000,
    },
  ]);
});

test('a code works once, and for ten minutes', async () => {
  const { pairings, clock } = harness();
  const [used, old] = [opened(pairings), opened(pairings)];
  await pairings.redeem(used, publicKey);
  assert.equal(await redeemResult(pairings, used), 'forbidden');
  clock.advance(10 * 60_000);
  assert.equal(await redeemResult(pairings, old), 'forbidden');
});

test('the refusal of a code does not say what is wrong with it', async () => {
  const { pairings } = harness();
  const code = opened(pairings);
  await pairings.redeem(code, publicKey);
  const [used, unknown] = [
    await pairings.redeem(code, publicKey),
    await pairings.redeem('f'.repeat(32), publicKey),
  ];
  assert.deepEqual(used, unknown);
});

test('an invalid public key does not use up the code', async () => {
  const { pairings } = harness();
  const code = opened(pairings);
  for (const bad of [null, '', 'x', 'AAAA', 7]) {
    const refused = await pairings.redeem(code, bad);
    assert.equal(!refused.ok && refused.error.code, 'validation');
  }
  assert.ok((await pairings.redeem(code, publicKey)).ok);
});

test('ten wrong codes revoke every open link', async () => {
  const { pairings } = harness();
  const code = opened(pairings);
  for (let attempt = 0; attempt < 10; attempt += 1) await pairings.redeem(`wrong-${attempt}`, publicKey);
  assert.equal(await redeemResult(pairings, code), 'forbidden');
  assert.ok((await pairings.redeem(opened(pairings), publicKey)).ok, 'a new link works');
});

test('at most eight links are open; a new one revokes the oldest', async () => {
  const { pairings } = harness();
  const codes = Array.from({ length: 9 }, () => opened(pairings));
  assert.equal(await redeemResult(pairings, codes[0]), 'forbidden');
  assert.ok((await pairings.redeem(codes[1], publicKey)).ok);
});

test('each created link is journaled without its code', () => {
  const { pairings, acts } = harness();
  opened(pairings);
  assert.deepEqual(acts, ['pair_link acc_1']);
});

test('an unknown account gets no link', () => {
  const refused = harness().pairings.open('acc_9' as AccountId);
  assert.equal(!refused.ok && refused.error.code, 'validation');
});

function harness() {
  const made: NewKey[] = [];
  const acts: string[] = [];
  const clock = new ManualClock();
  let codes = 0;
  const pairings = new PairingCodes({
    permissions: ACCOUNT_PERMISSIONS,
    clock,
    random: { next: () => 0, hex: (length) => String((codes += 1)).padStart(length * 2, '0') },
    accountAdmin: {
      accounts: () => [ACCOUNT],
      recordAdminAction: async (act, detail) => void acts.push(`${act} ${detail}`),
      createKey: async (key) => {
        made.push(key);
        return ok<ApiKey>({ ...key, keyId: 'key_1' as KeyId, status: 'ACTIVE', createdAt: clock.now() });
      },
    },
  });
  return { pairings, made, acts, clock };
}

function opened(pairings: PairingCodes): string {
  const pairing = pairings.open(ACCOUNT);
  assert.ok(pairing.ok);
  return pairing.value.code;
}

async function redeemResult(pairings: PairingCodes, code: string | undefined): Promise<string> {
  const result = await pairings.redeem(code, publicKey);
  return result.ok ? 'ok' : result.error.code;
}
