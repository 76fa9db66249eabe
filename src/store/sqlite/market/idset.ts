/**
 * Which ids of one block of ids are in a set, as bytes on disk: few of them as sorted 16-bit offsets,
 * many as a bitmap, whichever is smaller. The length tells which. Little-endian, as every machine we
 * run on; the file is rebuilt from the venues, so it need not travel.
 */
export const BLOCK_IDS = 32_768;
const BITMAP_WORDS = BLOCK_IDS / 32;
const BITMAP_BYTES = BLOCK_IDS / 8;

/** One bit for each id of a block. */
export type Bits = Uint32Array<ArrayBuffer>;

export const newBits = (): Bits => new Uint32Array(BITMAP_WORDS);

/** Sets `bits` to the set that was stored. */
export function decode(stored: Uint8Array, bits: Bits): void {
  if (stored.byteLength === BITMAP_BYTES) {
    bits.set(wordsOf(stored));
    return;
  }
  bits.fill(0);
  for (const offset of offsetsOf(stored)) setBit(bits, offset);
}

/** Keeps in `bits` what the stored set has too; false when that is nothing. `spare` is overwritten. */
export function intersect(bits: Bits, stored: Uint8Array, spare: Bits): boolean {
  decode(stored, spare);
  let any = 0;
  for (let at = 0; at < BITMAP_WORDS; at += 1) {
    const both = (bits[at] ?? 0) & (spare[at] ?? 0);
    bits[at] = both;
    any |= both;
  }
  return any !== 0;
}

/** The offsets in the set, ascending, from `first` on. */
export function* offsetsIn(bits: Bits, first: number): Generator<number> {
  for (let at = first >>> 5; at < BITMAP_WORDS; at += 1) {
    let word = bits[at] ?? 0;
    while (word !== 0) {
      const bit = 31 - Math.clz32(word & -word);
      word &= word - 1;
      const offset = at * 32 + bit;
      if (offset >= first) yield offset;
    }
  }
}

/**
 * The stored set after changes, taken in order: an offset is added, its complement (`~offset`) removed.
 *
 * @returns null when the set is empty
 */
export function change(stored: Uint8Array | null, changes: readonly number[]): Uint8Array | null {
  const bits = newBits();
  if (stored !== null) decode(stored, bits);
  for (const offset of changes) {
    if (offset >= 0) setBit(bits, offset);
    else clearBit(bits, ~offset);
  }
  return encode(bits);
}

function encode(bits: Bits): Uint8Array | null {
  const count = countOf(bits);
  if (count === 0) return null;
  if (count * 2 >= BITMAP_BYTES) return new Uint8Array(bits.buffer);
  const offsets = new Uint16Array(count);
  let next = 0;
  for (const offset of offsetsIn(bits, 0)) {
    offsets[next] = offset;
    next += 1;
  }
  return new Uint8Array(offsets.buffer);
}

function countOf(bits: Bits): number {
  let count = 0;
  for (const word of bits) count += onesIn(word);
  return count;
}

/** Counts by halves: pairs of bits, then fours, then bytes, whose sum the multiplication gathers. */
function onesIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function setBit(bits: Bits, offset: number): void {
  bits[offset >>> 5] = (bits[offset >>> 5] ?? 0) | (1 << (offset & 31));
}

function clearBit(bits: Bits, offset: number): void {
  bits[offset >>> 5] = (bits[offset >>> 5] ?? 0) & ~(1 << (offset & 31));
}

// A typed view needs its alignment; SQLite hands out bytes at any address.
const aligned = (stored: Uint8Array): Uint8Array => (stored.byteOffset % 4 === 0 ? stored : stored.slice());

function wordsOf(stored: Uint8Array): Uint32Array {
  const { buffer, byteOffset } = aligned(stored);
  return new Uint32Array(buffer, byteOffset, BITMAP_WORDS);
}

function offsetsOf(stored: Uint8Array): Uint16Array {
  const { buffer, byteOffset, byteLength } = aligned(stored);
  return new Uint16Array(buffer, byteOffset, byteLength / 2);
}
