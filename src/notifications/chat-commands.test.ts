import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { ONE, parseDecimal } from '../contract/model/money.ts';
import { ok } from '../contract/model/result.ts';
import { settle, TRADER } from '../oms/oms.fixture.ts';
import type { KillSwitchState } from '../orders/trading-service.ts';
import type { ChatMessage, PolledMessages } from '../ports/chat-reader.ts';
import { ChatCommands } from './chat-commands.ts';
import { ChatReports } from './chat-reports.ts';

const GROUP = '-7';
const OPERATORS = ['41', '42'] as const;
const MEMBERS = ['51', '52'] as const; // of the group, without being operators

/** Commands of one group with two operators, with polls that a test answers. */
async function open() {
  const clock = new ManualClock();
  const polls: { readonly after: number; readonly answer: (polled: PolledMessages) => void }[] = [];
  const replies: string[] = [];
  const warnings: string[] = [];
  let killed = 0;
  let codes = 0;
  const commands = new ChatCommands({
    reader: {
      poll: (after) => new Promise((answer) => void polls.push({ after, answer })),
      reply: async (_, { title, text }) => replies.push(`${title}\n${text}`) > 0,
      stop: () => polls.at(-1)?.answer({ kind: 'messages', messages: [] }),
    },
    chats: new Map([[GROUP, { accountId: TRADER.accountId, operators: new Set(OPERATORS) }]]),
    trading: {
      risk: {
        setKillSwitch: async () => {
          killed += 1;
          return ok({} as KillSwitchState);
        },
      },
      queries: {} as never,
    },
    reports: {
      countLiveOrders: () => 2,
      status: () => assert.fail('a report failed'),
    } as unknown as ChatReports,
    clock,
    random: { next: () => 0, hex: (bytes) => String((codes += 1)).padStart(bytes * 2, '0') },
    log: { info: () => {}, warn: (text) => void warnings.push(text), error: () => {} },
  });
  commands.start();
  const answer = async (polled: PolledMessages): Promise<void> => {
    polls.at(-1)?.answer(polled);
    await settle();
  };
  const deliver = (...messages: readonly (readonly [id: number, text: string, user?: string])[]) =>
    answer({
      kind: 'messages',
      messages: messages.map(
        ([id, text, userId = OPERATORS[0]]): ChatMessage => ({ id, chatId: GROUP, userId, text }),
      ),
    });
  return { commands, clock, polls, replies, warnings, answer, deliver, killed: () => killed };
}

test('a code switches once, and not after 60 seconds', async () => {
  const { deliver, killed, clock, replies } = await open();
  await deliver([1, '/kill']);
  await deliver([2, '/kill 000001'], [3, '/kill 000001']);
  assert.equal(killed(), 1);
  assert.deepEqual(
    replies.map((reply) => reply.split('\n')[0]),
    ['Switch the kill switch of acc_1 on?', 'The kill switch of acc_1 is on', 'Nothing was changed'],
  );
  await deliver([4, '/kill']);
  clock.advance(60_000);
  await deliver([5, '/kill 000002']);
  assert.equal(killed(), 1);
});

test('a code belongs to the operator who requested it', async () => {
  const { deliver, killed, replies } = await open();
  await deliver([1, '/kill', OPERATORS[0]], [2, '/kill 000001', OPERATORS[1]]);
  assert.match(replies.at(-1) ?? '', /^Nothing was changed/);
  assert.equal(killed(), 0);
  await deliver([3, '/kill 000001', OPERATORS[0]]);
  assert.equal(killed(), 1);
});

test('members of a group who are not operators are refused with words, and their codes and reads too', async () => {
  const { deliver, killed, replies, warnings } = await open();
  await deliver([1, '/kill', OPERATORS[0]]);
  await deliver([2, '/kill 000001', MEMBERS[0]], [3, '/status', MEMBERS[1]], [4, '/kill', '']);
  assert.equal(killed(), 0);
  assert.deepEqual(
    replies.slice(1).map((reply) => reply.split('. ')[0]),
    [
      'Nothing was done\nUser 51 may not send commands here',
      'Nothing was done\nUser 52 may not send commands here',
      'Nothing was done\nAnonymous administrators and channels cannot send commands here',
    ],
  );
  assert.equal(warnings.length, 3);
  await deliver([5, '/kill 000001', OPERATORS[0]]);
  assert.equal(killed(), 1);
});

test('a member who repeats a command is refused once a minute, and other texts of members are not answered', async () => {
  const { deliver, clock, replies } = await open();
  await deliver([1, 'good morning', MEMBERS[0]], [2, '/pnl', MEMBERS[0]], [3, '/kill', MEMBERS[0]]);
  assert.equal(replies.length, 1);
  clock.advance(59_999);
  await deliver([4, '/pnl', MEMBERS[0]]);
  assert.equal(replies.length, 1);
  clock.advance(1);
  await deliver([5, '/pnl', MEMBERS[0]], [6, '/help', OPERATORS[1]]);
  assert.deepEqual(
    replies.slice(1).map((reply) => reply.split('\n')[0]),
    ['Nothing was done', 'Commands'],
  );
});

test('a message that is delivered again is not answered, and the next poll confirms what was handled', async () => {
  const { deliver, replies, polls } = await open();
  await deliver([8, 'hello']);
  await deliver([8, 'hello'], [9, 'hello']);
  assert.equal(replies.length, 2);
  assert.deepEqual(
    polls.map(({ after }) => after),
    [0, 8, 9],
  );
});

test('a report that fails is answered, and the commands after it are too', async () => {
  const { deliver, replies } = await open();
  await deliver([1, '/status'], [2, '/help']);
  assert.match(replies[0] ?? '', /^This could not be answered/);
  assert.match(replies[1] ?? '', /^Commands\n\/status: /);
});

test('a poll that fails is repeated after five seconds and reported once; stop ends the wait', async () => {
  const { commands, answer, clock, polls, warnings } = await open();
  for (let round = 1; round <= 2; round += 1) {
    await answer({ kind: 'failed', why: 'connect ECONNREFUSED' });
    clock.advance(4_999);
    await settle();
    assert.equal(polls.length, round);
    clock.advance(1);
    await settle();
    assert.equal(polls.length, round + 1);
  }
  assert.equal(warnings.length, 1);
  await answer({ kind: 'failed', why: 'connect ECONNREFUSED' });
  await commands.stop();
  assert.equal(polls.length, 3);
});

/** Reports of an account with two subaccounts, whose figures differ by subaccount and by range. */
function openReports() {
  const clock = new ManualClock(Date.UTC(2026, 6, 1, 13, 45));
  const requested: unknown[] = [];
  const row = (net: bigint, avg: string, mark: string | null) => ({
    position: { net: net * ONE, subaccountId: 'sa_1', instrumentId: 1001, venue: 'Demo' },
    avgPrice: parseDecimal(avg),
    markPrice: mark === null ? null : parseDecimal(mark),
    unrealizedPnl: 0n,
  });
  const reports = new ChatReports({
    trading: {
      queries: {
        subaccounts: () => [{ subaccountId: 'sa_1' }, { subaccountId: 'sa_2' }],
        positions: (_: unknown, id: string) =>
          ok(
            id === 'sa_2'
              ? []
              : [row(3n, '0.4', '0.5'), row(-3n, '0.4', '0.5'), row(2n, '0.4', null), row(0n, '0.4', '0.5')],
          ),
      },
    },
    pnl: {
      shares: async ({ subaccountId, start, end }: Record<string, unknown>) => {
        requested.push([subaccountId, start, end]);
        return ok([]);
      },
    },
    market: { prefetchInstrument: async () => null },
    clock,
  } as unknown as ConstructorParameters<typeof ChatReports>[0]);
  return { reports, requested };
}

test('the PnL of each subaccount is that since midnight UTC and that of all time', async () => {
  const { reports, requested } = openReports();
  await reports.pnl(TRADER);
  const midnight = Date.UTC(2026, 6, 1);
  assert.deepEqual(
    requested,
    ['sa_1', 'sa_2'].flatMap((id) => [
      [id, midnight, null],
      [id, null, null],
    ]),
  );
});

test('a short position is shown as the NO that it is, and an unknown price as unknown', async () => {
  const { title, text } = await openReports().reports.positions(TRADER);
  assert.equal(title, '3 open positions');
  assert.deepEqual(
    text.split('\n').filter((_, at) => at % 2 === 0),
    ['3 YES at 0.4, now 0.5: 0.00', '3 NO at 0.6, now 0.5: 0.00', '2 YES at 0.4, now unknown: 0.00'],
  );
});
