import { type TSchema, Type } from 'typebox';
import { err, notFound, ok } from '#contract';
import { SECURITY_HEADERS } from './page-style.ts';
import { type HttpDeps, type RouteResult, respond, respondWithText } from './route.ts';
import { Timestamp } from './routes/common-schema.ts';

export const ServerTimeSchema = Type.Object(
  {
    timestamp: Timestamp,
    market_time: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Under profile replay: the time of the recording, Unix milliseconds.',
      }),
    ),
  },
  { examples: [{ timestamp: 1782907200000 }] },
);

export const HealthSchema = Type.Object(
  {
    status: Type.Enum(['ok', 'fail']),
    version: Type.String(),
    uptime_s: Type.Integer({ minimum: 0 }),
    profile: Type.Enum(['sandbox', 'live', 'shadow', 'replay'], {
      description:
        '`live`: orders can be sent to real venues. `shadow`: real market data, and no order leaves the service. `replay`: market data comes from a recording.',
    }),
    role: Type.Enum(['owner', 'standby'], {
      description: '`standby`: another node owns the journal, and this one takes over when it ends.',
    }),
    checks: Type.Object({}, { additionalProperties: true }),
  },
  {
    description: 'Returned with status 503 when `status` is `fail`.',
    examples: [
      {
        status: 'ok',
        version: '1.0.0',
        uptime_s: 12,
        profile: 'sandbox',
        role: 'owner',
        checks: { storage: 'ok', venues: 'ok', matching: 'ok' },
      },
    ],
  },
);

/** A path that needs no signature: server time, API documents, health and metrics. */
export interface PublicRoute {
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  readonly response?: TSchema; // absent: not JSON, or without a schema
  readonly handle: (deps: PublicDeps, documents: Documents) => RouteResult | Promise<RouteResult>;
}

/** The dependencies of public routes, which a standby has too. */
export type PublicDeps = Pick<HttpDeps, 'clock' | 'config' | 'version' | 'health' | 'metricsText'> & {
  readonly replay?: HttpDeps['replay'];
};

/** Texts that are generated once, at their first request. */
export interface Documents {
  openApi(): string;
  asyncApi(): string;
  reference(): string;
}

const METRICS_TYPE = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
const HTML = { 'content-type': 'text/html; charset=utf-8', ...SECURITY_HEADERS };

export const publicRoutes: readonly PublicRoute[] = [
  {
    path: '/v1/time',
    name: 'getTime',
    summary: 'Get the server time',
    response: ServerTimeSchema,
    handle: ({ clock, replay }) => {
      const market_time = replay?.status().marketTime;
      return respond({ timestamp: clock.now(), ...(market_time !== undefined && { market_time }) });
    },
  },
  {
    path: '/v1/openapi.json',
    name: 'getOpenApi',
    summary: 'Get the OpenAPI 3.1 document',
    handle: (_, documents) => respondWithText(documents.openApi()),
  },
  {
    path: '/v1/asyncapi.json',
    name: 'getAsyncApi',
    summary: 'Get the AsyncAPI 3.0 document of the streams',
    handle: (_, documents) => respondWithText(documents.asyncApi()),
  },
  {
    path: '/health',
    name: 'getHealth',
    summary: 'Get the health of the service',
    response: HealthSchema,
    handle: health,
  },
  {
    path: '/metrics',
    name: 'getMetrics',
    summary: 'Get Prometheus metrics',
    handle: metrics,
  },
  {
    path: '/docs',
    name: 'getReference',
    summary: 'Get the API reference as HTML',
    handle: (_, documents) => respondWithText(documents.reference(), HTML),
  },
];

function health(deps: PublicDeps): RouteResult {
  const { status, role, uptimeSeconds, checks } = deps.health();
  const content = JSON.stringify({
    status,
    version: deps.version,
    uptime_s: Math.floor(uptimeSeconds),
    profile: deps.config.profile,
    role,
    checks,
  });
  return ok({ content, headers: {}, status: status === 'ok' ? 200 : 503 });
}

async function metrics(deps: PublicDeps): Promise<RouteResult> {
  return deps.config.http.metrics
    ? respondWithText(await deps.metricsText(), METRICS_TYPE)
    : err(notFound('path'));
}
