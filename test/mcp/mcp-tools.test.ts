import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { until } from '../api-assertions.ts';
import { callTool, type McpSession, openMcp } from '../support/mcp-client.ts';
import { RAIN } from '../support/order-bodies.ts';
import { program } from '../support/program.ts';
import type { Order } from '../support/record-schemas.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();
const agent = (...limits: string[]) =>
  service.newKey(
    '--kind',
    'agent',
    '--permissions',
    'read,trade,risk',
    '--subaccounts',
    'sa_1,sa_2',
    ...limits,
  );
const key = await agent('--order-cost-max', '20', '--day-cost-max', '60', '--orders-per-hour', '50');
const mcp = await openMcp(service.url, key);
after(() => mcp.close());

const READ = [
  'compare_venues',
  'explain_order',
  'find_opportunities',
  'get_book',
  'get_market',
  'get_orders',
  'get_portfolio',
  'preview_order',
  'risk_status',
  'search_markets',
];
const WRITE = ['cancel_orders', 'kill_switch_on', 'place_order'];
const resting = { instrument_id: RAIN, side: 'BUY', outcome: 'YES', qty: '10', price: '0.01' };

const toolNames = async ({ client }: Pick<McpSession, 'client'>): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name).toSorted();
const ordersOf = (token: unknown): Promise<readonly Order[]> =>
  api.ok('GET', `/v1/orders?subaccount_id=sa_1&client_order_id=mcp-${String(token)}`);

test('without --allow-trading, and for another kind of key, no tool changes anything', async () => {
  for (const session of [await openMcp(service.url, key, false), await openMcp(service.url, service.key)]) {
    assert.deepEqual(await toolNames(session), READ);
    const placed = await session.call('place_order', { preview_token: 'a' });
    assert.ok(placed.isError && /place_order/.test(placed.text), placed.text);
    await session.close();
  }
});

test('an agent key may place and cancel; a key with read alone only reads', async () => {
  assert.deepEqual(await toolNames(mcp), [...READ, ...WRITE].toSorted());
  const { tools } = await mcp.client.listTools();
  for (const { name, annotations } of tools)
    assert.equal(annotations?.readOnlyHint, !WRITE.includes(name), name);
  const reader = await openMcp(service.url, await service.newKey('--kind', 'agent', '--permissions', 'read'));
  assert.deepEqual(
    await toolNames(reader),
    READ.filter((name) => name !== 'preview_order'),
  );
  await reader.close();
});

test('every reading tool answers within 4 KB, with texts of venues apart from facts', async () => {
  const [asset] = await api.ok<readonly { readonly generic_asset_id: number }[]>('GET', '/v1/generic-assets');
  const found = await mcp.call('search_markets', { limit: 50 });
  const calls: readonly [string, object][] = [
    ['search_markets', { limit: 50 }],
    ['get_market', { instrument_id: RAIN }],
    ['get_book', { instrument_id: RAIN, levels: 20 }],
    ['compare_venues', { generic_asset_id: asset?.generic_asset_id }],
    ['get_portfolio', {}],
    ['get_orders', {}],
    ['risk_status', {}],
    ['find_opportunities', {}],
  ];
  for (const [name, args] of calls) {
    const { facts, text, isError } = await mcp.call(name, args);
    assert.equal(isError, false, `${name}: ${text}`);
    assert.ok(Buffer.byteLength(JSON.stringify(facts)) <= 4_096, name);
  }
  const market = await mcp.call('get_market', { instrument_id: RAIN });
  const { title } = market.facts['untrusted'] as { readonly title: string };
  assert.ok(title.length > 0 && !market.text.includes(title), market.text);
  const [first] = found.facts['markets'] as readonly { readonly instrument_id: number }[];
  assert.ok(first !== undefined && String(first.instrument_id) in (found.facts['untrusted'] as object));
  const narrow = await mcp.call('search_markets', { fields: ['instrument_id'], limit: 1 });
  assert.deepEqual(Object.keys((narrow.facts['markets'] as readonly object[])[0] ?? {}), ['instrument_id']);
});

test('a previewed order is placed once, and its token then returns that order, also after it expired', async () => {
  const preview = await mcp.call('preview_order', resting);
  assert.equal((preview.facts['totals'] as { readonly cost: string }).cost, '0.1');
  const preview_token = preview.facts['preview_token'];
  const both = await Promise.all([
    mcp.call('place_order', { preview_token }),
    mcp.call('place_order', { preview_token }),
  ]);
  mcp.advance(60_000);
  const later = await mcp.call('place_order', { preview_token });
  const ids = [...both, later].map(({ facts }) => (facts['order'] as Order | undefined)?.id);
  assert.ok(ids[0] !== undefined && ids.every((id) => id === ids[0]), JSON.stringify([both, later]));
  assert.equal((await ordersOf(preview_token)).length, 1);
  const other = await openMcp(service.url, key);
  const restarted = await other.call('place_order', { preview_token });
  assert.equal((restarted.facts['order'] as Order).id, ids[0], 'another process of the same key');
  await other.close();
  const explained = await mcp.call('explain_order', { order_id: ids[0] });
  assert.equal((explained.facts['order'] as Order).id, ids[0]);
  const cancelled = await mcp.call('cancel_orders', { ids: [ids[0], 'ord_999999'] });
  assert.deepEqual(
    (cancelled.facts['orders'] as readonly { readonly status?: string; readonly error?: string }[]).map(
      ({ status, error }) => status ?? error,
    ),
    ['CANCELLED', 'not_found'],
  );
});

test('a book that moved beyond one tick returns a new preview and places nothing', async () => {
  const taking = { ...resting, qty: '1', price: '0.99', tif: 'IOC' };
  const sweep = { ...taking, type: 'LIMIT', subaccount_id: 'sa_2' };
  // Demo's maker may quote again between the sweep and the order, which then trades as it was previewed.
  const { token, refused } = await until('the maker is slower than the order', async () => {
    const { asks } = (await mcp.call('get_book', { instrument_id: RAIN })).facts as unknown as {
      readonly asks: readonly { readonly qty: string }[];
    };
    const preview = await mcp.call('preview_order', taking);
    const sum = asks.slice(0, -1).reduce((total, { qty }) => total + Number(qty), 0);
    if (asks.length < 3) return null;
    await api.ok('POST', '/v1/orders', { ...sweep, qty: String(sum) });
    const placed = await mcp.call('place_order', { preview_token: preview.facts['preview_token'] });
    if (placed.facts['error'] === undefined) return null;
    return { token: preview.facts['preview_token'], refused: placed };
  });
  assert.equal(refused.facts['error'], 'preview_expired', JSON.stringify(refused.facts));
  const renewed = refused.facts['preview'] as { readonly preview_token: string };
  assert.equal((await ordersOf(token)).length, 0);
  const placed = await mcp.call('place_order', { preview_token: renewed.preview_token });
  assert.equal((placed.facts['order'] as Order).status, 'FILLED', JSON.stringify(placed.facts));
});

test('crossbook mcp serves the same tools over standard input and output', async () => {
  const file = join(service.dataDir, 'mcp-key.json');
  writeFileSync(file, JSON.stringify(key), { mode: 0o600 });
  const main = program('src/main.ts');
  const args = [main, '--data-dir', service.dataDir, 'mcp', '--key-file', file];
  for (const more of [[], ['--allow-trading']]) {
    const client = new Client({ name: 'test', version: '0.0.0' });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [...args, ...more], stderr: 'ignore' }),
    );
    assert.equal((await toolNames({ client })).includes('place_order'), more.length > 0);
    const status = await callTool(client, 'risk_status', {});
    assert.equal((status.facts['agent'] as { readonly order_cost_max: string }).order_cost_max, '20');
    await client.close();
  }
});
