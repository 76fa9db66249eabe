import { createHash } from 'node:crypto';
import { handshakeToSign, parseQuery, renderSortedQuery, stringToSign } from '#contract';
import { EXIT, Failure } from './cli-failure.ts';
import { type KeyFile, listAddresses, signText } from './key-file.ts';

/** A request as typed. */
export interface PlainRequest {
  readonly method: string;
  readonly path: string; // from /v1 on, with or without a query
  readonly query: readonly string[]; // `name=value` each, not encoded
  readonly body: string | null;
}

/** The same request, ready to send. */
export interface SignedCall {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Signs a request, or (method `WS`) a stream's handshake, whose signature goes into the URL. */
export function signCall(key: KeyFile, request: PlainRequest, timestamp: string): SignedCall {
  const method = request.method.toUpperCase();
  const { pathname, search } = toUrl(request);
  if (method === 'WS') return signHandshake(key, pathname, search, timestamp);
  const bodyHash = createHash('sha256')
    .update(request.body ?? '')
    .digest('hex');
  const query = renderSortedQuery(parseQuery(search.slice(1)));
  const headers = {
    'X-Key-Id': key.key_id,
    'X-Timestamp': timestamp,
    'X-Signature': signText(key.private_key, stringToSign(method, pathname, query, timestamp, bodyHash)),
    ...(request.body === null ? {} : { 'Content-Type': 'application/json' }),
  };
  return { method, url: `${firstAddress(key)}${pathname}${search}`, headers, body: request.body };
}

/** Renders a curl command that sends the signed request. */
export function curlLine({ method, url, headers, body }: SignedCall): string {
  const parts = ['curl', '-sS', '-X', method, quote(url)];
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quote(`${name}: ${value}`));
  if (body !== null) parts.push('--data-binary', quote(body));
  return parts.join(' ');
}

function signHandshake(key: KeyFile, path: string, search: string, ts: string): SignedCall {
  const query = renderSortedQuery(parseQuery(search.slice(1)));
  const sig = signText(key.private_key, handshakeToSign(path, query, ts));
  const signed = new URLSearchParams({ key_id: key.key_id, ts, sig }).toString();
  const base = firstAddress(key).replace(/^http/, 'ws');
  const all = query === '' ? signed : `${query}&${signed}`;
  return { method: 'WS', url: `${base}${path}?${all}`, headers: {}, body: null };
}

/** Of several nodes the first one, which answers for the others while it runs. */
const firstAddress = (key: KeyFile): string => listAddresses(key.base_url)[0] ?? '';

/** The path and query on the wire. Non-ASCII characters are percent-encoded before signing. */
function toUrl({ path, query }: PlainRequest): URL {
  if (!path.startsWith('/'))
    throw new Failure(`the path ${JSON.stringify(path)} must start with /.`, EXIT.usage);
  const url = new URL(`http://any${path}`);
  const pairs = query.map((pair) => pair.split(/=(.*)/s).slice(0, 2).map(encodeURIComponent).join('='));
  if (pairs.length > 0) url.search = [url.search.slice(1), ...pairs].filter((part) => part !== '').join('&');
  url.hash = '';
  return url;
}

/** Quotes for a POSIX shell: single quotes preserve every character except a single quote. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
