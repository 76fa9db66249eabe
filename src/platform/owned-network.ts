import type { HttpClient, HttpResult, JournalOwnership, Network } from '#ports';

const NOT_OWNER: HttpResult = { kind: 'unsent', why: 'the ownership of the journal is in doubt' };
const NOT_OPENED = 'not opened: the ownership of the journal is in doubt';

/**
 * A network that sends no state-changing request and opens no stream while the ownership of the journal is in doubt. It
 * is the last step before the socket: a request may have waited for a rate limit since its order was checked (J-06).
 * Reads are sent, since they change nothing.
 */
export function createOwnedNetwork(network: Network, ownership: JournalOwnership): Network {
  return {
    http: (origin, options) => ownedClient(network.http(origin, options), ownership),
    socket: (url, headers, listener) => {
      if (ownership.mayCallVenues()) return network.socket(url, headers, listener);
      queueMicrotask(() => listener.onClosed(NOT_OPENED));
      return { send: () => {}, ping: () => {}, close: () => {} };
    },
  };
}

const ownedClient = (client: HttpClient, ownership: JournalOwnership): HttpClient => ({
  request: (request) =>
    request.method === 'GET' || ownership.mayCallVenues()
      ? client.request(request)
      : Promise.resolve(NOT_OWNER),
  close: () => client.close(),
});
