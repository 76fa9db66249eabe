import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Caller } from '../../contract/access/access.ts';
import type { AccountId, InstrumentId, SubaccountId } from '../../contract/model/ids.ts';
import { computeNotional } from '../../contract/model/money.ts';
import { UNSENT_REASONS, type UnsentReason } from '../../contract/model/order-reasons.ts';
import type { ParentStatus, PauseCause } from '../../contract/model/parent.ts';
import {
  listGenericAsset,
  type OmsHarness,
  openInstrument,
  orderBody,
  resultCode,
  settle,
  TRADER,
  value,
} from '../../oms/oms.fixture.ts';
import { DEMO, price, qty, restingReply, toReport, venueFill } from '../../oms/scripted-venue.fixture.ts';
import { findWorstPrice } from './parent-admission.ts';
import {
  close,
  fill,
  getParent,
  icebergBody,
  openParents,
  pass,
  passSlowly,
  place,
  sentTo,
  stopBody,
} from './parents.fixture.ts';

const SA_1 = 'sa_1' as SubaccountId;
const LEG = { instrument_id: 1001, side: 'BUY', outcome: 'YES', type: 'LIMIT', price: '0.45' };

/** 20 contracts by two limits; the second one is at another instrument unless the test says otherwise. */
const limitsBody = (second: object = { instrument_id: 1002 }) => ({
  subaccount_id: 'sa_1',
  type: 'OCO',
  qty: '20',
  params: { legs: [LEG, { ...LEG, price: '0.44', ...second }], allow_overfill: true },
});

const amend = async ({ oms }: OmsHarness, id: Parameters<typeof oms.complexOrders.amend>[1], body: object) =>
  resultCode(await oms.complexOrders.amend(TRADER, id, body));

describe('an amend of a complex order', () => {
  test('needs an expiry in the future: the present millisecond is refused, the next one is not', async () => {
    const harness = await openParents();
    const now = harness.clock.now();
    const { id } = await place(harness, icebergBody({ tif: 'GTD', expires_at: now + 60_000 }));
    assert.equal(await amend(harness, id, { expires_at: now }), 'validation');
    assert.equal(await amend(harness, id, { expires_at: now + 1 }), 'ok');
  });

  test('that raises the quantity is checked against the limits, one that lowers it is not', async () => {
    const harness = await openParents();
    const { id } = await place(harness, icebergBody());
    await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '120' });
    assert.equal(await amend(harness, id, { qty: '121' }), 'risk_limit');
    assert.equal(await amend(harness, id, { qty: '120' }), 'ok');
    await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: '50' });
    assert.equal(await amend(harness, id, { qty: '90' }), 'ok');
  });

  test('under the kill switch may lower the quantity and change the expiry, not raise it nor change the price', async () => {
    const harness = await openParents();
    const expiresAt = harness.clock.now() + 60_000;
    const { id } = await place(harness, icebergBody({ tif: 'GTD', expires_at: expiresAt }));
    value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    assert.equal(await amend(harness, id, { expires_at: expiresAt + 1_000 }), 'ok');
    assert.equal(await amend(harness, id, { qty: '90' }), 'ok');
    assert.equal(await amend(harness, id, { qty: '91' }), 'kill_switch');
    assert.equal(await amend(harness, id, { price: '0.43' }), 'kill_switch');
    assert.equal(await amend(harness, id, { qty: '80', price: '0.43' }), 'kill_switch');
    assert.equal(await amend(harness, id, { qty: '80', params: { display_qty: '20' } }), 'kill_switch');
  });

  for (const live of [0, 1])
    test(`of two limits keeps what is live at the leg that reaches further: leg ${live + 1}`, async () => {
      const harness = await openParents();
      harness.market.setTouch(1002, '0.47', '0.49');
      const { id } = await place(harness, limitsBody());
      await close(harness, sentTo(harness, 1 - live));
      assert.equal(getParent(harness, id).liveQty, qty('20'));
      assert.equal(await amend(harness, id, { qty: '19' }), 'validation');
      assert.equal(await amend(harness, id, { qty: '20' }), 'ok');
    });
});

describe('the reservation of two limits', () => {
  test('of one instrument and side is twice the quantity', async () => {
    const harness = await openParents();
    const submit = async (max: string) => {
      await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_position_qty: max });
      return resultCode(await harness.oms.complexOrders.submit(TRADER, limitsBody({ price: '0.44' }), null));
    };
    assert.equal(await submit('39'), 'risk_limit');
    assert.equal(await submit('40'), 'ok');
  });
});

describe('the worst price of a child without a limit', () => {
  for (const [side, outcome, expected] of [
    ['BUY', 'YES', '0.9'],
    ['SELL', 'YES', '0.02'],
    ['BUY', 'NO', '0.98'],
    ['SELL', 'NO', '0.1'],
  ] as const)
    test(`of ${side} ${outcome} is ${expected}`, () => {
      const instrument = openInstrument(1001, { priceMin: price('0.02'), priceMax: price('0.9') });
      assert.equal(findWorstPrice({ price: null, side, outcome }, instrument), price(expected));
    });
});

describe('the number of complex orders', () => {
  test('is limited for each subaccount, and those of one do not count for another', async () => {
    const harness = await openParents();
    for (let count = 0; count < 5; count += 1) await place(harness, stopBody());
    const submit = async (subaccount_id: string) =>
      resultCode(await harness.oms.complexOrders.submit(TRADER, stopBody({ subaccount_id }), null));
    assert.deepEqual([await submit('sa_1'), await submit('sa_2')], ['too_many_parents', 'ok']);
  });
});

describe('a guard that has fired', () => {
  test('refuses new complex orders of its key', async () => {
    const harness = await openParents();
    value(
      await harness.oms.risk.setGuard(TRADER, {
        subaccountId: SA_1,
        timeoutMs: 5_000,
        scope: 'KEY',
        blockAfter: true,
      }),
    );
    await pass(harness, 5_000);
    const refused = await harness.oms.complexOrders.submit(TRADER, stopBody(), null);
    assert.equal(resultCode(refused), 'guard_fired');
    await place(harness, stopBody({ subaccount_id: 'sa_2' }));
  });
});

const OTHER: Caller = { ...TRADER, accountId: 'acc_2' as AccountId };
const SA_1_ONLY: Caller = { ...TRADER, subaccounts: [SA_1] };

/** A stop of each of two accounts, whose subaccounts have one name. */
async function openAccounts() {
  const harness = await openParents();
  const { accountAdmin, complexOrders } = harness.oms;
  await accountAdmin.createAccount(OTHER.accountId);
  await accountAdmin.createSubaccount({ accountId: OTHER.accountId, subaccountId: SA_1, name: 'sa_1' });
  const own = await place(harness, stopBody());
  const { parent: other } = value(await complexOrders.submit(OTHER, stopBody(), null));
  await settle();
  return { harness, own, other };
}

describe('the kill switch', () => {
  test('pauses the complex orders of each of its subaccounts in its own entry, and names them', async () => {
    const harness = await openParents();
    const placed = [
      await place(harness, icebergBody()),
      await place(harness, stopBody({ subaccount_id: 'sa_2' })),
    ];
    const committed: string[][] = [];
    const { journal } = harness.storage;
    const append = journal.append.bind(journal);
    journal.append = (entry, rows) => {
      committed.push(entry.events.map(({ type }) => type));
      return append(entry, rows);
    };
    const { pausedComplexOrders } = value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    assert.deepEqual(
      pausedComplexOrders,
      placed.map(({ id }) => id),
    );
    const paused = committed[0]?.filter((type) => type === 'ParentDecided').length;
    assert.equal(paused, 2);
  });

  test('of one account names no complex orders of another one with the same subaccount id', async () => {
    const { harness, own, other } = await openAccounts();
    const first = value(await harness.oms.risk.setKillSwitch(TRADER, { enabled: true }));
    const second = value(await harness.oms.risk.setKillSwitch(OTHER, { enabled: true }));
    assert.deepEqual([first.pausedComplexOrders, second.pausedComplexOrders], [[own.id], [other.id]]);
  });

  for (const [first, second] of [
    [SA_1_ONLY, TRADER],
    [TRADER, SA_1_ONLY],
  ] as const)
    test(`of ${first === TRADER ? 'the account and then of a subaccount' : 'a subaccount and then of the account'} pauses once`, async () => {
      const harness = await openParents();
      const { id } = await place(harness, stopBody());
      value(await harness.oms.risk.setKillSwitch(first, { enabled: true }));
      const before = getParent(harness, id);
      await pass(harness, 3_000);
      value(await harness.oms.risk.setKillSwitch(second, { enabled: true }));
      assert.deepEqual(getParent(harness, id), before);
    });
});

const SESSION = { subaccountId: SA_1, onDisconnect: 'SUBACCOUNT' } as const;
const GUARD = { subaccountId: SA_1, timeoutMs: 1_000, scope: 'SUBACCOUNT', blockAfter: false } as const;
/** What ends or pauses all complex orders of a subaccount, with the status that it leads to. */
const FOR_ALL: readonly (readonly [string, ParentStatus, (harness: OmsHarness) => unknown])[] = [
  ['the kill switch', 'PAUSED', ({ oms }) => oms.risk.setKillSwitch(TRADER, { enabled: true })],
  ['a cancel of all complex orders', 'CANCELLED', ({ oms }) => oms.complexOrders.cancelAll(TRADER, SA_1)],
  ['a cancel of all orders', 'CANCELLED', ({ oms }) => oms.orders.cancelAll(TRADER, SA_1, 'cancel_all')],
  ['one for risk', 'CANCELLED', ({ oms }) => oms.orders.cancelAll(TRADER, null, 'risk_cancel_all')],
  [
    'the end of a session',
    'PAUSED',
    async ({ oms }) => oms.sessions.end(await oms.sessions.open(TRADER, SESSION)),
  ],
  [
    'a guard',
    'CANCELLED',
    async (harness) => {
      value(await harness.oms.risk.setGuard(TRADER, GUARD));
      await pass(harness, 1_000);
    },
  ],
];

for (const [what, status, act] of FOR_ALL)
  test(`${what} leaves the complex orders of another account with the same subaccount id alone`, async () => {
    const { harness, own, other } = await openAccounts();
    const read = async () => value(await harness.oms.complexOrders.receipt(OTHER, other.id));
    const before = await read();
    await act(harness);
    await settle();
    assert.equal(getParent(harness, own.id).status, status);
    assert.deepEqual(await read(), before);
  });

describe('a cancel of all complex orders', () => {
  test('cancels the child of each, lists those whose end is not proven, and a repeat writes nothing', async () => {
    const harness = await openParents();
    harness.venue.onCancel = () => new Promise(() => undefined);
    const placed = [
      await place(harness, icebergBody()),
      await place(harness, icebergBody({ price: '0.43' })),
    ];
    const ids = placed.map(({ id }) => id);
    const cancelAll = async () => {
      const answer = harness.oms.complexOrders.cancelAll(TRADER, SA_1);
      await settle();
      await pass(harness, 250);
      return value(await answer);
    };
    assert.deepEqual(await cancelAll(), { subaccountId: SA_1, cancelled: [], pending: ids });
    const children = harness.venue.placed.map(({ clientId }) => clientId);
    assert.deepEqual([children.length, new Set(harness.venue.cancelled)], [2, new Set(children)]);
    const { seq } = harness.oms.state;
    assert.deepEqual((await cancelAll()).pending, ids);
    assert.equal(harness.oms.state.seq, seq);
  });

  test('and a cancel of one are both answered once it has ended, before their time is over', async () => {
    const harness = await openParents();
    harness.venue.onCancel = () => new Promise(() => undefined);
    const { id } = await place(harness, icebergBody());
    const { complexOrders } = harness.oms;
    const calls = [complexOrders.cancelAll(TRADER, SA_1), complexOrders.cancel(TRADER, id)];
    await settle();
    await close(harness, sentTo(harness));
    let answered = 0;
    for (const call of calls)
      void call.then(() => {
        answered += 1;
      });
    await settle();
    assert.equal(answered, 2);
  });
});

describe('the sums of a complex order', () => {
  test('count each fill of its children once, with its value and fee, over two children', async () => {
    const harness = await openParents();
    const { id } = await place(harness, icebergBody());
    const report = async (sizes: readonly string[], isFeeKnown = true) => {
      const child = sentTo(harness);
      const fills = sizes.map((size, index) => ({
        ...venueFill(child, `t-${child.clientId}-${index}`, size, '0.44'),
        fee: isFeeKnown ? computeNotional(price('0.01'), qty('1')) : null,
      }));
      const isFull = fills.reduce((sum, fill) => sum + fill.qty, 0n) === child.qty;
      harness.oms.onVenueReport(DEMO, toReport(child, { fills, status: isFull ? 'FILLED' : 'OPEN' }));
      await settle();
    };
    await report(['10']);
    await report(['10', '15']);
    await report(['10', '15', '5']);
    await report(['8']);
    const { filledQty, liveQty, filledNotional, fees } = getParent(harness, id);
    assert.deepEqual([filledQty, liveQty], [qty('38'), qty('22')]);
    assert.equal(filledNotional, computeNotional(price('0.44'), qty('38')));
    assert.equal(fees, computeNotional(price('0.01'), qty('4')));
    await report(['8', '1'], false);
    await report(['8', '1', '2']);
    assert.equal(getParent(harness, id).fees, null, 'one fee is not known');
  });
});

test('the children of a complex order have its tag, subaccount and key', async () => {
  for (const tag of ['maker-1', undefined]) {
    const harness = await openParents();
    const { id } = await place(harness, icebergBody({ tag, subaccount_id: 'sa_2' }));
    await fill(harness, sentTo(harness), '30');
    const children = [...harness.oms.state.orders.values()];
    assert.deepEqual(
      children.map((child) => [child.parentId, child.tag, child.subaccountId, child.keyId]),
      Array.from({ length: 2 }, () => [id, tag ?? null, 'sa_2', TRADER.keyId]),
    );
  }
});

describe('the back-off after refusals', () => {
  test('begins again with one second once a child was placed', async () => {
    const harness = await openParents();
    harness.venue.onPlace = () => ({ kind: 'refused', code: 'no', message: 'no' });
    const { id } = await place(harness, icebergBody());
    await pass(harness, 1_000);
    assert.equal(getParent(harness, id).refusals, 2);
    harness.venue.onPlace = (order) => restingReply(order);
    await pass(harness, 2_000);
    await fill(harness, sentTo(harness), '30');
    harness.venue.onPlace = () => ({ kind: 'refused', code: 'no', message: 'no' });
    harness.oms.onVenueReport(DEMO, toReport(sentTo(harness), { status: 'CANCELLED', reason: 'requested' }));
    await settle();
    await pass(harness, 1_000);
    const { length } = harness.venue.placed;
    await pass(harness, 1_000);
    assert.deepEqual([harness.venue.placed.length - length, getParent(harness, id).refusals], [1, 2]);
  });
});

describe('two limits', () => {
  test('need no further open order when their quantity is raised', async () => {
    const harness = await openParents();
    harness.market.setTouch(1002, '0.47', '0.49');
    value(await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_open_orders: 2 }));
    const { id } = await place(harness, limitsBody());
    value(await harness.oms.complexOrders.amend(TRADER, id, { qty: '24' }));
    assert.equal(getParent(harness, id).qty, qty('24'));
    const more = await harness.oms.complexOrders.submit(
      TRADER,
      stopBody({ price: '0.4' }, { max_slippage: undefined }),
      null,
    );
    assert.equal(resultCode(more), 'risk_limit');
  });

  for (const [held, missing] of [
    [1001, 1002],
    [1002, 1001],
  ] as const)
    test(`with reduce_only are refused while ${missing} has nothing to reduce`, async () => {
      const harness = await openParents();
      harness.market.setTouch(1002, '0.47', '0.49');
      value(await harness.oms.orders.submit(TRADER, orderBody({ instrument_id: held, qty: '20' }), null));
      await fill(harness, sentTo(harness), '20');
      const sells = { side: 'SELL', outcome: 'YES', type: 'LIMIT', price: '0.6' };
      const legs = [1001, 1002].map((instrument_id) => ({ ...sells, instrument_id }));
      const body = { ...limitsBody(), reduce_only: true, params: { legs, allow_overfill: true } };
      const refused = await harness.oms.complexOrders.submit(TRADER, body, null);
      assert.ok(!refused.ok);
      assert.deepEqual(
        [refused.error.code, refused.error.details?.['instrument_id']],
        ['nothing_to_reduce', missing],
      );
    });
});

describe('legs that only reduce', () => {
  // 20 YES are held at 1001; what the other leg closes depends on its own side, outcome and position.
  for (const [held, side, outcome, expected] of [
    ['BUY', 'SELL', 'YES', 'ok'],
    ['BUY', 'BUY', 'NO', 'ok'],
    ['BUY', 'SELL', 'NO', 'nothing_to_reduce'],
    ['BUY', 'BUY', 'YES', 'nothing_to_reduce'],
    ['SELL', 'SELL', 'NO', 'ok'],
    ['SELL', 'BUY', 'YES', 'ok'],
    ['SELL', 'SELL', 'YES', 'nothing_to_reduce'],
    ['SELL', 'BUY', 'NO', 'nothing_to_reduce'],
  ] as const)
    test(`${side} ${outcome} after a ${held} of YES at the second market: ${expected}`, async () => {
      for (const isFirst of [false, true]) {
        const harness = await openParents();
        harness.market.setTouch(1002, '0.47', '0.49');
        for (const change of [
          {},
          { instrument_id: 1002, side: held, ...(held === 'SELL' && { price: '0.4' }) },
        ]) {
          value(await harness.oms.orders.submit(TRADER, orderBody({ qty: '20', ...change }), null));
          await fill(harness, sentTo(harness), '20');
        }
        const sale = { instrument_id: 1001, side: 'SELL', outcome: 'YES', type: 'LIMIT', price: '0.6' };
        const other = { ...sale, instrument_id: 1002, side, outcome, price: side === 'BUY' ? '0.4' : '0.6' };
        const legs = isFirst ? [other, sale] : [sale, other];
        const body = { ...limitsBody(), reduce_only: true, params: { legs, allow_overfill: true } };
        assert.equal(resultCode(await harness.oms.complexOrders.submit(TRADER, body, null)), expected);
      }
    });
});

test('a new complex order needs an expiry in the future: the present millisecond is refused, the next one is not', async () => {
  const harness = await openParents();
  const now = harness.clock.now();
  for (const [expires_at, expected] of [
    [now, 'validation'],
    [now + 1, 'ok'],
  ] as const) {
    const body = icebergBody({ tif: 'GTD', expires_at });
    assert.equal(resultCode(await harness.oms.complexOrders.submit(TRADER, body, null)), expected);
  }
});

describe('a child that is refused before it is sent', () => {
  const CAUSES: { readonly [Reason in UnsentReason]?: PauseCause } = {
    insufficient_balance: 'risk_limit',
    allowance_missing: 'risk_limit',
  };
  for (const [reason, cause = 'venue_unhealthy'] of UNSENT_REASONS.map(
    (each) => [each, CAUSES[each]] as const,
  ))
    test(`${reason} pauses its complex order with ${cause} after five attempts, and a resume request places it`, async () => {
      const harness = await openParents();
      const obstacle = { kind: 'unsent', reason, why: 'as the adapter knows' } as const;
      const body = icebergBody({ qty: '60' });
      harness.venue.onFindObstacle = () => obstacle;
      const { id } = await place(harness, body);
      await passSlowly(harness, 40);
      const { status, pausedBy, refusals } = getParent(harness, id);
      assert.deepEqual([status, pausedBy, refusals, harness.venue.placed.length], ['PAUSED', cause, 6, 0]);
      harness.venue.onFindObstacle = () => null;
      value(await harness.oms.complexOrders.resume(TRADER, id));
      await settle();
      const { refusals: left } = getParent(harness, id);
      assert.deepEqual([harness.venue.placed.length, left], [1, 0]);
    });
});

describe('a complex order on an asset', () => {
  const view = async ({ oms }: OmsHarness, id: Parameters<typeof oms.complexOrders.get>[1]) =>
    value(await oms.complexOrders.get(TRADER, id)).view.touch;

  test('sees neither a member that is PAUSED nor one whose venue is unhealthy, and an inverted one in its terms', async () => {
    const harness = await openParents();
    listGenericAsset(harness.market, [1001, 1002], '500');
    const body = { ...icebergBody(), type: 'SMART_ROUTE', instrument_id: undefined, params: {} };
    const { id } = await place(harness, { ...body, generic_asset_id: 501, price: '0.4' });
    harness.market.setTouch(1001, '0.44', '0.48');
    harness.market.setTouch(1002, '0.45', '0.47');
    assert.deepEqual(await view(harness, id), { bid: price('0.45'), ask: price('0.47') });
    harness.market.set(openInstrument(1002, { status: 'PAUSED' }));
    assert.deepEqual(await view(harness, id), { bid: price('0.44'), ask: price('0.48') });
    harness.market.set(openInstrument(1002));
    const asset = harness.market.assets.get(501 as never);
    assert.ok(asset !== undefined);
    const members = asset.members.map((each) =>
      each.instrumentId === (1002 as InstrumentId) ? { ...each, inverted: true } : each,
    );
    harness.market.assets.set(asset.genericAssetId, { ...asset, members });
    harness.market.setTouch(1002, '0.54', '0.55');
    assert.deepEqual(await view(harness, id), { bid: price('0.45'), ask: price('0.46') });
    harness.market.sick.add(DEMO);
    assert.equal(await view(harness, id), null);
  });
});
