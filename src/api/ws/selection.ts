/** What a connection wants of a feed: everything, until something is named; then exactly what is named. */
export class Selection<Id extends string | number> {
  readonly #namedMax: number;
  #named: Set<Id> | null;

  constructor(named: readonly Id[] | null, namedMax: number) {
    this.#named = named === null ? null : new Set(named);
    this.#namedMax = namedMax;
  }

  get isEverything(): boolean {
    return this.#named === null;
  }

  covers(id: Id): boolean {
    return this.#named === null || this.#named.has(id);
  }

  /** Those that were not named before; null, and nothing changes, when it would be too many. */
  add(ids: readonly Id[]): readonly Id[] | null {
    const before = this.#named ?? new Set<Id>();
    const after = new Set([...before, ...ids]);
    if (after.size > this.#namedMax) return null;
    this.#named = after;
    return [...new Set(ids)].filter((id) => !before.has(id));
  }

  addAll(): void {
    this.#named = null;
  }

  /** False while everything is wanted: there is no name to take away. */
  remove(ids: readonly Id[]): boolean {
    if (this.#named === null) return false;
    for (const id of ids) this.#named.delete(id);
    return true;
  }

  removeAll(): void {
    this.#named = new Set();
  }

  get named(): readonly Id[] | null {
    return this.#named === null ? null : [...this.#named];
  }

  /** As frames show it: the whole present set, or `*`. */
  render(): readonly Id[] | '*' {
    return this.named ?? '*';
  }
}
