import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VenueClientId } from '../../../contract/model/ids.ts';
import {
  createEvent,
  describeOutcome,
  describeReport,
  PolymarketHarness,
} from '../polymarket-harness.fixture.ts';

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

/** Ten YES for sale at 0.50, by a trader with a BUY of NO. */
const OFFER = { side: 'BUY', maker: '5', taker: '10' } as const;

polymarket('an order far from the market rests and appears in the book', async (harness) => {
  assert.equal(describeOutcome(await harness.place()), 'OPEN 0');
  await harness.pass(100);
  assert.deepEqual(
    harness.listener.levels(harness.id, 'BUY').map(({ price, qty }) => [price, qty]),
    [[40_000_000n, 1_000_000_000n]],
  );
  assert.deepEqual(harness.listener.anomalies, []);
});

polymarket(
  'a crossing order fills from its trades, pending until the chain confirms them',
  async (harness) => {
    await harness.addTrader(OFFER, 1);
    assert.equal(
      describeOutcome(await harness.place({}, '0.55')),
      'FILLED 10; PENDING TAKER BUY YES 10 @ 0.5',
    );
    await harness.pass(60_000);
    assert.equal(
      describeReport(harness.listener.reports.at(-1) ?? assert.fail()),
      'FILLED 10; FINAL TAKER BUY YES 10 @ 0.5',
    );
  },
);

polymarket('the unfilled quantity of a crossing order rests', async (harness) => {
  await harness.addTrader(OFFER, 1);
  assert.equal(
    describeOutcome(await harness.place({}, '0.55', '25')),
    'OPEN 10; PENDING TAKER BUY YES 10 @ 0.5',
  );
});

polymarket('fills of a resting order arrive on the channel, once per trade', async (harness) => {
  await harness.place();
  await harness.addTrader({ side: 'BUY', maker: '3.6', taker: '6' }, 1);
  assert.deepEqual(harness.listener.reports.map(describeReport), ['OPEN 6; PENDING MAKER BUY YES 6 @ 0.4']);
});

polymarket('cancel closes an order; a repeated cancel returns the same final state', async (harness) => {
  const order = harness.prepareOrder();
  await harness.until(harness.venue.place(order));
  const cancel = () => harness.until(harness.venue.cancel(order.clientId, harness.id));
  assert.equal(describeOutcome(await cancel()), 'CANCELLED requested 0');
  assert.equal(describeOutcome(await cancel()), 'CANCELLED requested 0');
});

polymarket('an IOC BUY takes up to its limit, rests nothing, and is reported once', async (harness) => {
  await harness.addTrader(OFFER, 1);
  const placed = await harness.place({ tif: 'IOC' }, '0.55', '25');
  assert.equal(describeOutcome(placed), 'CANCELLED ioc_remainder 10; PENDING TAKER BUY YES 10 @ 0.5');
  await harness.pass(100);
  assert.deepEqual(harness.listener.levels(harness.id, 'BUY'), []);
  assert.ok(harness.listener.reports.every(({ status }) => status === 'CANCELLED'));
});

polymarket('an IOC BUY that fills completely is FILLED', async (harness) => {
  await harness.addTrader(OFFER, 1);
  assert.equal(
    describeOutcome(await harness.place({ tif: 'IOC' }, '0.55', '10')),
    'FILLED 10; PENDING TAKER BUY YES 10 @ 0.5',
  );
});

polymarket('MARKET takes the book; into an empty side it is closed without a request', async (harness) => {
  const before = harness.requests.filter((it) => it === 'POST /order').length;
  assert.equal(describeOutcome(await harness.place({}, null)), 'CANCELLED no_liquidity 0');
  assert.equal(harness.requests.filter((it) => it === 'POST /order').length, before);
  await harness.addTrader(OFFER, 1);
  assert.equal(describeOutcome(await harness.place({}, null)), 'FILLED 10; PENDING TAKER BUY YES 10 @ 0.5');
});

polymarket('an order killed on arrival has no venue order id', async (harness) => {
  await harness.depositTokens(0, '10');
  await harness.addTrader({ side: 'BUY', maker: '5', taker: '10' });
  harness.hooks.journey = (_, { method, path }) => {
    const requestMs = method === 'POST' && path === '/order' ? 500 : 0;
    return { fate: 'arrives', requestMs, answerMs: 0 };
  };
  const placing = harness.place({ side: 'SELL' }, null);
  await harness.pass(10);
  await harness.addTrader(OFFER, 1); // takes what ours was sent for
  const placed = await placing;
  assert.equal(describeOutcome(placed), 'CANCELLED no_liquidity 0');
  assert.equal(placed.kind === 'report' && placed.report.venueOrderId, null);
});

polymarket(
  'a lost answer is unknown; a query finds the order, and nothing is sent twice',
  async (harness) => {
    harness.hooks.journey = (_, { method, path }) => ({
      fate: method === 'POST' && path === '/order' ? 'unanswered' : 'arrives',
      requestMs: 0,
      answerMs: 0,
    });
    const order = harness.prepareOrder();
    const placed = await harness.until(harness.venue.place(order));
    // The channel has shown it meanwhile, which is as good as an answer.
    assert.equal(describeOutcome(placed), 'OPEN 0');
    const found = await harness.until(harness.venue.order(order.clientId, harness.id));
    assert.equal(found.kind === 'found' && describeReport(found.report), 'OPEN 0');
    assert.equal(harness.requests.filter((it) => it === 'POST /order').length, 1);
  },
);

polymarket('a request that never arrived leaves an order absent', async (harness) => {
  harness.hooks.journey = (_, { method, path }) => ({
    fate: method === 'POST' && path === '/order' ? 'lost' : 'arrives',
    requestMs: 0,
    answerMs: 0,
  });
  const order = harness.prepareOrder();
  assert.match(describeOutcome(await harness.until(harness.venue.place(order))), /^unknown no response/);
  assert.deepEqual(await harness.until(harness.venue.order(order.clientId, harness.id)), { kind: 'absent' });
});

polymarket(
  'after a restart open orders are found, and closed ones are reported from their trades',
  async (harness) => {
    const resting = harness.prepareOrder();
    await harness.until(harness.venue.place(resting));
    await harness.addTrader(OFFER, 1);
    const filled = harness.prepareOrder({}, '0.55');
    await harness.until(harness.venue.place(filled));
    await harness.restart();
    await harness.until(harness.venue.start(harness.listener));
    const { reports } = await harness.until(harness.venue.reconcile(null));
    assert.deepEqual(
      new Map(reports.map((report) => [report.clientId, describeReport(report)])),
      new Map([
        [resting.clientId, 'OPEN 0'],
        // The venue serves no closed order, and its trades do not contain the order quantity.
        [filled.clientId, 'OPEN 10; PENDING TAKER BUY YES 10 @ 0.5'],
      ]),
    );
    assert.equal(
      describeOutcome(await harness.until(harness.venue.cancel(resting.clientId, harness.id))),
      'CANCELLED requested 0',
    );
  },
);

/** An IOC sale of ten that fills six, by a process that stops before it receives the answer. */
async function soldInPartByAnEarlierLife(harness: PolymarketHarness): Promise<VenueClientId> {
  await harness.depositTokens(0, '10');
  await harness.addTrader({ side: 'BUY', maker: '2.7', taker: '6' }, 0);
  const killed = harness.prepareOrder({ side: 'SELL', tif: 'IOC' }, '0.45', '10');
  await harness.until(harness.venue.place(killed));
  await harness.restart();
  await harness.until(harness.venue.start(harness.listener));
  const { reports } = await harness.until(harness.venue.reconcile(null));
  const report = reports.find(({ clientId }) => clientId === killed.clientId);
  assert.equal(report && describeReport(report), 'OPEN 6; PENDING TAKER SELL YES 6 @ 0.45');
  return killed.clientId;
}

polymarket(
  'an order of a previous process known only by trades is closed once it is proven not open',
  async (harness) => {
    harness.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
    const id = await soldInPartByAnEarlierLife(harness);
    const cancel = () => harness.until(harness.venue.cancel(id, harness.id));
    assert.match(describeOutcome(await cancel()), /^unknown/, 'not open, and not surely over yet');
    await harness.pass(11_000);
    assert.match(describeOutcome(await cancel()), /^CANCELLED requested 6/);
  },
);

polymarket(
  'an order of a previous process known only by trades is closed when the channel reports it',
  async (harness) => {
    const id = await soldInPartByAnEarlierLife(harness);
    await harness.pass(1_000);
    assert.match(
      describeReport(harness.listener.getReports(id).at(-1) ?? assert.fail()),
      /^CANCELLED ioc_remainder 6/,
    );
  },
);

polymarket('a failed trade is VOID, and the order is queried again', async (harness) => {
  harness.exchange.fault({ name: 'ghost_fill', times: 1 });
  await harness.addTrader(OFFER, 1);
  assert.equal(describeOutcome(await harness.place({}, '0.55')), 'FILLED 10; PENDING TAKER BUY YES 10 @ 0.5');
  await harness.pass(60_000);
  const last = describeReport(harness.listener.reports.at(-1) ?? assert.fail());
  assert.match(
    last,
    /^CANCELLED venue_rule 10; VOID TAKER BUY YES 10 @ 0\.5$/,
    'VOID, and still counted as matched',
  );
});

polymarket('an unanswered order whose trade failed is not absent: the trade proves it', async (harness) => {
  await harness.addTrader(OFFER, 1);
  const unanswered = { path: '/order', status: 500, text: 'order timed out', times: 1 };
  harness.exchange.fault({ name: 'drop_after_accept', ...unanswered });
  harness.exchange.fault({ name: 'ghost_fill', times: 1 });
  harness.exchange.fault({ name: 'ws_silent', path: '/ws/user' });
  const order = harness.prepareOrder({}, '0.55');
  await harness.until(harness.venue.place(order));
  await harness.pass(60_000);
  const ask = () => harness.until(harness.venue.order(order.clientId, harness.id));
  assert.equal((await ask()).kind, 'failed', 'not yet proven to be closed');
  await harness.pass(60_000);
  const closed = await ask();
  const shown = closed.kind === 'found' ? describeReport(closed.report) : closed.kind;
  assert.equal(shown, 'CANCELLED venue_rule 10; VOID TAKER BUY YES 10 @ 0.5');
});

polymarket('an order that the venue delays is neither open nor absent until it is shown', async (harness) => {
  await harness.addTrader(OFFER, 1);
  harness.exchange.fault({ name: 'delayed', how: 'match', ms: 3_000, times: 1 });
  const order = harness.prepareOrder({}, '0.55');
  assert.equal(describeOutcome(await harness.until(harness.venue.place(order))), 'unknown delayed');
  await harness.pass(5_000);
  const query = await harness.until(harness.venue.order(order.clientId, harness.id));
  assert.ok(query.kind === 'found', query.kind);
  assert.equal(query.report.status, 'FILLED');
});

/** Answers with the status of a resting order, although the order is of a kind that never rests; its trade follows later. */
const LIVE_FOR_NOW = { name: 'delayed', text: 'live', ms: 3_000, times: 1 } as const;

for (const tif of ['IOC', 'FOK'] as const)
  for (const [index, outcome] of [
    [0, 'YES'],
    [1, 'NO'],
  ] as const)
    for (const [how, ends] of [
      ['match', `FILLED 10; PENDING TAKER SELL ${outcome} 10 @ 0.5`],
      ['kill', `CANCELLED ${tif === 'IOC' ? 'ioc_remainder' : 'fok_unfilled'} 0`],
    ] as const)
      polymarket(
        `a sale of ${outcome} with ${tif} that the venue answers as live is in doubt until it ends: ${how}`,
        async (harness) => {
          await harness.depositTokens(index, '10');
          await harness.addTrader({ side: 'BUY', maker: '5', taker: '10' }, index);
          harness.exchange.fault({ ...LIVE_FOR_NOW, how });
          const order = harness.prepareOrder({ side: 'SELL', outcome, tif }, '0.5');
          const placing = await harness.until(harness.venue.place(order));
          assert.match(describeOutcome(placing), /^unknown /);
          const ask = () => harness.until(harness.venue.order(order.clientId, harness.id));
          assert.equal((await ask()).kind, 'failed', 'not absent, and not over');
          await harness.pass(5_000);
          await ask();
          await harness.pass(11_000);
          const found = await ask();
          assert.equal(
            found.kind === 'found' ? describeReport(found.report).replace('FINAL', 'PENDING') : found.kind,
            ends,
          );
        },
      );

test('F-19: in a market with a delay an order is not absent before the delay has passed', async () => {
  const harness = new PolymarketHarness([createEvent('rain', { secondsDelay: 3 })]);
  await harness.start();
  try {
    harness.hooks.journey = (_, { method }) => ({
      fate: method === 'POST' ? 'lost' : 'arrives',
      requestMs: 0,
      answerMs: 0,
    });
    const order = harness.prepareOrder();
    const placing = harness.venue.place(order);
    await harness.pass(1_000);
    const kind = async () => (await harness.until(harness.venue.order(order.clientId, harness.id))).kind;
    assert.equal(await kind(), 'failed');
    assert.match(describeOutcome(await harness.until(placing)), /^unknown/);
    await harness.pass(10_000);
    assert.equal(await kind(), 'absent');
  } finally {
    await harness.stop();
  }
});

const FOK_SALE = { side: 'SELL', tif: 'FOK' } as const;

polymarket('a FOK sale fills whole or not at all', async (harness) => {
  await harness.depositTokens(0, '10');
  await harness.addTrader({ side: 'BUY', maker: '3', taker: '6' });
  assert.equal(describeOutcome(await harness.place(FOK_SALE, '0.5')), 'CANCELLED fok_unfilled 0');
  await harness.addTrader({ side: 'BUY', maker: '2.5', taker: '5' });
  assert.equal(
    describeOutcome(await harness.place(FOK_SALE, '0.5')),
    'FILLED 10; PENDING TAKER SELL YES 10 @ 0.5',
  );
  assert.deepEqual(harness.listener.anomalies, []);
});

/** The venue shows these sizes of a trade of ten. */
function showSizes(harness: PolymarketHarness, size: string): void {
  const cut = (text: string): string =>
    text.replaceAll(/"(size|size_matched|matched_amount)":"10"/g, `"$1":"${size}"`);
  harness.messageRewrite = cut;
  harness.bodyRewrites.set('GET /data/trades', cut);
}

for (const outcome of ['YES', 'NO'] as const)
  for (const [how, fate] of [
    ['answered', 'arrives'],
    ['known from the channel only', 'unanswered'],
  ] as const)
    for (const size of ['9.999999', '9.99'])
      polymarket(
        `a FOK sale of ${outcome} of which ${size} of ten were matched is FILLED with that: ${how}`,
        async (harness) => {
          const index = outcome === 'YES' ? 0 : 1;
          await harness.depositTokens(index, '10');
          await harness.addTrader({ side: 'BUY', maker: '5', taker: '10' }, index);
          showSizes(harness, size);
          harness.hooks.journey = (_, { method, path }) => ({
            fate: method === 'POST' && path === '/order' ? fate : 'arrives',
            requestMs: 0,
            answerMs: 0,
          });
          const order = harness.prepareOrder({ ...FOK_SALE, outcome }, '0.5');
          const placed = await harness.until(harness.venue.place(order));
          const expected = `FILLED ${size}; PENDING TAKER SELL ${outcome} ${size} @ 0.5`;
          if (fate === 'arrives') assert.equal(describeOutcome(placed), expected);
          await harness.pass(1_000);
          const found = await harness.until(harness.venue.order(order.clientId, harness.id));
          const shown = found.kind === 'found' ? describeReport(found.report) : found.kind;
          assert.equal(shown.replace('FINAL', 'PENDING'), expected);
        },
      );

for (const outcome of ['YES', 'NO'] as const)
  polymarket(`a FOK sale of ${outcome} of tokens that are short by dust is refused`, async (harness) => {
    const index = outcome === 'YES' ? 0 : 1;
    await harness.depositTokens(index, '9.999999');
    await harness.addTrader({ side: 'BUY', maker: '5', taker: '10' }, index);
    const order = harness.prepareOrder({ ...FOK_SALE, outcome }, '0.5');
    assert.equal(
      describeOutcome(await harness.until(harness.venue.place(order))),
      'refused insufficient_balance',
    );
    assert.equal((await harness.until(harness.venue.order(order.clientId, harness.id))).kind, 'absent');
  });

polymarket(
  'a killed FOK sale whose answer is lost is cancelled as `fok_unfilled` by the channel',
  async (harness) => {
    await harness.depositTokens(0, '10');
    await harness.addTrader({ side: 'BUY', maker: '3', taker: '6' });
    harness.hooks.journey = (_, { method, path }) => ({
      fate: method === 'POST' && path === '/order' ? 'unanswered' : 'arrives',
      requestMs: 0,
      answerMs: 0,
    });
    const order = harness.prepareOrder(FOK_SALE, '0.5');
    const outcome = await harness.until(harness.venue.place(order));
    assert.equal(outcome.kind, 'unknown');
    await harness.pass(1_000);
    const found = await harness.until(harness.venue.order(order.clientId, harness.id));
    assert.equal(found.kind === 'found' && describeReport(found.report), 'CANCELLED fok_unfilled 0');
  },
);

polymarket('a FOK purchase is refused unsent', async (harness) => {
  assert.match(
    describeOutcome(await harness.place({ tif: 'FOK' }, '0.5')),
    /^unsent a FOK purchase there spends an amount of money/,
  );
  assert.ok(!harness.requests.includes('POST /order'));
});

/** Trade events as some clients have received them: without our role, without makers or their sides. */
const EVENT_SHAPES: readonly (readonly [string, (text: string) => string])[] = [
  ['without our role', (text) => text.replaceAll(/"trader_side":"\w+"/g, '"trader_side":null')],
  ['without the sides of the makers', withMakers((maker) => ({ ...maker, side: undefined }))],
  ['without makers', (text) => withMakers(() => null)(text).replaceAll(/\[null(,null)*\]/g, 'null')],
  ['with empty amounts of the makers', withMakers((maker) => ({ ...maker, matched_amount: '', price: '' }))],
  [
    'with empty amounts',
    (text) =>
      text.includes('maker_orders')
        ? text.replaceAll(/"(size|price|matched_amount)":"[\d.]+"/g, '"$1":""')
        : text,
  ],
  [
    'without role and makers',
    (text) =>
      withMakers(() => null)(text)
        .replaceAll(/\[null(,null)*\]/g, '[]')
        .replaceAll(/"trader_side":"\w+"/g, '"trader_side":""'),
  ],
];

function withMakers(change: (maker: object) => object | null): (text: string) => string {
  return (text) => {
    if (!text.includes('maker_orders')) return text;
    const frame: unknown = JSON.parse(text, (key, value: unknown) =>
      key === 'maker_orders' && Array.isArray(value) ? (value as object[]).map(change) : value,
    );
    return JSON.stringify(frame);
  };
}

for (const [shape, rewrite] of EVENT_SHAPES) {
  polymarket(`trade events ${shape} give the same fills, and no anomaly`, async (harness) => {
    harness.messageRewrite = rewrite;
    await harness.place();
    await harness.addTrader({ side: 'BUY', maker: '3.6', taker: '6' }, 1);
    await harness.pass(2_000);
    assert.deepEqual(harness.listener.reports.map(describeReport), ['OPEN 6; PENDING MAKER BUY YES 6 @ 0.4']);
    await harness.addTrader(OFFER, 1);
    const taken = 'FILLED 10; PENDING TAKER BUY YES 10 @ 0.5';
    assert.equal(describeOutcome(await harness.place({}, '0.55')), taken);
    await harness.pass(60_000);
    const last = harness.listener.reports.map(describeReport).findLast((report) => report.includes('TAKER'));
    assert.equal(last, 'FILLED 10; FINAL TAKER BUY YES 10 @ 0.5');
    assert.deepEqual(harness.listener.anomalies, []);
  });
}

test('held tokens below the minimum size are sold by an IOC order; a refusal has the words of the venue', async () => {
  const harness = new PolymarketHarness();
  await harness.start();
  try {
    await harness.addTrader({ side: 'BUY', maker: '5', taker: '10' }); // a bid: 10 at 0.50
    await harness.depositTokens(0, '9');
    const sell = async (fields: object, price: string | null = '0.5'): Promise<string> =>
      describeOutcome(await harness.place({ side: 'SELL', ...fields }, price, '3'));
    assert.match(await sell({}), /^unsent .* off the grid/);
    assert.equal(await sell({ tif: 'IOC' }), 'FILLED 3; PENDING TAKER SELL YES 3 @ 0.5');
    harness.exchange.fault({ name: 'min_size_for_taking' });
    const refused = await harness.place({ side: 'SELL', tif: 'IOC' }, '0.5', '4');
    assert.ok(refused.kind === 'refused');
    assert.equal(refused.code, 'qty_below_min');
    assert.match(refused.message, /Size \(4\) lower than the minimum: 5/);
  } finally {
    await harness.stop();
  }
});
