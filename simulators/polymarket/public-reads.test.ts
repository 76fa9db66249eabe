import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEvent, getError, PolymarketSimulatorHarness, read } from './polymarket-simulator.fixture.ts';
import { computeBookHash } from './wire/render-books.ts';

test("the book hash equals the venue's example", () => {
  const book = {
    market: '0x747dc809fb79e1b05be09c42d6179459a58de2ef3e40f02484a4e1260f741f75',
    asset_id: '107505882767731489358349912513945399560393482969656700824895970500493757150417',
    timestamp: '1767225600000',
    hash: '',
    bids: [
      { price: '0.49', size: '20' },
      { price: '0.50', size: '40' },
    ],
    asks: [
      { price: '0.54', size: '30' },
      { price: '0.52', size: '25' },
    ],
    min_order_size: '5',
    tick_size: '0.01',
    neg_risk: false,
    last_trade_price: '0.51',
  };
  assert.equal(computeBookHash(book), '5307501cbc7faaaf6f2c976dced80f40c486d414');
});

test('a book has its best levels last, and the fault stale_book repeats the first book', async () => {
  const { harness, yes } = await quoted();
  const prices = async (): Promise<string[]> => {
    const book = read(await harness.get(`/book?token_id=${yes}`)) as { bids: { price: string }[] };
    return book.bids.map(({ price }) => price);
  };
  assert.deepEqual(await prices(), ['0.40', '0.48']);
  harness.fault({ name: 'stale_book' });
  await prices();
  harness.act({ verb: 'trade', token: yes, side: 'BUY', price: '0.49', size: '10', type: 'GTC' });
  assert.deepEqual(await prices(), ['0.40', '0.48']);
  harness.simulator.controls.faults.remove('stale_book');
  assert.deepEqual(await prices(), ['0.40', '0.48', '0.49']);
});

test('prices of one token equal those of a request for many', async () => {
  const { harness, yes, no } = await quoted();
  const one = async (path: string): Promise<unknown> => read(await harness.get(path));
  assert.deepEqual(await one(`/price?token_id=${yes}&side=BUY`), { price: '0.48' });
  assert.deepEqual(await one(`/price?token_id=${no}&side=BUY`), { price: '0.48' });
  assert.deepEqual(await one(`/midpoint?token_id=${yes}`), { mid: '0.5' });
  assert.deepEqual(await one(`/spread?token_id=${no}`), { spread: '0.04' });
  assert.deepEqual(await one(`/last-trade-price?token_id=${yes}`), { price: '0.5', side: '' });
  assert.deepEqual(await one(`/tick-size?token_id=${yes}`), { minimum_tick_size: 0.01 });
  const books = JSON.parse(
    (await harness.post('/books', [{ token_id: yes }, { token_id: '1' }])).body,
  ) as unknown[];
  assert.equal(books.length, 1);
  assert.deepEqual(read(await harness.post('/midpoints', [{ token_id: yes }])), { [yes]: '0.5' });
});

test("unknown tokens and markets are rejected with the venue's texts", async () => {
  const { harness } = await quoted();
  assert.equal(getError(await harness.get('/book?token_id=x')), 'Invalid token id');
  assert.equal(
    getError(await harness.get('/book?token_id=1')),
    'No orderbook exists for the requested token id',
  );
  assert.equal(getError(await harness.get('/clob-markets/0x1')), 'market not found');
  assert.equal(getError(await harness.post('/books', {})), 'Invalid payload');
  assert.equal(getError(await harness.get('/prices-history?market=1&interval=1d')), 'Invalid market');
});

test('the data API shows a print with JSON numbers, and minted pairs as open interest', async () => {
  const { harness, yes, no } = await quoted();
  const before = (JSON.parse((await harness.data('/oi')).body) as { value: number }[])[0]?.value ?? 0;
  harness.act({ verb: 'trade', token: no, side: 'BUY', price: '0.52', size: '10' });
  const [print] = JSON.parse((await harness.data('/trades?limit=1')).body) as [Record<string, unknown>];
  assert.deepEqual([print.asset, print.side, print.price, print.size], [no, 'BUY', 0.52, 10]);
  assert.deepEqual(read(await harness.get(`/last-trade-price?token_id=${yes}`)), {
    price: '0.48',
    side: 'SELL',
  });
  const after = (JSON.parse((await harness.data('/oi')).body) as { value: number }[])[0]?.value ?? 0;
  assert.equal(after - before, 10);
});

test('discovery pages by cursor, hides closed markets, and renders lists as strings', async () => {
  const harness = new PolymarketSimulatorHarness([
    createEvent('rain'),
    createEvent('snow'),
    createEvent('hail'),
  ]);
  const first = read(await harness.gamma('/markets/keyset?limit=2'));
  assert.equal((first.markets as unknown[]).length, 2);
  const rest = read(await harness.gamma(`/markets/keyset?limit=2&after_cursor=${String(first.next_cursor)}`));
  const [hail] = rest.markets as Record<string, unknown>[];
  assert.deepEqual([hail?.slug, 'next_cursor' in rest, hail?.outcomes], ['hail', false, '["Yes","No"]']);
  harness.simulator.controls.market({ market: 'snow', verb: 'settle', result: 'yes' });
  const slugs = async (query: string): Promise<unknown[]> => {
    const page = read(await harness.gamma(`/markets/keyset?${query}`)) as { markets: { slug: string }[] };
    return page.markets.map(({ slug }) => slug);
  };
  assert.deepEqual(await slugs('slug=snow&slug=rain'), ['rain']);
  assert.deepEqual(await slugs('closed=true'), ['snow']);
  assert.equal((await harness.gamma('/markets/keyset?offset=5')).status, 422);
  assert.equal((await harness.gamma('/markets/keyset?limit=101')).status, 422);
});

test('each origin serves its own paths: the CLOB and Gamma have different lists at /markets', async () => {
  const harness = new PolymarketSimulatorHarness([createEvent('rain'), createEvent('snow')]);
  const clob = read(await harness.get('/markets'));
  assert.deepEqual([clob.count, clob.next_cursor], [2, 'LTE=']);
  const gamma = JSON.parse((await harness.gamma('/markets?limit=1&offset=1')).body) as { slug: string }[];
  assert.deepEqual(
    gamma.map(({ slug }) => slug),
    ['snow'],
  );
  const foreign = [
    await harness.get('/markets/keyset'),
    await harness.get('/trades'),
    await harness.gamma('/book'),
    await harness.gamma('/oi'),
    await harness.data('/markets'),
  ];
  assert.deepEqual(
    foreign.map(({ status }) => status),
    [404, 404, 404, 404, 404],
  );
});

test("Gamma's older lists are arrays, sorted by a field, filtered by tag, and not limited to open events", async () => {
  const harness = new PolymarketSimulatorHarness([
    createEvent('rain', { eventSlug: 'wet', eventTitle: 'Wet days' }),
    createEvent('goal', { eventSlug: 'cup', eventTitle: 'The cup', tag: 'Sports' }),
    createEvent('snow', { eventSlug: 'wet', eventTitle: 'Wet days' }),
  ]);
  const slugs = async (path: string): Promise<readonly string[]> =>
    (JSON.parse((await harness.gamma(path)).body) as { slug: string }[]).map(({ slug }) => slug);
  assert.deepEqual(await slugs('/events?order=slug&ascending=false'), ['wet', 'cup']);
  assert.deepEqual(await slugs('/events?tag_slug=sports'), ['cup']);
  assert.deepEqual(await slugs('/markets?order=slug'), ['goal', 'rain', 'snow']);
  const [wet] = JSON.parse((await harness.gamma('/events?slug=wet')).body) as { markets: unknown[] }[];
  assert.equal(wet?.markets.length, 2);
  harness.simulator.controls.market({ market: 'goal', verb: 'settle', result: 'yes' });
  assert.deepEqual(await slugs('/events?closed=false'), ['wet']);
  assert.deepEqual(await slugs('/events'), ['wet', 'cup']);
  assert.deepEqual(await slugs('/markets?tag_slug=sports'), []);
  assert.equal((await harness.gamma('/markets?offset=-1')).status, 422);
});

test('search matches events, and its pages start at one', async () => {
  const harness = new PolymarketSimulatorHarness([
    createEvent('rain', { eventSlug: 'wet', eventTitle: 'Wet days' }),
    createEvent('snow'),
  ]);
  const found = read(await harness.gamma('/public-search?q=wet&limit_per_type=1'));
  assert.deepEqual(found.pagination, { hasMore: false, totalResults: 1 });
  assert.deepEqual(
    (found.events as { slug: string }[]).map(({ slug }) => slug),
    ['wet'],
  );
});

test('the market maker keeps all markets two-sided, uncrossed and moving', async () => {
  const harness = new PolymarketSimulatorHarness([createEvent('rain'), createEvent('snow')], {
    hasMarketMaker: true,
  });
  harness.clock.advance(120_000);
  for (const slug of ['rain', 'snow']) {
    const [yes] = await harness.tokens(slug);
    const { bids, asks } = read(await harness.get(`/book?token_id=${yes}`)) as Record<
      string,
      { price: string }[]
    >;
    assert.ok(Number(bids?.at(-1)?.price) < Number(asks?.at(-1)?.price));
  }
  assert.ok((JSON.parse((await harness.data('/trades')).body) as unknown[]).length > 5);
});

async function quoted(): Promise<{ harness: PolymarketSimulatorHarness; yes: string; no: string }> {
  const harness = new PolymarketSimulatorHarness();
  const [yes, no] = await harness.tokens();
  for (const [token, price] of [
    [yes, '0.40'],
    [yes, '0.48'],
    [no, '0.48'],
  ] as const) {
    harness.act({ verb: 'trade', token, side: 'BUY', price, size: '10', type: 'GTC' });
  }
  return { harness, yes, no };
}
