import { Backoff, type BackoffSettings, errorMessage } from '#contract';
import type { Clock, Network, Socket, Timer } from '#ports';

export interface WsConnectionSettings {
  readonly url: string;
  readonly heartbeatMs: number; // between two pings
  readonly silenceMsMax: number; // a socket on which nothing arrives for longer is replaced
  readonly reconnect: BackoffSettings;
  /** A venue that accepts a handshake and then closes the socket resets the back-off by its first message only. */
  readonly resetBackoffOn: 'open' | 'message';
}

type Headers = Readonly<Record<string, string>>;

export interface WsConnectionHooks {
  /** The headers of one handshake; called for each, so that none is signed twice. Without them no socket is opened. */
  headers(): Headers | Promise<Headers>;
  ping(socket: Socket): void;
  /** A new socket is open: no subscription of an older one holds. */
  onOpen(): void;
  onText(text: string): void;
  /** Called once for each socket that ended, except by `stop`. */
  onDown(why: string, wasOpen: boolean): void;
}

export interface WsConnectionDeps {
  readonly network: Network;
  readonly clock: Clock;
}

/**
 * One WebSocket to a venue, replaced by a new one whenever it closes or falls silent.
 *
 * ```
 *   idle ──open()──▶ connecting ──socket opened──▶ open
 *                     ▲      │                      │
 *          back-off   │      │ socket closed        │ socket closed, silence, reconnect()
 *          has passed │      ▼                      │
 *                     └── waiting ◀─────────────────┘
 *
 *   stop() leads from every state to stopped, which is final.
 * ```
 *
 * Silence counts while connecting too, so a handshake that never ends is given up. Nothing that an abandoned
 * socket still delivers reaches the hooks.
 */
export class WsConnection {
  readonly #deps: WsConnectionDeps;
  readonly #settings: WsConnectionSettings;
  readonly #hooks: WsConnectionHooks;
  readonly #backoff: Backoff;
  #socket: Socket | null = null;
  #socketNumber = 0; // callbacks of a socket with another number are ignored
  #timer: Timer | null = null; // the heartbeat of a socket, or the wait for the next one
  #isOpen = false;
  #isStopped = false;
  #receivedAtMs = 0;
  #downSinceMs: number;

  constructor(deps: WsConnectionDeps, settings: WsConnectionSettings, hooks: WsConnectionHooks) {
    this.#deps = deps;
    this.#settings = settings;
    this.#hooks = hooks;
    this.#backoff = new Backoff(settings.reconnect);
    this.#downSinceMs = deps.clock.monotonicMs();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** How long there has been no open socket; null while there is one. */
  get downMs(): number | null {
    return this.#isOpen ? null : this.#deps.clock.monotonicMs() - this.#downSinceMs;
  }

  open(): void {
    if (this.#isStopped) return;
    const { network, clock } = this.#deps;
    const { url, heartbeatMs } = this.#settings;
    this.#socketNumber += 1;
    const number = this.#socketNumber;
    const isCurrent = (): boolean => number === this.#socketNumber;
    const headers = this.#hooks.headers();
    this.#received();
    const connect = (signed: Headers): void => {
      this.#socket = network.socket(url, signed, {
        onOpen: () => isCurrent() && this.#onOpen(),
        onText: (text) => isCurrent() && this.#onText(text),
        onPong: () => isCurrent() && this.#received(),
        onClosed: (why) => isCurrent() && this.#onDown(why),
      });
    };
    if (headers instanceof Promise)
      headers.then(
        (signed) => isCurrent() && connect(signed),
        (error: unknown) => isCurrent() && this.#onDown(`not signed: ${errorMessage(error)}`),
      );
    else connect(headers);
    this.#timer = clock.every(heartbeatMs, () => this.#checkHeartbeat());
  }

  /** Dropped while no socket is open: subscribe again in `onOpen`. */
  send(text: string): void {
    if (this.#isOpen) this.#socket?.send(text);
  }

  /** Replaces the socket, because what it delivers cannot be trusted. During a wait, a new wait begins. */
  reconnect(why: string): void {
    const socket = this.#socket;
    this.#onDown(why);
    socket?.close();
  }

  stop(): void {
    const socket = this.#socket;
    this.#isStopped = true;
    this.#release();
    socket?.close();
  }

  #onOpen(): void {
    this.#isOpen = true;
    this.#received();
    if (this.#settings.resetBackoffOn === 'open') this.#backoff.reset();
    this.#hooks.onOpen();
  }

  #onText(text: string): void {
    this.#received();
    this.#backoff.reset();
    this.#hooks.onText(text);
  }

  #received(): void {
    this.#receivedAtMs = this.#deps.clock.monotonicMs();
  }

  #checkHeartbeat(): void {
    const silentMs = this.#deps.clock.monotonicMs() - this.#receivedAtMs;
    if (silentMs > this.#settings.silenceMsMax) this.reconnect(`nothing received for ${silentMs} ms`);
    else if (this.#isOpen && this.#socket !== null) this.#hooks.ping(this.#socket);
  }

  #onDown(why: string): void {
    const { clock } = this.#deps;
    const wasOpen = this.#isOpen;
    this.#release();
    if (wasOpen) this.#downSinceMs = clock.monotonicMs();
    this.#hooks.onDown(why, wasOpen);
    if (this.#isStopped) return;
    this.#timer = clock.after(this.#backoff.next(), () => this.open());
  }

  #release(): void {
    this.#socketNumber += 1;
    this.#timer?.cancel();
    this.#timer = null;
    this.#socket = null;
    this.#isOpen = false;
  }
}
