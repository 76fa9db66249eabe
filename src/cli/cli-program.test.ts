import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AppModule } from '../app/types.ts';
import { DAY_LIMIT_LIST, toDayLimitFields } from '../contract/model/limits.ts';
import { toOption } from './api-calls.ts';
import { fakeParts, fakeTerminal } from './cli-fakes.fixture.ts';
import { runCli } from './cli-program.ts';
import { derivePublicKey, type KeyFile } from './key-file.ts';

test('without a command the help shows how to start', async () => {
  const { exitCode, out } = await shell()('');
  assert.equal(exitCode, 0);
  assert.match(out, /api GET \/v1\/venues/);
  assert.match(out, /Exit codes:/);
});

test('the help lists the commands in four groups', async () => {
  const { out } = await shell()('');
  const groups = [...out.matchAll(/^(\w+):$/gm)].map(([, group]) => group);
  assert.deepEqual(groups, ['Options', 'Data', 'Trade', 'Automate', 'Admin', 'Examples']);
});

test('a mistyped command is a usage error that suggests the nearest command', async () => {
  const { exitCode, err } = await shell()('strat');
  assert.equal(exitCode, 2);
  assert.match(err, /unknown command 'strat'[\s\S]*Did you mean start\?/);
});

test('all bad settings are reported with file, line and name, without a stack', async () => {
  const file = join(folder(), 'crossbook.toml');
  writeFileSync(file, 'port = "80"\n\n[orders]\nack_wait = 5\n');
  const { exitCode, err } = await shell()(`account list --config ${file}`);
  assert.equal(exitCode, 2);
  assert.deepEqual(err.split('\n'), [
    `crossbook: ${file}:1: port: expected an integer from 0 to 65535, got "80"`,
    `crossbook: ${file}:4: orders.ack_wait: unknown setting; did you mean orders.ack_wait_ms?`,
  ]);
});

test('accounts, subaccounts and keys are created, listed and revoked on a stopped service', async () => {
  const run = shell();
  assert.equal((await run('account new acc_1')).out, 'account acc_1 created');
  assert.equal((await run('account list')).out, 'acc_1');
  assert.match((await run('subaccount new sa_9')).out, /subaccount sa_9 created in account acc_1/);
  const made = await run('key new --permissions read,trade --subaccounts sa_9 --id key_9');
  assert.equal(made.exitCode, 0);
  const file = JSON.parse(made.out) as KeyFile;
  assert.deepEqual(
    [file.key_id, file.subaccounts, file.base_url],
    ['key_9', ['sa_9'], 'http://127.0.0.1:8787'],
  );
  assert.match(made.err, /shown only now/);
  const [listed] = JSON.parse((await run('key list --json')).out);
  assert.equal(listed.publicKey, derivePublicKey(file.private_key));
  assert.equal((await run('key revoke key_9 --cancel')).exitCode, 2, 'only a running service cancels');
  assert.match((await run('key revoke key_9')).out, /key key_9 revoked/);
  assert.match((await run('webhook list --all')).out, /^id +account_id +key_id +key_valid/);
  assert.match((await run('key list')).out, /^key_9 +acc_1 +read,trade +sa_9 +REVOKED +never$/m);
});

test('a key file has mode 600, and an existing file is never overwritten', async () => {
  const run = shell();
  const out = join(folder(), 'key.json');
  await run('account new acc_1');
  assert.equal((await run(`key new --out ${out}`)).exitCode, 0);
  assert.equal(statSync(out).mode & 0o777, 0o600);
  const before = readFileSync(out, 'utf8');
  const again = await run(`key new --out ${out}`);
  assert.deepEqual([again.exitCode, readFileSync(out, 'utf8')], [2, before]);
  const keys = JSON.parse((await run('key list --json')).out) as unknown[];
  assert.equal(keys.length, 1, 'no second key was created');
});

test('the key of an agent expires within 30 days, and its options need --kind agent', async () => {
  const run = shell();
  await run('account new acc_1');
  const made = await run('key new --kind agent --order-cost-max 20 --id key_a');
  assert.equal(made.exitCode, 0, made.err);
  const [listed] = JSON.parse((await run('key list --json')).out);
  assert.equal(listed.agent.orderCostMax, '20');
  assert.ok(listed.expiresAt <= Date.now() + 30 * 86_400_000);
  assert.match((await run('key list')).out, /^key_a +acc_1 +read \(agent\) /m);
  assert.match((await run('key new --order-cost-max 20')).err, /--order-cost-max: needs --kind agent/);
  assert.equal((await run('key new --kind agent --expires 31d')).exitCode, 2);
});

test('a key that is no agent has limits by the day and the minute', async () => {
  const run = shell();
  await run('account new acc_1');
  const made = await run('key new --day-cost-max 20.5 --orders-per-minute-max 30 --id key_b');
  assert.equal(made.exitCode, 0, made.err);
  const [listed] = JSON.parse((await run('key list --json')).out);
  const unset = toDayLimitFields(() => null);
  assert.deepEqual(listed.limits, { ...unset, dayCostMax: '20.5', ordersPerMinuteMax: 30 });
  assert.match((await run('key list')).out, /day cost 20\.5, orders a minute 30/);
  const agent = await run('key new --kind agent --orders-per-minute-max 30');
  assert.match(agent.err, /--orders-per-minute-max: an agent key has --orders-per-hour/);
  assert.equal((await run('key new --day-loss-max -5')).exitCode, 2);
});

test('a limit of a key that cannot be read is an error that names its option, never a key without that limit', async () => {
  const run = shell();
  await run('account new acc_1');
  const limits = [
    ['--kind agent --order-cost-max', '5', ['x', '0', '-1', '1e3', '']],
    ['--kind agent --orders-per-hour', '5', ['x', '0', '-1', '1.5', '1e3', '']],
    ['--kind agent --approval-above', '5', ['x', '0', '-1', '']],
    ['--kind agent --venues', 'Demo', [',', 'a/b', '']],
    ['--kind agent --categories', 'Sports', [',', '']],
    ['--kind agent --assets', '1', ['x', '1,x', '-1', '']],
    ...DAY_LIMIT_LIST.map(({ name, kind }) => {
      const others = kind === 'count' ? ['1.5', ''] : [''];
      return [toOption(name), '5', ['x', '0', '-1', ...others]] as const;
    }),
  ] as const;
  for (const [options, valid, invalid] of limits) {
    const option = options.split(' ').at(-1) ?? '';
    // The other limit shows that one that can be read does not hide one that cannot.
    for (const other of ['', ' --day-cost-max 20'].slice(0, option === '--day-cost-max' ? 1 : 2)) {
      for (const value of invalid) {
        const refused = await run(`key new${other} ${options}=${value}`);
        assert.equal(refused.exitCode, 2, `${options}=${value}${other}: ${refused.err}`);
        assert.match(refused.err, new RegExp(`${option}|${option.slice(2).replaceAll('-', '_')}`));
      }
      const made = await run(`key new${other} ${options}=${valid}`);
      assert.equal(made.exitCode, 0, made.err);
    }
  }
});

test("creating a key for the caller's own public key prints no private key", async () => {
  const run = shell();
  await run('account new acc_1');
  const { out } = await run('key new --public-key A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=');
  assert.match(out, /^key key_\w+ created for your public key$/);
});

test('an invalid argument is rejected with its field and the exit code of its kind', async () => {
  const run = shell();
  assert.match((await run('key new')).err, /no account exists yet/);
  await run('account new acc_1');
  const weak = await run(
    `key new --permissions read,fly --public-key ${Buffer.alloc(32).toString('base64')}`,
  );
  assert.equal(weak.exitCode, 2);
  assert.match(weak.err, /public_key: .*\n.*permissions: /);
  assert.equal((await run('key new --expires 2020-01-01')).exitCode, 2);
  assert.equal((await run('key new --expires soon')).exitCode, 2);
  assert.equal((await run('key revoke missing')).exitCode, 2);
  assert.equal((await run('subaccount new a*b')).exitCode, 2);
  await run('account new acc_2');
  assert.match((await run('key new')).err, /--account: acc_1, acc_2/);
});

test('at a terminal a key is revoked only after confirmation', async () => {
  const run = shell();
  await run('account new acc_1');
  await run('key new --id key_9');
  const no = await run('key revoke key_9', {}, false);
  assert.deepEqual([no.exitCode, no.err], [1, 'crossbook: no key was revoked.']);
  assert.match((await run('key list')).out, /^key_9 .* ACTIVE/m);
  assert.equal((await run('key revoke key_9', {}, true)).exitCode, 0);
  assert.match((await run('key list')).out, /^key_9 .* REVOKED/m);
});

test('verify accepts intact data and reports the changed entry of modified data', async () => {
  const run = shell();
  assert.match((await run('verify')).err, /there is no ledger/);
  await run('account new acc_1');
  assert.match((await run('verify')).out, /✓ 1 journal entries/);
  changeSomeBytes(join(run.dataDir, 'ledger.db'), 'acc_1', 'acc_9');
  const { exitCode, out, err } = await run('verify');
  assert.equal(exitCode, 1);
  assert.match(out, /^✗ /);
  assert.match(err, /Do not trade on this data/);
});

test('every command that opens damaged data reports it without a stack', async () => {
  const run = shell();
  await run('account new acc_1');
  changeSomeBytes(join(run.dataDir, 'ledger.db'), 'acc_1', 'acc_9');
  const { exitCode, err } = await run('key list');
  assert.equal(exitCode, 1);
  assert.match(err, /^crossbook: .*ledger\.db is damaged: entry 1 /);
});

test('a defect prints its stack and exits with 10', async () => {
  const createApp = async () => {
    throw new TypeError('not a function');
  };
  const { exitCode, err } = await shell({ createApp })('start');
  assert.equal(exitCode, 10);
  assert.match(err, /TypeError: not a function\n +at /);
});

test('doctor reports passed checks and the action for each failed check', async () => {
  const run = shell();
  await run('account new acc_1');
  const healthy = await run('doctor', { CROSSBOOK_PORT: '0' });
  assert.match(
    healthy.out,
    /✓ Node v[\s\S]*✓ the settings are valid[\s\S]*✓ .*GiB free[\s\S]*✓ no service is running[\s\S]*✓ ledger integrity/,
  );
  changeSomeBytes(join(run.dataDir, 'ledger.db'), 'acc_1', 'acc_9');
  const damaged = await run('doctor', { CROSSBOOK_PORT: '0' });
  assert.equal(damaged.exitCode, 1);
  assert.match(damaged.out, /✗ ledger integrity: .*entry 1.*; see docs/);
  const unset = await run('doctor', { CROSSBOOK_PORT: 'x' });
  assert.match(unset.out, /✗ the settings: CROSSBOOK_PORT: port: expected an integer/);
});

const folder = (): string => mkdtempSync(join(tmpdir(), 'crossbook-cli-'));

/** Replaces every occurrence of some bytes in a file with others of the same length. */
function changeSomeBytes(file: string, from: string, to: string): void {
  writeFileSync(file, readFileSync(file, 'latin1').replaceAll(from, to), 'latin1');
}

/** Returns a function that runs command lines on one data folder. */
function shell(overrides: Partial<AppModule> = {}) {
  const dataDir = folder();
  const run = async (line: string, env: Record<string, string> = {}, answer?: boolean) => {
    const terminal = fakeTerminal({ CROSSBOOK_DATA_DIR: dataDir, ...env }, answer);
    const exitCode = await runCli(line.split(' ').filter(Boolean), terminal, async () =>
      fakeParts(overrides),
    );
    return { exitCode, out: terminal.printed.join('\n'), err: terminal.notices.join('\n') };
  };
  return Object.assign(run, { dataDir });
}
