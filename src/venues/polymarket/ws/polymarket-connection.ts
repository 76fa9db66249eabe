import type { Clock, Random, Timer } from '../../../ports/environment.ts';
import type { Network, Socket } from '../../../ports/network.ts';
import { jsonOf } from '../codec/polymarket-decoder.ts';

const PING_EVERY_MS = 10_000;
const SILENCE_MAX_MS = 30_000; // their PONGs included
const RETRY_FIRST_MS = 500;
const RETRY_MAX_MS = 15_000;

export interface PolymarketConnectionDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly url: string;
  readonly onUp: () => void;
  /** Each object of a frame, which holds one or several. */
  readonly onEvent: (event: unknown) => void;
  readonly onDown: (why: string) => void;
}

/** One of the venue's sockets, kept open: pinged in words, as it wants, and opened again when it is silent. */
export class PolymarketConnection {
  readonly #deps: PolymarketConnectionDeps;
  #socket: Socket | null = null;
  #isUp = false;
  #isStopped = false;
  #heardAtMs = 0;
  #retryMs = RETRY_FIRST_MS;
  #timers: Timer[] = [];
  #generation = 0;

  constructor(deps: PolymarketConnectionDeps) {
    this.#deps = deps;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  open(): void {
    if (this.#isStopped) return;
    const { network, clock, url } = this.#deps;
    this.#generation += 1;
    const generation = this.#generation;
    const isCurrent = (): boolean => generation === this.#generation;
    this.#heardAtMs = clock.monotonicMs();
    this.#socket = network.socket(
      url,
      {},
      {
        onOpen: () => isCurrent() && this.#up(),
        onText: (text) => isCurrent() && this.#hear(text),
        onPong: () => isCurrent() && this.#heard(),
        onClosed: (why) => isCurrent() && this.#down(why),
      },
    );
    this.#timers = [clock.every(PING_EVERY_MS, () => this.#ping())];
  }

  /** Dropped while the line is down: whoever subscribes does so again when it is up. */
  send(message: unknown): void {
    if (this.#isUp) this.#socket?.send(JSON.stringify(message));
  }

  /** Opens it anew, because what it says can not be trusted. */
  reopen(why: string): void {
    const socket = this.#socket;
    this.#down(why);
    socket?.close();
  }

  stop(): void {
    this.#isStopped = true;
    this.#generation += 1;
    this.#clearTimers();
    this.#isUp = false;
    this.#socket?.close();
  }

  #up(): void {
    this.#isUp = true;
    this.#heard();
    this.#deps.onUp();
  }

  #hear(text: string): void {
    this.#heard();
    const first = text.charCodeAt(0);
    if (first !== 0x7b && first !== 0x5b) return; // `PONG`, `NO NEW ASSETS`, and whatever else is no JSON
    const frame = jsonOf(text);
    if (Array.isArray(frame)) for (const event of frame as readonly unknown[]) this.#deps.onEvent(event);
    else if (frame !== undefined) this.#deps.onEvent(frame);
  }

  #heard(): void {
    this.#heardAtMs = this.#deps.clock.monotonicMs();
    this.#retryMs = RETRY_FIRST_MS;
  }

  #ping(): void {
    if (this.#deps.clock.monotonicMs() - this.#heardAtMs > SILENCE_MAX_MS) return this.reopen('silent');
    if (this.#isUp) this.#socket?.send('PING');
  }

  #down(why: string): void {
    const { clock, random } = this.#deps;
    this.#generation += 1; // nothing of the old socket counts any more
    this.#clearTimers();
    this.#socket = null;
    const wasUp = this.#isUp;
    this.#isUp = false;
    if (wasUp) this.#deps.onDown(why);
    if (this.#isStopped) return;
    const waitMs = Math.round(this.#retryMs * (0.5 + random.next() / 2));
    this.#retryMs = Math.min(this.#retryMs * 2, RETRY_MAX_MS);
    this.#timers = [clock.after(waitMs, () => this.open())];
  }

  #clearTimers(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers = [];
  }
}
