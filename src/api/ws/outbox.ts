import type { Duplex } from 'node:stream';
import type { Clock, Timer } from '../../ports/clock.ts';
import { FrameEncoder } from './encoder.ts';
import type { Frame } from './frame.ts';

const COALESCE_MS = 5;

export interface Flushable {
  flush(): void;
}

/** Gathers whoever has something to send, and lets them write together a moment later. */
export class Flusher {
  readonly #clock: Clock;
  readonly encoder = new FrameEncoder();
  #dirty: Flushable[] = [];
  #timer: Timer | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  soon(sender: Flushable): void {
    this.#timer ??= this.#clock.after(COALESCE_MS, () => this.#flush());
    this.#dirty.push(sender);
  }

  /** There is enough to send that more company would not make it cheaper: after this turn, all write. */
  hurry(): void {
    this.#timer?.cancel();
    this.#timer = this.#clock.after(0, () => this.#flush());
  }

  #flush(): void {
    const dirty = this.#dirty;
    this.#dirty = [];
    this.#timer = null;
    for (const sender of dirty) sender.flush();
  }
}

export interface OutboxRules {
  readonly bytesMax: number; // waiting for the peer to read
  readonly framesMax: number;
  isOpen(): boolean; // false once a close frame was sent: nothing may follow it
  onWritten(): void;
  onOverflow(): void;
}

/**
 * What goes out on one connection: numbers the frames, writes several at once, and notices a peer that
 * does not read. It writes to the socket that `ws` was given: ping, pong and close frames of `ws` take
 * the same socket whole, so they fall between ours.
 */
export class Outbox implements Flushable {
  readonly #socket: Duplex;
  readonly #flusher: Flusher;
  readonly #rules: OutboxRules;
  #seq = 0;
  #frames: Frame[] = [];
  #framesInSocket = 0;
  #hasOverflowed = false;
  #waiters: (() => void)[] = [];
  #grace = { bytes: 0, frames: 0 };

  constructor(socket: Duplex, flusher: Flusher, rules: OutboxRules) {
    this.#socket = socket;
    this.#flusher = flusher;
    this.#rules = rules;
  }

  push(frame: Frame): void {
    this.#frames.push(frame);
    if (this.#frames.length === 1) this.#flusher.soon(this);
  }

  flush(): void {
    this.write([]);
  }

  /** Writes at once: what was pushed before, then `frames`, which nobody may change afterwards. */
  write(frames: readonly Frame[]): void {
    const all = this.#frames.length === 0 ? frames : [...this.#frames, ...frames];
    this.#frames = [];
    if (all.length === 0 || !this.#rules.isOpen()) return;
    const isCaughtUp = this.#socket.writableLength === 0;
    const bytes = this.#send(all);
    // What one write brings, as a snapshot does, is no backlog yet: only what piles up behind it counts.
    if (isCaughtUp) this.#grace = { bytes, frames: all.length };
    else if (!this.#hasOverflowed && this.#isOverfull()) this.#overflow();
  }

  /** Resolves when the peer has taken everything sent so far, or is gone. */
  async drained(): Promise<void> {
    this.flush();
    if (this.#framesInSocket === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiters.push(resolve);
    await promise;
  }

  /** The connection is over: nothing more is written, and nobody waits for what was. */
  stop(): void {
    this.#frames = [];
    this.#wake();
  }

  #send(frames: readonly Frame[]): number {
    const { encoder } = this.#flusher;
    const buffer = encoder.encode(frames, this.#seq + 1);
    this.#seq += frames.length;
    this.#framesInSocket += frames.length;
    this.#socket.write(buffer, () => this.#onTaken(frames.length));
    // Nothing waiting means that the kernel has its copy. Else the socket will come back for these bytes.
    if (this.#socket.writableLength > 0) encoder.giveAway();
    this.#rules.onWritten();
    return buffer.length;
  }

  #onTaken(frames: number): void {
    this.#framesInSocket -= frames;
    if (this.#framesInSocket === 0) this.#wake();
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }

  /** Told once: what is said about it goes out by this same box. */
  #overflow(): void {
    this.#hasOverflowed = true;
    this.#rules.onOverflow();
  }

  #isOverfull(): boolean {
    const bytes = this.#socket.writableLength - this.#grace.bytes;
    const frames = this.#framesInSocket - this.#grace.frames;
    return bytes > this.#rules.bytesMax || frames > this.#rules.framesMax;
  }
}
