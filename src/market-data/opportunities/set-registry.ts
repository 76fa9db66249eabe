import type { InstrumentId } from '#contract';
import type { SetDefinition } from '#relations';

/** A set with its place in the registry. */
export interface RegisteredSet extends SetDefinition {
  readonly key: string;
}

/** The sets to watch, by the groups that they come from and by the instruments that they buy. */
export class SetRegistry {
  readonly #groups = new Map<string, readonly RegisteredSet[]>();
  readonly #byInstrument = new Map<InstrumentId, Set<RegisteredSet>>();

  /**
   * Replaces the sets of a group, such as an asset or an event. Sets that buy the same as before stay as they are, so
   * that a new record of a listing does not close what is open.
   *
   * @returns the sets that the group no longer has
   */
  replace(group: string, sets: readonly SetDefinition[]): readonly RegisteredSet[] {
    const removed = this.#groups.get(group) ?? [];
    const isSame =
      removed.length === sets.length && sets.every((set, at) => removed[at]?.key === toSetKey(set));
    if (isSame) return [];
    for (const set of removed) for (const { instrumentId } of set.legs) this.#detach(instrumentId, set);
    const registered = sets.map((set) => ({ ...set, key: toSetKey(set) }));
    if (registered.length === 0) this.#groups.delete(group);
    else this.#groups.set(group, registered);
    for (const set of registered) {
      for (const { instrumentId } of set.legs) {
        const known = this.#byInstrument.get(instrumentId) ?? new Set();
        this.#byInstrument.set(instrumentId, known.add(set));
      }
    }
    return removed;
  }

  has(group: string): boolean {
    return this.#groups.has(group);
  }

  findByInstrument(id: InstrumentId): Iterable<RegisteredSet> {
    return this.#byInstrument.get(id) ?? [];
  }

  #detach(id: InstrumentId, set: RegisteredSet): void {
    const sets = this.#byInstrument.get(id);
    sets?.delete(set);
    if (sets?.size === 0) this.#byInstrument.delete(id);
  }
}

/** Equal for sets that buy the same. */
const toSetKey = ({ kind, legs }: SetDefinition): string =>
  [kind, ...legs.map(({ instrumentId, outcome }) => `${instrumentId}${outcome}`)].join(':');
