import type { HttpClient, Network, SocketListener } from '../../src/ports/network.ts';

/** A network whose sockets open on command and send only what the test sends; HTTP requests fail. */
export class UnresponsiveNetwork implements Network {
  /** Messages sent through the sockets, oldest first. */
  readonly sent: string[] = [];
  readonly #listeners: SocketListener[] = [];

  http(): HttpClient {
    return {
      request: () => Promise.resolve({ kind: 'unsent', why: 'no HTTP here' }),
      close: () => Promise.resolve(),
    };
  }

  socket(_url: string, _headers: unknown, listener: SocketListener) {
    this.#listeners.push(listener);
    return {
      send: (text: string) => void this.sent.push(text),
      ping: () => undefined,
      close: () => undefined,
    };
  }

  open(): void {
    for (const listener of this.#listeners) listener.onOpen();
  }

  /** Closes every socket. Later calls are about those that are requested afterwards. */
  close(): void {
    for (const listener of this.#listeners.splice(0)) listener.onClosed('closed by the peer');
  }

  /** The peer of the first socket that was requested. */
  get sendFromPeer(): (text: string) => void {
    const [first] = this.#listeners;
    if (first === undefined) throw new Error('no socket was requested');
    return (text) => first.onText(text);
  }
}
