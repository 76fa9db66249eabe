import type { HttpClient, HttpResult, Network, SocketListener } from '../ports/network.ts';

type Hide = (text: string) => string;

/**
 * A network whose other side cannot tell us our own secrets: a venue that repeats a request in its error
 * would have them in our log, journal and answers. An answer that succeeds is left as it is, since
 * new credentials arrive in one.
 */
export function redactingNetwork(network: Network, hide: Hide): Network {
  return {
    http: (origin, options) => discreetClient(network.http(origin, options), hide),
    socket: (url, headers, listener) => network.socket(url, headers, discreetListener(listener, hide)),
  };
}

const discreetClient = (client: HttpClient, hide: Hide): HttpClient => ({
  request: async (request) => hidden(await client.request(request), hide),
  close: () => client.close(),
});

function hidden(result: HttpResult, hide: Hide): HttpResult {
  if (result.kind !== 'answer') return { ...result, why: hide(result.why) };
  return result.status >= 200 && result.status < 300 ? result : { ...result, body: hide(result.body) };
}

const discreetListener = (listener: SocketListener, hide: Hide): SocketListener => ({
  onOpen: () => listener.onOpen(),
  onText: (text) => listener.onText(hide(text)),
  onPong: () => listener.onPong(),
  onClosed: (why) => listener.onClosed(hide(why)),
});
