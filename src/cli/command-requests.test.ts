import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Command } from 'commander';
import { PARENT_TYPES, PLAIN_TYPES } from '../contract/model/complex-order-types.ts';
import { LIMIT_LIST } from '../contract/model/limits.ts';
import { ORDER_FLAG_LIST } from '../contract/model/order-flags.ts';
import type { Param } from '../contract/model/param-table.ts';
import { snakeCase } from '../contract/model/snake-case.ts';
import { readFlags, withFlags } from './new-order.ts';
import { type Answers, type ReceivedRequest, ScriptedService } from './scripted-service.fixture.ts';

/** A command line and the requests that it sends to the service, each `METHOD target` with its body if it has one. */
interface Row {
  readonly command: string;
  readonly requests: readonly ReceivedRequest[];
}

const FILE = join(import.meta.dirname, '..', '..', 'test', 'data', 'command-requests.jsonl');
const toOption = (name: string): string => `--${snakeCase(name).replaceAll('_', '-')}`;
const LIMITS = LIMIT_LIST.map(({ kind, name }, at) => [name, kind === 'count' ? at : `${at}.5`] as const);
const ROWS: readonly Row[] = [
  ...readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row),
  {
    command: `risk set --account ${LIMITS.map(([name, max]) => `${toOption(name)} ${max}`).join(' ')}`,
    requests: [['PUT /v1/risk/limits', Object.fromEntries(LIMITS)]],
  },
  ...PLAIN_TYPES.map(toOrderRow),
];

/** The command of a type of complex order with all of its options. */
function toOrderRow({ type, contract, params }: (typeof PLAIN_TYPES)[number], at: number): Row {
  const typed = Object.entries<Param<unknown>>(params).flatMap(([name, { kind, choices = [], option }]) => {
    if (option === undefined) return [];
    const [flag, , alone = true] = option;
    const [word = '', argument] = flag.split(' ');
    const value = kind === 'count' ? at : kind === 'choice' ? choices.at(-1) : `0.${at}1`;
    const line = argument === undefined ? word : `${word} ${String(value).toLowerCase()}`;
    return [{ line, sent: [snakeCase(name), argument === undefined ? alone : value] as const }];
  });
  const id = contract === 'ASSET' ? 'generic_asset_id' : 'instrument_id';
  const terms = { type, [id]: 501, side: 'BUY', outcome: 'YES', qty: '5', price: '0.5', post_only: true };
  const sent = Object.fromEntries(typed.map((each) => each.sent));
  const body = { subaccount_id: 'sa_1', ...terms, params: sent, idempotency_key: 'k-1' };
  const command = type.toLowerCase().replaceAll('_', '-');
  const options = typed.map(({ line }) => line).join(' ');
  return {
    command: `${command} buy 501 5 --price 0.5 --post-only ${options} --key k-1`,
    requests: [['POST /v1/complex-orders', body]],
  };
}

/** All other requests are refused: a command is tested here by what it sends, not by what it prints. */
const ANSWERS: Answers = {
  'GET /v1/venues': [[]], // together with its health, and the command ends with the first refusal
  'GET /v1/venues/health': [[]],
};

describe('each command sends the requests of the table', () => {
  const service = new ScriptedService();
  service.answers = ANSWERS;
  before(() => service.start());
  after(() => service.stop());

  for (const { command, requests } of ROWS) {
    test(command, async () => {
      const { exitCode } = await service.run(command);
      const { received } = service;
      for (const [, body] of received)
        if (
          body !== undefined &&
          (body as { client_order_id?: string }).client_order_id?.startsWith('cli-') === true
        )
          Object.assign(body, { client_order_id: 'GENERATED' });
      const byTarget = (a: readonly unknown[], b: readonly unknown[]) =>
        String(a[0]) < String(b[0]) ? -1 : 1;
      assert.deepEqual(received.toSorted(byTarget), requests.toSorted(byTarget));
      const isAnswered = requests.every(([target]) => target in ANSWERS);
      assert.equal(exitCode, isAnswered ? 0 : 5, 'a refusal is the result of the command');
    });
  }

  test('a hedge of an opportunity buys its legs at their worst prices: its quantity, unless one is typed', async () => {
    const toLeg = (instrument_id: number, outcome: string) => ({
      instrument_id,
      outcome,
      worst_price: '0.4',
    });
    const legs = [toLeg(1001, 'YES'), toLeg(1002, 'NO')];
    const other = { id: 'opp_9', qty: '7', legs: [...legs, toLeg(1003, 'NO')] };
    service.answers = { ...ANSWERS, 'GET /v1/opportunities': [[other, { id: 'opp_91', qty: '20', legs }]] };
    for (const [typed, qty] of [
      ['opp_91', '20'],
      ['91', '20'],
      ['opp_91 3', '3'],
      ['91 25', '25'],
    ]) {
      await service.run(`hedge ${typed} --unhedged 5`);
      const [target, body] = service.received.at(-1) ?? [];
      const sent = body as { readonly qty: string; readonly params: { readonly legs: unknown } };
      assert.deepEqual([target, sent.qty], ['POST /v1/complex-orders', qty]);
      assert.deepEqual(sent.params.legs, [
        { instrument_id: 1001, side: 'BUY', outcome: 'YES', price: '0.4' },
        { instrument_id: 1002, side: 'BUY', outcome: 'NO', price: '0.4' },
      ]);
    }
    assert.match((await service.run('hedge 9 --unhedged 5')).err, /3 legs/);
    assert.match((await service.run('hedge opp_1 --unhedged 5')).err, /not an open opportunity/);
    service.answers = ANSWERS;
  });

  test('every type of complex order has a command', () => {
    const bodies = ROWS.flatMap(({ requests }) => requests)
      .filter(([target]) => target === 'POST /v1/complex-orders')
      .map(([, body]) => (body as { readonly type: string }).type);
    assert.deepEqual([...new Set(bodies)].sort(), PARENT_TYPES.toSorted());
  });

  test('every command that calls the service is in the table with each of its options', async () => {
    const { out } = await service.run('completion bash');
    const places = [...out.matchAll(/^ {4}"([^"]+)"\) words="([^"]*)"/gm)];
    assert.ok(places.length > 100);
    const lines = ROWS.map(({ command }) => command.split(' '));
    const unused = [...TERMS].filter((option) => !lines.some((line) => line.includes(option)));
    const missing = places.flatMap(([, path = '', words = '']) => {
      if (!words.includes('--base-url') || OTHERS.test(path)) return [];
      const options = words
        .split(' ')
        .filter((word) => word.startsWith('--') && !SHARED.has(word) && !TERMS.has(word) && !FLAGS.has(word));
      const typed = lines.filter((line) => isSame(line, path));
      const absent = options.filter((option) => !typed.some((line) => line.includes(option)));
      return typed.length === 0 ? [path] : absent.map((option) => `${path} ${option}`);
    });
    assert.deepEqual([...unused, ...missing], []);
  });
});

test('each flag of an order is an option, and is sent under its name', () => {
  for (const [name, { kind, requested, choices = ['typed'] }] of ORDER_FLAG_LIST)
    if (requested !== undefined) {
      const command = withFlags(new Command());
      command.parse([toOption(name), ...(kind === 'flag' ? [] : choices.slice(-1))], { from: 'user' });
      const sent = { [snakeCase(name)]: kind === 'flag' ? true : choices.at(-1) };
      assert.deepEqual(readFlags(command.opts()), sent);
    }
  assert.deepEqual(readFlags({ selfTrade: 'incoming' }), { self_trade: 'CANCEL_INCOMING' });
  assert.deepEqual(readFlags({ selfTrade: '' }), { self_trade: '' });
});

/** `sell` has the options of `buy`. */
const isSame = (line: readonly string[], path: string): boolean =>
  `${line.join(' ')} `.replace(/^sell /, 'buy ').startsWith(`${path === 'sell' ? 'buy' : path} `);

/** Options that one function adds to several commands: one row with each is enough. */
const TERMS = new Set(
  '--subaccount --no --price --expires --tag --key --dry-run --post-only --reduce-only --slippage --confirm --stay --moves --stop-limit --source'.split(
    ' ',
  ),
);
/** They follow from the table of flags. */
const FLAGS = new Set(withFlags(new Command()).options.map(({ long }) => long));
/** Options that choose the service, or how and how often something is printed. */
const SHARED = new Set(
  '--output --fields --profile --live --key-file --base-url --watch --help --format --out --wait'.split(' '),
);
/** Commands with another transport, or whose requests the caller states; they have separate tests. */
const OTHERS = /^(?:stream|api|sign|replay|mcp)\b/;
