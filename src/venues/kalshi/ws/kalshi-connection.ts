import type { Clock, Random, Timer } from '../../../ports/environment.ts';
import type { Network, Socket } from '../../../ports/network.ts';
import type { ServerTime, Signer } from '../http/kalshi-auth.ts';
import type { KalshiSettings } from '../kalshi-settings.ts';

export interface KalshiConnectionDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly signer: Signer;
  readonly time: ServerTime;
  readonly settings: KalshiSettings;
}

/** A frame, its `msg` not read yet. */
export interface Frame {
  readonly type: string;
  readonly id: number | null; // of the command it answers
  readonly sid: number | null;
  readonly seq: number | null;
  readonly msg: unknown;
}

export interface KalshiConnectionListener {
  onReady(): void; // a fresh connection: nothing of an earlier one holds
  onFrame(frame: Frame): void;
  onDown(why: string): void;
}

const PING_MS = 10_000;
const REDIAL_FIRST_MS = 1_000;
const REDIAL_MAX_MS = 60_000;

/** One WebSocket that is dialled again, signed afresh, whenever it breaks or falls silent. */
export class KalshiConnection {
  readonly #deps: KalshiConnectionDeps;
  readonly #listener: KalshiConnectionListener;
  readonly #path: string;
  readonly #timer: Timer;
  #socket: Socket | null = null;
  #isOpen = false;
  #isStopped = false;
  #commands = 0;
  #redialMs = REDIAL_FIRST_MS;
  #heardAtMs = 0;
  #downSinceMs: number;

  constructor(deps: KalshiConnectionDeps, listener: KalshiConnectionListener) {
    this.#deps = deps;
    this.#listener = listener;
    this.#path = new URL(deps.settings.wsUrl).pathname;
    this.#downSinceMs = deps.clock.monotonicMs();
    this.#timer = deps.clock.every(PING_MS, () => this.#beat());
    this.#dial();
  }

  /** How long there has been no connection; null while there is one. */
  get downMs(): number | null {
    return this.#isOpen ? null : this.#deps.clock.monotonicMs() - this.#downSinceMs;
  }

  /** @returns the command's id, which its answer repeats */
  send(cmd: string, params: Readonly<Record<string, unknown>>): number {
    this.#commands += 1;
    this.#socket?.send(JSON.stringify({ id: this.#commands, cmd, params }));
    return this.#commands;
  }

  /** Ends this connection and dials the next. */
  renew(why: string): void {
    const socket = this.#socket;
    this.#down(why);
    socket?.close();
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer.cancel();
    const socket = this.#socket;
    this.#socket = null;
    this.#isOpen = false;
    socket?.close();
  }

  #dial(): void {
    if (this.#isStopped) return;
    const { network, signer, time, settings, clock } = this.#deps;
    const headers = signer.headers('GET', this.#path, time.now());
    this.#heardAtMs = clock.monotonicMs();
    // What an abandoned socket still has to say is not heard: it speaks of another session.
    const mine = (): boolean => this.#socket === socket;
    const socket: Socket = network.socket(settings.wsUrl, headers, {
      onOpen: () => mine() && this.#opened(),
      onText: (text) => mine() && this.#heard(text),
      onPong: () => {
        if (mine()) this.#heardAtMs = clock.monotonicMs();
      },
      onClosed: (why) => mine() && this.#down(why),
    });
    this.#socket = socket;
  }

  #opened(): void {
    this.#isOpen = true;
    this.#heardAtMs = this.#deps.clock.monotonicMs();
    this.#listener.onReady();
  }

  #heard(text: string): void {
    this.#heardAtMs = this.#deps.clock.monotonicMs();
    this.#redialMs = REDIAL_FIRST_MS;
    const frame = frameOf(text);
    if (frame !== null) this.#listener.onFrame(frame);
  }

  #beat(): void {
    const silentMs = this.#deps.clock.monotonicMs() - this.#heardAtMs;
    if (this.#socket === null) return;
    if (silentMs > this.#deps.settings.socketSilenceMs) this.renew(`nothing heard for ${silentMs} ms`);
    else if (this.#isOpen) this.#socket.ping();
  }

  #down(why: string): void {
    if (this.#socket === null) return;
    this.#socket = null;
    if (this.#isOpen) this.#downSinceMs = this.#deps.clock.monotonicMs();
    this.#isOpen = false;
    this.#listener.onDown(why);
    if (this.#isStopped) return;
    const waitMs = this.#redialMs * (0.5 + this.#deps.random.next() / 2);
    this.#redialMs = Math.min(this.#redialMs * 2, REDIAL_MAX_MS);
    this.#deps.clock.after(waitMs, () => this.#dial());
  }
}

function frameOf(text: string): Frame | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null; // a blank line between frames
  }
  if (typeof value !== 'object' || value === null) return null;
  const { type, id, sid, seq, msg } = value as Readonly<Record<string, unknown>>;
  if (typeof type !== 'string') return null;
  return { type, id: integerOrNull(id), sid: integerOrNull(sid), seq: integerOrNull(seq), msg };
}

const integerOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);
