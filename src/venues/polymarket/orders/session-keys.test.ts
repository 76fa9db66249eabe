import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { VenueClientId } from '../../../contract/model/ids.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import type { VenueOrder, VenueQuery } from '../../../ports/venue.ts';
import {
  describeOutcome,
  describeReport,
  KEY,
  KEY_ADDRESS,
  PolymarketHarness,
} from '../polymarket-harness.fixture.ts';
import type { FormerKey } from '../polymarket-settings.ts';
import { toAddress } from '../signing/eip712.ts';
import { OrderQueries } from './polymarket-order-queries.ts';

const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const FIRST = 'a'.repeat(64);
const SECOND = 'b'.repeat(64);
const addressOf = (key: string): string => toAddress(Buffer.from(key, 'hex'));
const DAY_MS = 86_400_000;

const former = (
  privateKeyHex: string,
  isSessionKey = true,
  expiresAt: TimestampMs | null = null,
): FormerKey => ({ privateKeyHex, signer: null, isSessionKey, expiresAt });
const OWNER = former(KEY, false);
const settingsOf = (privateKeyHex: string, ...formerKeys: FormerKey[]) =>
  ({
    privateKeyHex,
    isSessionKey: privateKeyHex !== KEY,
    formerKeys,
    signatureType: 3,
    funder: WALLET,
  }) as const;

/** Lets the owner authorize the key. @param days  0: revokes it */
function authorize(harness: PolymarketHarness, key: string, days = 180, scopes = ['CLOB']): void {
  const until = Math.floor((harness.exchange.clock.now() + days * DAY_MS) / 1_000);
  const session = { verb: 'session', wallet: WALLET, owner: KEY_ADDRESS, key: addressOf(key), scopes };
  harness.exchange.act({ ...session, valid_until: days === 0 ? 0 : until });
}

async function withKey(
  key: string,
  run: (harness: PolymarketHarness) => Promise<void>,
  more = {},
): Promise<void> {
  const harness = new PolymarketHarness(undefined, { ...settingsOf(key), ...more });
  if (key !== KEY) authorize(harness, key);
  await harness.start();
  try {
    await run(harness);
  } finally {
    await harness.stop();
  }
}

/** Restarts the service with these keys and reconciles. Returns what it reports. */
async function changeKeys(harness: PolymarketHarness, key: string, ...formers: FormerKey[]) {
  await harness.restart(settingsOf(key, ...formers));
  await harness.until(harness.venue.start(harness.listener));
  await harness.pass(100);
  return reconcile(harness);
}

async function reconcile(harness: PolymarketHarness, mark: string | null = null) {
  const { reports, mark: next } = await harness.until(harness.venue.reconcile(mark));
  return {
    mark: next,
    found: reports.map((report) => `${report.clientId}: ${describeReport(report)}`).toSorted(),
  };
}

async function placed(harness: PolymarketHarness, fields: Partial<VenueOrder> = {}, price = '0.4') {
  const order = harness.prepareOrder(fields, price);
  assert.equal(describeOutcome(await harness.until(harness.venue.place(order))), 'OPEN 0');
  return order;
}

const query = (harness: PolymarketHarness, { clientId }: Pick<VenueOrder, 'clientId'>): Promise<VenueQuery> =>
  harness.until(harness.venue.order(clientId, harness.id));

const describeQuery = (found: VenueQuery): string =>
  found.kind === 'found' ? describeReport(found.report) : found.kind === 'failed' ? found.why : 'absent';

const cancel = async (harness: PolymarketHarness, { clientId }: Pick<VenueOrder, 'clientId'>) =>
  describeOutcome(await harness.until(harness.venue.cancel(clientId, harness.id)));

const reasonOf = async (harness: PolymarketHarness): Promise<string> =>
  (await harness.until(harness.venue.health())).reason ?? '';

/** Asks until the proof of absence would be complete. */
async function queryLong(harness: PolymarketHarness, order: VenueOrder): Promise<ReadonlySet<string>> {
  const kinds = new Set<string>();
  for (let times = 0; times < 5; times += 1) {
    kinds.add((await query(harness, order)).kind);
    await harness.pass(15_000);
  }
  return kinds;
}

const TAKES_SIX = { side: 'BUY', maker: '3.6', taker: '6' } as const;

describe('a session key', () => {
  test('places, trades and cancels, and its orders name it', () =>
    withKey(FIRST, async (harness) => {
      const order = await placed(harness);
      const [orderId, key] = order.clientId.split('/');
      assert.equal(key, addressOf(FIRST).toLowerCase());
      assert.deepEqual(
        harness.venue.openOrders?.().map(({ clientId }) => clientId),
        [],
      );
      await harness.addTrader(TAKES_SIX, 1);
      assert.deepEqual(
        harness.listener.reports.map((report) => report.clientId),
        harness.listener.reports.map(() => order.clientId),
      );
      assert.match(describeQuery(await query(harness, order)), /^OPEN 6; \w+ MAKER BUY YES 6 @ 0\.4$/);
      await reconcile(harness);
      assert.deepEqual(
        harness.venue.openOrders?.().map(({ clientId, venueOrderId }) => [clientId, venueOrderId]),
        [[order.clientId, orderId]],
      );
      assert.match(await cancel(harness, order), /^CANCELLED requested 6;/);
      await harness.depositTokens(0, '20');
      const taker = await harness.place({ outcome: 'NO', tif: 'IOC' }, '0.4');
      assert.match(describeOutcome(taker), /^CANCELLED ioc_remainder 0$/);
      const balance = await harness.until(harness.venue.balance?.() ?? Promise.resolve(null));
      assert.ok((balance?.total ?? 0n) > 0n, 'of the deposit wallet');
    }));

  test('sells tokens of the wallet, and buys the other outcome', () =>
    withKey(FIRST, async (harness) => {
      const [yes] = await harness.exchange.tokens();
      harness.exchange.act({ verb: 'deposit', wallet: WALLET, asset: yes, amount: '20' });
      await harness.until(harness.venue.positions());
      await harness.pass(1_000);
      const sale = await placed(harness, { side: 'SELL' }, '0.7');
      const purchase = await placed(harness, { outcome: 'NO' }, '0.2');
      assert.equal((await reconcile(harness)).found.length, 2);
      for (const order of [sale, purchase])
        assert.match(await cancel(harness, order), /^CANCELLED requested/);
    }));

  test('converts no tokens, in words', () =>
    withKey(FIRST, async (harness) => {
      const operation = { kind: 'MERGE', venueInstrumentId: harness.id, qty: null } as const;
      assert.match(harness.venue.operations?.findObstacle(operation) ?? '', /^a session key /);
    }));

  test('of which an answer is lost is found after a restart, by the key in its id', () =>
    withKey(FIRST, async (harness) => {
      harness.exchange.fault({ name: 'drop_after_accept', method: 'POST', path: '/order', times: 1 });
      const order = harness.prepareOrder();
      assert.match(describeOutcome(await harness.until(harness.venue.place(order))), /^unknown/);
      const { found } = await changeKeys(harness, SECOND, former(FIRST));
      assert.deepEqual(found, [`${order.clientId}: OPEN 0`]);
      const lost = harness.prepareOrder();
      await changeKeys(harness, KEY, former(SECOND), former(FIRST));
      for (const sent of [order, lost])
        assert.equal(
          describeOutcome(await harness.until(harness.venue.place(sent))),
          'unsent another key prepared the order',
        );
      await changeKeys(harness, SECOND, former(FIRST));
      assert.deepEqual([...(await queryLong(harness, lost))], ['absent'], 'its key was queried');
    }));

  test('is still authorized after a restart of the exchange', () =>
    withKey(FIRST, async (harness) => {
      harness.exchange.restart();
      await harness.pass(2_000);
      const order = await placed(harness);
      assert.match(await cancel(harness, order), /^CANCELLED requested/);
    }));

  test('that the owner did not authorize is refused, with what to do', async () => {
    for (const [days, scopes] of [
      [-1, ['CLOB']],
      [180, ['COMBOSRFQ']],
    ] as const) {
      await withKey(FIRST, async (harness) => {
        authorize(harness, FIRST, days, [...scopes]);
        const outcome = await harness.place();
        assert.equal(outcome.kind, 'refused');
        const message = outcome.kind === 'refused' ? outcome.message : '';
        assert.match(message, /^invalid signature: .*session key 0x.* has expired or was revoked/);
        assert.match(await reasonOf(harness), /session key 0x.* has expired or was revoked/);
      });
    }
  });
});

describe('after a change of the key', () => {
  for (const [name, before, formers] of [
    ['a session key', FIRST, [former(FIRST)]],
    ["the owner's key", KEY, [OWNER]],
  ] as const)
    test(`orders of ${name} that rest are still tracked, filled and cancelled`, () =>
      withKey(before, async (harness) => {
        const [one, two] = [await placed(harness), await placed(harness, { outcome: 'NO' }, '0.2')];
        const { mark } = await reconcile(harness);
        authorize(harness, SECOND);
        const { found } = await changeKeys(harness, SECOND, ...formers);
        assert.deepEqual(found, [`${one.clientId}: OPEN 0`, `${two.clientId}: OPEN 0`].toSorted());
        const newOrder = await placed(harness, {}, '0.3');
        const next = await reconcile(harness, mark);
        assert.equal(next.found.length, 3);
        harness.listener.reports.length = 0;
        await harness.addTrader(TAKES_SIX, 1);
        const [filled] = harness.listener.reports;
        assert.deepEqual(
          [filled?.clientId, filled && describeReport(filled).split(';')[0]],
          [one.clientId, 'OPEN 6'],
        );
        assert.match(await cancel(harness, one), /^CANCELLED requested 6/);
        assert.match(await cancel(harness, two), /^CANCELLED requested 0/);
        assert.match(describeQuery(await query(harness, newOrder)), /^OPEN 0/);
        assert.deepEqual(harness.listener.anomalies, []);
        assert.equal((await harness.until(harness.venue.health())).reason, null);
      }));

  for (const isExpired of [false, true])
    test(`an order of the former key ${isExpired ? 'that has expired ' : ''}is filled without a process, and then found and cancelled`, () =>
      withKey(FIRST, async (harness) => {
        const [one, two] = [await placed(harness), await placed(harness, {}, '0.2')];
        const { mark } = await reconcile(harness);
        authorize(harness, SECOND);
        await harness.restart(settingsOf(SECOND, former(FIRST)));
        await harness.addTrader(TAKES_SIX, 1);
        if (isExpired) authorize(harness, FIRST, -1);
        await harness.until(harness.venue.start(harness.listener));
        const { found } = await reconcile(harness, mark);
        assert.deepEqual(
          found.map((report) => report.split(';')[0]),
          [`${one.clientId}: OPEN 6`, `${two.clientId}: OPEN 0`].toSorted(),
        );
        assert.match(await cancel(harness, one), /^CANCELLED requested 6/);
        assert.match(await cancel(harness, two), /^CANCELLED requested 0/);
        assert.deepEqual(harness.listener.anomalies, []);
      }));

  test('an order of a key that is not configured is never absent, and the health report names the key', () =>
    withKey(FIRST, async (harness) => {
      const order = await placed(harness);
      const { found } = await changeKeys(harness, SECOND);
      assert.deepEqual(found, []);
      assert.deepEqual([...(await queryLong(harness, order))], ['failed']);
      assert.match(await cancel(harness, order), /^unknown orders of the former session key 0x/);
      const reason = await reasonOf(harness);
      assert.ok(reason.includes(addressOf(FIRST).toLowerCase()), reason);
      assert.match(reason, /Set former_session_key_file/);
      await changeKeys(harness, SECOND, former(FIRST));
      assert.equal(describeQuery(await query(harness, order)), 'OPEN 0');
    }));

  test("nor is one of the owner's key, and the other way round", async () => {
    await withKey(KEY, async (harness) => {
      const order = await placed(harness);
      await changeKeys(harness, FIRST);
      assert.deepEqual([...(await queryLong(harness, order))], ['failed']);
      assert.match(await reasonOf(harness), /owner's key cannot be read/);
    });
    await withKey(FIRST, async (harness) => {
      const order = await placed(harness);
      await changeKeys(harness, KEY);
      assert.deepEqual([...(await queryLong(harness, order))], ['failed']);
    });
  });

  test('an order that was refused before it was sent is absent for the key that prepared it', () =>
    withKey(FIRST, async (harness) => {
      const order = harness.prepareOrder({}, '0.4051');
      assert.equal(order.clientId.split('/')[1], addressOf(FIRST).toLowerCase());
      assert.equal((await query(harness, order)).kind, 'absent');
    }));

  test('a trade between two keys of the wallet counts once for each of their orders', () =>
    withKey(FIRST, async (harness) => {
      const resting = await placed(harness);
      authorize(harness, SECOND);
      await changeKeys(harness, SECOND, former(FIRST));
      const taking = harness.prepareOrder({ outcome: 'NO' }, '0.6');
      assert.match(describeOutcome(await harness.until(harness.venue.place(taking))), /^FILLED 10; .* TAKER/);
      await harness.pass(2_000);
      const { found } = await reconcile(harness);
      assert.deepEqual(
        found.map((text) => text.replace(/; .*/, '')),
        [`${resting.clientId}: FILLED 10`, `${taking.clientId}: FILLED 10`].toSorted(),
      );
      assert.equal(
        describeQuery(await query(harness, resting))
          .match(/MAKER|TAKER/g)
          ?.join(),
        'MAKER',
      );
      assert.deepEqual(harness.listener.anomalies, []);
    }));

  test('an order of another program is cancelled with the key whose list has it', () =>
    withKey(FIRST, async (harness) => {
      const order = await placed(harness);
      authorize(harness, SECOND);
      await changeKeys(harness, SECOND, former(FIRST));
      const [open] = harness.venue.openOrders?.() ?? [];
      assert.ok(open !== undefined);
      assert.equal(
        await harness.until(harness.venue.cancelOpenOrder?.(open) ?? Promise.resolve('none')),
        null,
      );
      await harness.pass(15_000);
      assert.match(describeQuery(await query(harness, order)), /^CANCELLED/);
    }));

  test('heartbeats go on with both keys, so that no order of the former one ends', async () => {
    const heartbeat = { heartbeat: true };
    await withKey(
      FIRST,
      async (harness) => {
        const order = await placed(harness);
        assert.equal(await harness.until(harness.venue.sendHeartbeat?.() ?? Promise.resolve('none')), null);
        authorize(harness, SECOND);
        await harness.restart({ ...settingsOf(SECOND, former(FIRST)), ...heartbeat });
        await harness.until(harness.venue.start(harness.listener));
        for (let beats = 0; beats < 5; beats += 1) {
          assert.equal(await harness.until(harness.venue.sendHeartbeat?.() ?? Promise.resolve('none')), null);
          await harness.pass(5_000);
        }
        assert.equal(describeQuery(await query(harness, order)), 'OPEN 0');
      },
      heartbeat,
    );
  });

  test('equal keys are refused', () => {
    const harness = new PolymarketHarness();
    for (const [key, formers] of [
      [FIRST, [former(FIRST)]],
      [KEY, [former(KEY)]],
      [FIRST, [former(SECOND), former(SECOND, false)]],
    ] as const)
      assert.throws(() => harness.createVenue(settingsOf(key, ...formers)), /must be different keys/);
    assert.throws(
      () => harness.createVenue({ privateKeyHex: FIRST, isSessionKey: true }),
      /only for a deposit wallet/,
    );
  });
});

describe('when a session key expires while orders rest', () => {
  const expire = async (harness: PolymarketHarness): Promise<void> => {
    authorize(harness, FIRST, -1);
    await harness.pass(20_000);
  };

  test('that the venue keeps: they are tracked, filled and cancelled, and new ones are refused', () =>
    withKey(FIRST, async (harness) => {
      const order = await placed(harness);
      await expire(harness);
      assert.match(describeOutcome(await harness.place()), /^refused invalid_signature/);
      await harness.addTrader(TAKES_SIX, 1);
      assert.match(describeQuery(await query(harness, order)), /^OPEN 6/);
      assert.match(await cancel(harness, order), /^CANCELLED requested 6/);
    }));

  test('that the venue ends: they are reported as cancelled', () =>
    withKey(FIRST, async (harness) => {
      const order = await placed(harness);
      harness.exchange.fault({ name: 'session_orders_end' });
      await expire(harness);
      assert.match(describeQuery(await query(harness, order)), /^CANCELLED/);
    }));

  test('and its login ends: they stay as they were, are never absent, and the health report says so', () =>
    withKey(FIRST, async (harness) => {
      const order = await placed(harness);
      harness.exchange.fault({ name: 'session_login_ends' });
      await expire(harness);
      harness.listener.reports.length = 0;
      assert.deepEqual([...(await queryLong(harness, order))], ['failed']);
      assert.match(describeOutcome(await harness.place()), /^refused unauthorized/);
      assert.match(await cancel(harness, order), /^(?:refused unauthorized|unknown)/);
      assert.match(await reasonOf(harness), /session key 0x.* has expired or was revoked/);
      await assert.rejects(harness.until(harness.venue.reconcile(null)), /401/);
      assert.deepEqual(harness.listener.reports, []);
    }));

  test('its successor trades, and orders of the former key whose login ended stay in doubt', () =>
    withKey(FIRST, async (harness) => {
      const order = await placed(harness);
      const { mark } = await reconcile(harness);
      harness.exchange.fault({ name: 'session_login_ends' });
      await expire(harness);
      authorize(harness, SECOND);
      await changeKeys(harness, SECOND, former(FIRST));
      const { found, mark: next } = await reconcile(harness, mark);
      assert.deepEqual(found, []);
      assert.ok(next.includes(mark), 'the former key goes on from its own mark');
      const own = await placed(harness, {}, '0.3');
      assert.deepEqual([...(await queryLong(harness, order))], ['failed']);
      const { healthy, reason } = await harness.until(harness.venue.health());
      assert.deepEqual(
        [healthy, /former session key 0x.* the venue refuses it/.test(reason ?? '')],
        [true, true],
        reason ?? '',
      );
      harness.exchange.simulator.controls.faults.remove('session_login_ends');
      await harness.pass(120_000);
      const later = await reconcile(harness, next);
      assert.deepEqual(later.found, [`${order.clientId}: OPEN 0`, `${own.clientId}: OPEN 0`].toSorted());
    }));

  test('as the settings state: nothing is absent from then on, and the health report warns two weeks before', () =>
    withKey(FIRST, async (harness) => {
      const order = await placed(harness);
      const lost = harness.prepareOrder();
      const expiresAt = (days: number) => (harness.exchange.clock.now() + days * DAY_MS) as TimestampMs;
      for (const [days, words] of [
        [15, /^$/],
        [13, /session key 0x.* expires in 13 days/],
        [0, /session key 0x.* has expired/],
      ] as const) {
        await harness.restart({ ...settingsOf(FIRST), keyExpiresAt: expiresAt(days) });
        await harness.start();
        assert.match(await reasonOf(harness), words);
        assert.equal(describeQuery(await query(harness, order)), 'OPEN 0');
        assert.deepEqual([...(await queryLong(harness, lost))], [days > 0 ? 'absent' : 'failed']);
      }
      authorize(harness, SECOND);
      await changeKeys(harness, SECOND, former(FIRST, true, expiresAt(0)));
      assert.deepEqual([...(await queryLong(harness, lost))], ['failed']);
      assert.equal(describeQuery(await query(harness, order)), 'OPEN 0');
    }));

  test('a revoked key is as an expired one, and the venue cancels its orders', () =>
    withKey(FIRST, async (harness) => {
      const order = await placed(harness);
      authorize(harness, FIRST, 0);
      await harness.pass(20_000);
      assert.match(describeQuery(await query(harness, order)), /^CANCELLED/);
      assert.match(describeOutcome(await harness.place()), /^refused invalid_signature/);
    }));
});

describe('the check of an account', () => {
  const keyChecks = async (harness: PolymarketHarness) =>
    (await harness.until(harness.venue.check())).filter(({ name }) => name.endsWith('key'));

  test('names the key that signs, its state as far as it is known, and the orders of former keys', () =>
    withKey(FIRST, async (harness) => {
      const own = addressOf(FIRST);
      const [unknown, ...none] = await keyChecks(harness);
      assert.deepEqual([unknown?.ok, none], [true, []]);
      assert.match(
        unknown?.detail ?? '',
        new RegExp(`^the session key ${own} signs for ${WALLET}; when it expires`),
      );
      await placed(harness);
      authorize(harness, SECOND, 30);
      await changeKeys(harness, SECOND, former(FIRST), OWNER);
      const [signs, first, owner] = await keyChecks(harness);
      assert.match(signs?.detail ?? '', /\(CLOB\) until 20\d\d-\d\d-\d\d, \d\d days from now$/);
      assert.deepEqual(
        [first?.detail, owner?.detail],
        [`session key ${own} has 1 open orders`, `owner's key ${KEY_ADDRESS} has 0 open orders`],
      );
      for (const [days, scopes, words] of [
        [0, ['CLOB'], /does not list it: expired or revoked/],
        [30, ['COMBOSRFQ'], /\(COMBOSRFQ\)/],
      ] as const) {
        authorize(harness, SECOND, days, [...scopes]);
        const [refused] = await keyChecks(harness);
        assert.equal(refused?.ok, false);
        assert.match(refused?.detail ?? '', words);
      }
    }));

  test('of a key whose expiry the settings state fails from that day on', () =>
    withKey(FIRST, async (harness) => {
      for (const [days, ok] of [
        [1, true],
        [0, false],
      ] as const) {
        const keyExpiresAt = (harness.exchange.clock.now() + days * DAY_MS) as TimestampMs;
        await harness.restart({ ...settingsOf(FIRST), keyExpiresAt });
        await harness.start();
        assert.deepEqual(
          (await keyChecks(harness)).map((each) => each.ok),
          [ok],
        );
      }
    }));

  test('has no line for a key without session keys', () =>
    withKey(KEY, async (harness) => assert.deepEqual(await keyChecks(harness), [])));
});

test('an order is of the key that signed it or whose API key owns it, then of the wallet if no other key placed it', () => {
  const isOwn = (
    order: { owner: string; makerAddress: string | null },
    isOfOther: boolean,
    isTracked = false,
  ) =>
    new OrderQueries({
      orders: { find: () => (isTracked ? {} : null) },
      wallet: { maker: WALLET },
      client: { credentials: { apiKey: 'own', secret: '', passphrase: '' } },
      isOfOtherKey: () => isOfOther,
    } as never).isOwn({ orderId: '0x1', ...order });
  const makerAddress = WALLET.toLowerCase();
  assert.equal(isOwn({ owner: 'other', makerAddress }, true, true), true);
  assert.equal(isOwn({ owner: 'own', makerAddress }, true), true);
  assert.equal(isOwn({ owner: 'other', makerAddress }, true), false);
  assert.equal(isOwn({ owner: '', makerAddress }, true), false);
  assert.equal(isOwn({ owner: 'replaced', makerAddress }, false), true);
  assert.equal(isOwn({ owner: 'stranger', makerAddress: KEY_ADDRESS }, false), false);
  assert.equal(isOwn({ owner: 'own', makerAddress: null }, false), true);
});

test('an id is that of the venue and the session key, and nothing else', () =>
  withKey(FIRST, async (harness) => {
    const id = `0x${'1'.repeat(64)}/not-a-key` as VenueClientId;
    assert.equal((await harness.until(harness.venue.order(id, harness.id))).kind, 'failed');
  }));
