const SLACK = 1_024; // places given up, before the line is closed up

/**
 * A set whose oldest member is at hand at once, however many were taken before it. A `Set` walks past the holes
 * of all that left it: with some ten thousand coming and going that is thousands of steps each time.
 */
export class OldestFirst<Member> {
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
