import { boolean, type Decoder, integerFrom, matching, oneOf, parsed } from '#contract';

/** The settings of one kind of venue. Each venue driver has one schema; `driver` in a section selects it. */
export interface VenueSchema {
  readonly driver: string;
  /** By name in the file, in addition to `driver`, `name` and `enabled`. */
  readonly rules: Readonly<Record<string, Decoder<unknown>>>;
  /** The default of each setting, by its name in camel case, including `enabled`. */
  readonly defaults: VenueDefaults;
  /** Settings that hold addresses: the profile decides which addresses are allowed. */
  readonly urls: readonly string[];
  /** Settings that are required when the venue is enabled: one of each list. */
  readonly required: readonly (readonly string[])[];
  /** Settings of which one of the others is needed with the first. */
  readonly together?: readonly (readonly [setting: string, ...needed: string[]])[];
  /** Settings of which the second has to be the value with the first. */
  readonly valued?: readonly (readonly [setting: string, needed: string, value: number])[];
  /** Settings of which the second is not allowed with the first. */
  readonly exclusive?: readonly (readonly [setting: string, excluded: string])[];
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

const DAY_OR_NONE = matching(
  'a day (2027-05-28), or "" if it is not known',
  /^(?:\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))?$/,
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
    signer_program: FILE_NAME, // signs in place of that file
    signer_public_key: FILE_NAME, // file with the PEM of its key; empty: signatures are not confirmed
    account_precision: oneOf('0.01', '0.0001'), // the account's cash moves in this, until its fills show another
    ...ORDER_BOOKS,
  },
  defaults: {
    enabled: false,
    restUrl: 'https://external-api.kalshi.com/trade-api/v2',
    wsUrl: 'wss://external-api-ws.kalshi.com/trade-api/ws/v2',
    keyId: '',
    keyFile: '',
    signerProgram: '',
    signerPublicKey: '',
    accountPrecision: '0.0001',
    bookAgeMsMax: 15_000,
    watchedMax: 500,
  },
  urls: ['rest_url', 'ws_url'],
  required: [['key_id'], ['key_file', 'signer_program']],
  credentials: ['key_file'],
};

const POLYMARKET_SESSION_KEYS = [
  'session_key_file',
  'session_signer_address',
  'former_session_key_file',
  'former_session_signer_address',
] as const;

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
    private_key_file: FILE_NAME, // of the wallet's owner; hex, mode 600
    plain_key: boolean, // that file need not be encrypted under profile live
    session_key_file: FILE_NAME, // of a session key, which signs in place of the owner's; hex, mode 600
    session_key_expires: DAY_OR_NONE, // also with session_signer_address
    former_session_key_file: FILE_NAME, // of the session key before it, whose orders are still read and cancelled
    former_session_key_expires: DAY_OR_NONE,
    signer_program: FILE_NAME, // signs in place of these files
    signer_address: ADDRESS_OR_NONE, // of the keys with which it signs
    session_signer_address: ADDRESS_OR_NONE,
    former_session_signer_address: ADDRESS_OR_NONE,
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
    sessionKeyFile: '',
    sessionKeyExpires: '',
    formerSessionKeyFile: '',
    formerSessionKeyExpires: '',
    signerProgram: '',
    signerAddress: '',
    sessionSignerAddress: '',
    formerSessionSignerAddress: '',
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
  required: [['private_key_file', 'signer_program', 'session_key_file']],
  together: [
    ['signer_program', 'signer_address', 'session_signer_address', 'former_session_signer_address'],
    ...POLYMARKET_SESSION_KEYS.map((setting) => [setting, 'funder'] as const),
    ...(['session_signer_address', 'former_session_signer_address'] as const).map(
      (setting) => [setting, 'signer_program'] as const,
    ),
    ['session_key_expires', 'session_key_file', 'session_signer_address'],
    ['former_session_key_expires', 'former_session_key_file', 'former_session_signer_address'],
    ...(['former_session_key_file', 'former_session_signer_address'] as const).map(
      (setting) =>
        [
          setting,
          'session_key_file',
          'session_signer_address',
          'private_key_file',
          'signer_address',
        ] as const,
    ),
  ],
  valued: POLYMARKET_SESSION_KEYS.map((setting) => [setting, 'signature_type', 3] as const), // a deposit wallet
  exclusive: [
    ['private_key_file', 'signer_address'],
    ['session_key_file', 'session_signer_address'],
    ['former_session_key_file', 'former_session_signer_address'],
  ],
  credentials: [
    'private_key_file',
    'session_key_file',
    'former_session_key_file',
    'credentials_file',
    'relayer_credentials_file',
  ],
};

/** The venue drivers that are part of Crossbook. */
export const VENUE_SCHEMAS: readonly VenueSchema[] = [DEMO_SCHEMA, KALSHI_SCHEMA, POLYMARKET_SCHEMA];
