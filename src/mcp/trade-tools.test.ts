import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError, type NewOrder, type Order } from '../../sdk/src/index.ts';
import EXAMPLES from '../http/routes/examples.json' with { type: 'json' };
import { PreviewTokens, TOKEN_MS } from './preview-tokens.ts';
import { READ_TOOLS } from './read-tools.ts';
import type { ToolContext } from './tool.ts';
import type { Answer } from './tool-answer.ts';
import { createTradeTools } from './trade-tools.ts';

const [ORDER] = EXAMPLES.Order as unknown as [Order];
const [PREVIEW] = EXAMPLES.OrderPreview;
const BUY = { instrument_id: 1001, side: 'BUY', outcome: 'YES', qty: '100', price: '0.6' };

/** The tools of one process over a service that answers as a test says. */
function openTools(context: { readonly approvalAbove?: string; readonly ticks?: readonly string[] } = {}) {
  let nowMs = 1_000;
  let made = 0;
  const created: NewOrder[] = [];
  const scopes: unknown[] = [];
  const answers = {
    avgPrice: '0.5',
    cost: '50',
    create: (order: NewOrder): Order => ({ ...ORDER, client_order_id: order.client_order_id ?? null }),
    listed: [] as Order[],
  };
  const client = {
    orders: {
      preview: async () => ({
        ...PREVIEW,
        legs: (context.ticks ?? ['0.01']).map((_, at) => ({
          ...PREVIEW?.legs[0],
          instrument_id: at + 1,
          expected: { avg_price: answers.avgPrice },
        })),
        totals: { max_loss: answers.cost },
      }),
      create: async (order: NewOrder) => {
        created.push(order);
        return answers.create(order);
      },
      list: async () => answers.listed,
    },
    markets: {
      lookup: async (ids: readonly number[]) =>
        ids.map((id) => ({ instrument_id: id, price_tick: (context.ticks ?? ['0.01'])[id - 1] })),
    },
    positions: { list: async (scope: unknown) => (scopes.push(scope), []) },
    balances: { list: async (scope: unknown) => (scopes.push(scope), []) },
    books: {
      get: async () => ({ bids: Array(30).fill(1), asks: Array(30).fill(2), timestamp: null }),
    },
  };
  const tokens = new PreviewTokens('key_1', (bytes) => (made += 1).toString(16).padStart(bytes * 2, '0'));
  const tools = [...createTradeTools(tokens), ...READ_TOOLS];
  const toolContext = {
    client,
    account: { agent: { approval_above: context.approvalAbove ?? null } },
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
  return { run, previewed, place, pass, answers, created, scopes };
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

  test('a token of another process returns the order that it placed, and is unknown without one', async () => {
    const { place, answers, created } = openTools();
    const token = await openTools().previewed();
    assert.equal((await place(token))['error'], 'unknown_preview_token');
    answers.listed = [ORDER];
    assert.deepEqual([(await place(token))['replayed'], created], [true, []]);
    assert.equal((await place('0'.repeat(32)))['error'], 'unknown_preview_token');
  });
});

test('a preview needs an approval above the amount of the policy, not at it', async () => {
  const { run, answers } = openTools({ approvalAbove: '50' });
  const needs = async (): Promise<unknown> => (await run('preview_order', BUY)).facts['needs_approval'];
  assert.equal(await needs(), false);
  answers.cost = '50.00000001';
  assert.equal(await needs(), true);
});

test('the portfolio is of the subaccount that is named, and a book has as many levels as requested', async () => {
  const { run, scopes } = openTools();
  await run('get_portfolio', {});
  await run('get_portfolio', { subaccount_id: 'sa_2' });
  assert.deepEqual(
    scopes,
    ['sa_1', 'sa_1', 'sa_2', 'sa_2'].map((subaccount_id) => ({ subaccount_id })),
  );
  const { facts } = await run('get_book', { instrument_id: 1001, levels: 3 });
  assert.deepEqual([facts['bids'], facts['asks']], [Array(3).fill(1), Array(3).fill(2)]);
});
