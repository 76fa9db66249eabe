import { Buffer } from 'node:buffer';
import type { Frame } from './frame.ts';

const TEXT_FINAL = 0x81; // an unfragmented text frame
const HEADER_BYTES_MAX = 10;
const SEQ_DIGITS_MAX = 16;
const ZERO = 48; // the character

/**
 * Turns frames into WebSocket text frames, unmasked as a server sends them, several in one buffer.
 *
 * A broadcast asks for the same frames for one connection after another under other numbers, so the
 * buffer is kept and only the digits in it are written anew, or nothing where the numbers are the same.
 * Whoever still holds the buffer when the next is asked for must say so with `giveAway`.
 */
export class FrameEncoder {
  #bytes = Buffer.alloc(0);
  #frames: readonly Frame[] = [];
  #seqEnds: number[] = []; // where the last digit of each number stands
  #firstSeq = 0;
  #digits: number | null = null; // of every number in the buffer; null when they differ
  #isGivenAway = false;

  encode(frames: readonly Frame[], firstSeq: number): Buffer {
    const isSame = areSame(frames, this.#frames);
    if (isSame && firstSeq === this.#firstSeq) return this.#bytes;
    const digits = commonDigits(firstSeq, firstSeq + frames.length - 1);
    if (isSame && digits !== null && digits === this.#digits) this.#renumber(firstSeq);
    else this.#write(frames, firstSeq, digits);
    return this.#bytes;
  }

  /** The last buffer has a reader still: it is not written to again. */
  giveAway(): void {
    this.#isGivenAway = true;
  }

  #write(frames: readonly Frame[], firstSeq: number, digits: number | null): void {
    const buffer = Buffer.allocUnsafe(frames.reduce((sum, frame) => sum + boundOf(frame), 0));
    let end = 0;
    this.#seqEnds = frames.map((frame, index) => {
      const text = String(firstSeq + index);
      const seqStart = writeHead(buffer, end, frame, text.length);
      end = writeTail(buffer, seqStart, frame, text);
      return seqStart + text.length - 1;
    });
    this.#bytes = buffer.subarray(0, end);
    this.#isGivenAway = false;
    this.#frames = frames;
    this.#firstSeq = firstSeq;
    this.#digits = digits;
  }

  /** Goes through each number from its last digit on, as far as it differs from the one that stands there. */
  #renumber(firstSeq: number): void {
    if (this.#isGivenAway) this.#bytes = Buffer.from(this.#bytes);
    this.#isGivenAway = false;
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

const boundOf = ({ head, tail }: Frame): number =>
  HEADER_BYTES_MAX + head.length + SEQ_DIGITS_MAX + tail.length;

/** Returns where the number stands. */
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
