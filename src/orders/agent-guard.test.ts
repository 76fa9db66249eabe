import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { OPERATION } from '../../test/support/http/http-records.ts';
import type { Caller } from '../contract/access/access.ts';
import type { AgentPolicy } from '../contract/access/agent-policy.ts';
import type { GenericAssetId, KeyId, SubaccountId, VenueName } from '../contract/model/ids.ts';
import { type Notional, ONE, parseDecimal, parsePrice } from '../contract/model/money.ts';
import type { Order } from '../contract/model/order.ts';
import type { PositionOperation } from '../contract/model/position-operation.ts';
import type { Rejection, Result } from '../contract/model/result.ts';
import {
  getOrder,
  listGenericAsset,
  type OmsHarness,
  ON_ASSET,
  openInstrument,
  openOms,
  orderBody,
  resultCode,
  settle,
  submit,
  TRADER,
  value,
} from '../oms/oms.fixture.ts';
import { restingReply, ScriptedVenue, toReport, venueFill } from '../oms/scripted-venue.fixture.ts';
import { actions, toPut } from './quotes/quotes.fixture.ts';

const DAY_MS = 86_400_000;
const amount = (text: string): Notional => ((parseDecimal(text) ?? 0n) * ONE) as Notional;

const POLICY: AgentPolicy = {
  simulatedOnly: false,
  orderCostMax: null,
  dayCostMax: null,
  dayLossMax: null,
  ordersPerHour: null,
  venues: null,
  categories: null,
  genericAssetIds: null,
  approvalAbove: null,
};

async function addAgent(
  { oms, clock }: OmsHarness,
  policy: Partial<AgentPolicy>,
  id = 'key_agent',
): Promise<Caller> {
  const caller: Caller = { ...TRADER, keyId: id as KeyId };
  const made = await oms.accountAdmin.createKey({
    ...caller,
    publicKey: 'AAAA',
    expiresAt: (clock.now() + 30 * DAY_MS) as never,
    agent: { ...POLICY, ...policy },
  });
  value(made);
  return caller;
}

async function openAgent(policy: Partial<AgentPolicy>): Promise<OmsHarness & { readonly agent: Caller }> {
  const harness = await openOms();
  return { ...harness, agent: await addAgent(harness, policy) };
}

const place = async (
  { oms }: OmsHarness,
  caller: Caller,
  change: object = {},
): Promise<Result<{ readonly order: Order }, Rejection>> =>
  oms.orders.submit(caller, orderBody(change), null);

/** The rule that refused, with its numbers; `ok` for an order that was accepted. */
function ruleOf(result: Result<unknown, Rejection>): string {
  if (result.ok) return 'ok';
  if (result.error.code !== 'agent_policy') return result.error.code;
  const { rule, max, value: reached } = result.error.details as Record<string, unknown>;
  return `${String(rule)}: ${String(reached)} of ${String(max)}`;
}

/** Orders fill at once in full at this price. */
function fillAll({ venue, clock }: OmsHarness, price: string): void {
  venue.onPlace = (order) => {
    const size = Number(order.qty / ONE);
    const fills = [{ ...venueFill(order, `t${venue.placed.length}`, String(size), price), at: clock.now() }];
    return restingReply(order, { status: 'FILLED', fills });
  };
}

/** The agent holds 10 YES bought at 0.48. */
async function openHolding(max: string) {
  const harness = await openAgent({ dayLossMax: amount(max) });
  const { onPlace } = harness.venue;
  fillAll(harness, '0.48');
  value(await place(harness, harness.agent));
  await settle();
  harness.venue.onPlace = onPlace;
  return harness;
}

describe('the cost of one order', () => {
  const CASES = [
    ['BUY', 'YES', '0.48', '4.8'],
    ['BUY', 'NO', '0.4', '4'],
    ['SELL', 'YES', '0.48', '5.2'],
    ['SELL', 'NO', '0.3', '7'],
  ] as const;
  for (const [side, outcome, price, cost] of CASES) {
    test(`${side} ${outcome} 10 @ ${price} costs ${cost}`, async () => {
      const below = String((Number(cost) * 100 - 1) / 100);
      const order = { side, outcome, price };
      const open = await openAgent({ orderCostMax: amount(below) });
      assert.equal(ruleOf(await place(open, open.agent, order)), `order_cost_max: ${cost} of ${below}`);
      const exact = await openAgent({ orderCostMax: amount(cost) });
      assert.equal(ruleOf(await place(exact, exact.agent, order)), 'ok');
    });
  }

  test('a batch is checked order by order, and a preview as the order itself', async () => {
    const harness = await openAgent({ dayCostMax: amount('9.6') });
    const { oms, agent } = harness;
    const batch = value(await oms.orders.submitBatch(agent, [orderBody(), orderBody(), orderBody()]));
    assert.deepEqual(
      batch.map((entry) => (entry.ok ? 'ok' : ruleOf({ ok: false, error: entry.refusal }))),
      ['ok', 'ok', 'day_cost_max: 14.4 of 9.6'],
    );
    assert.equal(ruleOf(await oms.orders.preview(agent, orderBody())), 'day_cost_max: 14.4 of 9.6');
  });
});

describe('the cost of a day', () => {
  test('two orders at the same time that fit only one after the other: one is refused', async () => {
    const harness = await openAgent({ dayCostMax: amount('9') });
    const results = await Promise.all([place(harness, harness.agent), place(harness, harness.agent)]);
    assert.deepEqual(results.map(ruleOf).toSorted(), ['day_cost_max: 9.6 of 9', 'ok']);
  });

  test('a cancel is never refused, and frees what the order reserved', async () => {
    const harness = await openAgent({ dayCostMax: amount('4.8'), ordersPerHour: 3 });
    const { oms, agent, venue } = harness;
    const { id } = value(await place(harness, agent)).order;
    assert.match(ruleOf(await place(harness, agent)), /^day_cost_max/);
    const order = venue.placed.at(-1);
    assert.ok(order !== undefined);
    venue.onCancel = () => restingReply(order, { status: 'CANCELLED' });
    value(await oms.orders.cancel(agent, id));
    await settle();
    assert.equal(getOrder(harness, id).status, 'CANCELLED');
    assert.equal(ruleOf(await place(harness, agent)), 'ok');
  });

  test('fills count until the UTC day ends, also after a restart', async () => {
    const first = await openAgent({ dayCostMax: amount('5') });
    fillAll(first, '0.48');
    assert.equal(ruleOf(await place(first, first.agent)), 'ok');
    await settle();
    assert.equal(ruleOf(await place(first, first.agent)), 'day_cost_max: 9.6 of 5');
    first.oms.stop();
    const second = await openOms({ ...first });
    assert.equal(ruleOf(await place(second, first.agent)), 'day_cost_max: 9.6 of 5');
    second.clock.advance(DAY_MS);
    assert.equal(ruleOf(await place(second, first.agent)), 'ok');
  });

  test('a resting order of yesterday still counts', async () => {
    const harness = await openAgent({ dayCostMax: amount('5') });
    value(await place(harness, harness.agent));
    harness.clock.advance(DAY_MS);
    assert.equal(ruleOf(await place(harness, harness.agent)), 'day_cost_max: 9.6 of 5');
  });

  test('a reduce-only order costs nothing', async () => {
    const harness = await openAgent({ dayCostMax: amount('4.8') });
    fillAll(harness, '0.48');
    value(await place(harness, harness.agent));
    await settle();
    const exit = { side: 'SELL', price: '0.6', reduce_only: true };
    assert.equal(ruleOf(await place(harness, harness.agent, exit)), 'ok');
  });

  test('each key has its own allowance, and other keys have none', async () => {
    const harness = await openAgent({ dayCostMax: amount('5') });
    const other = await addAgent(harness, { dayCostMax: amount('5') }, 'key_other');
    for (const caller of [harness.agent, other]) {
      assert.equal(ruleOf(await place(harness, caller)), 'ok');
      assert.equal(ruleOf(await place(harness, caller)), 'day_cost_max: 9.6 of 5');
    }
    for (let count = 0; count < 3; count += 1) await submit(harness);
  });
});

describe('the loss of a day', () => {
  const sell = { side: 'SELL', price: '0.28', qty: '5' };

  test('a sale counts with the loss at its limit, and two sales together', async () => {
    const harness = await openHolding('1.5');
    const results = [await place(harness, harness.agent, sell), await place(harness, harness.agent, sell)];
    assert.deepEqual(results.map(ruleOf), ['ok', 'day_loss_max: 2 of 1.5']);
    const exact = await openHolding('2');
    const both = await Promise.all([place(exact, exact.agent, sell), place(exact, exact.agent, sell)]);
    assert.deepEqual(both.map(ruleOf), ['ok', 'ok']);
  });

  test('once the loss is reached no order is accepted, also after a restart', async () => {
    const harness = await openHolding('1');
    fillAll(harness, '0.28');
    assert.equal(ruleOf(await place(harness, harness.agent, sell)), 'ok');
    await settle();
    assert.equal(ruleOf(await place(harness, harness.agent)), 'day_loss_max: 1 of 1');
    harness.oms.stop();
    const restarted = await openOms({ ...harness });
    assert.equal(ruleOf(await place(restarted, harness.agent)), 'day_loss_max: 1 of 1');
    restarted.clock.advance(DAY_MS);
    assert.equal(ruleOf(await place(restarted, harness.agent)), 'ok');
  });

  test('a settlement of the subaccount counts', async () => {
    const harness = await openHolding('4.8');
    harness.market.set(openInstrument(1001, { status: 'SETTLED', result: 'NO' }));
    await settle();
    const next = { instrument_id: 1002 };
    assert.equal(ruleOf(await place(harness, harness.agent, next)), 'day_loss_max: 4.8 of 4.8');
  });
});

describe('the sides of a quote', () => {
  const RULES: readonly (readonly [Partial<AgentPolicy>, string])[] = [
    [{ orderCostMax: amount('4.7') }, 'order_cost_max: 4.8 of 4.7'],
    [{ dayCostMax: amount('4.7') }, 'day_cost_max: 4.8 of 4.7'],
    [{ ordersPerHour: 0 }, 'orders_per_hour: 1 of 0'],
    [{ venues: ['Kalshi' as VenueName] }, 'venues: Demo of Kalshi'],
    [{ categories: ['Sports'] }, 'categories: Weather of Sports'],
    [{ approvalAbove: amount('4.7') }, 'approval_above: 4.8 of null'],
    [{ approvalAbove: amount('4.8'), orderCostMax: amount('4.8'), dayCostMax: amount('9.6') }, 'ok'],
  ];
  for (const [policy, expected] of RULES)
    for (const [side, at] of [
      ['bid', '48 x 10'],
      ['ask', '52 x 10'], // a sale of YES costs the rest
    ] as const)
      test(`as an order, of an agent: ${expected} for the ${side}`, async () => {
        const harness = await openAgent(policy);
        const put = toPut(1, { [side]: at });
        const [answer] = value(await harness.oms.quotes.put(harness.agent, put)).sides;
        const refusal = answer?.refusal ?? null;
        assert.equal(refusal === null ? 'ok' : ruleOf({ ok: false, error: refusal }), expected);
        assert.equal(harness.venue.placed.length, expected === 'ok' ? 1 : 0);
        const other = value(await harness.oms.quotes.put(TRADER, { ...put, quoteSeq: 2 }));
        assert.deepEqual(actions(other), [expected === 'ok' ? 'KEPT' : 'PLACED']);
      });

  test('count together: the day has room for one of two', async () => {
    const harness = await openAgent({ dayCostMax: amount('9') });
    const put = value(
      await harness.oms.quotes.put(harness.agent, toPut(1, { bid: '48 x 10', ask: '52 x 10' })),
    );
    assert.deepEqual(actions(put), ['PLACED', 'agent_policy']);
  });
});

test('orders per hour: a refused order does not count, an accepted one for 60 minutes, also after a restart', async () => {
  const harness = await openAgent({ ordersPerHour: 2, orderCostMax: amount('5') });
  assert.match(ruleOf(await place(harness, harness.agent, { qty: '11' })), /^order_cost_max/);
  assert.equal(ruleOf(await place(harness, harness.agent)), 'ok');
  assert.equal(ruleOf(await place(harness, harness.agent)), 'ok');
  assert.equal(ruleOf(await place(harness, harness.agent)), 'orders_per_hour: 3 of 2');
  harness.oms.stop();
  const restarted = await openOms({ ...harness });
  assert.equal(ruleOf(await place(restarted, harness.agent)), 'orders_per_hour: 3 of 2');
  assert.deepEqual(restarted.oms.access.agentUsed(harness.agent.keyId)?.ordersLastHour, 2);
  restarted.clock.advance(3_600_000);
  assert.equal(ruleOf(await place(restarted, harness.agent)), 'ok');
});

describe('what an agent has used', () => {
  // At noon UTC. A split spends cash, and each operation counts for an hour.
  const NOON_MS = DAY_MS / 2;
  const HOUR_MS = 3_600_000;
  for (const [what, change, agoMs, cost, count] of [
    ['a split', {}, 0, '10', 1],
    ['a split that is under way', { status: 'SENT' }, 0, '10', 1],
    ['a split that failed', { status: 'FAILED' }, 0, '0', 1],
    ['a merge', { kind: 'MERGE' }, 0, '0', 1],
    ['a redemption', { kind: 'REDEEM' }, 0, '0', 1],
    ['a split of another key', { keyId: 'key_other' as KeyId }, 0, '0', 0],
    ['a split of almost an hour ago', {}, HOUR_MS - 1, '10', 1],
    ['a split of an hour ago', {}, HOUR_MS, '10', 0],
    ['a split at the start of the day', {}, NOON_MS, '10', 0],
    ['a split of yesterday', {}, NOON_MS + 1, '0', 0],
  ] as const)
    test(`${what} costs ${cost}, and is ${count} of the hour`, async () => {
      const { oms, agent, clock } = await openAgent({});
      assert.equal(clock.now() % DAY_MS, NOON_MS);
      const { accountId, keyId } = agent;
      const createdAt = (clock.now() - agoMs) as PositionOperation['createdAt'];
      const split = { ...OPERATION, kind: 'SPLIT', cash: amount('10'), accountId, keyId, createdAt } as const;
      oms.state.operations.set(OPERATION.id, { ...split, ...change });
      const used = oms.access.agentUsed(keyId);
      assert.deepEqual([used?.dayCost, used?.ordersLastHour], [amount(cost), count]);
    });

  test('are its own orders, and not those of another key', async () => {
    const harness = await openAgent({});
    await submit(harness);
    assert.equal(harness.oms.access.agentUsed(harness.agent.keyId)?.dayCost, 0n);
    value(await place(harness, harness.agent, { qty: '5' }));
    assert.equal(harness.oms.access.agentUsed(harness.agent.keyId)?.dayCost, amount('2.4'));
    assert.equal(harness.oms.access.agentUsed(TRADER.keyId), null);
  });
});

test('venues and simulated_only name the venue that they refuse', async () => {
  const real = await openOms({ venue: new ScriptedVenue({ simulated: false }) });
  const agent = await addAgent(real, { simulatedOnly: true });
  assert.equal(ruleOf(await place(real, agent)), 'simulated_only: Demo of true');
  assert.equal(ruleOf(await place(real, await addAgent(real, {}, 'key_real'))), 'ok');
  const simulated = await openAgent({ simulatedOnly: true, venues: ['Demo' as VenueName] });
  assert.equal(ruleOf(await place(simulated, simulated.agent)), 'ok');
  const elsewhere = await openAgent({ venues: ['Kalshi' as VenueName] });
  assert.equal(ruleOf(await place(elsewhere, elsewhere.agent)), 'venues: Demo of Kalshi');
});

test('an order in two legs is refused for the leg that the policy does not allow, whichever it is', async () => {
  const kalshi = 'Kalshi' as VenueName;
  for (const [policy, expected] of [
    [{ venues: ['Demo' as VenueName] }, 'venues: Kalshi of Demo'],
    [{ venues: [kalshi] }, 'venues: Demo of Kalshi'],
    [{ simulatedOnly: true }, 'simulated_only: Kalshi of true'],
    [{ venues: ['Demo' as VenueName, kalshi] }, 'ok'],
  ] as const)
    for (const ids of [
      [1001, 1002],
      [1002, 1001],
    ]) {
      const other = Object.assign(new ScriptedVenue({ simulated: false }), { name: kalshi });
      const harness = await openOms({ others: [other] });
      harness.market.set(openInstrument(1002, { venue: kalshi }));
      listGenericAsset(harness.market, ids, '6');
      const agent = await addAgent(harness, policy);
      const result = await place(harness, agent, { ...ON_ASSET, routing: { mode: 'SPLIT' } });
      assert.equal(ruleOf(result), expected);
      const sent = harness.venue.placed.length + other.placed.length;
      assert.equal(sent, expected === 'ok' ? 2 : 0);
    }
});

test('orders outside the categories or the generic assets of the policy are refused, however they are routed', async () => {
  const weather = await openAgent({ categories: ['WEATHER', 'Sports'] });
  assert.equal(ruleOf(await place(weather, weather.agent)), 'ok');
  const sports = await openAgent({ categories: ['Sports'] });
  assert.equal(ruleOf(await place(sports, sports.agent)), 'categories: Weather of Sports');
  const member = await openAgent({ genericAssetIds: [501 as GenericAssetId] });
  assert.equal(
    ruleOf(await place(member, member.agent)),
    'generic_asset_ids: 1001 of 501',
    'not yet a member',
  );
  listGenericAsset(member.market, [1001], '100');
  assert.equal(ruleOf(await place(member, member.agent)), 'ok');
  assert.equal(ruleOf(await place(member, member.agent, { ...ON_ASSET })), 'ok');
  const other = await addAgent(member, { genericAssetIds: [502 as GenericAssetId] }, 'key_other');
  assert.equal(ruleOf(await place(member, other, { ...ON_ASSET })), 'generic_asset_ids: 1001 of 502');
  assert.equal(ruleOf(await member.oms.orders.preview(other, orderBody())), 'generic_asset_ids: 1001 of 502');
});

describe('an amend', () => {
  test('counts with its new terms and may always lower the cost', async () => {
    const harness = await openAgent({ orderCostMax: amount('5'), dayCostMax: amount('9.6') });
    const { oms, agent } = harness;
    const { id } = value(await place(harness, agent)).order;
    value(await place(harness, agent));
    const amend = async (change: object) => ruleOf(await oms.orders.amend(agent, id, change));
    assert.equal(await amend({ price: '0.51' }), 'order_cost_max: 5.1 of 5');
    assert.equal(await amend({ price: '0.5' }), 'day_cost_max: 9.8 of 9.6');
    harness.venue.onAmend = () => ({ kind: 'unknown', why: 'no reply' });
    const lowered = amend({ price: '0.4' });
    await settle();
    assert.match(ruleOf(await place(harness, agent, { qty: '1' })), /^day_cost_max/, 'the amend is in doubt');
    harness.clock.advance(250);
    assert.equal(await lowered, 'ok');
  });

  /** The venue changes its order as requested. */
  function amendAll({ venue }: OmsHarness): void {
    venue.onAmend = ({ clientId, price, qty }) => {
      const order = venue.placed.find((placed) => placed.clientId === clientId);
      assert.ok(order !== undefined);
      return restingReply(order, { price: price ?? order.price, qty: qty ?? order.qty });
    };
  }

  test('counts with what the order has filled, and not as another order', async () => {
    for (const [price, expected] of [
      ['0.52', 'ok'],
      ['0.53', 'order_cost_max: 5.05 of 5'],
    ] as const) {
      const harness = await openAgent({ orderCostMax: amount('5'), ordersPerHour: 1 });
      const { oms, agent, venue, clock } = harness;
      const { id } = value(await place(harness, agent)).order;
      const [sent] = venue.placed;
      assert.ok(sent !== undefined);
      const fills = [{ ...venueFill(sent, 't1', '5', '0.48'), at: clock.now() }];
      oms.onVenueReport(venue.name, toReport(sent, { fills }));
      await settle();
      venue.onAmend = () => restingReply(sent, { fills, price: parsePrice(price) });
      assert.equal(ruleOf(await oms.orders.amend(agent, id, { price })), expected);
    }
  });

  for (const reduce_only of [false, true])
    test(`of a sale${reduce_only ? ' that only reduces' : ''} counts with its loss instead of the one before`, async () => {
      for (const [price, expected] of [
        ['0.08', 'ok'],
        ['0.07', 'day_loss_max: 2.05 of 2'],
      ] as const) {
        const harness = await openHolding('2');
        amendAll(harness);
        const sale = { side: 'SELL', price: '0.28', qty: '5', reduce_only };
        const { id } = value(await place(harness, harness.agent, sale)).order;
        assert.equal(ruleOf(await harness.oms.orders.amend(harness.agent, id, { price })), expected);
      }
    });

  test('of an order of another key is refused', async () => {
    const harness = await openAgent({});
    const { id } = await submit(harness);
    assert.equal(
      ruleOf(await harness.oms.orders.amend(harness.agent, id, { price: '0.4' })),
      `own_orders: ${id} of null`,
    );
  });
});

test('an agent places no MARKET order, and switches the kill switch on and never off', async () => {
  const harness = await openAgent({});
  const { oms, agent, market } = harness;
  market.setTouch(1001, '0.47', '0.48');
  const order = { type: 'MARKET', price: undefined };
  assert.equal(ruleOf(await place(harness, agent, order)), 'market_orders: MARKET of null');
  assert.equal(resultCode(await oms.risk.setKillSwitch(agent, { enabled: true })), 'ok');
  assert.match(ruleOf(await oms.risk.setKillSwitch(agent, { enabled: false })), /^kill_switch_off/);
  assert.equal(ruleOf(await place(harness, agent)), 'kill_switch');
  assert.equal(resultCode(await oms.risk.setKillSwitch(TRADER, { enabled: false })), 'ok');
});

test('an agent guards its own orders only, and lifts no block of a guard of a person', async () => {
  const harness = await openAgent({});
  const { oms, agent, clock } = harness;
  const ofPerson = { ...TRADER, publicKey: 'BBBB', expiresAt: null };
  value(await oms.accountAdmin.createKey(ofPerson));
  const guard = { subaccountId: null, timeoutMs: 5_000, scope: 'SUBACCOUNT', blockAfter: true } as const;
  value(await oms.risk.setGuard(TRADER, guard));
  clock.advance(5_000);
  await settle();
  assert.equal(ruleOf(await place(harness, agent)), 'guard_fired');
  for (const timeoutMs of [0, 5_000])
    for (const subaccountId of [null, 'sa_1' as SubaccountId]) {
      const wide = await oms.risk.setGuard(agent, { ...guard, subaccountId, timeoutMs });
      assert.equal(ruleOf(wide), 'guards: null of null');
      value(await oms.risk.setGuard(agent, { ...guard, subaccountId, timeoutMs, scope: 'KEY' }));
      assert.equal(ruleOf(await place(harness, agent)), 'guard_fired');
    }
  value(await oms.risk.setGuard(TRADER, guard));
  assert.equal(ruleOf(await place(harness, agent)), 'ok');
});

test('a key of an agent expires within 30 days, reviews no matches and sends no events elsewhere', async () => {
  const { oms, clock } = await openOms();
  const key = { ...TRADER, keyId: 'key_a' as KeyId, publicKey: 'AAAA', agent: POLICY };
  const expire = (days: number, ms = 0) => (clock.now() + days * DAY_MS + ms) as never;
  for (const change of [
    { expiresAt: null },
    { expiresAt: expire(30, 1) },
    { expiresAt: expire(1), permissions: ['review'] as const },
    { expiresAt: expire(1), permissions: ['alerts'] as const },
  ])
    assert.equal(resultCode(await oms.accountAdmin.createKey({ ...key, ...change })), 'validation');
  assert.equal(resultCode(await oms.accountAdmin.createKey({ ...key, expiresAt: expire(30) })), 'ok');
});
