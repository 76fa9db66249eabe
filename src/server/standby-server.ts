import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Config } from '../config/config.ts';
import { err, rejection } from '../domain/model/result.ts';
import type { Clock, Random } from '../ports/environment.ts';
import { splitTarget } from './auth/authenticator.ts';
import { toHttpError } from './http/http-errors.ts';
import { openApiDocument } from './http/openapi/openapi.ts';
import { referencePage } from './http/openapi/reference-page.ts';
import { BROWSER_HEADERS } from './http/page-style.ts';
import { type PublicDeps, publicRoutes } from './http/public-routes.ts';
import { checkHost } from './http/request-origin.ts';
import type { RouteResponse, RouteResult } from './http/route.ts';
import { asyncApiDocument } from './websocket/asyncapi.ts';

export interface StandbyServerDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly version: string;
  metricsText(): Promise<string>;
  /** Name of the node that owns the journal; null: none. */
  readonly owner: () => string | null;
}

export interface StandbyServer {
  /** Opens the port; returns the number that the system chose for port 0. */
  listen(address: { readonly host: string; readonly port: number }): Promise<number>;
  close(): Promise<void>;
}

const RETRY_AFTER_MS = 1_000;

/**
 * The port of a node that waits for the journal. Health, metrics and the API documents are served. Every other call, a
 * WebSocket handshake included, gets 503 `not_owner` with the name of the owner, without its signature or body being read:
 * the keys are in the journal.
 */
export function createStandbyServer(deps: StandbyServerDeps): StandbyServer {
  const startedMs = deps.clock.monotonicMs();
  const health = () => ({
    status: 'fail' as const,
    role: 'standby' as const,
    uptimeSeconds: Math.floor((deps.clock.monotonicMs() - startedMs) / 1000),
    checks: { storage: 'standby' },
  });
  const publicDeps: PublicDeps = { ...deps, health };
  const server = createServer((request, response) => {
    request.resume();
    void respondTo(publicDeps, deps, request).then((result) => send(deps, response, result));
  });
  const { headersTimeoutMs, requestTimeoutMs, connectionsMax } = deps.config.http;
  Object.assign(server, {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    maxConnections: connectionsMax,
  });
  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port }, () => {
          const address = server.address();
          resolve(address !== null && typeof address === 'object' ? address.port : port);
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respondTo(
  publicDeps: PublicDeps,
  { config, version, owner }: StandbyServerDeps,
  request: IncomingMessage,
): Promise<RouteResult> {
  const refused = config.profile === 'sandbox' ? checkHost(request, config.host) : null;
  if (refused !== null) return err(refused);
  const { path } = splitTarget(request.url ?? '/');
  const route = request.method === 'GET' ? publicRoutes.find((each) => each.path === path) : undefined;
  const documents = {
    openApi: () => JSON.stringify(openApiDocument(config, version)),
    asyncApi: () => JSON.stringify(asyncApiDocument(version)),
    reference: () => referencePage(openApiDocument(config, version)),
  };
  if (route !== undefined) return route.handle(publicDeps, documents);
  const details = { owner: owner(), retry_after_ms: RETRY_AFTER_MS };
  return err(rejection('not_owner', 'this node is a standby: send the request to the owner', details));
}

function send({ clock, random }: StandbyServerDeps, response: ServerResponse, result: RouteResult): void {
  const requestId = `req_${random.hex(6)}`;
  const {
    status = 200,
    headers,
    content,
  } = result.ok ? result.value : toErrorResponse(result.error, requestId);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...BROWSER_HEADERS,
    'x-request-id': requestId,
    'x-server-time': String(clock.now()),
    connection: 'close', // the next request may find the owner on this port
    ...headers,
  });
  response.end(content);
}

function toErrorResponse(
  why: Parameters<typeof toHttpError>[0],
  requestId: string,
): Omit<RouteResponse, 'content'> & { readonly content: string } {
  const { status, headers, body } = toHttpError(why, requestId);
  return { status, headers, content: JSON.stringify(body) };
}
