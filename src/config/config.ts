/** Every setting, with its unit in its name. Names in TOML are the snake_case of these. */
export interface BucketConfig {
  readonly perSecond: number;
  readonly burst: number;
}

interface ExternalConfig {
  readonly name: string;
  readonly enabled: boolean;
  readonly bookAgeMsMax: number; // a book whose last word is older is not traded on
  readonly watchedMax: number; // books told at a time
}

/** Kalshi. A text that is empty is not set. */
export interface VenueOneConfig extends ExternalConfig {
  readonly restUrl: string;
  readonly wsUrl: string;
  readonly keyId: string;
  readonly keyFile: string; // PEM, mode 600
  readonly accountPrecision: '0.01' | '0.0001'; // what the account's money is rounded to
}

/** Polymarket. */
export interface VenueTwoConfig extends ExternalConfig {
  readonly clobUrl: string;
  readonly gammaUrl: string;
  readonly dataUrl: string;
  readonly wsMarketUrl: string;
  readonly wsUserUrl: string;
  readonly chainId: number;
  readonly privateKeyFile: string; // hex, mode 600
  readonly credentialsFile: string; // JSON, mode 600; empty: derived from the key at the start
  readonly signatureType: 0 | 1 | 2 | 3; // own key, proxy, Safe, deposit wallet
  readonly funder: string; // the wallet that holds the funds; empty: the key's own address
}

export interface Config {
  readonly profile: 'sandbox' | 'live';
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly venues: {
    readonly demo: { readonly enabled: boolean; readonly seed: number };
    readonly one: VenueOneConfig;
    readonly two: VenueTwoConfig;
  };
  readonly secrets: { readonly masterKeyFile: string }; // opens sealed credentials; empty: of the environment
  readonly sandbox: {
    readonly exchanges: boolean; // run local exchanges in the place of real ones
    readonly faults: readonly string[]; // switched on at the start: `Kalshi delay ms=800`
  };
  readonly auth: { readonly headerPrefixes: readonly string[]; readonly windowMs: number };
  readonly markets: {
    readonly lookupMax: number;
    readonly pageSize: number;
    readonly watchIdleMs: number; // an external book that nobody wants is let go after this
    readonly firstBookMs: number; // a reader waits so long for a book that was never asked for
  };
  readonly orders: {
    readonly batchMax: number;
    readonly ackWaitMs: number;
    readonly outcomeRequired: boolean;
    readonly intentAgeMsMax: number; // an intent older than this dies at the gate
    readonly terminalInMemoryMax: number; // ended orders kept in memory
  };
  readonly rate: {
    readonly read: BucketConfig;
    readonly write: BucketConfig;
    readonly risk: BucketConfig;
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
    readonly connectionsPerAddressMax: number; // of IPv6: per /64
    readonly connectionsLocalMax: number; // from this machine
    readonly metrics: boolean;
  };
  readonly retention: {
    readonly printsDays: number;
    readonly printsInMemoryMax: number;
    readonly minuteCandlesDays: number;
  };
  readonly log: { readonly level: 'debug' | 'info' | 'warn' | 'error' | 'silent' };
}

export const DEFAULT_CONFIG: Config = {
  profile: 'sandbox',
  host: '127.0.0.1',
  port: 8787,
  dataDir: './data',
  venues: {
    demo: { enabled: true, seed: 1 },
    one: {
      name: 'Kalshi',
      enabled: false,
      restUrl: 'https://external-api.kalshi.com/trade-api/v2',
      wsUrl: 'wss://external-api-ws.kalshi.com/trade-api/ws/v2',
      keyId: '',
      keyFile: '',
      accountPrecision: '0.01',
      bookAgeMsMax: 15_000,
      watchedMax: 500,
    },
    two: {
      name: 'Polymarket',
      enabled: false,
      clobUrl: 'https://clob.polymarket.com',
      gammaUrl: 'https://gamma-api.polymarket.com',
      dataUrl: 'https://data-api.polymarket.com',
      wsMarketUrl: 'wss://ws-subscriptions-clob.polymarket.com/ws/market',
      wsUserUrl: 'wss://ws-subscriptions-clob.polymarket.com/ws/user',
      chainId: 137,
      privateKeyFile: '',
      credentialsFile: '',
      signatureType: 0,
      funder: '',
      bookAgeMsMax: 15_000,
      watchedMax: 500,
    },
  },
  secrets: { masterKeyFile: '' },
  sandbox: { exchanges: true, faults: [] },
  auth: { headerPrefixes: ['X-'], windowMs: 30_000 },
  markets: { lookupMax: 100, pageSize: 50, watchIdleMs: 300_000, firstBookMs: 1_500 },
  orders: {
    batchMax: 50,
    ackWaitMs: 250,
    outcomeRequired: false,
    intentAgeMsMax: 5_000,
    terminalInMemoryMax: 50_000,
  },
  rate: {
    read: { perSecond: 100, burst: 200 },
    write: { perSecond: 50, burst: 100 },
    risk: { perSecond: 10, burst: 20 },
    failedAuth: { perSecond: 20, burst: 40 },
  },
  ws: {
    heartbeatMs: 15_000,
    maxConnectionsPerKey: 10,
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
  retention: { printsDays: 30, printsInMemoryMax: 10_000, minuteCandlesDays: 30 },
  log: { level: 'info' },
};
