import { LRUCache } from 'lru-cache';

const SHARDS = 256; // a power of two
const HASHED_CHARS = 8;

/** The entry of a table under a word of a venue; undefined for a name that every object inherits, such as `constructor`. */
export const getOwn = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/**
 * A map with string keys for up to a million entries. A plain Map rehashes all entries when it grows, which
 * blocks the event loop (80 ms at half a million); here only one of 256 shards is rehashed at a time.
 * Iteration goes shard by shard, in no specified order, and permits changes meanwhile, as in a Map.
 */
export class ShardedMap<Value> {
  readonly #shards: readonly Map<string, Value>[] = Array.from({ length: SHARDS }, () => new Map());
  #size = 0; // of all shards

  get size(): number {
    return this.#size;
  }

  get(name: string): Value | undefined {
    return this.#shardOf(name).get(name);
  }

  has(name: string): boolean {
    return this.#shardOf(name).has(name);
  }

  set(name: string, value: Value): void {
    const shard = this.#shardOf(name);
    const before = shard.size;
    shard.set(name, value);
    this.#size += shard.size - before;
  }

  delete(name: string): void {
    if (this.#shardOf(name).delete(name)) this.#size -= 1;
  }

  *values(): Generator<Value> {
    for (const shard of this.#shards) yield* shard.values();
  }

  *[Symbol.iterator](): Generator<[string, Value]> {
    for (const shard of this.#shards) yield* shard;
  }

  #shardOf(name: string): Map<string, Value> {
    return this.#shards[shardIndex(name)] as Map<string, Value>;
  }
}

/** FNV-1a hash of the last characters, where the venues' tickers and token ids differ most. */
function shardIndex(name: string): number {
  let hash = name.length;
  for (let at = Math.max(0, name.length - HASHED_CHARS); at < name.length; at += 1)
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (SHARDS - 1);
}

const COMPACT_AT = 1_024; // removed entries at the front before the array is compacted

/**
 * Insertion-ordered set with amortised O(1) removal of the oldest element. Taking the first element of a `Set`
 * is slow after many removals, because its iterator skips each deleted entry.
 */
export class InsertionQueue<Member> {
  readonly #positions = new Map<Member, number>(); // position of each member, counted since construction
  #queue: Member[] = []; // oldest first; may contain removed members
  #front = 0; // index in the queue: all entries before it are removed
  #dropped = 0; // entries dropped from the front of the queue by compaction

  get size(): number {
    return this.#positions.size;
  }

  /** Adds the member as the newest, unless it is already in the set. */
  add(member: Member): void {
    if (this.#positions.has(member)) return;
    this.#positions.set(member, this.#dropped + this.#queue.length);
    this.#queue.push(member);
  }

  delete(member: Member): void {
    this.#positions.delete(member);
  }

  /** Removes and returns the oldest member; undefined when the set is empty. */
  takeOldest(): Member | undefined {
    for (; this.#front < this.#queue.length; this.#front += 1) {
      const member = this.#queue[this.#front] as Member;
      if (this.#positions.get(member) !== this.#dropped + this.#front) continue;
      this.#positions.delete(member);
      this.#front += 1;
      this.#compact();
      return member;
    }
    this.#compact();
    return undefined;
  }

  #compact(): void {
    if (this.#front < COMPACT_AT || 2 * this.#front < this.#queue.length) return;
    this.#queue = this.#queue.slice(this.#front);
    this.#dropped += this.#front;
    this.#front = 0;
  }
}

/**
 * Keeps the newest `capacity` items of a stream with increasing ids. Returns the items after an id, or null
 * when some of them were already overwritten.
 */
export class RingBuffer<Item extends { readonly id: number }> {
  readonly #items: Item[] = [];
  readonly #capacity: number;
  #oldest = 0; // index of the oldest item once the buffer is full
  #goneId: number; // highest id that is no longer in the buffer

  /** @param goneId  highest id of the stream before this buffer; 0 for a new stream */
  constructor(capacity: number, goneId = 0) {
    this.#capacity = capacity;
    this.#goneId = goneId;
  }

  push(item: Item): void {
    if (this.#items.length < this.#capacity) {
      this.#items.push(item);
      return;
    }
    this.#goneId = this.#items[this.#oldest]?.id ?? item.id;
    if (this.#capacity > 0) this.#items[this.#oldest] = item;
    this.#oldest = (this.#oldest + 1) % Math.max(1, this.#capacity);
  }

  /** The items with a larger id, oldest first; null when some were overwritten. */
  since(id: number): readonly Item[] | null {
    return id < this.#goneId ? null : this.#range(this.#firstAfter(id));
  }

  /** The newest `count` items, oldest first. */
  newest(count: number): readonly Item[] {
    return this.#range(Math.max(0, this.#items.length - count));
  }

  get size(): number {
    return this.#items.length;
  }

  /** True when the buffer holds every item of the stream. */
  get isComplete(): boolean {
    return this.#goneId === 0;
  }

  #range(from: number): readonly Item[] {
    const items: Item[] = [];
    for (let at = from; at < this.#items.length; at += 1) {
      const item = this.#at(at);
      if (item !== undefined) items.push(item);
    }
    return items;
  }

  #firstAfter(id: number): number {
    let low = 0;
    let high = this.#items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#at(middle)?.id ?? 0) > id) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #at(position: number): Item | undefined {
    return this.#items[(this.#oldest + position) % this.#items.length];
  }
}

/**
 * A map of at most `max` entries that evicts the least recently used one. Memory is allocated as it fills: the
 * package allocates room for all entries at once if `max` is given as its option of that name.
 */
export const createLruCache = <
  Key extends object | string | number,
  Value extends object | string | number | boolean,
>(
  max: number,
): LRUCache<Key, Value> => new LRUCache({ maxSize: max, sizeCalculation: () => 1 });
