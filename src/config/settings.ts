/** What a setting accepts, and how that reads in an error: "expected an integer from 0 to 65535". */
interface Rule {
  readonly expects: string;
  accepts(value: unknown): boolean;
}

const flag: Rule = { expects: 'true or false', accepts: (value) => typeof value === 'boolean' };

const integer = (min: number, max: number): Rule => ({
  expects: `an integer from ${min} to ${max}`,
  accepts: (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
});

const number = (min: number, max: number): Rule => ({
  expects: `a number from ${min} to ${max}`,
  accepts: (value) => typeof value === 'number' && value >= min && value <= max,
});

const oneOf = (...values: readonly string[]): Rule => ({
  expects: values.map((value) => `"${value}"`).join(' or '),
  accepts: (value) => typeof value === 'string' && values.includes(value),
});

const text = (expects: string, shape: RegExp): Rule => ({
  expects,
  accepts: (value) => typeof value === 'string' && shape.test(value),
});

const listOf = (item: Rule, max: number, min = 1): Rule => ({
  expects: `a list of ${min} to ${max}, each ${item.expects}`,
  accepts: (value) =>
    Array.isArray(value) &&
    value.length >= min &&
    value.length <= max &&
    value.every((entry) => item.accepts(entry)),
});

const url = (scheme: 'http' | 'ws'): Rule => ({
  expects: `a URL that begins with ${scheme}:// or ${scheme}s://`,
  accepts: (value) =>
    typeof value === 'string' &&
    URL.canParse(value) &&
    [`${scheme}:`, `${scheme}s:`].includes(new URL(value).protocol),
});

const DAY_MS = 86_400_000;
const MIB = 1024 * 1024;
const count = (max: number): Rule => integer(1, max);
const venueName = text(
  'a name of 1 to 32 letters, digits, ".", "_" or "-"',
  /^[A-Za-z][A-Za-z0-9._-]{0,31}$/,
);
const file = text('a file, or "" for none', /^[^\0]{0,4096}$/);
const FAULT = /^[A-Za-z][A-Za-z0-9._-]{0,31} [a-z_]{1,64}(?: [a-z]{1,16}=[^ ]{1,200}){0,9}$/;
const perSecond = number(0.01, 1_000_000);

/**
 * Every setting by its name in the file. `Config` and `DEFAULT_CONFIG` hold the same names in camel
 * case, `config/crossbook.example.toml` explains them; a test keeps the three the same.
 */
export const SETTINGS: Readonly<Record<string, Rule>> = {
  profile: oneOf('sandbox', 'live'),
  host: text('a host name or address', /^[A-Za-z0-9.:_-]{1,253}$/),
  port: integer(0, 65_535),
  data_dir: text('a folder', /^[^\0]{1,4096}$/),
  'venues.demo.enabled': flag,
  'venues.demo.seed': integer(0, 4_294_967_295),
  'venues.one.name': venueName,
  'venues.one.enabled': flag,
  'venues.one.rest_url': url('http'),
  'venues.one.ws_url': url('ws'),
  'venues.one.key_id': text('a key id, or "" for none', /^[A-Za-z0-9-]{0,128}$/),
  'venues.one.key_file': file,
  'venues.one.account_precision': oneOf('0.01', '0.0001'),
  'venues.one.book_age_ms_max': integer(1_000, 600_000),
  'venues.one.watched_max': count(10_000),
  'venues.two.name': venueName,
  'venues.two.enabled': flag,
  'venues.two.clob_url': url('http'),
  'venues.two.gamma_url': url('http'),
  'venues.two.data_url': url('http'),
  'venues.two.ws_market_url': url('ws'),
  'venues.two.ws_user_url': url('ws'),
  'venues.two.chain_id': count(Number.MAX_SAFE_INTEGER),
  'venues.two.private_key_file': file,
  'venues.two.credentials_file': file,
  'venues.two.signature_type': integer(0, 3),
  'venues.two.funder': text('an address (0x and 40 hex digits), or "" for none', /^(?:0x[0-9a-fA-F]{40})?$/),
  'venues.two.book_age_ms_max': integer(1_000, 600_000),
  'venues.two.watched_max': count(10_000),
  'secrets.master_key_file': file,
  'sandbox.exchanges': flag,
  'sandbox.faults': listOf(
    text('a venue, a fault and its parameters, like "Kalshi delay ms=800"', FAULT),
    100,
    0,
  ),
  'auth.header_prefixes': listOf(text('1 to 32 letters, digits or "-"', /^[A-Za-z0-9-]{1,32}$/), 8),
  'auth.window_ms': integer(1_000, 300_000),
  'markets.lookup_max': count(10_000),
  'markets.page_size': count(200),
  'markets.watch_idle_ms': integer(10_000, DAY_MS),
  'markets.first_book_ms': integer(0, 10_000),
  'orders.batch_max': count(1_000),
  'orders.ack_wait_ms': integer(0, 60_000),
  'orders.outcome_required': flag,
  'orders.intent_age_ms_max': integer(100, 60_000),
  'orders.terminal_in_memory_max': integer(0, 10_000_000),
  'rate.read.per_second': perSecond,
  'rate.read.burst': count(1_000_000),
  'rate.write.per_second': perSecond,
  'rate.write.burst': count(1_000_000),
  'rate.risk.per_second': perSecond,
  'rate.risk.burst': count(1_000_000),
  'rate.failed_auth.per_second': perSecond,
  'rate.failed_auth.burst': count(1_000_000),
  'ws.heartbeat_ms': integer(1_000, 300_000),
  'ws.max_connections_per_key': count(10_000),
  'ws.ids_max': count(100_000),
  'ws.frame_bytes_max': integer(1_024, 16 * MIB),
  'ws.frames_per_second_max': count(10_000),
  'ws.buffer_bytes_max': integer(16_384, 1_024 * MIB),
  'ws.buffer_frames_max': count(1_000_000),
  'http.body_bytes_max': integer(1_024, 64 * MIB),
  'http.headers_timeout_ms': integer(100, 300_000),
  'http.request_timeout_ms': integer(100, 300_000),
  'http.keep_alive_timeout_ms': integer(1_000, DAY_MS),
  'http.connections_max': count(1_000_000),
  'http.connections_per_address_max': count(1_000_000),
  'http.connections_local_max': count(1_000_000),
  'http.metrics': flag,
  'retention.prints_days': count(3_650),
  'retention.prints_in_memory_max': integer(100, 10_000_000),
  'retention.minute_candles_days': count(3_650),
  'log.level': oneOf('debug', 'info', 'warn', 'error', 'silent'),
};

/** `orders.ack_wait_ms` → `['orders', 'ackWaitMs']`: where the setting stands in `Config`. */
export const configPath = (name: string): readonly string[] =>
  name.split('.').map((part) => part.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));
