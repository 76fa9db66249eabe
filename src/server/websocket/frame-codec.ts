import { Buffer } from 'node:buffer';
import type { RawData } from 'ws';
import { err, ok, type Result } from '../../domain/model/result.ts';

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

/** The client's optional id of its frame; the response frame repeats it. */
export type FrameId = string | number | null;

type Action = 'subscribe' | 'unsubscribe' | 'ping';

export interface ClientFrame {
  readonly action: Action;
  readonly id: FrameId;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Input that is not a valid client frame. */
export interface MalformedFrame {
  readonly id: FrameId;
  readonly issue: string;
}

const ACTIONS: ReadonlySet<unknown> = new Set<Action>(['subscribe', 'unsubscribe', 'ping']);
const ID_CHARS_MAX = 128;

/** Parses a client frame. Rejects anything but a JSON object with a known action. */
export function parseClientFrame(data: RawData, isBinary: boolean): Result<ClientFrame, MalformedFrame> {
  const fields = isBinary || !Buffer.isBuffer(data) ? null : parseObject(data.toString('utf8'));
  if (fields === null) return err({ id: null, issue: 'a frame is a JSON object as text' });
  const id = readFrameId(fields['id']);
  const action = fields['action'];
  if (!isAction(action)) return err({ id, issue: 'action must be subscribe, unsubscribe or ping' });
  return ok({ action, id, fields });
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

const isAction = (value: unknown): value is Action => ACTIONS.has(value);

/** The id is echoed unchanged, so only short strings and numbers are accepted. */
function readFrameId(value: unknown): FrameId {
  if (typeof value === 'string') return value.slice(0, ID_CHARS_MAX);
  return typeof value === 'number' ? value : null;
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
  const json = JSON.stringify(fields);
  return { head: getHead(type), tail: Buffer.from(json === '{}' ? '}' : `,${json.slice(1)}`) };
}

const heads = new Map<string, Buffer>();

/** There are only a few frame types, so each head is encoded once per process. */
function getHead(type: string): Buffer {
  const known = heads.get(type);
  if (known !== undefined) return known;
  const head = Buffer.from(`{"type":${JSON.stringify(type)},"seq":`);
  heads.set(type, head);
  return head;
}
