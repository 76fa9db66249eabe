import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOT_FOUND, until, VALIDATION } from '../api-assertions.ts';
import { createRestingOrder, createTakingOrder, submit } from '../support/order-bodies.ts';
import { startService } from '../support/test-service.ts';
import { createWebhookCalls, type Delivery, type Webhook } from '../support/webhook-calls.ts';
import { isSignedBy, WebhookReceiver } from '../support/webhook-receiver.ts';

const service = await startService();
const trader = service.api();
const api = service.api(await service.newKey('--permissions', 'read,alerts'));
const EVENTS = ['order.updated', 'fill.created', 'kill_switch'];
const { create, getDeliveries, latest } = createWebhookCalls(api);

test('a fill is sent once to each webhook that subscribes to it, signed, with its record', async () => {
  const [one, two] = [await new WebhookReceiver().start(), await new WebhookReceiver().start()];
  const first = await create({ url: one.url, events: EVENTS });
  const second = await create({ url: two.url, events: ['fill.created'] });
  const order = await submit(trader, createTakingOrder({ qty: '3' }));
  const received = await one.next('the fill', ({ body }) => body.type === 'fill.created');
  const other = await two.next('the fill', ({ body }) => body.type === 'fill.created');
  const fills = await trader.ok<readonly { id: string }[]>(
    'GET',
    `/v1/fills?subaccount_id=sa_1&order_id=${order.id}`,
  );
  assert.deepEqual(received.body.data, fills.at(-1));
  assert.ok(isSignedBy(received, first.secret) && !isSignedBy(received, second.secret));
  assert.ok(isSignedBy(other, second.secret));
  const updated = await one.next('the order', ({ body }) => body.data['status'] === 'FILLED');
  assert.equal(updated.body.data['id'], order.id);
  const sent = one.messages.map(({ body }) => body.sequence).sort((a, b) => a - b);
  assert.deepEqual(
    sent,
    sent.map((_, index) => index + 1),
  );
  await until('all outcomes are stored', async () => {
    const all = await getDeliveries(first);
    return all.every(({ status }) => status === 'DELIVERED') ? all : null;
  });
  assert.deepEqual(
    two.messages.map(({ body }) => body.type).filter((type) => type !== 'fill.created'),
    [],
  );
});

test('a webhook gets only events of its subaccounts, and those of the whole account', async () => {
  const receiver = await new WebhookReceiver().start();
  await create({ url: receiver.url, events: EVENTS, subaccount_ids: ['sa_2'] });
  await submit(trader, createRestingOrder({ subaccount_id: 'sa_1' }));
  const own = await submit(trader, createRestingOrder({ subaccount_id: 'sa_2' }));
  for (const enabled of [true, false]) await trader.ok('POST', '/v1/risk/kill-switch', { enabled });
  await receiver.next('the kill switch', ({ body }) => body.type === 'kill_switch');
  await receiver.next('its order', ({ body }) => body.data['id'] === own.id);
  assert.ok(receiver.ofType('order.updated').every(({ body }) => body.data['subaccount_id'] === 'sa_2'));
});

test('a rotated secret and the former one both sign', async () => {
  const receiver = await new WebhookReceiver().start();
  const before = await create({ url: receiver.url, events: ['guard.fired'] });
  const after = await api.ok<Webhook>('POST', `/v1/webhooks/${before.id}/rotate`);
  assert.notEqual(after.secret, before.secret);
  await api.ok('POST', `/v1/webhooks/${before.id}/test`);
  const message = await receiver.next('the test', () => true);
  assert.equal(message.signatures.length, 2);
  assert.ok(isSignedBy(message, before.secret) && isSignedBy(message, after.secret));
  const shown = await api.ok<Partial<Webhook>>('GET', `/v1/webhooks/${before.id}`);
  assert.equal(shown.secret, undefined);
});

test('a delivered message is sent again on request, with its id', async () => {
  const receiver = await new WebhookReceiver().start();
  const webhook = await create({ url: receiver.url, events: ['guard.fired'] });
  const { id } = await api.ok<Delivery>('POST', `/v1/webhooks/${webhook.id}/test`);
  await until('it is delivered', async () => ((await latest(webhook)).status === 'DELIVERED' ? true : null));
  await api.ok('POST', `/v1/webhooks/deliveries/${id}/replay`);
  await until('it arrives again', () => (receiver.messages.length === 2 ? true : null));
  assert.equal(receiver.messages[0]?.text, receiver.messages[1]?.text);
  assert.deepEqual(new Set(receiver.messages.map((each) => each.id)), new Set([id]));
});

test('a redirect is a failure and is not followed', async () => {
  const [receiver, target] = [await new WebhookReceiver().start(), await new WebhookReceiver().start()];
  const webhook = await create({ url: receiver.url, events: ['guard.fired'] });
  receiver.answer = () => ({ status: 302, location: target.url });
  await api.ok('POST', `/v1/webhooks/${webhook.id}/test`);
  const failed = await until('the first attempt', async () => {
    const delivery = await latest(webhook);
    return delivery.attempts.length > 0 ? delivery : null;
  });
  assert.deepEqual([failed.attempts[0]?.http_status, failed.status], [302, 'PENDING']);
  assert.equal(target.messages.length, 0);
  await api.ok('DELETE', `/v1/webhooks/${webhook.id}`);
});

test('an alert on fills sends a message to its webhook, and one for once is gone afterwards', async () => {
  const receiver = await new WebhookReceiver().start();
  const webhook = await create({ url: receiver.url, events: ['guard.fired'] });
  const when = { kind: 'fill', subaccount_id: 'sa_1' };
  const terms = { when, to: [`webhook:${webhook.id}`], once: true };
  const alert = await api.ok<{ id: string }>('POST', '/v1/alerts', terms);
  const order = await submit(trader, createTakingOrder({ qty: '1' }));
  const { body } = await receiver.next('the alert', () => true);
  const { alert: fired, event } = body.data as Record<string, Record<string, unknown>>;
  assert.deepEqual([body.type, fired?.['id'], event?.['order_id']], ['alert', alert.id, order.id]);
  assert.deepEqual(await api.ok('GET', '/v1/alerts'), []);
  const lacking = { when: { kind: 'price_crossed', price: '0.6' }, to: terms.to };
  await api.refused(VALIDATION, 'POST', '/v1/alerts', lacking);
});

test('a limit that is used up is an event, once', async () => {
  const receiver = await new WebhookReceiver().start();
  const webhook = await create({ url: receiver.url, events: ['risk.usage'] });
  await submit(trader, createRestingOrder({ subaccount_id: 'sa_2' }));
  const open = await trader.ok<readonly unknown[]>('GET', '/v1/orders?subaccount_id=sa_2&status=OPEN');
  const limits = { subaccount_id: 'sa_2', max_open_orders: open.length };
  await trader.ok('PUT', '/v1/risk/limits', limits);
  const { body } = await receiver.next('the crossing', () => true);
  assert.deepEqual(
    [body.type, body.data],
    [
      'risk.usage',
      {
        subaccount_id: 'sa_2',
        limit: 'max_open_orders',
        used: String(open.length),
        max: String(open.length),
        percent: 100,
        level: 100,
      },
    ],
  );
  await trader.ok('PUT', '/v1/risk/limits', { subaccount_id: 'sa_2', max_open_orders: null });
  await api.ok('DELETE', `/v1/webhooks/${webhook.id}`);
});

test('addresses of private networks and other schemes are refused', async () => {
  for (const url of [
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://0x7f000001/',
    'http://example.com/',
    'http://10.0.0.1/',
    'ftp://example.com/',
    'https://user:secret@example.com/',
    'no url',
  ])
    await api.refused(VALIDATION, 'POST', '/v1/webhooks', { url, events: ['guard.fired'] });
  await api.refused(VALIDATION, 'POST', '/v1/webhooks', { url: 'https://example.com/', events: ['news'] });
});

test('a deleted webhook and its messages are unknown', async () => {
  const receiver = await new WebhookReceiver().start();
  const webhook = await create({ url: receiver.url, events: ['kill_switch'] });
  await api.ok('DELETE', `/v1/webhooks/${webhook.id}`);
  await api.refused(NOT_FOUND, 'GET', `/v1/webhooks/${webhook.id}`);
  await api.refused(NOT_FOUND, 'GET', `/v1/webhooks/${webhook.id}/deliveries`);
  assert.ok((await api.ok<readonly Webhook[]>('GET', '/v1/webhooks')).every(({ id }) => id !== webhook.id));
});
