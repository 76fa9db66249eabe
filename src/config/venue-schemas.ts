import { boolean, type Decoder, integerFrom, matching, oneOf, parsed } from '../domain/model/decoder.ts';

/** The settings of one kind of venue. Each venue driver has one schema; `driver` in a section selects it. */
export interface VenueSchema {
  readonly driver: string;
  /** By name in the file, in addition to `driver`, `name` and `enabled`. */
  readonly rules: Readonly<Record<string, Decoder<unknown>>>;
  /** The default of each setting, by its name in camel case, including `enabled`. */
  readonly defaults: VenueDefaults;
  /** Settings that hold addresses: the profile decides which addresses are allowed. */
  readonly urls: readonly string[];
  /** Settings that are required when the venue is enabled: exactly one of each list. */
  readonly required: readonly (readonly string[])[];
  /** Settings of which the second is needed with the first. */
  readonly together?: readonly (readonly [setting: string, needed: string])[];
  /** Settings that name files with credentials; `crossbook venue secret` can encrypt them. */
  readonly credentials: readonly string[];
}

type VenueDefaults = Readonly<Record<string, string | number | boolean>> & { readonly enabled: boolean };

/** One configured venue: the common settings, and those of its driver's schema in camel case. */
export interface VenueConfig {
  readonly driver: string;
  readonly name: string; // the public name: `venue` in every record
  readonly enabled: boolean;
  readonly bookAgeMsMax?: number; // older books are not traded on; absent: no age limit
  readonly watchedMax?: number; // maximum number of order books subscribed at the same time
  readonly [setting: string]: string | number | boolean | undefined;
}

/** The section of the built-in venue. Its public name is fixed. */
export const DEMO_ID = 'demo';

export const VENUE_NAME = matching(
  'a name of 1 to 32 letters, digits, ".", "_" or "-"',
  /^[A-Za-z][A-Za-z0-9._-]{0,31}$/,
);

export const FILE_NAME = matching('a file, or "" for none', /^[^\0]{0,4096}$/);

export const positiveInteger = (max: number): Decoder<number> => integerFrom(1, max);

const url = (scheme: 'http' | 'ws'): Decoder<string> =>
  parsed(`a URL that begins with ${scheme}:// or ${scheme}s://`, (value) =>
    typeof value === 'string' &&
    URL.canParse(value) &&
    [`${scheme}:`, `${scheme}s:`].includes(new URL(value).protocol)
      ? value
      : null,
  );

const ADDRESS_OR_NONE = matching(
  'an address (0x and 40 hex digits), or "" for none',
  /^(?:0x[0-9a-fA-F]{40})?$/,
);

const ORDER_BOOKS = {
  book_age_ms_max: integerFrom(1_000, 600_000),
  watched_max: positiveInteger(10_000),
} as const;

/** Crossbook's own exchange, without real funds. */
export const DEMO_SCHEMA: VenueSchema = {
  driver: 'demo',
  rules: { seed: integerFrom(0, 4_294_967_295), history_days: integerFrom(0, 30), lively: boolean },
  defaults: { enabled: true, seed: 1, historyDays: 14, lively: false },
  urls: [],
  required: [],
  credentials: [],
};

export const KALSHI_SCHEMA: VenueSchema = {
  driver: 'kalshi',
  rules: {
    rest_url: url('http'),
    ws_url: url('ws'),
    key_id: matching('a key id, or "" for none', /^[A-Za-z0-9-]{0,128}$/),
    key_file: FILE_NAME, // PEM, mode 600
    account_precision: oneOf('0.01', '0.0001'), // the account's cash moves in this, until its fills show another
    ...ORDER_BOOKS,
  },
  defaults: {
    enabled: false,
    restUrl: 'https://external-api.kalshi.com/trade-api/v2',
    wsUrl: 'wss://external-api-ws.kalshi.com/trade-api/ws/v2',
    keyId: '',
    keyFile: '',
    accountPrecision: '0.0001',
    bookAgeMsMax: 15_000,
    watchedMax: 500,
  },
  urls: ['rest_url', 'ws_url'],
  required: [['key_id'], ['key_file']],
  credentials: ['key_file'],
};

export const POLYMARKET_SCHEMA: VenueSchema = {
  driver: 'polymarket',
  rules: {
    clob_url: url('http'),
    gamma_url: url('http'),
    data_url: url('http'),
    data_api: oneOf('v1', 'v2'), // of positions and trades
    ws_market_url: url('ws'),
    ws_user_url: url('ws'),
    relayer_url: url('http'),
    chain_id: positiveInteger(Number.MAX_SAFE_INTEGER),
    private_key_file: FILE_NAME, // hex, mode 600
    plain_key: boolean, // that file need not be encrypted under profile live
    signer_program: FILE_NAME, // signs in place of that file
    signer_address: ADDRESS_OR_NONE, // of the key with which it signs
    credentials_file: FILE_NAME, // JSON, mode 600; empty: derived from the key at the start
    relayer_credentials_file: FILE_NAME, // JSON, mode 600; empty: no merges, splits and redemptions
    signature_type: integerFrom(0, 3), // own key, proxy, Safe, deposit wallet
    min_size_for_taking: boolean, // the market's minimum size also binds sales that do not rest
    heartbeat: boolean, // the venue cancels all orders of the API key when the service dies
    funder: ADDRESS_OR_NONE,
    ...ORDER_BOOKS,
  },
  defaults: {
    enabled: false,
    clobUrl: 'https://clob.polymarket.com',
    gammaUrl: 'https://gamma-api.polymarket.com',
    dataUrl: 'https://data-api.polymarket.com',
    dataApi: 'v1',
    wsMarketUrl: 'wss://ws-subscriptions-clob.polymarket.com/ws/market',
    wsUserUrl: 'wss://ws-subscriptions-clob.polymarket.com/ws/user',
    relayerUrl: 'https://relayer-v2.polymarket.com',
    chainId: 137,
    privateKeyFile: '',
    plainKey: false,
    signerProgram: '',
    signerAddress: '',
    credentialsFile: '',
    relayerCredentialsFile: '',
    signatureType: 0,
    minSizeForTaking: false,
    heartbeat: false,
    funder: '',
    bookAgeMsMax: 15_000,
    watchedMax: 500,
  },
  urls: ['clob_url', 'gamma_url', 'data_url', 'ws_market_url', 'ws_user_url', 'relayer_url'],
  required: [['private_key_file', 'signer_program']],
  together: [['signer_program', 'signer_address']],
  credentials: ['private_key_file', 'credentials_file', 'relayer_credentials_file'],
};

/** The venue drivers that are part of Crossbook. */
export const VENUE_SCHEMAS: readonly VenueSchema[] = [DEMO_SCHEMA, KALSHI_SCHEMA, POLYMARKET_SCHEMA];
