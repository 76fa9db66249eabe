import {
  accepts,
  boolean,
  type Decoder,
  integerFrom,
  listOf,
  matching,
  numberFrom,
  oneOf,
  parseDecimal,
  parsed,
} from '#contract';
import {
  DEMO_ID,
  FILE_NAME,
  positiveInteger,
  VENUE_NAME,
  VENUE_SCHEMAS,
  type VenueSchema,
} from './venue-schemas.ts';

const DAY_MS = 86_400_000;
const MIB = 1024 * 1024;
const FAULT = /^[A-Za-z][A-Za-z0-9._-]{0,31} [a-z_]{1,64}(?: [a-z]{1,16}=[^ ]{1,200}){0,9}$/;
const POSTGRES_URL = matching(
  'a URL like "postgres://user@host/database", or "" for SQLite in the data folder',
  /^(?:postgres(?:ql)?:\/\/[^\s/]{1,1000}\/[^\s/]{1,1000})?$/,
);
const INSTRUMENT_IDS = listOf(positiveInteger(Number.MAX_SAFE_INTEGER), { min: 1, max: 10_000 });
const CHAT_ID = /^-?\d{1,16}(?:=[A-Za-z0-9_-]{1,64})?$/;
const USER_ID = /^\d{1,16}(?:=[A-Za-z0-9_-]{1,64})?$/;
const MAIL_TO = /^[^\s@<>=,;]{1,64}@[^\s@<>=,;]{1,253}(?:=[A-Za-z0-9_-]{1,64})?$/;
const API_URL = /^(?:https:\/\/[^\s/@]{1,253}|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?)$/;
const DOLLARS_OR_NONE = parsed('an amount above 0 like "5.00", or "" for never', (value) =>
  value === '' || (typeof value === 'string' && (parseDecimal(value) ?? 0n) > 0n) ? value : null,
);
const perSecond = numberFrom(0.01, 1_000_000);

/** The settings outside the venue sections, by name in the file. */
const GENERAL_SETTINGS: Readonly<Record<string, Decoder<unknown>>> = {
  profile: oneOf('sandbox', 'live', 'shadow'),
  host: matching('a host name or address', /^[A-Za-z0-9.:_-]{1,253}$/),
  names: listOf(matching('a host name', /^[A-Za-z0-9._-]{1,253}$/), { min: 0, max: 32 }),
  port: integerFrom(0, 65_535),
  data_dir: matching('a folder', /^[^\0]{1,4096}$/),
  'journal.url': POSTGRES_URL,
  'node.name': matching(
    '1 to 32 letters, digits, ".", "_" or "-", or "" for the host name',
    /^[A-Za-z0-9._-]{0,32}$/,
  ),
  'node.may_own': boolean,
  'edge.enabled': boolean,
  'edge.port': integerFrom(0, 65_535),
  'edge.wait_ms': integerFrom(0, 60_000),
  'edge.address': matching('a host name or address, or "" for that of this node', /^[A-Za-z0-9.:_-]{0,253}$/),
  'secrets.master_key_file': FILE_NAME,
  'audit.head_interval_ms': integerFrom(0, DAY_MS),
  'sandbox.dir': matching('a folder, or "" for the data folder', /^[^\0]{0,4096}$/),
  'sandbox.exchanges': boolean,
  'sandbox.faults': listOf(
    matching('a venue, a fault and its parameters, like "Kalshi delay ms=800"', FAULT),
    { min: 0, max: 100 },
  ),
  'auth.header_prefixes': listOf(matching('1 to 32 letters, digits or "-"', /^[A-Za-z0-9-]{1,32}$/), {
    min: 1,
    max: 8,
  }),
  'auth.window_ms': integerFrom(1_000, 300_000),
  'markets.lookup_max': positiveInteger(10_000),
  'markets.page_size': positiveInteger(200),
  'markets.watch_idle_ms': integerFrom(10_000, DAY_MS),
  'markets.first_book_ms': integerFrom(0, 10_000),
  'orders.batch_max': positiveInteger(1_000),
  'orders.ack_wait_ms': integerFrom(0, 60_000),
  'orders.outcome_required': boolean,
  'orders.settlement_wait_ms': integerFrom(0, 600_000),
  'orders.intent_age_ms_max': integerFrom(100, 60_000),
  'orders.journal_delay_ms_max': integerFrom(10, 60_000),
  'orders.parents_max': integerFrom(0, 100_000),
  'orders.terminal_in_memory_max': integerFrom(0, 10_000_000),
  'positions.auto_redeem_min': DOLLARS_OR_NONE,
  'positions.auto_merge_min': DOLLARS_OR_NONE,
  'rate.read.per_second': perSecond,
  'rate.read.burst': positiveInteger(1_000_000),
  'rate.write.per_second': perSecond,
  'rate.write.burst': positiveInteger(1_000_000),
  'rate.risk.per_second': perSecond,
  'rate.risk.burst': positiveInteger(1_000_000),
  'rate.quotes.per_second': perSecond,
  'rate.quotes.burst': positiveInteger(1_000_000),
  'rate.failed_auth.per_second': perSecond,
  'rate.failed_auth.burst': positiveInteger(1_000_000),
  'ws.heartbeat_ms': integerFrom(1_000, 300_000),
  'ws.max_connections_per_key': positiveInteger(10_000),
  'ws.ids_max': positiveInteger(100_000),
  'ws.frame_bytes_max': integerFrom(1_024, 16 * MIB),
  'ws.frames_per_second_max': positiveInteger(10_000),
  'ws.buffer_bytes_max': integerFrom(16_384, 1_024 * MIB),
  'ws.buffer_frames_max': positiveInteger(1_000_000),
  'http.body_bytes_max': integerFrom(1_024, 64 * MIB),
  'http.headers_timeout_ms': integerFrom(100, 300_000),
  'http.request_timeout_ms': integerFrom(100, 300_000),
  'http.keep_alive_timeout_ms': integerFrom(1_000, DAY_MS),
  'http.connections_max': positiveInteger(1_000_000),
  'http.connections_per_address_max': positiveInteger(1_000_000),
  'http.connections_local_max': positiveInteger(1_000_000),
  'http.metrics': boolean,
  'retention.prints_days': positiveInteger(3_650),
  'retention.prints_in_memory_max': integerFrom(100, 10_000_000),
  'retention.minute_candles_days': positiveInteger(3_650),
  'retention.opportunities_days': positiveInteger(3_650),
  'retention.opportunities_max': integerFrom(100, 10_000_000),
  'record.enabled': boolean,
  'record.path': matching('a folder, or "" for lake/ in the data folder', /^[^\0]{0,4096}$/),
  'record.venues': listOf(VENUE_NAME, { min: 0, max: 100 }),
  'record.instruments': parsed('"watched", "assets" or a list of instrument ids', (value) =>
    value === 'watched' || value === 'assets' || accepts(INSTRUMENT_IDS, value) ? value : null,
  ),
  'record.max_gb': numberFrom(0.001, 1_000_000),
  'replay.entry_ms': integerFrom(0, 60_000),
  'replay.response_ms': integerFrom(0, 60_000),
  'replay.queue': oneOf('back', 'prob'),
  'replay.power': integerFrom(1, 5),
  'webhooks.allow_private': boolean,
  'webhooks.allow_loopback': oneOf('sandbox', 'always', 'never'),
  'telemetry.otlp_url': matching(
    'a URL like "http://collector:4318", or ""',
    /^(?:https?:\/\/[^\s/]{1,1000}(?:\/[^\s?#]{0,1000})?)?$/,
  ),
  'notifications.telegram.token_file': FILE_NAME,
  'notifications.telegram.chat_ids': listOf(
    matching('a chat id like "123456789", or one of another account like "123456789=acc_2"', CHAT_ID),
    { min: 0, max: 20 },
  ),
  'notifications.telegram.commands': boolean,
  'notifications.telegram.user_ids': listOf(
    matching('a user id like "123456789", or one for another account like "123456789=acc_2"', USER_ID),
    { min: 0, max: 100 },
  ),
  'notifications.telegram.api_url': matching('an https URL, or http to this machine', API_URL),
  'notifications.email.host': matching('a host name, or "" for no mail', /^[A-Za-z0-9.:_-]{0,253}$/),
  'notifications.email.port': integerFrom(1, 65_535),
  'notifications.email.from': matching(
    'an address like "crossbook@example.com"',
    /^(?:[^\s@<>=,;]{1,64}@[^\s@<>=,;]{1,253})?$/,
  ),
  'notifications.email.to': listOf(
    matching(
      'an address like "ops@example.com", or one of another account like "ops@example.com=acc_2"',
      MAIL_TO,
    ),
    { min: 0, max: 20 },
  ),
  'notifications.email.user': matching('a user name, or "" for the address of from', /^[^\0\r\n]{0,253}$/),
  'notifications.email.password_file': FILE_NAME,
  'log.level': oneOf('debug', 'info', 'warn', 'error', 'silent'),
};

/**
 * Every setting of a configuration with these venues, by its name in the file. `Config` has the same names in
 * camel case, and `config/crossbook.example.toml` explains them; a test compares the three.
 *
 * @param venues  the driver of each venue section: `{ kalshi: 'kalshi', Practice: 'demo' }`
 */
export function settingsFor(
  venues: Readonly<Record<string, string>>,
  schemas: readonly VenueSchema[],
): Readonly<Record<string, Decoder<unknown>>> {
  const driver = oneOf(...schemas.map((schema) => schema.driver));
  const entries = Object.entries(venues).flatMap(([id, driverName]) => {
    const schema = schemas.find((each) => each.driver === driverName);
    const named = id === DEMO_ID ? {} : { name: VENUE_NAME };
    const rules = { driver, ...named, enabled: boolean, ...schema?.rules };
    return Object.entries(rules).map(([key, rule]) => [`venues.${id}.${key}`, rule] as const);
  });
  return { ...GENERAL_SETTINGS, ...Object.fromEntries(entries) };
}

/** The settings of a configuration without added venues. */
export const SETTINGS = settingsFor(
  { [DEMO_ID]: 'demo', kalshi: 'kalshi', polymarket: 'polymarket' },
  VENUE_SCHEMAS,
);

/** `orders.ack_wait_ms` → `['orders', 'ackWaitMs']`: the path of the setting in `Config`. */
export const configPath = (name: string): readonly string[] =>
  name.split('.').map((part) => part.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));
