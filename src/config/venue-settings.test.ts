import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConfig, isLoopbackUrl, parseToml, renderIssue } from './parse-config.ts';
import { listSettings } from './setting-table.ts';
import { VENUE_SCHEMAS } from './venue-schemas.ts';

const ONE = 'key_id = "k"\nkey_file = "k.pem"';
const OWN_ONE = 'rest_url = "http://127.0.0.1:9001/trade-api/v2"\nws_url = "ws://[::1]:9001/ws"';

test('a live venue needs profile live and its keys, and then takes the real hosts', () => {
  assert.deepEqual(issues(`profile = "live"\n[venues.kalshi]\nenabled = true\n${ONE}`), []);
  assert.deepEqual(issues('profile = "live"\n[venues.kalshi]\nenabled = true'), [
    'f:3: venues.kalshi.key_id: needed to trade on this venue',
    'f:3: venues.kalshi.key_file: needed to trade on this venue, or signer_program',
  ]);
  assert.deepEqual(issues('profile = "live"\n[venues.Polymarket]\nenabled = true'), [
    'f:3: venues.polymarket.private_key_file: needed to trade on this venue, or signer_program, or session_key_file',
  ]);
});

test('a wallet signs with a key in a file, or with a program whose address is known', () => {
  const wallet = 'profile = "live"\n[venues.polymarket]\nenabled = true\n';
  const program = 'signer_program = "/opt/sign"\n';
  const address = `signer_address = "0x${'ab'.repeat(20)}"\n`;
  assert.deepEqual(issues(`${wallet}private_key_file = "w.key"`), []);
  assert.deepEqual(issues(wallet + program + address), []);
  assert.deepEqual(issues(wallet + program), [
    'f:3: venues.polymarket.signer_address: needed with signer_program, or session_signer_address, or former_session_signer_address',
  ]);
  assert.deepEqual(issues(`${wallet}${program}${address}private_key_file = "w.key"`), [
    'f:5: venues.polymarket.signer_address: not together with private_key_file',
  ]);
});

test('a session key needs a deposit wallet, and each key is in a file or behind the program', () => {
  const wallet = 'profile = "live"\n[venues.polymarket]\nenabled = true\n';
  const deposit = `signature_type = 3\nfunder = "0x${'cd'.repeat(20)}"\n`;
  const program = 'signer_program = "/opt/sign"\n';
  const at = (setting: string, digit: string) => `${setting} = "0x${digit.repeat(40)}"\n`;
  for (const keys of [
    'session_key_file = "s.key"\n',
    'session_key_file = "s.key"\nsession_key_expires = "2027-05-28"\nformer_session_key_file = "f.key"\n',
    'session_key_file = "s.key"\nprivate_key_file = "w.key"\n',
    'private_key_file = "w.key"\nformer_session_key_file = "f.key"\nformer_session_key_expires = "2027-05-28"\n',
    program + at('session_signer_address', '1'),
    program + at('session_signer_address', '1') + at('former_session_signer_address', '2'),
    program + at('session_signer_address', '1') + at('signer_address', '2'),
    `session_key_file = "s.key"\n${program}${at('signer_address', '2')}`,
    `private_key_file = "w.key"\n${program}${at('session_signer_address', '2')}`,
  ])
    assert.deepEqual(issues(wallet + deposit + keys), [], keys);
  const found = (keys: string, before = deposit) =>
    issues(wallet + before + keys).map((text) => text.replace(/^f:\d+: venues\.polymarket\./, ''));
  assert.deepEqual(found('session_key_file = "s.key"\n', ''), [
    'funder: needed with session_key_file',
    'signature_type: must be 3 with session_key_file',
  ]);
  assert.deepEqual(found('former_session_key_file = "f.key"\n'), [
    'private_key_file: needed to trade on this venue, or signer_program, or session_key_file',
    'session_key_file: needed with former_session_key_file, or session_signer_address, or private_key_file, or signer_address',
  ]);
  assert.deepEqual(found(`private_key_file = "w.key"\n${at('session_signer_address', '1')}`), [
    'signer_program: needed with session_signer_address',
  ]);
  assert.deepEqual(found('private_key_file = "w.key"\nsession_key_expires = "2027-05-28"\n'), [
    'session_key_file: needed with session_key_expires, or session_signer_address',
  ]);
  assert.deepEqual(found(`session_key_file = "s.key"\n${program}${at('session_signer_address', '1')}`), [
    'session_signer_address: not together with session_key_file',
  ]);
});

test('under profile sandbox a venue is on this machine or it is refused, at its own line', () => {
  assert.deepEqual(issues(`[venues.kalshi]\nenabled = true\n${ONE}\n${OWN_ONE}`), []);
  const [first, second] = issues(`[venues.kalshi]\nenabled = true\n${ONE}\nws_url = "wss://live.example/ws"`);
  assert.equal(
    first,
    'f:2: venues.kalshi.rest_url: https://external-api.kalshi.com/trade-api/v2 is not on this machine; ' +
      'profile "sandbox" connects to nothing else. Set profile = "live" to trade there',
  );
  assert.match(
    second ?? '',
    /^f:5: venues\.kalshi\.ws_url: wss:\/\/live\.example\/ws is not on this machine/,
  );
});

test('a live venue is not reached without encryption', () => {
  const plain = `profile = "live"\n[venues.kalshi]\nenabled = true\n${ONE}\nrest_url = "http://live.example"`;
  assert.deepEqual(issues(plain), [
    'f:6: venues.kalshi.rest_url: http://live.example is not encrypted; a live venue needs https:// or wss://',
  ]);
});

test('what follows the host, and a WebSocket, do not make a live venue local or encrypted', () => {
  const live = `profile = "live"\n[venues.kalshi]\nenabled = true\n${ONE}`;
  for (const address of [
    'ws://live.example/ws',
    'ws://live.example/127.0.0.1',
    'ws://live.example/?at=localhost',
  ])
    assert.deepEqual(issues(`${live}\nws_url = "${address}"`), [
      `f:6: venues.kalshi.ws_url: ${address} is not encrypted; a live venue needs https:// or wss://`,
    ]);
});

test('the settings of a disabled venue are not checked', () => {
  assert.deepEqual(issues('[venues.kalshi]\nrest_url = "http://live.example"'), []);
});

test('an invalid address is refused by its rule', () => {
  assert.deepEqual(issues('[venues.polymarket]\nclob_url = "ws://a"'), [
    'f:2: venues.polymarket.clob_url: expected a URL that begins with http:// or https://, got "ws://a"',
  ]);
});

test('local addresses have several forms, and a similar name is another host', () => {
  const yes = ['http://localhost', 'http://127.0.0.1:1', 'http://127.9.9.9', 'ws://[::1]:2'];
  const no = ['http://127.0.0.1.example', 'http://localhost.example', 'http://10.0.0.1', 'http://[::2]'];
  assert.deepEqual(yes.filter(isLoopbackUrl), yes);
  assert.deepEqual(no.filter(isLoopbackUrl), []);
});

test('every address of a venue is checked, and every file with a secret can be sealed', () => {
  for (const { driver, settings } of VENUE_SCHEMAS)
    for (const { name, setting } of listSettings(settings)) {
      assert.equal(setting.role === 'url', name.endsWith('_url'), `${driver}: ${name}`);
      assert.equal(setting.role === 'credential', name.endsWith('_file'), `${driver}: ${name}`);
    }
});

test('each address of a live venue must be encrypted, and local under profile sandbox', () => {
  for (const { driver, settings, required } of VENUE_SCHEMAS) {
    const urls = listSettings(settings).flatMap(({ name, setting }) =>
      setting.role === 'url' ? [name] : [],
    );
    assert.equal(urls.length, { demo: 0, kalshi: 2, polymarket: 6 }[driver], driver);
    const keys = required.map(([name]) => `${name} = "k"`).join('\n');
    const local = urls.map((name) => `${name} = "${name.startsWith('ws_') ? 'ws' : 'http'}://127.0.0.1:1/x"`);
    for (const [at, name] of urls.entries()) {
      const plain = `${name.startsWith('ws_') ? 'ws' : 'http'}://live.example`;
      const others = local.toSpliced(at, 1, `${name} = "${plain}"`).join('\n');
      for (const profile of ['live', 'sandbox', 'shadow']) {
        const found = issues(
          `profile = "${profile}"\n[venues.${driver}]\nenabled = true\n${keys}\n${others}`,
        );
        assert.equal(found.length, 1, `${profile}: ${name}`);
        assert.ok(found[0]?.includes(`venues.${driver}.${name}: ${plain} is not`), name);
      }
    }
  }
});

test('profile shadow uses the real hosts without keys, and has no fault injection', () => {
  for (const venue of ['kalshi', 'polymarket'])
    assert.deepEqual(issues(`profile = "shadow"\n[venues.${venue}]\nenabled = true`), []);
  assert.equal(issues('profile = "shadow"\n[sandbox]\nfaults = ["Kalshi delay ms=1"]').length, 1);
});

function issues(text: string): readonly string[] {
  const parsed = parseToml(text, 'f');
  assert.ok(parsed.ok);
  const config = createConfig(parsed.value);
  return config.ok ? [] : config.error.map(renderIssue);
}
