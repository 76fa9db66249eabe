import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback, type Rejection, rejection } from '#contract';
import { getClientAddress, isFromNode } from '#edge';

const LOCAL_HOST = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d+)?$/;
const HOST = /^(\[[0-9a-f:.]+\]|[^:]+)(?::\d+)?$/i;
const PROXY_HEADERS: ReadonlySet<string> = new Set(['forwarded', 'via', 'x-real-ip']);
const PROXY_PREFIX = 'x-forwarded-';

/**
 * Checks the `Host` header too: a foreign page may resolve its own host name to this machine. The loopback address that
 * another node states is that of its machine.
 */
export const isFromThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
  !isFromNode(socket) && isLoopback(socket.remoteAddress ?? '') && LOCAL_HOST.test(headers.host ?? '');

/**
 * Checks that a request comes neither from a page of another origin nor through a proxy.
 *
 * Behind a proxy on this machine every client has a loopback address, so the address proves nothing there.
 * Rejects with `forbidden`.
 */
export function checkSameOrigin({ headers }: IncomingMessage): Rejection | null {
  const isProxied = Object.keys(headers).some(
    (name) => PROXY_HEADERS.has(name) || name.startsWith(PROXY_PREFIX),
  );
  if (isProxied)
    return rejection('forbidden', 'this call is not accepted through a proxy; open the link on this machine');
  const site = headers['sec-fetch-site'] ?? 'same-origin';
  const isForeign = headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host);
  return site !== 'same-origin' || isForeign
    ? rejection('forbidden', 'this call is not accepted from a page of another origin')
    : null;
}

/** True when a browser states that a page of this service sent the request; other clients send no `Origin`. */
export const isFromOwnPage = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined && isOwnOrigin(headers.origin, headers.host);

const isOwnOrigin = (origin: string, host: string | undefined): boolean =>
  host !== undefined && origin.toLowerCase() === `http://${host.toLowerCase()}`;

/**
 * Checks the `Host` header of a request from this machine against DNS rebinding: a foreign page whose name
 * resolves to this machine could read what needs no signature. An IP address and a name without a dot belong
 * to no foreign page.
 *
 * @param settings  its host and names are accepted also with dots
 * Rejects          with `forbidden`
 */
export function checkHost(
  request: IncomingMessage,
  settings: { readonly host: string; readonly names: readonly string[] },
): Rejection | null {
  const { headers } = request;
  if (headers.host === undefined || !isLoopback(getClientAddress(request))) return null;
  const name = (HOST.exec(headers.host)?.[1] ?? '.').toLowerCase();
  const isLocal =
    !name.includes('.') ||
    name.startsWith('[') ||
    isIP(name) !== 0 ||
    name.endsWith('.localhost') ||
    [settings.host, ...settings.names].some((own) => own.toLowerCase() === name);
  return isLocal
    ? null
    : rejection(
        'forbidden',
        'a request from this machine needs a Host header with an IP address, a local name or one of `names` in the settings',
        { header: 'Host' },
      );
}

/**
 * True for a WebSocket upgrade. A server may ignore any other `Upgrade` header: some HTTP clients send `h2c`
 * with their first request and expect a response to that request.
 */
export const isStreamUpgrade = (request: IncomingMessage): boolean =>
  request.headers.upgrade?.toLowerCase() === 'websocket';
