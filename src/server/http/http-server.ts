import fastify, { type FastifyInstance, type HTTPMethods } from 'fastify';
import { err, notFound, rejection } from '../../domain/model/result.ts';
import { isStreamUpgrade } from '../websocket/websocket-server.ts';
import { isRoutable, rejectExpectation, rejectTunnel, respondToBrokenRequest } from './broken-requests.ts';
import { limitConnectionsPerAddress } from './connection-sharing.ts';
import type { HttpDeps } from './dependencies.ts';
import { getPath, handleSigned, rejectSigned } from './middleware.ts';
import { createDocuments } from './openapi/documents.ts';
import { openApiDocument } from './openapi/openapi.ts';
import { type Documents, publicRoutes } from './public-routes.ts';
import { type Handler, type ServerState, serve } from './request-context.ts';
import { routes } from './routes/routes.ts';
import { addTerminal } from './terminal-pages.ts';

export type { HealthReport, HttpDeps } from './dependencies.ts';

const PATH_PARAMETER_MAX = 512; // characters; a venue's native id, percent-encoded, fits
const TIMEOUT_CHECK_MS = 1_000; // how often slow connections are looked for
const NOWHERE = '/-'; // where a target that no route can have is sent

/**
 * The HTTP API, ready to listen. Closing it refuses what still arrives, lets running answers finish and
 * closes idle connections.
 */
export async function createHttpServer(deps: HttpDeps): Promise<FastifyInstance> {
  const state: ServerState = { isStopping: false };
  const unknown = unknownPath(deps, state);
  const server = bareServer(deps, unknown);
  server.addHook('preClose', async () => {
    state.isStopping = true;
  });
  readBodiesOurselves(server);
  addRoutes(server, deps, state);
  if (deps.terminal !== null) await addTerminal(server, deps, state, deps.terminal);
  server.setNotFoundHandler(unknown);
  await server.ready();
  return server;
}

function bareServer(deps: HttpDeps, unknown: Handler): FastifyInstance {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, connectionsMax } = deps.config.http;
  const requestIdOf = requestIds(deps);
  const server = fastify({
    genReqId: requestIdOf,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    http: {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      requireHostHeader: false,
      shouldUpgradeCallback: isStreamUpgrade,
    },
    routerOptions: { maxParamLength: PATH_PARAMETER_MAX, querystringParser: () => NO_QUERY },
    rewriteUrl: ({ url = '' }) => (isRoutable(url) ? url : NOWHERE),
    // An id longer than any of ours can only be of something that does not exist.
    frameworkErrors: (_, request, reply) => void unknown(request, reply),
    clientErrorHandler: (error, socket) =>
      respondToBrokenRequest(error, socket, requestIdOf(), deps.clock.now()),
  });
  server.server.maxConnections = connectionsMax;
  makeRoomWhenFull(server, deps);
  limitConnectionsPerAddress(server.server, { ...deps, requestIdOf });
  server.server.on('connect', (_, socket) => rejectTunnel(socket, requestIdOf(), deps.clock.now()));
  server.server.on('checkExpectation', (_, response) =>
    rejectExpectation(response, requestIdOf(), deps.clock.now()),
  );
  return server;
}

/**
 * Callers keep idle connections for later. Where all places are taken, those are given up, so that somebody
 * who comes with a cancel is turned away once at most. Asked again within a second, there is nothing new to give.
 */
function makeRoomWhenFull(server: FastifyInstance, { clock }: HttpDeps): void {
  let madeAtMs = Number.NEGATIVE_INFINITY;
  server.server.on('drop', () => {
    if (clock.monotonicMs() - madeAtMs < TIMEOUT_CHECK_MS) return;
    madeAtMs = clock.monotonicMs();
    server.server.closeIdleConnections();
  });
}

const NO_QUERY = {};

/** Unique across restarts, and cheap: a random beginning and a count. */
function requestIds({ random }: HttpDeps): () => string {
  const start = random.hex(4);
  let count = 0;
  return () => {
    count += 1;
    return `req_${start}${count.toString(36)}`;
  };
}

/** A signature covers the exact bytes, so no parser may come before it: to Fastify, no method has a body. */
function readBodiesOurselves(server: FastifyInstance): void {
  for (const method of server.supportedMethods) {
    server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
}

function addRoutes(server: FastifyInstance, deps: HttpDeps, state: ServerState): void {
  for (const route of routes) {
    const handler = serve(deps, state, route.path, (context) => handleSigned(deps, route, context));
    server.route({ method: route.method, url: patternOf(route.path), handler });
  }
  const documents = createDocuments(
    () => openApiDocument(deps.config, deps.version),
    () => deps.asyncApi(),
  );
  addOpenRoutes(server, deps, state, documents);
  addWrongMethods(server, deps, state);
}

function addOpenRoutes(
  server: FastifyInstance,
  deps: HttpDeps,
  state: ServerState,
  documents: Documents,
): void {
  for (const { path, handle } of publicRoutes) {
    const handler = serve(deps, state, path, async () => handle(deps, documents));
    server.route({ method: 'GET', url: path, handler });
  }
}

/** Each path answers 405 to the methods it does not have: to a valid signature where the path asks for one. */
function addWrongMethods(server: FastifyInstance, deps: HttpDeps, state: ServerState): void {
  const signed = Map.groupBy(routes, ({ path }) => path);
  for (const [path, ofPath] of signed) {
    const allow = ofPath.map(({ method }) => method);
    const why = rejection('method_not_allowed', 'the path does not have this method', { allow });
    const handler = serve(deps, state, path, (context) => rejectSigned(deps, why, context));
    server.route({ method: without(server, allow), url: patternOf(path), handler });
  }
  const why = rejection('method_not_allowed', 'the path does not have this method', { allow: ['GET'] });
  for (const { path } of publicRoutes) {
    const handler = serve(deps, state, path, async () => err(why));
    server.route({ method: without(server, ['GET']), url: path, handler });
  }
}

const without = (server: FastifyInstance, methods: readonly string[]): HTTPMethods[] =>
  server.supportedMethods.filter((method) => !methods.includes(method));

function unknownPath(deps: HttpDeps, state: ServerState): Handler {
  const why = notFound('path');
  return serve(deps, state, 'unknown', async (context) => {
    const path = getPath(context.request);
    const isSigned = path === '/v1' || path.startsWith('/v1/');
    return isSigned ? rejectSigned(deps, why, context) : err(why);
  });
}

/** `/v1/orders/{id}` as the router writes it: `/v1/orders/:id`. */
const patternOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
