import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Clock, Timer } from '../../ports/environment.ts';
import { type Frame, FrameEncoder } from './frame-codec.ts';

const COALESCE_MS = 5;
const { OPEN } = WebSocket;
const NOTHING = Buffer.alloc(0); // no byte of it goes out: it only tells when what is before it has

export interface Flushable {
  flush(): void;
}

/** Gathers whoever has something to send, and lets them write together a moment later. */
export class Flusher {
  readonly #clock: Clock;
  readonly encoder = new FrameEncoder();
  #dirty: Flushable[] = [];
  #timer: Timer | null = null;
  #flushingMs: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  schedule(sender: Flushable): void {
    this.#timer ??= this.#clock.after(COALESCE_MS, () => this.#flush());
    this.#dirty.push(sender);
  }

  /** There is enough to send that more company would not make it cheaper: after this turn, all write. */
  flushNext(): void {
    this.#timer?.cancel();
    this.#timer = this.#clock.after(0, () => this.#flush());
  }

  /** The monotonic time, read once for all that is written together. */
  get nowMs(): number {
    return this.#flushingMs ?? this.#clock.monotonicMs();
  }

  #flush(): void {
    const dirty = this.#dirty;
    this.#dirty = [];
    this.#timer = null;
    this.#flushingMs = this.#clock.monotonicMs();
    try {
      for (const sender of dirty) sender.flush();
    } finally {
      this.#flushingMs = null;
    }
  }
}

export interface SendQueueRules {
  readonly bytesMax: number; // waiting for the peer to read
  readonly framesMax: number;
  onOverflow(): void;
}

/**
 * What goes out on one connection: numbers the frames, writes several at once, and notices a peer that
 * does not read. It writes to the socket that `ws` was given: ping, pong and close frames of `ws` take
 * the same socket whole, so they fall between ours.
 *
 * A print goes through here a thousand times at once, and each object that is looked at on the way has left
 * the processor's caches since the last one: so what a write needs is kept here, and little else is touched.
 */
export class SendQueue implements Flushable {
  readonly #ws: Pick<WebSocket, 'readyState'>;
  readonly #socket: Duplex;
  readonly #flusher: Flusher;
  readonly #rules: SendQueueRules;
  #seq = 0;
  #frames: Frame[] = [];
  #framesInSocket = 0;
  #hasOverflowed = false;
  #waiters: (() => void)[] = [];
  #graceBytes = 0;
  #graceFrames = 0;
  #writtenMs: number;

  constructor(ws: Pick<WebSocket, 'readyState'>, socket: Duplex, flusher: Flusher, rules: SendQueueRules) {
    this.#ws = ws;
    this.#writtenMs = flusher.nowMs;
    this.#socket = socket;
    this.#flusher = flusher;
    this.#rules = rules;
  }

  /** When the last frame left, or this box was made, by the monotonic clock. */
  get writtenMs(): number {
    return this.#writtenMs;
  }

  push(frame: Frame): void {
    this.#frames.push(frame);
    if (this.#frames.length === 1) this.#flusher.schedule(this);
  }

  flush(): void {
    this.write([]);
  }

  /** Writes at once: what was pushed before, then `frames`, which nobody may change afterwards. */
  write(frames: readonly Frame[]): void {
    const all = this.#frames.length === 0 ? frames : this.#withPushed(frames);
    // Nothing may follow the close frame.
    if (all.length === 0 || this.#ws.readyState !== OPEN) return;
    const isCaughtUp = this.#socket.writableLength === 0;
    const bytes = this.#send(all, isCaughtUp);
    // What one write brings, as a snapshot does, is no backlog yet: only what piles up behind it counts.
    if (isCaughtUp) {
      this.#graceBytes = bytes;
      this.#graceFrames = all.length;
    } else if (!this.#hasOverflowed && this.#isOverfull()) this.#overflow();
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

  #withPushed(frames: readonly Frame[]): readonly Frame[] {
    const all = [...this.#frames, ...frames];
    this.#frames = [];
    return all;
  }

  #send(frames: readonly Frame[], isCaughtUp: boolean): number {
    const { encoder } = this.#flusher;
    const buffer = encoder.encode(frames, this.#seq + 1);
    this.#seq += frames.length;
    this.#writtenMs = this.#flusher.nowMs;
    if (isCaughtUp) this.#socket.write(buffer);
    else this.#await(buffer, frames.length);
    if (this.#socket.writableLength === 0) return buffer.length; // the kernel has its copy
    encoder.keepBuffer(); // the socket will come back for these bytes
    if (isCaughtUp) this.#await(NOTHING, frames.length);
    return buffer.length;
  }

  /**
   * Writes, and counts so many frames as waiting until the peer has taken this and all before it. A peer that keeps
   * up is never waited for: a call back for each write is a good part of what sending costs.
   */
  #await(buffer: Buffer, frames: number): void {
    this.#framesInSocket += frames;
    this.#socket.write(buffer, () => this.#onTaken(frames));
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
    const bytes = this.#socket.writableLength - this.#graceBytes;
    const frames = this.#framesInSocket - this.#graceFrames;
    return bytes > this.#rules.bytesMax || frames > this.#rules.framesMax;
  }
}
