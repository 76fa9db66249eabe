import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { until } from '../api-assertions.ts';
import { createRestingOrder, createTakingOrder, submit } from '../support/order-bodies.ts';
import { TelegramServer } from '../support/telegram-server.ts';
import { startService } from '../support/test-service.ts';

const OPERATOR = 4242; // a configured chat of acc_1
const GROUP = -77; // of acc_2, with an operator and two other members
const GROUP_OPERATOR = 4343;
const MEMBERS = [51, 52] as const;
const STRANGER = 9999;
const telegram = await new TelegramServer().start();
const tokenFile = join(mkdtempSync(join(tmpdir(), 'telegram-commands-')), 'token');
writeFileSync(tokenFile, telegram.token, { mode: 0o600 });
const service = await startService({
  isProcess: true,
  settings: {
    'notifications.telegram.token_file': tokenFile,
    'notifications.telegram.chat_ids': [String(OPERATOR), `${GROUP}=acc_2`],
    'notifications.telegram.commands': true,
    'notifications.telegram.user_ids': [`${GROUP_OPERATOR}=acc_2`, String(MEMBERS[0])], // the member is one of acc_1
    'notifications.telegram.api_url': telegram.url,
  },
});
const trader = service.api();

beforeEach(() => {
  telegram.sent.length = 0;
});

after(() => assert.deepEqual(telegram.otherPaths, [], 'only the methods of the stand-in are called'));

const isKilled = async (): Promise<boolean> => {
  const state = await trader.ok<{ readonly kill_switch_active: boolean }>(
    'GET',
    '/v1/risk?subaccount_id=sa_1',
  );
  return state.kill_switch_active;
};
const switchOff = () => trader.ok('POST', '/v1/risk/kill-switch', { enabled: false });
const readConfirmed = (id: number): Promise<true> =>
  until(`the service has read update ${id}`, () => (telegram.confirmedId >= id ? true : null));

/** Sends `/kill` and returns the line that confirms it. */
async function requestKill(): Promise<string> {
  telegram.write(OPERATOR, '/kill');
  const { text } = await telegram.next(OPERATOR, 'To confirm');
  return /^\/kill [0-9a-f]{6}$/m.exec(text)?.[0] ?? assert.fail(text);
}

test('a configured chat reads status, positions, orders and PnL of its account', async () => {
  const resting = await submit(trader, createRestingOrder());
  await submit(trader, createTakingOrder({ qty: '3' }));
  telegram.write(OPERATOR, '/status');
  const status = await telegram.next(OPERATOR, 'Kill switch: off');
  assert.match(status.text, /^acc_1, profile sandbox, /);
  assert.match(status.text, /Live orders: 1\nOpen positions: 1\n/);
  assert.match(status.text, /Demo: healthy/);
  telegram.write(OPERATOR, '/orders');
  const orders = await telegram.next(OPERATOR, '1 live orders');
  assert.ok(orders.text.includes(`${resting.id} BUY`), orders.text);
  telegram.write(OPERATOR, '/positions');
  const positions = await telegram.next(OPERATOR, '1 open positions');
  assert.match(positions.text, /\n3 (?:YES|NO) at 0\.\d+, now 0\.\d+: -?\d+\.\d\d\n {2}\S.*\(Demo, sa_1\)$/);
  telegram.write(OPERATOR, '/pnl');
  const pnl = await telegram.next(OPERATOR, 'Net PnL');
  assert.match(pnl.text, /\nsa_1: today -?\d+\.\d\d, total -?\d+\.\d\d\n {2}realized 0\.00, unrealized /);
  telegram.write(GROUP, '/orders@crossbook_bot', GROUP_OPERATOR);
  await telegram.next(GROUP, 'No live orders');
});

test('a chat that is not configured gets no answer and changes nothing', async () => {
  const line = await requestKill();
  telegram.write(STRANGER, '/status');
  telegram.write(STRANGER, '/kill');
  await readConfirmed(telegram.write(STRANGER, line));
  assert.deepEqual(
    telegram.sent.filter(({ chat_id }) => chat_id === STRANGER),
    [],
  );
  assert.equal(await isKilled(), false);
  // A code belongs to the chat that requested it.
  telegram.write(GROUP, line, GROUP_OPERATOR);
  await telegram.next(GROUP, 'Nothing was changed');
  assert.equal(await isKilled(), false);
});

test('two members of a group who are not its operators can neither read nor stop the account', async () => {
  telegram.write(GROUP, '/kill', GROUP_OPERATOR);
  const { text } = await telegram.next(GROUP, 'To confirm');
  const line = /^\/kill [0-9a-f]{6}$/m.exec(text)?.[0] ?? assert.fail(text);
  telegram.write(GROUP, line, MEMBERS[0]);
  telegram.write(GROUP, '/positions', MEMBERS[1]);
  for (const member of MEMBERS) await telegram.next(GROUP, `User ${member} may not send commands here`);
  // The code still works, so nothing has used it.
  telegram.write(GROUP, line, GROUP_OPERATOR);
  await telegram.next(GROUP, 'The kill switch of acc_2 is on');
  assert.deepEqual(
    telegram.sent.filter(({ text }) => text.includes('position')),
    [],
  );
});

test('/kill needs the code that it returned, and the code switches once', async () => {
  const line = await requestKill();
  assert.equal(await isKilled(), false);
  telegram.write(OPERATOR, '/kill 000');
  await telegram.next(OPERATOR, 'Nothing was changed');
  assert.equal(await isKilled(), false);
  telegram.write(OPERATOR, line);
  await telegram.next(OPERATOR, 'The kill switch of acc_1 is on');
  assert.equal(await isKilled(), true);
  await switchOff();
  telegram.sent.length = 0;
  telegram.write(OPERATOR, line);
  await telegram.next(OPERATOR, 'Nothing was changed');
  assert.equal(await isKilled(), false);
});

test('an update that is delivered again is applied once', async () => {
  const line = await requestKill();
  telegram.repeats = true;
  telegram.write(OPERATOR, line);
  await telegram.next(OPERATOR, 'is on');
  await switchOff();
  const sent = telegram.sent.length;
  // It is answered after all repeats that the same poll returned before it.
  telegram.write(OPERATOR, '/orders');
  await telegram.next(OPERATOR, 'live orders');
  telegram.repeats = false;
  assert.equal(telegram.sent.length, sent + 1);
  assert.equal(await isKilled(), false);
});

test('a restart that receives a confirmed kill again does not switch again', async () => {
  const line = await requestKill();
  telegram.write(OPERATOR, line);
  await telegram.next(OPERATOR, 'is on');
  await switchOff();
  await service.kill();
  telegram.sent.length = 0;
  telegram.repeats = true;
  await service.start();
  await telegram.next(OPERATOR, 'Nothing was changed');
  telegram.repeats = false;
  assert.equal(await isKilled(), false);
});
