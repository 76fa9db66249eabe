import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFields, until, VALIDATION } from '../api-assertions.ts';
import { createTakingOrder, submit } from '../support/order-bodies.ts';
import { SmtpServer } from '../support/smtp-server.ts';
import { TelegramServer } from '../support/telegram-server.ts';
import { startService } from '../support/test-service.ts';
import { createWebhookCalls } from '../support/webhook-calls.ts';

const telegram = await new TelegramServer().start();
const smtp = await new SmtpServer().start();
const PASSWORD = 'a-password-of-the-tests';
const CHAT = 4242;
const folder = mkdtempSync(join(tmpdir(), 'message-channels-'));
const secret = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
};
const service = await startService({
  isProcess: true,
  settings: {
    'notifications.telegram.token_file': secret('token', telegram.token),
    'notifications.telegram.chat_ids': [String(CHAT)],
    'notifications.telegram.api_url': telegram.url,
    'notifications.email.host': '127.0.0.1',
    'notifications.email.port': smtp.port,
    'notifications.email.from': 'crossbook@example.com',
    'notifications.email.to': ['ops@example.com'],
    'notifications.email.password_file': secret('password', PASSWORD),
  },
});
const trader = service.api();
const api = service.api(await service.newKey('--permissions', 'read,alerts'));
const { create, getDeliveries } = createWebhookCalls(api);

test('an alert reaches Telegram and mail, and the log of their deliveries has the outcome without secrets', async () => {
  const terms = { when: { kind: 'fill' }, to: ['telegram', 'email'], once: true };
  const alert = await api.ok<{ id: string; to: readonly string[] }>('POST', '/v1/alerts', terms);
  assert.deepEqual(alert.to, ['telegram', 'email']);
  const order = await submit(trader, createTakingOrder({ qty: '1' }));
  const { text } = await telegram.next(CHAT, order.id);
  assert.match(text, /^alert\n/);
  const mail = await smtp.next(order.id);
  assert.deepEqual(mail.to, ['ops@example.com']);
  const hooks = await api.ok<readonly { id: string; url: string }[]>('GET', '/v1/webhooks');
  assert.deepEqual(hooks.map(({ url }) => url).toSorted(), ['email', 'telegram']);
  for (const { id, url } of hooks) {
    const [delivery] = await until(`the outcome of ${url}`, async () => {
      const all = await getDeliveries({ id });
      return all.every(({ status }) => status === 'DELIVERED') ? all : null;
    });
    const shown = JSON.stringify(delivery);
    assert.ok(!shown.includes(telegram.token) && !shown.includes(PASSWORD));
    assert.equal(delivery?.attempts[0]?.http_status, url === 'email' ? 250 : 200);
    await api.ok('DELETE', `/v1/webhooks/${id}`);
  }
});

test('a fill that Telegram has not accepted before kill -9 reaches it after the restart', async () => {
  await create({ url: 'telegram', events: ['fill.created'] });
  telegram.status = 503;
  const sent: string[] = [];
  for (let at = 0; at < 3; at += 1) sent.push((await submit(trader, createTakingOrder({ qty: '1' }))).id);
  await telegram.next(CHAT, sent[0] ?? '');
  await service.kill();
  telegram.sent.length = 0;
  telegram.status = 200;
  await service.start();
  for (const id of sent) await telegram.next(CHAT, id);
  assert.deepEqual(telegram.otherPaths, []);
});

test('another account, which has no chat, cannot use the channels', async () => {
  await service.cliOk('account', 'new', 'acc_2');
  const other = service.api(await service.newKey('--account', 'acc_2', '--permissions', 'read,alerts'));
  const hook = { url: 'telegram', events: ['fill.created'] };
  assert.deepEqual(readFields(await other.refused(VALIDATION, 'POST', '/v1/webhooks', hook)), ['url']);
  const alert = { when: { kind: 'fill' }, to: ['email'] };
  await other.refused(VALIDATION, 'POST', '/v1/alerts', alert);
});
