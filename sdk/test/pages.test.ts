import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { FakeService } from './fake-server.ts';
import { fill, instrument, order } from './records.ts';

let service: FakeService;
describe('pages', () => {
  before(async () => {
    service = await FakeService.start();
  });
  after(() => service.close());
  beforeEach(() => service.reset());

  const readIds = async (items: AsyncIterable<{ id?: string; instrument_id: number | null }>) => {
    const ids = [];
    for await (const item of items) ids.push(item.id ?? item.instrument_id);
    return ids;
  };

  test('a search goes from page to page by its cursor', async () => {
    const items = (id: number) => [{ ...instrument, instrument_id: id }];
    service.answer(
      { body: { items: items(1), next_cursor: 'two' } },
      { body: { items: items(2), next_cursor: null } },
    );
    assert.deepEqual(await readIds(service.client().markets.searchAll({ q: 'rain' })), [1, 2]);
    assert.deepEqual(
      service.seen.map((one) => one.query),
      ['q=rain', 'cursor=two&q=rain'],
    );
  });

  test('lists follow the cursor in the response header, whatever the page contains', async () => {
    const client = service.client();
    const next = { headers: { 'X-Next-Cursor': 'two' } };
    service.answer({ ...next, body: [] }, { body: [instrument] });
    assert.deepEqual(await readIds(client.markets.listAll({ venue: 'Demo' })), [1001]);
    service.answer({ ...next, body: [order] }, { body: [{ ...order, id: 'ord_1' }] });
    assert.deepEqual(await readIds(client.orders.listAll({ subaccount_id: 'sa_1', limit: 1 })), [
      'ord_1042',
      'ord_1',
    ]);
    service.answer({ ...next, body: [fill] }, { body: [] });
    assert.deepEqual(await readIds(client.fills.listAll({ subaccount_id: 'sa_1' })), ['fil_9001']);
    assert.deepEqual(
      service.seen.map((one) => one.query),
      [
        'limit=1000&venue=Demo',
        'cursor=two&limit=1000&venue=Demo',
        'limit=1&subaccount_id=sa_1',
        'cursor=two&limit=1&subaccount_id=sa_1',
        'limit=1000&subaccount_id=sa_1',
        'cursor=two&limit=1000&subaccount_id=sa_1',
      ],
    );
  });

  test('a page contains the cursor of the next page, and a list can start at a cursor', async () => {
    service.answer({ headers: { 'X-Next-Cursor': 'two' }, body: [order] });
    const page = await service.client().orders.listPage({ subaccount_id: 'sa_1', limit: 1 });
    assert.deepEqual(page, { items: [order], next_cursor: 'two' });
    service.answer({ body: [order] });
    await readIds(service.client().orders.listAll({ subaccount_id: 'sa_1', cursor: 'two' }));
    assert.match(service.seen[1]?.query ?? '', /cursor=two/);
  });

  test('leaving the loop fetches no further page', async () => {
    service.answer({ headers: { 'X-Next-Cursor': 'two' }, body: [order, order] });
    for await (const one of service.client().orders.listAll({ subaccount_id: 'sa_1' })) {
      assert.equal(one.id, 'ord_1042');
      break;
    }
    assert.equal(service.seen.length, 1);
  });
});
