import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { renderDecimal } from '../../../contract/model/money.ts';
import type { ReadResult } from '../http/polymarket-client.ts';
import { readPastTrades } from '../market-data/polymarket-trades.ts';
import { computePositions, readHoldings } from '../orders/holdings.ts';
import { createListing } from '../polymarket-feed.fixture.ts';
import { createEvent, KEY_ADDRESS, PolymarketHarness } from '../polymarket-harness.fixture.ts';
import type { DataApiVersion } from '../polymarket-settings.ts';
import { DATA_APIS } from './data-api.ts';
import { toVenueTrade } from './polymarket-mapping.ts';

const VERSIONS = ['v1', 'v2'] as const;

const LISTING = createListing(1);

/** Reads a list through the simulator, which serves both versions as the venue does. */
function clientOf(harness: PolymarketHarness, dataApi: DataApiVersion) {
  const paths: string[] = [];
  const read = async (_: unknown, path: string): Promise<ReadResult> => {
    paths.push(path);
    const { status, body } = await harness.exchange.data(path);
    return { kind: 'answer', status, value: JSON.parse(body) as unknown, body };
  };
  return { paths, client: { dataApi, read } };
}

/** A wallet with fewer than one NO and some YES of one market, and of a resolved one. */
async function openWallet(): Promise<PolymarketHarness> {
  const harness = new PolymarketHarness([createEvent('rain'), createEvent('snow')]);
  await harness.start();
  const { exchange } = harness;
  const [yes, no] = await exchange.tokens('rain');
  const [snow] = await exchange.tokens('snow');
  for (const [asset, amount] of [
    [yes, '12.5'],
    [no, '0.25'],
    [snow, '7'],
  ] as const)
    exchange.act({ verb: 'deposit', wallet: KEY_ADDRESS, asset, amount });
  const settle = { market: 'snow', verb: 'settle', result: 'no' } as never;
  assert.equal(exchange.simulator.controls.market(settle), null);
  return harness;
}

for (const version of VERSIONS)
  describe(`version ${version} of the Data API`, () => {
    test('lists the tokens of a wallet, also of both outcomes and less than one, without those that pay out', async () => {
      const harness = await openWallet();
      const { client, paths } = clientOf(harness, version);
      const holdings = await readHoldings({
        client,
        wallet: { maker: KEY_ADDRESS },
        listings: { byToken: () => null, recheck: () => undefined },
        listener: { onAnomaly: () => assert.fail('the list can be read') },
      });
      assert.deepEqual(
        holdings?.map(({ isYes, size }) => `${isYes ? 'YES' : 'NO'} ${renderDecimal(size)}`),
        ['YES 12.5', 'NO 0.25'],
      );
      assert.deepEqual(
        computePositions(holdings ?? []).map(({ netQty }) => netQty),
        [1_225_000_000n],
      );
      assert.equal(paths.length, 1);
      await harness.stop();
    });

    test('is what the adapter reads when it is the setting', async () => {
      const harness = await openWallet();
      await harness.restart({ dataApi: version });
      await harness.start();
      const positions = await harness.until(harness.venue.positions());
      assert.deepEqual(
        positions?.map(({ netQty }) => renderDecimal(netQty)),
        ['12.25'],
      );
      const read = harness.requests.filter((request) => request.endsWith('/positions'));
      const path = version === 'v1' ? 'GET /positions' : 'GET /v2/positions';
      assert.equal(read.at(-1), path);
      await harness.stop();
    });

    test('lists the trades of a market in YES terms, page by page, up to the wanted number', async () => {
      const harness = new PolymarketHarness();
      await harness.start();
      const { exchange } = harness;
      const [yes, no] = await exchange.tokens();
      await harness.addTrader({ side: 'BUY', maker: '400', taker: '1000' });
      await harness.addTrader({ side: 'BUY', maker: '400', taker: '1000' }, 1);
      const sell = (token: string, size: number) =>
        exchange.act({ verb: 'trade', token, side: 'SELL', price: '0.4', size: String(size) });
      for (let size = 1; size <= 3; size += 1) {
        sell(yes, size);
        await harness.pass(1_000);
        sell(no, size);
        await harness.pass(1_000);
      }
      const [listed] = harness.listener.instruments.values();
      assert.ok(listed !== undefined);
      const listing = { ...LISTING, yes, no, instrument: { ...LISTING.instrument, ...listed } };
      const { client } = clientOf(harness, version);
      const past = await readPastTrades(client, listing, 100);
      const show = (trades: typeof past) =>
        trades?.prints
          .map((print) => toVenueTrade(listing, print))
          .map(({ side, price, qty }) => `${side} ${renderDecimal(qty)} @ ${renderDecimal(price)}`);
      const all = [
        'SELL 1 @ 0.4',
        'BUY 1 @ 0.6',
        'SELL 2 @ 0.4',
        'BUY 2 @ 0.6',
        'SELL 3 @ 0.4',
        'BUY 3 @ 0.6',
      ];
      assert.deepEqual(show(past), all);
      assert.deepEqual([past?.rows, past?.isReadable], [6, true]);
      assert.deepEqual(show(await readPastTrades(client, listing, 2)), all.slice(-2));
      const list = DATA_APIS[version].trades(listing.instrument.venueInstrumentId);
      const walked: unknown[] = [];
      for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
        const { body } = await exchange.data(list.path(cursor, 2));
        const page = list.page(JSON.parse(body) as unknown, cursor, 2);
        assert.ok(page !== null);
        walked.push(...page.items);
        if (first) sell(yes, 9); // a new row moves no later page of version 2
        cursor = page.next;
      }
      assert.equal(walked.length, version === 'v2' ? 6 : 7);
      await harness.stop();
    });
  });

test('each list is requested whole, and each trade once', () => {
  const paths = VERSIONS.flatMap((version) =>
    (['positions', 'trades'] as const).map((name) => DATA_APIS[version][name]('0xc').path(null, 100)),
  );
  assert.deepEqual(paths, [
    '/positions?user=0xc&sizeThreshold=0&limit=100&offset=0',
    '/trades?market=0xc&takerOnly=true&limit=100&offset=0',
    '/v2/positions?user=0xc&limit=100',
    '/v2/trades?condition=0xc&taker_only=true&limit=100',
  ]);
});

describe('an answer of version 2', () => {
  const list = DATA_APIS.v2.positions(KEY_ADDRESS);
  const row = {
    token_id: '17',
    condition_id: '0xc',
    outcome_index: 1,
    current_size: 3.5,
    avg_price: 0.4,
    redeemable: false,
    status: 'OPEN',
  };
  const page = (data: unknown, next_cursor: unknown = null) =>
    list.page({ data, pagination: { limit: 100, offset: 0, has_more: false, next_cursor } }, null, 100);

  test('without data is an empty list', () => {
    assert.deepEqual(
      [page(null), page([])],
      [
        { items: [], next: null },
        { items: [], next: null },
      ],
    );
  });

  test('that is no page, or has a row that cannot be read, says so', () => {
    assert.equal(list.page([row], null, 100), null);
    assert.equal(list.page({ data: [row] }, null, 100), null);
    assert.deepEqual(page([{ ...row, current_size: 'many' }])?.items, [null]);
  });

  test('may not know the outcome: then the listing says it, and without one the holdings are unknown', async () => {
    const held = async (token_id: string) =>
      readHoldings({
        client: {
          dataApi: 'v2',
          read: async () => {
            const value = {
              data: [{ ...row, token_id, outcome_index: 999 }],
              pagination: { next_cursor: null },
            };
            return { kind: 'answer', status: 200, value, body: '' };
          },
        },
        wallet: { maker: KEY_ADDRESS },
        listings: { byToken: (token) => (token === LISTING.no ? LISTING : null), recheck: () => undefined },
        listener: { onAnomaly: () => undefined },
      });
    assert.deepEqual(
      (await held(LISTING.no))?.map(({ isYes }) => isYes),
      [false],
    );
    assert.equal(await held('18'), null);
  });

  test('whose cursor does not advance is no complete list', async () => {
    const value = { data: [row], pagination: { next_cursor: 'same' } };
    const holdings = await readHoldings({
      client: { dataApi: 'v2', read: async () => ({ kind: 'answer', status: 200, value, body: '' }) },
      wallet: { maker: KEY_ADDRESS },
      listings: { byToken: () => null, recheck: () => undefined },
      listener: { onAnomaly: () => undefined },
    });
    assert.equal(holdings, null);
  });
});

test('the lists of version 2 of the sandbox are in snake case, and refuse too many rows', async () => {
  const harness = await openWallet();
  const { exchange } = harness;
  for (const name of ['positions', 'trades', 'activity']) {
    const { status, body } = await exchange.data(`/v2/${name}?user=${KEY_ADDRESS}&limit=1000`);
    assert.equal(status, 200, body);
    const { data, pagination } = JSON.parse(body) as { data: readonly object[]; pagination: object };
    assert.deepEqual(pagination, { limit: 1_000, offset: 0, has_more: false, next_cursor: null });
    assert.ok(
      data.flatMap((each) => Object.keys(each)).every((key) => !/[A-Z]/.test(key)),
      body,
    );
    assert.equal((await exchange.data(`/v2/${name}?user=${KEY_ADDRESS}&limit=1001`)).status, 400);
  }
  const { body } = await exchange.data(`/v2/positions?user=${KEY_ADDRESS}&status=MERGEABLE`);
  assert.equal((JSON.parse(body) as { data: readonly unknown[] }).data.length, 2);
  await harness.stop();
});
