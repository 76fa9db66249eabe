const PARTS = 256; // a power of two
const HASHED_CHARS = 8;

/**
 * A map of names that may grow to a million entries. A plain Map of that size moves every entry when it
 * outgrows its room, 80 ms for half a million, and whoever waits for the loop waits with it; here only one
 * part in 256 is ever moved. Entries are walked part by part, in no promised order, and may be added,
 * changed and removed meanwhile, as in a Map.
 */
export class ShardedMap<Value> {
  readonly #parts: readonly Map<string, Value>[] = Array.from({ length: PARTS }, () => new Map());
  #size = 0; // of all parts together

  get size(): number {
    return this.#size;
  }

  get(name: string): Value | undefined {
    return this.#partOf(name).get(name);
  }

  has(name: string): boolean {
    return this.#partOf(name).has(name);
  }

  set(name: string, value: Value): void {
    const part = this.#partOf(name);
    const before = part.size;
    part.set(name, value);
    this.#size += part.size - before;
  }

  delete(name: string): void {
    if (this.#partOf(name).delete(name)) this.#size -= 1;
  }

  *values(): Generator<Value> {
    for (const part of this.#parts) yield* part.values();
  }

  *[Symbol.iterator](): Generator<[string, Value]> {
    for (const part of this.#parts) yield* part;
  }

  #partOf(name: string): Map<string, Value> {
    return this.#parts[partOf(name)] as Map<string, Value>;
  }
}

/** FNV-1a of the end of a name, where the venues' tickers, conditions and tokens differ most. */
function partOf(name: string): number {
  let hash = name.length;
  for (let at = Math.max(0, name.length - HASHED_CHARS); at < name.length; at += 1)
    hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (PARTS - 1);
}

const SLACK = 1_024; // places given up, before the line is closed up

/**
 * A set whose oldest member is at hand at once, however many were taken before it. A `Set` walks past the holes
 * of all that left it: with some ten thousand coming and going that is thousands of steps each time.
 */
export class InsertionQueue<Member> {
  readonly #places = new Map<Member, number>(); // each member's place in the line, counted from the very first
  #line: Member[] = []; // oldest first, those included that have left or moved on
  #front = 0; // of the line: before it, all have left
  #gone = 0; // places before the line's first

  get size(): number {
    return this.#places.size;
  }

  /** Makes it the newest, unless it is a member already. */
  add(member: Member): void {
    if (this.#places.has(member)) return;
    this.#places.set(member, this.#gone + this.#line.length);
    this.#line.push(member);
  }

  delete(member: Member): void {
    this.#places.delete(member);
  }

  /** The oldest, which leaves; undefined when there is none. */
  takeOldest(): Member | undefined {
    for (; this.#front < this.#line.length; this.#front += 1) {
      const member = this.#line[this.#front] as Member;
      if (this.#places.get(member) !== this.#gone + this.#front) continue;
      this.#places.delete(member);
      this.#front += 1;
      this.#closeUp();
      return member;
    }
    this.#closeUp();
    return undefined;
  }

  #closeUp(): void {
    if (this.#front < SLACK || 2 * this.#front < this.#line.length) return;
    this.#line = this.#line.slice(this.#front);
    this.#gone += this.#front;
    this.#front = 0;
  }
}

/**
 * The newest items of a stream whose ids grow, at most `capacity` of them. It answers what came after an
 * id, and knows when it cannot because some of that is gone.
 */
export class RingBuffer<Item extends { readonly id: number }> {
  readonly #items: Item[] = [];
  readonly #capacity: number;
  #oldest = 0; // index of the oldest once the ring is full
  #goneId: number; // the highest id no longer held

  /** @param goneId  items up to this id existed before and are not held; 0 when there were none */
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

  /** Those with a larger id, oldest first; null when some of them are gone. */
  since(id: number): readonly Item[] | null {
    return id < this.#goneId ? null : this.#range(this.#firstAfter(id));
  }

  /** The newest `count` held, oldest first. */
  newest(count: number): readonly Item[] {
    return this.#range(Math.max(0, this.#items.length - count));
  }

  get size(): number {
    return this.#items.length;
  }

  /** True when nothing older than what it holds ever was. */
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
