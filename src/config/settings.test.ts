import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepts } from '../domain/model/decoder.ts';
import { SETTINGS } from './settings.ts';

const DAY = 86_400_000;
const MIB = 1_048_576;

/** The first and the last accepted value of each number. */
const BOUNDS: Readonly<Record<string, readonly [min: number, max: number]>> = {
  port: [0, 65_535],
  'edge.port': [0, 65_535],
  'audit.head_interval_ms': [0, DAY],
  'auth.window_ms': [1_000, 300_000],
  'markets.lookup_max': [1, 10_000],
  'markets.page_size': [1, 200],
  'markets.watch_idle_ms': [10_000, DAY],
  'markets.first_book_ms': [0, 10_000],
  'orders.batch_max': [1, 1_000],
  'orders.ack_wait_ms': [0, 60_000],
  'orders.intent_age_ms_max': [100, 60_000],
  'orders.journal_delay_ms_max': [10, 60_000],
  'orders.parents_max': [0, 100_000],
  'orders.terminal_in_memory_max': [0, 10_000_000],
  'rate.read.per_second': [0.01, 1_000_000],
  'rate.read.burst': [1, 1_000_000],
  'rate.write.per_second': [0.01, 1_000_000],
  'rate.write.burst': [1, 1_000_000],
  'rate.risk.per_second': [0.01, 1_000_000],
  'rate.risk.burst': [1, 1_000_000],
  'rate.quotes.per_second': [0.01, 1_000_000],
  'rate.quotes.burst': [1, 1_000_000],
  'rate.failed_auth.per_second': [0.01, 1_000_000],
  'rate.failed_auth.burst': [1, 1_000_000],
  'ws.heartbeat_ms': [1_000, 300_000],
  'ws.max_connections_per_key': [1, 10_000],
  'ws.ids_max': [1, 100_000],
  'ws.frame_bytes_max': [1_024, 16 * MIB],
  'ws.frames_per_second_max': [1, 10_000],
  'ws.buffer_bytes_max': [16_384, 1_024 * MIB],
  'ws.buffer_frames_max': [1, 1_000_000],
  'http.body_bytes_max': [1_024, 64 * MIB],
  'http.headers_timeout_ms': [100, 300_000],
  'http.request_timeout_ms': [100, 300_000],
  'http.keep_alive_timeout_ms': [1_000, DAY],
  'http.connections_max': [1, 1_000_000],
  'http.connections_per_address_max': [1, 1_000_000],
  'http.connections_local_max': [1, 1_000_000],
  'retention.prints_days': [1, 3_650],
  'retention.prints_in_memory_max': [100, 10_000_000],
  'retention.minute_candles_days': [1, 3_650],
  'record.max_gb': [0.001, 1_000_000],
  'replay.entry_ms': [0, 60_000],
  'replay.response_ms': [0, 60_000],
  'replay.power': [1, 5],
  'venues.demo.seed': [0, 4_294_967_295],
  'venues.demo.history_days': [0, 30],
  'venues.kalshi.book_age_ms_max': [1_000, 600_000],
  'venues.kalshi.watched_max': [1, 10_000],
  'venues.polymarket.chain_id': [1, Number.MAX_SAFE_INTEGER],
  'venues.polymarket.signature_type': [0, 3],
  'venues.polymarket.book_age_ms_max': [1_000, 600_000],
  'venues.polymarket.watched_max': [1, 10_000],
};

/** Values that a setting that is not a number refuses. */
const REFUSED: Readonly<Record<string, readonly unknown[]>> = {
  profile: ['', 'Live'],
  host: ['', 'a b', 'a/b'],
  data_dir: ['', 'a\0b'],
  'journal.url': ['mysql://a/b', 'postgres://', 'postgres://host', 'postgres://host/a b'],
  'edge.address': ['a b', 'a/b', 'a'.repeat(254)],
  'node.name': ['a b', 'a'.repeat(33)],
  'secrets.master_key_file': ['a\0b'],
  'sandbox.dir': ['a\0b'],
  'sandbox.faults': [['Kalshi'], ['Kalshi delay ms'], 'Kalshi delay ms=1'],
  'auth.header_prefixes': [[], [''], ['a b'], ['a'.repeat(33)], Array.from({ length: 9 }, () => 'a')],
  'record.path': ['a\0b'],
  'record.venues': [['1a'], 'Demo', ['']],
  'replay.queue': ['front', ''],
  'record.instruments': ['all', [], [0], ['1001'], [1.5]],
  'log.level': ['', 'trace'],
  driver: ['', 'other'],
  name: ['', '1a', 'a b', 'a'.repeat(33)],
  url: ['', 'ftp://a', 'a'],
  'venues.kalshi.key_id': ['a b', 'a'.repeat(129)],
  'venues.kalshi.account_precision': ['0.001', '', 0.01],
  file: ['a\0b'],
  'venues.polymarket.funder': ['0x', `0x${'a'.repeat(39)}`, 'a'.repeat(40)],
  boolean: ['true', 1, 'yes'],
};
const BOOLEANS = new Set([
  'enabled',
  'exchanges',
  'outcome_required',
  'metrics',
  'allow_private',
  'may_own',
  'heartbeat',
  'http',
]);

/** The values that this setting refuses: of its name, or of its kind. */
function findRefused(name: string): readonly unknown[] | undefined {
  const last = name.split('.').at(-1) ?? '';
  if (BOOLEANS.has(last)) return REFUSED['boolean'];
  return REFUSED[name] ?? REFUSED[last] ?? REFUSED[last.split('_').at(-1) ?? ''];
}

test('each number is accepted from its first to its last value, and refused one step beyond', () => {
  for (const [name, [min, max]] of Object.entries(BOUNDS)) {
    const rule = SETTINGS[name] ?? assert.fail(name);
    for (const value of [min, max]) assert.equal(accepts(rule, value), true, `${name} = ${value}`);
    for (const value of [min - 0.01, min - 1, max + 1, Number.NaN, String(min), null])
      assert.equal(accepts(rule, value), false, `${name} = ${value}`);
  }
});

test('every setting has a value that it refuses', () => {
  for (const [name, rule] of Object.entries(SETTINGS)) {
    if (name in BOUNDS) continue;
    const refused = findRefused(name) ?? assert.fail(`${name} has no refused value in this test`);
    for (const value of [...refused, null, 7])
      assert.equal(accepts(rule, value), false, `${name} = ${JSON.stringify(value)}`);
  }
});

test('a setting of fixed words accepts each of them and no other', () => {
  for (const [name, words] of [
    ['profile', ['sandbox', 'live']],
    ['log.level', ['debug', 'info', 'warn', 'error', 'silent']],
    ['venues.kalshi.account_precision', ['0.01', '0.0001']],
  ] as const) {
    const rule = SETTINGS[name] ?? assert.fail(name);
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
