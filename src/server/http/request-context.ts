import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { err, type Rejection, type Result, rejection } from '../../domain/model/result.ts';
import type { HttpDeps } from './dependencies.ts';
import { toHttpError } from './http-errors.ts';
import type { RouteResponse } from './route.ts';

/** A request being processed, with the headers that its response carries in every case. */
export interface RequestContext {
  readonly request: FastifyRequest;
  readonly name: string; // of the route, for metrics and the log
  readonly startedMs: number;
  readonly headers: Record<string, string>;
}

/** Set when the service is stopping: further requests on open connections are rejected. */
export interface ServerState {
  isStopping: boolean;
}

export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string | AsyncIterable<string>;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Processes one request from arrival to response. Every response is sent here, so each one has the request
 * id and the server time, and is measured.
 *
 * A defect returns 500 with the request id only; the log has the details.
 */
export function serve(
  deps: HttpDeps,
  state: ServerState,
  name: string,
  run: (context: RequestContext) => Promise<Result<RouteResponse, Rejection>>,
): Handler {
  return async (request, reply) => {
    const context: RequestContext = { request, name, startedMs: deps.clock.monotonicMs(), headers: {} };
    const result = state.isStopping ? err(STOPPING) : await guarded(deps, context, run);
    return respond(
      deps,
      context,
      reply,
      result.ok ? accepted(result.value) : toErrorResponse(result.error, request.id),
    );
  };
}

const STOPPING = rejection('shutting_down', 'the service is stopping; connect again in a moment');

async function guarded(
  deps: HttpDeps,
  context: RequestContext,
  run: (context: RequestContext) => Promise<Result<RouteResponse, Rejection>>,
): Promise<Result<RouteResponse, Rejection>> {
  try {
    return await run(context);
  } catch (error) {
    logDefect(deps, context, error);
    return err(
      rejection(
        'internal',
        'the service failed to process the request; quote the request id when you report it',
      ),
    );
  }
}

const accepted = ({ content, headers, status = 200 }: RouteResponse): Response => ({
  status,
  headers,
  content,
});

export function toErrorResponse(why: Rejection, requestId: string): Response {
  const { status, headers, body } = toHttpError(why, requestId);
  // The connection cannot be reused after an oversize body, or while the server stops.
  const isLast = why.code === 'payload_too_large' || why.code === 'shutting_down';
  return {
    status,
    headers: isLast ? { ...headers, connection: 'close' } : headers,
    content: JSON.stringify(body),
  };
}

export function respond(
  deps: HttpDeps,
  context: RequestContext,
  reply: FastifyReply,
  response: Response,
): FastifyReply {
  const { request, name, startedMs } = context;
  reply.code(response.status).headers({
    'content-type': JSON_TYPE,
    'cache-control': 'no-store',
    'x-request-id': request.id,
    'x-server-time': String(deps.clock.now()),
    ...context.headers,
    ...response.headers,
  });
  const labels = { method: request.method, route: name, status: String(response.status) };
  deps.metrics.observe('http_request_ms', deps.clock.monotonicMs() - startedMs, labels);
  const { content } = response;
  return reply.send(typeof content === 'string' ? content : streamOf(deps, context, content));
}

/** A failure after the first bytes can only end the response early: the JSON array remains unterminated. */
function streamOf(deps: HttpDeps, context: RequestContext, content: AsyncIterable<string>): Readable {
  const stream = Readable.from(content, { highWaterMark: 1 });
  return stream.on('error', (error) => logDefect(deps, context, error));
}

function logDefect({ log }: HttpDeps, { request, name }: RequestContext, error: unknown): void {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error('a request failed', { requestId: request.id, method: request.method, route: name, error: what });
}
