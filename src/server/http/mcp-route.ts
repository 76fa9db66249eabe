import type { FastifyInstance, FastifyRequest } from 'fastify';
import { err, ok, type Rejection, rejection } from '../../domain/model/result.ts';
import { isFromNode } from '../edge/node-link.ts';
import { toHttpError } from './http-errors.ts';
import { type RequestContext, type ServerState, serve } from './middleware.ts';
import { checkJsonMediaType, readBody } from './request-body.ts';
import { checkSameOrigin, isFromThisMachine } from './request-origin.ts';
import type { HttpDeps, McpHandler, RouteResult } from './route.ts';
import { parseJson } from './strict-json.ts';

const PATH = '/mcp';
const BEARER = /^Bearer +([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9+/_-]{43}=?)$/i;
const NO_TOKEN = rejection(
  'unauthorized',
  'Authorization: Bearer <key_id>.<private_key> of an agent key is required',
);
const ANSWER_HEADERS = ['content-type', 'mcp-session-id', 'mcp-protocol-version', 'allow'];

/**
 * Serves the tools for agents at `POST /mcp`, from this machine only and not to pages of other origins. The bearer token
 * is the key of the agent: `<key_id>.<private_key>`.
 */
export function addMcp(server: FastifyInstance, deps: HttpDeps, state: ServerState, mcp: McpHandler): void {
  const handler = serve(deps, state, PATH, (context) => handleMcp(context, mcp));
  server.route({ method: [...server.supportedMethods], url: PATH, handler });
}

/** The challenge of a client of the protocol is a bearer token, not a signature. */
async function handleMcp(context: RequestContext, mcp: McpHandler): Promise<RouteResult> {
  const result = await answerMessage(context, mcp);
  if (result.ok || result.error.code !== 'unauthorized') return result;
  const { status, body } = toHttpError(result.error, context.request.id);
  return ok({ status, headers: { 'www-authenticate': 'Bearer' }, content: JSON.stringify(body) });
}

async function answerMessage({ request, deps }: RequestContext, mcp: McpHandler): Promise<RouteResult> {
  const refused = checkCaller(request);
  if (refused !== null) return err(refused);
  const key = BEARER.exec(request.raw.headers.authorization ?? '');
  if (key === null) return err(NO_TOKEN);
  const bytes = await readBody(request.raw, deps.config.http.bodyBytesMax);
  if (!bytes.ok) return bytes;
  const body = parseJson(bytes.value);
  if (!body.ok) return body;
  const [, keyId = '', privateKey = ''] = key;
  const baseUrl = toBaseUrl(request, deps.config.port);
  const message = new Request(`${baseUrl}${PATH}`, {
    method: 'POST',
    headers: toHeaders(request),
    body: bytes.value,
  });
  const answer = await mcp.handle({ baseUrl, keyId, privateKey, request: message, body: body.value });
  return answer.ok ? toRouteResult(answer.value) : answer;
}

/** Refuses requests of other machines, of pages, and of other methods. */
function checkCaller({ raw, method }: FastifyRequest): Rejection | null {
  if (isFromNode(raw.socket) || !isFromThisMachine(raw))
    return rejection('forbidden', 'the tools for agents are served to this machine only');
  const foreign = checkSameOrigin(raw);
  if (foreign !== null) return foreign;
  if (method !== 'POST')
    return rejection('method_not_allowed', 'the path does not support this method', { allow: ['POST'] });
  return checkJsonMediaType(raw);
}

/** The address at which this connection reached the service. */
function toBaseUrl({ raw: { socket } }: FastifyRequest, usualPort: number): string {
  const address = (socket.localAddress ?? '127.0.0.1').replace(/^::ffff:/, '');
  return `http://${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? usualPort}`;
}

function toHeaders({ raw }: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw.headers))
    if (name === 'accept' || name === 'content-type' || name.startsWith('mcp-'))
      headers.set(name, String(value));
  return headers;
}

async function toRouteResult(answer: Response): Promise<RouteResult> {
  const named = ANSWER_HEADERS.map((name) => [name, answer.headers.get(name)] as const);
  const headers = Object.fromEntries(named.filter(([, value]) => value !== null)) as Record<string, string>;
  return ok({ status: answer.status, headers, content: await answer.text() });
}
