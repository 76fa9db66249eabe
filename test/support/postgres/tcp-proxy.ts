import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** What happens to the bytes of one direction: they pass, wait in the proxy, or vanish. */
type Flow = 'pass' | 'hold' | 'drop';

/**
 * A local TCP proxy in front of a server. It can hold or drop the bytes of each direction, cut all connections, and refuse
 * new ones.
 */
export class TcpProxy {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [client: Socket, server: Socket]>();
  #target: number;
  #requests: Flow = 'pass';
  #answers: Flow = 'pass';
  #isRefusing = false;
  #answersPassed = 0;

  private constructor(target: number, onRequest: (bytes: Buffer) => void) {
    this.#target = target;
    this.#server = createServer((client) => {
      if (this.#isRefusing) return void client.destroy();
      client.on('data', onRequest);
      this.#join(client, connect(this.#target, '127.0.0.1'));
    });
  }

  /** @param onRequest  receives what clients send, as it arrives */
  static async listen(target: number, onRequest: (bytes: Buffer) => void = () => {}): Promise<TcpProxy> {
    const proxy = new TcpProxy(target, onRequest);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return address !== null && typeof address === 'object' ? address.port : 0;
  }

  /** How many times bytes of the server were passed to a client. */
  get answers(): number {
    return this.#answersPassed;
  }

  /** From now on what clients send does not reach the server: it waits, or is lost. */
  holdRequests(flow: 'hold' | 'drop' = 'hold'): void {
    this.#requests = flow;
    this.#steerAll();
  }

  /** From now on what the server answers does not reach its clients: it waits, or is lost. */
  holdAnswers(flow: 'hold' | 'drop' = 'hold'): void {
    this.#answers = flow;
    this.#steerAll();
  }

  /** Ends all connections, with what is held of them; new connections pass. */
  cut(): void {
    this.#requests = 'pass';
    this.#answers = 'pass';
    this.#isRefusing = false;
    for (const [client, server] of this.#pairs) {
      client.destroy();
      server.destroy();
    }
  }

  /** Ends all connections, and refuses new ones until `cut`. */
  refuse(): void {
    this.cut();
    this.#isRefusing = true;
  }

  /** Ends all connections; new ones reach another server. */
  redirect(target: number): void {
    this.#target = target;
    this.cut();
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
    client.on('data', (bytes: Buffer) => void (this.#requests === 'drop' || server.write(bytes)));
    server.on('data', (bytes: Buffer) => {
      if (this.#answers === 'drop') return;
      this.#answersPassed += 1;
      client.write(bytes);
    });
    this.#steer(pair);
  }

  #steerAll(): void {
    for (const pair of this.#pairs) this.#steer(pair);
  }

  #steer([client, server]: readonly [client: Socket, server: Socket]): void {
    if (this.#requests === 'hold') client.pause();
    if (this.#answers === 'hold') server.pause();
  }
}
