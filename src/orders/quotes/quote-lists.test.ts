import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InstrumentId, KeyId, SessionId, SubaccountId } from '../../contract/model/ids.ts';
import { isLive } from '../../contract/model/order.ts';
import { settle, TRADER, value } from '../../oms/oms.fixture.ts';
import { price, qty } from '../../oms/scripted-venue.fixture.ts';
import {
  actions,
  fillNewest,
  openQuotes,
  proveCancel,
  put,
  type QuoteHarness,
  quotesOf,
  SA_1,
  toPut,
} from './quotes.fixture.ts';

const SA_2 = 'sa_2' as SubaccountId;
const NO_MOVE = { priceMoveMin: price('0'), qtyChangeMin: qty('0') };

test('quotes are listed by instrument, bids before asks, in whatever order they were placed', async () => {
  const harness = await openQuotes();
  const sides = [
    [1002, 'ask', '0.60'],
    [1001, 'ask', '0.50'],
    [1002, 'bid', '0.20'],
    [1001, 'bid', '0.10'],
  ] as const;
  for (const [index, [id, side, at]] of sides.entries())
    value(
      await harness.oms.quotes.put(TRADER, {
        ...toPut(index + 1, {}),
        sides: [{ instrumentId: id as InstrumentId, side, terms: { price: price(at), qty: qty('10') } }],
      }),
    );
  assert.deepEqual(
    quotesOf(harness).map(({ instrumentId, side, order }) => [instrumentId, side, order?.price]),
    [
      [1001, 'bid', price('0.10')],
      [1001, 'ask', price('0.50')],
      [1002, 'bid', price('0.20')],
      [1002, 'ask', price('0.60')],
    ],
  );
});

for (const [title, sides, changes] of [
  ['keeps both sides', { bid: '46 x 50', ask: '49 x 30' }, 0],
  ['moves one side', { bid: '45 x 50', ask: '49 x 30' }, 1],
  ['lowers one quantity', { bid: '46 x 50', ask: '49 x 20' }, 1],
  ['withdraws one side', { ask: null }, 1],
  ['moves both sides', { bid: '45 x 50', ask: '50 x 30' }, 2],
  ['names no side', {}, 0],
] as const)
  test(`a call that ${title} counts as ${changes} changes`, async () => {
    const harness = await openQuotes();
    const count = (request: ReturnType<typeof toPut>) => harness.oms.quotes.countChanges(TRADER, request);
    assert.equal(count(toPut(1, { bid: null, ask: null })), 0, 'there is nothing to withdraw');
    assert.equal(count(toPut(1, { bid: '46 x 50' })), 1);
    await put(harness, 1, { bid: '46 x 50', ask: '49 x 30' });
    assert.equal(count(toPut(2, sides)), changes);
    assert.equal(count({ ...toPut(2, { bid: '46 x 50' }), subaccountId: SA_2 }), 1);
    assert.equal(count(toPut(2, { bid: '46 x 50' }, NO_MOVE, 1002)), 1, 'of another instrument');
  });

/** A bid of 50 at 0.46 with one filled, and the put that moved it to 0.47: its replacement waits. */
async function openWaiting(sessionId?: SessionId): Promise<QuoteHarness> {
  const harness = await openQuotes();
  const command = {
    sessionId: sessionId ?? ('ses_x' as SessionId),
    ack: 'DURABLE' as const,
    check: () => null,
    onDecided: () => {},
  };
  await put(harness, 1, { bid: '46 x 50' }, command);
  await settle();
  await fillNewest(harness, '1');
  harness.venue.holdsCancels = true;
  await put(harness, 2, { bid: '47 x 50' }, command);
  return harness;
}

const liveOf = ({ oms }: QuoteHarness) =>
  [...oms.state.orders.values()]
    .filter(({ status }) => isLive(status))
    .map(({ price: at, qty: size }) => [at, size]);

for (const [title, text, action, expected] of [
  ['the same terms', '47 x 50', 'KEPT', ['0.47', '50']],
  ['another quantity at the same price', '47 x 20', 'PLACED', ['0.47', '20']],
  ['the same quantity at another price', '48 x 50', 'PLACED', ['0.48', '50']],
] as const)
  test(`a replacement that waits has the terms of a later call with ${title}`, async () => {
    const harness = await openWaiting();
    const count = harness.oms.quotes.countChanges(TRADER, toPut(3, { bid: text }));
    assert.equal(count, action === 'KEPT' ? 0 : 1);
    assert.deepEqual(actions(await put(harness, 3, { bid: text })), [action]);
    await proveCancel(harness);
    assert.deepEqual(liveOf(harness), [[price(expected[0]), qty(expected[1])]]);
  });

for (const [title, text, change] of [
  ['the same terms', '47 x 50', 'KEPT'],
  ['another price', '48 x 50', 'PLACED'],
  ['no quote', null, 'CANCELLED'],
] as const)
  test(`a call with ${title} while the order of another one is being placed is counted as it is answered`, async () => {
    const harness = await openQuotes();
    const gate = Promise.withResolvers<void>();
    const { market } = harness;
    const load = market.prefetchInstrument.bind(market);
    let calls = 0;
    market.prefetchInstrument = async (id) => {
      calls += 1;
      if (calls === 2) await gate.promise; // before the first call places its order
      return load(id);
    };
    const first = put(harness, 1, { bid: '47 x 50' });
    await settle();
    const count = harness.oms.quotes.countChanges(TRADER, toPut(2, { bid: text }));
    const answer = actions(await put(harness, 2, { bid: text }));
    assert.deepEqual([count, answer], [change === 'KEPT' ? 0 : 1, [change]]);
    gate.resolve();
    await first;
  });

describe('a replacement that waits', () => {
  const keyId = 'key_maker' as KeyId;
  const maker = { ...TRADER, keyId, publicKey: 'none', expiresAt: null };
  const guard = { timeoutMs: 5_000, scope: 'KEY', blockAfter: false } as const;
  const ENDS: Readonly<Record<string, (harness: QuoteHarness) => Promise<unknown>>> = {
    'its quotes are pulled': ({ oms }) => oms.quotes.pull(TRADER, SA_1),
    'its subaccount cancels all': ({ oms }) => oms.orders.cancelAll(TRADER, SA_1, 'cancel_all'),
    'its account cancels all': ({ oms }) => oms.orders.cancelAll(TRADER, null, 'risk_cancel_all'),
    'its key is revoked with its orders': ({ oms }) => oms.accountAdmin.revokeKey(keyId, true),
    'a guard of its key fires': async ({ oms, clock }) => {
      value(await oms.risk.setGuard(maker, { ...guard, subaccountId: null }));
      clock.advance(5_000);
    },
    'the session of its subaccount ends': async ({ oms }) => {
      const id = await oms.sessions.open(maker, { subaccountId: SA_1, onDisconnect: 'SUBACCOUNT' });
      return oms.sessions.end(id);
    },
  };
  for (const [why, end] of Object.entries(ENDS))
    test(`is listed until ${why}, and not placed once its order has ended`, async () => {
      const harness = await openQuotes();
      value(await harness.oms.accountAdmin.createKey(maker));
      const waiting = () => value(harness.oms.quotes.list(TRADER, SA_1)).quotes.map((each) => each.waiting);
      value(await harness.oms.quotes.put(maker, toPut(1, { bid: '46 x 50' })));
      await settle();
      await fillNewest(harness, '1');
      harness.venue.holdsCancels = true;
      value(await harness.oms.quotes.put(maker, toPut(2, { bid: '47 x 50' })));
      assert.deepEqual(waiting(), [{ price: price('0.47'), qty: qty('50') }]);
      void end(harness);
      await settle();
      assert.deepEqual(waiting(), [null]);
      await proveCancel(harness);
      assert.equal(harness.venue.placed.length, 1);
    });
});

describe('the end of a session that cancels', () => {
  for (const [title, subaccountId, granted, isDropped] of [
    ['of the subaccount drops', SA_1, '*', true],
    ['of another subaccount keeps', SA_2, '*', false],
    ['of all subaccounts drops', null, '*', true],
    ['of the subaccounts of its key drops', null, [SA_2, SA_1], true],
    ['of the other subaccounts of its key keeps', null, [SA_2], false],
  ] as const)
    test(`the orders ${title} a replacement that waits`, async () => {
      const harness = await openWaiting();
      const keyId = 'key_session' as KeyId;
      const key = { ...TRADER, keyId, publicKey: 'none', expiresAt: null, subaccounts: granted };
      value(await harness.oms.accountAdmin.createKey(key));
      const id = await harness.oms.sessions.open(key, { subaccountId, onDisconnect: 'SUBACCOUNT' });
      await harness.oms.sessions.end(id);
      await settle();
      await proveCancel(harness);
      assert.equal(harness.venue.placed.length, isDropped ? 1 : 2);
    });

  test('its own orders keeps a replacement of another session', async () => {
    const harness = await openWaiting();
    const id = await harness.oms.sessions.open(TRADER, { subaccountId: SA_1, onDisconnect: 'SESSION' });
    await harness.oms.sessions.end(id);
    await settle();
    await proveCancel(harness);
    assert.equal(harness.venue.placed.length, 2);
  });
});
