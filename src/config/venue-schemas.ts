import { boolean, type Decoder, integerFrom, matching, oneOf, parsed } from '#contract';
import { type Setting, setting, type ValuesOf } from './setting-table.ts';

/** The settings of one kind of venue. Each venue driver has one schema; `driver` in a section selects it. */
export interface VenueSchema {
  readonly driver: string;
  /** In addition to `driver` and `name`. */
  readonly settings: VenueSettings;
  /** Settings that are required when the venue is enabled: one of each list. */
  readonly required: readonly (readonly string[])[];
  /** Settings of which one of the others is needed with the first. */
  readonly together?: readonly (readonly [setting: string, ...needed: string[]])[];
  /** Settings of which the second has to be the value with the first. */
  readonly valued?: readonly (readonly [setting: string, needed: string, value: number])[];
  /** Settings of which the second is not allowed with the first. */
  readonly exclusive?: readonly (readonly [setting: string, excluded: string])[];
}

type VenueSettings = Readonly<Record<string, Setting<string | number | boolean>>> & {
  readonly enabled: Setting<boolean>;
};

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
  bookAgeMsMax: setting(
    integerFrom(1_000, 600_000),
    15_000,
    'a book without an update for longer is not traded on',
  ),
  watchedMax: setting(
    positiveInteger(10_000),
    500,
    'subscribed order books; beyond that the least recently read one is dropped',
  ),
} as const;

const WS_URL = url('ws');
const HTTP_URL = url('http');
const address = (decoder: Decoder<string>, defaultValue: string, text = '') =>
  setting(decoder, defaultValue, text, 'url');
const credential = (text = '') => setting(FILE_NAME, '', text, 'credential');

/** Crossbook's own exchange, without real funds. */
const DEMO_SETTINGS = {
  enabled: setting(boolean, true, 'the built-in exchange, without real funds'),
  seed: setting(integerFrom(0, 4_294_967_295), 1, 'the same seed gives the same market history'),
  lively: setting(
    boolean,
    false,
    'books that move every second and many trades, as `start --lively` has them',
  ),
  historyDays: setting(
    integerFrom(0, 30),
    14,
    'days of generated trades before the first start; 0: none, which starts faster',
  ),
};
export type DemoConfig = VenueConfig & ValuesOf<typeof DEMO_SETTINGS>;

export const DEMO_SCHEMA: VenueSchema = { driver: 'demo', settings: DEMO_SETTINGS, required: [] };

const KALSHI_SETTINGS = {
  enabled: setting(
    boolean,
    false,
    'true under profile "live": real orders; under "shadow": its market data. Under "sandbox" only an exchange of this machine',
  ),
  restUrl: address(
    HTTP_URL,
    'https://external-api.kalshi.com/trade-api/v2',
    'with its path: the path is signed',
  ),
  wsUrl: address(WS_URL, 'wss://external-api-ws.kalshi.com/trade-api/ws/v2'),
  keyId: setting(matching('a key id, or "" for none', /^[A-Za-z0-9-]{0,128}$/), '', 'of the API key'),
  keyFile: credential('its private key, PEM, readable by its owner only (chmod 600)'),
  signerProgram: setting(
    FILE_NAME,
    '',
    'a program that signs in place of that file, such as one in front of a key service (docs/operations.md)',
  ),
  signerPublicKey: setting(
    FILE_NAME,
    '',
    'a file with the public key with which it signs, PEM; "": its signatures are sent without a check',
  ),
  accountPrecision: setting(
    oneOf('0.01', '0.0001'),
    '0.0001',
    "the account's cash moves in this, until its fills show another",
  ),
  ...ORDER_BOOKS,
};
export type KalshiConfig = VenueConfig & ValuesOf<typeof KALSHI_SETTINGS>;

export const KALSHI_SCHEMA: VenueSchema = {
  driver: 'kalshi',
  settings: KALSHI_SETTINGS,
  required: [['key_id'], ['key_file', 'signer_program']],
};

const POLYMARKET_SETTINGS = {
  enabled: setting(boolean, false),
  clobUrl: address(HTTP_URL, 'https://clob.polymarket.com'),
  gammaUrl: address(HTTP_URL, 'https://gamma-api.polymarket.com'),
  dataUrl: address(HTTP_URL, 'https://data-api.polymarket.com'),
  dataApi: setting(oneOf('v1', 'v2'), 'v1', 'the version of the lists of positions and trades'),
  wsMarketUrl: address(WS_URL, 'wss://ws-subscriptions-clob.polymarket.com/ws/market'),
  wsUserUrl: address(WS_URL, 'wss://ws-subscriptions-clob.polymarket.com/ws/user'),
  relayerUrl: address(HTTP_URL, 'https://relayer-v2.polymarket.com'),
  chainId: setting(positiveInteger(Number.MAX_SAFE_INTEGER), 137, '137: Polygon'),
  sessionKeyFile: credential(
    'of a session key of a deposit wallet, which trades and cannot withdraw: 64 hex digits, chmod 600',
  ),
  sessionKeyExpires: setting(
    DAY_OR_NONE,
    '',
    'the day on which it expires, such as "2027-05-28": health warns 14 days before',
  ),
  formerSessionKeyFile: credential(
    'of the session key before it, until the orders that it placed have ended (docs/operations.md)',
  ),
  formerSessionKeyExpires: setting(DAY_OR_NONE, ''),
  privateKeyFile: credential(
    "of the wallet's owner; with a session key only for reading and cancelling what the owner's key placed",
  ),
  plainKey: setting(
    boolean,
    false,
    'true: under profile "live" that file need not be encrypted (crossbook venue secret add)',
  ),
  signerProgram: setting(
    FILE_NAME,
    '',
    'a program that signs in place of files, such as one in front of a key service (docs/operations.md)',
  ),
  signerAddress: setting(ADDRESS_OR_NONE, '', "the address of the owner's key, with which it signs"),
  sessionSignerAddress: setting(ADDRESS_OR_NONE, '', 'of the session key with which it signs'),
  formerSessionSignerAddress: setting(ADDRESS_OR_NONE, '', 'of the session key before it'),
  credentialsFile: credential(
    '{"api_key","secret","passphrase"}, chmod 600; "": derived from the key at the start',
  ),
  relayerCredentialsFile: credential(
    '{"api_key","address"} of a relayer key, or a builder key; "": no merges and redemptions',
  ),
  minSizeForTaking: setting(
    boolean,
    false,
    "true: sales that do not rest (IOC, FOK) need the market's minimum size too",
  ),
  signatureType: setting(
    integerFrom(0, 3) as Decoder<0 | 1 | 2 | 3>,
    0,
    "0: the key's own address holds the funds. 1: proxy, 2: Safe, 3: deposit wallet",
  ),
  heartbeat: setting(
    boolean,
    false,
    'true: with guards in use it cancels ALL orders of the API key after 10 s without Crossbook (docs/api/guards.md)',
  ),
  funder: setting(ADDRESS_OR_NONE, '', 'the wallet that holds the funds, for the types 1 to 3'),
  ...ORDER_BOOKS,
};
export type PolymarketConfig = VenueConfig & ValuesOf<typeof POLYMARKET_SETTINGS>;

const POLYMARKET_SESSION_KEYS = [
  'session_key_file',
  'session_signer_address',
  'former_session_key_file',
  'former_session_signer_address',
] as const;

export const POLYMARKET_SCHEMA: VenueSchema = {
  driver: 'polymarket',
  settings: POLYMARKET_SETTINGS,
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
};

/** The venue drivers that are part of Crossbook. */
export const VENUE_SCHEMAS: readonly VenueSchema[] = [DEMO_SCHEMA, KALSHI_SCHEMA, POLYMARKET_SCHEMA];
