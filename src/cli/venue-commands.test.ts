import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { getAdminSocketPath } from '../admin/admin-protocol.ts';
import { startAdminServer } from '../admin/admin-server.ts';
import type { AppModule } from '../app/types.ts';
import { err, notFound, ok, type Rejection, type Result } from '../contract/model/result.ts';
import type { VenueCheck } from '../ports/venue.ts';
import { fakeParts, fakeTerminal } from './cli-fakes.fixture.ts';
import { runCli } from './cli-program.ts';

const CHECKS: readonly VenueCheck[] = [
  { name: 'clock', ok: true, detail: '3 ms apart' },
  { name: 'credentials', ok: false, detail: 'the key is unknown' },
];

test('each check is one line, and a failed one exits with 8', async () => {
  const { code, printed } = await check(['Kalshi'], async () => CHECKS);
  assert.equal(code, 8);
  assert.deepEqual(printed, ['✓  clock        3 ms apart', '✗  credentials  the key is unknown']);
});

test('the JSON is the report of the adapter, and passed checks exit with 0', async () => {
  const { code, printed } = await check(['one', '--json'], async () => CHECKS.slice(0, 1));
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(printed.join('\n')), CHECKS.slice(0, 1));
});

test('an assumption is printed with its day; under live one older than 90 days fails unless it is accepted', async () => {
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const checks = [10, 100].map((ago) => ({ name: 'assumption', ok: true, detail: 'fees', asOf: day(ago) }));
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-venue-'));
  const live = join(folder, 'c.toml');
  writeFileSync(live, 'profile = "live"');
  const run = (args: readonly string[], config = '') =>
    check(['Kalshi', ...args], async () => checks, config);
  const sandbox = await run([]);
  assert.deepEqual([sandbox.code, sandbox.printed[1]], [0, `✓  assumption  fees (${day(100)})`]);
  const refused = await run([], live);
  assert.equal(refused.code, 8);
  assert.match(refused.printed[0] ?? '', /^✓/);
  assert.match(
    refused.printed[1] ?? '',
    /^✗ .* fees: older than 90 days; confirm it, or use --accept-old-facts/,
  );
  assert.equal((await run(['--accept-old-facts'], live)).code, 0);
});

const PASSED = CHECKS.slice(0, 1);
const TRIAL: readonly VenueCheck[] = [{ name: 'trial order', ok: true, detail: 'open as 7' }];

test('--place shows what it will send, and places it after a yes only', async () => {
  for (const [answer, code] of [
    [true, 0],
    [false, 1],
  ] as const) {
    const questions: string[] = [];
    const terminal = { ...fakeTerminal(at(), answer) };
    const confirm = async (question: string): Promise<boolean> => {
      questions.push(question);
      return answer;
    };
    const done = await place(['--place'], { ...terminal, confirm });
    assert.deepEqual([done.code, questions], [code, ['BUY 1 of SNOW?']]);
    assert.equal(terminal.printed.length, answer ? 2 : 1);
  }
});

test('--place without a terminal needs --yes, and takes a market', async () => {
  const refused = await place(['--place'], fakeTerminal(at()));
  assert.deepEqual([refused.code, refused.calls], [2, []]);
  const terminal = fakeTerminal(at());
  const done = await place(['--place', 'RAIN', '--yes'], terminal);
  assert.deepEqual([done.code, done.calls], [0, ['RAIN']]);
  assert.deepEqual(terminal.printed, ['✓  clock  3 ms apart', '✓  trial order  open as 7']);
  assert.match(terminal.notices.join(), /BUY 1 of SNOW\?/);
});

test('no order is placed after a failed check, and a trial that fails exits with 8', async () => {
  const terminal = fakeTerminal(at());
  const unsound = await place(['--place', '--yes'], terminal, { checks: CHECKS });
  assert.deepEqual([unsound.code, unsound.calls], [8, []]);
  assert.match(terminal.notices.join(), /No order was placed, because a check failed/);
  const failing = [{ name: 'cancel', ok: false, detail: 'not confirmed' }];
  assert.equal((await place(['--place', '--yes'], fakeTerminal(at()), { trial: failing })).code, 8);
  const asJson = fakeTerminal(at());
  await place(['--place', '--yes', '--json'], asJson);
  assert.deepEqual(JSON.parse(asJson.printed.join('\n')), [...PASSED, ...TRIAL]);
});

for (const [where, settings, expected] of [
  [
    'outside of the sandbox',
    'sandbox.exchanges = false',
    '✗ Kalshi fails its checks: credentials: the key is unknown; see crossbook venue check Kalshi',
  ],
  ['of a sandbox that is stopped', '', '✓ Kalshi is a local exchange, which starts with the service'],
] as const)
  test(`doctor names what fails at a venue ${where}, unless the service itself runs it`, async () => {
    const env = at();
    const file = join(env.CROSSBOOK_DATA_DIR, 'c.toml');
    writeFileSync(file, settings);
    const terminal = fakeTerminal({ ...env, CROSSBOOK_CONFIG: file });
    const checkVenue: AppModule['checkVenue'] = async (_, id) => (id === 'kalshi' ? CHECKS : null);
    await runCli(['doctor'], terminal, async () => fakeParts({ checkVenue }));
    assert.deepEqual(
      terminal.printed.filter((line) => /Kalshi|Polymarket/.test(line)),
      [expected],
    );
  });

test('a disabled venue and an unknown name are rejected with the action to take', async () => {
  const off = await check(['Polymarket'], async () => null);
  assert.equal(off.code, 2);
  assert.match(off.notices.join(), /Polymarket is disabled\. Set venues\.polymarket\.enabled = true/);
  const unknown = await check(['Missing'], async () => CHECKS);
  assert.equal(unknown.code, 2);
  assert.match(unknown.notices.join(), /the names are Kalshi and Polymarket/);
});

test('a key file that others may read is rejected by name, and its content is not printed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'crossbook-venue-'));
  const keyFile = join(folder, 'wallet.key');
  writeFileSync(keyFile, 'f00d'.repeat(16));
  chmodSync(keyFile, 0o644);
  const config = join(folder, 'c.toml');
  const settings = ['enabled = true', `private_key_file = ${JSON.stringify(keyFile)}`];
  writeFileSync(config, ['profile = "live"', '[venues.polymarket]', ...settings].join('\n'));
  const { code, printed, notices } = await check(
    ['Polymarket'],
    (deps, slot) => fakeParts().checkVenue(deps, slot),
    config,
  );
  assert.equal(code, 2);
  assert.match(notices.join(), new RegExp(`${keyFile}: users other than its owner`));
  assert.ok(![...printed, ...notices].join().includes('f00d'));
});

const ADOPTED = {
  adopted: [
    {
      instrument_id: 2001,
      ticker: 'KXRAIN',
      side: 'SELL',
      outcome: 'YES',
      qty: '4.5',
      price: '0.6',
      price_from: 'venue',
    },
  ],
  left: [],
  orders: [],
};
const LEFT = { ticker: 'KXSNOW', net: '-2', why: 'neither a cost nor a price is known' };

test('positions are taken over into a subaccount of the only account, by the public name of the venue', async () => {
  const { code, printed, calls } = await adopt(['kalshi', 'sa_1'], ok(ADOPTED));
  assert.equal(code, 0);
  assert.deepEqual(printed, ['✓  KXRAIN  SELL  4.5 YES at 0.6  what it cost']);
  assert.deepEqual(calls, [{ venue: 'Kalshi', account_id: 'acc_1', subaccount_id: 'sa_1' }]);
});

test('what was left is named with its reason, and the exit code is 2', async () => {
  const { code, printed } = await adopt(
    ['Kalshi', 'sa_1', '--account', 'acc_2'],
    ok({ ...ADOPTED, left: [LEFT] }),
  );
  assert.equal(code, 2);
  assert.match(printed[1] ?? '', /^✗ {2}KXSNOW {2}left {2}-2 YES +neither a cost nor a price is known$/);
});

test('tokens of both outcomes are named one by one', async () => {
  const token = { ...ADOPTED.adopted[0], side: 'BUY', outcome: 'NO', price: '0.5', price_from: 'pair' };
  const { printed } = await adopt(
    ['Polymarket', 'sa_1'],
    ok({ adopted: [token], left: [{ ...LEFT, yes: '-5', no: '-3' }], orders: [] }),
  );
  assert.match(printed[0] ?? '', /BUY +4\.5 NO at 0\.5 +one of a pair, which pays 1$/);
  assert.match(printed[1] ?? '', /left +-5 YES, -3 NO +neither/);
});

for (const [words, answer, row, exit] of [
  [
    ['Kalshi', 'sa_1'],
    { cancelled: false, why: null },
    /^•  KXRAIN  BUY  3 YES at 0.01, 1 filled  .* --cancel-orders/,
    0,
  ],
  [['Kalshi', 'sa_1', '--cancel-orders'], { cancelled: true, why: null }, /^✓  KXRAIN .* cancelled$/, 0],
  [['Kalshi', 'sa_1', '--cancel-orders'], { cancelled: false, why: 'gone' }, /^✗ .* not cancelled: gone$/, 2],
] as const)
  test(`open orders of other programs with ${words.length} arguments: exit code ${exit}`, async () => {
    const order = {
      venue_order_id: 'V-1',
      ticker: 'KXRAIN',
      side: 'BUY',
      outcome: 'YES',
      price: '0.01',
      qty: '3',
    };
    const { code, printed, calls } = await adopt(
      words,
      ok({ adopted: [], left: [], orders: [{ ...order, filled_qty: '1', ...answer }] }),
    );
    assert.equal(code, exit);
    assert.match(printed[0] ?? '', row);
    const cancels = words.length > 2 ? { cancel_orders: true } : {};
    assert.deepEqual(calls, [{ venue: 'Kalshi', account_id: 'acc_1', subaccount_id: 'sa_1', ...cancels }]);
  });

test('nothing to take over is said in words, a rejection exits with its own code', async () => {
  const { code, printed } = await adopt(['Kalshi', 'sa_1'], ok({ adopted: [], left: [], orders: [] }));
  assert.deepEqual(
    [code, printed.join()],
    [0, 'the positions at Kalshi agree with the fills of this service: nothing to take over'],
  );
  assert.equal((await adopt(['Kalshi', 'sa_9'], err(notFound('subaccount')))).code, 5);
});

test('without a running service the command says what it needs', async () => {
  const { code, notices } = await runVenue(['adopt', 'Kalshi', 'sa_1', '--account', 'acc_1']);
  assert.equal(code, 8);
  assert.match(notices.join(), /no service is running on this data folder; start it first/);
});

/** Runs `venue adopt` against a control socket that answers like a running service. */
async function adopt(args: readonly string[], answer: Result<unknown, Rejection>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'crossbook-venue-'));
  const calls: unknown[] = [];
  const server = await startAdminServer(getAdminSocketPath(dataDir), {
    handle: async (method, params) => {
      if (method === 'status') return ok({ pid: 1, version: '1', url: 'http://127.0.0.1:1', ready: true });
      if (method === 'account.list') return ok(['acc_1']);
      assert.equal(method, 'venue.adopt');
      calls.push(params);
      return answer;
    },
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  try {
    return { ...(await runVenue(['adopt', ...args], dataDir)), calls };
  } finally {
    await server.close();
  }
}

async function runVenue(args: readonly string[], dataDir = mkdtempSync(join(tmpdir(), 'crossbook-venue-'))) {
  const terminal = fakeTerminal({ CROSSBOOK_DATA_DIR: dataDir, CROSSBOOK_CONFIG: '' });
  const code = await runCli(['venue', ...args], terminal, async () => fakeParts());
  return { code, ...terminal };
}

const at = () => ({
  CROSSBOOK_DATA_DIR: mkdtempSync(join(tmpdir(), 'crossbook-venue-')),
  CROSSBOOK_CONFIG: '',
});

async function place(
  args: readonly string[],
  terminal: ReturnType<typeof fakeTerminal>,
  { checks = PASSED, trial = TRIAL }: Partial<Record<'checks' | 'trial', readonly VenueCheck[]>> = {},
) {
  const calls: (string | null)[] = [];
  const parts = fakeParts({
    checkVenue: async () => checks,
    placeVenueTrial: async (_, __, { ticker, confirm }) => {
      if (!(await confirm('BUY 1 of SNOW?'))) return null;
      calls.push(ticker);
      return trial;
    },
  });
  const code = await runCli(['venue', 'check', 'Kalshi', ...args], terminal, async () => parts);
  return { code, calls };
}

async function check(args: readonly string[], checkVenue: AppModule['checkVenue'], config = '') {
  const dataDir = mkdtempSync(join(tmpdir(), 'crossbook-venue-'));
  const terminal = fakeTerminal({ CROSSBOOK_DATA_DIR: dataDir, CROSSBOOK_CONFIG: config });
  const code = await runCli(['venue', 'check', ...args], terminal, async () => fakeParts({ checkVenue }));
  return { code, ...terminal };
}
