import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { usualUrl } from '#config';
import { type KeyId, PERMISSIONS } from '#contract';
import { NodeListener } from '#edge';
import {
  ConnectionLimiter,
  createAuthenticator,
  createHttpServer,
  createRateLimiter,
  EventLoopQueue,
  type HealthReport,
  LongListLimiter,
  loadUsedSignatures,
} from '#http';
import type { MarketDataService } from '#market-data';
import type { Alerts, Webhooks } from '#notifications';
import { type MappingReviewService, type Oms, PairingCodes } from '#oms';
import type { Pnl } from '#orders';
import { buildPythonWheel, PYTHON_CLIENT_DIR } from '#platform';
import type { Random, Recorder, ReplayControl, ReplayStore } from '#ports';
import { asyncApiDocument, attachStreams, TradeStream } from '#streams';
import type { AppDependencies } from './types.ts';

const TERMINAL_DIR = join(import.meta.dirname, '..', '..', 'terminal', 'dist');

export interface ApiServerDependencies extends AppDependencies {
  readonly engine: Oms;
  readonly market: MarketDataService;
  readonly recorder: Recorder | null;
  readonly pnl: Pnl;
  readonly reviewing: MappingReviewService;
  readonly webhooks: Webhooks;
  readonly alerts: Alerts;
  readonly usedSignatures: ReplayStore;
  readonly replay: ReplayControl | null; // null: the market time is that of the clock
  readonly secretRandom: Random; // of pairing codes
  readonly clusterKey?: string | null; // absent or null: no port for other nodes
}

interface HealthSources {
  readonly engine: Pick<Oms, 'failure' | 'isSuspended' | 'findVenueBlock'>;
  readonly market: Pick<MarketDataService, 'isMatchingHealthy'> & {
    readonly data: Pick<MarketDataService['data'], 'venues' | 'venueHealth'>;
  };
}

/** The addresses of an owner. */
export interface Listening {
  readonly url: string;
  readonly edgeUrl: string | null; // for other nodes; null: it takes no forwarded requests
  readonly ownEdgeUrl: string | null; // the same port for this process
}

export interface ApiServers {
  readonly pairings: PairingCodes;
  listen(): Promise<Listening>;
  /** Accepts no new connection, answers requests in flight, and closes streams with 1001. */
  close(): Promise<void>;
}

/** The HTTP API and the WebSocket streams, on one port. */
export async function startApiServers(deps: ApiServerDependencies): Promise<ApiServers> {
  const { engine, market, config, clock } = deps;
  const startedMs = clock.monotonicMs();
  const used = await loadUsedSignatures({
    store: deps.usedSignatures,
    clock,
    windowMs: config.auth.windowMs,
  });
  const auth = createAuthenticator({ trading: engine, clock, config, used });
  const rates = createRateLimiter(config.rate, clock);
  const streamLimiter = new ConnectionLimiter<KeyId>(config.ws.maxConnectionsPerKey);
  const eventLoop = new EventLoopQueue();
  const lists = new LongListLimiter({ clock, rates, eventLoop });
  const serverDeps = {
    ...deps,
    trading: engine,
    marketData: market.data,
    auth,
    rates,
    streamLimiter,
    eventLoop,
    lists,
  };
  // In the sandbox a browser key has every permission by default, because no money is at risk. Under profile
  // live each link names its permissions.
  const permissions = config.profile === 'live' ? null : PERMISSIONS;
  const pairings = new PairingCodes({
    ...deps,
    random: deps.secretRandom,
    accountAdmin: engine.accountAdmin,
    permissions,
  });
  const httpDeps = {
    ...serverDeps,
    terminal: { pairings, dir: TERMINAL_DIR },
    pythonClient: () => buildPythonWheel(PYTHON_CLIENT_DIR),
    health: () => toHealthReport(deps, clock.monotonicMs() - startedMs),
    asyncApi: () => asyncApiDocument(deps.version),
  };
  const server = await createHttpServer(httpDeps);
  const streams = attachStreams(server.server, { ...serverDeps, trade: new TradeStream(httpDeps) });
  const { clusterKey = null, metrics } = deps;
  const nodes =
    clusterKey === null ? null : new NodeListener({ server: server.server, key: clusterKey, clock, metrics });
  return {
    pairings,
    listen: async () => {
      // `localhost` often has two addresses. Listening on both would be two servers, and one would have no
      // limits.
      const { address: host } = await lookup(config.host);
      await server.listen({ host, port: config.port });
      const { port } = server.server.address() as AddressInfo;
      const edgePort = (await nodes?.listen({ host, port: config.edge.port })) ?? null;
      const toUrl = (name: string): string | null => (edgePort === null ? null : `tls://${name}:${edgePort}`);
      return {
        url: usualUrl({ host: config.host, port }),
        edgeUrl: toUrl(toEdgeHost(config)),
        ownEdgeUrl: toUrl(toOwnHost(host)),
      };
    },
    close: async () => {
      await streams.close();
      await server.close();
      await nodes?.close();
      await auth.close();
    },
  };
}

/** An address of this machine that reaches a server on `host`. */
function toOwnHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

function toEdgeHost({ edge, host }: AppDependencies['config']): string {
  const isAny = host === '0.0.0.0' || host === '::';
  const name = edge.address !== '' ? edge.address : isAny ? hostname() : host;
  return name.includes(':') ? `[${name}]` : name;
}

/** What `GET /health` reports: `degraded` while a live venue is down or gets no new orders, or mapping proposals cannot be found. */
export function toHealthReport({ engine, market }: HealthSources, uptimeMs: number): HealthReport {
  const storage = engine.failure !== null ? 'fail' : engine.isSuspended ? 'suspended' : 'ok';
  const live = new Set(market.data.venues().flatMap(({ name, status }) => (status === 'LIVE' ? [name] : [])));
  const isEachHealthy = market.data
    .venueHealth()
    .every(({ venue, healthy }) => !live.has(venue) || (healthy && engine.findVenueBlock(venue) === null));
  const venues = isEachHealthy ? 'ok' : 'degraded';
  // A venue that is down only degrades the service. Without storage the service can accept nothing.
  return {
    status: storage === 'ok' ? 'ok' : 'fail',
    role: 'owner',
    uptimeSeconds: Math.floor(uptimeMs / 1000),
    checks: { storage, venues, matching: market.isMatchingHealthy() ? 'ok' : 'degraded' },
  };
}
