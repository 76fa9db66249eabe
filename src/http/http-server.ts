import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
} from 'fastify';
import { err, notFound, type Rejection, rejection } from '#contract';
import { getForwardedId } from '#edge';
import { splitTarget } from './auth/authenticator.ts';
import { isRoutable, rejectExpectation, rejectTunnel, respondToBrokenRequest } from './broken-requests.ts';
import { closeStalledConnections, limitConnectionsPerAddress } from './connection-limiter.ts';
import { type Handler, handleSigned, rejectSigned, type ServerState, serve } from './middleware.ts';
import { openApiDocument } from './openapi/openapi.ts';
import { referencePage } from './openapi/reference-page.ts';
import { BROWSER_HEADERS } from './page-style.ts';
import { type Documents, publicRoutes } from './public-routes.ts';
import { addPythonIndex } from './python-index.ts';
import { checkHost, isStreamUpgrade } from './request-origin.ts';
import type { HttpDeps } from './route.ts';
import { routes } from './routes/routes.ts';
import { addTerminal } from './terminal-pages.ts';

export type { HealthReport, HttpDeps } from './route.ts';

const PATH_PARAMETER_MAX = 512; // characters; a venue's native id, percent-encoded, fits
/** Interval of the check for slow connections. All that it finds are closed in one step of the event loop. */
const TIMEOUT_CHECK_MS = 200;
const IDLE_CLOSE_MS = 1_000;
const PYTHON_PROJECT = 'crossbook';
const UNROUTABLE_PATH = '/-'; // replaces a request target that no route can match

/**
 * Creates the HTTP API, ready to listen. Closing it rejects new requests, finishes running responses and
 * closes idle connections.
 */
export async function createHttpServer(deps: HttpDeps): Promise<FastifyInstance> {
  const state: ServerState = { isStopping: false };
  const unknown = unknownPath(deps, state);
  const server = bareServer(deps, unknown);
  server.addHook('preClose', async () => {
    state.isStopping = true;
  });
  disableBodyParsing(server);
  checkEveryRequest(server, deps, state);
  addRoutes(server, deps, state);
  await yieldToEventLoop(); // a standby that takes over renews its lease meanwhile
  if (deps.pythonClient !== null) addPythonIndex(server, PYTHON_PROJECT, deps.pythonClient);
  if (deps.terminal !== null) await addTerminal(server, deps, state, deps.terminal);
  server.setNotFoundHandler(unknown);
  await yieldToEventLoop();
  await server.ready();
  return server;
}

function bareServer(deps: HttpDeps, unknown: Handler): FastifyInstance {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, connectionsMax } = deps.config.http;
  const nextRequestId = requestIds(deps);
  const server = fastify({
    genReqId: (request) => getForwardedId(request) ?? nextRequestId(),
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
    rewriteUrl: ({ url = '' }) => (isRoutable(url) ? url : UNROUTABLE_PATH),
    // An id that is longer than the limit cannot exist.
    // An address that the router refuses meets no hook.
    frameworkErrors: (_, request, reply) => {
      addHeaders(request, reply);
      void unknown(request, reply);
    },
    clientErrorHandler: (error, socket) =>
      respondToBrokenRequest(error, socket, nextRequestId(), deps.clock.now()),
  });
  server.server.maxConnections = connectionsMax;
  closeIdleConnectionsWhenFull(server, deps);
  closeStalledConnections(server, deps.auth);
  limitConnectionsPerAddress(server.server, { ...deps, nextRequestId });
  server.server.on('connect', (_, socket) => rejectTunnel(socket, nextRequestId(), deps.clock.now()));
  server.server.on('checkExpectation', (_, response) =>
    rejectExpectation(response, nextRequestId(), deps.clock.now()),
  );
  return server;
}

/**
 * Closes idle connections when the connection limit is reached, at most once a second. A client with an
 * urgent cancel is then rejected once at most.
 */
function closeIdleConnectionsWhenFull(server: FastifyInstance, { clock }: HttpDeps): void {
  let closedAtMs = Number.NEGATIVE_INFINITY;
  server.server.on('drop', () => {
    if (clock.monotonicMs() - closedAtMs < IDLE_CLOSE_MS) return;
    closedAtMs = clock.monotonicMs();
    server.server.closeIdleConnections();
  });
}

const NO_QUERY = {};

/** Unique across restarts, and cheap: a random prefix and a counter. */
function requestIds({ random }: HttpDeps): () => string {
  const start = random.hex(4);
  let count = 0;
  return () => {
    count += 1;
    return `req_${start}${count.toString(36)}`;
  };
}

/**
 * Gives every response the headers that browsers act on and its request id, also a file or an error of the
 * framework, and checks the `Host` header: under `live` where no signature is needed, as a proxy on this machine keeps its
 * public name; elsewhere of all.
 */
function checkEveryRequest(server: FastifyInstance, deps: HttpDeps, state: ServerState): void {
  const signed = new Set(routes.map(({ path }) => toRouterPattern(path)));
  const needsSignature = ({ routeOptions }: FastifyRequest): boolean => signed.has(routeOptions.url ?? '');
  server.addHook('onRequest', (request, reply, proceed) => {
    addHeaders(request, reply);
    const isProven = deps.config.profile === 'live' && needsSignature(request);
    const refused = isProven ? null : checkHost(request.raw, deps.config);
    if (refused === null) proceed();
    else void serve(deps, state, 'unknown', async () => err(refused))(request, reply);
  });
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const { statusCode = 500 } = error;
    const fail = async () => {
      if (statusCode === 403) return err(rejection('forbidden', 'this path is not served'));
      if (statusCode < 500) return err(notFound('path'));
      throw error;
    };
    return serve(deps, state, 'unknown', fail)(request, reply);
  });
}

function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(BROWSER_HEADERS).header('x-request-id', request.id);
}

/** Disables the body parsing of Fastify for all methods: the signature covers the exact bytes. */
function disableBodyParsing(server: FastifyInstance): void {
  for (const method of server.supportedMethods) {
    server.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
}

function addRoutes(server: FastifyInstance, deps: HttpDeps, state: ServerState): void {
  for (const route of routes) {
    const handler = serve(deps, state, route.path, (context) => handleSigned(route, context));
    server.route({ method: route.method, url: toRouterPattern(route.path), handler });
  }
  const documents = createDocuments(deps);
  for (const { path, handle } of publicRoutes) {
    const handler = serve(deps, state, path, async () => handle(deps, documents));
    server.route({ method: 'GET', url: path, handler });
  }
  addWrongMethods(server, deps, state);
}

/** Generates the API documents of a server lazily and keeps them: they depend on code and settings only. */
function createDocuments(deps: HttpDeps): Documents {
  const openApi = () => openApiDocument(deps.config, deps.version);
  return {
    openApi: once(() => JSON.stringify(openApi())),
    asyncApi: once(() => JSON.stringify(deps.asyncApi())),
    reference: once(() => referencePage(openApi())),
  };
}

function once(make: () => string): () => string {
  let made: string | null = null;
  return () => {
    made ??= make();
    return made;
  };
}

/** Each path returns 405 for other methods. A signed path does so only for a valid signature. */
function addWrongMethods(server: FastifyInstance, deps: HttpDeps, state: ServerState): void {
  for (const [path, ofPath] of Map.groupBy(routes, (route) => route.path)) {
    const allow = ofPath.map(({ method }) => method);
    const handler = serve(deps, state, path, (context) => rejectSigned(wrongMethod(allow), context));
    server.route({ method: without(server, allow), url: toRouterPattern(path), handler });
  }
  for (const { path } of publicRoutes) {
    const handler = serve(deps, state, path, async () => err(wrongMethod(['GET'])));
    server.route({ method: without(server, ['GET']), url: path, handler });
  }
}

const wrongMethod = (allow: readonly string[]): Rejection =>
  rejection('method_not_allowed', 'the path does not support this method', { allow });

const without = (server: FastifyInstance, methods: readonly string[]): HTTPMethods[] =>
  server.supportedMethods.filter((method) => !methods.includes(method));

function unknownPath(deps: HttpDeps, state: ServerState): Handler {
  const why = notFound('path');
  return serve(deps, state, 'unknown', async (context) => {
    const { path } = splitTarget(context.request.originalUrl);
    const isSigned = path === '/v1' || path.startsWith('/v1/');
    return isSigned ? rejectSigned(why, context) : err(why);
  });
}

/** Converts `/v1/orders/{id}` to the syntax of the router: `/v1/orders/:id`. */
const toRouterPattern = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
