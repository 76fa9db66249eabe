import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { OutcomeUnknownError } from '../../sdk/src/index.ts';
import { ERRORS } from '../contract/model/error-codes.ts';
import { apiFailure } from './api-connection.ts';
import { toExitCode } from './cli-failure.ts';
import { fakeParts, fakeTerminal } from './cli-fakes.fixture.ts';
import { runCli } from './cli-program.ts';
import { listView, show } from './output.ts';

async function type(line: string) {
  const terminal = fakeTerminal();
  const exitCode = await runCli(line.split(' '), terminal, async () => fakeParts());
  return { exitCode, out: terminal.printed.join('\n'), err: terminal.notices.join('\n') };
}

test('every error code has an explanation and the exit code of its command', async () => {
  const all = JSON.parse((await type('explain -o json')).out) as { code: string; exit_code: number }[];
  for (const [code, { status }] of Object.entries(ERRORS)) {
    const explained = all.find((it) => it.code === code);
    assert.equal(explained?.exit_code, toExitCode(status, code), code);
  }
  assert.equal(all.find(({ code }) => code === 'outcome_unknown')?.exit_code, 9);
  assert.match(
    (await type('explain ioc_remainder -o table')).out,
    /reason of a closed order\n {2}IOC and market/,
  );
  assert.match((await type('explain risk_limt')).err, /did you mean risk_limit\?/);
});

test('a lost answer exits with 9 and names the key to repeat with', () => {
  const failure = apiFailure(
    new OutcomeUnknownError({ message: 'POST (client_order_id k)\nmay', clientOrderIds: ['k'] }),
  );
  assert.equal(failure?.exitCode, 9);
  assert.equal(
    failure?.message,
    'outcome_unknown: POST (client_order_id k) may (crossbook explain outcome_unknown)',
  );
  assert.equal(apiFailure(new TypeError('a defect')), null);
});

test('a table and CSV strip control characters from venue text', () => {
  const view = listView([{ title: 'a\u001B[2Jb,"c"\nd', nothing: null }], ['title', 'nothing']);
  const table = fakeTerminal();
  show(table, { output: 'table' }, view);
  assert.deepEqual(table.printed, ['TITLE         NOTHING', 'a [2Jb,"c" d  -']);
  const csv = fakeTerminal();
  show(csv, { output: 'csv' }, view);
  assert.deepEqual(csv.printed, ['title,nothing', '"a [2Jb,""c"" d",']);
});

test('bash completes commands and options at the cursor', async () => {
  const { out } = await type('completion bash');
  const complete = (...words: string[]) => {
    const typed = `COMP_WORDS=(crossbook ${words.join(' ')}); COMP_CWORD=${words.length}`;
    const script = `${out}\n${typed}; _crossbook; echo "\${COMPREPLY[@]}"`;
    return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim();
  };
  assert.equal(complete('ord'), 'order');
  assert.equal(complete('order', '--profile', 'main', 'tr'), 'trace');
  assert.equal(complete('buy', '1001', '--dry'), '--dry-run');
});

test('each shell has a completion script that knows every command', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { exitCode, out } = await type(`completion ${shell}`);
    assert.equal(exitCode, 0);
    for (const word of ['cancel-all', 'receipt', 'explain', 'venue check'])
      assert.ok(out.includes(word), word);
  }
  assert.equal((await type('completion tcsh')).exitCode, 2);
});

test('the help of each of these commands has examples', async () => {
  const nouns = [
    'markets search',
    'book',
    'buy',
    'order list',
    'order cancel-all',
    'risk set',
    'kill on',
    'export',
  ];
  for (const noun of nouns)
    assert.match((await type(`${noun} --help`)).out, /Examples:\n {2}crossbook /, noun);
});
