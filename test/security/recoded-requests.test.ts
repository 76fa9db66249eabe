import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendRaw } from '../bad-input/raw-socket.ts';
import type { Answer } from '../support/api-client.ts';
import { createRestingOrder, submit } from '../support/order-bodies.ts';
import { startService } from '../support/test-service.ts';

const service = await startService();
const api = service.api();
const order = await submit(api, createRestingOrder({ client_order_id: 'recoded' }));

/** A request as bytes: `target` as it is sent, signed as if `signed` had been. */
async function sent(target: string, signed = target, change: (lines: string[]) => string[] = same) {
  const headers = Object.entries(api.headers('GET', signed)).map(([name, value]) => `${name}: ${value}`);
  const lines = change(['Host: x', ...headers]);
  const bytes = `GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const [answer] = await sendRaw(service.url, Buffer.from(bytes, 'latin1'));
  return answer ?? assert.fail(`no answer to ${target}`);
}

const same = (lines: string[]): string[] => lines;
const readId = ({ status, text }: Answer): unknown =>
  status === 200 ? (JSON.parse(text) as { id?: unknown }).id : status;

const ORDER = `/v1/orders/${order.id}`;

/** Other spellings of one path: what is signed is what was sent, whatever the router makes of it. */
const PATHS = [
  ORDER.replace('_', '%5F'),
  ORDER.replace('_', '%5f'),
  ORDER.replace('orders', 'order%73'),
  ORDER.replace('/v1', '/%76%31'),
  `${ORDER}/`,
  ORDER.replace('/v1/', '/v1//'),
  ORDER.replace('/v1/', '/v1/./'),
  ORDER.replace('/v1/', '/v1/x/../'),
  ORDER.replace('/v1/', '/v1/%2e%2e/v1/'),
  ORDER.replace('orders', 'ORDERS'),
  `${ORDER};x=1`,
  `${ORDER}%20`,
  `${ORDER}%00`,
  `${ORDER}%c2%a0`,
];

test('a path with another encoding than the signed one is refused; signed as sent, it is that order or unknown', async () => {
  assert.equal(readId(await sent(ORDER)), order.id);
  for (const path of PATHS) {
    assert.equal((await sent(path, ORDER)).status, 401, path);
    assert.equal((await sent(ORDER, path)).status, 401, `signed as ${path}`);
    const handled = readId(await sent(path));
    assert.ok(handled === order.id || handled === 404, `${path} is handled as ${String(handled)}`);
  }
});

const LIST = '/v1/orders?subaccount_id=sa_1&client_order_id=recoded&status=OPEN';

test('a query with the same meaning is accepted with the same signature and handled the same', async () => {
  const { text } = await sent(LIST);
  assert.equal((JSON.parse(text) as unknown[]).length, 1);
  for (const target of [
    '/v1/orders?status=OPEN&client_order_id=recoded&subaccount_id=sa_1',
    LIST.replace('recoded', '%72ecode%64'),
    LIST.replace('sa_1', 'sa%5F1'),
    LIST.replace('sa_1', 'sa%5f1'),
    LIST.replace('status', '%73tatus'),
    LIST.replace('&', '&&'),
    `${LIST}&`,
  ]) {
    const answer = await sent(target, LIST);
    assert.deepEqual([answer.status, answer.text], [200, text], target);
  }
});

test('a query with another meaning is refused', async () => {
  for (const target of [
    `${LIST}&x=`,
    `${LIST}&status=OPEN`,
    `${LIST}#x`,
    LIST.replace('sa_1', 'sa_1+'),
    LIST.replace('sa_1', 'sa_1%20'),
    LIST.replace('sa_1', 'sa_1%00'),
    LIST.replace('sa_1', 'sa_1%c2%a0'),
    LIST.replace('sa_1', 'sa%255F1'),
    LIST.replace('&status', ';status'),
    LIST.replace('OPEN', 'open'),
    LIST.replace('?', '??'),
    LIST.replace('client_order_id', 'Client_order_id'),
    LIST.replace('&client_order_id=recoded', ''),
  ])
    assert.ok([401, 404].includes((await sent(target, LIST)).status), target);
});

const named = (name: string, change: (line: string) => string[]) => (lines: string[]) =>
  lines.flatMap((line) => (line.startsWith(name) ? change(line) : [line]));
const SIGNING = ['X-Key-Id', 'X-Timestamp', 'X-Signature'] as const;

test('the order, case and surrounding space of headers do not matter', async () => {
  for (const change of [
    (lines: string[]) => lines.toReversed(),
    (lines: string[]) => [...lines.slice(2), ...lines.slice(0, 2)],
    (lines: string[]) => lines.map((line) => line.replace(/^[^:]+/, (name) => name.toUpperCase())),
    (lines: string[]) => lines.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase())),
    (lines: string[]) => lines.map((line) => `${line.replace(': ', ':\t  ')} \t`),
  ])
    assert.equal(readId(await sent(ORDER, ORDER, change)), order.id);
});

test('a signing header that is duplicated, changed in case, recoded or renamed is refused', async () => {
  for (const name of SIGNING) {
    for (const change of [
      (line: string) => [line, line],
      (line: string) => [line, line.replace(name, name.toLowerCase())],
      (line: string) => [line, `${name}: x`],
      (line: string) => [`${name}: x`, line],
      (line: string) => [line.replace(name, `${name}-2`)],
      (line: string) => [line.replace(name, name.replace('X-', 'Y-'))],
      (line: string) => [line.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`)],
      (line: string) => [line.replace(': ', ': \u00a0')],
      (line: string) => [`${line}\u00a0`],
      (line: string) => [line.replace(': ', ': "').concat('"')],
      (line: string) => [line.replace(': ', ': ﻿')],
    ])
      assert.ok(
        [400, 401, 422].includes((await sent(ORDER, ORDER, named(name, change))).status),
        `${name} ${change('L').join(' | ')}`,
      );
  }
  const recased = (line: string) => {
    const [name = '', value = ''] = line.split(': ');
    return [`${name}: ${value.toUpperCase() === value ? value.toLowerCase() : value.toUpperCase()}`];
  };
  for (const name of ['X-Key-Id', 'X-Signature'])
    assert.equal((await sent(ORDER, ORDER, named(name, recased))).status, 401, name);
});
