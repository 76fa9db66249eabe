import type { TimestampMs } from '#contract';
import type { DigestSigner } from '#ports';

/** The venue's signature types: own key, proxy, Safe, deposit wallet. */
export type SignatureType = 0 | 1 | 2 | 3;

/** API credentials of a wallet, for private requests. One set per key; never logged. */
export interface ApiCredentials {
  readonly apiKey: string;
  readonly secret: string; // base64, either alphabet
  readonly passphrase: string;
}

/**
 * Credentials for the venue's relayer: a relayer key of the account, or a builder key. They place no orders; never logged.
 *
 * Source  docs.polymarket.com/trading/gasless (2026-10)
 */
export type RelayerCredentials =
  | { readonly kind: 'relayer_key'; readonly apiKey: string; readonly address: string }
  | ({ readonly kind: 'builder' } & ApiCredentials);

/** A key of the wallet that signed before the one in use. It signs no orders; its orders are read and cancelled with its login. */
export interface FormerKey {
  readonly privateKeyHex: string; // unused with a signer
  readonly signer: DigestSigner | null;
  readonly isSessionKey: boolean; // false: the owner's key
  readonly expiresAt: TimestampMs | null; // null: never, or not known
}

/** The versions of the public Data API. The venue serves both. */
export type DataApiVersion = 'v1' | 'v2';

export interface PolymarketSettings {
  readonly clobUrl: string;
  readonly gammaUrl: string;
  readonly dataUrl: string;
  readonly dataApi: DataApiVersion; // of positions and trades
  readonly wsMarketUrl: string;
  readonly wsUserUrl: string;
  readonly relayerUrl: string;
  readonly relayerCredentials: RelayerCredentials | null; // null: no merges, splits and redemptions
  readonly geoUrl: string | null; // used by `check` only
  readonly chainId: number;
  readonly privateKeyHex: string; // of the wallet that signs; 64 hex digits, with or without 0x; unused with a signer
  readonly signer: DigestSigner | null; // holds the key in place of this process; closed by `stop`
  readonly isSessionKey: boolean; // that key is a session key of the deposit wallet `funder`
  readonly keyExpiresAt: TimestampMs | null; // of that session key; null: not known
  readonly formerKeys: readonly FormerKey[]; // their signers are closed by `stop` too
  readonly credentials: ApiCredentials | null; // null: derived from the key at the start
  readonly onCredentials?: (derived: ApiCredentials) => void; // called before they are used
  readonly signatureType: SignatureType;
  readonly funder: string | null; // the wallet that holds the funds; null: the key's own address
  readonly simulated: boolean;
  readonly isPublic: boolean; // market data only: no credentials are derived, and no private data is read
  readonly minSizeForTaking: boolean; // the market's minimum size also binds FAK and FOK orders, which are sales
  readonly heartbeat: boolean; // `sendHeartbeat` exists: the venue cancels all orders of the API key without it
  readonly space: string; // hex, constant for an installation: makes its order salts differ from those of others
  readonly watchedMax: number; // maximum subscribed books
  readonly instrumentsMax: number; // maximum markets in the catalogue
  readonly closedPagesMax: number; // pages of closed markets to read after the start
  readonly catalogueRefreshMs: number; // how often changed markets are read
  readonly catalogueFullMs: number; // how often all open markets are read
  readonly resultWaitMs: number; // how long a market may be closed without a result before its winner is looked up
  readonly marketBound: bigint; // 1e-8: how far beyond the price that covers its quantity a MARKET order may trade
  readonly ordersKept: number; // maximum closed orders in memory
  readonly preparedMax: number; // maximum prepared orders that are not placed yet
  readonly firstLookbackMs: number; // how far back a reconciliation without a mark reads trades
}

export const POLYMARKET_DEFAULTS = {
  signer: null,
  isSessionKey: false,
  keyExpiresAt: null,
  formerKeys: [],
  clobUrl: 'https://clob.polymarket.com',
  gammaUrl: 'https://gamma-api.polymarket.com',
  dataUrl: 'https://data-api.polymarket.com',
  dataApi: 'v1',
  wsMarketUrl: 'wss://ws-subscriptions-clob.polymarket.com/ws/market',
  wsUserUrl: 'wss://ws-subscriptions-clob.polymarket.com/ws/user',
  relayerUrl: 'https://relayer-v2.polymarket.com',
  relayerCredentials: null,
  geoUrl: 'https://polymarket.com',
  chainId: 137,
  credentials: null,
  signatureType: 0,
  funder: null,
  simulated: false,
  isPublic: false,
  minSizeForTaking: false,
  heartbeat: false,
  watchedMax: 1_000,
  instrumentsMax: 500_000,
  closedPagesMax: 50,
  catalogueRefreshMs: 60_000,
  catalogueFullMs: 900_000,
  resultWaitMs: 300_000,
  marketBound: 2_000_000n, // 0.02
  ordersKept: 20_000,
  preparedMax: 10_000,
  firstLookbackMs: 86_400_000,
} as const satisfies Partial<PolymarketSettings>;

/**
 * Contracts that move pUSD and tokens in trades of neg-risk markets, in addition to their exchange.
 *
 * Source the venue's contract list (2026-09); the CLOB refuses purchases without either allowance
 */
export const NEG_RISK_ADAPTERS = [
  '0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296',
  '0xadA2005600Dec949baf300f4C6120000bDB6eAab',
] as const;

/** The contract that an order is signed for: Exchange V2, or Exchange V3 in markets of Protocol V2. */
export type ExchangeName = 'standard' | 'negRisk' | 'v3';

/** Exchange V2, on both chains. */
export const EXCHANGES = {
  standard: '0xE111180000d2663C0091e4f400237545B87B996B',
  negRisk: '0xe2222d279d744050d28e00520010520000310F59',
} as const;

/**
 * Exchange V3, by chain.
 *
 * Source  Polymarket/clob-client-v2 1.1.0, config.ts (2026-07); docs.polymarket.com/resources/contracts
 */
export const EXCHANGES_V3: Readonly<Record<number, string>> = {
  137: '0xe3333700cA9d93003F00f0F71f8515005F6c00Aa',
  80002: '0x9fE6e61422AdB6F610d8597F9684b16912D50C3D',
};
