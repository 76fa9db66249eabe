import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepts, boolean } from '../contract/model/decoder.ts';
import { SETTINGS } from './settings.ts';

/** Values that a setting that is not a number refuses. */
const REFUSED: Readonly<Record<string, readonly unknown[]>> = {
  profile: ['', 'Live'],
  host: ['', 'a b', 'a/b'],
  names: ['a', ['a b'], ['']],
  data_dir: ['', 'a\0b'],
  'journal.url': ['mysql://a/b', 'postgres://', 'postgres://host', 'postgres://host/a b'],
  'telemetry.otlp_url': ['collector:4318', 'ftp://a', 'http://', 'http://a b', 'http://a/?b'],
  'edge.address': ['a b', 'a/b', 'a'.repeat(254)],
  'node.name': ['a b', 'a'.repeat(33)],
  'secrets.master_key_file': ['a\0b'],
  'sandbox.dir': ['a\0b'],
  'sandbox.faults': [['Kalshi'], ['Kalshi delay ms'], 'Kalshi delay ms=1'],
  'auth.header_prefixes': [[], [''], ['a b'], ['a'.repeat(33)], Array.from({ length: 9 }, () => 'a')],
  'notifications.telegram.token_file': ['a\0b'],
  'notifications.telegram.chat_ids': [['me'], ['1=a b'], '1'],
  'notifications.telegram.user_ids': [['-1'], ['me'], ['1=a b'], '1'],
  'notifications.telegram.commands': ['yes', 1],
  'notifications.telegram.api_url': ['http://example.com', 'https://a/b', ''],
  'notifications.email.host': ['a b'],
  'notifications.email.from': ['none', 'a@b@c', 'a b@c'],
  'notifications.email.to': [['x'], ['a@b c'], 'a@b'],
  'notifications.email.user': ['a\nb'],
  'notifications.email.password_file': ['a\0b'],
  'positions.auto_redeem_min': ['0', '0.00', '-1', '5 USD', 5],
  'positions.auto_merge_min': ['0', '0.00', '-1', '5 USD', 5],
  'record.path': ['a\0b'],
  'record.venues': [['1a'], 'Demo', ['']],
  'replay.queue': ['front', ''],
  'webhooks.allow_loopback': [true, '', 'live'],
  'record.instruments': ['all', [], [0], ['1001'], [1.5]],
  'log.level': ['', 'trace'],
  driver: ['', 'other'],
  name: ['', '1a', 'a b', 'a'.repeat(33)],
  url: ['', 'ftp://a', 'a'],
  'venues.kalshi.key_id': ['a b', 'a'.repeat(129)],
  'venues.kalshi.account_precision': ['0.001', '', 0.01],
  'venues.polymarket.data_api': ['v3', '', 2],
  file: ['a\0b'],
  signer_program: ['a\0b'],
  signer_public_key: ['a\0b'],
  'venues.polymarket.signer_address': ['0x', `0x${'a'.repeat(39)}`, 'a'.repeat(40)],
  ...Object.fromEntries(
    ['session_signer_address', 'former_session_signer_address'].map((name) => [
      `venues.polymarket.${name}`,
      ['0x', `0x${'a'.repeat(39)}`, 'a'.repeat(40)],
    ]),
  ),
  'venues.polymarket.session_key_expires': ['2027', '2027-13-01', '2027-01-32', '28.05.2027', 20270528],
  'venues.polymarket.former_session_key_expires': ['2027-00-01', '2027-01-00', '2027-1-1'],
  'venues.polymarket.funder': ['0x', `0x${'a'.repeat(39)}`, 'a'.repeat(40)],
};

/** The values that this setting refuses: of its name, or of its kind. */
function findRefused(name: string): readonly unknown[] | undefined {
  const last = name.split('.').at(-1) ?? '';
  return REFUSED[name] ?? REFUSED[last] ?? REFUSED[last.split('_').at(-1) ?? ''];
}

const BOUNDS = /^(?:an integer|a number) from (\S+) to (\S+)$/;
const DECODERS = Object.entries(SETTINGS).map(([name, { decoder }]) => ({ name, decoder }));
const SWITCHES = DECODERS.filter(({ decoder }) => decoder === boolean);
const NUMBERS = DECODERS.filter(({ decoder }) => BOUNDS.test(decoder.expects));
const TEXTS = DECODERS.filter((each) => !SWITCHES.includes(each) && !NUMBERS.includes(each));

test('each number is accepted from its first to its last value, and refused one step beyond', () => {
  assert.ok(NUMBERS.length > 50, String(NUMBERS.length));
  for (const { name, decoder } of NUMBERS) {
    const [min = Number.NaN, max = Number.NaN] = BOUNDS.exec(decoder.expects)?.slice(1).map(Number) ?? [];
    for (const value of [min, max]) assert.equal(accepts(decoder, value), true, `${name} = ${value}`);
    for (const value of [min - 0.01, min - 1, max + 1, Number.NaN, String(min), null])
      assert.equal(accepts(decoder, value), false, `${name} = ${String(value)}`);
  }
});

test('a switch is true or false', () => {
  for (const { name, decoder } of SWITCHES) {
    for (const value of [true, false]) assert.equal(accepts(decoder, value), true, name);
    for (const value of ['true', 1, 'yes', null]) assert.equal(accepts(decoder, value), false, name);
  }
});

test('every other setting has a value that it refuses', () => {
  for (const { name, decoder } of TEXTS) {
    const refused = findRefused(name) ?? assert.fail(`${name} has no refused value in this test`);
    for (const value of [...refused, null, 7])
      assert.equal(accepts(decoder, value), false, `${name} = ${JSON.stringify(value)}`);
  }
});

const letters = (count: number): string => 'a'.repeat(count);
const listOf = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

/** Values at the bounds of texts and lists: the accepted ones, and the nearest that are refused. */
const EDGES: Readonly<Record<string, readonly [accepted: readonly unknown[], refused: readonly unknown[]]>> =
  {
    host: [['a', '::1', letters(253)], [letters(254)]],
    names: [
      [[], listOf(32, 'a.example')],
      [listOf(33, 'a'), [letters(254)]],
    ],
    data_dir: [['a', letters(4_096)], [letters(4_097)]],
    'journal.url': [
      ['', 'postgres://a/b', 'postgresql://u:p@[::1]:5432/b'],
      ['postgres:///b', 'postgres://a/b/c d'],
    ],
    'node.name': [['', letters(32)], [letters(33)]],
    'edge.address': [['', letters(253)], [letters(254)]],
    'secrets.master_key_file': [['', letters(4_096)], [letters(4_097)]],
    'sandbox.dir': [['', letters(4_096)], [letters(4_097)]],
    'sandbox.faults': [
      [[], ['Kalshi reset'], listOf(100, 'Kalshi delay ms=1'), [`K too_many${' a=b'.repeat(9)}`]],
      [listOf(101, 'Kalshi reset'), [`K too_many${' a=b'.repeat(10)}`], ['1K reset']],
    ],
    'auth.header_prefixes': [
      [[letters(32)], listOf(8, 'X-')],
      [[letters(33)], listOf(9, 'X-')],
    ],
    'positions.auto_redeem_min': [
      ['', '0.00000001', '1000000'],
      ['0.000000001', '1e3'],
    ],
    'positions.auto_merge_min': [
      ['', '0.00000001', '1000000'],
      ['0.000000001', '1e3'],
    ],
    'record.path': [['', letters(4_096)], [letters(4_097)]],
    'record.venues': [
      [[], [letters(32)], listOf(100, 'Demo')],
      [[letters(33)], listOf(101, 'Demo')],
    ],
    'record.instruments': [
      ['watched', 'assets', [1], listOf(10_000, 1)],
      [listOf(10_001, 1), [-1]],
    ],
    'telemetry.otlp_url': [
      ['', 'http://a:4318', 'https://a/v1'],
      ['http://a/v1#x', 'http:///a'],
    ],
    'notifications.telegram.chat_ids': [
      [[], ['1234567890123456', '-1=acc_2'], listOf(20, '1')],
      [['12345678901234567'], ['1='], ['=acc_2'], listOf(21, '1')],
    ],
    'notifications.telegram.user_ids': [
      [[], ['1234567890123456', '1=acc_2'], listOf(100, '1')],
      [['12345678901234567'], ['-1'], ['1='], ['=acc_2'], listOf(101, '1')],
    ],
    'notifications.telegram.api_url': [
      ['https://api.telegram.org', 'http://127.0.0.1:9', 'http://localhost', 'http://[::1]:9'],
      ['https://user@host', 'http://127.0.0.1.example', 'http://127.0.0.1:9/x'],
    ],
    'notifications.email.host': [['', letters(253)], [letters(254)]],
    'notifications.email.from': [
      ['', `${letters(64)}@b`],
      [`${letters(65)}@b`, 'a@', '@b'],
    ],
    'notifications.email.to': [
      [[], ['a@b=acc_2'], listOf(20, 'a@b')],
      [['a@b='], listOf(21, 'a@b')],
    ],
    'notifications.email.user': [
      ['', letters(253)],
      [letters(254), 'a\0b'],
    ],
    'venues.kalshi.name': [['K', letters(32)], [letters(33)]],
    'venues.kalshi.key_id': [['', letters(128)], [letters(129)]],
    'venues.kalshi.key_file': [['', letters(4_096)], [letters(4_097)]],
    'venues.kalshi.signer_public_key': [['', letters(4_096)], [letters(4_097)]],
    'venues.polymarket.signer_program': [['', letters(4_096)], [letters(4_097)]],
    'venues.polymarket.signer_address': [
      ['', `0x${letters(40)}`],
      [`0x${letters(41)}`, `0x${'g'.repeat(40)}`],
    ],
    'venues.polymarket.session_signer_address': [['', `0x${letters(40)}`], [`0x${letters(41)}`]],
    'venues.polymarket.former_session_signer_address': [['', `0x${letters(40)}`], [`0x${letters(39)}`]],
    'venues.polymarket.session_key_expires': [
      ['', '2027-05-28', '2027-12-31'],
      ['2027-05-281', '2027-05-3'],
    ],
    'venues.polymarket.former_session_key_expires': [['', '2027-01-01'], [' 2027-01-01']],
    'venues.polymarket.funder': [
      ['', `0x${letters(40)}`],
      [`0x${letters(41)}`, `0x${'g'.repeat(40)}`],
    ],
    'venues.kalshi.rest_url': [
      ['http://127.0.0.1/x', 'https://a'],
      ['ws://a', 'wss://a'],
    ],
    'venues.kalshi.ws_url': [
      ['ws://127.0.0.1/x', 'wss://a'],
      ['http://a', 'https://a'],
    ],
  };

test('texts and lists are accepted up to their bounds, and refused just beyond', () => {
  for (const [name, [accepted, refused]] of Object.entries(EDGES)) {
    const rule = SETTINGS[name]?.decoder ?? assert.fail(name);
    for (const value of accepted) assert.equal(accepts(rule, value), true, `${name} = ${String(value)}`);
    for (const value of refused) assert.equal(accepts(rule, value), false, `${name} = ${String(value)}`);
  }
});

const CHOICE = /^"\S+"(?: or "\S+")*$/;

test('every text and list has its bounds in this test', () => {
  const lasts = new Set(Object.keys(EDGES).map((name) => name.split('.').at(-1)));
  for (const { name, decoder } of TEXTS) {
    if (CHOICE.test(decoder.expects)) continue;
    const last = name.split('.').at(-1) ?? '';
    assert.ok(name in EDGES || lasts.has(last) || /_(?:url|file)$/.test(last), `${name} has no bounds`);
  }
});

test('a setting of fixed words accepts each of them and no other', () => {
  for (const [name, words] of [
    ['profile', ['sandbox', 'live', 'shadow']],
    ['replay.queue', ['back', 'prob']],
    ['webhooks.allow_loopback', ['sandbox', 'always', 'never']],
    ['venues.kalshi.driver', ['demo', 'kalshi', 'polymarket']],
    ['log.level', ['debug', 'info', 'warn', 'error', 'silent']],
    ['venues.kalshi.account_precision', ['0.01', '0.0001']],
    ['venues.polymarket.data_api', ['v1', 'v2']],
  ] as const) {
    const rule = SETTINGS[name]?.decoder ?? assert.fail(name);
    for (const word of words) assert.ok(accepts(rule, word), `${name} = ${word}`);
    for (const other of [
      '',
      'other',
      words[0].toUpperCase() === words[0] ? '0.1' : words[0].toUpperCase(),
      null,
      1,
    ])
      assert.equal(accepts(rule, other), false, `${name} = ${other}`);
  }
});
