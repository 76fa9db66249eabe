import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_CONFIG } from './config.ts';
import { changedSettings, findHome, loadConfig, PROJECT_DIR } from './load-config.ts';
import { createConfig, parseToml, renderIssue } from './parse-config.ts';
import { SETTINGS } from './settings.ts';

const EXAMPLE = join(PROJECT_DIR, 'config', 'crossbook.example.toml');

test('the environment overrides the file, and options override both', () => {
  const file = configFile('port = 1\nhost = "a"\ndata_dir = "one"');
  const env = {
    CROSSBOOK_PORT: '2',
    CROSSBOOK_HOST: '::1',
    CROSSBOOK_DATA_DIR: 'two',
    CROSSBOOK_CONFIG: file,
  };
  const config = loadConfig({ env, cwd: '/cwd' });
  assert.ok(config.ok);
  assert.deepEqual([config.value.port, config.value.host, config.value.dataDir], [2, '::1', '/cwd/two']);
  const given = loadConfig({
    env: { ...env, CROSSBOOK_PORT: '' },
    cwd: '/cwd',
    file: configFile('port = 7'),
  });
  assert.equal(
    given.ok && given.value.port,
    7,
    'the file of --config is read, not the one of the environment',
  );
  const overridden = loadConfig({ env, cwd: '/cwd', dataDir: '/three' });
  assert.equal(overridden.ok && overridden.value.dataDir, '/three');
});

test('each variable of the environment sets its setting over the file, and an empty one does not', () => {
  const file = configFile(
    'port = 1\nhost = "a"\ndata_dir = "/file"\n[journal]\nurl = "postgres://a/file"\n[node]\nname = "file"',
  );
  const read = (env: Record<string, string>) => {
    const config = loadConfig({ env, cwd: '/cwd', file });
    assert.ok(config.ok);
    const { port, host, dataDir, journal, node } = config.value;
    return { port, host, dataDir, url: journal.url, name: node.name };
  };
  const inFile = { port: 1, host: 'a', dataDir: '/file', url: 'postgres://a/file', name: 'file' };
  for (const [variable, text, expected] of [
    ['CROSSBOOK_PORT', '2', { port: 2 }],
    ['CROSSBOOK_HOST', 'b', { host: 'b' }],
    ['CROSSBOOK_DATA_DIR', 'd', { dataDir: '/cwd/d' }],
    ['CROSSBOOK_JOURNAL_URL', 'postgres://a/environment', { url: 'postgres://a/environment' }],
    ['CROSSBOOK_NODE', 'environment', { name: 'environment' }],
  ] as const) {
    assert.deepEqual(read({ [variable]: text }), { ...inFile, ...expected }, variable);
    assert.deepEqual(read({ [variable]: '' }), inFile, `${variable} is empty`);
  }
});

test('a relative data folder of the file belongs to the project, wherever the command runs', () => {
  const config = loadConfig({ file: configFile('data_dir = "d"'), env: {}, cwd: '/elsewhere' });
  assert.equal(config.ok && config.value.dataDir, join(PROJECT_DIR, 'd'));
});

test('an invalid port is refused with the name of its variable', () => {
  const config = loadConfig({ env: { CROSSBOOK_PORT: '80a' }, cwd: '/' });
  assert.ok(!config.ok);
  const expected = 'CROSSBOOK_PORT: port: expected an integer from 0 to 65535, got "80a"';
  assert.deepEqual(config.error.map(renderIssue), [expected]);
});

test('a file given by --config that cannot be read is refused, not skipped', () => {
  const config = loadConfig({ file: '/nowhere/crossbook.toml', env: {}, cwd: '/' });
  assert.ok(!config.ok);
  assert.match(config.error.map(renderIssue).join(), /^\/nowhere\/crossbook\.toml: ENOENT/);
});

test('the example file names every setting, each with its default', () => {
  const parsed = parseToml(readFileSync(EXAMPLE, 'utf8'), 'example');
  assert.ok(parsed.ok);
  assert.deepEqual(parsed.value.map(({ name }) => name).toSorted(), Object.keys(SETTINGS).toSorted());
  const config = createConfig(parsed.value);
  assert.deepEqual(config.ok && config.value, DEFAULT_CONFIG);
});

function configFile(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'crossbook-config-')), 'crossbook.toml');
  writeFileSync(path, text);
  return path;
}

test('an installed Crossbook keeps its data with the user, a clone with the project', () => {
  assert.equal(findHome('/usr/lib/node_modules/crossbook', '/people/ann'), join('/people/ann', '.crossbook'));
  assert.equal(findHome('/people/ann/crossbook', '/people/ann'), '/people/ann/crossbook');
});

test('the changed settings are those that differ from their defaults, without the data folder', () => {
  assert.deepEqual(changedSettings(DEFAULT_CONFIG), []);
  const text = 'port = 9000\ndata_dir = "/elsewhere"\n[orders]\nack_wait_ms = 0\n[venues.demo]\nseed = 7';
  const config = loadConfig({ file: configFile(text), env: {}, cwd: '/' });
  assert.ok(config.ok);
  const changed = changedSettings(config.value).map(({ name, value }) => `${name} ${value}`);
  assert.ok(changed.includes('port 9000') && changed.includes('orders.ack_wait_ms 0'), changed.join());
  assert.equal(changed.filter((each) => /^venues\.demo\.seed 7$/i.test(each)).length, 1, changed.join());
  assert.equal(changed.length, 3, changed.join());
});

test('the changed settings contain no path of this machine and no password of the database', () => {
  const text = `data_dir = "secret-1"
[journal]
url = "postgres://user:secret-2@db/crossbook"
[node]
name = "secret-3"
[sandbox]
dir = "secret-4"
[record]
path = "secret-5"`;
  const config = loadConfig({ file: configFile(text), env: {}, cwd: '/' });
  assert.ok(config.ok);
  assert.deepEqual(changedSettings(config.value), []);
});

test('every setting that differs from its default is one of the changed settings', () => {
  const text =
    '[venues.kalshi]\nwatched_max = 7\n[venues.Practice]\ndriver = "demo"\n[auth]\nheader_prefixes = ["A-"]';
  const config = loadConfig({ file: configFile(text), env: {}, cwd: '/' });
  assert.ok(config.ok);
  const changed = new Map(changedSettings(config.value).map(({ name, value }) => [name, value]));
  assert.equal(changed.get('venues.kalshi.watched_max'), '7');
  assert.equal(changed.get('auth.header_prefixes'), '["A-"]');
  assert.equal(changed.get('venues.Practice.history_days'), '14', 'an added venue has no defaults');
});
