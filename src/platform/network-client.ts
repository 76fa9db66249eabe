import { Agent } from 'node:https';
import { type ClientOptions, WebSocket } from 'ws';
import { findProxy, type ProxyVariables } from '#config';
import { errorMessage } from '#contract';
import type { Clock, Network, Socket, SocketListener } from '#ports';
import { HttpPool } from './http-client.ts';

export interface NetworkLimits {
  readonly bodyBytesMax: number; // of one response
  readonly frameBytesMax: number; // of one WebSocket message
  readonly handshakeMs: number; // until a WebSocket is open
}

const LIMITS: NetworkLimits = {
  bodyBytesMax: 32 * 1024 * 1024, // a page of a large catalogue is a few megabytes
  frameBytesMax: 4 * 1024 * 1024, // the snapshots of 200 books are about one megabyte
  handshakeMs: 10_000,
};

/**
 * Network access of this machine. `limits` bound the memory that a peer can make the process use; `proxyVariables` replace
 * `HTTPS_PROXY` and its kin in the environment.
 */
export function createNetwork(
  clock: Clock,
  limits: Partial<NetworkLimits> = {},
  proxyVariables?: ProxyVariables,
): Network {
  const bounds: NetworkLimits = { ...LIMITS, ...limits };
  const shared = { clock, ...(proxyVariables !== undefined && { proxyVariables }) };
  return {
    http: (origin, { connectionsMax }) => new HttpPool(origin, { ...bounds, ...shared, connectionsMax }),
    socket: (url, headers, listener) => openSocket({ url, headers, listener, ...shared, limits: bounds }),
  };
}

interface SocketRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly listener: SocketListener;
  readonly clock: Clock;
  readonly proxyVariables?: ProxyVariables;
  readonly limits: { readonly frameBytesMax: number; readonly handshakeMs: number };
}

/** How long a closing handshake may take before the connection is dropped. */
const CLOSE_MS = 2_000;

/** Opens a WebSocket. `onClosed` is called once, asynchronously, whatever the cause. Never throws. */
function openSocket(request: SocketRequest): Socket {
  const { url, headers, listener, limits } = request;
  try {
    const { frameBytesMax: maxPayload, handshakeMs: handshakeTimeout } = limits;
    const options = { headers, maxPayload, handshakeTimeout, perMessageDeflate: false };
    const agent = openTunnel(url, request.proxyVariables);
    return wrapSocket(new WebSocket(url, { ...options, ...agent }), request);
  } catch (error) {
    // An invalid URL, header or proxy is reported like any other failure.
    queueMicrotask(() => listener.onClosed(errorMessage(error)));
    return { send: () => {}, ping: () => {}, close: () => {} };
  }
}

/** The agent that opens a tunnel for one encrypted socket; nothing when it is opened directly. */
function openTunnel(url: string, variables?: ProxyVariables): Pick<ClientOptions, 'agent'> {
  const proxy = findProxy(url, variables);
  if (proxy === null) return {};
  if (new URL(url).protocol !== 'wss:') throw new Error('only wss:// is opened through a proxy');
  return { agent: new Agent({ proxyEnv: { HTTPS_PROXY: proxy.href } }) };
}

function wrapSocket(ws: WebSocket, { listener, clock }: SocketRequest): Socket {
  let why: string | null = null;
  ws.on('open', () => listener.onOpen());
  ws.on('pong', () => listener.onPong());
  ws.on('message', (data, isBinary) => {
    if (isBinary) ws.close(1003, 'text only');
    else listener.onText((data as Buffer).toString('utf8')); // `ws` passes a Buffer by default
  });
  // An error is always followed by the close event, which reports it.
  ws.on('error', (error) => {
    why ??= error.message;
  });
  ws.on('close', (code, reason) => listener.onClosed(why ?? closeReason(code, reason.toString())));
  return {
    send: (text) => runIfOpen(ws, () => ws.send(text)),
    ping: () => runIfOpen(ws, () => ws.ping()),
    close: () => {
      if (ws.readyState >= WebSocket.CLOSING) return;
      why ??= 'closed by us';
      const cut = clock.after(CLOSE_MS, () => ws.terminate());
      ws.on('close', () => cut.cancel());
      ws.close(1000);
    },
  };
}

function runIfOpen(ws: WebSocket, act: () => void): void {
  if (ws.readyState === WebSocket.OPEN) act();
}

const closeReason = (code: number, reason: string): string =>
  reason === '' ? `closed with ${code}` : `closed with ${code}: ${reason}`;
