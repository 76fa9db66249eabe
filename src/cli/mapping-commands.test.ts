import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { program } from '../../test/support/program.ts';
import type { ReviewLine } from '../admin/review-commands.ts';

const MAIN = program('src/cli/cli-main.fixture.ts');
const WHY = ['--why', 'the same lapse', '--by', 'operator'];
const service = await start();

test('proposals are listed, shown, approved, exported and rejected through the running service', async () => {
  const proposed = JSON.parse((await service.run('match', 'list')).out) as {
    a: { ticker: string };
    b: { ticker: string };
    verdict: string;
  }[];
  assert.ok(
    proposed.some(
      ({ a, b, verdict }) => `${a.ticker} ${b.ticker} ${verdict}` === 'KXSHUT stay-funded same-inverted',
    ),
  );
  const shown = JSON.parse((await service.run('match', 'show', 'Kalshi:KXSHUT', '3001')).out);
  assert.equal(shown.matches[0].verdict, 'same');
  assert.deepEqual(shown.matches[0].safety, { level: 'SAFE', clauses: [] });
  assert.ok(shown.matches[0].features.every((it: { words: string }) => it.words !== ''));
  const approved = JSON.parse(
    (await service.run('match', 'approve', 'Kalshi:KXSHUT', '3001', ...WHY)).out,
  ) as ReviewLine;
  assert.deepEqual([approved.status, approved.by, approved.why], ['APPROVED', 'operator', 'the same lapse']);
  const file = join(service.dataDir, 'approved.json');
  assert.equal((await service.run('match', 'export', '--out', file)).exitCode, 0);
  assert.equal(
    JSON.parse(readFileSync(file, 'utf8')).approved[0].members[0].fingerprint,
    approved.members[0]?.fingerprint,
  );
  const again = await service.run('match', 'import', file);
  assert.equal(again.exitCode, 2);
  assert.match(JSON.parse(again.out)[0].refused, /already has/);
  const id = String(approved.generic_asset_id);
  assert.equal(
    JSON.parse((await service.run('match', 'reject', '--asset', id, ...WHY)).out).status,
    'REJECTED',
  );
  const listed = JSON.parse((await service.run('match', 'list', '--state', 'rejected')).out) as ReviewLine[];
  assert.deepEqual(
    listed.map(({ generic_asset_id: it }) => String(it)),
    [id],
  );
});

test('a rejection names its cause and exits with 2', async () => {
  const date = await service.run('match', 'approve', '2001', '3003', ...WHY);
  assert.deepEqual([date.exitCode, date.out], [2, '']);
  assert.match(date.err, /compares as different: date \(.*despite after reading both/);
  assert.match(
    (await service.run('match', 'approve', '2001', 'Kalshi:NONE', ...WHY)).err,
    /has Kalshi:NONE, which is not listed/,
  );
  assert.match((await service.run('match', 'list', '--state', 'lost')).err, /expected one of proposed/);
  assert.match((await service.run('match', 'reject', '--asset', '7', ...WHY)).err, /generic asset not found/);
  assert.match((await service.run('match', 'approve', '2001', '3001')).err, /--why/);
});

test('without a running service the match commands fail with the action to take', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'crossbook-match-'));
  const { exitCode, err } = await run(dataDir, ['match', 'list']);
  assert.deepEqual(
    [exitCode, /no service is running on this data folder; start it first/.test(err)],
    [8, true],
  );
});

test('the help of each command has examples', async () => {
  for (const name of ['list', 'show', 'approve', 'reject', 'export', 'import']) {
    const { exitCode, out } = await run(tmpdir(), ['match', name, '--help']);
    assert.deepEqual([exitCode, /Examples:\n {2}npm run crossbook -- match/.test(out)], [0, true], name);
  }
});

async function start() {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'crossbook-match-')), 'data');
  const child = launch(dataDir, ['start']);
  const ended = once(child, 'close');
  after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('"msg":"listening"')) resolve();
    });
  });
  return { dataDir, run: (...args: string[]) => run(dataDir, args) };
}

async function run(dataDir: string, args: readonly string[]) {
  const child = launch(dataDir, args);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const [exitCode] = await once(child, 'close');
  return { exitCode: exitCode as number, out: out.trim(), err };
}

function launch(dataDir: string, args: readonly string[]) {
  return spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, CROSSBOOK_DATA_DIR: dataDir, CROSSBOOK_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
