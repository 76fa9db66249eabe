import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SmtpServer } from '../../test/support/smtp-server.ts';
import { TelegramServer } from '../../test/support/telegram-server.ts';
import type { AccountId } from '../contract/model/ids.ts';
import type { DeliveryId } from '../domain/notifications/webhook.ts';
import { createMailChannel } from './mail-client.ts';
import { createTelegramChannel, createTelegramReader, TelegramClient } from './telegram-client.ts';

const ACCOUNT = 'acc_1' as AccountId;
const ID = 'msg_0000000000000001_1' as DeliveryId;
const MESSAGE = { title: 'fill.created', text: 'qty: 3' };
const PASSWORD = 'a secret password';

async function openTelegram() {
  const server = await new TelegramServer().start();
  const chats = new Map([[ACCOUNT, ['7', '-8']]]);
  const settings = { apiUrl: server.url, token: server.token, chats, commands: false, users: new Map() };
  const client = new TelegramClient(settings);
  return { server, channel: createTelegramChannel(client, settings), reader: createTelegramReader(client) };
}

async function openMail(port?: number) {
  const server = await new SmtpServer().start();
  const to = new Map([[ACCOUNT, ['ops@example.com', 'team@example.com']]]);
  const login = { user: 'crossbook', password: PASSWORD };
  const from = 'crossbook@example.com';
  return {
    server,
    channel: createMailChannel({ host: '127.0.0.1', port: port ?? server.port, from, to, login }),
  };
}

test('Telegram: each chat of the account gets the message, and no error shows the token', async () => {
  const { server, channel } = await openTelegram();
  assert.deepEqual([channel.hasReceiver(ACCOUNT), channel.hasReceiver('acc_2' as AccountId)], [true, false]);
  const sent = await channel.send(ACCOUNT, ID, MESSAGE);
  assert.ok(sent.kind === 'answer' && sent.status === 200);
  assert.deepEqual(
    server.sent.map(({ chat_id, text }) => [chat_id, text]),
    [
      [7, 'fill.created\nqty: 3'],
      [-8, 'fill.created\nqty: 3'],
    ],
  );
  server.status = 403;
  const refused = await channel.send(ACCOUNT, ID, MESSAGE);
  assert.ok(refused.kind === 'answer' && refused.status === 403);
  const body = refused.body ?? '';
  assert.ok(!body.includes(server.token) && body.includes('***'));
  assert.equal(server.sent.length, 3);
});

test('Telegram: a poll returns the messages after the one that was read, and that one never again', async () => {
  const { server, reader } = await openTelegram();
  const ids = ['one', 'two', 'three'].map((text) => server.write(7, text));
  for (const read of [0, ...ids.slice(0, -1)]) {
    const polled = await reader.poll(read);
    assert.ok(polled.kind === 'messages');
    assert.deepEqual(
      polled.messages.map(({ id }) => id),
      ids.filter((id) => id > read),
    );
  }
});

test('mail: all receivers get one mail with the id of the message', async () => {
  const { server, channel } = await openMail();
  assert.deepEqual(await channel.send(ACCOUNT, ID, MESSAGE), {
    kind: 'answer',
    status: 250,
    body: server.answer,
  });
  const [mail] = server.mails;
  assert.deepEqual(
    [mail?.from, mail?.to],
    ['crossbook@example.com', ['ops@example.com', 'team@example.com']],
  );
  assert.match(mail?.text ?? '', /^Message-ID: <msg_0000000000000001_1@example\.com>$/im);
  assert.match(mail?.text ?? '', /^Subject: Crossbook: fill\.created$/m);
  assert.deepEqual(server.logins, [`\u0000crossbook\u0000${PASSWORD}`]);
});

test('mail: a refusal has the status of SMTP without the password, and a server that is not there is a failure', async () => {
  const { server, channel } = await openMail();
  server.answer = `550 5.7.1 not for ${PASSWORD}`;
  const refused = await channel.send(ACCOUNT, ID, MESSAGE);
  assert.deepEqual(refused, { kind: 'answer', status: 550, body: '550 5.7.1 not for ***' });
  const none = await openMail(1);
  assert.equal((await none.channel.send(ACCOUNT, ID, MESSAGE)).kind, 'failed');
});

test('mail: a server elsewhere gets nothing without TLS', async () => {
  const server = await new SmtpServer().start();
  const to = new Map([[ACCOUNT, ['ops@example.com']]]);
  const login = { user: 'crossbook', password: PASSWORD };
  // 0.0.0.0 reaches this machine, and is no loopback address.
  const settings = { host: '0.0.0.0', port: server.port, from: 'a@example.com', to, login };
  const answer = await createMailChannel(settings).send(ACCOUNT, ID, MESSAGE);
  assert.ok(answer.kind === 'failed' || answer.status >= 400);
  assert.deepEqual([server.mails, server.logins], [[], []]);
});
