import { DEMO_SCHEMA, KALSHI_SCHEMA, POLYMARKET_SCHEMA, type VenueConfig } from './venue-schemas.ts';

/** All settings, with units in their names. The names in TOML are the same in snake_case. */
export interface BucketConfig {
  readonly perSecond: number;
  readonly burst: number;
}

export interface Config {
  readonly profile: 'sandbox' | 'live' | 'shadow' | 'replay'; // `replay` only by `start --profile replay`
  readonly host: string;
  readonly names: readonly string[]; // other host names of this service, such as that of a proxy
  readonly port: number;
  readonly dataDir: string;
  /** In listing order: the three sections that always exist, then those that the file adds. */
  readonly venues: Readonly<Record<'demo' | 'kalshi' | 'polymarket', VenueConfig>> &
    Readonly<Record<string, VenueConfig>>;
  readonly journal: { readonly url: string }; // of a PostgreSQL database; empty: SQLite in the data folder
  readonly node: {
    readonly name: string; // in a cluster; empty: the host name
    readonly mayOwn: boolean; // false: it forwards requests and never takes the journal
  };
  readonly edge: {
    readonly enabled: boolean; // a standby forwards requests to the owner, which takes them on a separate port
    readonly port: number; // of that port; 0: any free one
    readonly address: string; // under which other nodes reach it; empty: `host`, or the host name of the machine
    readonly waitMs: number; // how long a request waits for an owner; at most a third of `auth.window_ms`
  };
  readonly secrets: { readonly masterKeyFile: string }; // decrypts sealed credentials; empty: CROSSBOOK_MASTER_KEY
  readonly audit: { readonly headIntervalMs: number }; // between two signed heads of the journal; 0: none
  readonly sandbox: {
    readonly dir: string; // folder of the local exchanges; empty: in the data folder
    readonly exchanges: boolean; // run a local simulator for each venue that is not enabled
    readonly faults: readonly string[]; // active from the start: `Kalshi delay ms=800`
  };
  readonly auth: { readonly headerPrefixes: readonly string[]; readonly windowMs: number };
  readonly markets: {
    readonly lookupMax: number;
    readonly pageSize: number;
    readonly watchIdleMs: number; // an order book without readers is unsubscribed after this
    readonly firstBookMs: number; // how long a reader waits for the first snapshot of a book
  };
  readonly orders: {
    readonly batchMax: number;
    readonly ackWaitMs: number;
    readonly outcomeRequired: boolean;
    readonly settlementWaitMs: number; // how long a sale waits for the tokens that it sells to settle
    readonly intentAgeMsMax: number; // an order not sent within this time is never sent
    readonly journalDelayMsMax: number; // when the journal is further behind, the trade socket takes no new orders
    readonly parentsMax: number; // complex orders that are not over, in one subaccount
    readonly terminalInMemoryMax: number; // ended orders kept in memory
  };
  readonly positions: {
    readonly autoRedeemMin: string; // dollars of one market; empty: redeemed by request only
    readonly autoMergeMin: string; // dollars of one subaccount in one market; empty: merged by request only
  };
  readonly rate: {
    readonly read: BucketConfig;
    readonly write: BucketConfig;
    readonly risk: BucketConfig;
    readonly quotes: BucketConfig; // one token for each side that changes
    readonly failedAuth: BucketConfig;
  };
  readonly ws: {
    readonly heartbeatMs: number;
    readonly maxConnectionsPerKey: number;
    readonly idsMax: number;
    readonly frameBytesMax: number;
    readonly framesPerSecondMax: number;
    readonly bufferBytesMax: number;
    readonly bufferFramesMax: number;
  };
  readonly http: {
    readonly bodyBytesMax: number;
    readonly headersTimeoutMs: number;
    readonly requestTimeoutMs: number;
    readonly keepAliveTimeoutMs: number;
    readonly connectionsMax: number;
    readonly connectionsPerAddressMax: number; // for IPv6: per /64
    readonly connectionsLocalMax: number; // from this machine
    readonly metrics: boolean;
  };
  readonly retention: {
    readonly printsDays: number;
    readonly printsInMemoryMax: number;
    readonly minuteCandlesDays: number;
    readonly opportunitiesDays: number;
    readonly opportunitiesMax: number; // records; the oldest are deleted beyond it
  };
  readonly record: {
    readonly enabled: boolean;
    readonly path: string; // folder of the recorded market data; empty: lake/ in the data folder
    readonly venues: readonly string[]; // names; empty: all
    readonly instruments: 'watched' | 'assets' | readonly number[];
    readonly maxGb: number; // 10^9 bytes; the oldest hours are deleted beyond it
  };
  /** How the fill model treats orders, in a replay and under profile shadow. */
  readonly replay: {
    readonly entryMs: number; // from the service to the book
    readonly responseMs: number; // from the book back to the service
    readonly queue: 'back' | 'prob'; // whether cancels of others count as behind an own order, or in part as ahead of it
    readonly power: number; // of queue = "prob"
  };
  readonly webhooks: {
    readonly allowPrivate: boolean; // messages may go to private addresses
    readonly allowLoopback: 'sandbox' | 'always' | 'never'; // and to this machine; `sandbox`: under that profile only
  };
  readonly telemetry: { readonly otlpUrl: string }; // of an OpenTelemetry collector; "": traces are not exported
  readonly notifications: {
    readonly telegram: {
      readonly tokenFile: string; // of the bot; empty: off
      readonly chatIds: readonly string[]; // `123456789`, or `123456789=acc_2` for another account than acc_1
      readonly commands: boolean; // of these chats are answered
      readonly userIds: readonly string[]; // who may send commands in a group: `123456789`, or `123456789=acc_2`
      readonly apiUrl: string;
    };
    readonly email: {
      readonly host: string; // of the SMTP server; empty: off
      readonly port: number;
      readonly from: string;
      readonly to: readonly string[]; // `ops@example.com`, or `ops@example.com=acc_2`
      readonly user: string; // empty: the address of `from`
      readonly passwordFile: string; // empty: no sign-in
    };
  };
  readonly log: { readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent' };
}

export const DEFAULT_CONFIG: Config = {
  profile: 'sandbox',
  host: '127.0.0.1',
  names: [],
  port: 8787,
  dataDir: './data',
  venues: {
    demo: { driver: 'demo', name: 'Demo', ...DEMO_SCHEMA.defaults },
    kalshi: { driver: 'kalshi', name: 'Kalshi', ...KALSHI_SCHEMA.defaults },
    polymarket: { driver: 'polymarket', name: 'Polymarket', ...POLYMARKET_SCHEMA.defaults },
  },
  journal: { url: '' },
  node: { name: '', mayOwn: true },
  edge: { enabled: false, port: 0, address: '', waitMs: 8_000 },
  secrets: { masterKeyFile: '' },
  audit: { headIntervalMs: 600_000 },
  sandbox: { dir: '', exchanges: true, faults: [] },
  auth: { headerPrefixes: ['X-'], windowMs: 30_000 },
  markets: { lookupMax: 100, pageSize: 50, watchIdleMs: 300_000, firstBookMs: 1_500 },
  orders: {
    batchMax: 50,
    ackWaitMs: 250,
    outcomeRequired: false,
    settlementWaitMs: 30_000,
    intentAgeMsMax: 5_000,
    journalDelayMsMax: 100,
    parentsMax: 1_000,
    terminalInMemoryMax: 50_000,
  },
  positions: { autoRedeemMin: '', autoMergeMin: '' },
  rate: {
    read: { perSecond: 100, burst: 200 },
    write: { perSecond: 50, burst: 100 },
    risk: { perSecond: 10, burst: 20 },
    quotes: { perSecond: 400, burst: 800 },
    failedAuth: { perSecond: 20, burst: 40 },
  },
  ws: {
    heartbeatMs: 15_000,
    maxConnectionsPerKey: 100,
    idsMax: 1_000,
    frameBytesMax: 64 * 1024,
    framesPerSecondMax: 20,
    bufferBytesMax: 1024 * 1024,
    bufferFramesMax: 5_000,
  },
  http: {
    bodyBytesMax: 1024 * 1024,
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 15_000,
    keepAliveTimeoutMs: 72_000,
    connectionsMax: 20_000,
    connectionsPerAddressMax: 1_000,
    connectionsLocalMax: 15_000,
    metrics: true,
  },
  retention: {
    printsDays: 30,
    printsInMemoryMax: 10_000,
    minuteCandlesDays: 30,
    opportunitiesDays: 30,
    opportunitiesMax: 50_000,
  },
  record: { enabled: false, path: '', venues: [], instruments: 'watched', maxGb: 10 },
  replay: { entryMs: 0, responseMs: 0, queue: 'back', power: 2 },
  webhooks: { allowPrivate: false, allowLoopback: 'sandbox' },
  telemetry: { otlpUrl: '' },
  notifications: {
    telegram: {
      tokenFile: '',
      chatIds: [],
      commands: false,
      userIds: [],
      apiUrl: 'https://api.telegram.org',
    },
    email: { host: '', port: 587, from: '', to: [], user: '', passwordFile: '' },
  },
  log: { level: 'info' },
};

/** The base URL of a service that is not running, from its configured host and port. */
export function usualUrl({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = isAny ? '127.0.0.1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
