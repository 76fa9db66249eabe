import { Buffer } from 'node:buffer';

/**
 * One message as JSON around its sequence number, encoded once for all connections that get it:
 * `{"type":"tradeprint","seq":` + the connection's own number + `,"id":70012,…}`.
 */
export interface Frame {
  readonly head: Buffer;
  readonly tail: Buffer;
}

/** @param fields  what follows `type` and `seq`; must not hold either */
export function frameOf(type: string, fields: object): Frame {
  const json = JSON.stringify(fields);
  return { head: headOf(type), tail: Buffer.from(json === '{}' ? '}' : `,${json.slice(1)}`) };
}

/**
 * WebSocket text frames, unmasked as a server sends them, one after another in one buffer, so that many
 * leave in one write. Numbered from `firstSeq` on.
 */
export function encodeFrames(frames: readonly Frame[], firstSeq: number): Buffer {
  const buffer = Buffer.allocUnsafe(frames.reduce((sum, frame) => sum + boundOf(frame), 0));
  let end = 0;
  let seq = firstSeq;
  for (const frame of frames) {
    end = writeFrame(buffer, end, frame, seq);
    seq += 1;
  }
  return buffer.subarray(0, end);
}

const TEXT_FINAL = 0x81; // an unfragmented text frame
const HEADER_BYTES_MAX = 10;
const SEQ_DIGITS_MAX = 16;

const heads = new Map<string, Buffer>();

/** Types are a handful of constants of ours, so each head is encoded once in the life of the process. */
function headOf(type: string): Buffer {
  const known = heads.get(type);
  if (known !== undefined) return known;
  const head = Buffer.from(`{"type":${JSON.stringify(type)},"seq":`);
  heads.set(type, head);
  return head;
}

const boundOf = ({ head, tail }: Frame): number =>
  HEADER_BYTES_MAX + head.length + SEQ_DIGITS_MAX + tail.length;

function writeFrame(buffer: Buffer, start: number, { head, tail }: Frame, seq: number): number {
  const digits = String(seq);
  let at = writeHeader(buffer, start, head.length + digits.length + tail.length);
  buffer.set(head, at);
  at += head.length;
  at += buffer.write(digits, at, 'latin1');
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
