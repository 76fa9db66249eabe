import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Config, DEFAULT_CONFIG } from '../../src/config/config.ts';
import { type ApiKey, grantCovers, type Subaccount } from '../../src/contract/access/access.ts';
import { NO_FEES } from '../../src/contract/model/fee-schedule.ts';
import type {
  AccountId,
  GenericAssetId,
  InstrumentId,
  SubaccountId,
  VenueName,
} from '../../src/contract/model/ids.ts';
import type { GenericAsset, Instrument } from '../../src/contract/model/instrument.ts';
import { type Notional, type Price, parsePrice, parseQty, type Qty } from '../../src/contract/model/money.ts';
import { err, notFound, ok, rejection } from '../../src/contract/model/result.ts';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import { createRateLimiter, type RateLimiter } from '../../src/http/auth/auth-rate-limiter.ts';
import { createAuthenticator } from '../../src/http/auth/authenticator.ts';
import { loadUsedSignatures, type UsedSignatures } from '../../src/http/auth/replay-protection.ts';
import { ConnectionLimiter } from '../../src/http/connection-limiter.ts';
import { EventLoopQueue } from '../../src/http/event-loop-queue.ts';
import { isStreamUpgrade } from '../../src/http/request-origin.ts';
import type { Print } from '../../src/market-data/market-data-types.ts';
import type { MarkedPosition } from '../../src/orders/trading-service.ts';
import type { Random } from '../../src/ports/environment.ts';
import type { Stream } from '../../src/streams/stream-connection.ts';
import { attachStreams, type StreamDeps, type Streams } from '../../src/streams/websocket-server.ts';
import { ManualClock } from './manual-clock.ts';
import { MemoryReplayStore } from './memory-replay-store.ts';
import { StreamClient } from './stream-client.ts';
import { VECTOR_KEY } from './test-signer.ts';

/** The positions of two accounts, with the methods that the streams use. */
export class FakeTrading {
  readonly keys = new Map<string, ApiKey>([[VECTOR_KEY.keyId, VECTOR_KEY]]);
  readonly existing: readonly Subaccount[] = ['acc_1/sa_1', 'acc_1/sa_2', 'acc_2/sa_9'].map(toSubaccount);
  readonly held = new Map<string, MarkedPosition>();
  reads = 0; // of positions
  #onPosition: ((marked: MarkedPosition) => void)[] = [];
  #onKeyRevoked: ((key: ApiKey) => void)[] = [];

  readonly queries: StreamDeps['trading']['queries'] = {
    subaccounts: (caller) =>
      this.existing
        .filter(({ accountId }) => accountId === caller.accountId)
        .filter(({ subaccountId }) => grantCovers(caller.subaccounts, subaccountId))
        .map((subaccount) => ({ ...subaccount, killSwitchActive: false })),
    positions: (caller, subaccountId) => {
      this.reads += 1;
      return ok(
        [...this.held.values()].filter(
          ({ position }) => position.accountId === caller.accountId && position.subaccountId === subaccountId,
        ),
      );
    },
  };

  readonly access: StreamDeps['trading']['access'] = {
    key: (keyId) => this.keys.get(keyId) ?? null,
    checkSubaccount: (caller, name) => {
      const found = this.existing.find(
        ({ accountId, subaccountId }) => accountId === caller.accountId && subaccountId === name,
      );
      if (found === undefined) return err(notFound('subaccount'));
      const isGranted = grantCovers(caller.subaccounts, found.subaccountId);
      return isGranted ? ok(found.subaccountId) : err(rejection('forbidden', 'not granted to this key'));
    },
    onKeyRevoked: (listener) => {
      this.#onKeyRevoked.push(listener);
      return () => {
        this.#onKeyRevoked = this.#onKeyRevoked.filter((each) => each !== listener);
      };
    },
  };

  // The fake publishes no orders, fills and balances; tests with the real service cover them.
  readonly feeds: StreamDeps['trading']['feeds'] = {
    onPosition: (listener) => {
      this.#onPosition.push(listener);
      return () => {
        this.#onPosition = this.#onPosition.filter((each) => each !== listener);
      };
    },
    liveOrders: () => ok([]),
    recentFills: () => ok([]),
    onOrder: () => () => {},
    onFill: () => () => {},
    ownQtys: () => [],
  };
  readonly complexOrders: StreamDeps['trading']['complexOrders'] = {
    open: () => ok([]),
    onChanged: () => () => {},
  };
  readonly operations: StreamDeps['trading']['operations'] = {
    list: () => ok([]),
    onOperation: () => () => {},
  };
  readonly balances: StreamDeps['trading']['balances'] = {
    list: () => ok([]),
    subscribe: () => () => {},
  };

  get listeners(): number {
    return this.#onPosition.length + this.#onKeyRevoked.length;
  }

  /** @param owner  `acc_1/sa_1` */
  hold(owner: string, instrumentId: number, qty: string): void {
    const { accountId, subaccountId } = toSubaccount(owner);
    const marked = markedPosition(accountId, subaccountId, instrumentId, parseQty(qty) ?? 0n);
    this.held.set(`${owner}/${instrumentId}`, marked);
    for (const listener of this.#onPosition) listener(marked);
  }

  revoke(key = VECTOR_KEY): void {
    const revoked: ApiKey = { ...key, status: 'REVOKED' };
    this.keys.set(revoked.keyId, revoked);
    for (const listener of this.#onKeyRevoked) listener(revoked);
  }
}

/** Prints: recent ones in memory, older ones in a store. Instruments 1..1000 and 1001..1010 exist. */
export class FakeMarket {
  readonly stored: Print[] = [];
  memoryFrom = 0; // index in `stored` of the first print in memory
  #listeners: ((print: Print) => void)[] = [];
  readonly #bookListeners = new Set<(id: InstrumentId) => void>();
  readonly #sequences = new Map<number, number>();

  readonly onPrint: StreamDeps['marketData']['onPrint'] = (listener) => {
    this.#listeners.push(listener);
    return () => {
      this.#listeners = this.#listeners.filter((each) => each !== listener);
    };
  };

  // The fake has no opportunities; tests with the real service cover them.
  readonly opportunities: StreamDeps['marketData']['opportunities'] = {
    demand: () => {},
    list: () => NOTHING,
    listUnreviewed: () => NOTHING,
    get: () => null,
    records: async () => [],
    record: async () => null,
    onChanged: () => () => {},
  };

  readonly printsSince: StreamDeps['marketData']['printsSince'] = (id) => {
    const memory = this.stored.slice(this.memoryFrom);
    const before = this.stored[this.memoryFrom - 1];
    if (before !== undefined && before.id > id) return null;
    return memory.filter((print) => print.id > id);
  };

  readonly prints: StreamDeps['marketData']['prints'] = async ({ limit, afterId }) =>
    this.stored.filter(({ id }) => id > (afterId ?? 0)).slice(0, limit);

  readonly lookup: StreamDeps['marketData']['lookup'] = async (ids) =>
    ids.filter((id) => id <= 1010).map(createInstrument);

  readonly instrumentByNativeId: StreamDeps['marketData']['instrumentByNativeId'] = async (venue, native) =>
    venue === 'Demo' && native === 'RAIN' ? createInstrument(1001 as InstrumentId) : null;

  readonly instrument: StreamDeps['marketData']['instrument'] = async (id) =>
    (await this.lookup([id]))[0] ?? null;

  readonly asset: StreamDeps['marketData']['asset'] = async (id) => (id === 501 ? ASSET : null);

  readonly book: StreamDeps['marketData']['book'] = async ({ instrumentId }) => {
    const sequence = this.#sequences.get(instrumentId);
    if (sequence === undefined) return err(rejection('venue_unavailable', 'the book is not available now'));
    return ok({ instrumentId, bids: [], asks: [], timestamp: AT, sequence });
  };

  readonly aggregatedBook: StreamDeps['marketData']['aggregatedBook'] = async ({
    genericAssetId,
    members,
  }) => {
    const sequence = members.reduce(
      (sum, { instrumentId }) => sum + (this.#sequences.get(instrumentId) ?? 0),
      0,
    );
    return ok({ genericAssetId, bids: [], asks: [], members: [], timestamp: AT, sequence });
  };

  readonly onBook: StreamDeps['marketData']['onBook'] = (listener) => {
    this.#bookListeners.add(listener);
    return () => this.#bookListeners.delete(listener);
  };

  /** Sets or changes the book of an instrument; null: the book is lost. */
  quote(instrumentId: number, sequence: number | null): void {
    if (sequence === null) this.#sequences.delete(instrumentId);
    else this.#sequences.set(instrumentId, sequence);
    for (const listener of this.#bookListeners) listener(instrumentId as InstrumentId);
  }

  print(instrumentId = 1001): Print {
    const print = createPrint((this.stored.at(-1)?.id ?? 0) + 1, instrumentId);
    this.stored.push(print);
    for (const listener of this.#listeners) listener(print);
    return print;
  }

  get listeners(): number {
    return this.#listeners.length + this.#bookListeners.size;
  }
}

const NOTHING: AsyncIterable<never[]> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};

export interface StreamHarness {
  readonly clock: ManualClock;
  readonly trading: FakeTrading;
  readonly market: FakeMarket;
  readonly rates: RateLimiter;
  readonly streams: Streams;
  readonly port: number;
  readonly counted: string[]; // counter names with their labels
  readonly gauges: Map<string, number>;
  readonly used: UsedSignatures;
  readonly replayStore: MemoryReplayStore;
  /** A client whose handshake was accepted. `query` without the signing parameters. */
  connect(target: string, options?: { readonly autoPong?: boolean }): Promise<StreamClient>;
  stop(): Promise<void>;
}

/** What the trade socket of a test shares with the other streams. */
export interface StreamFakes {
  readonly trading: FakeTrading;
  readonly rates: RateLimiter;
  readonly clock: ManualClock;
  readonly random: Random;
}

/** The streams on a real socket, with fake dependencies and a manual clock. */
export async function startStreams(
  limits: Partial<Config['ws']> = {},
  createTrade: ((fakes: StreamFakes) => Stream) | null = null,
): Promise<StreamHarness> {
  const clock = new ManualClock();
  const [trading, market, replayStore] = [new FakeTrading(), new FakeMarket(), new MemoryReplayStore()];
  const counted: string[] = [];
  const gauges = new Map<string, number>();
  const config = { ...DEFAULT_CONFIG, ws: { ...DEFAULT_CONFIG.ws, ...limits } };
  const rates = createRateLimiter(config.rate, clock);
  const used = await loadUsedSignatures({ store: replayStore, clock, windowMs: config.auth.windowMs });
  const server = createServer({ shouldUpgradeCallback: isStreamUpgrade }, (_, response) =>
    response.end('plain'),
  );
  const random = { next: () => 0.5, hex: (length: number) => 'ab'.repeat(length) };
  const streams = attachStreams(server, {
    trading,
    marketData: market,
    auth: createAuthenticator({ trading, clock, config, used }),
    rates,
    streamLimiter: new ConnectionLimiter(config.ws.maxConnectionsPerKey),
    trade: createTrade === null ? null : createTrade({ trading, rates, clock, random }),
    eventLoop: new EventLoopQueue(),
    config,
    clock,
    random,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    metrics: {
      count: (name, labels) => void counted.push(`${name} ${Object.values(labels ?? {}).join(' ')}`),
      observe: () => {},
      gauge: (name, value, labels) => void gauges.set(`${name} ${labels?.['stream']}`, value),
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const clients: StreamClient[] = [];
  return {
    clock,
    trading,
    market,
    rates,
    streams,
    port,
    counted,
    gauges,
    used,
    replayStore,
    async connect(target, options) {
      const client = new StreamClient({ port, clock, target, ...options });
      clients.push(client);
      await client.opened;
      return client;
    },
    async stop() {
      for (const client of clients) client.terminate();
      await streams.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const DEMO = 'Demo' as VenueName;
const AT = 1_782_907_200_008 as TimestampMs;

const ASSET: GenericAsset = {
  genericAssetId: 501 as GenericAssetId,
  title: 'Rain',
  description: null,
  category: 'Weather',
  members: [1001, 1002].map((id) => ({
    venue: DEMO,
    instrumentId: id as InstrumentId,
    ticker: `T-${id}`,
    inverted: false,
  })),
};

function toSubaccount(owner: string): Subaccount {
  const [accountId, subaccountId] = owner.split('/');
  return { accountId: accountId as AccountId, subaccountId: subaccountId as SubaccountId, name: owner };
}

const createPrint = (id: number, instrumentId: number): Print => ({
  id,
  instrumentId: instrumentId as InstrumentId,
  venue: DEMO,
  price: parsePrice('0.47') ?? (0n as Price),
  qty: parseQty('4') ?? (0n as Qty),
  side: 'BUY',
  timestamp: AT,
});

function markedPosition(
  accountId: AccountId,
  subaccountId: SubaccountId,
  instrumentId: number,
  net: bigint,
): MarkedPosition {
  const price = parsePrice('0.47') ?? (0n as Price);
  return {
    position: {
      accountId,
      subaccountId,
      instrumentId: instrumentId as InstrumentId,
      venue: DEMO,
      net,
      cost: (net * price) as Notional,
      realizedPnl: 0n as Notional,
      updatedAt: AT,
    },
    avgPrice: net === 0n ? null : price,
    markPrice: price,
    unrealizedPnl: 0n as Notional,
  };
}

const createInstrument = (instrumentId: InstrumentId): Instrument => ({
  instrumentId,
  genericAssetId: null,
  venue: DEMO,
  venueInstrumentId: `N-${instrumentId}`,
  ticker: `T-${instrumentId}`,
  slug: `t-${instrumentId}`,
  title: `Instrument ${instrumentId}`,
  description: null,
  category: 'Weather',
  status: 'OPEN',
  priceTick: 1_000_000n as Price,
  priceMin: 1_000_000n as Price,
  priceMax: 99_000_000n as Price,
  priceBands: null,
  qtyStep: 100_000_000n as Qty,
  qtyMin: 100_000_000n as Qty,
  fees: NO_FEES,
  openTime: null,
  closeTime: null,
  result: null,
  settlementPrice: null,
  event: null,
  outcomeName: null,
  rulesSecondary: null,
  venueTerms: {},
  updatedAt: AT,
});
