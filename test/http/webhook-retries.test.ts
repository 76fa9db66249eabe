import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until, VALIDATION } from '../api-assertions.ts';
import { createTakingOrder, submit } from '../support/order-bodies.ts';
import { startService } from '../support/test-service.ts';
import { createWebhookCalls, type Delivery, type Webhook } from '../support/webhook-calls.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

const service = await startService({ isProcess: true });
const trader = service.api();
const api = service.api(await service.newKey('--permissions', 'read,alerts'));
const { create, getDeliveries, latest } = createWebhookCalls(api);

test('a failed message is tried again with the same id and bytes', async () => {
  const receiver = await new WebhookReceiver().start();
  const webhook = await create({ url: receiver.url, events: ['guard.fired'] });
  receiver.answer = () => ({ status: receiver.messages.length < 2 ? 503 : 204, body: 'x'.repeat(9_000) });
  const sent = await api.ok<Delivery>('POST', `/v1/webhooks/${webhook.id}/test`);
  assert.deepEqual([sent.type, sent.status, sent.sequence], ['webhook.test', 'PENDING', 1]);
  await until('a second attempt', () => (receiver.messages.length >= 2 ? true : null));
  const [first, second] = receiver.messages;
  assert.deepEqual([first?.id, first?.text], [second?.id, second?.text]);
  assert.equal(first?.id, sent.id);
  const done = await until('its outcome', async () => {
    const delivery = await latest(webhook);
    return delivery.status === 'DELIVERED' ? delivery : null;
  });
  assert.deepEqual(
    done.attempts.map(({ http_status, response }) => [http_status, response]),
    [
      [503, null],
      [204, null],
    ],
    'what this machine answers is not stored',
  );
});

test('410 disables a webhook, and an enabled one continues', async () => {
  const receiver = await new WebhookReceiver().start();
  const webhook = await create({ url: receiver.url, events: ['guard.fired'] });
  receiver.answer = () => ({ status: 410 });
  await api.ok('POST', `/v1/webhooks/${webhook.id}/test`);
  const disabled = await until('it is disabled', async () => {
    const now = await api.ok<Webhook>('GET', `/v1/webhooks/${webhook.id}`);
    return now.status === 'DISABLED' ? now : null;
  });
  assert.equal(disabled.disabled_reason, 'gone');
  await api.refused(VALIDATION, 'POST', `/v1/webhooks/${webhook.id}/test`);
  receiver.answer = () => ({ status: 200 });
  const enabled = await api.ok<Webhook>('PATCH', `/v1/webhooks/${webhook.id}`, { enabled: true });
  assert.deepEqual([enabled.status, enabled.disabled_reason], ['ACTIVE', null]);
  await until('the pending message arrives', async () =>
    (await latest(webhook)).status === 'DELIVERED' ? true : null,
  );
});

test('a fill that is not delivered before kill -9 is delivered after the restart, and none twice under another id', async () => {
  const receiver = await new WebhookReceiver().start();
  const webhook = await create({ url: receiver.url, events: ['fill.created'] });
  receiver.answer = () => 'hang';
  const sent: string[] = [];
  for (let at = 0; at < 5; at += 1) sent.push((await submit(trader, createTakingOrder({ qty: '1' }))).id);
  await receiver.next('the first attempt', () => true);
  await service.kill();
  receiver.answer = () => ({ status: 200 });
  await service.start();
  const ids = (): readonly unknown[] => receiver.messages.map(({ body }) => body.data['order_id']);
  for (const id of sent) await until(`the fill of ${id}`, () => (ids().includes(id) ? true : null));
  const byFill = Map.groupBy(receiver.messages, ({ body }) => String(body.data['id']));
  for (const repeats of byFill.values()) assert.equal(new Set(repeats.map(({ id }) => id)).size, 1);
  const delivered = await until('all are delivered', async () => {
    const all = await getDeliveries(webhook);
    return all.every(({ status }) => status === 'DELIVERED') ? all : null;
  });
  assert.deepEqual(
    delivered.map(({ sequence }) => sequence),
    delivered.map((_, index) => delivered.length - index),
  );
});
