import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { until } from '../api-assertions.ts';
import { TestService } from '../support/test-service.ts';
import { echoVenue } from './echo-venue.ts';

const { privateKey: pem } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const MASTER_KEY = 'Marked0Master0Key0Of0This0Test0==';
const WALLET = 'c0ffee11'.repeat(8);
const SECRET = Buffer.from('the marked secret of the account').toString('base64');
const PASSPHRASE = 'marked-passphrase-of-the-account';

/** The texts that must not appear anywhere; each line of the key is one of them. */
const MARKS = [MASTER_KEY, WALLET, SECRET, PASSPHRASE, ...pem.split('\n').filter((line) => line.length > 40)];

const venue = await echoVenue();
after(() => venue.close());
const service = new TestService({});
after(() => service.dispose());
const at = (name: string): string => join(service.dataDir, name);
const plain = {
  'kalshi.pem': pem,
  'wallet.key': WALLET,
  'credentials.json': JSON.stringify({ api_key: 'a-name', secret: SECRET, passphrase: PASSPHRASE }),
  'master.key': MASTER_KEY,
};

async function seal(): Promise<Readonly<Record<string, string>>> {
  for (const [name, text] of Object.entries(plain)) writeFileSync(at(name), text, { mode: 0o600 });
  service.configure({ 'secrets.master_key_file': at('master.key') });
  const said: string[] = [];
  for (const [name, setting, file] of [
    ['Kalshi', 'key_file', 'kalshi.pem'],
    ['Polymarket', 'private_key_file', 'wallet.key'],
    ['Polymarket', 'credentials_file', 'credentials.json'],
  ] as const)
    said.push(await service.cliOk('venue', 'secret', 'add', name, setting, '--from', at(file)));
  assertUnmarked('the command', said.join(''));
  return Object.fromEntries(
    said.map((line) => {
      const [, name = '', path = ''] = /^(\S+) = "(.*)"$/m.exec(line) ?? [];
      return [name, path];
    }),
  );
}

function assertUnmarked(where: string, text: string): void {
  for (const mark of MARKS) {
    const found = text.indexOf(mark);
    assert.equal(found, -1, `${where} contains a secret: …${text.slice(Math.max(0, found - 80), found)}…`);
  }
}

test('sealed credentials trade, and no log, answer, metric or file ever contains one, whatever a venue repeats', async () => {
  const files = await seal();
  for (const path of Object.values(files)) {
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assertUnmarked(path, readFileSync(path, 'latin1'));
  }
  const [http, ws] = [`http://${venue.host}`, `ws://${venue.host}`];
  service.configure({
    ...files,
    'secrets.master_key_file': at('master.key'),
    'log.level': 'debug',
    'venues.kalshi.enabled': true,
    'venues.kalshi.key_id': 'a-key',
    'venues.kalshi.rest_url': `${http}/trade-api/v2`,
    'venues.kalshi.ws_url': `${ws}/trade-api/ws/v2`,
    'venues.polymarket.enabled': true,
    'venues.polymarket.clob_url': http,
    'venues.polymarket.gamma_url': http,
    'venues.polymarket.data_url': http,
    'venues.polymarket.relayer_url': http,
    'venues.polymarket.ws_market_url': `${ws}/ws/market`,
    'venues.polymarket.ws_user_url': `${ws}/ws/user`,
  });
  await service.start();
  await until('the venue has received the secrets that it could repeat', () =>
    [PASSPHRASE, SECRET].every((mark) => venue.received().includes(mark)) ? true : null,
  );
  const api = service.api();
  const outputs = [
    (await api.call('GET', '/v1/venues/health')).text,
    await (await fetch(`${service.url}/metrics`)).text(),
    await (await fetch(`${service.url}/health`)).text(),
  ];
  for (const name of ['Kalshi', 'Polymarket']) {
    const { code, stdout, stderr } = await service.cli('venue', 'check', name);
    assert.equal(code, 8);
    outputs.push(stdout, stderr);
  }
  if (process.platform === 'linux') {
    const filter = readFileSync(`/proc/${service.pid}/coredump_filter`, 'utf8').trim();
    assert.match(filter, /^0+$/, 'a core dump holds no memory');
  }
  await service.stop();
  assertUnmarked('an answer', outputs.join('\n'));
  assertUnmarked('what the process printed and logged', service.output);
  assert.match(service.output, /HTTP 4|HTTP 5|unreachable|credentials/, 'the venues did fail');
  const written = readdirSync(service.dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !(name in plain) && existsSync(at(name)) && statSync(at(name)).isFile(),
  );
  assert.ok(written.includes('ledger.db'));
  for (const name of written) assertUnmarked(name, readFileSync(at(name), 'latin1'));
});

test('a start with the wrong master key, or none, names the file that cannot be decrypted, and prints none of its content', async () => {
  const files = await seal();
  const venues = {
    ...files,
    'venues.kalshi.enabled': true,
    'venues.kalshi.key_id': 'a-key',
    'venues.kalshi.rest_url': `http://${venue.host}`,
    'venues.kalshi.ws_url': `ws://${venue.host}`,
  };
  service.configure(venues);
  const without = await service.cli('venue', 'check', 'Kalshi');
  assert.match(without.stderr, /key_file\.sealed: no master key: set secrets\.master_key_file/);
  writeFileSync(at('other.key'), 'another master key of some length', { mode: 0o600 });
  service.configure({ ...venues, 'secrets.master_key_file': at('other.key') });
  const wrong = await service.cli('start');
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /key_file\.sealed: cannot be decrypted: it was sealed with another master key/);
  assertUnmarked('the refusal', without.stderr + wrong.stderr + wrong.stdout);
});
