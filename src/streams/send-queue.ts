import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Clock, Timer } from '#ports';

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

const TEXT_FINAL = 0x81; // an unfragmented text frame
const HEADER_BYTES_MAX = 10;
const SEQ_DIGITS_MAX = 16;
const ZERO = 48; // the character

/**
 * Encodes frames as unmasked WebSocket text frames, several in one buffer.
 *
 * A broadcast encodes the same frames for each connection with different sequence numbers. The encoder
 * therefore keeps its last buffer and rewrites only the digits that differ. A caller that still needs the
 * buffer at the next call must report that with `keepBuffer`.
 */
export class FrameEncoder {
  #bytes = Buffer.alloc(0);
  #frames: readonly Frame[] = [];
  #seqEnds: number[] = []; // offset of the last digit of each number
  #firstSeq = 0;
  #digits: number | null = null; // digit count of all numbers in the buffer; null when it differs
  #isBufferInUse = false;

  encode(frames: readonly Frame[], firstSeq: number): Buffer {
    const isSame = areSame(frames, this.#frames);
    if (isSame && firstSeq === this.#firstSeq) return this.#bytes;
    const digits = commonDigits(firstSeq, firstSeq + frames.length - 1);
    if (isSame && digits !== null && digits === this.#digits) this.#renumber(firstSeq);
    else this.#write(frames, firstSeq, digits);
    return this.#bytes;
  }

  /** The socket still reads the last buffer: it must not be overwritten. */
  keepBuffer(): void {
    this.#isBufferInUse = true;
  }

  #write(frames: readonly Frame[], firstSeq: number, digits: number | null): void {
    const buffer = Buffer.allocUnsafe(frames.reduce((sum, frame) => sum + computeSizeMax(frame), 0));
    let end = 0;
    this.#seqEnds = frames.map((frame, index) => {
      const text = String(firstSeq + index);
      const seqStart = writeHead(buffer, end, frame, text.length);
      end = writeTail(buffer, seqStart, frame, text);
      return seqStart + text.length - 1;
    });
    this.#bytes = buffer.subarray(0, end);
    this.#isBufferInUse = false;
    this.#frames = frames;
    this.#firstSeq = firstSeq;
    this.#digits = digits;
  }

  /** Rewrites each number from its last digit, as far as it differs from the number in the buffer. */
  #renumber(firstSeq: number): void {
    if (this.#isBufferInUse) this.#bytes = Buffer.from(this.#bytes);
    this.#isBufferInUse = false;
    const bytes = this.#bytes;
    let [before, after] = [this.#firstSeq, firstSeq];
    for (const end of this.#seqEnds) {
      let [old, rest] = [before, after];
      for (let at = end; old !== rest; at -= 1) {
        bytes[at] = ZERO + (rest % 10);
        old = Math.floor(old / 10);
        rest = Math.floor(rest / 10);
      }
      before += 1;
      after += 1;
    }
    this.#firstSeq = firstSeq;
  }
}

function commonDigits(first: number, last: number): number | null {
  const digits = String(last).length;
  return String(first).length === digits ? digits : null;
}

const areSame = (a: readonly Frame[], b: readonly Frame[]): boolean =>
  a === b || (a.length === b.length && a.every((frame, index) => frame === b[index]));

const computeSizeMax = ({ head, tail }: Frame): number =>
  HEADER_BYTES_MAX + head.length + SEQ_DIGITS_MAX + tail.length;

/** Returns the offset of the number. */
function writeHead(buffer: Buffer, start: number, { head, tail }: Frame, digits: number): number {
  const at = writeHeader(buffer, start, head.length + digits + tail.length);
  buffer.set(head, at);
  return at + head.length;
}

function writeTail(buffer: Buffer, seqStart: number, { tail }: Frame, seq: string): number {
  const at = seqStart + buffer.write(seq, seqStart, 'latin1');
  buffer.set(tail, at);
  return at + tail.length;
}

function writeHeader(buffer: Buffer, start: number, length: number): number {
  buffer[start] = TEXT_FINAL;
  if (length < 126) {
    buffer[start + 1] = length;
    return start + 2;
  }
  if (length < 65_536) {
    buffer[start + 1] = 126;
    return buffer.writeUInt16BE(length, start + 2);
  }
  buffer[start + 1] = 127;
  return buffer.writeBigUInt64BE(BigInt(length), start + 2);
}

/**
 * A message as JSON text before and after its sequence number, encoded once for all its receivers:
 * `{"type":"tradeprint","seq":` + the connection's own number + `,"id":70012,…}`.
 */
export interface Frame {
  readonly head: Buffer;
  readonly tail: Buffer;
}

/** @param fields  the fields after `type` and `seq`; must contain neither */
export function createFrame(type: string, fields: object): Frame {
  return createFrameOfJson(type, JSON.stringify(fields));
}

/** @param json  the fields after `type` and `seq`, as a JSON object */
export function createFrameOfJson(type: string, json: string): Frame {
  return { head: getHead(type), tail: Buffer.from(json === '{}' ? '}' : `,${json.slice(1)}`) };
}

const heads = new Map<string, Buffer>();

const framesByField = new WeakMap<Frame, Map<string, Frame>>();

/**
 * The frame with one more field after `seq`. It is made once for each field, so that a broadcast to connections with the
 * same field is encoded once.
 *
 * @param field  as JSON: `"sub":"a"`
 */
export function addField(frame: Frame, field: string): Frame {
  const made = framesByField.get(frame) ?? new Map<string, Frame>();
  framesByField.set(frame, made);
  const known = made.get(field);
  if (known !== undefined) return known;
  const added = { head: frame.head, tail: Buffer.concat([Buffer.from(`,${field}`), frame.tail]) };
  made.set(field, added);
  return added;
}

/** There are only a few frame types, so each head is encoded once per process. */
function getHead(type: string): Buffer {
  const known = heads.get(type);
  if (known !== undefined) return known;
  const head = Buffer.from(`{"type":${JSON.stringify(type)},"seq":`);
  heads.set(type, head);
  return head;
}
