// Runs only the streams of the service on a separate server and feeds them prints: everything between a print and its
// bytes on a thousand sockets.

import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { DEFAULT_CONFIG } from '../src/config/config.ts';
import type { ApiKey, Caller } from '../src/contract/access/access.ts';
import type { AccountId, KeyId } from '../src/contract/model/ids.ts';
import { ok } from '../src/contract/model/result.ts';
import type { RateLimiter } from '../src/http/auth/auth-rate-limiter.ts';
import type { Authenticator } from '../src/http/auth/authenticator.ts';
import { ConnectionLimiter } from '../src/http/connection-limiter.ts';
import { EventLoopQueue } from '../src/http/event-loop-queue.ts';
import type { MarketData, Print } from '../src/market-data/market-data-types.ts';
import type { TradingService } from '../src/orders/trading-service.ts';
import { systemClock, systemRandom } from '../src/platform/system-environment.ts';
import { attachStreams } from '../src/streams/websocket-server.ts';
import { hostBroadcasts } from './broadcast-bench.ts';
import { createPrint } from './print-producer.ts';

const sockets = new Set<Socket>();
const server = createServer();
server.on('connection', (socket) => sockets.add(socket));

const caller: Caller = {
  keyId: 'key_1' as KeyId,
  accountId: 'acc_1' as AccountId,
  permissions: ['read'],
  subaccounts: '*',
};
const key: ApiKey = {
  ...caller,
  publicKey: '',
  status: 'ACTIVE',
  expiresAt: null,
  createdAt: systemClock.now(),
  agent: null,
  limits: null,
};
const auth: Partial<Authenticator> = {
  authenticateHandshake: () =>
    ok({ caller, isTimestampFresh: true, useSignature: () => ok(Promise.resolve()) }),
};
const rates: Pick<RateLimiter, 'take'> = {
  take: () => ({
    allowed: true,
    limit: 1,
    remaining: 1,
    resetSeconds: 0,
    windowSeconds: 1,
    retryAfterMs: 0,
  }),
};
const unheard = () => () => undefined;
const trading = {
  access: { key: () => key, onKeyRevoked: unheard },
  feeds: { onPosition: unheard, onOrder: unheard, onFill: unheard },
};
let publishPrint: (print: Print) => void = () => undefined;
const marketData: Partial<MarketData> = {
  onPrint: (listener) => {
    publishPrint = listener;
    return () => undefined;
  },
  onBook: unheard,
};

attachStreams(server, {
  auth: auth as Authenticator,
  rates,
  streamLimiter: new ConnectionLimiter(1_000_000),
  trade: null,
  eventLoop: new EventLoopQueue(),
  trading: trading as unknown as TradingService,
  marketData: marketData as MarketData,
  // The clients only count frames: a heartbeat would be an extra frame, and they do not answer pings.
  config: { ws: { ...DEFAULT_CONFIG.ws, heartbeatMs: 3_600_000 } },
  clock: systemClock,
  random: systemRandom(),
  log: { info: () => undefined, warn: console.warn, error: console.error },
  metrics: { count: () => undefined, observe: () => undefined, gauge: () => undefined },
});

hostBroadcasts(server, sockets, (first, count) => {
  for (let id = first; id < first + count; id += 1) publishPrint(createPrint(id));
});
