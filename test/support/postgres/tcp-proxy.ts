import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A local TCP proxy in front of a server, which can hold the bytes of each direction and cut all connections. */
export class TcpProxy {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [client: Socket, server: Socket]>();
  #isHoldingRequests = false;
  #isHoldingAnswers = false;

  private constructor(target: number) {
    this.#server = createServer((client) => this.#join(client, connect(target, '127.0.0.1')));
  }

  static async listen(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return address !== null && typeof address === 'object' ? address.port : 0;
  }

  /** From now on what clients send does not reach the server. */
  holdRequests(): void {
    this.#isHoldingRequests = true;
    for (const [client] of this.#pairs) client.pause();
  }

  /** From now on what the server answers does not reach its clients. */
  holdAnswers(): void {
    this.#isHoldingAnswers = true;
    for (const [, server] of this.#pairs) server.pause();
  }

  /** Ends all connections, with what is held of them; new connections pass. */
  cut(): void {
    this.#isHoldingRequests = false;
    this.#isHoldingAnswers = false;
    for (const [client, server] of this.#pairs) {
      client.destroy();
      server.destroy();
    }
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #join(client: Socket, server: Socket): void {
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    const end = (): void => {
      this.#pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    client.pipe(server);
    server.pipe(client);
    if (this.#isHoldingRequests) client.pause();
    if (this.#isHoldingAnswers) server.pause();
  }
}
