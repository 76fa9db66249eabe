import type { Clock } from '../../src/ports/environment.ts';
import type { Socket, SocketListener } from '../../src/ports/network.ts';
import type { ExchangePeer, ExchangeSession, UpgradeResult } from './exchange-seam.ts';

export interface MemorySocketDeps {
  readonly clock: Clock;
  readonly delayMs: () => number;
  readonly listener: SocketListener;
  readonly onEnd: () => void;
}

/** Both ends of one WebSocket in a process. Each direction stays in order, whatever the delays. */
export class MemorySocket implements Socket {
  readonly #deps: MemorySocketDeps;
  readonly #toExchange: DelayedQueue;
  readonly #toClient: DelayedQueue;
  #session: ExchangeSession | null = null;
  #isOpen = false; // as our side knows it
  #isClosing = false; // by us
  #isOver = false;

  constructor(deps: MemorySocketDeps) {
    this.#deps = deps;
    this.#toExchange = new DelayedQueue(deps.clock, deps.delayMs);
    this.#toClient = new DelayedQueue(deps.clock, deps.delayMs);
  }

  /** The handshake: request, the exchange's decision, and response. */
  open(connect: (peer: ExchangePeer) => UpgradeResult): void {
    this.#toExchange.deliver(() => {
      if (this.#isOver) return;
      // Arrives before anything that the session sends.
      this.#toClient.deliver(() => this.#opened());
      const upgrade = connect(this.#peer());
      if ('session' in upgrade) this.#session = upgrade.session;
      else if (upgrade.refusal !== 'hang') this.#end(describeRefusal(upgrade.refusal));
    });
  }

  send(text: string): void {
    if (this.#isOpen) this.#toExchange.deliver(() => this.#session?.receive(text));
  }

  ping(): void {
    if (!this.#isOpen) return;
    this.#toExchange.deliver(() => {
      if (this.#session !== null) this.#toClient.deliver(() => this.#notify((listener) => listener.onPong()));
    });
  }

  close(): void {
    this.#isOpen = false;
    this.#isClosing = true;
    this.#toExchange.deliver(() => this.cut('closed by us'));
  }

  /** Closes both sides. Our side is notified in a later event-loop iteration, as with a real socket. */
  cut(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#isOpen = false;
    this.#session?.closed();
    this.#session = null;
    this.#deps.onEnd();
    queueMicrotask(() => this.#deps.listener.onClosed(why));
  }

  #opened(): void {
    if (this.#isOver || this.#isClosing || this.#session === null) return;
    this.#isOpen = true;
    this.#deps.listener.onOpen();
  }

  #peer(): ExchangePeer {
    return {
      send: (text) => this.#toClient.deliver(() => this.#notify((listener) => listener.onText(text))),
      ping: () => {}, // answered by the socket itself without a callback
      close: (code, reason) => this.#end(`closed with ${code}: ${reason}`),
      drop: () => this.#end('closed with 1006'),
    };
  }

  #end(why: string): void {
    this.#toClient.deliver(() => this.cut(why));
  }

  #notify(notify: (listener: SocketListener) => void): void {
    if (!this.#isOver) notify(this.#deps.listener);
  }
}

/** One direction: messages arrive after their delay and never overtake each other. */
class DelayedQueue {
  readonly #clock: Clock;
  readonly #delayMs: () => number;
  readonly #inTransit: (() => void)[] = [];
  #freeAtMs = 0;

  constructor(clock: Clock, delayMs: () => number) {
    this.#clock = clock;
    this.#delayMs = delayMs;
  }

  deliver(arrive: () => void): void {
    this.#inTransit.push(arrive);
    const nowMs = this.#clock.monotonicMs();
    this.#freeAtMs = Math.max(this.#freeAtMs, nowMs + this.#delayMs());
    // The delay that ends first delivers the oldest message, so that the order is kept.
    const next = (): void => this.#inTransit.shift()?.();
    if (this.#freeAtMs > nowMs) this.#clock.after(this.#freeAtMs - nowMs, next);
    else queueMicrotask(next);
  }
}

const describeRefusal = (refusal: 'reset' | { readonly status: number }): string =>
  refusal === 'reset' ? 'connect ECONNREFUSED' : `Unexpected server response: ${refusal.status}`;
