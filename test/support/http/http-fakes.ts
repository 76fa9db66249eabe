import type { FastifyInstance } from 'fastify';
import { type Config, DEFAULT_CONFIG } from '../../../src/config/config.ts';
import type { Caller } from '../../../src/contract/access/access.ts';
import type { SessionId } from '../../../src/contract/model/ids.ts';
import { computeNotional, type Notional, QTY_ZERO, type Qty } from '../../../src/contract/model/money.ts';
import {
  err,
  mapResult,
  notFound,
  ok,
  type Rejection,
  type Result,
  rejection,
} from '../../../src/contract/model/result.ts';
import type { TimestampMs } from '../../../src/contract/model/time.ts';
import { FAKE_LISTINGS } from '../../../src/domain/instruments/fake-listings.fixture.ts';
import { TradePerformance } from '../../../src/domain/positions/trade-performance.ts';
import type { RateDecision, RateLimiter } from '../../../src/http/auth/auth-rate-limiter.ts';
import type { Authenticator, SignedRequest } from '../../../src/http/auth/authenticator.ts';
import { EventLoopQueue } from '../../../src/http/event-loop-queue.ts';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { LongListLimiter } from '../../../src/http/long-lists.ts';
import type { HttpDeps } from '../../../src/http/route.ts';
import type { MarketData } from '../../../src/market-data/market-data-types.ts';
import type { Alerts } from '../../../src/notifications/alert-service.ts';
import type { Webhooks } from '../../../src/notifications/webhook-service.ts';
import { FixedMappingSource, openReviews } from '../../../src/oms/mapping-review/mapping-review.fixture.ts';
import { JournalSuspension } from '../../../src/orders/journal-suspension.ts';
import type { WatchedParent } from '../../../src/orders/parent-types.ts';
import type { Pnl } from '../../../src/orders/pnl/pnl-types.ts';
import type { TradingQueryService, TradingService } from '../../../src/orders/trading-service.ts';
import { SOLE_OWNER } from '../../../src/ports/journal-ownership.ts';
import type { Log, MetricLabels, Metrics } from '../../../src/ports/telemetry.ts';
import { ManualClock } from '../manual-clock.ts';
import {
  ACCOUNT,
  ACCOUNT_LIMITS,
  ASSET,
  BOOK,
  CALLER,
  COMPLEX_ORDER,
  COMPLEX_PREVIEW,
  DEMO,
  EVENT,
  FILL,
  INSTRUMENT,
  LIMITS,
  OPERATION,
  OPERATION_TERMS,
  OPPORTUNITY,
  OPPORTUNITY_RECORD,
  ORDER,
  POSITION,
  PREVIEW,
  PRINT,
  price,
  qty,
  RECEIPT,
  RISK,
  SA_1,
} from './http-records.ts';

/** Yields pages as a store does. */
export async function* toPages<Item>(...pages: (readonly Item[])[]): AsyncGenerator<readonly Item[]> {
  yield* pages;
}

/** Accepts requests with `x-signature: good` as the caller, answers others with 401, and records them. */
export class FakeAuth implements Authenticator {
  caller: Caller = CALLER;
  isTimestampFresh = true;
  isKnown = true;
  durable: Promise<void> = Promise.resolve();
  signaturesUsed = 0;
  readonly seen: SignedRequest[] = [];

  hasUsableKey() {
    return this.isKnown;
  }

  async authenticate(request: SignedRequest) {
    return this.authenticateHandshake(request);
  }

  authenticateHandshake(request: SignedRequest) {
    this.seen.push(request);
    const { caller, isTimestampFresh } = this;
    const useSignature = () => {
      this.signaturesUsed += 1;
      return ok(this.durable);
    };
    if (request.headers['x-signature'] === 'good') return ok({ caller, isTimestampFresh, useSignature });
    return err(rejection('unauthorized', 'the signature headers are missing'));
  }

  async close() {}
}

/** Allows everything unless `isEmpty` is set, and records the taken tokens. */
export class FakeRates implements RateLimiter {
  isEmpty = false;
  readonly taken: string[] = [];

  take(keyId: string, bucket: string, tokens: number): RateDecision {
    this.taken.push(`${keyId} ${bucket} ${tokens}`);
    return {
      allowed: !this.isEmpty,
      limit: 200,
      remaining: this.isEmpty ? 0 : 199,
      resetSeconds: 1,
      windowSeconds: 2,
      retryAfterMs: this.isEmpty ? 140 : 0,
    };
  }

  takeSpare(keyId: string, bucket: string, tokens: number): RateDecision {
    return this.take(keyId, bucket, tokens);
  }
}

export class FakeLog implements Log {
  readonly errors: string[] = [];
  info(): void {}
  warn(): void {}
  error(message: string, facts?: Readonly<Record<string, unknown>>): void {
    this.errors.push(`${message} ${JSON.stringify(facts)}`);
  }
}

export class FakeMetrics implements Metrics {
  readonly observed: { name: string; labels: MetricLabels | undefined }[] = [];
  count(): void {}
  gauge(): void {}
  observe(name: string, _value: number, labels?: MetricLabels): void {
    this.observed.push({ name, labels });
  }
}

const suspension = new JournalSuspension({
  journalOwnership: SOLE_OWNER,
  clock: new ManualClock(),
  ackWaitMs: 250,
});

const findSubaccount = (subaccountId: string): Result<typeof SA_1, Rejection> =>
  subaccountId === SA_1 ? ok(SA_1) : err(notFound('subaccount'));

const UNPROTECTED = {
  subaccountId: SA_1,
  protection: null,
  isFrozen: false,
  totals: { filledQty: 0n as Qty, netQty: 0n as Qty },
};

/** Changes of a fake: the services, or single calls of one. */
export type TradingChanges = {
  readonly [Service in keyof TradingService]?: Partial<TradingService[Service]>;
};

/** Knows the subaccount sa_1 and the order ord_1042, and answers with the contract's examples. */
export const fakeTrading = (
  changes: TradingChanges = {},
  queries: Partial<TradingQueryService> = {},
): TradingService => {
  const fakes = createFakes(queries);
  const changed = Object.entries(changes).map(([name, calls]) => [
    name,
    { ...fakes[name as keyof TradingService], ...calls },
  ]);
  return { ...fakes, ...(Object.fromEntries(changed) as Partial<TradingService>) };
};

const createFakes = (queries: Partial<TradingQueryService>): TradingService => ({
  orders: {
    submit: async () => ok({ order: ORDER, replayed: false }),
    submitBatch: async (_, items) => ok(items.map(() => ({ ok: true, order: ORDER }))),
    amend: async (_, id) => (id === ORDER.id ? ok(ORDER) : err(notFound('order'))),
    cancel: async (_, id) => (id === ORDER.id ? ok(ORDER) : err(notFound('order'))),
    cancelAll: async (_, subaccountId) => {
      const subaccount = findSubaccount(subaccountId ?? SA_1);
      return subaccount.ok
        ? ok({ subaccountId, cancelled: [ORDER.id], pending: [], failed: [], cancelledComplexOrders: [] })
        : subaccount;
    },
    findClosingTerms: async () => ok({ side: 'SELL', qty: '10' }),
    preview: async () => ok(PREVIEW),
  },
  queries: fakeQueries(queries),
  complexOrders: FAKE_COMPLEX_ORDERS,
  quotes: {
    put: async (_, { quoteSeq, sides }) =>
      ok({
        subaccountId: SA_1,
        quoteSeq,
        sides: sides.map(({ instrumentId, side }) => ({
          instrumentId,
          side,
          action: 'PLACED',
          orderId: ORDER.id,
          refusal: null,
        })),
      }),
    list: (_, id) => mapResult(findSubaccount(id), () => ({ subaccountId: id, quoteSeq: 0, quotes: [] })),
    pull: async (_, id) =>
      mapResult(findSubaccount(id), () => ({ subaccountId: id, quoteSeq: 0, sides: [] })),
    countChanges: (_, { sides }) => sides.length,
    protection: (_, id) => mapResult(findSubaccount(id), () => UNPROTECTED),
    setProtection: async (_, id) => mapResult(findSubaccount(id), () => UNPROTECTED),
    resetProtection: async (_, id) => mapResult(findSubaccount(id), () => UNPROTECTED),
  },
  operations: {
    preview: async (_, { subaccountId }) => mapResult(findSubaccount(subaccountId), () => OPERATION_TERMS),
    request: async (_, { subaccountId }) =>
      mapResult(findSubaccount(subaccountId), () => ({ operation: OPERATION, replayed: false })),
    list: (_, { subaccountId }) => mapResult(findSubaccount(subaccountId), () => [OPERATION]),
    get: (_, id) => (id === OPERATION.id ? ok(OPERATION) : err(notFound('operation'))),
    onOperation: () => () => undefined,
  },
  risk: {
    limits: (_, subaccountId) => {
      const subaccount = findSubaccount(subaccountId ?? SA_1);
      return subaccount.ok ? ok(subaccountId === null ? ACCOUNT_LIMITS : LIMITS) : subaccount;
    },
    setLimits: async () => ok(LIMITS),
    activityLastHour: () => ({ orders: 7, fills: 2 }),
    venueShare: () => ({
      activeKeys: 2,
      left: 7.25,
      shareLeft: 4,
      shareBurst: 4,
      sharePerSecond: 4,
      usedLastMinute: 3,
    }),
    setGuard: async (_, { subaccountId }) => ok({ subaccountId, guard: null, deadlineAt: null, venues: [] }),
    guard: (_, subaccountId) =>
      mapResult(findSubaccount(subaccountId ?? SA_1), () => ({
        subaccountId,
        guard: null,
        deadlineAt: null,
        venues: [],
      })),
    setKillSwitch: async () =>
      ok({ enabled: true, active: true, subaccounts: [SA_1], pausedComplexOrders: [], updatedAt: now() }),
  },
  sessions: { open: async () => 'ses_1' as SessionId, end: async () => {} },
  approvals: { list: () => [], decide: async () => err(notFound('approval')) },
  balances: { list: (_, id) => mapResult(findSubaccount(id), () => []), subscribe: () => () => {} },
  fairValues: {
    list: (_, id) => mapResult(findSubaccount(id), () => []),
    replace: (_, id, values) => mapResult(findSubaccount(id), () => values),
  },
  feeds: {
    onPosition: () => () => {},
    liveOrders: () => ok([ORDER]),
    onOrder: () => () => {},
    ownQtys: () => [],
    recentFills: () => ok([FILL]),
    onFill: () => () => {},
  },
  access: {
    key: () => null,
    onKeyRevoked: () => () => {},
    agentUsed: () => null,
    keyLimits: () => null,
    checkSubaccount: (_, subaccountId) => findSubaccount(subaccountId),
    findSubaccount: () => null,
  },
  calls: {
    whenDurable: (durable) => suspension.whenDurable(durable),
    record: async () => {},
    countForbidden: () => {},
    delayMs: 0,
  },
});

const findComplexOrder = async (_: Caller, id: string): Promise<Result<WatchedParent, Rejection>> =>
  id === COMPLEX_ORDER.parent.id ? ok(COMPLEX_ORDER) : err(notFound('complex_order'));

/** Knows the complex order cpx_7 of the contract's example. */
const FAKE_COMPLEX_ORDERS: TradingService['complexOrders'] = {
  submit: async () => ok({ parent: COMPLEX_ORDER.parent, replayed: false }),
  preview: async () => ok(COMPLEX_PREVIEW),
  amend: findComplexOrder,
  cancel: findComplexOrder,
  resume: findComplexOrder,
  cancelAll: async (_, id) =>
    mapResult(findSubaccount(id ?? SA_1), () => ({
      subaccountId: id,
      cancelled: [COMPLEX_ORDER.parent.id],
      pending: [],
    })),
  get: findComplexOrder,
  receipt: async (_, id) =>
    mapResult(await findComplexOrder(_, id), (found) => ({ ...found, events: [], isTruncated: false })),
  list: (_, { subaccountId }) => mapResult(findSubaccount(subaccountId), () => toPages([COMPLEX_ORDER])),
  open: () => ok([COMPLEX_ORDER]),
  onChanged: () => () => {},
  withView: () => COMPLEX_ORDER,
};

const NO_TRADES = new TradePerformance('day');
const PERFORMANCE = {
  groups: [],
  total: NO_TRADES.total(() => ({ price: null, isSettled: false, isRefunded: false })),
  isTruncated: false,
};

const fakeQueries = (changes: Partial<TradingQueryService>): TradingQueryService => ({
  receipt: async (_, id) => (id === ORDER.id ? ok(RECEIPT) : err(notFound('order'))),
  order: async (_, id) => (id === ORDER.id ? ok(ORDER) : err(notFound('order'))),
  orders: async (_, { subaccountId }) => {
    const subaccount = findSubaccount(subaccountId);
    return subaccount.ok ? ok(toPages([ORDER])) : subaccount;
  },
  fills: async (_, { subaccountId }) => {
    const subaccount = findSubaccount(subaccountId);
    return subaccount.ok ? ok(toPages([FILL])) : subaccount;
  },
  performance: async (_, { subaccountId }) => {
    const subaccount = findSubaccount(subaccountId);
    return subaccount.ok ? ok(PERFORMANCE) : subaccount;
  },
  positions: (_, subaccountId) => {
    const subaccount = findSubaccount(subaccountId);
    return subaccount.ok ? ok([POSITION]) : subaccount;
  },
  risk: (_, subaccountId) => {
    const subaccount = findSubaccount(subaccountId);
    return subaccount.ok ? ok(RISK) : subaccount;
  },
  subaccounts: () => [{ accountId: ACCOUNT, subaccountId: SA_1, name: 'Desk one', killSwitchActive: false }],
  ...changes,
});

const now = (): TimestampMs => 1_782_907_200_000 as TimestampMs;

/** Holds one instrument, 1001, on one venue, and one asset, 501. */
export const fakeMarketData = (changes: Partial<MarketData> = {}): MarketData => ({
  search: async () => ok({ items: [INSTRUMENT], nextCursor: 'eyJrIjoxMDAxfQ', isNear: false }),
  list: () => toPages([INSTRUMENT]),
  events: () => toPages([EVENT]),
  opportunities: {
    demand: () => {},
    list: () => toPages([OPPORTUNITY]),
    listUnreviewed: () => toPages([]),
    get: () => OPPORTUNITY,
    records: async () => [OPPORTUNITY_RECORD],
    record: async () => OPPORTUNITY_RECORD,
    onChanged: () => () => {},
  },
  genericEvents: () => toPages([]),
  event: async (id) => (id === EVENT.eventId ? EVENT : null),
  match: async ({ ticker }) => (ticker === INSTRUMENT.ticker ? INSTRUMENT : null),
  instrument: async (id) => (id === INSTRUMENT.instrumentId ? INSTRUMENT : null),
  instrumentByNativeId: async (_, nativeId) =>
    nativeId === INSTRUMENT.venueInstrumentId ? INSTRUMENT : null,
  lookup: async (ids) => ids.map((instrumentId) => ({ ...INSTRUMENT, instrumentId })),
  book: async () => ok(BOOK),
  aggregatedBook: async ({ genericAssetId }) =>
    ok({
      genericAssetId,
      bids: [
        {
          price: price('0.47'),
          qty: qty('120'),
          breakdown: [{ venue: DEMO, instrumentId: INSTRUMENT.instrumentId, qty: qty('120') }],
        },
      ],
      asks: [],
      members: [
        { venue: DEMO, instrumentId: INSTRUMENT.instrumentId, inverted: false, condition: 'live', ageMs: 12 },
      ],
      timestamp: now(),
      sequence: 4402,
    }),
  assets: async () => [ASSET],
  asset: async (id) => (id === ASSET.genericAssetId ? ASSET : null),
  assetStatus: async () => 'OPEN',
  assetSafety: async () => null,
  prints: async () => [PRINT],
  stats: async (instrumentId) => ({
    instrumentId,
    volume24h: qty('1520'),
    lastPrice: null,
    openInterest: qty('800'),
    asOf: now(),
    source: 'VENUE',
  }),
  candles: async () => [
    {
      t: now(),
      open: price('0.45'),
      high: price('0.49'),
      low: price('0.44'),
      close: price('0.47'),
      volume: qty('310'),
      source: 'TRADES',
    },
  ],
  prices: async () => [{ timestamp: now(), price: price('0.47'), source: 'TRADES' }],
  venues: () => [
    {
      name: DEMO,
      status: 'LIVE',
      capabilities: {
        trading: true,
        simulated: true,
        amend: 'native',
        amendQtyIncrease: true,
        tif: ['GTC', 'IOC', 'FOK', 'GTD'],
        postOnly: true,
        notFoundPolicy: { settleMs: 0, confirmations: 1, gapMs: 0 },
        bookDelivery: 'all',
        dustQty: QTY_ZERO,
      },
    },
  ],
  venueHealth: () => [
    { venue: DEMO, healthy: true, latencyMs: 0, checkedAt: now(), reason: null },
    { venue: 'Kalshi' as typeof DEMO, healthy: false, latencyMs: null, checkedAt: now(), reason: 'timeout' },
  ],
  venueHistory: (venue) =>
    venue === DEMO
      ? {
          venue,
          healthy: true,
          latencyMs: 0,
          checkedAt: now(),
          reason: null,
          changes: [{ at: now(), healthy: true, reason: null }],
          latencies: [{ t: now(), checks: 60, p50Ms: 28, p90Ms: 41, p99Ms: 77, maxMs: 90 }],
          budgets: [{ name: 'orders', left: 20, burst: 48, perSecond: 32, forCancels: false }],
        }
      : null,
  onBook: () => () => {},
  onPrint: () => () => {},
  printsSince: () => [],
  ...changes,
});

const PNL = {
  realizedPnl: computeNotional(price('0.5'), qty('25')),
  unrealizedPnl: (0n - computeNotional(price('0.1'), qty('4'))) as Notional,
  fees: computeNotional(price('0.53'), qty('2')),
  fillsWithoutFee: 0,
};

/** No webhooks; every id is unknown. */
const unknownWebhook = async () => err(notFound('webhook'));
const FAKE_WEBHOOKS: Webhooks = {
  create: unknownWebhook,
  list: () => [],
  get: () => err(notFound('webhook')),
  change: unknownWebhook,
  remove: unknownWebhook,
  rotate: unknownWebhook,
  test: unknownWebhook,
  deliveries: () => err(notFound('webhook')),
  replay: async () => err(notFound('delivery')),
};

const FAKE_ALERTS: Alerts = {
  create: unknownWebhook,
  list: () => [],
  remove: async () => err(notFound('alert')),
};

/** One point, and one share under the name `Demo`. */
const fakePnl = (): Pnl => ({
  curve: async () => ok([{ t: 1_782_903_600_000 as TimestampMs, ...PNL }]),
  shares: async () => ok([{ group: DEMO, ...PNL }]),
});

export interface TestApi {
  readonly server: FastifyInstance;
  readonly auth: FakeAuth;
  readonly rates: FakeRates;
  readonly log: FakeLog;
  readonly metrics: FakeMetrics;
  readonly clock: ManualClock;
}

export interface TestApiOptions {
  readonly trading?: TradingChanges;
  readonly queries?: Partial<TradingQueryService>;
  readonly marketData?: Partial<MarketData>;
  readonly config?: Partial<Config>;
  readonly deps?: Partial<HttpDeps>;
}

/** The whole HTTP API with fake dependencies. */
export async function createTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const parts = {
    auth: new FakeAuth(),
    rates: new FakeRates(),
    log: new FakeLog(),
    metrics: new FakeMetrics(),
    clock: new ManualClock(),
  };
  const { reviews: reviewing } = await openReviews(new FixedMappingSource(FAKE_LISTINGS));
  const server = await createHttpServer({
    terminal: null,
    pythonClient: null,
    ...parts,
    lists: new LongListLimiter({ ...parts, eventLoop: new EventLoopQueue() }),
    trading: fakeTrading(options.trading, options.queries),
    marketData: fakeMarketData(options.marketData),
    pnl: fakePnl(),
    recorder: null,
    streamLimiter: { max: 100, count: () => 5 },
    replay: null,
    reviewing,
    webhooks: FAKE_WEBHOOKS,
    alerts: FAKE_ALERTS,
    config: { ...DEFAULT_CONFIG, ...options.config },
    random: { next: () => 0.5, hex: (length) => 'ab'.repeat(length) },
    version: '1.0.0',
    health: () => ({
      status: 'ok',
      role: 'owner',
      uptimeSeconds: 12.7,
      checks: { storage: 'ok', venues: 'ok' },
    }),
    metricsText: async () => 'up 1\n',
    asyncApi: () => ({ asyncapi: '3.0.0' }),
    ...options.deps,
  });
  return { server, ...parts };
}

/** Starts the API on a free local port, and returns the port. */
export async function listen(server: FastifyInstance): Promise<number> {
  await server.listen({ port: 0, host: '127.0.0.1' });
  return Number(new URL(server.listeningOrigin).port);
}
