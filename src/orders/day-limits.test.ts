import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  icebergBody,
  openParents,
  pass,
  place,
  restart,
  sentTo,
  stopBody,
} from '../complex-orders/engine/parents.fixture.ts';
import type { Caller } from '../contract/access/access.ts';
import type { KeyId, SubaccountId } from '../contract/model/ids.ts';
import { DAY_LIMIT_LIST, type DayLimits, toDayLimitFields } from '../contract/model/limits.ts';
import { type Notional, ONE, parseDecimal } from '../contract/model/money.ts';
import type { Rejection, Result } from '../contract/model/result.ts';
import {
  getOrder,
  type OmsHarness,
  openInstrument,
  openOms,
  orderBody,
  resultCode,
  settle,
  TRADER,
  value,
} from '../oms/oms.fixture.ts';
import { restingReply, venueFill } from '../oms/scripted-venue.fixture.ts';
import { openQuotes, put } from './quotes/quotes.fixture.ts';

const DAY_MS = 86_400_000;
const LEVELS = [
  ['subaccount', { subaccount_id: 'sa_1' }],
  ['account', {}],
] as const;

/** The limit that refused, with its numbers; `ok` for what was accepted. */
function limitOf(result: Result<unknown, Rejection>): string {
  if (result.ok) return 'ok';
  if (result.error.code !== 'risk_limit') return result.error.code;
  const { limit, scope, max, used, requested } = result.error.details as Record<string, unknown>;
  return `${String(limit)} of the ${String(scope)}: ${String(used)} + ${String(requested)} of ${String(max)}`;
}

const order = ({ oms }: OmsHarness, change: object = {}) =>
  oms.orders.submit(TRADER, orderBody(change), null);
const amount = (text: string): Notional => ((parseDecimal(text) ?? 0n) * ONE) as Notional;

async function limit({ oms }: OmsHarness, fields: object): Promise<void> {
  value(await oms.risk.setLimits(TRADER, fields));
}

async function openLimited(fields: object): Promise<OmsHarness> {
  const harness = await openParents();
  await limit(harness, fields);
  return harness;
}

/** Orders fill at once in full at this price. */
function fillAll({ venue, clock }: OmsHarness, price: string, change: object = {}): void {
  venue.onPlace = (sent) => {
    const fill = venueFill(sent, `t${venue.placed.length}`, String(sent.qty / ONE), price);
    return restingReply(sent, { status: 'FILLED', fills: [{ ...fill, at: clock.now(), ...change }] });
  };
}

const restAll = ({ venue }: OmsHarness): void => {
  venue.onPlace = (sent) => restingReply(sent);
};

async function bought(harness: OmsHarness, price: string, change: object = {}): Promise<void> {
  fillAll(harness, price);
  value(await order(harness, { price, ...change }));
  await settle();
  restAll(harness);
}

const usage = ({ oms }: OmsHarness) =>
  value(oms.queries.risk(TRADER, 'sa_1' as SubaccountId)).usage.map(
    ({ dayCostMax, dayLossMax, ordersPerMinuteMax }) => [
      dayCostMax.used,
      dayLossMax.used,
      ordersPerMinuteMax.used,
    ],
  );

describe('the cost of a day', () => {
  for (const [side, outcome, price, cost] of [
    ['BUY', 'YES', '0.48', '4.8'],
    ['BUY', 'NO', '0.4', '4'],
    ['SELL', 'YES', '0.48', '5.2'],
    ['SELL', 'NO', '0.3', '7'],
  ] as const)
    for (const [level, scope] of LEVELS)
      test(`${side} ${outcome} 10 @ ${price} costs ${cost}, held against the limit of the ${level}`, async () => {
        const below = String((Number(cost) * 100 - 1) / 100);
        const terms = { side, outcome, price };
        const harness = await openLimited({ ...scope, day_cost_max: below });
        const refused = `day_cost_max of the ${level}: 0 + ${cost} of ${below}`;
        assert.equal(limitOf(await order(harness, terms)), refused);
        assert.equal(limitOf(await harness.oms.orders.preview(TRADER, orderBody(terms))), refused);
        assert.equal(harness.venue.placed.length, 0);
        await limit(harness, { ...scope, day_cost_max: cost });
        assert.equal(limitOf(await order(harness, terms)), 'ok');
        assert.equal(limitOf(await order(harness, { ...terms, qty: '1' })).startsWith('day_cost_max'), true);
      });

  test('the account sums its subaccounts, and a subaccount counts alone', async () => {
    const harness = await openLimited({ day_cost_max: '9' });
    assert.equal(limitOf(await order(harness)), 'ok');
    const other = { subaccount_id: 'sa_2' };
    assert.equal(limitOf(await order(harness, other)), 'day_cost_max of the account: 4.8 + 4.8 of 9');
    await limit(harness, { day_cost_max: null });
    await limit(harness, { ...other, day_cost_max: '4.8' });
    assert.equal(limitOf(await order(harness, other)), 'ok');
  });

  test('two orders at the same time that fit only one after the other: one is refused', async () => {
    const harness = await openLimited({ day_cost_max: '9' });
    const results = await Promise.all([order(harness), order(harness)]);
    assert.deepEqual(results.map(limitOf).toSorted(), ['day_cost_max of the account: 4.8 + 4.8 of 9', 'ok']);
  });

  test('a batch is checked order by order', async () => {
    const harness = await openLimited({ day_cost_max: '9.6' });
    const batch = value(
      await harness.oms.orders.submitBatch(TRADER, [orderBody(), orderBody(), orderBody()]),
    );
    assert.deepEqual(
      batch.map((entry) => (entry.ok ? 'ok' : limitOf({ ok: false, error: entry.refusal }))),
      ['ok', 'ok', 'day_cost_max of the account: 9.6 + 4.8 of 9.6'],
    );
  });

  test('a refusal names when the day ends', async () => {
    const harness = await openLimited({ day_cost_max: '1' });
    const refused = await order(harness);
    assert.ok(!refused.ok);
    const { resets_at } = refused.error.details as { readonly resets_at: string };
    assert.equal(Date.parse(resets_at) % DAY_MS, 0);
    assert.ok(Date.parse(resets_at) - harness.clock.now() <= DAY_MS);
    harness.clock.advance(Date.parse(resets_at) - harness.clock.now());
    await limit(harness, { day_cost_max: '4.8' });
    assert.equal(limitOf(await order(harness)), 'ok');
  });

  test('a cancel is never refused, and frees what the order reserved', async () => {
    const harness = await openLimited({ day_cost_max: '4.8', orders_per_minute_max: 2 });
    const { id } = value(await order(harness)).order;
    const { venue, oms } = harness;
    venue.onCancel = () => restingReply(sentTo(harness), { status: 'CANCELLED' });
    value(await oms.orders.cancel(TRADER, id));
    await settle();
    assert.equal(getOrder(harness, id).status, 'CANCELLED');
    assert.equal(limitOf(await order(harness)), 'ok');
  });

  test('fills count until the UTC day ends, also after a restart and for a limit that is set later', async () => {
    const first = await openParents();
    await bought(first, '0.48');
    const second = await restart(first);
    await limit(second, { day_cost_max: '5' }); // the fill was counted by no limit before
    assert.equal(limitOf(await order(second)), 'day_cost_max of the account: 4.8 + 4.8 of 5');
    const third = await restart(second);
    assert.equal(limitOf(await order(third)), 'day_cost_max of the account: 4.8 + 4.8 of 5');
    third.clock.advance(DAY_MS);
    assert.equal(limitOf(await order(third)), 'ok');
    assert.equal(limitOf(await order(third)), 'day_cost_max of the account: 4.8 + 4.8 of 5', 'it rests');
    third.clock.advance(DAY_MS);
    assert.equal(limitOf(await order(third)), 'day_cost_max of the account: 4.8 + 4.8 of 5', 'of yesterday');
  });

  for (const [side, outcome, price] of [
    ['SELL', 'YES', '0.6'],
    ['BUY', 'NO', '0.4'],
  ] as const)
    test(`${side} ${outcome} that closes what was bought costs nothing, open and filled`, async () => {
      const harness = await openLimited({ day_cost_max: '4.8' });
      await bought(harness, '0.48');
      const exit = { side, outcome, price };
      assert.equal(limitOf(await order(harness, exit)), 'ok');
      assert.equal(usage(harness)[1]?.[0], amount('4.8'), 'the exit rests');
      const again = await order(harness, exit);
      assert.match(limitOf(again), /^day_cost_max/, 'both together would open a position');
    });

  test('a reduce-only order passes whatever was used, also as a MARKET order', async () => {
    const harness = await openLimited({});
    await bought(harness, '0.48');
    await limit(harness, { day_cost_max: '0', day_loss_max: '0' });
    assert.match(limitOf(await order(harness)), /^day_cost_max/);
    const exit = { side: 'SELL', price: '0.2', qty: '4', reduce_only: true };
    assert.equal(limitOf(await order(harness, exit)), 'ok');
    const market = orderBody({ ...exit, type: 'MARKET', price: undefined });
    assert.equal(limitOf(await harness.oms.orders.preview(TRADER, market)), 'ok');
    assert.equal(limitOf(await order(harness, { ...exit, reduce_only: false, qty: '6' })), 'ok');
    assert.match(limitOf(await order(harness, { ...exit, reduce_only: false, qty: '1' })), /^day_cost_max/);
  });

  test('what closed a position is counted in the same way after a restart', async () => {
    const harness = await openLimited({ day_cost_max: '100', day_loss_max: '100' });
    await bought(harness, '0.48');
    fillAll(harness, '0.3');
    value(await order(harness, { side: 'SELL', price: '0.3', qty: '14' })); // 10 close, 4 open
    await settle();
    value(await order(harness, { outcome: 'NO', price: '0.3', qty: '3' }));
    await settle();
    value(await order(harness, { side: 'SELL', outcome: 'NO', price: '0.3', qty: '9' })); // 7 close, 2 open
    await settle();
    const before = usage(harness);
    assert.equal(before[1]?.[0], amount('9.9'), '10 at 0.48, 4 at 0.7, 3 at 0.3 and 2 at 0.7');
    assert.deepEqual(usage(await restart(harness))[1]?.slice(0, 2), before[1]?.slice(0, 2));
  });

  test('an amend counts with its new terms and may always lower the cost', async () => {
    const harness = await openLimited({ day_cost_max: '9.6' });
    const { oms, venue, clock } = harness;
    const { id } = value(await order(harness)).order;
    value(await order(harness));
    const amend = async (change: object) => limitOf(await oms.orders.amend(TRADER, id, change));
    assert.equal(await amend({ price: '0.5' }), 'day_cost_max of the account: 9.6 + 0.2 of 9.6');
    assert.equal(await amend({ qty: '11' }), 'day_cost_max of the account: 9.6 + 0.48 of 9.6');
    venue.onAmend = () => ({ kind: 'unknown', why: 'no reply' });
    await limit(harness, { day_cost_max: '1' });
    const lowered = amend({ price: '0.4' });
    await settle();
    assert.match(limitOf(await order(harness, { qty: '1' })), /^day_cost_max/, 'the amend is in doubt');
    clock.advance(250);
    assert.equal(await lowered, 'ok');
  });
});

describe('the loss of a day', () => {
  async function openHolding(max: string): Promise<OmsHarness> {
    const harness = await openLimited({ day_loss_max: max });
    await bought(harness, '0.48');
    return harness;
  }
  const sell = { side: 'SELL', price: '0.28', qty: '5' };

  test('once it is reached only orders that reduce a position are accepted, also after a restart', async () => {
    const harness = await openHolding('1');
    fillAll(harness, '0.28');
    assert.equal(limitOf(await order(harness, sell)), 'ok');
    await settle();
    restAll(harness);
    assert.equal(limitOf(await order(harness)), 'day_loss_max of the account: 1 + 0 of 1');
    assert.equal(limitOf(await order(harness, { ...sell, qty: '2' })), 'ok');
    const restarted = await restart(harness);
    assert.match(limitOf(await order(restarted)), /^day_loss_max/);
    assert.equal(limitOf(await order(restarted, { ...sell, qty: '3' })), 'ok');
    assert.match(limitOf(await order(restarted, sell)), /^day_loss_max/, 'it would open a position');
  });

  test('a resting exit counts with the loss that it may realize', async () => {
    const harness = await openHolding('1.5');
    assert.equal(limitOf(await order(harness, { ...sell, qty: '10' })), 'ok');
    assert.equal(usage(harness)[1]?.[1], amount('2'), 'shown as the check counts it');
    assert.equal(limitOf(await order(harness)), 'day_loss_max of the account: 2 + 0 of 1.5');
  });

  test('a gain of the day offsets a loss, and the day ends', async () => {
    const harness = await openHolding('1');
    fillAll(harness, '0.58');
    value(await order(harness, { ...sell, price: '0.58' })); // gains 0.5
    await settle();
    fillAll(harness, '0.28');
    value(await order(harness, { ...sell, qty: '4' })); // loses 0.8
    await settle();
    restAll(harness);
    assert.equal(usage(harness)[1]?.[1], amount('0.3'));
    assert.equal(limitOf(await order(harness)), 'ok');
    await limit(harness, { day_loss_max: '0.3' });
    assert.equal(limitOf(await order(harness)), 'day_loss_max of the account: 0.3 + 0 of 0.3');
    harness.clock.advance(DAY_MS);
    assert.equal(limitOf(await order(harness)), 'ok');
  });

  test('a settlement of the subaccount counts', async () => {
    const harness = await openHolding('4.8');
    harness.market.set(openInstrument(1001, { status: 'SETTLED', result: 'NO' }));
    await settle();
    const next = await order(harness, { instrument_id: 1002 });
    assert.equal(limitOf(next), 'day_loss_max of the account: 4.8 + 0 of 4.8');
  });
});

describe('orders per minute', () => {
  for (const [level, scope] of LEVELS)
    test(`at the level of the ${level}: refused orders do not count, accepted ones for 60 s`, async () => {
      const harness = await openLimited({ ...scope, orders_per_minute_max: 2, max_order_qty: '10' });
      assert.equal(resultCode(await order(harness, { qty: '11' })), 'risk_limit');
      assert.equal(limitOf(await order(harness)), 'ok');
      harness.clock.advance(20_000);
      assert.equal(limitOf(await order(harness)), 'ok');
      const refused = await order(harness, { side: 'SELL', price: '0.9' });
      assert.equal(limitOf(refused), `orders_per_minute_max of the ${level}: 2 + 1 of 2`);
      assert.ok(!refused.ok);
      const { resets_at } = refused.error.details as { readonly resets_at: string };
      assert.equal(Date.parse(resets_at) - harness.clock.now(), 40_000);
      const restarted = await restart(harness);
      assert.match(limitOf(await order(restarted)), /^orders_per_minute_max/);
      restarted.clock.advance(39_999);
      assert.match(limitOf(await order(restarted)), /^orders_per_minute_max/);
      restarted.clock.advance(1);
      assert.equal(limitOf(await order(restarted)), 'ok');
    });

  test('two orders at the same time cannot both be the last one, and 0 blocks for good', async () => {
    const harness = await openLimited({ orders_per_minute_max: 1 });
    const results = await Promise.all([order(harness), order(harness)]);
    assert.deepEqual(results.map(limitOf).toSorted(), [
      'ok',
      'orders_per_minute_max of the account: 1 + 1 of 1',
    ]);
    await limit(harness, { orders_per_minute_max: 0 });
    harness.clock.advance(60_000);
    const refused = await order(harness);
    assert.ok(!refused.ok);
    assert.equal((refused.error.details as { resets_at: unknown }).resets_at, null);
  });

  test('after the limit was lowered a refusal names when enough of the orders are a minute old', async () => {
    const harness = await openLimited({ orders_per_minute_max: 4 });
    const times: number[] = [];
    for (let number = 0; number < 4; number += 1) {
      value(await order(harness));
      times.push(harness.clock.now());
      harness.clock.advance(5_000);
    }
    for (const [max, freed] of [
      [4, 0],
      [3, 1],
      [1, 3],
    ] as const) {
      await limit(harness, { orders_per_minute_max: max });
      const refused = await order(harness);
      assert.ok(!refused.ok);
      const { resets_at } = refused.error.details as { readonly resets_at: string };
      assert.equal(Date.parse(resets_at), (times[freed] ?? 0) + 60_000, `at most ${max}`);
    }
  });

  test('an amend places no order', async () => {
    const harness = await openLimited({ orders_per_minute_max: 1 });
    const { id } = value(await order(harness)).order;
    harness.venue.onAmend = () => ({ kind: 'unknown', why: 'no reply' });
    const amended = harness.oms.orders.amend(TRADER, id, { price: '0.4' });
    await settle();
    harness.clock.advance(250);
    assert.equal(limitOf(await amended), 'ok');
  });
});

describe('complex orders', () => {
  test('reserve all that they may place, and their children are not refused', async () => {
    const harness = await openLimited({ day_cost_max: '44' });
    const { oms } = harness;
    const tooMuch = await oms.complexOrders.submit(TRADER, icebergBody({ qty: '101' }), null);
    assert.equal(limitOf(tooMuch), 'day_cost_max of the account: 0 + 44.44 of 44');
    fillAll(harness, '0.44');
    await place(harness, icebergBody());
    await pass(harness, 5_000);
    assert.equal(harness.venue.placed.length, 4);
    assert.equal(usage(harness)[1]?.[0], amount('44'));
    assert.equal(limitOf(await order(harness, { qty: '1' })), 'day_cost_max of the account: 44 + 0.48 of 44');
  });

  test('of another subaccount count for the account, and not for this subaccount', async () => {
    const harness = await openLimited({ subaccount_id: 'sa_1', day_cost_max: '44' });
    await place(harness, icebergBody({ subaccount_id: 'sa_2' }));
    assert.equal(limitOf(await order(harness)), 'ok');
    assert.deepEqual(
      usage(harness).map(([cost]) => cost),
      [amount('4.8'), null],
    );
    await limit(harness, { day_cost_max: '48.8' });
    assert.match(limitOf(await order(harness)), /^day_cost_max of the account: 48.8 \+/);
  });

  test('an amend that raises the cost is checked with the children', async () => {
    const harness = await openLimited({ day_cost_max: '44' });
    const { id } = await place(harness, icebergBody());
    const amend = (change: object) => harness.oms.complexOrders.amend(TRADER, id, change);
    assert.equal(limitOf(await amend({ price: '0.45' })), 'day_cost_max of the account: 44 + 1 of 44');
    assert.equal(limitOf(await amend({ qty: '101' })), 'day_cost_max of the account: 44 + 0.44 of 44');
    assert.equal(limitOf(await amend({ qty: '90' })), 'ok');
  });

  test('a stop that sells what is held costs nothing, one that opens a position does', async () => {
    const harness = await openParents();
    await bought(harness, '0.48');
    await limit(harness, { day_cost_max: '1', day_loss_max: '0' });
    const submit = (qty: string, change: object = {}) =>
      harness.oms.complexOrders.submit(TRADER, stopBody({ qty, ...change }), null);
    assert.match(limitOf(await submit('11')), /^day_cost_max/);
    assert.equal(limitOf(await submit('10')), 'ok');
    assert.equal(limitOf(await submit('10', { reduce_only: true })), 'ok');
  });

  for (const [side, ...prices] of [
    ['BUY', '0.3', '0.4'],
    ['BUY', '0.4', '0.3'],
    ['SELL', '0.6', '0.7'],
    ['SELL', '0.7', '0.6'],
  ]) {
    test(`two limits of one contract, ${side} at ${prices.join(' and ')}, each count at their own price`, async () => {
      const harness = await openLimited({ day_cost_max: '14' });
      restAll(harness);
      const legs = prices.map((price) => ({
        instrument_id: 1001,
        side,
        outcome: 'YES',
        type: 'LIMIT',
        price,
      }));
      const oco = (qty: string) => ({
        subaccount_id: 'sa_1',
        type: 'OCO',
        qty,
        params: { legs, allow_overfill: true },
      });
      const tooMuch = await harness.oms.complexOrders.submit(TRADER, oco('21'), null);
      assert.equal(limitOf(tooMuch), 'day_cost_max of the account: 0 + 14.7 of 14');
      await place(harness, oco('20'));
      assert.equal(harness.venue.placed.length, 2);
      assert.equal(usage(harness)[1]?.[0], amount('14'));
    });
  }

  test('count with their children in the orders of a minute', async () => {
    const harness = await openLimited({ orders_per_minute_max: 1 });
    fillAll(harness, '0.44');
    await place(harness, icebergBody());
    await pass(harness, 5_000);
    assert.equal(harness.venue.placed.length, 4, 'the complex order was accepted');
    assert.equal(limitOf(await order(harness)), 'orders_per_minute_max of the account: 4 + 1 of 1');
    const next = await harness.oms.complexOrders.submit(TRADER, icebergBody(), null);
    assert.match(limitOf(next), /^orders_per_minute_max/);
  });
});

describe('the limits of a key', () => {
  const NONE = toDayLimitFields(() => null);

  async function addKey(harness: OmsHarness, limits: Partial<DayLimits>, id: string): Promise<Caller> {
    const caller: Caller = { ...TRADER, keyId: id as KeyId };
    const key = { ...caller, publicKey: id, expiresAt: null, limits: { ...NONE, ...limits } };
    value(await harness.oms.accountAdmin.createKey(key));
    return caller;
  }
  const by = (harness: OmsHarness, caller: Caller, change: object = {}) =>
    harness.oms.orders.submit(caller, orderBody(change), null);

  for (const [side, outcome, price, cost] of [
    ['BUY', 'YES', '0.48', '4.8'],
    ['BUY', 'NO', '0.4', '4'],
    ['SELL', 'YES', '0.48', '5.2'],
    ['SELL', 'NO', '0.3', '7'],
  ] as const)
    test(`${side} ${outcome}: bind its orders alone, also at the same time and after a restart`, async () => {
      const harness = await openParents();
      const key = await addKey(harness, { dayCostMax: amount(cost) }, 'key_a');
      const other = await addKey(harness, { dayCostMax: amount(cost) }, 'key_b');
      const terms = { side, outcome, price };
      for (const caller of [key, other]) {
        const results = await Promise.all([by(harness, caller, terms), by(harness, caller, terms)]);
        const refused = `day_cost_max of the key: ${cost} + ${cost} of ${cost}`;
        assert.deepEqual(results.map(limitOf).toSorted(), [refused, 'ok']);
      }
      assert.equal(limitOf(await order(harness, terms)), 'ok', 'a key without limits');
      const restarted = await restart(harness);
      assert.match(limitOf(await by(restarted, key, { ...terms, qty: '1' })), /^day_cost_max of the key/);
      assert.match(
        limitOf(await restarted.oms.orders.preview(key, orderBody(terms))),
        /^day_cost_max of the key/,
      );
      assert.equal(restarted.oms.access.keyLimits(key.keyId)?.dayCostMax.used, amount(cost));
      assert.equal(restarted.oms.access.keyLimits(TRADER.keyId), null);
    });

  for (const { kind, field: ofKey, name: field } of DAY_LIMIT_LIST)
    for (const [level, scope] of [...LEVELS, ['key', null]] as const)
      test(`a preview refuses what ${field} of the ${level} refuses, with the same words`, async () => {
        const harness = await openParents();
        const [max, own] = kind === 'count' ? [0, 0] : ['0', 0n];
        if (scope !== null) await limit(harness, { ...scope, [field]: max });
        const caller = scope === null ? await addKey(harness, { [ofKey]: own }, 'key_a') : TRADER;
        const { orders, complexOrders } = harness.oms;
        for (const [side, outcome] of [
          ['BUY', 'YES'],
          ['SELL', 'NO'],
        ]) {
          const body = orderBody({ side, outcome });
          const [previewed, placed] = [
            await orders.preview(caller, body),
            await orders.submit(caller, body, null),
          ];
          assert.ok(!previewed.ok && !placed.ok);
          assert.deepEqual(previewed.error, placed.error);
          assert.match(
            placed.error.message,
            new RegExp(`^${field} of the ${level} is ${max}; this would make it `),
          );
        }
        const iceberg = icebergBody();
        const refused = await complexOrders.submit(caller, iceberg, null);
        assert.match(limitOf(refused), new RegExp(`^${field} of the ${level}`));
        assert.equal(limitOf(await complexOrders.preview(caller, iceberg)), limitOf(refused));
      });

  test('fills and their loss count for the key of the order, and exits pass', async () => {
    const harness = await openParents();
    const key = await addKey(harness, { dayCostMax: amount('9'), dayLossMax: amount('1') }, 'key_a');
    fillAll(harness, '0.48');
    assert.equal(limitOf(await by(harness, key)), 'ok');
    await settle();
    fillAll(harness, '0.28');
    assert.equal(limitOf(await by(harness, key, { side: 'SELL', price: '0.28', qty: '5' })), 'ok');
    await settle();
    restAll(harness);
    const restarted = await restart(harness);
    assert.deepEqual(restarted.oms.access.keyLimits(key.keyId), harness.oms.access.keyLimits(key.keyId));
    assert.equal(limitOf(await by(restarted, key, { qty: '1' })), 'day_loss_max of the key: 1 + 0 of 1');
    assert.equal(limitOf(await by(restarted, key, { side: 'SELL', price: '0.2', qty: '5' })), 'ok');
    assert.equal(limitOf(await order(restarted)), 'ok');
  });

  test('an exit that another key may use up counts as opening', async () => {
    const harness = await openParents();
    await bought(harness, '0.48');
    const key = await addKey(harness, { dayCostMax: amount('1') }, 'key_a');
    const exit = { side: 'SELL', price: '0.6' };
    value(await order(harness, { ...exit, qty: '4' }));
    assert.match(limitOf(await by(harness, key, { ...exit, qty: '9' })), /^day_cost_max of the key/);
    assert.equal(limitOf(await by(harness, key, { ...exit, qty: '6' })), 'ok');
  });

  test('an amend by another key needs room for the order in the limits of both', async () => {
    const harness = await openParents();
    const key = await addKey(harness, { dayCostMax: amount('4.9') }, 'key_a');
    const other = await addKey(harness, { dayCostMax: amount('5.2') }, 'key_b');
    const { id } = value(await by(harness, key)).order;
    const amend = async (caller: Caller, price: string) =>
      limitOf(await harness.oms.orders.amend(caller, id, { price }));
    assert.equal(await amend(TRADER, '0.5'), 'day_cost_max of the key: 4.8 + 0.2 of 4.9');
    const { id: free } = value(await order(harness)).order;
    const refused = await harness.oms.orders.amend(other, free, { price: '0.53' });
    assert.equal(limitOf(refused), 'day_cost_max of the key: 4.8 + 0.5 of 5.2');
  });

  test('orders of a minute: of the key alone, with those of its complex orders', async () => {
    const harness = await openParents();
    const key = await addKey(harness, { ordersPerMinuteMax: 1 }, 'key_a');
    value(await order(harness));
    value(await harness.oms.complexOrders.submit(key, icebergBody(), null));
    await settle();
    assert.equal(limitOf(await by(harness, key)), 'orders_per_minute_max of the key: 1 + 1 of 1');
    harness.clock.advance(60_000);
    await settle();
    assert.equal(limitOf(await by(harness, key)), 'ok');
  });

  test('a complex order counts for the key that resumed it, also after a restart', async () => {
    const harness = await openParents();
    const first = await addKey(harness, { dayCostMax: amount('100') }, 'key_a');
    const second = await addKey(harness, { dayCostMax: amount('50') }, 'key_b');
    const used = ({ oms }: OmsHarness) =>
      [first, second].map(({ keyId }) => oms.access.keyLimits(keyId)?.dayCostMax.used);
    const { complexOrders, accountAdmin } = harness.oms;
    const { id } = value(await complexOrders.submit(first, icebergBody(), null)).parent;
    await settle();
    assert.deepEqual(used(harness), [amount('44'), amount('0')]);
    value(await accountAdmin.revokeKey(first.keyId));
    await pass(harness, 1_000);
    value(await complexOrders.resume(second, id));
    const taken = [amount('13.2'), amount('30.8')]; // its live child is an order of the first key
    assert.deepEqual(used(harness), taken);
    const refused = 'day_cost_max of the key: 30.8 + 22 of 50';
    assert.equal(limitOf(await by(harness, second, { qty: '50', price: '0.44' })), refused);
    for (const caller of [second, TRADER])
      assert.equal(limitOf(await complexOrders.amend(caller, id, { qty: '150' })), refused);
    const third = await addKey(harness, { dayCostMax: amount('60') }, 'key_c');
    const refusedWhole = await complexOrders.amend(third, id, { qty: '140' });
    assert.equal(limitOf(refusedWhole), 'day_cost_max of the key: 44 + 17.6 of 60', 'with the child');
    assert.deepEqual(used(await restart(harness)), taken);
  });

  test('an amend that moves the child of another key needs room in the limits of that key', async () => {
    const harness = await openParents();
    const first = await addKey(harness, { dayCostMax: amount('44') }, 'key_a');
    const second = await addKey(harness, {}, 'key_b');
    const { complexOrders } = harness.oms;
    const { id } = value(await complexOrders.submit(first, icebergBody(), null)).parent;
    await settle();
    harness.market.set(openInstrument(1001, { status: 'PAUSED' }));
    await pass(harness, 1_000);
    value(await complexOrders.resume(second, id));
    harness.market.set(openInstrument(1001));
    await pass(harness, 1_000);
    value(await by(harness, first, { price: '0.4', qty: '77' })); // all that its child of 13.2 leaves
    const amend = async (price: string) => limitOf(await complexOrders.amend(second, id, { price }));
    assert.equal(await amend('0.45'), 'day_cost_max of the key: 44 + 0.3 of 44');
    assert.equal(await amend('0.43'), 'ok');
  });

  test('an agent key has its policy instead', async () => {
    const { oms, clock } = await openOms();
    const agent = { simulatedOnly: true } as never;
    const expiresAt = (clock.now() + DAY_MS) as never;
    const key = { ...TRADER, keyId: 'key_a' as KeyId, publicKey: 'A', expiresAt, agent };
    const limits = { ...NONE, ordersPerMinuteMax: 1 };
    assert.equal(resultCode(await oms.accountAdmin.createKey({ ...key, limits })), 'validation');
  });
});

test('the quotes of a maker are checked as orders', async () => {
  const harness = await openQuotes();
  await limit(harness, { day_cost_max: '23' });
  await put(harness, 1, { bid: '46 x 50', ask: '49 x 50' });
  assert.deepEqual(
    harness.venue.placed.map(({ side }) => side),
    ['BUY'],
  );
});

test('the entry of a bracket is checked as an order, and refused with its exit', async () => {
  const harness = await openLimited({ day_cost_max: '4.8' });
  const entry = { instrument_id: 1001, side: 'BUY', type: 'LIMIT', price: '0.48' };
  const submit = async (qty: string) => {
    const params = { entry: { ...entry, qty }, take_profit: { price: '0.6' } };
    const body = { subaccount_id: 'sa_1', type: 'TP_SL', params };
    return limitOf(await harness.oms.complexOrders.submit(TRADER, body, null));
  };
  assert.equal(await submit('11'), 'day_cost_max of the account: 0 + 5.28 of 4.8');
  assert.deepEqual([harness.oms.state.orders.size, harness.oms.state.parents.size], [0, 0]);
  assert.equal(await submit('10'), 'ok');
});

test('without a limit nothing is shown as used', async () => {
  const harness = await openOms();
  await bought(harness, '0.48');
  assert.deepEqual(usage(harness), [
    [null, null, null],
    [null, null, null],
  ]);
  await limit(harness, { subaccount_id: 'sa_1', day_loss_max: '5' });
  assert.deepEqual(usage(harness), [
    [null, 0n, null],
    [null, null, null],
  ]);
});

interface Step {
  readonly side: 'BUY' | 'SELL';
  readonly outcome: 'YES' | 'NO';
  readonly cents: number;
  readonly qty: number;
  readonly end: 'fill' | 'rest' | 'cancel';
}

const steps = fc.array(
  fc.record<Step>({
    side: fc.constantFrom('BUY', 'SELL'),
    outcome: fc.constantFrom('YES', 'NO'),
    cents: fc.integer({ min: 1, max: 99 }),
    qty: fc.integer({ min: 1, max: 20 }),
    end: fc.constantFrom('fill', 'rest', 'cancel'),
  }),
  { minLength: 1, maxLength: 8 },
);

/** In cents: what each fill opened, and what the resting orders may open: of those that close, the cheapest do. */
function sumPlainly(program: readonly Step[]): number {
  let [net, cost] = [0, 0];
  const isYesBuy = ({ side, outcome }: Step): boolean => (side === 'BUY') === (outcome === 'YES');
  const unit = ({ side, cents }: Step): number => (side === 'BUY' ? cents : 100 - cents);
  for (const step of program.filter(({ end }) => end === 'fill')) {
    const closed = Math.min(step.qty, Math.max(0, isYesBuy(step) ? -net : net));
    cost += (step.qty - closed) * unit(step);
    net += isYesBuy(step) ? step.qty : -step.qty;
  }
  for (const isBuy of [true, false]) {
    const units = program
      .filter((step) => step.end === 'rest' && isYesBuy(step) === isBuy)
      .flatMap((step) => Array.from({ length: step.qty }, () => unit(step)))
      .toSorted((a, b) => a - b);
    cost += units.slice(Math.max(0, isBuy ? -net : net)).reduce((sum, each) => sum + each, 0);
  }
  return cost;
}

test('the cost of random orders, fills and cancels is that of a plain sum, and a restart changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (program) => {
      const harness = await openLimited({ day_cost_max: '100000', day_loss_max: '100000' });
      harness.venue.onCancel = () => restingReply(sentTo(harness), { status: 'CANCELLED' });
      for (const { side, outcome, cents, qty, end } of program) {
        const price = (cents / 100).toFixed(2);
        if (end === 'fill') fillAll(harness, price);
        else restAll(harness);
        const { id } = value(await order(harness, { side, outcome, price, qty: String(qty) })).order;
        if (end === 'cancel') value(await harness.oms.orders.cancel(TRADER, id));
        await settle();
      }
      const before = usage(harness);
      assert.equal(before[1]?.[0], BigInt(sumPlainly(program)) * (ONE / 100n) * ONE);
      assert.deepEqual(usage(await restart(harness)), before);
    }),
    { numRuns: 15 },
  );
});
