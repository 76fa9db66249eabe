import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeFillFee } from '../../../domain/fees/fill-fees.ts';
import { NO_FEES } from '../../../domain/model/fee-schedule.ts';
import {
  complement,
  type Notional,
  ONE,
  type Price,
  type Qty,
  renderDecimal,
} from '../../../domain/model/money.ts';
import type { VenueOrder, VenueOutcome } from '../../../ports/venue.ts';
import { describeOutcome, describeReport, PolymarketHarness } from '../polymarket-harness.fixture.ts';
import { limitAmounts } from './order-builder.ts';

const polymarket = (behaviour: string, run: (harness: PolymarketHarness) => Promise<void>): void => {
  test(behaviour, async () => {
    const harness = new PolymarketHarness();
    await harness.start();
    try {
      await run(harness);
    } finally {
      await harness.stop();
    }
  });
};

const FEE_STEP = 100_000_000_000n as Notional; // 0.00001 pUSD
const QTY = 1_234_000_000n as Qty;

const SALE = { side: 'SELL' } as const;
/** Ten YES for sale at 0.50, and a bid for six at 0.45. */
const OFFER = { side: 'BUY', maker: '5', taker: '10' } as const;
const BID = { side: 'BUY', maker: '2.7', taker: '6' } as const;

const WANTING = 'not enough balance / allowance';

/** How a resting sale of YES at 0.60 is sent: as a sale, or as a purchase of NO at 0.40. */
function workedAt(result: VenueOutcome): string {
  assert.ok(result.kind === 'report' && result.report.status === 'OPEN', describeOutcome(result));
  return renderDecimal(result.report.price ?? assert.fail('a price'));
}
const [AS_SALE, AS_PURCHASE] = ['0.6', '0.4'];

async function sell(
  harness: PolymarketHarness,
  qty: string,
  fields: Partial<VenueOrder> = {},
): Promise<string> {
  return workedAt(await harness.place({ ...SALE, ...fields }, '0.6', qty));
}

polymarket(
  'tokens that are not held are sold by buying the other outcome at one minus the price',
  async (harness) => {
    assert.equal(await sell(harness, '10'), AS_PURCHASE);
    await harness.pass(100);
    const asks = harness.listener.levels(harness.id, 'SELL');
    assert.deepEqual(
      asks.map(({ price, qty }) => [price, qty]),
      [[60_000_000n, 1_000_000_000n]],
    );
    await harness.addTrader({ side: 'BUY', maker: '6', taker: '10' }, 0);
    assert.equal(
      describeReport(harness.listener.reports.at(-1) ?? assert.fail()),
      'FILLED 10; PENDING MAKER BUY NO 10 @ 0.4',
    );
    await harness.pass(10_000);
    const held = await harness.until(harness.venue.positions());
    assert.deepEqual(
      held?.map(({ netQty }) => netQty),
      [-1_000_000_000n],
    );
  },
);

polymarket('NO that is not held is sold the same way, also as IOC', async (harness) => {
  await harness.addTrader(OFFER, 1); // YES for sale at 0.50 buys NO at 0.50
  assert.equal(
    describeOutcome(await harness.place({ ...SALE, outcome: 'NO', tif: 'IOC' }, '0.5', '25')),
    'CANCELLED ioc_remainder 10; PENDING TAKER BUY YES 10 @ 0.5',
  );
  await harness.addTrader(BID, 0);
  assert.equal(
    describeOutcome(await harness.place(SALE, null, '10')),
    'CANCELLED ioc_remainder 6; PENDING TAKER BUY NO 6 @ 0.55',
  );
  assert.equal(describeOutcome(await harness.place(SALE, null, '10')), 'CANCELLED no_liquidity 0');
});

polymarket('held tokens are sold directly, also as IOC', async (harness) => {
  await harness.depositTokens(0, '20');
  assert.equal(await sell(harness, '10'), AS_SALE);
  assert.equal(
    describeOutcome(await harness.place({ ...SALE, tif: 'IOC' }, '0.6', '5')),
    'CANCELLED no_liquidity 0',
  );
  await harness.addTrader(BID, 0);
  assert.equal(
    describeOutcome(await harness.place({ ...SALE, tif: 'IOC' }, '0.45', '10')),
    'CANCELLED ioc_remainder 6; PENDING TAKER SELL YES 6 @ 0.45',
  );
});

polymarket('a sale of partly held tokens is one order: a purchase of the other outcome', async (harness) => {
  await harness.depositTokens(0, '9.99');
  assert.equal(await sell(harness, '10'), AS_PURCHASE);
  assert.equal(await sell(harness, '9.99'), AS_SALE);
});

polymarket('concurrent sales of the same tokens never both use them', async (harness) => {
  await harness.depositTokens(0, '15');
  const [first, second] = [harness.prepareOrder(SALE, '0.6'), harness.prepareOrder(SALE, '0.6')];
  const placed = await harness.until(Promise.all([second, first].map((order) => harness.venue.place(order))));
  assert.deepEqual(placed.map(workedAt), [AS_PURCHASE, AS_SALE]);
  await harness.until(harness.venue.cancel(first.clientId, harness.id));
  assert.equal(await sell(harness, '15'), AS_SALE, 'what was cancelled takes nothing');
});

polymarket('a prepared sale that is never sent releases its tokens after a while', async (harness) => {
  await harness.depositTokens(0, '10');
  harness.prepareOrder(SALE, '0.6');
  assert.equal(await sell(harness, '10'), AS_PURCHASE);
  await harness.pass(61_000);
  assert.equal(await sell(harness, '10'), AS_SALE);
});

polymarket('bought tokens can be sold once the trade is final', async (harness) => {
  await harness.addTrader(OFFER, 1);
  await harness.place({}, '0.55');
  assert.equal(await sell(harness, '10'), AS_PURCHASE);
  await harness.pass(10_000);
  assert.equal(await sell(harness, '10'), AS_SALE);
});

polymarket('sold tokens are not counted, even if the positions endpoint lags', async (harness) => {
  await harness.depositTokens(0, '10');
  await harness.addTrader(BID, 0);
  await harness.place({ ...SALE, tif: 'IOC' }, '0.45', '6');
  await harness.until(harness.venue.positions()); // still ten: the trade is not on the chain
  assert.equal(await sell(harness, '5'), AS_PURCHASE);
});

polymarket('after a sale is refused for lack of tokens the next one is mirrored', async (harness) => {
  await harness.depositTokens(0, '10');
  harness.exchange.fault({
    name: 'status',
    method: 'POST',
    path: '/order',
    status: 400,
    text: WANTING,
    times: 1,
  });
  assert.equal(describeOutcome(await harness.place(SALE, '0.6')), 'refused insufficient_balance');
  assert.equal(await sell(harness, '10'), AS_PURCHASE);
});

polymarket(
  'after a restart the tokens of a resting sale are reserved, and a mirrored one is found',
  async (harness) => {
    await harness.depositTokens(0, '10');
    assert.equal(await sell(harness, '10'), AS_SALE);
    const mirrored = harness.prepareOrder(SALE, '0.6');
    await harness.until(harness.venue.place(mirrored));
    await harness.restart();
    await harness.until(harness.venue.start(harness.listener));
    await harness.until(harness.venue.reconcile(null));
    await harness.pass(1_000);
    assert.equal(await sell(harness, '10'), AS_PURCHASE);
    await harness.addTrader({ side: 'BUY', maker: '18', taker: '30' }, 0);
    await harness.pass(1_000);
    assert.equal(
      describeReport(harness.listener.getReports(mirrored.clientId).at(-1) ?? assert.fail()),
      'FILLED 10; PENDING MAKER BUY NO 10 @ 0.4',
    );
  },
);

polymarket('while the wallet cannot be read, no tokens count as held', async (harness) => {
  await harness.depositTokens(0, '10');
  await harness.restart();
  harness.hooks.journey = (_, { path }) => ({
    fate: path.startsWith('/positions') ? 'lost' : 'arrives',
    requestMs: 0,
    answerMs: 0,
  });
  await harness.until(harness.venue.start(harness.listener));
  await harness.until(harness.venue.reconcile(null));
  assert.equal(await sell(harness, '10'), AS_PURCHASE);
});

test('a mirrored purchase costs exactly one minus what the sale would give', () => {
  const fees = { ...NO_FEES, takerRate: 4_000_000n, fillStep: FEE_STEP };
  for (const tick of [10_000_000n, 1_000_000n, 500_000n, 250_000n, 100_000n, 10_000n]) {
    for (let price = tick; price < ONE; price += tick * 7n) {
      const [own, other] = [price as Price, complement(price as Price)];
      const sold = limitAmounts('SELL', own, QTY);
      const bought = limitAmounts('BUY', other, QTY);
      assert.equal(bought.takerAmount, sold.makerAmount);
      assert.equal(bought.makerAmount + sold.takerAmount, sold.makerAmount);
      assert.equal(computeFillFee(fees, own, QTY), computeFillFee(fees, other, QTY));
    }
  }
});

polymarket('open purchases reduce the available cash, and a cancel releases them', async (harness) => {
  const before = await harness.until(harness.venue.balance?.() ?? assert.fail('it has a cash account'));
  assert.ok(before !== null && before.total === before.available);
  const placed = await harness.place({ side: 'BUY' }, '0.2', '10');
  assert.ok(placed.kind === 'report', describeOutcome(placed));
  const during = await harness.until(harness.venue.balance?.() ?? assert.fail('it has a cash account'));
  assert.ok(during !== null && during.total !== null && before.total !== null);
  assert.equal(during.total - during.available, 2n * ONE * ONE);
  assert.equal(during.total, before.total);
  await harness.until(harness.venue.cancel(placed.report.clientId, harness.id));
  const after = await harness.until(harness.venue.balance?.() ?? assert.fail('it has a cash account'));
  assert.equal(after?.available, before.available);
});
