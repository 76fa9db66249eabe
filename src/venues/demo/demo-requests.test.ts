import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { createMemoryDemoStore } from '../../../test/support/storage/memory-demo-store.ts';
import { requirePresent } from '../../contract/model/assert.ts';
import type { VenueClientId, VenueOrderId } from '../../contract/model/ids.ts';
import { type Price, parsePrice, parseQty, type Qty, renderDecimal } from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import type { Venue, VenueAmend, VenueOrder, VenueOutcome } from '../../ports/venue.ts';
import { ManualClock } from './demo-clock.fixture.ts';
import { createTestDemo, START } from './demo-harness.fixture.ts';

const price = (text: string): Price => requirePresent(parsePrice(text), text);
const qty = (text: string): Qty => requirePresent(parseQty(text), text);
const LATER = (Date.parse(START) + 3_600_000) as TimestampMs;

/** Demo without a market maker, and an open market of it with a tick of one cent and a lot of one contract. */
async function start(store = createMemoryDemoStore()) {
  const [listener, clock] = [new RecordingListener(), new ManualClock(START)];
  const venue = createTestDemo(store, { clock, settings: { hasMarketMaker: false } });
  await venue.start(listener);
  const market = [...listener.instruments.values()].find(
    ({ status, priceTick, qtyStep, qtyMin, closeTime }) =>
      status === 'OPEN' &&
      priceTick === price('0.01') &&
      qtyStep === qty('1') &&
      qtyMin === qty('1') &&
      (closeTime ?? 0) > LATER,
  );
  return { venue, listener, clock, id: requirePresent(market, 'an open market').venueInstrumentId };
}

/** The same, as the sandbox runs it: its state is in the journal's commits. */
const startLocal = () => start({ ...createMemoryDemoStore(), commitsWithJournal: true });

const order = (
  venueInstrumentId: string,
  clientId: string,
  change: Partial<VenueOrder> = {},
): VenueOrder => ({
  clientId: clientId as VenueClientId,
  venueInstrumentId,
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  tif: 'GTC',
  price: price('0.40'),
  qty: qty('10'),
  expiresAt: null,
  ...change,
});

const amend = (clientId: string, change: Partial<VenueAmend>): VenueAmend => ({
  clientId: clientId as VenueClientId,
  venueOrderId: 'D-1' as VenueOrderId,
  venueInstrumentId: '',
  price: null,
  qty: null,
  expiresAt: null,
  tif: null,
  ...change,
});

/** A report as `OPEN 0 of 10 at 0.4`, or a refusal as its code. */
function outcomeOf(outcome: VenueOutcome): string {
  if (outcome.kind === 'refused') return outcome.code;
  if (outcome.kind !== 'report') return outcome.kind;
  const { status, reason, filledQty, qty: total, price: limit } = outcome.report;
  const ended = reason === null ? '' : ` (${reason})`;
  return `${status}${ended} ${renderDecimal(filledQty)} of ${renderDecimal(total)} at ${limit === null ? 'market' : renderDecimal(limit)}`;
}

const levelsOf = (listener: RecordingListener, id: string): readonly string[] =>
  (['BUY', 'SELL'] as const).flatMap((side) =>
    listener
      .levels(id, side)
      .map((level) => `${side} ${renderDecimal(level.qty)} at ${renderDecimal(level.price)}`),
  );

const published = (venue: Venue): Promise<unknown> => venue.order('none' as VenueClientId, '');

describe('an order is refused before it reaches the book', () => {
  const cases: readonly (readonly [name: string, change: Partial<VenueOrder>, code: string])[] = [
    ['LIMIT without a price', { price: null }, 'invalid_order'],
    ['MARKET with a price', { type: 'MARKET', tif: 'IOC' }, 'invalid_order'],
    ['GTD without an expiry', { tif: 'GTD' }, 'invalid_order'],
    ['GTC with an expiry', { expiresAt: LATER }, 'invalid_order'],
    ['a price off the tick', { price: price('0.405') }, 'price_off_tick'],
    ['a price of NO off the tick', { price: price('0.405'), outcome: 'NO' }, 'price_off_tick'],
    ['a quantity off the lot', { qty: qty('1.5') }, 'qty_off_lot'],
    ['a market that is not listed', { venueInstrumentId: 'NONE' }, 'unknown_instrument'],
  ];
  for (const [name, change, code] of cases)
    test(name, async () => {
      const { venue, listener, id } = await start();
      const outcome = await venue.place(order(id, 'a', change));
      assert.equal(outcome.kind === 'refused' && outcome.code, code);
      await published(venue);
      assert.deepEqual(levelsOf(listener, id), []);
      assert.equal((await venue.order('a' as VenueClientId, id)).kind, 'absent');
    });
});

describe('buying and selling YES and NO', () => {
  for (const [side, outcome, level] of [
    ['BUY', 'YES', 'BUY 10 at 0.3'],
    ['SELL', 'YES', 'SELL 10 at 0.3'],
    ['BUY', 'NO', 'SELL 10 at 0.7'],
    ['SELL', 'NO', 'BUY 10 at 0.7'],
  ] as const)
    test(`${side} ${outcome} rests, is amended and fills at the prices of its outcome`, async () => {
      const { venue, listener, id } = await start();
      const request = order(id, 'a', { side, outcome, price: price('0.3') });
      assert.equal(outcomeOf(await venue.place(request)), 'OPEN 0 of 10 at 0.3');
      await published(venue);
      assert.deepEqual(levelsOf(listener, id), [level]);
      const to = side === 'BUY' ? '0.31' : '0.29';
      const amended = await venue.amend(amend('a', { price: price(to), qty: qty('12') }));
      assert.equal(outcomeOf(amended), `OPEN 0 of 12 at ${to}`);
      const other = side === 'BUY' ? 'SELL' : 'BUY';
      const taker = await venue.place(
        order(id, 'b', { side: other, outcome, price: price(to), qty: qty('4'), tif: 'IOC' }),
      );
      assert.equal(outcomeOf(taker), `FILLED 4 of 4 at ${to}`);
      await published(venue);
      const fills = listener.getReports('a' as VenueClientId).flatMap((report) => report.fills);
      assert.deepEqual(
        fills.map((fill) => [
          fill.side,
          fill.outcome,
          renderDecimal(fill.price),
          fill.liquidity,
          fill.settlement,
        ]),
        [[side, outcome, to, 'MAKER', 'FINAL']],
      );
      assert.deepEqual(taker.kind === 'report' && taker.report.fills.map((fill) => fill.liquidity), [
        'TAKER',
      ]);
      const found = await venue.order('a' as VenueClientId, id);
      assert.equal(
        found.kind === 'found' && outcomeOf({ kind: 'report', report: found.report }),
        `OPEN 4 of 12 at ${to}`,
      );
    });

  test('an order that fills in several trades is FILLED by the last one', async () => {
    const { venue, listener, id } = await start();
    await venue.place(order(id, 'a'));
    for (const part of ['1', '2', '3'])
      await venue.place(order(id, `taker-${part}`, { side: 'SELL', qty: qty('3'), tif: 'IOC' }));
    const last = await venue.place(order(id, 'last', { side: 'SELL', qty: qty('3'), tif: 'IOC' }));
    assert.equal(outcomeOf(last), 'CANCELLED (ioc_remainder) 1 of 3 at 0.4');
    await published(venue);
    const states = listener
      .getReports('a' as VenueClientId)
      .map(({ status, filledQty }) => `${status} ${renderDecimal(filledQty)}`);
    assert.deepEqual(states, ['OPEN 3', 'OPEN 6', 'OPEN 9', 'FILLED 10']);
  });

  test('a post-only order that would trade is rejected and rests nowhere', async () => {
    const { venue, listener, id } = await start();
    await venue.place(order(id, 'a'));
    const crossing = await venue.place(order(id, 'b', { side: 'SELL', postOnly: true }));
    assert.equal(outcomeOf(crossing), 'REJECTED (post_only_cross) 0 of 10 at 0.4');
    await published(venue);
    assert.deepEqual(levelsOf(listener, id), ['BUY 10 at 0.4']);
  });

  for (const [selfTrade, outcome, resting] of [
    ['CANCEL_RESTING', 'OPEN 0 of 4 at 0.4', ['SELL 4 at 0.4']],
    ['CANCEL_INCOMING', 'CANCELLED (self_trade) 0 of 4 at 0.4', ['BUY 10 at 0.4']],
  ] as const)
    test(`${selfTrade} prevents a trade with the own order`, async () => {
      const { venue, listener, id } = await start();
      await venue.place(order(id, 'a'));
      assert.equal(
        outcomeOf(await venue.place(order(id, 'b', { side: 'SELL', qty: qty('4'), selfTrade }))),
        outcome,
      );
      await published(venue);
      assert.deepEqual(levelsOf(listener, id), resting);
      assert.equal(listener.trades.length, 0);
    });
});

describe('a request that is answered within its step', () => {
  for (const side of ['BUY', 'SELL'] as const)
    for (const outcome of ['YES', 'NO'] as const)
      test(`${side} ${outcome} ends as one that is awaited`, async () => {
        const [now, later] = [await startLocal(), await start()];
        const requests = [
          { side: side === 'BUY' ? ('SELL' as const) : ('BUY' as const), qty: qty('4') },
          { side },
          { side, tif: 'FOK' as const },
          { side, price: price('0.405') },
        ].map((change, index) => order(now.id, `o${index}`, { outcome, ...change }));
        for (const request of requests) {
          const atOnce = now.venue.placeAtOnce?.(request);
          assert.ok(atOnce);
          assert.equal(outcomeOf(atOnce), outcomeOf(await later.venue.place(request)));
        }
        const cancelled = now.venue.cancelAtOnce?.('o1' as VenueClientId);
        assert.ok(cancelled);
        assert.equal(
          outcomeOf(cancelled),
          outcomeOf(await later.venue.cancel('o1' as VenueClientId, later.id)),
        );
        await Promise.all([published(now.venue), published(later.venue)]);
        assert.deepEqual(levelsOf(now.listener, now.id), levelsOf(later.listener, later.id));
      });

  test('is not made with a client id that arrives, rests or was ever used, or for an order that is not open', async () => {
    const { venue, id } = await startLocal();
    const arriving = venue.place(order(id, 'a'));
    const place = (clientId: string) => venue.placeAtOnce?.(order(id, clientId));
    const cancel = (clientId: string) => venue.cancelAtOnce?.(clientId as VenueClientId);
    assert.deepEqual([place('a'), cancel('a')], [null, null]);
    await arriving;
    assert.equal(place('a'), null);
    assert.equal(cancel('a')?.kind, 'report');
    assert.equal(cancel('a'), null);
    await published(venue);
    assert.deepEqual([place('a'), cancel('a'), cancel('unknown')], [null, null, null]);
    assert.equal(place('b')?.kind, 'report');
  });
});

describe('an amend', () => {
  test('changes the time in force and the expiry, and keeps what it does not name', async () => {
    const { venue, id } = await start();
    await venue.place(order(id, 'a'));
    const expiry = async (change: Partial<VenueAmend>): Promise<unknown> => {
      const outcome = await venue.amend(amend('a', change));
      return outcome.kind === 'report' ? outcome.report.expiresAt : outcomeOf(outcome);
    };
    assert.equal(await expiry({ tif: 'GTD', expiresAt: LATER }), LATER);
    assert.equal(await expiry({ qty: qty('9') }), LATER);
    assert.equal(await expiry({ expiresAt: (LATER + 60_000) as TimestampMs }), LATER + 60_000);
    assert.equal(await expiry({ tif: 'GTC' }), null);
    assert.equal(await expiry({ expiresAt: LATER }), 'invalid_order');
  });

  test('of an order that is not open names its status', async () => {
    const { venue, id } = await start();
    await venue.place(order(id, 'a', { tif: 'IOC' }));
    await venue.place(order(id, 'b'));
    await venue.cancel('b' as VenueClientId, id);
    await venue.place(order(id, 'c'));
    await venue.place(order(id, 'd', { side: 'SELL' }));
    for (const [clientId, words] of [
      ['b', 'the order is CANCELLED'],
      ['c', 'the order is FILLED'],
    ] as const) {
      const outcome = await venue.amend(amend(clientId, { qty: qty('5') }));
      assert.deepEqual(outcome, { kind: 'refused', code: 'order_not_open', message: words });
    }
    assert.equal(outcomeOf(await venue.amend(amend('none', { qty: qty('5') }))), 'unknown_order');
  });

  test('waits for a place of the same order that is still in progress', async () => {
    const { venue, id } = await start();
    const [, amended] = await Promise.all([
      venue.place(order(id, 'a')),
      venue.amend(amend('a', { qty: qty('7') })),
    ]);
    assert.equal(outcomeOf(amended), 'OPEN 0 of 7 at 0.4');
  });

  test('to a smaller quantity keeps the place in the queue; to a larger one it loses it', async () => {
    for (const [to, first] of [
      ['9', 'a'],
      ['11', 'b'],
    ] as const) {
      const { venue, listener, id } = await start();
      await venue.place(order(id, 'a'));
      await venue.place(order(id, 'b'));
      await venue.amend(amend('a', { qty: qty(to) }));
      await venue.place(order(id, 't', { side: 'SELL', qty: qty('1'), tif: 'IOC' }));
      await published(venue);
      const filled = listener.reports.find(({ fills }) => fills.length > 0)?.clientId;
      assert.equal(filled, first, `to ${to}`);
    }
  });
});

test('a cancel of an order that is closed returns its final state', async () => {
  const { venue, id } = await start();
  await venue.place(order(id, 'a'));
  await venue.place(order(id, 'b', { side: 'SELL' }));
  assert.equal(outcomeOf(await venue.cancel('a' as VenueClientId, id)), 'FILLED 10 of 10 at 0.4');
  assert.equal(outcomeOf(await venue.cancel('none' as VenueClientId, id)), 'unknown_order');
  assert.equal(outcomeOf(await venue.place(order(id, 'a'))), 'duplicate_client_id');
});

test('the first reconciliations return all open orders and what changed since the mark, over more than one page', async () => {
  const store = createMemoryDemoStore();
  const before = await start(store);
  const ids = Array.from({ length: 520 }, (_, at) => `o${at}`);
  for (const each of ids) await before.venue.place(order(before.id, each, { qty: qty('1') }));
  const first = await before.venue.reconcile(null);
  assert.deepEqual(first.reports.map(({ clientId }) => String(clientId)).toSorted(), ids.toSorted());
  await before.venue.cancel('o7' as VenueClientId, before.id);
  await before.venue.place(order(before.id, 'taker', { side: 'SELL', qty: qty('2') }));
  await before.venue.stop();
  // A caller that does not keep the mark of the first call, as one that fails, gets everything again.
  const { venue } = await start(store);
  for (const mark of [first.mark, first.mark, '1000000', '-1', 'x', '1.5', null]) {
    const { reports } = await venue.reconcile(mark);
    assert.deepEqual(
      [
        reports.length,
        reports.filter(({ status }) => status === 'CANCELLED').map(({ clientId }) => clientId),
      ],
      [521, ['o7']],
      `mark ${mark}`,
    );
    for (const { filledQty, fills, clientId } of reports)
      assert.equal(
        fills.reduce((sum, fill) => sum + fill.qty, 0n),
        filledQty,
        clientId,
      );
  }
});

test('with a mark of this start, reconciliation returns the open orders as they are', async () => {
  const { venue, id, listener } = await start();
  for (const each of ['a', 'b', 'c']) await venue.place(order(id, each));
  const { mark } = await venue.reconcile(null);
  await venue.cancel('a' as VenueClientId, id);
  await venue.place(order(id, 'd', { qty: qty('7') }));
  const taker = await venue.place(order(id, 'taker', { side: 'SELL', qty: qty('14') }));
  const reported = [
    ...listener.reports.map(({ clientId }) => clientId),
    taker.kind === 'report' && taker.report.clientId,
  ];
  assert.deepEqual(reported, ['b', 'c', 'taker'], 'all that it leaves out');
  for (const each of [mark, (await venue.reconcile(mark)).mark]) {
    const { reports, mark: next } = await venue.reconcile(each);
    assert.deepEqual(
      reports.map((report) => `${report.clientId} ${outcomeOf({ kind: 'report', report })}`),
      ['c OPEN 4 of 10 at 0.4', 'd OPEN 0 of 7 at 0.4'],
    );
    assert.ok(Number(next) > Number(mark));
  }
});

test('ids of trades and orders go on after a restart', async () => {
  const store = createMemoryDemoStore();
  const before = await start(store);
  await before.venue.place(order(before.id, 'a', { qty: qty('20') }));
  await before.venue.place(order(before.id, 'b', { side: 'SELL' }));
  await before.venue.stop();
  const after = await start(store);
  const taker = await after.venue.place(order(after.id, 'c', { side: 'SELL', qty: qty('20') }));
  assert.equal(
    outcomeOf(taker),
    'OPEN 10 of 20 at 0.4',
    'what was filled before the restart is not filled again',
  );
  assert.equal(taker.kind === 'report' && taker.report.venueOrderId, 'D-3');
  const trades = [...before.listener.trades, ...after.listener.trades].map(
    ({ venueTradeId }) => venueTradeId,
  );
  await published(after.venue);
  assert.equal(new Set(trades).size, trades.length);
});

test('the capabilities are what the requests above do', async () => {
  const { venue } = await start();
  const {
    tif,
    selfTrade,
    amend: how,
    amendQtyIncrease,
    postOnly,
    simulated,
    trading,
    dustQty,
  } = venue.capabilities;
  assert.deepEqual(
    { tif, selfTrade, how, amendQtyIncrease, postOnly, simulated, trading, dustQty },
    {
      tif: ['GTC', 'IOC', 'FOK', 'GTD'],
      selfTrade: 'native',
      how: 'native',
      amendQtyIncrease: true,
      postOnly: true,
      simulated: true,
      trading: true,
      dustQty: 0n,
    },
  );
});

test('before the start and after the stop nothing is executed', async () => {
  const venue = createTestDemo(createMemoryDemoStore());
  const nothing = async (): Promise<void> => {
    assert.equal((await venue.place(order('X', 'a'))).kind, 'unsent');
    assert.equal((await venue.amend(amend('a', {}))).kind, 'unsent');
    assert.equal((await venue.cancel('a' as VenueClientId, 'X')).kind, 'unsent');
    assert.equal((await venue.order('a' as VenueClientId, 'X')).kind, 'failed');
    assert.equal((await venue.health()).healthy, false);
    await assert.rejects(venue.reconcile(null), /not running/);
  };
  await nothing();
  await venue.start(new RecordingListener());
  await venue.stop();
  await nothing();
});
