import type { TSchema } from 'typebox';
import { err, notFound, ok, type Rejection, type Result } from '../../domain/model/result.ts';
import type { HttpDeps } from './dependencies.ts';
import { SECURITY_HEADERS } from './page-style.ts';
import type { RouteResponse } from './route.ts';
import { HealthSchema, ServerTimeSchema } from './schemas/service-schema.ts';

/** A path that needs no signature: the clock to sign by, what describes the service, and what watches it. */
export interface PublicRoute {
  readonly path: string;
  readonly name: string;
  readonly tag: string;
  readonly summary: string;
  readonly response: TSchema | null; // null: not JSON of a schema of ours
  readonly handle: (deps: HttpDeps, documents: Documents) => Outcome | Promise<Outcome>;
}

/** Texts made once, when they are first asked for. */
export interface Documents {
  openApi(): string;
  asyncApi(): string;
  reference(): string;
}

type Outcome = Result<RouteResponse, Rejection>;

const METRICS_TYPE = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
const HTML = { 'content-type': 'text/html; charset=utf-8', ...SECURITY_HEADERS };

export const publicRoutes: readonly PublicRoute[] = [
  {
    path: '/v1/time',
    name: 'getTime',
    tag: 'Service',
    summary: "The server's clock",
    response: ServerTimeSchema,
    handle: ({ clock }) => text(JSON.stringify({ timestamp: clock.now() })),
  },
  {
    path: '/v1/openapi.json',
    name: 'getOpenApi',
    tag: 'Service',
    summary: 'This contract as OpenAPI 3.1',
    response: null,
    handle: (_, documents) => text(documents.openApi()),
  },
  {
    path: '/v1/asyncapi.json',
    name: 'getAsyncApi',
    tag: 'Service',
    summary: 'The streams as AsyncAPI 3.0',
    response: null,
    handle: (_, documents) => text(documents.asyncApi()),
  },
  {
    path: '/health',
    name: 'getHealth',
    tag: 'Service',
    summary: 'Whether the service can take orders',
    response: HealthSchema,
    handle: health,
  },
  {
    path: '/metrics',
    name: 'getMetrics',
    tag: 'Service',
    summary: 'Prometheus metrics',
    response: null,
    handle: metrics,
  },
  {
    path: '/docs',
    name: 'getReference',
    tag: 'Service',
    summary: 'This reference',
    response: null,
    handle: (_, documents) => text(documents.reference(), HTML),
  },
];

function health(deps: HttpDeps): Outcome {
  const { status, uptimeSeconds, checks } = deps.health();
  const content = JSON.stringify({
    status,
    version: deps.version,
    uptime_s: Math.floor(uptimeSeconds),
    profile: deps.config.profile,
    checks,
  });
  return ok({ content, headers: {}, status: status === 'ok' ? 200 : 503 });
}

async function metrics(deps: HttpDeps): Promise<Outcome> {
  return deps.config.http.metrics ? text(await deps.metricsText(), METRICS_TYPE) : err(notFound('path'));
}

const text = (content: string, headers: Readonly<Record<string, string>> = {}): Outcome =>
  ok({ content, headers });
