import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Clock, Timer } from '../../ports/environment.ts';
import { type Frame, FrameEncoder } from './frame-codec.ts';

const COALESCE_MS = 5;
const { OPEN } = WebSocket;
const NOTHING = Buffer.alloc(0); // empty write, whose callback reports that all earlier bytes were sent

export interface Flushable {
  flush(): void;
}

/** Collects the queues that have frames to send, and flushes them together a moment later. */
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

  /** Flushes after the current event loop task: a longer batch would not be cheaper. */
  flushNext(): void {
    this.#timer?.cancel();
    this.#timer = this.#clock.after(0, () => this.#flush());
  }

  /** The monotonic time, read once for each batch. */
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
  readonly bytesMax: number; // sent, not yet read by the peer
  readonly framesMax: number;
  onOverflow(): void;
}

/**
 * The outgoing frames of one connection. It numbers the frames, writes several at once, and detects a peer
 * that does not read. It writes to the socket that `ws` uses too. `ws` writes its ping, pong and close frames
 * as a whole, so they never interrupt a frame of this queue.
 *
 * One print is written to thousands of connections in a row, and every object that is touched on the way is
 * a cache miss. The queue therefore keeps everything that a write needs and touches little else.
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

  /** Monotonic time of the last write, or of the creation of this queue. */
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

  /** Writes at once: first the pushed frames, then `frames`. The caller must not change the array afterwards. */
  write(frames: readonly Frame[]): void {
    const all = this.#frames.length === 0 ? frames : this.#withPushed(frames);
    // No frame may follow the close frame.
    if (all.length === 0 || this.#ws.readyState !== OPEN) return;
    const isCaughtUp = this.#socket.writableLength === 0;
    const bytes = this.#send(all, isCaughtUp);
    // A single large write, such as a snapshot, is not a backlog: only the frames queued after it count.
    if (isCaughtUp) {
      this.#graceBytes = bytes;
      this.#graceFrames = all.length;
    } else if (!this.#hasOverflowed && this.#isOverfull()) this.#overflow();
  }

  /** Resolves when the peer has received everything sent so far, or is gone. */
  async drained(): Promise<void> {
    this.flush();
    if (this.#framesInSocket === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiters.push(resolve);
    await promise;
  }

  /** The connection is closed: drops the queued frames and resolves all waiters. */
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
    else this.#writeAndCount(buffer, frames.length);
    if (this.#socket.writableLength === 0) return buffer.length; // the kernel has copied the bytes
    encoder.keepBuffer(); // the socket still needs these bytes
    if (isCaughtUp) this.#writeAndCount(NOTHING, frames.length);
    return buffer.length;
  }

  /**
   * Writes a buffer and counts its frames as waiting until the socket has sent it. A peer that keeps up needs
   * no such callback, which would be a large part of the cost of sending.
   */
  #writeAndCount(buffer: Buffer, frames: number): void {
    this.#framesInSocket += frames;
    this.#socket.write(buffer, () => this.#onSent(frames));
  }

  #onSent(frames: number): void {
    this.#framesInSocket -= frames;
    if (this.#framesInSocket === 0) this.#wake();
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const wake of waiters) wake();
  }

  /** Reported once: the error frame about it is sent through this queue too. */
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
