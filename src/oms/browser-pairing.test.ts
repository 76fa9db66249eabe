import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { VECTOR_KEY } from '../../test/support/test-signer.ts';
import { ACCOUNT_PERMISSIONS, type ApiKey, type Permission } from '../contract/access/access.ts';
import type { AccountId, KeyId } from '../contract/model/ids.ts';
import { ok } from '../contract/model/result.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import type { NewKey } from '../orders/trading-service.ts';
import { PairingCodes } from './browser-pairing.ts';

const ACCOUNT = 'acc_1' as AccountId;
const { publicKey } = VECTOR_KEY;

test('a code creates one key, for the whole account, that expires', async () => {
  const { pairings, made, clock } = harness();
  const code = opened(pairings);
  const key = await pairings.redeem(code, publicKey, true);
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
  await pairings.redeem(used, publicKey, true);
  assert.equal(await redeemResult(pairings, used), 'forbidden');
  clock.advance(10 * 60_000);
  assert.equal(await redeemResult(pairings, old), 'forbidden');
});

test('the refusal of a code does not say what is wrong with it', async () => {
  const { pairings } = harness();
  const code = opened(pairings);
  await pairings.redeem(code, publicKey, true);
  const [used, unknown] = [
    await pairings.redeem(code, publicKey, true),
    await pairings.redeem('f'.repeat(32), publicKey, true),
  ];
  assert.deepEqual(used, unknown);
});

test('an invalid public key does not use up the code', async () => {
  const { pairings } = harness();
  const code = opened(pairings);
  for (const bad of [null, '', 'x', 'AAAA', 7]) {
    const refused = await pairings.redeem(code, bad, true);
    assert.ok(!refused.ok && refused.error.code === 'validation');
    assert.match(JSON.stringify(refused.error.details), /"field":"public_key"/);
  }
  assert.ok((await pairings.redeem(code, publicKey, true)).ok);
});

test('ten wrong codes revoke every open link', async () => {
  const { pairings } = harness();
  const code = opened(pairings);
  for (let attempt = 0; attempt < 10; attempt += 1)
    await pairings.redeem(`wrong-${attempt}`, publicKey, true);
  assert.equal(await redeemResult(pairings, code), 'forbidden');
  assert.ok((await pairings.redeem(opened(pairings), publicKey, true)).ok, 'a new link works');
});

test('a wrong code that no page of the service sent revokes no link', async () => {
  const { pairings } = harness();
  const code = opened(pairings);
  for (let attempt = 0; attempt < 30; attempt += 1)
    await pairings.redeem(`wrong-${attempt}`, publicKey, false);
  assert.equal(await redeemResult(pairings, code), 'ok');
});

test('a link can name the permissions and the expiry of its key', async () => {
  const { pairings, made, clock } = harness();
  const expiresAt = (clock.now() + 60_000) as TimestampMs;
  const opening = pairings.open(ACCOUNT, { permissions: ['read'], expiresAt });
  assert.ok(opening.ok);
  await pairings.redeem(opening.value.code, publicKey, true);
  assert.deepEqual([made[0]?.permissions, made[0]?.expiresAt], [['read'], expiresAt]);
  const past = pairings.open(ACCOUNT, { permissions: ['read'], expiresAt: clock.now() });
  assert.equal(!past.ok && past.error.code, 'validation');
});

test('without default permissions a link must name them', () => {
  const { pairings } = harness(null);
  const refused = pairings.open(ACCOUNT);
  assert.equal(!refused.ok && refused.error.code, 'validation');
  assert.ok(pairings.open(ACCOUNT, { permissions: ['read'], expiresAt: null }).ok);
});

test('at most eight links are open; a new one revokes the oldest', async () => {
  const { pairings } = harness();
  const codes = Array.from({ length: 9 }, () => opened(pairings));
  assert.equal(await redeemResult(pairings, codes[0]), 'forbidden');
  assert.ok((await pairings.redeem(codes[1], publicKey, true)).ok);
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

function harness(permissions: readonly Permission[] | null = ACCOUNT_PERMISSIONS) {
  const made: NewKey[] = [];
  const acts: string[] = [];
  const clock = new ManualClock();
  let codes = 0;
  const pairings = new PairingCodes({
    permissions,
    clock,
    random: { next: () => 0, hex: (length) => String((codes += 1)).padStart(length * 2, '0') },
    accountAdmin: {
      accounts: () => [ACCOUNT],
      recordAdminAction: async (act, detail) => void acts.push(`${act} ${detail}`),
      createKey: async (key) => {
        made.push(key);
        return ok<ApiKey>({
          ...key,
          agent: null,
          limits: null,
          keyId: 'key_1' as KeyId,
          status: 'ACTIVE',
          createdAt: clock.now(),
        });
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
  const result = await pairings.redeem(code, publicKey, true);
  return result.ok ? 'ok' : result.error.code;
}
