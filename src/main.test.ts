import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { program } from '../test/support/program.ts';

const MAIN = program('src/main.ts');

test('--help of the program and of a command need no data folder and no engine', () => {
  const program = crossbook(['--help']);
  assert.equal(program.status, 0);
  assert.match(program.stdout, /start \[options\] +run the service/);
  const api = crossbook(['api', '--help']);
  assert.equal(api.status, 0);
  assert.match(api.stdout, /Examples:[\s\S]*api GET \/v1\/venues/);
});

test('a process ends with the exit code of its failure, its words on standard error', () => {
  const config = join(mkdtempSync(join(tmpdir(), 'crossbook-main-')), 'bad.toml');
  writeFileSync(config, '[ws]\nheartbeat_ms = "often"\n');
  const { status, stdout, stderr } = crossbook(['start'], { CROSSBOOK_CONFIG: config });
  assert.deepEqual([status, stdout], [2, '']);
  const expected = 'expected an integer from 1000 to 300000, got "often"';
  assert.ok(stderr.endsWith(`crossbook: ${config}:2: ws.heartbeat_ms: ${expected}\n`), stderr);
});

test('sign needs only a key: the worked vector of the contract', () => {
  const env = {
    CROSSBOOK_KEY_ID: 'key_demo_1',
    CROSSBOOK_PRIVATE_KEY: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    CROSSBOOK_BASE_URL: 'http://127.0.0.1:8787/',
  };
  const signed = crossbook(['sign', 'GET', '/v1/venues', '--timestamp', '1782907200000', '--curl'], env);
  assert.equal(signed.status, 0);
  const signature =
    'UpQLSArQ9bTPNpMsNe6Qs3eoOH2RRszuIWCQaUkd6BXRTMAAWNiTbmFB861TGmkV8dpMcGLmeNLRPyCflrmMCA==';
  assert.equal(
    signed.stdout,
    `curl -sS -X GET 'http://127.0.0.1:8787/v1/venues' -H 'X-Key-Id: key_demo_1' -H 'X-Timestamp: 1782907200000' -H 'X-Signature: ${signature}'\n`,
  );
});

function crossbook(args: readonly string[], env: Record<string, string> = {}) {
  return spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8', env: { ...process.env, ...env } });
}
