import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FrameScanner } from './frame-scanner.ts';

const ACCEPTED = Buffer.from('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n');

/** A frame of a server whose payload looks like headers of frames. */
function frame(size: number, opcode = 0x1): Buffer {
  const header =
    size < 126 ? [0x80 | opcode, size] : size < 65_536 ? [0x80 | opcode, 126] : [0x80 | opcode, 127];
  const length = Buffer.alloc(size < 126 ? 0 : size < 65_536 ? 2 : 8);
  if (length.length === 2) length.writeUInt16BE(size);
  if (length.length === 8) length.writeBigUInt64BE(BigInt(size));
  return Buffer.concat([Buffer.from(header), length, Buffer.alloc(size, 0x88)]);
}

/** The state after bytes that arrive in parts of this size. */
function readInParts(bytes: Buffer, size: number): FrameScanner {
  const scanner = new FrameScanner();
  for (let at = 0; at < bytes.length; at += size) scanner.read(bytes.subarray(at, at + size));
  return scanner;
}

describe('the frames of a stream, however its bytes are divided', () => {
  const FRAMES = [0, 1, 125, 126, 127, 65_535, 65_536].map((size) => frame(size));
  const whole = Buffer.concat([ACCEPTED, ...FRAMES]);
  for (const size of [1, 2, 3, 7, 50, 53, 54, 1_000, 65_536, whole.length])
    test(`parts of ${size} bytes`, () => {
      const ended = readInParts(whole, size);
      assert.deepEqual([ended.isBetweenFrames, ended.hasCloseFrame], [true, false]);
      const cut = readInParts(whole.subarray(0, -1), size);
      assert.deepEqual([cut.isBetweenFrames, cut.hasCloseFrame], [false, false]);
      const closed = readInParts(Buffer.concat([whole, frame(2, 0x8)]), size);
      assert.deepEqual([closed.isBetweenFrames, closed.hasCloseFrame], [true, true]);
    });

  for (const size of [1, 125, 126, 65_535, 65_536])
    test(`a frame of ${size} bytes has ended with its last byte, and not before`, () => {
      const bytes = Buffer.concat([ACCEPTED, frame(size)]);
      for (let end = ACCEPTED.length + 1; end <= Math.min(bytes.length - 1, ACCEPTED.length + 20); end += 1)
        assert.equal(readInParts(bytes.subarray(0, end), 3).isBetweenFrames, false, `${end} bytes`);
      assert.equal(readInParts(bytes.subarray(0, -1), 1_000).isBetweenFrames, false);
      assert.equal(readInParts(bytes, 1_000).isBetweenFrames, true);
    });
});

test('an answer that refuses the handshake has no frames', () => {
  const refused = Buffer.from('HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\n\x88\x00');
  for (const size of [1, 10, refused.length]) {
    const { isBetweenFrames, hasCloseFrame } = readInParts(refused, size);
    assert.deepEqual([isBetweenFrames, hasCloseFrame], [false, false]);
  }
});
