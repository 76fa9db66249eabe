import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepts, boolean, integerFrom } from '../contract/model/decoder.ts';
import { type Config, DEFAULT_CONFIG } from './config.ts';
import { createConfig, parseToml, renderIssue } from './parse-config.ts';
import { setting } from './setting-table.ts';
import { configPath, SETTINGS } from './settings.ts';
import { DEMO_SCHEMA } from './venue-schemas.ts';
import { findVenueId, formerSectionWarnings } from './venue-sections.ts';

test('settings that are not in the file keep their defaults', () => {
  const config = read('port = 9000\n[orders]\nack_wait_ms = 0\n[rate.write]\nburst = 7');
  const { orders, rate } = DEFAULT_CONFIG;
  assert.deepEqual(config, {
    ...DEFAULT_CONFIG,
    port: 9000,
    orders: { ...orders, ackWaitMs: 0 },
    rate: { ...rate, write: { ...rate.write, burst: 7 } },
  });
});

test('an empty file gives the defaults', () => assert.deepEqual(read(''), DEFAULT_CONFIG));

test('the settings table names exactly the leaves of the configuration', () => {
  const paths = Object.keys(SETTINGS).map((name) => configPath(name).join('.'));
  const leavesToSet = leaves(DEFAULT_CONFIG).filter((path) => path !== 'venues.demo.name'); // fixed
  assert.deepEqual(paths.toSorted(), leavesToSet.toSorted());
});

test('every default is accepted by its rule', () => {
  for (const [name, { decoder }] of Object.entries(SETTINGS)) {
    assert.ok(accepts(decoder, valueAt(DEFAULT_CONFIG, configPath(name))), name);
  }
});

test('a venue section has its id or the public name, also one that the file gives it', () => {
  assert.equal(read('[venues.Kalshi]\nwatched_max = 7').venues.kalshi.watchedMax, 7);
  assert.equal(read('[venues.Demo]\nenabled = false').venues.demo.enabled, false);
  const renamed = read('[venues.kalshi]\nname = "Venue.One"\n[venues."Venue.One"]\nkey_id = "k"').venues
    .kalshi;
  assert.deepEqual([renamed.name, renamed['keyId']], ['Venue.One', 'k']);
});

test('the former section names one and two still work, each with a warning', () => {
  const text = '[venues.one]\nname = "K"\nwatched_max = 7\n[venues.two]\nwatched_max = 8';
  const { kalshi, polymarket } = read(text).venues;
  assert.deepEqual([kalshi.name, kalshi.watchedMax, polymarket.watchedMax], ['K', 7, 8]);
  const parsed = parseToml(text, 'f');
  assert.deepEqual(formerSectionWarnings(parsed.ok ? parsed.value : []), [
    '[venues.one] is now called [venues.kalshi]: rename the section.',
    '[venues.two] is now called [venues.polymarket]: rename the section.',
  ]);
  assert.deepEqual(formerSectionWarnings([]), []);
});

test("a section with a driver adds a venue, with the driver's defaults and settings", () => {
  const { venues } = read(
    '[venues.Practice]\ndriver = "demo"\nseed = 7\n[venues.Kalshi2]\ndriver = "kalshi"\nkey_id = "k2"',
  );
  assert.deepEqual(Object.keys(venues), ['demo', 'kalshi', 'polymarket', 'Practice', 'Kalshi2']);
  assert.deepEqual(venues['Practice'], { ...venues['demo'], name: 'Practice', seed: 7 });
  const { kalshi, Kalshi2: second } = venues;
  assert.deepEqual(second, { ...kalshi, name: 'Kalshi2', keyId: 'k2' });
});

test('a section may have the name of a property that every object has', () => {
  const { venues } = read('[venues.constructor]\ndriver = "demo"');
  assert.equal(venues['constructor']?.name, 'constructor');
});

test('a driver that is not built in brings its own settings', () => {
  const schema = {
    ...DEMO_SCHEMA,
    driver: 'other',
    settings: { enabled: setting(boolean, false), seed: setting(integerFrom(0, 9), 3) },
  };
  const parsed = parseToml('[venues.Other]\ndriver = "other"\nenabled = true', 'f');
  const config = createConfig(parsed.ok ? parsed.value : [], [schema]);
  const expected = { driver: 'other', name: 'Other', enabled: true, seed: 3 };
  assert.deepEqual(config.ok && config.value.venues['Other'], expected);
});

const refused: readonly (readonly [string, string, string])[] = [
  [
    'an unknown setting, with the nearest',
    '[orders]\nack_wait = 5',
    'f:2: orders.ack_wait: unknown setting; did you mean orders.ack_wait_ms?',
  ],
  [
    'a setting outside its section',
    '\nwindow_ms = 5',
    'f:2: window_ms: unknown setting; did you mean auth.window_ms?',
  ],
  [
    'a fault with real venues',
    'profile = "live"\n[sandbox]\nfaults = ["Kalshi delay ms=800"]',
    'f:3: sandbox.faults: profile "live" uses real venues, which have no fault injection',
  ],
  ['an unknown setting like no other', 'colour = "blue"', 'f:1: colour: unknown setting'],
  ['an unknown section without settings', '[market]', 'f:1: market: unknown setting'],
  [
    'a venue of another name',
    '[venues.Kalsi]\nenabled = true',
    'f:2: venues.Kalsi.enabled: unknown setting; did you mean venues.Kalshi.enabled?',
  ],
  [
    'a text where a number belongs',
    'port = "80"',
    'f:1: port: expected an integer from 0 to 65535, got "80"',
  ],
  ['a number out of range', 'port = 70000', 'f:1: port: expected an integer from 0 to 65535, got 70000'],
  ['a fraction of an integer', 'port = 80.5', 'f:1: port: expected an integer from 0 to 65535, got 80.5'],
  ['a date', 'port = 2026-01-01', 'f:1: port: expected an integer from 0 to 65535, got "2026-01-01"'],
  [
    'a word that is not offered',
    'profile = "prod"',
    'f:1: profile: expected "sandbox" or "live" or "shadow", got "prod"',
  ],
  [
    'a number where a switch belongs',
    '[http]\nmetrics = 1',
    'f:2: http.metrics: expected true or false, got 1',
  ],
  [
    'an empty list',
    '[auth]\nheader_prefixes = []',
    'f:2: auth.header_prefixes: expected a list of 1 to 8, each 1 to 32 letters, digits or "-", got []',
  ],
  [
    'a heartbeat at a venue that has none',
    '[venues.Other]\ndriver = "kalshi"\nheartbeat = true',
    'f:3: venues.Other.heartbeat: this venue has no heartbeat: it keeps resting orders while the service is down',
  ],
  ['a value where a section belongs', 'orders = 5', 'f:1: orders: unknown setting'],
  [
    'a section where a value belongs',
    '[port]',
    'f:1: port: expected an integer from 0 to 65535, got a section',
  ],
  [
    'one venue set under two names',
    '[venues.one]\nenabled = true\n[venues.Kalshi]\nenabled = false',
    'f:4: venues.Kalshi.enabled: already set as venues.one.enabled on line 2',
  ],
  [
    'an added venue without a driver',
    '[venues.Qwertyuiop]\nkey_id = "k"',
    'f:2: venues.Qwertyuiop.key_id: unknown venue; add driver = "demo" or "kalshi" or "polymarket" to its section',
  ],
  [
    'a driver that does not exist',
    '[venues.Acme]\ndriver = "acme"',
    'f:2: venues.Acme.driver: expected "demo" or "kalshi" or "polymarket", got "acme"',
  ],
  [
    'another driver for the built-in venue',
    '[venues.demo]\ndriver = "kalshi"',
    'f:2: venues.demo.driver: the built-in venue has driver = "demo"; add another section',
  ],
  [
    'two added venues whose sections differ only in case',
    '[venues.Practice]\ndriver = "demo"\n[venues.practice]\ndriver = "demo"\nseed = 7',
    'f:4: venues.practice.driver: differs from [venues.Practice] only in case',
  ],
  [
    'an added venue whose section differs from a default one only in case',
    '[venues.KALSHI]\ndriver = "kalshi"\nkey_id = "k"',
    'f:2: venues.KALSHI.driver: differs from [venues.kalshi] only in case',
  ],
  [
    'an added venue with the name of another',
    '[venues.Kalshi2]\ndriver = "kalshi"\nname = "Kalshi"',
    'f:3: venues.Kalshi2.name: two venues would have the name Kalshi',
  ],
  [
    'two venues of one name',
    '[venues.two]\nname = "Kalshi"',
    'f:2: venues.two.name: two venues would have the name Kalshi',
  ],
  [
    'another driver for the built-in venue by its public name',
    '[venues.Demo]\ndriver = "kalshi"',
    'f:2: venues.Demo.driver: the built-in venue has driver = "demo"; add another section',
  ],
  [
    'a venue called like the built-in one',
    '[venues.one]\nname = "Demo"',
    'f:2: venues.one.name: two venues would have the name Demo',
  ],
  ['a prototype name', '[orders]\nconstructor = 1', 'f:2: orders.constructor: unknown setting'],
];
for (const [what, text, issue] of refused) {
  test(`refused: ${what}`, () => assert.deepEqual(findIssues(text), [issue]));
}

test('every issue of a file is reported at once', () => {
  assert.equal(findIssues('port = -1\nhots = "x"\n[log]\nlevel = "loud"').length, 3);
});

test('text that is not TOML is refused with its line', () => {
  const parsed = parseToml('port = 1\nport 2', 'f');
  assert.ok(!parsed.ok);
  assert.equal(parsed.error.line, 2);
});

function read(text: string): Config {
  const parsed = parseToml(text, 'f');
  assert.ok(parsed.ok);
  const config = createConfig(parsed.value);
  assert.ok(config.ok, JSON.stringify(config));
  return config.value;
}

function findIssues(text: string): readonly string[] {
  const parsed = parseToml(text, 'f');
  assert.ok(parsed.ok);
  const config = createConfig(parsed.value);
  assert.ok(!config.ok);
  return config.error.map(renderIssue);
}

function leaves(value: object, path: readonly string[] = []): readonly string[] {
  return Object.entries(value).flatMap(([key, entry]: [string, unknown]) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? leaves(entry, [...path, key])
      : [[...path, key].join('.')],
  );
}

const valueAt = (config: Config, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], config);

test('faults are accepted with local exchanges, and an empty list of them always', () => {
  const faults = ['Kalshi delay ms=800'];
  assert.deepEqual(read(`[sandbox]\nfaults = ${JSON.stringify(faults)}`).sandbox.faults, faults);
  assert.deepEqual(read('profile = "live"\n[sandbox]\nfaults = []').sandbox.faults, []);
});

test('a venue is found by its section, its public name and the name of its section in earlier versions', () => {
  const config = createConfig([
    { source: 'f', line: 1, name: 'venues.kalshi.name', value: 'Main.K' },
    { source: 'f', line: 2, name: 'venues.Second.driver', value: 'kalshi' },
  ]);
  assert.ok(config.ok);
  const found = ['kalshi', 'one', 'Main.K', 'two', 'Polymarket', 'Demo', 'demo', 'Second'];
  assert.deepEqual(
    found.map((name) => findVenueId(config.value, name)),
    ['kalshi', 'kalshi', 'kalshi', 'polymarket', 'polymarket', 'demo', 'demo', 'Second'],
  );
  assert.deepEqual([findVenueId(config.value, 'Kalshi'), findVenueId(config.value, 'three')], [null, null]);
});

test('a node forwards requests only for a journal in PostgreSQL, and owns the journal unless it forwards', () => {
  const set = (name: string, value: string | boolean) => ({ source: 'f', line: 1, name, value });
  const journal = set('journal.url', 'postgres://crossbook@db/crossbook');
  const fieldsOf = (...assignments: Parameters<typeof createConfig>[0]): readonly (string | null)[] => {
    const config = createConfig(assignments);
    return config.ok ? [] : config.error.map(({ field }) => field);
  };
  assert.deepEqual(fieldsOf(set('edge.enabled', true)), ['edge.enabled']);
  assert.deepEqual(fieldsOf(journal, set('node.may_own', false)), ['node.may_own']);
  assert.deepEqual(fieldsOf(journal, set('edge.enabled', true), set('node.may_own', false)), []);
});
