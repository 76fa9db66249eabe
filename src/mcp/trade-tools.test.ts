import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError, type NewOrder, type Order, OutcomeUnknownError } from '../../sdk/src/index.ts';
import EXAMPLES from '../http/routes/examples.json' with { type: 'json' };
import { PreviewTokens, TOKEN_MS } from './preview-tokens.ts';
import { READ_TOOLS } from './read-tools.ts';
import type { ToolContext } from './tool.ts';
import type { Answer } from './tool-answer.ts';
import { createTradeTools } from './trade-tools.ts';

const [ORDER] = EXAMPLES.Order as unknown as [Order];
const [PREVIEW] = EXAMPLES.OrderPreview;
const [BOOK] = EXAMPLES.Book;
const BUY = { instrument_id: 1001, side: 'BUY', outcome: 'YES', qty: '100', price: '0.6' };

/** The tools of one process over a service that answers as a test says. */
function openTools(context: { readonly approvalAbove?: string; readonly ticks?: readonly string[] } = {}) {
  let nowMs = 1_000;
  let made = 0;
  const previews: NewOrder[] = [];
  const created: NewOrder[] = [];
  const answers = {
    avgPrice: '0.5',
    cost: '50',
    create: (order: NewOrder): Order => ({ ...ORDER, client_order_id: order.client_order_id ?? null }),
    listed: [] as Order[],
  };
  const client = {
    orders: {
      preview: async (order: NewOrder) => {
        previews.push(order);
        return {
          ...PREVIEW,
          legs: (context.ticks ?? ['0.01']).map((_, at) => ({
            ...PREVIEW?.legs[0],
            instrument_id: at + 1,
            expected: { avg_price: answers.avgPrice },
          })),
          totals: { max_loss: answers.cost },
        };
      },
      create: async (order: NewOrder) => {
        created.push(order);
        return answers.create(order);
      },
      list: async (query: Pick<Order, 'subaccount_id' | 'client_order_id'>) =>
        answers.listed.filter(
          (each) =>
            each.subaccount_id === query.subaccount_id && each.client_order_id === query.client_order_id,
        ),
    },
    markets: {
      lookup: async (ids: readonly number[]) =>
        ids.map((id) => ({ instrument_id: id, price_tick: (context.ticks ?? ['0.01'])[id - 1] })),
    },
  };
  const tokens = new PreviewTokens('key_1', (bytes) => (made += 1).toString(16).padStart(bytes * 2, '0'));
  const tools = createTradeTools(tokens);
  const toolContext = {
    client,
    account: {
      subaccounts: ['sa_1', 'sa_2', 'sa_3'],
      agent: { approval_above: context.approvalAbove ?? null },
    },
    subaccountId: 'sa_1',
    now: () => nowMs,
  } as unknown as ToolContext;
  const run = async (name: string, input: object): Promise<Answer> => {
    const tool = tools.find((each) => each.name === name);
    assert.ok(tool !== undefined);
    return tool.run(input as never, toolContext);
  };
  const previewed = async (): Promise<string> => {
    const { facts } = await run('preview_order', BUY);
    return facts['preview_token'] as string;
  };
  const place = async (token: string) => (await run('place_order', { preview_token: token })).facts;
  const pass = (ms: number): void => void (nowMs += ms);
  return { run, previewed, place, pass, answers, previews, created };
}

describe('place_order', () => {
  test('sends the order once with the time until which its preview holds, and returns it again', async () => {
    const { previewed, place, created } = openTools();
    const token = await previewed();
    assert.equal((await place(token))['replayed'], false);
    assert.equal((await place(token))['replayed'], true);
    const sent = [`mcp-${token}`, 1_000 + TOKEN_MS];
    assert.deepEqual(
      created.map(({ client_order_id, valid_until }) => [client_order_id, valid_until]),
      [sent, sent],
    );
  });

  for (const [ms, isPast] of [
    [TOKEN_MS - 1, false],
    [TOKEN_MS, true],
  ] as const)
    test(`${ms} ms after the preview ${isPast ? 'places nothing' : 'places it'}`, async () => {
      const { previewed, place, pass, created } = openTools();
      const token = await previewed();
      pass(ms);
      assert.equal((await place(token))['error'], isPast ? 'preview_expired' : undefined);
      assert.equal(created.length, isPast ? 0 : 1);
    });

  test('the token of an expired preview is void, and that of its successor is not', async () => {
    const { previewed, place, pass, created } = openTools();
    const token = await previewed();
    pass(TOKEN_MS);
    const { preview } = await place(token);
    assert.deepEqual([(await place(token))['error'], created], ['unknown_preview_token', []]);
    const next = (preview as { preview_token: string }).preview_token;
    assert.equal((await place(next))['replayed'], false);
  });

  test('the largest tick among its legs is how far its price may move', async () => {
    const { previewed, place, answers } = openTools({ ticks: ['0.001', '0.01', '0.0001'] });
    const token = await previewed();
    answers.avgPrice = '0.51';
    assert.equal((await place(token))['replayed'], false);
    const other = await previewed();
    answers.avgPrice = '0.5201';
    assert.equal((await place(other))['error'], 'preview_expired');
  });

  test('a refused order may be sent again as a first one; a refused repeat may not', async () => {
    const { previewed, place, pass, answers, created } = openTools();
    const token = await previewed();
    const refuse = (): never => {
      throw new ApiError({ status: 422, error: 'risk_limit', message: 'no', details: null });
    };
    const accept = answers.create;
    answers.create = refuse;
    await assert.rejects(place(token));
    answers.create = accept;
    assert.equal((await place(token))['replayed'], false);
    answers.create = refuse;
    await assert.rejects(place(token));
    answers.create = accept;
    pass(TOKEN_MS); // it was sent, so what it became is returned, whatever the time
    assert.equal((await place(token))['replayed'], true);
    assert.equal(created.length, 4);
  });

  test('an order of which the outcome is unknown is sent again under its token, and never previewed again', async () => {
    const { previewed, place, pass, answers, previews, created } = openTools();
    const token = await previewed();
    const accept = answers.create;
    answers.create = () => {
      throw new OutcomeUnknownError({ message: 'no answer', clientOrderIds: [`mcp-${token}`] });
    };
    await assert.rejects(place(token), OutcomeUnknownError);
    const count = previews.length;
    answers.create = accept;
    answers.avgPrice = '0.59'; // far beyond the band
    pass(TOKEN_MS);
    assert.equal((await place(token))['replayed'], true);
    assert.equal(previews.length, count);
    assert.deepEqual(
      new Set(created.map(({ client_order_id }) => client_order_id)),
      new Set([`mcp-${token}`]),
    );
  });

  for (const subaccount_id of ['sa_1', 'sa_2', 'sa_3'])
    test(`a token of another process returns the order that it placed in ${subaccount_id}, and no other`, async () => {
      const { place, answers, created } = openTools();
      const token = await openTools().previewed();
      answers.listed = [{ ...ORDER, subaccount_id, client_order_id: 'mcp-other' }];
      assert.equal((await place(token))['error'], 'unknown_preview_token');
      answers.listed.push({ ...ORDER, subaccount_id, client_order_id: `mcp-${token}` });
      const { order, replayed } = await place(token);
      assert.deepEqual([(order as Order).client_order_id, replayed, created], [`mcp-${token}`, true, []]);
      assert.equal((await place('0'.repeat(32)))['error'], 'unknown_preview_token');
    });

  for (const side of ['BUY', 'SELL'])
    for (const outcome of ['YES', 'NO'])
      test(`${side} ${outcome}: the order that is placed is the one that was previewed, in its subaccount`, async () => {
        const terms = { side, outcome, qty: '100', price: '0.6' };
        const given = { subaccount_id: 'sa_2', tif: 'IOC', post_only: false, reduce_only: true };
        const defaults = { subaccount_id: 'sa_1', tif: 'GTC', post_only: false, reduce_only: false };
        for (const [input, expected] of [
          [{ instrument_id: 1001 }, { ...defaults, instrument_id: 1001 }],
          [
            { instrument_id: 'Demo:rain', ...given },
            { ...given, instrument_id: 'Demo:rain' },
          ],
          [
            { generic_asset_id: 501, mode: 'SPLIT', venues: ['Demo'], ...given },
            { ...given, generic_asset_id: 501, routing: { mode: 'SPLIT', venues: ['Demo'] } },
          ],
        ] as const) {
          const { run, place, previews, created } = openTools();
          const { facts } = await run('preview_order', { ...terms, ...input });
          const order = { ...terms, type: 'LIMIT', ...expected };
          assert.deepEqual([facts['order'], previews], [order, [order]]);
          await place(facts['preview_token'] as string);
          const [{ client_order_id: _, valid_until: __, ...sent } = assert.fail('an order')] = created;
          assert.deepEqual(sent, order);
        }
      });
});

test('a preview needs an approval above the amount of the policy, not at it', async () => {
  const { run, answers } = openTools({ approvalAbove: '50' });
  const needs = async (): Promise<unknown> => (await run('preview_order', BUY)).facts['needs_approval'];
  assert.equal(await needs(), false);
  answers.cost = '50.00000001';
  assert.equal(await needs(), true);
});

const SCOPE = { subaccount_id: 'sa_2' };
const MARKETS = { q: 'rain', venue: 'Demo', status: 'OPEN', limit: 5 };
const SETS = { min_edge: '0.01', asset: 501, limit: 5 };
const ORDERS = { ...SCOPE, status: 'OPEN', limit: 5 };

/** The filters that each tool hands to the calls of the API, and what they are where it is given none. */
for (const [name, paths, input, absent] of [
  ['search_markets', ['markets.search'], MARKETS, { limit: 20 }],
  ['get_portfolio', ['positions.list', 'balances.list'], SCOPE, { subaccount_id: 'sa_1' }],
  ['get_orders', ['orders.list'], ORDERS, { subaccount_id: 'sa_1', limit: 20 }],
  ['risk_status', ['risk.state'], SCOPE, { subaccount_id: 'sa_1' }],
  ['find_opportunities', ['opportunities.list'], SETS, { limit: 20 }],
] as const)
  test(`${name} requests what it is given, and nothing wider`, async () => {
    for (const [given, expected] of [
      [input, input],
      [{}, absent],
    ]) {
      const requested = await listCalls(name, given as object);
      assert.deepEqual(requested, Object.fromEntries(paths.map((path) => [path, expected])));
    }
  });

test('a book has as many levels as requested', async () => {
  const levels = Array.from({ length: 30 }, (_, at) => ({ price: '0.5', qty: String(at) }));
  const client = { books: { get: async () => ({ ...BOOK, bids: levels, asks: levels }) } };
  const { facts } = await runReading('get_book', { instrument_id: 1001, levels: 3 }, client);
  assert.deepEqual([facts['bids'], facts['asks']], [levels.slice(0, 3), levels.slice(0, 3)]);
});

function runReading(name: string, input: object, client: object): Promise<Answer> {
  const tool = READ_TOOLS.find((each) => each.name === name);
  assert.ok(tool !== undefined);
  return tool.run(input as never, { client, subaccountId: 'sa_1' } as unknown as ToolContext);
}

/** The arguments of each call of the API that a reading tool makes with these, without those that are absent. */
async function listCalls(name: string, input: object): Promise<Readonly<Record<string, unknown>>> {
  const requested: Record<string, unknown> = {};
  const answer = (path: string) => async (query?: object) => {
    if (query !== undefined) requested[path] = JSON.parse(JSON.stringify(query));
    return Object.assign([], { items: [] });
  };
  const toGroup = (group: string) =>
    new Proxy({}, { get: (_, method) => answer(`${group}.${String(method)}`) });
  await runReading(name, input, new Proxy({}, { get: (_, group) => toGroup(String(group)) }));
  return requested;
}
