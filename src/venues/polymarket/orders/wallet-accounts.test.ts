import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { VenueClientId } from '../../../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty, renderNotional } from '../../../contract/model/money.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { WalletAccounts, type WalletAccountsDeps } from './wallet-accounts.ts';

const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const [SIGNING, FORMER, GONE] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
];
const ORDER = `0x${'ab'.repeat(32)}`;

/** The accounts of two keys, session keys by default, of which no answer of the venue is scripted. */
function openAccounts(apiKeys: readonly (string | null)[] = ['first', 'second'], isSessionKey = true) {
  const clock = new ManualClock();
  const blocked: string[] = [];
  const clients = apiKeys.map((apiKey) => ({
    credentials: apiKey === null ? null : { apiKey, secret: '', passphrase: '' },
    refusal: null as string | null,
    obtainCredentials: async () => ({ why: 'no answer', isRefused: false }),
    nowMs: () => clock.now(),
  }));
  const wallets = [SIGNING, FORMER].map((address) => ({ address, maker: WALLET, isSessionKey }));
  const accounts = new WalletAccounts({
    keys: wallets.map((wallet, at) => ({ wallet, client: clients[at], expiresAt: null })),
    clock,
    venueStatus: { block: (why: string) => blocked.push(why) },
    listener: { onReport: () => undefined, onAnomaly: () => undefined },
    network: { socket: () => ({ close: () => undefined }) },
    random: { next: () => 0.5, hex: () => 'ab' },
    wsUserUrl: 'ws://localhost/ws/user',
    ordersKept: 10,
  } as unknown as WalletAccountsDeps);
  const setUp = (...isUp: readonly boolean[]): void =>
    accounts.all.forEach(({ user }, at) => Object.defineProperty(user, 'isUp', { value: isUp[at] }));
  return { accounts, clients, clock, blocked, setUp };
}

describe('the user channels', () => {
  for (const [title, isUp, refused, expected] of [
    ['both up', [true, true], [], true],
    ['that of the signing key down', [false, true], [], false],
    ['that of the signing key down, which the venue refuses', [false, true], [0], false],
    ['that of the former key down', [true, false], [], false],
    ['that of the former key down, which the venue refuses', [true, false], [1], true],
    ['both down, and both refused', [false, false], [0, 1], false],
  ] as const)
    test(`${title}: ${expected ? 'up' : 'down'}`, () => {
      const { accounts, clients, setUp } = openAccounts();
      setUp(...isUp);
      for (const at of refused) Object.assign(clients[at] ?? {}, { refusal: 'unauthorized' });
      assert.equal(accounts.isUp, expected);
    });
});

describe('a key that the venue refuses is named as the fault', () => {
  for (const [title, apiKey, isSessionKey, expected] of [
    ['a session key', 'first', true, /^HTTP 401 Invalid api key: .* session key 0x1{40}/],
    [
      "the owner's key",
      'first',
      false,
      /^the API credentials of the key 0x1{40} were rejected: HTTP 401 Invalid/,
    ],
    ["the owner's key without credentials, whose login names it", null, false, null],
  ] as const)
    test(title, () => {
      const { accounts, clients } = openAccounts([apiKey, 'second'], isSessionKey);
      assert.equal(accounts.fault, null);
      Object.assign(clients[0] ?? {}, { refusal: 'HTTP 401 Invalid api key' });
      if (expected === null) assert.equal(accounts.fault, null);
      else assert.match(accounts.fault ?? '', expected);
    });
});

test('only the login of the key that signs blocks orders', async () => {
  const { accounts, blocked } = openAccounts();
  await Promise.all(accounts.all.map((account) => account.logIn()));
  accounts.stop();
  assert.equal(blocked.length, 1);
  assert.match(blocked[0] ?? '', new RegExp(SIGNING));
});

test('a key that is not configured is named for 15 minutes after the last query of one of its orders', async () => {
  const { accounts, clock } = openAccounts();
  const id = `${ORDER}/${GONE}` as VenueClientId;
  assert.equal(accounts.note, null);
  assert.equal((await accounts.query(id, 'market')).kind, 'failed');
  clock.advance(800_000);
  assert.equal((await accounts.cancel(id, 'market')).kind, 'unknown');
  clock.advance(900_000);
  assert.match(accounts.note ?? '', new RegExp(`former session key ${GONE} .* is not configured`));
  clock.advance(1);
  assert.equal(accounts.note, null);
});

test('the cash that the venue keeps is that of the purchases of all keys', () => {
  const { accounts } = openAccounts();
  const [notional, qty] = [parsePrice('0.4') as Price, parseQty('10') as Qty];
  const resting = {
    id: ORDER,
    venueInstrumentId: 'market',
    tokenId: '7',
    side: 'BUY',
    outcome: 'YES',
    isMarket: false,
    expiresAt: null,
    kill: null,
    isQtyKnown: true,
  } as const;
  const kept: string[] = [];
  for (const { orders } of accounts.all) {
    orders.add({ ...resting, price: notional, qty }, 0 as TimestampMs);
    kept.push(renderNotional(accounts.cashKept));
  }
  assert.deepEqual(kept, ['4', '8']);
});

test('what is no order id of the venue is left to the key that signs, and names no missing key', () => {
  const { accounts } = openAccounts();
  const queried: string[] = [];
  Object.assign(accounts.current, {
    query: async (id: string) => {
      queried.push(id);
      return { kind: 'absent' };
    },
  });
  void accounts.query('cb-1-1-1' as VenueClientId, 'market');
  assert.deepEqual([queried, accounts.note], [['cb-1-1-1'], null]);
});

test('an order without an owner is of no other key, also of one that has no credentials', () => {
  for (const apiKey of ['second', null]) {
    const { accounts } = openAccounts(['first', apiKey]);
    const isOwn = (owner: string): boolean =>
      accounts.current.queries.isOwn({ orderId: ORDER, owner, makerAddress: WALLET });
    assert.deepEqual([isOwn(''), isOwn('first'), isOwn('second')], [true, true, apiKey === null]);
  }
});
