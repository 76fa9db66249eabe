import type { IncomingMessage } from 'node:http';
import { getClientAddress, LINK_HEADERS } from './node-link.ts';

/** Headers that concern one connection, not the request. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'upgrade',
  'http2-settings',
  'expect', // this node has answered it
]);
const OF_NODES: ReadonlySet<string> = new Set(Object.values(LINK_HEADERS));
const WITHOUT_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** Headers as received: names and values alternate, with their spelling, order and repetitions. */
type RawHeaders = readonly string[];

/** The headers of a request for the owner, with the address and the request id of this node. */
export function toRequestHeaders(request: IncomingMessage, requestId: string): RawHeaders {
  const { rawHeaders, headers, method = 'GET' } = request;
  const kept = withoutHeaders(rawHeaders, isNotForwarded);
  const hasLength = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  // Without a length Node would send an empty body in chunks.
  const length = hasLength || WITHOUT_BODY.has(method) ? [] : ['Content-Length', '0'];
  return [...kept, ...length, ...nodeHeaders(request, requestId)];
}

const isNotForwarded = (name: string): boolean => OF_CONNECTION.has(name) || OF_NODES.has(name);

/** The head of a handshake for the owner, as text. */
export function renderHandshake(request: IncomingMessage, requestId: string): string {
  const { rawHeaders, method = 'GET', url = '/' } = request;
  const headers = [
    ...withoutHeaders(rawHeaders, (name) => OF_NODES.has(name)),
    ...nodeHeaders(request, requestId),
  ];
  const lines = headers.flatMap((text, at) => (at % 2 === 0 ? [`${text}: ${headers[at + 1] ?? ''}`] : []));
  return [`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}

/** The headers of an answer for the client. A connection that the owner closes ends for the client too. */
export function toResponseHeaders(rawHeaders: RawHeaders): string[] {
  return withoutHeaders(rawHeaders, (name, value) =>
    name === 'connection' ? value.toLowerCase() !== 'close' : OF_RESPONSE.has(name),
  );
}

const OF_RESPONSE: ReadonlySet<string> = new Set(['keep-alive', 'transfer-encoding']);

const nodeHeaders = (request: IncomingMessage, requestId: string): RawHeaders => [
  LINK_HEADERS.address,
  getClientAddress(request),
  LINK_HEADERS.requestId,
  requestId,
];

const withoutHeaders = (
  rawHeaders: RawHeaders,
  isDropped: (name: string, value: string) => boolean,
): string[] =>
  rawHeaders.flatMap((text, at) => {
    if (at % 2 !== 0) return [];
    const value = rawHeaders[at + 1] ?? '';
    return isDropped(text.toLowerCase(), value) ? [] : [text, value];
  });
