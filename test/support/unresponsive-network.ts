import type { HttpClient, Network, SocketListener } from '../../src/ports/network.ts';

/** A network whose sockets open when told, and say only what the caller says; nothing answers over HTTP. */
export class DeafNetwork implements Network {
  /** What was sent through the sockets, oldest first. */
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

  /** What speaks to the first socket that was asked for. */
  get speak(): (text: string) => void {
    const [first] = this.#listeners;
    if (first === undefined) throw new Error('no socket was asked for');
    return (text) => first.onText(text);
  }
}
