import type { VenueName } from '../../domain/model/ids.ts';
import type { Clock, Random } from '../../ports/environment.ts';
import type { Network } from '../../ports/network.ts';
import type { Log } from '../../ports/telemetry.ts';

/** What an adapter to one Kalshi account needs to know. Hosts and keys are configuration, never constants. */
export interface KalshiSettings {
  readonly restUrl: string; // with its path, `https://host/trade-api/v2`: the path is signed
  readonly wsUrl: string;
  readonly keyId: string;
  readonly privateKeyPem: string; // RSA (PKCS#1 or PKCS#8) or Ed25519
  readonly simulated: boolean;
  /** Direct members settle to a hundredth of a cent, everybody else to a cent. */
  readonly accountPrecision: '0.0001' | '0.01';
  readonly clientIdSpace: string; // 32 lower-case hex characters, the same for the life of an installation
  readonly connectionsMax: number;
  readonly readMs: number; // a read, from its first byte to the last of its answer
  readonly writeMs: number; // the same for an order request: how long one may be under way
  readonly readWaitMsMax: number; // for budget, before a read gives up
  readonly writeWaitMsMax: number; // for budget, before an order is `unsent`
  readonly watchedMax: number; // books at once
  readonly refreshMs: number; // between incremental catalogue reads
  readonly settledDays: number; // how far back settled markets are listed
  readonly bookSilenceMs: number; // a book unheard for so long is asked for again
  readonly socketSilenceMs: number; // a socket unheard for so long is dead
  readonly fillsWaitMs: number; // for the fills behind an answer that counts them
  readonly marketSlippage: string; // how far beyond the book's own worst level MARKET may go
}

export const KALSHI_DEFAULTS = {
  restUrl: 'https://external-api.kalshi.com/trade-api/v2',
  wsUrl: 'wss://external-api-ws.kalshi.com/trade-api/ws/v2',
  simulated: false,
  accountPrecision: '0.01',
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

/** The world as the adapter reaches it. */
export interface KalshiDeps {
  readonly name: VenueName;
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}
