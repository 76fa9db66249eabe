import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_FEES } from '../../../contract/model/fee-schedule.ts';
import {
  complement,
  type Notional,
  ONE,
  type Price,
  type Qty,
  renderDecimal,
} from '../../../contract/model/money.ts';
import { computeFillFee } from '../../../domain/fees/fill-fees.ts';
import { settle } from '../../../oms/oms.fixture.ts';
import { createListing } from '../polymarket-feed.fixture.ts';
import {
  createEvent,
  describeOutcome,
  KEY_ADDRESS,
  PolymarketHarness,
} from '../polymarket-harness.fixture.ts';
import { limitAmounts } from './order-builder.ts';
import { TokenBalances } from './token-balances.ts';

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

polymarket('tokens are sold as they are held, also as IOC', async (harness) => {
  await harness.depositTokens(0, '20');
  assert.equal(describeOutcome(await harness.place(SALE, '0.6', '10')), 'OPEN 0');
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

polymarket(
  'a purchase that is final can be sold at once: the venue reads its balance first',
  async (harness) => {
    await harness.addTrader(OFFER, 1);
    await harness.place({}, '0.55');
    const isFinal = (): boolean =>
      harness.listener.reports.some(({ fills }) => fills.some(({ settlement }) => settlement === 'FINAL'));
    for (let steps = 0; !isFinal() && steps < 2_000; steps += 1) await harness.step(25);
    assert.equal(describeOutcome(await harness.place(SALE, '0.6', '10')), 'OPEN 0');
  },
);

for (const [index, outcome] of [
  [0, 'YES'],
  [1, 'NO'],
] as const)
  polymarket(
    `the cash of a sale of ${outcome} can be spent once it is final, where the venue is late to see it`,
    async (harness) => {
      const readCash = async () =>
        (await harness.until(harness.venue.balance?.() ?? assert.fail('it has a cash account')))?.available;
      await harness.depositTokens(index, '20');
      await harness.addTrader(BID, index);
      harness.exchange.fault({ name: 'balance_lag' });
      const before = (await readCash()) ?? assert.fail('a balance');
      const sold = await harness.place({ ...SALE, outcome, tif: 'IOC' }, '0.45', '6');
      assert.match(describeOutcome(sold), /^FILLED 6/);
      await harness.pass(15_000);
      const received = ((await readCash()) ?? assert.fail('a balance')) - before;
      assert.ok(received > 2n * ONE * ONE && received < 3n * ONE * ONE, 'six at 0.45, less the fee');
    },
  );

for (const outcome of ['YES', 'NO'] as const)
  for (const [what, missing] of [
    ['whose market is not listed yet', /^GET \/(markets|events)/],
    ['of which the venue has not read its balance', /^GET \/balance-allowance\/update/],
  ] as const)
    test(`tokens of ${outcome} from before the start, ${what} at the first look, can be sold`, async () => {
      const harness = new PolymarketHarness();
      const token = (await harness.exchange.tokens())[outcome === 'YES' ? 0 : 1];
      harness.exchange.act({ verb: 'deposit', wallet: KEY_ADDRESS, asset: token, amount: '30' });
      const arrives = harness.hooks.journey;
      harness.hooks.journey = (origin, request) =>
        missing.test(`${request.method} ${request.path}`)
          ? { fate: 'lost', requestMs: 0, answerMs: 0 }
          : arrives(origin, request);
      const started = harness.venue.start(harness.listener);
      await harness.pass(1_000);
      assert.equal((await harness.until(harness.venue.positions()))?.length, 1);
      await harness.pass(25_000); // requests without an answer end
      harness.hooks.journey = arrives;
      await harness.until(started);
      harness.venue.watch(harness.id);
      await harness.pass(100);
      await harness.until(harness.venue.reconcile(null));
      assert.equal(describeOutcome(await harness.place({ ...SALE, outcome }, '0.6', '10')), 'OPEN 0');
      await harness.stop();
    });

for (const [index, outcome] of [
  [0, 'YES'],
  [1, 'NO'],
] as const)
  test(`the first order of a deposit wallet can be a sale of ${outcome}`, async () => {
    const funder = `0x${'9'.repeat(40)}`;
    const harness = new PolymarketHarness([createEvent('rain')], { signatureType: 3, funder });
    const asset = (await harness.exchange.tokens())[index];
    harness.exchange.act({ verb: 'deposit', wallet: funder, asset, amount: '30' });
    await harness.start();
    assert.equal((await harness.until(harness.venue.positions()))?.length, 1);
    assert.equal(describeOutcome(await harness.place({ ...SALE, outcome }, '0.6', '10')), 'OPEN 0');
    await harness.stop();
  });

test('a refresh that was not answered is due until it is: with the next look at the wallet, or the next sale', async () => {
  const listing = createListing(1);
  const refreshed: (string | null)[] = [];
  let isAnswered = false;
  const sizes = { yes: 5 };
  const client = {
    dataApi: 'v1',
    read: async () => {
      const { venueInstrumentId: conditionId } = listing.instrument;
      const row = { asset: listing.yes, conditionId, outcomeIndex: 0, size: sizes.yes, redeemable: false };
      return { kind: 'answer', status: 200, value: [row], body: '' };
    },
    refreshBalance: async (token: { readonly tokenId: string } | null) => {
      refreshed.push(token?.tokenId ?? null);
      return isAnswered;
    },
  };
  const balances = new TokenBalances({
    client,
    wallet: { maker: KEY_ADDRESS },
    listings: { byToken: () => listing, recheck: () => undefined },
    listener: { onAnomaly: () => undefined },
  } as unknown as ConstructorParameters<typeof TokenBalances>[0]);
  const look = async (): Promise<number> => {
    await balances.positions();
    await settle();
    return refreshed.length;
  };
  assert.deepEqual([await look(), await look()], [1, 2], 'the same tokens, again');
  const due = balances.pendingRefresh(listing.yes);
  assert.notEqual(due, null, 'before a sale');
  await due;
  isAnswered = true;
  assert.deepEqual([refreshed.length, await look(), await look()], [3, 4, 4]);
  assert.equal(balances.pendingRefresh(listing.yes), null);
  sizes.yes = 4;
  assert.equal(await look(), 4, 'fewer tokens');
  sizes.yes = 6;
  assert.equal(await look(), 5, 'more tokens');
  isAnswered = false;
  balances.refresh(null);
  assert.equal(await look(), 7, 'the cash, twice');
  isAnswered = true;
  assert.deepEqual([await look(), await look()], [8, 8]);
  assert.deepEqual(refreshed.slice(4), [listing.yes, null, null, null]);
});

polymarket('a sale of tokens that are not held is refused in the words of the venue', async (harness) => {
  assert.equal(describeOutcome(await harness.place(SALE, '0.6', '10')), 'refused insufficient_balance');
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

for (const outcome of ['YES', 'NO'] as const)
  polymarket(
    `what a purchase of ${outcome} has matched is not available before it is on the chain either`,
    async (harness) => {
      const readCash = async () =>
        (await harness.until(harness.venue.balance?.() ?? assert.fail('it has a cash account'))) ??
        assert.fail('a balance');
      const { available: before } = await readCash();
      await harness.addTrader(OFFER, outcome === 'YES' ? 1 : 0);
      const bought = await harness.place({ outcome, tif: 'IOC' }, '0.5', '10');
      assert.match(describeOutcome(bought), /^FILLED 10; PENDING TAKER BUY/);
      const matched = await readCash();
      assert.equal(matched.total, before, 'nothing has moved on the chain');
      const paid = before - matched.available;
      assert.ok(paid >= 5n * ONE * ONE && paid < 6n * ONE * ONE, 'ten at 0.50, and the fee');
      const at = '0.1'; // so many contracts cost the cash that the venue shows
      const tooMany = renderDecimal(before / 10_000_000n);
      assert.equal(
        describeOutcome(await harness.place({ outcome }, at, tooMany)),
        'refused insufficient_balance',
      );
      await harness.pass(3_000);
      const mined = await readCash();
      assert.equal(mined.total, matched.available);
      assert.equal(mined.available, mined.total - paid, 'kept, since the balance may fall after the payment');
      await harness.pass(10_000);
      assert.equal((await readCash()).available, matched.available);
    },
  );
