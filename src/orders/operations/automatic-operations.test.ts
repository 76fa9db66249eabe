import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { InstrumentId, SubaccountId } from '../../contract/model/ids.ts';
import { type Notional, parseQty, renderNotional } from '../../contract/model/money.ts';
import type { PositionOperation } from '../../contract/model/position-operation.ts';
import {
  listGenericAsset,
  type OmsHarness,
  openInstrument,
  openOms,
  settle,
  submit,
  TRADER,
  value,
} from '../../oms/oms.fixture.ts';
import { DEMO, price, toReport } from '../../oms/scripted-venue.fixture.ts';
import { toPut } from '../quotes/quotes.fixture.ts';
import type { AutomaticMinimums } from './automatic-candidates.ts';
import { CONFIRMED, MARKET, ONE_USD, OperationVenue, PENDING, UNKNOWN } from './operation-venue.fixture.ts';

const OTHER_MARKET = 1002 as InstrumentId;
const MINUTE = 60_000;
const AUTOMATIC: AutomaticMinimums = {
  redeemMin: (5n * ONE_USD) as Notional,
  mergeMin: (10n * ONE_USD) as Notional,
};
const OFF: AutomaticMinimums = { redeemMin: null, mergeMin: null };

let venue: OperationVenue;
let harness: OmsHarness;

async function open(automatic: AutomaticMinimums = AUTOMATIC): Promise<void> {
  venue = new OperationVenue();
  venue.onSend = () => CONFIRMED;
  harness = await openOms({ venue, automatic });
  await settle();
}

beforeEach(() => open());

/** Kills the process and starts another one on the same ledger. */
async function restart(): Promise<void> {
  harness.oms.stop();
  const { clock, storage, market } = harness;
  harness = await openOms({ clock, storage, market, venue, automatic: AUTOMATIC });
  await settle();
}

async function buy(outcome: 'YES' | 'NO', size: string, where: object = {}): Promise<void> {
  await submit(harness, { outcome, qty: size, price: '0.4', tif: 'IOC', ...where });
  await settle();
}

async function split(size: string, subaccountId = 'sa_1', instrumentId = MARKET): Promise<void> {
  const request = { kind: 'SPLIT', qty: parseQty(size), idempotencyKey: null, instrumentId } as const;
  const owner = { subaccountId: subaccountId as SubaccountId };
  value(await harness.oms.operations.request(TRADER, { ...request, ...owner }));
  await settle();
}

async function resolve(
  result: 'YES' | 'NO' | 'FRACTION',
  settlementPrice: string,
  id = MARKET,
): Promise<void> {
  const settled = { status: 'SETTLED', result, settlementPrice: price(settlementPrice) } as const;
  harness.market.set(openInstrument(id, settled));
  await settle();
}

async function pass(minutes = 1): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    harness.clock.advance(MINUTE);
    await settle();
  }
}

const listAutomatic = (): readonly PositionOperation[] =>
  [...harness.oms.state.operations.values()].filter(({ keyId }) => keyId === null);

/** Such as `REDEEM 1001 sa_1 10 CONFIRMED`. */
const texts = (): readonly string[] =>
  listAutomatic().map((each) =>
    [each.kind, each.instrumentId, each.subaccountId, renderNotional(each.cash), each.status].join(' '),
  );

const sends = (): number => venue.calls.filter((call) => call.startsWith('send')).length;
const problem = (): string | null => harness.oms.findAutomaticProblem(DEMO);

describe('an automatic redemption', () => {
  for (const [outcome, result, settlementPrice, expected] of [
    ['YES', 'YES', '1', ['REDEEM 1001 sa_1 10 CONFIRMED']],
    ['NO', 'NO', '0', ['REDEEM 1001 sa_1 10 CONFIRMED']],
    ['YES', 'FRACTION', '0.5', ['REDEEM 1001 sa_1 5 CONFIRMED']],
    ['NO', 'FRACTION', '0.5', ['REDEEM 1001 sa_1 5 CONFIRMED']],
    ['YES', 'NO', '0', []],
    ['NO', 'YES', '1', []],
  ] as const)
    test(`of 10 ${outcome} tokens at ${settlementPrice} of YES: ${expected[0] ?? 'none'}`, async () => {
      await buy(outcome, '10');
      await pass(20);
      assert.deepEqual(texts(), []);
      await resolve(result, settlementPrice);
      await pass(20);
      assert.deepEqual(texts(), expected);
      assert.equal(harness.oms.state.claims.size, 0);
      assert.equal(sends(), expected.length);
    });

  test('begins at the minimum, and not below it', async () => {
    await buy('YES', '4');
    await buy('YES', '5', { instrument_id: OTHER_MARKET });
    await resolve('YES', '1');
    await resolve('YES', '1', OTHER_MARKET);
    await pass(20);
    assert.deepEqual(texts(), ['REDEEM 1002 sa_1 5 CONFIRMED']);
    assert.equal(problem(), null);
  });

  test('counts the tokens of all subaccounts of a market, and belongs to the one with the largest claim', async () => {
    await buy('YES', '2');
    await buy('YES', '3', { subaccount_id: 'sa_2' });
    await resolve('YES', '1');
    await pass();
    assert.deepEqual(texts(), ['REDEEM 1001 sa_2 3 CONFIRMED']);
    assert.equal(harness.oms.state.claims.size, 0);
  });

  test('of two markets waits for the end of the one before', async () => {
    await buy('YES', '10');
    await buy('NO', '10', { instrument_id: OTHER_MARKET });
    venue.onSend = () => PENDING;
    venue.onQueryOperation = () => UNKNOWN;
    await resolve('YES', '1');
    await resolve('NO', '0', OTHER_MARKET);
    await pass(30);
    assert.deepEqual(texts(), ['REDEEM 1001 sa_1 10 SENT']);
    venue.onQueryOperation = () => CONFIRMED;
    await pass(3);
    assert.deepEqual(texts(), ['REDEEM 1001 sa_1 10 CONFIRMED', 'REDEEM 1002 sa_1 10 CONFIRMED']);
    assert.equal(sends(), 2);
  });

  test('is journaled with the actor `automatic`, and shown as begun by the service', async () => {
    const { journal } = harness.storage;
    const append = journal.append.bind(journal);
    const actors: string[] = [];
    journal.append = (entry, rows) => {
      if (entry.cause === 'position_operation') actors.push(entry.actor);
      return append(entry, rows);
    };
    await buy('YES', '10');
    await resolve('YES', '1');
    await pass();
    const [operation] = listAutomatic();
    assert.equal(operation?.idempotencyKey, 'automatic:REDEEM:sa_1:1001:after:none');
    assert.deepEqual(actors, ['automatic', DEMO, DEMO]); // requested, sealed and confirmed
  });

  for (const [title, subaccounts] of [
    ['the account', '*'],
    ['a subaccount with a claim', ['sa_2' as SubaccountId]],
  ] as const)
    test(`waits while the kill switch of ${title} is on`, async () => {
      const caller = { ...TRADER, subaccounts };
      await buy('YES', '10');
      await buy('YES', '10', { subaccount_id: 'sa_2' });
      value(await harness.oms.risk.setKillSwitch(caller, { enabled: true }));
      await resolve('YES', '1');
      await pass(20);
      assert.deepEqual(texts(), []);
      value(await harness.oms.risk.setKillSwitch(caller, { enabled: false }));
      await settle();
      await pass();
      assert.deepEqual(texts(), ['REDEEM 1001 sa_1 10 CONFIRMED']);
    });

  test('is not begun while the account cannot do it, and the health says why', async () => {
    venue.obstacle = 'this wallet needs gas';
    await buy('YES', '10');
    await resolve('YES', '1');
    await pass(5);
    assert.deepEqual(texts(), []);
    assert.equal(problem(), 'the automatic redeem of instrument 1001 is not possible: this wallet needs gas');
    assert.equal(harness.warnings.filter((text) => text === 'tokens are not converted').length, 1);
    venue.obstacle = null;
    await pass(2);
    assert.deepEqual([texts(), problem()], [['REDEEM 1001 sa_1 10 CONFIRMED'], null]);
  });

  test('that fails is begun again after 5, 10 and 20 minutes, and not before', async () => {
    venue.onSend = () => ({ kind: 'failed', failure: 'failed_on_chain', venueMessage: 'reverted' });
    await buy('YES', '10');
    await resolve('YES', '1');
    await pass();
    assert.equal(sends(), 1);
    await pass(2);
    assert.match(
      problem() ?? '',
      /^the automatic redeem of instrument 1001 failed \(reverted\): the next attempt is at 2026-07-01T12:06/,
    );
    await pass(1);
    assert.equal(sends(), 1);
    await restart();
    await pass(3);
    assert.equal(sends(), 2);
    await pass(8);
    assert.equal(sends(), 2);
    await pass(3);
    assert.equal(sends(), 3);
    await pass(17);
    assert.equal(sends(), 3);
    venue.onSend = () => CONFIRMED;
    await pass(4);
    assert.deepEqual([sends(), problem(), harness.oms.state.claims.size], [4, null, 0]);
    const keys = listAutomatic().map(({ idempotencyKey }) => idempotencyKey);
    assert.equal(new Set(keys).size, 4);
  });

  test('of a redemption by a caller begins nothing', async () => {
    await buy('YES', '10');
    venue.onSend = () => PENDING;
    venue.onQueryOperation = () => UNKNOWN;
    await resolve('YES', '1');
    const request = { kind: 'REDEEM', qty: null, idempotencyKey: null, instrumentId: MARKET } as const;
    value(await harness.oms.operations.request(TRADER, { ...request, subaccountId: 'sa_1' as SubaccountId }));
    await pass(10);
    venue.onQueryOperation = () => CONFIRMED;
    await pass(10);
    assert.deepEqual([texts(), sends()], [[], 1]);
  });
});

describe('a crash during an automatic redemption', () => {
  test('between the request and the seal: the next process sends it, and begins no second one', async () => {
    await buy('YES', '10');
    venue.canSeal = false;
    await resolve('YES', '1');
    await pass(2);
    assert.deepEqual(texts(), ['REDEEM 1001 sa_1 10 REQUESTED']);
    await restart();
    venue.canSeal = true;
    await pass(5);
    assert.deepEqual([texts(), sends()], [['REDEEM 1001 sa_1 10 CONFIRMED'], 1]);
  });

  for (const [title, onSend] of [
    ['between the seal and the answer', () => new Promise<never>(() => undefined)],
    ['after a lost answer', () => UNKNOWN],
  ] as const)
    test(`${title}: it is queried, never sent again, and nothing else is begun meanwhile`, async () => {
      await buy('YES', '10');
      await buy('YES', '10', { instrument_id: OTHER_MARKET });
      venue.onSend = onSend;
      venue.onQueryOperation = () => UNKNOWN;
      await resolve('YES', '1');
      await resolve('YES', '1', OTHER_MARKET);
      await pass(2);
      assert.deepEqual(texts(), ['REDEEM 1001 sa_1 10 SENDING']);
      await restart();
      await pass(120);
      assert.deepEqual([texts(), sends()], [['REDEEM 1001 sa_1 10 SENDING'], 1]);
      venue.onSend = () => CONFIRMED;
      venue.onQueryOperation = () => CONFIRMED;
      await pass(5);
      assert.deepEqual(texts(), ['REDEEM 1001 sa_1 10 CONFIRMED', 'REDEEM 1002 sa_1 10 CONFIRMED']);
      assert.equal(sends(), 2);
    });

  test('before anything was begun: the start looks at what was settled', async () => {
    venue.obstacle = 'not now';
    await buy('YES', '10');
    await resolve('YES', '1');
    await pass();
    venue.obstacle = null;
    await restart();
    await pass();
    assert.deepEqual(texts(), ['REDEEM 1001 sa_1 10 CONFIRMED']);
  });
});

describe('an automatic merge', () => {
  test('takes pairs at the minimum once they were unused for ten minutes, of each subaccount and market', async () => {
    await split('10');
    await split('9', 'sa_2');
    await split('12', 'sa_2', OTHER_MARKET);
    await pass(9);
    assert.deepEqual(texts(), []);
    await pass(5);
    assert.deepEqual(texts().toSorted(), ['MERGE 1001 sa_1 10 CONFIRMED', 'MERGE 1002 sa_2 12 CONFIRMED']);
    await pass(20);
    assert.equal(texts().length, 2);
    assert.deepEqual(
      [...harness.oms.state.tokenPairs.values()].map(({ pairs }) => pairs),
      [parseQty('9')],
    );
  });

  test('begins its ten minutes again when the pairs change', async () => {
    await split('10');
    await pass(8);
    await split('5');
    await pass(8);
    assert.deepEqual(texts(), []);
    await pass(5);
    assert.deepEqual(texts(), ['MERGE 1001 sa_1 15 CONFIRMED']);
  });

  for (const [title, order] of [
    ['a sale of a part', { side: 'SELL', outcome: 'YES', qty: '4', price: '0.9' }],
    ['a sale of all', { side: 'SELL', outcome: 'NO', qty: '30', price: '0.9' }],
    ['a purchase', { side: 'BUY', outcome: 'YES', qty: '4', price: '0.1' }],
  ] as const)
    test(`takes nothing while ${title} is live, and not at once after its end`, async () => {
      await split('30');
      await submit(harness, order);
      await pass(30);
      assert.deepEqual(texts(), []);
      const [placed] = venue.placed;
      assert.ok(placed !== undefined);
      const ended = toReport(placed, { status: 'EXPIRED', reason: 'expired' });
      harness.oms.onVenueReport(DEMO, ended);
      await settle();
      await pass(9);
      assert.deepEqual(texts(), []);
      await pass(3);
      assert.deepEqual(texts(), ['MERGE 1001 sa_1 30 CONFIRMED']);
    });

  const stop = { trigger_price: '0.4', max_slippage: '0.03' };
  const legs = [
    { instrument_id: 1002, side: 'BUY', outcome: 'YES', price: '0.4' },
    { instrument_id: 1001, side: 'BUY', outcome: 'NO', price: '0.5' },
  ];
  for (const [title, body] of [
    ['a stop', { type: 'STOP', instrument_id: 1001, side: 'SELL', qty: '5', params: stop }],
    [
      'a smart route of its asset',
      { type: 'SMART_ROUTE', generic_asset_id: 501, side: 'BUY', qty: '5', price: '0.1', params: {} },
    ],
    [
      'a hedged pair with it as the second leg',
      { type: 'HEDGED_PAIR', qty: '5', params: { legs, min_edge: '0.02', unhedged_qty_max: '4' } },
    ],
  ] as const)
    test(`takes nothing while ${title} waits without a live order`, async () => {
      listGenericAsset(harness.market, [1002, 1001], '100');
      await split('30');
      await split('30', 'sa_2');
      const placed = value(
        await harness.oms.complexOrders.submit(TRADER, { subaccount_id: 'sa_1', ...body }, null),
      );
      await pass(30);
      assert.ok(!venue.placed.some(({ venueInstrumentId }) => venueInstrumentId === 'M-1001'));
      assert.deepEqual(texts(), ['MERGE 1001 sa_2 30 CONFIRMED']);
      venue.onCancel = (clientId) => {
        const child = venue.placed.find((order) => order.clientId === clientId);
        assert.ok(child !== undefined);
        return { kind: 'report', report: toReport(child, { status: 'CANCELLED', reason: 'requested' }) };
      };
      value(await harness.oms.complexOrders.cancel(TRADER, placed.parent.id));
      await pass(13);
      assert.equal(texts().length, 2);
    });

  test('takes nothing while a quote is live', async () => {
    await split('30');
    value(await harness.oms.quotes.put(TRADER, toPut(1, { bid: '10 x 5' })));
    await pass(30);
    assert.deepEqual(texts(), []);
  });

  test('ignores the orders of another subaccount and of another market', async () => {
    await split('30');
    await submit(harness, { side: 'BUY', qty: '1', price: '0.1', subaccount_id: 'sa_2' });
    await submit(harness, { side: 'BUY', qty: '1', price: '0.1', instrument_id: OTHER_MARKET });
    await pass(12);
    assert.deepEqual(texts(), ['MERGE 1001 sa_1 30 CONFIRMED']);
  });

  test('waits while the kill switch is on', async () => {
    await split('30');
    await harness.oms.risk.setKillSwitch(TRADER, { enabled: true });
    await pass(30);
    assert.deepEqual(texts(), []);
  });
});

test('without minimums nothing is begun, and no timer waits', async () => {
  await open(OFF);
  await buy('YES', '10');
  await split('30', 'sa_2');
  const timers = harness.clock.timersWaiting;
  await pass(30);
  await resolve('YES', '1');
  await pass(30);
  assert.deepEqual(texts(), []);
  assert.equal(harness.clock.timersWaiting, timers);
});

for (const [title, automatic, expected] of [
  ['redeems only', { ...AUTOMATIC, mergeMin: null }, ['REDEEM 1002 sa_1 10 CONFIRMED']],
  ['merges only', { ...AUTOMATIC, redeemMin: null }, ['MERGE 1001 sa_2 30 CONFIRMED']],
] as const)
  test(`one minimum without the other ${title}`, async () => {
    await open(automatic);
    await split('30', 'sa_2');
    await buy('YES', '10', { instrument_id: OTHER_MARKET });
    await resolve('YES', '1', OTHER_MARKET);
    await pass(15);
    assert.deepEqual(texts(), expected);
  });
