import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { auditLines } from '../../src/storage/sqlite/journal/ledger-audit.ts';
import { LEDGER_FILE } from '../../src/storage/sqlite/sqlite-store.ts';
import { createRestingOrder, submit } from '../support/order-bodies.ts';
import { startService } from '../support/test-service.ts';

interface Entry {
  readonly seq: number;
  readonly cause: string;
  readonly actor: string;
  readonly events: string;
}

type Event = Readonly<Record<string, unknown>> & { readonly type: string };

interface OpenApi {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly security: readonly unknown[] }>>>
  >;
}

const service = await startService({ settings: { 'orders.batch_max': 40 } });
const api = service.api();

const entries = (): readonly Entry[] =>
  [...auditLines(join(service.dataDir, LEDGER_FILE))].map((line) => JSON.parse(line) as Entry);

const eventsIn = (list: readonly Entry[]): readonly Event[] =>
  list.flatMap(({ events }) => JSON.parse(events) as Event[]);

/** Returns the journal entries that `work` added. */
async function gained(work: () => Promise<unknown>): Promise<readonly Entry[]> {
  const before = entries().length;
  await work();
  return entries().slice(before);
}

test('every state-changing call of the document is in the chain under its key, also when it is refused', async () => {
  const { paths } = (await (await fetch(`${service.url}/v1/openapi.json`)).json()) as OpenApi;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { security }]) => method !== 'get' && security.length > 0)
      .map(([method]) => ({ method: method.toUpperCase(), target: path.replace('{id}', 'ord_99') })),
  );
  // Only a replay has a time to control; elsewhere that path does not exist.
  const audited = calls.filter(({ target }) => !/lookup|preview|^\/v1\/replay$/.test(target));
  assert.ok(audited.length >= 8);
  const all = service.api(await service.newKey('--permissions', 'read,trade,risk,review,alerts'));
  const noted = await gained(async () => {
    for (const { method, target } of audited) await all.call(method, target, { nonsense: true });
  });
  assert.deepEqual(
    eventsIn(noted).map(({ type, call }) => [type, (call as { target: string }).target]),
    audited.map(({ target }) => ['CallAnswered', target]),
  );
  assert.deepEqual(new Set(noted.map(({ actor }) => actor)), new Set([all.keyId]));
});

test('a call that succeeds without changing anything is in it too', async () => {
  const [noted] = await gained(() => api.ok('POST', '/v1/risk/kill-switch', { enabled: false }));
  assert.equal(noted?.cause, 'call');
  const { call } = eventsIn(noted === undefined ? [] : [noted])[0] as unknown as { call: Event };
  assert.equal(call['error'], null);
});

test('an accepted order needs no CallAnswered entry; its repeat has one', async () => {
  const order = { ...createRestingOrder(), client_order_id: 'audited' };
  const noted = await gained(() => submit(api, order));
  assert.deepEqual(
    noted.filter(({ cause }) => cause === 'submit').map(({ actor }) => actor),
    [api.keyId],
  );
  assert.ok(!eventsIn(noted).some(({ type }) => type === 'CallAnswered'));
  const repeated = await gained(() => submit(api, order));
  assert.deepEqual(
    eventsIn(repeated).map(({ type }) => type),
    ['CallAnswered'],
  );
});

test('a request that is refused before its content is checked leaves no entry, so a flood does not fill the disk', async () => {
  const noted = await gained(async () => {
    await api.send('POST', '/v1/orders', {}, {});
    await api.call('GET', '/v1/venues');
  });
  assert.deepEqual(noted, []);
});

test('calls without permission are one entry in words, however many they are, and leave no trace before', async () => {
  const reader = service.api(await service.newKey('--permissions', 'read'));
  const noted = await gained(async () => {
    for (let n = 0; n < 20; n += 1) await reader.refused([403, 'forbidden'], 'DELETE', `/v1/orders/ord_${n}`);
    await reader.refused([403, 'forbidden'], 'POST', '/v1/orders', createRestingOrder());
    await api.ok('POST', '/v1/orders/cancel-all', {}); // everything before it is on disk
  });
  assert.ok(!eventsIn(noted).some(({ type }) => type === 'CallsForbidden'));
  const forbidden = await gained(async () => {
    await service.stop();
    await service.start();
  });
  const entry = forbidden.find(({ events }) => events.includes('CallsForbidden'));
  assert.equal(entry?.actor, reader.keyId);
  const list = await service.cliOk('audit', 'list', '-o', 'csv', '--fields', 'actor,what');
  const words = '"21 calls without permission: 20 × DELETE /v1/orders/{id}, 1 × POST /v1/orders"';
  assert.ok(list.includes(`${reader.keyId},${words}`), list);
  assert.match(list, /operator,version \S+ started with profile sandbox/);
});

test("each of an operator's acts is in it: a start with its settings, a link, accounts and keys", async () => {
  const started = eventsIn(entries()).find(({ type }) => type === 'ServiceStarted');
  const settings = started?.['settings'] as readonly { name: string; value: string }[];
  assert.ok(settings.some(({ name, value }) => name === 'orders.batch_max' && value === '40'));
  const noted = await gained(async () => {
    await service.cliOk('pair');
    await service.cliOk('account', 'new', 'acc_audit');
  });
  assert.deepEqual(
    noted.map(({ cause, actor }) => [cause, actor]),
    [
      ['pair_link', 'operator'],
      ['account_new', 'operator'],
    ],
  );
});

test('the signed heads of each stop are entries of the journal, and heads of another key are refused', async () => {
  await service.stop();
  await service.start();
  const { code, stdout, stderr } = await service.cli('audit', 'verify', '--heads');
  assert.equal(code, 0, stderr);
  assert.match(stdout, /the hash chain is intact/);
  const key = /signed heads of the key (\S+)/.exec(stderr)?.[1] ?? '';
  const heads = join(service.dataDir, 'audit-heads.jsonl');
  await service.cliOk('audit', 'verify', '--heads', heads, '--heads-key', key);
  const other = await service.cli('audit', 'verify', '--heads', heads, '--heads-key', 'A'.repeat(43));
  assert.equal(other.code, 1);
  assert.match(other.stdout, /^✗ .*audit-heads\.jsonl: line 1 is signed by the key/);
  const changed = join(service.dataDir, 'changed-heads.jsonl');
  writeFileSync(changed, readFileSync(heads, 'utf8').replace(/"hash":"./, '"hash":"'));
  assert.equal((await service.cli('audit', 'verify', '--heads', changed)).code, 1);
});

test('the export is checked by the program, and by the lines of docs/audit.md in Python', async (t) => {
  const file = join(service.dataDir, 'audit.jsonl');
  await service.cliOk('audit', 'export', '--out', file);
  const output = await service.cliOk('audit', 'verify', file);
  const head = /head (\S+)/.exec(output)?.[1] ?? '';
  assert.match(await service.cliOk('audit', 'verify', '--head', head), /the hash chain is intact/);
  const broken = join(service.dataDir, 'broken.jsonl');
  writeFileSync(broken, readFileSync(file, 'utf8').replace('"operator"', '"operatos"'));
  const refused = await service.cli('audit', 'verify', broken);
  assert.deepEqual([refused.code, refused.stdout], [1, '✗ entry 1 does not match its hash\n']);
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'audit.md'), 'utf8');
  const script = /```python\n([\s\S]*?)```/.exec(page)?.[1] ?? assert.fail('the page has a script');
  const python = (path: string): string =>
    execFileSync('python3', ['-c', script, path], { encoding: 'utf8', stdio: 'pipe' }).trim();
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
  } catch {
    return t.skip('no python3 on this machine');
  }
  assert.equal(python(file), `head ${head}`);
  assert.throws(() => python(broken), /entry 1 was changed/);
});
