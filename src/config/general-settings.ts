import {
  boolean,
  decode,
  integerFrom,
  listOf,
  matching,
  numberFrom,
  oneOf,
  parseDecimal,
  parsed,
} from '#contract';
import { setting } from './setting-table.ts';
import { FILE_NAME, positiveInteger, VENUE_NAME } from './venue-schemas.ts';

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
const RECORDED = parsed('"watched", "assets" or a list of instrument ids', (value) =>
  value === 'watched' || value === 'assets' ? value : decode(INSTRUMENT_IDS, value),
);

const tokenBucket = (perSecond: number, burst: number) => ({
  perSecond: setting(numberFrom(0.01, 1_000_000), perSecond),
  burst: setting(positiveInteger(1_000_000), burst),
});

/** The settings outside the venue sections: decoders, defaults and what the example file says of them. */
export const GENERAL_SETTINGS = {
  profile: setting(
    oneOf('sandbox', 'live', 'shadow'),
    'sandbox',
    '"sandbox": everything local, a key is made on first start. "live": neither. "shadow": real market data, no order leaves',
  ),
  host: setting(
    matching('a host name or address', /^[A-Za-z0-9.:_-]{1,253}$/),
    '127.0.0.1',
    'the address to listen on',
  ),
  names: setting(
    listOf(matching('a host name', /^[A-Za-z0-9._-]{1,253}$/), { min: 0, max: 32 }),
    [],
    'other host names of this service, such as ["crossbook.example"] of a proxy on this machine',
  ),
  port: setting(integerFrom(0, 65_535), 8787, '0 takes any free port'),
  dataDir: setting(
    matching('a folder', /^[^\0]{1,4096}$/),
    './data',
    "journal, market data, keys; relative to the project's folder",
    'place',
  ),
  journal: {
    url: setting(
      POSTGRES_URL,
      '',
      '"postgres://user@host/database": orders and positions there instead of the data folder (docs/cluster.md)',
      'place',
    ),
  },
  node: {
    name: setting(
      matching('1 to 32 letters, digits, ".", "_" or "-", or "" for the host name', /^[A-Za-z0-9._-]{0,32}$/),
      '',
      'of this node where several use one journal; "": the host name',
      'place',
    ),
    mayOwn: setting(
      boolean,
      true,
      'false: this node only forwards requests (needs edge.enabled) and never takes the journal',
    ),
  },
  edge: {
    enabled: setting(
      boolean,
      false,
      'a node that does not own the journal forwards requests to the owner (docs/cluster.md)',
    ),
    port: setting(
      integerFrom(0, 65_535),
      0,
      'where the owner takes forwarded requests, with TLS; 0 takes any free port',
    ),
    address: setting(
      matching('a host name or address, or "" for that of this node', /^[A-Za-z0-9.:_-]{0,253}$/),
      '',
      'under which other nodes reach this one; "": host, or the host name of the machine',
    ),
    waitMs: setting(
      integerFrom(0, 60_000),
      8_000,
      'how long a request waits for the next owner before it is refused; at most a third of auth.window_ms',
    ),
  },
  secrets: {
    masterKeyFile: setting(
      FILE_NAME,
      '',
      'decrypts sealed credentials (crossbook venue secret); "": CROSSBOOK_MASTER_KEY is used',
    ),
  },
  audit: {
    headIntervalMs: setting(
      integerFrom(0, DAY_MS),
      600_000,
      'sign the head of the journal this often and at the stop (docs/audit.md); 0: never',
    ),
  },
  sandbox: {
    dir: setting(
      matching('a folder, or "" for the data folder', /^[^\0]{0,4096}$/),
      '',
      'folder of the local exchanges; nodes of one journal share it. "": sandbox/ in the data folder',
      'place',
    ),
    faults: setting(
      listOf(matching('a venue, a fault and its parameters, like "Kalshi delay ms=800"', FAULT), {
        min: 0,
        max: 100,
      }),
      [],
      'switched on at every start, never under "live": ["Kalshi delay ms=800"]; see docs/faults.md',
    ),
    exchanges: setting(
      boolean,
      true,
      'under profile "sandbox": run a local exchange for each venue above that is not enabled',
    ),
  },
  auth: {
    headerPrefixes: setting(
      listOf(matching('1 to 32 letters, digits or "-"', /^[A-Za-z0-9-]{1,32}$/), {
        min: 1,
        max: 8,
      }),
      ['X-'],
      'accepted before Key-Id, Timestamp and Signature',
    ),
    windowMs: setting(
      integerFrom(1_000, 300_000),
      30_000,
      "how far a request's timestamp may be from server time, either way",
    ),
  },
  markets: {
    lookupMax: setting(positiveInteger(10_000), 100, 'ids in one lookup'),
    pageSize: setting(positiveInteger(200), 50, 'search results on a page, without `limit`'),
    watchIdleMs: setting(
      integerFrom(10_000, DAY_MS),
      300_000,
      'an external book without readers, routing or positions is unsubscribed after this',
    ),
    firstBookMs: setting(
      integerFrom(0, 10_000),
      1_500,
      'how long a reader or an order waits for the first snapshot of an external book',
    ),
  },
  orders: {
    batchMax: setting(positiveInteger(1_000), 50, 'orders in one batch'),
    ackWaitMs: setting(
      integerFrom(0, 60_000),
      250,
      'wait for the venue before answering with the state reached',
    ),
    outcomeRequired: setting(
      boolean,
      false,
      'true: an order without `outcome` is refused instead of read as YES',
    ),
    settlementWaitMs: setting(
      integerFrom(0, 600_000),
      30_000,
      'how long a sale at Polymarket waits until the purchase of its tokens is final; then it is rejected',
    ),
    intentAgeMsMax: setting(
      integerFrom(100, 60_000),
      5_000,
      'an order that could not be sent within this is rejected, never sent late',
    ),
    journalDelayMsMax: setting(
      integerFrom(10, 60_000),
      100,
      'when the journal is further behind, the trade socket takes no new orders',
    ),
    parentsMax: setting(
      integerFrom(0, 100_000),
      1_000,
      'complex orders that are not over, in one subaccount',
    ),
    terminalInMemoryMax: setting(
      integerFrom(0, 10_000_000),
      50_000,
      'ended orders kept in memory; older ones are read from the store',
    ),
  },
  positions: {
    autoRedeemMin: setting(
      DOLLARS_OR_NONE,
      '',
      '"5.00": redeem a settled market once its tokens pay so much; "": never without a request',
    ),
    autoMergeMin: setting(
      DOLLARS_OR_NONE,
      '',
      '"100.00": merge the pairs of a market once they are worth so much, and unused for 10 minutes; "": never',
    ),
  },
  rate: {
    read: tokenBucket(100, 200),
    write: tokenBucket(50, 100),
    risk: tokenBucket(10, 20),
    quotes: tokenBucket(400, 800),
    failedAuth: tokenBucket(20, 40),
  },
  ws: {
    heartbeatMs: setting(integerFrom(1_000, 300_000), 15_000),
    maxConnectionsPerKey: setting(
      positiveInteger(10_000),
      100,
      'open streams of one key; a browser tab opens one, and so does a client of the libraries',
    ),
    idsMax: setting(positiveInteger(100_000), 1_000, 'ids in one subscription'),
    frameBytesMax: setting(integerFrom(1_024, 16 * MIB), 65_536, 'a client frame'),
    framesPerSecondMax: setting(positiveInteger(10_000), 20, 'client frames'),
    bufferBytesMax: setting(
      integerFrom(16_384, 1_024 * MIB),
      1_048_576,
      'waiting for a client that does not read, before it is cut off',
    ),
    bufferFramesMax: setting(positiveInteger(1_000_000), 5_000),
  },
  http: {
    bodyBytesMax: setting(integerFrom(1_024, 64 * MIB), 1_048_576),
    headersTimeoutMs: setting(integerFrom(100, 300_000), 10_000),
    requestTimeoutMs: setting(
      integerFrom(100, 300_000),
      15_000,
      'a whole request, so that a slow body cannot hold a socket',
    ),
    keepAliveTimeoutMs: setting(integerFrom(1_000, DAY_MS), 72_000),
    connectionsMax: setting(positiveInteger(1_000_000), 20_000, 'all, streams included'),
    connectionsPerAddressMax: setting(
      positiveInteger(1_000_000),
      1_000,
      "from one address elsewhere; of IPv6 from one /64. Raise it for a proxy's",
    ),
    connectionsLocalMax: setting(
      positiveInteger(1_000_000),
      15_000,
      'from this machine, where all clients and a proxy share one address',
    ),
    metrics: setting(boolean, true, 'serve GET /metrics'),
  },
  retention: {
    printsDays: setting(positiveInteger(3_650), 30),
    printsInMemoryMax: setting(integerFrom(100, 10_000_000), 10_000, 'prints a stream can resume from'),
    minuteCandlesDays: setting(positiveInteger(3_650), 30, 'older ones remain as hours and days'),
    opportunitiesDays: setting(positiveInteger(3_650), 30, 'how long closed opportunities are kept'),
    opportunitiesMax: setting(integerFrom(100, 10_000_000), 50_000, 'at most so many; about 2 KB each'),
  },
  record: {
    enabled: setting(
      boolean,
      false,
      'record market data to Parquet files, for replay and analysis (docs/recorder.md)',
    ),
    path: setting(
      matching('a folder, or "" for lake/ in the data folder', /^[^\0]{0,4096}$/),
      '',
      'folder; relative to the project\'s folder. "": lake/ in the data folder',
      'place',
    ),
    venues: setting(
      listOf(VENUE_NAME, { min: 0, max: 100 }),
      [],
      'names of venues, such as ["Demo", "Kalshi"]; []: all',
    ),
    instruments: setting(
      RECORDED,
      'watched',
      '"watched": every book that is received. "assets": those of generic assets. Or ids: [1001, 1002]',
    ),
    maxGb: setting(
      numberFrom(0.001, 1_000_000),
      10,
      'the oldest hours are deleted beyond it; 1 GB is 1,000,000,000 bytes',
    ),
  },
  replay: {
    entryMs: setting(integerFrom(0, 60_000), 0, 'an order reaches the book this much later'),
    responseMs: setting(integerFrom(0, 60_000), 0, 'its fills and its end are reported this much later'),
    queue: setting(
      oneOf('back', 'prob'),
      'back',
      'cancels of others count as behind an own order. "prob": a part of them as ahead of it',
    ),
    power: setting(
      integerFrom(1, 5),
      2,
      'of "prob": higher puts more of the cancels at the longer side of the queue',
    ),
  },
  webhooks: {
    allowPrivate: setting(boolean, false, 'messages may go to private addresses over https'),
    allowLoopback: setting(
      oneOf('sandbox', 'always', 'never'),
      'sandbox',
      'and to this machine: under profile "sandbox" only, "always" or "never"',
    ),
  },
  telemetry: {
    otlpUrl: setting(
      matching(
        'a URL like "http://collector:4318", or ""',
        /^(?:https?:\/\/[^\s/]{1,1000}(?:\/[^\s?#]{0,1000})?)?$/,
      ),
      '',
      'an OpenTelemetry collector that takes OTLP over HTTP, such as "http://collector:4318" (docs/operations.md)',
    ),
  },
  notifications: {
    telegram: {
      tokenFile: setting(FILE_NAME, '', 'the token of the bot, readable by its owner only; "": off'),
      chatIds: setting(
        listOf(
          matching('a chat id like "123456789", or one of another account like "123456789=acc_2"', CHAT_ID),
          { min: 0, max: 20 },
        ),
        [],
        '["123456789", "987654321=acc_2"]: chats of acc_1, and of another account',
      ),
      commands: setting(
        boolean,
        false,
        'answer /status, /positions, /orders, /pnl and /kill from these chats',
      ),
      userIds: setting(
        listOf(
          matching('a user id like "123456789", or one for another account like "123456789=acc_2"', USER_ID),
          { min: 0, max: 100 },
        ),
        [],
        '["123456789", "987654321=acc_2"]: who may send commands in a group; needed for each group',
      ),
      apiUrl: setting(matching('an https URL, or http to this machine', API_URL), 'https://api.telegram.org'),
    },
    email: {
      host: setting(
        matching('a host name, or "" for no mail', /^[A-Za-z0-9.:_-]{0,253}$/),
        '',
        'of the SMTP server; "": off',
      ),
      port: setting(
        integerFrom(1, 65_535),
        587,
        '465: TLS from the start; else STARTTLS, which only a server on this machine may lack',
      ),
      from: setting(
        matching('an address like "crossbook@example.com"', /^(?:[^\s@<>=,;]{1,64}@[^\s@<>=,;]{1,253})?$/),
        '',
        '"crossbook@example.com"',
      ),
      to: setting(
        listOf(
          matching(
            'an address like "ops@example.com", or one of another account like "ops@example.com=acc_2"',
            MAIL_TO,
          ),
          { min: 0, max: 20 },
        ),
        [],
        '["ops@example.com", "team@example.com=acc_2"]',
      ),
      user: setting(
        matching('a user name, or "" for the address of from', /^[^\0\r\n]{0,253}$/),
        '',
        '"": the address of from',
      ),
      passwordFile: setting(FILE_NAME, '', 'readable by its owner only; "": no sign-in'),
    },
  },
  log: {
    level: setting(
      oneOf('debug', 'info', 'warn', 'error', 'silent'),
      'info',
      '"debug", "info", "warn", "error" or "silent"',
    ),
  },
};
