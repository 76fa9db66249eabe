import { randomFillSync } from 'node:crypto';
import type { Random } from '../ports/random.ts';

const POOL_BYTES = 4096;
const TWO_POW_53 = 2 ** 53;

/**
 * The machine's own randomness, unpredictable enough for key and order ids. Bytes are drawn in pools,
 * because asking the system for a few at a time costs more than using them.
 */
export function systemRandom(): Random {
  const pool = Buffer.alloc(POOL_BYTES);
  let used = POOL_BYTES;
  const take = (length: number): Buffer => {
    if (length > POOL_BYTES) return randomFillSync(Buffer.alloc(length));
    if (used + length > POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    used += length;
    return pool.subarray(used - length, used);
  };
  return {
    next() {
      const bytes = take(7);
      // 53 bits fill a double's fraction exactly: 5 bits of the first byte and the six that follow.
      return (((bytes[0] ?? 0) & 31) * 2 ** 48 + bytes.readUIntBE(1, 6)) / TWO_POW_53;
    },
    hex: (length) => take(length).toString('hex'),
  };
}
