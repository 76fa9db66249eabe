import type { VenueName } from '#contract';
import type { Clock, DigestSigner, Log, Network, Random } from '#ports';

/** The amount in whole multiples of which the cash of an account moves, in dollars. */
export type AccountPrecision = '0.0001' | '0.01';

/** Settings of the adapter for one Kalshi account. Hosts and keys are configuration, never constants. */
export interface KalshiSettings {
  readonly restUrl: string; // with its path, `https://host/trade-api/v2`: the path is signed
  readonly wsUrl: string;
  readonly keyId: string;
  readonly privateKeyPem: string; // RSA (PKCS#1 or PKCS#8) or Ed25519; unused with a signer
  readonly signer?: DigestSigner | null; // holds the key in place of this process
  readonly signerPublicKeyPem?: string | null; // confirms its signatures; absent or null: they are not confirmed
  readonly simulated: boolean;
  /** Market data without an API key: no request is signed, and books and trades are polled, as the streams need a key. */
  readonly isPublic: boolean;
  /** Fees are estimated with it until the account's fills show its precision. */
  readonly accountPrecision: AccountPrecision;
  readonly clientIdSpace: string; // 32 lower-case hex characters, constant for an installation
  readonly connectionsMax: number;
  readonly readMs: number; // timeout of a read
  readonly writeMs: number; // timeout of an order request
  readonly readWaitMsMax: number; // longest wait for rate limit tokens, before a read fails
  readonly writeWaitMsMax: number; // longest wait for rate limit tokens, before an order is `unsent`
  readonly watchedMax: number; // maximum number of subscribed books
  readonly refreshMs: number; // between incremental catalogue reads
  readonly settledDays: number; // settled markets are listed for this long
  readonly bookSilenceMs: number; // after this silence a snapshot is requested
  readonly socketSilenceMs: number; // after this silence the socket is replaced
  readonly fillsWaitMs: number; // longest wait for the fills that an answer counts
  readonly marketSlippage: string; // how far a MARKET limit goes beyond the worst level needed
}

export const KALSHI_DEFAULTS = {
  restUrl: 'https://external-api.kalshi.com/trade-api/v2',
  wsUrl: 'wss://external-api-ws.kalshi.com/trade-api/ws/v2',
  simulated: false,
  isPublic: false,
  accountPrecision: '0.0001',
  connectionsMax: 8,
  readMs: 10_000,
  writeMs: 10_000,
  readWaitMsMax: 20_000,
  writeWaitMsMax: 1_000,
  watchedMax: 500,
  refreshMs: 30_000,
  settledDays: 7,
  bookSilenceMs: 5_000,
  socketSilenceMs: 30_000,
  fillsWaitMs: 3_000,
  marketSlippage: '0.02',
} as const satisfies Partial<KalshiSettings>;

/** The adapter's dependencies on its environment. */
export interface KalshiDeps {
  readonly name: VenueName;
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}
