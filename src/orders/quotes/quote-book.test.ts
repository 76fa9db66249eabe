import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OrderTag, SessionId } from '../../contract/model/ids.ts';
import { type Qty, renderDecimal } from '../../contract/model/money.ts';
import { type FillSettlement, isLive, type Order } from '../../contract/model/order.ts';
import { getOrder, openOms, orderBody, resultCode, settle, TRADER, value } from '../../oms/oms.fixture.ts';
import { DEMO, price, qty, toReport, venueFill } from '../../oms/scripted-venue.fixture.ts';
import type { VenueOrder } from '../../ports/venue.ts';
import {
  actions,
  bidOrder,
  fillNewest,
  openQuotes,
  proveCancel,
  put,
  type QuoteHarness,
  QuoteVenue,
  quotesOf,
  SA_1,
  toPut,
} from './quotes.fixture.ts';

const ordersOf = ({ oms }: QuoteHarness): readonly Order[] => [...oms.state.orders.values()];
const terms = ({ price: at, qty: size }: Order): string =>
  `${renderDecimal(size)} @ ${at === null ? '' : renderDecimal(at)}`;
const liveOf = (harness: QuoteHarness): readonly string[] =>
  ordersOf(harness)
    .filter(({ status }) => isLive(status))
    .map((order) => `${order.side} ${terms(order)}`);

/** A bid whose cancel is not proven, and the put that moved it: its replacement waits. */
async function openWaiting(): Promise<QuoteHarness> {
  const harness = await openQuotes();
  await put(harness, 1, { bid: '46 x 50' });
  await fillNewest(harness, '1'); // a quote with fills is replaced, not amended, when it grows
  harness.venue.holdsCancels = true;
  assert.deepEqual(actions(await put(harness, 2, { bid: '47 x 50' })), ['PLACED']);
  assert.deepEqual(liveOf(harness), ['BUY 50 @ 0.46']);
  return harness;
}

const WITHDRAWALS: readonly (readonly [
  what: string,
  withdraw: (harness: QuoteHarness, sessionId: SessionId) => Promise<unknown>,
])[] = [
  ['a call', (harness) => put(harness, 3, { bid: null, ask: null })],
  ['a pull', ({ oms }) => oms.quotes.pull(TRADER, SA_1)],
  ['a cancel of all orders', ({ oms }) => oms.orders.cancelAll(TRADER, SA_1, 'cancel_all', DURABLE)],
  ['the kill switch', ({ oms }) => oms.risk.setKillSwitch(TRADER, { enabled: true })],
  ['the end of its session', ({ oms }, sessionId) => oms.sessions.end(sessionId)],
];

describe('a call with quotes', () => {
  test('places each side once, as a post-only order of YES', async () => {
    const harness = await openQuotes();
    assert.deepEqual(actions(await put(harness, 1, { bid: '46 x 50', ask: '49 x 30' })), [
      'PLACED',
      'PLACED',
    ]);
    assert.deepEqual(liveOf(harness), ['BUY 50 @ 0.46', 'SELL 30 @ 0.49']);
    for (const { postOnly, tif, outcome } of ordersOf(harness))
      assert.deepEqual([postOnly, tif, outcome], [true, 'GTC', 'YES']);
    assert.ok(harness.venue.placed.every(({ postOnly }) => postOnly === true));
  });

  test('with a sequence that is not larger than the last changes nothing', async () => {
    const harness = await openQuotes();
    await put(harness, 7, { bid: '46 x 50' });
    const before = harness.oms.state.seq;
    for (const seq of [7, 6]) {
      const stale = await harness.oms.quotes.put(TRADER, toPut(seq, { bid: '47 x 50' }));
      assert.equal(resultCode(stale), 'stale_quote');
    }
    assert.equal(harness.oms.state.seq, before);
    assert.deepEqual(liveOf(harness), ['BUY 50 @ 0.46']);
    assert.deepEqual(actions(await put(harness, 8, { bid: '47 x 50' })), ['AMENDED']);
  });

  test('a pull begins the sequence again', async () => {
    const harness = await openQuotes();
    await put(harness, 900, { bid: '46 x 50' });
    assert.equal(value(await harness.oms.quotes.pull(TRADER, SA_1)).quoteSeq, 0);
    await settle();
    assert.deepEqual(actions(await put(harness, 1, { bid: '46 x 50' })), ['PLACED']);
    const stale = await harness.oms.quotes.put(TRADER, toPut(1, { bid: '47 x 50' }));
    assert.equal(resultCode(stale), 'stale_quote');
  });

  test('I-Q2: keeps a quote that has not changed, without an entry or a request', async () => {
    const harness = await openQuotes();
    await put(harness, 1, { bid: '46 x 50', ask: '49 x 50' });
    const [before, id] = [harness.oms.state.seq, bidOrder(harness).id];
    assert.deepEqual(actions(await put(harness, 2, { bid: '46 x 50' })), ['KEPT']);
    assert.equal(harness.oms.state.seq, before);
    assert.equal(bidOrder(harness).id, id);
    const { venue } = harness;
    assert.deepEqual([venue.placed.length, venue.amended.length, venue.cancelled.length], [2, 0, 0]);
  });

  test('I-Q2: keeps a quote whose changes are below the tolerance, and not one at it', async () => {
    const harness = await openQuotes();
    await put(harness, 1, { bid: '46 x 50' });
    const tolerance = { priceMoveMin: price('0.02'), qtyChangeMin: qty('10') };
    const small = await harness.oms.quotes.put(TRADER, toPut(2, { bid: '47 x 41' }, tolerance));
    assert.deepEqual(actions(value(small)), ['KEPT']);
    const moved = await harness.oms.quotes.put(TRADER, toPut(3, { bid: '48 x 50' }, tolerance));
    assert.deepEqual(actions(value(moved)), ['AMENDED']);
  });

  test('lowers a quantity in place, moves a price by an amend, and withdraws with null', async () => {
    const harness = await openQuotes();
    await put(harness, 1, { bid: '46 x 50', ask: '49 x 50' });
    const { id } = bidOrder(harness);
    assert.deepEqual(actions(await put(harness, 2, { bid: '46 x 20' })), ['LOWERED']);
    assert.deepEqual(actions(await put(harness, 3, { bid: '45 x 20' })), ['AMENDED']);
    assert.deepEqual([bidOrder(harness).id, terms(bidOrder(harness))], [id, '20 @ 0.45']);
    assert.deepEqual(actions(await put(harness, 4, { bid: null })), ['CANCELLED']);
    await settle();
    assert.deepEqual(liveOf(harness), ['SELL 50 @ 0.49']);
    const { status, cancelReason } = getOrder(harness, id);
    assert.deepEqual([status, cancelReason], ['CANCELLED', 'quote']);
  });

  test('the orders of a call have its tag', async () => {
    const harness = await openQuotes();
    const tagged = { ...toPut(1, { bid: '46 x 50' }), tag: 'maker-1' as OrderTag };
    assert.deepEqual(actions(value(await harness.oms.quotes.put(TRADER, tagged))), ['PLACED']);
    assert.equal(bidOrder(harness).tag, 'maker-1');
  });

  test('counts what has filled: the wanted quantity is what rests', async () => {
    const harness = await openQuotes();
    await put(harness, 1, { bid: '46 x 50' });
    await fillNewest(harness, '20');
    assert.deepEqual(actions(await put(harness, 2, { bid: '46 x 30' })), ['KEPT']);
    assert.deepEqual(actions(await put(harness, 3, { bid: '46 x 10' })), ['LOWERED']);
    assert.equal(terms(bidOrder(harness)), '30 @ 0.46');
  });

  test('refuses one side and places the other, and withdraws the quote whose change is refused', async () => {
    const harness = await openQuotes();
    await harness.oms.risk.setLimits(TRADER, { subaccount_id: 'sa_1', max_order_qty: '60' });
    const first = await put(harness, 1, { bid: '46 x 61', ask: '49 x 60' });
    assert.deepEqual(actions(first), ['risk_limit', 'PLACED']);
    assert.deepEqual(actions(await put(harness, 2, { ask: '48 x 61' })), ['risk_limit']);
    await settle();
    assert.deepEqual(liveOf(harness), []);
  });

  test('with ack DURABLE is answered before its venue has amended, and with VENUE after that', async () => {
    for (const ack of ['DURABLE', 'VENUE'] as const) {
      const harness = await openQuotes();
      await put(harness, 1, { bid: '46 x 50', ask: '49 x 50' });
      const { onAmend } = harness.venue;
      const reply = Promise.withResolvers<void>();
      harness.venue.onAmend = async (amend) => {
        await reply.promise;
        return onAmend(amend);
      };
      let answered: readonly string[] = [];
      const sides = { bid: '45 x 50', ask: '49 x 20' } as const;
      const answer = put(harness, 2, sides, { ...DURABLE, ack }).then((each) => {
        answered = actions(each);
      });
      await settle();
      const done = ['AMENDED', 'LOWERED'];
      assert.deepEqual(answered, ack === 'DURABLE' ? done : []);
      reply.resolve();
      await answer;
      assert.deepEqual(answered, done);
    }
  });

  test('that its venue refuses is answered as refused, for the side alone, and nothing rests', async () => {
    for (const side of ['bid', 'ask'] as const) {
      const harness = await openQuotes();
      const { onPlace } = harness.venue;
      const refused = side === 'bid' ? 'BUY' : 'SELL';
      harness.venue.onPlace = (order) =>
        order.side === refused
          ? { kind: 'refused', code: 'would_cross', message: 'would cross' }
          : onPlace(order);
      const answer = await put(harness, 1, { bid: '46 x 50', ask: '49 x 50' });
      assert.deepEqual(
        answer.sides.map((each) => [each.side, each.action, each.refusal?.code ?? null]),
        [
          ['bid', ...(side === 'bid' ? ['REFUSED', 'order_not_open'] : ['PLACED', null])],
          ['ask', ...(side === 'ask' ? ['REFUSED', 'order_not_open'] : ['PLACED', null])],
        ],
      );
      assert.deepEqual(
        quotesOf(harness).map((each) => each.side),
        [side === 'bid' ? 'ask' : 'bid'],
      );
    }
  });

  test('withdraws a quote that its venue does not amend', async () => {
    const harness = await openQuotes();
    await put(harness, 1, { bid: '46 x 50' });
    harness.venue.onAmend = () => ({ kind: 'refused', code: 'would_cross', message: 'would cross' });
    assert.deepEqual(actions(await put(harness, 2, { bid: '48 x 50' })), ['validation']);
    await settle();
    assert.deepEqual([liveOf(harness), quotesOf(harness)], [[], []]);
  });

  test('of another account or subaccount finds nothing', async () => {
    const harness = await openQuotes();
    const narrow = { ...TRADER, subaccounts: [] };
    assert.equal(resultCode(await harness.oms.quotes.put(narrow, toPut(1, { bid: '46 x 5' }))), 'forbidden');
    assert.equal(resultCode(harness.oms.quotes.list(narrow, SA_1)), 'forbidden');
    assert.equal(resultCode(await harness.oms.quotes.pull(narrow, SA_1)), 'forbidden');
  });

  test('is refused by the kill switch, and changes nothing', async () => {
    const harness = await openQuotes();
    await put(harness, 1, { bid: '46 x 50' });
    await harness.oms.risk.setKillSwitch(TRADER, { enabled: true });
    const refused = await harness.oms.quotes.put(TRADER, toPut(2, { bid: '47 x 50' }));
    assert.equal(resultCode(refused), 'kill_switch');
    assert.deepEqual(liveOf(harness), ['BUY 50 @ 0.46']);
    await harness.oms.quotes.pull(TRADER, SA_1);
    await settle();
    assert.deepEqual(liveOf(harness), []);
  });
});

describe('I-Q1: a replacement', () => {
  test('is placed only after the old order is proven cancelled, however long that takes', async () => {
    const harness = await openWaiting();
    for (let step = 0; step < 10; step += 1) {
      harness.clock.advance(2_000);
      await settle();
      assert.equal(harness.venue.placed.length, 1, 'the cancel is unknown');
    }
    assert.deepEqual(
      quotesOf(harness).map(({ waiting }) => waiting?.price),
      [price('0.47')],
    );
    await proveCancel(harness);
    assert.deepEqual(liveOf(harness), ['BUY 50 @ 0.47']);
  });

  test('of an order whose submission is unknown waits for its outcome', async () => {
    const harness = await openQuotes();
    harness.venue.onPlace = (order) => {
      harness.venue.keep({ ...toUnknown(order.clientId), price: order.price, qty: order.qty });
      return { kind: 'unknown', why: 'timeout' };
    };
    harness.venue.onQuery = () => ({ kind: 'failed', why: 'timeout' });
    const first = put(harness, 1, { bid: '46 x 50' });
    await settle();
    harness.clock.advance(250);
    assert.deepEqual(actions(await first), ['PLACED']);
    harness.venue.holdsCancels = true;
    assert.deepEqual(actions(await put(harness, 2, { bid: '47 x 50' })), ['PLACED']);
    await settle();
    assert.equal(harness.venue.placed.length, 1);
    await proveCancel(harness);
    assert.deepEqual(
      harness.venue.placed.map(({ price: at }) => at),
      [price('0.46'), price('0.47')],
    );
  });

  test('that a later call changes is placed with the later terms', async () => {
    const harness = await openWaiting();
    assert.deepEqual(actions(await put(harness, 3, { bid: '48 x 50' })), ['PLACED']);
    assert.deepEqual(actions(await put(harness, 4, { bid: '48 x 50' })), ['KEPT']);
    await proveCancel(harness);
    assert.deepEqual(liveOf(harness), ['BUY 50 @ 0.48']);
    assert.equal(harness.venue.placed.length, 2);
  });

  test('of a first call that is overtaken while it loads is not placed', async () => {
    const harness = await openQuotes();
    await put(harness, 1, { ask: '49 x 5' });
    const loads: (() => void)[] = [];
    const { market } = harness;
    const load = market.prefetchInstrument.bind(market);
    let calls = 0;
    market.prefetchInstrument = async (id) => {
      calls += 1;
      // Each call loads once before it decides, and once more before it places.
      if (calls % 2 === 0) await new Promise<void>((resolve) => loads.push(resolve));
      return load(id);
    };
    const first = put(harness, 2, { bid: '46 x 50' });
    await settle();
    const second = put(harness, 3, { bid: '47 x 50' });
    await settle();
    for (const resolve of loads) {
      resolve();
      await settle();
    }
    assert.deepEqual([actions(await first), actions(await second)], [['stale_quote'], ['PLACED']]);
    assert.deepEqual(liveOf(harness), ['SELL 5 @ 0.49', 'BUY 50 @ 0.47']);
  });

  test('of a call that waits for its data while all quotes are pulled is not placed', async () => {
    const harness = await openQuotes();
    await put(harness, 5, { ask: '49 x 5' });
    const { market } = harness;
    const load = market.prefetchInstrument.bind(market);
    const loads: (() => void)[] = [];
    market.prefetchInstrument = async (id) => {
      await new Promise<void>((resolve) => loads.push(resolve));
      return load(id);
    };
    const waiting = harness.oms.quotes.put(TRADER, toPut(6, { bid: '46 x 50' }));
    await settle();
    assert.equal(value(await harness.oms.quotes.pull(TRADER, SA_1)).quoteSeq, 0);
    for (const resolve of loads) resolve();
    assert.equal(resultCode(await waiting), 'stale_quote');
    await settle();
    assert.deepEqual(liveOf(harness), []);
    market.prefetchInstrument = load;
    assert.deepEqual(actions(await put(harness, 1, { bid: '46 x 50' })), ['PLACED']);
  });

  test('that is withdrawn is not placed', async () => {
    for (const withdraw of [
      (harness: QuoteHarness) => put(harness, 3, { bid: null }),
      ({ oms }: QuoteHarness) => oms.quotes.pull(TRADER, SA_1),
      ({ oms }: QuoteHarness) => oms.orders.cancelAll(TRADER, SA_1, 'cancel_all', DURABLE),
      ({ oms }: QuoteHarness) => oms.risk.setKillSwitch(TRADER, { enabled: true }),
    ]) {
      const harness = await openWaiting();
      await withdraw(harness);
      await proveCancel(harness);
      assert.equal(harness.venue.placed.length, 1);
      assert.deepEqual([liveOf(harness), quotesOf(harness)], [[], []]);
    }
  });

  for (const [what, withdraw] of WITHDRAWALS)
    test(`of each side is dropped by ${what}`, async () => {
      const harness = await openQuotes();
      const { oms, venue } = harness;
      const sessionId = await oms.sessions.open(TRADER, { subaccountId: SA_1, onDisconnect: 'SESSION' });
      const command = { ...DURABLE, sessionId };
      await put(harness, 1, { bid: '46 x 50', ask: '49 x 50' }, command);
      await settle();
      venue.holdsCancels = true;
      for (const { clientId } of venue.placed) {
        const { fills, ...report } = venue.fill(clientId, `T-${clientId}`, '1');
        const filled = fills.map((fill) => ({ ...fill, price: report.price ?? fill.price }));
        oms.onVenueReport(DEMO, venue.keep({ ...report, fills: filled }));
      }
      await settle();
      await put(harness, 2, { bid: '45 x 50', ask: '50 x 50' }, command);
      assert.equal(quotesOf(harness).filter(({ waiting }) => waiting !== null).length, 2);
      await withdraw(harness, sessionId);
      for (const { clientId } of venue.placed) oms.onVenueReport(DEMO, venue.close(clientId));
      await settle();
      assert.deepEqual([venue.placed.length, liveOf(harness), quotesOf(harness)], [2, [], []]);
    });

  test('is not placed when the market has closed the old order', async () => {
    const harness = await openWaiting();
    const { id } = bidOrder(harness);
    const report = [...harness.venue.orders.values()].at(-1);
    assert.ok(report !== undefined);
    harness.oms.onVenueReport(
      DEMO,
      harness.venue.keep({ ...report, status: 'CANCELLED', reason: 'market_closed' }),
    );
    await settle();
    assert.equal(getOrder(harness, id).reason, 'market_closed');
    assert.equal(harness.venue.placed.length, 1);
  });

  test('of an order that a cancel-all is ending waits for that, also with the same terms', async () => {
    const harness = await openQuotes();
    await put(harness, 1, { bid: '46 x 50' });
    harness.venue.holdsCancels = true;
    await harness.oms.orders.cancelAll(TRADER, SA_1, 'cancel_all', DURABLE);
    assert.deepEqual(actions(await put(harness, 2, { bid: '46 x 50' })), ['PLACED']);
    assert.equal(harness.venue.placed.length, 1);
    await proveCancel(harness);
    assert.deepEqual([harness.venue.placed.length, liveOf(harness)], [2, ['BUY 50 @ 0.46']]);
  });

  test('of an order of the process before waits for its end', async () => {
    const first = await openQuotes();
    await put(first, 1, { bid: '46 x 50', ask: '49 x 5' });
    first.storage.crash();
    first.oms.stop();
    const { clock, venue, market, storage } = first;
    venue.toReconcile = [...venue.orders.values()];
    venue.holdsCancels = true;
    const second = { ...(await openOms({ clock, venue, market, storage: await storage.restart() })), venue };
    await settle();
    assert.deepEqual(quotesOf(second), []);
    assert.deepEqual(actions(await put(second, 1, { ask: '49 x 5' })), ['PLACED']);
    assert.deepEqual(
      quotesOf(second).map(({ order, waiting }) => [order, waiting?.price]),
      [[null, price('0.49')]],
    );
    assert.equal(venue.placed.length, 2);
    await proveCancel(second);
    assert.deepEqual(liveOf(second), ['BUY 50 @ 0.46', 'SELL 5 @ 0.49']);
    assert.equal(venue.placed.length, 3);
  });
});

/** Orders of a session that are no quotes, and whether the next process takes them for quotes. */
const OTHER_ORDERS = [
  ['without a key', {}, true],
  ['k-1', { client_order_id: 'k-1' }, false],
  ['of NO', { outcome: 'NO' }, false],
  ['that may take', { post_only: false }, false],
] as const;

describe('I-Q1: after a restart, orders of the sessions before are ending on the same side', () => {
  for (const side of ['bid', 'ask'] as const)
    for (const quoteIsFirst of [true, false])
      for (const firstEnd of ['quote', 'other'] as const)
        for (const [what, change, looksLikeQuote] of OTHER_ORDERS)
          test(`a new ${side} waits for the old quote, ${quoteIsFirst ? 'before' : 'after'} an order ${what}, when the ${firstEnd} ends first`, async () => {
            const first = await openQuotes();
            const { clock, venue, market, storage, oms } = first;
            const sessionId = await oms.sessions.open(TRADER, {
              subaccountId: SA_1,
              onDisconnect: 'SESSION',
            });
            const command = { ...DURABLE, sessionId };
            const quote = () => put(first, 1, { [side]: '47 x 50' }, command);
            const terms = { side: side === 'bid' ? 'BUY' : 'SELL', qty: '5', price: '0.47', post_only: true };
            const other = () => oms.orders.submit(TRADER, orderBody({ ...terms, ...change }), null, command);
            for (const place of quoteIsFirst ? [quote, other] : [other, quote]) {
              await place();
              await settle();
            }
            storage.crash();
            oms.stop();
            const fillOne = ({ clientId }: VenueOrder, id: string, size: string): void => {
              const { fills, ...report } = venue.fill(clientId, id, size);
              const price = report.price ?? fills[0]?.price;
              assert.ok(price !== undefined);
              venue.keep({ ...report, fills: fills.map((fill) => ({ ...fill, price })) });
            };
            // What is filled before the call is not taken off what it wants.
            for (const placed of venue.placed) fillOne(placed, `T-early-${placed.clientId}`, '1');
            venue.toReconcile = [...venue.orders.values()];
            venue.holdsCancels = true;
            const second = {
              ...(await openOms({ clock, venue, market, storage: await storage.restart() })),
              venue,
            };
            await settle();
            await put(second, 1, { [side]: '46 x 50' });
            const close = async (isQuote: boolean): Promise<void> => {
              const placed = venue.placed.find((each) => (each.qty === qty('50')) === isQuote);
              assert.ok(placed !== undefined);
              const [id, size] = isQuote ? ['T-quote', '20'] : ['T-other', '2'];
              fillOne(placed, id, size);
              second.oms.onVenueReport(DEMO, venue.close(placed.clientId));
              await settle();
            };
            await close(firstEnd === 'quote');
            // What looks like a quote is taken for one, so both are waited for.
            const mayPlace = firstEnd === 'quote' && !looksLikeQuote;
            assert.equal(venue.placed.length, mayPlace ? 3 : 2, 'after the first end');
            const left = qty(firstEnd === 'quote' ? '30' : looksLikeQuote ? '48' : '50');
            const listed = quotesOf(second).map(({ order, waiting }) => [order?.qty, waiting?.qty]);
            assert.deepEqual(listed, [mayPlace ? [left, undefined] : [undefined, left]], 'no old order');
            await close(firstEnd !== 'quote');
            assert.equal(venue.placed.length, 3);
            // I-Q3: what each order that held the side has filled is taken off.
            assert.equal(ordersOf(second).at(-1)?.qty, qty(looksLikeQuote ? '28' : '30'));
          });
});

describe('I-Q3: fills of the old order while its replacement waits', () => {
  test('are taken off the replacement', async () => {
    const harness = await openWaiting();
    await fillNewest(harness, '20');
    await proveCancel(harness);
    assert.deepEqual(liveOf(harness), ['BUY 30 @ 0.47']);
  });

  for (const [late, rests] of [
    ['0', '4'],
    ['2', '2'],
  ] as const)
    test(`do not grow the replacement when one of before it is voided, with ${late} filled since`, async () => {
      const harness = await openQuotes();
      const { venue, oms } = harness;
      await put(harness, 1, { bid: '43 x 6' });
      const [first] = venue.placed;
      assert.ok(first !== undefined);
      const report = (...fills: readonly (readonly [id: string, size: string, FillSettlement])[]) => {
        const all = fills.map(([id, size, settlement]) => ({
          ...venueFill(first, id, size, '0.43'),
          settlement,
        }));
        const filledQty = all.reduce((sum, fill) => (sum + fill.qty) as Qty, qty('0'));
        oms.onVenueReport(DEMO, venue.keep(toReport(first, { fills: all, filledQty })));
        return settle();
      };
      await report(['A', '3', 'PENDING']);
      venue.holdsCancels = true;
      await put(harness, 2, { bid: '43 x 4' });
      await report(['A', '3', 'VOID'], ...(late === '0' ? [] : [['B', late, 'FINAL'] as const]));
      await proveCancel(harness);
      assert.deepEqual(liveOf(harness), [`BUY ${rests} @ 0.43`]);
    });

  test('of the whole quantity leave nothing to place', async () => {
    const harness = await openWaiting();
    await fillNewest(harness, '49');
    assert.equal(harness.venue.placed.length, 2);
    assert.deepEqual(liveOf(harness), ['BUY 1 @ 0.47']);
    await put(harness, 3, { bid: '45 x 1' });
    const other = await openQuotes();
    await put(other, 1, { bid: '46 x 50' });
    await fillNewest(other, '1');
    other.venue.holdsCancels = true;
    await put(other, 2, { bid: '47 x 49' });
    await settle();
    assert.equal(other.venue.placed.length, 1);
  });
});

describe('a quote', () => {
  test('that is filled is not placed again', async () => {
    const harness = await openQuotes();
    await put(harness, 1, { bid: '46 x 50' });
    await fillNewest(harness, '50');
    assert.deepEqual([liveOf(harness), harness.venue.placed.length], [[], 1]);
  });

  test('I-Q5: is cancelled at the next start, and the sequence begins again', async () => {
    const first = await openQuotes();
    await put(first, 900, { bid: '46 x 50' });
    const { id } = bidOrder(first);
    first.storage.crash();
    first.oms.stop();
    const { clock, venue, market, storage } = first;
    venue.toReconcile = [...venue.orders.values()];
    const second = { ...(await openOms({ clock, venue, market, storage: await storage.restart() })), venue };
    await settle();
    assert.deepEqual(
      [getOrder(second, id).status, getOrder(second, id).cancelReason],
      ['CANCELLED', 'disconnect'],
    );
    assert.deepEqual(actions(await put(second, 1, { bid: '46 x 50' })), ['PLACED']);
  });

  test('I-Q5: depends on the session of the trade socket that put it, if its end cancels orders', async () => {
    const harness = await openQuotes();
    const sessionId = await harness.oms.sessions.open(TRADER, {
      subaccountId: SA_1,
      onDisconnect: 'SESSION',
    });
    await put(harness, 1, { bid: '46 x 50' }, { ...DURABLE, sessionId });
    assert.equal(bidOrder(harness).sessionId, sessionId);
    await harness.oms.sessions.end(sessionId);
    await settle();
    assert.deepEqual(liveOf(harness), []);
  });

  for (const onDisconnect of [null, 'SUBACCOUNT'] as const)
    test(`I-Q5: ends with the process if the end of its session cancels ${onDisconnect === null ? 'nothing' : 'all of the subaccount'}`, async () => {
      const harness = await openQuotes();
      const sessionId = await harness.oms.sessions.open(TRADER, { subaccountId: SA_1, onDisconnect });
      await put(harness, 1, { bid: '46 x 50' }, { ...DURABLE, sessionId });
      const { sessionId: own, id } = bidOrder(harness);
      assert.notEqual(own, sessionId);
      assert.equal(own !== null && harness.oms.state.sessions.get(own)?.onDisconnect, 'SESSION');
      await harness.oms.sessions.end(sessionId);
      await settle();
      assert.equal(getOrder(harness, id).status, onDisconnect === null ? 'OPEN' : 'CANCELLED');
    });

  test('does not wait for its session: the end of the session drops what waits', async () => {
    const harness = await openQuotes();
    const sessionId = await harness.oms.sessions.open(TRADER, {
      subaccountId: SA_1,
      onDisconnect: 'SESSION',
    });
    const command = { ...DURABLE, sessionId };
    await put(harness, 1, { bid: '46 x 50' }, command);
    await settle();
    await fillNewest(harness, '1');
    harness.venue.holdsCancels = true;
    await put(harness, 2, { bid: '47 x 50' }, command);
    await harness.oms.sessions.end(sessionId);
    await proveCancel(harness);
    assert.equal(harness.venue.placed.length, 1);
  });

  test('that waits is dropped when a guard fires', async () => {
    const harness = await openWaiting();
    const guard = { subaccountId: null, timeoutMs: 5_000, scope: 'KEY', blockAfter: false } as const;
    value(await harness.oms.risk.setGuard(TRADER, { ...guard, scope: 'KEY' }));
    value(await harness.oms.risk.setGuard(TRADER, { ...guard, subaccountId: SA_1, scope: 'SUBACCOUNT' }));
    harness.clock.advance(5_000);
    await settle();
    await proveCancel(harness);
    assert.equal(harness.venue.placed.length, 1);
  });

  test('does not stop other orders of the subaccount', async () => {
    const harness = await openQuotes();
    await put(harness, 1, { bid: '46 x 50' });
    const own = value(await harness.oms.orders.submit(TRADER, orderBody({ price: '0.40' }), null)).order;
    await harness.oms.quotes.pull(TRADER, SA_1);
    await settle();
    assert.equal(getOrder(harness, own.id).status, 'OPEN');
  });

  test('on a venue without amend is replaced by cancel, proof and a new order', async () => {
    const harness = await openQuotes(new QuoteVenue({ amend: 'replace' }));
    await put(harness, 1, { bid: '46 x 50' });
    assert.deepEqual(actions(await put(harness, 2, { bid: '47 x 50' })), ['AMENDED']);
    await settle();
    assert.deepEqual(liveOf(harness), ['BUY 50 @ 0.47']);
    assert.equal(harness.venue.cancelled.length, 1);
  });
});

const DURABLE = {
  sessionId: 'ses_x' as SessionId,
  ack: 'DURABLE',
  check: () => null,
  onDecided: () => {},
} as const;

/** What the venue knows of an order whose answer was lost. */
const toUnknown = (clientId: QuoteVenue['placed'][number]['clientId']) => ({
  clientId,
  venueOrderId: `D-${clientId}` as never,
  status: 'OPEN' as const,
  reason: null,
  price: null,
  qty: qty('0'),
  expiresAt: null,
  filledQty: qty('0'),
  fills: [],
  at: 0 as never,
});
