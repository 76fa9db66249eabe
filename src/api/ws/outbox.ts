import type { Duplex } from 'node:stream';
import type { Clock } from '../../ports/clock.ts';
import { encodeFrames, type Frame } from './frame.ts';

const COALESCE_MS = 5;

/** Gathers the outboxes that have something to send, and lets them write together a moment later. */
export class Flusher {
  readonly #clock: Clock;
  #dirty: Outbox[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  soon(outbox: Outbox): void {
    if (this.#dirty.length === 0) this.#clock.after(COALESCE_MS, () => this.#flush());
    this.#dirty.push(outbox);
  }

  #flush(): void {
    const dirty = this.#dirty;
    this.#dirty = [];
    for (const outbox of dirty) outbox.flush();
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
export class Outbox {
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
    const frames = this.#frames;
    this.#frames = [];
    if (frames.length === 0 || !this.#rules.isOpen()) return;
    const isCaughtUp = this.#socket.writableLength === 0;
    const bytes = this.#write(frames);
    // What one write brings, as a snapshot does, is no backlog yet: only what piles up behind it counts.
    if (isCaughtUp) this.#grace = { bytes, frames: frames.length };
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

  #write(frames: readonly Frame[]): number {
    const buffer = encodeFrames(frames, this.#seq + 1);
    this.#seq += frames.length;
    this.#framesInSocket += frames.length;
    this.#socket.write(buffer, () => this.#onTaken(frames.length));
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
