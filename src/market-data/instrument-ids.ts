import { assert } from '../domain/model/assert.ts';
import { ShardedMap } from '../domain/model/collections.ts';
import type { InstrumentId, VenueName } from '../domain/model/ids.ts';
import type { InstrumentBinding } from '../ports/journal.ts';

const FIRST_ID = 1001;
const ID_BLOCK_AFTER_LOSS = 1_000_000_000;

/**
 * Maps our instrument ids to venue contracts. An id is assigned once, in the order in which instruments are
 * first listed, and is never reused for another contract.
 */
export class InstrumentIdRegistry {
  readonly #ids = new Map<VenueName, ShardedMap<InstrumentId>>();
  #nextId = FIRST_ID;

  /** Restores ids assigned by previous processes. */
  restore(bindings: readonly InstrumentBinding[]): void {
    for (const { venue, venueInstrumentId, instrumentId } of bindings) {
      this.#venue(venue).set(venueInstrumentId, instrumentId);
      this.#nextId = Math.max(this.#nextId, instrumentId + 1);
    }
  }

  /**
   * Applies the ids under which orders were placed. Where the catalogue differs, the ledger is authoritative.
   *
   * @returns ids whose catalogue records refer to another contract and must be deleted
   */
  applyLedgerBindings(bindings: readonly InstrumentBinding[]): readonly InstrumentId[] {
    if (bindings.length > 0 && this.#ids.size === 0) this.#skipLostIds(bindings);
    const conflicting = bindings.filter(
      (it) => this.find(it.venue, it.venueInstrumentId) !== it.instrumentId,
    );
    if (conflicting.length === 0) return [];
    const stale = new Set<InstrumentId>();
    const taken = new Map(conflicting.map((binding) => [binding.instrumentId, binding]));
    for (const natives of this.#ids.values()) {
      for (const [native, id] of natives) {
        if (!taken.has(id)) continue;
        natives.delete(native);
        stale.add(id);
      }
    }
    for (const { venue, venueInstrumentId } of conflicting) {
      const id = this.find(venue, venueInstrumentId);
      if (id !== null) stale.add(id);
    }
    this.restore(conflicting);
    return [...stale];
  }

  find(venue: VenueName, venueInstrumentId: string): InstrumentId | null {
    return this.#ids.get(venue)?.get(venueInstrumentId) ?? null;
  }

  /** The instrument's id; assigns one if it has none. */
  getOrAssign(venue: VenueName, venueInstrumentId: string): InstrumentId {
    const natives = this.#venue(venue);
    const known = natives.get(venueInstrumentId);
    if (known !== undefined) return known;
    const id = this.#nextId as InstrumentId;
    assert(Number.isSafeInteger(id), 'an instrument id is a safe integer');
    this.#nextId += 1;
    natives.set(venueInstrumentId, id);
    return id;
  }

  // The catalogue is lost, and with it the contracts of ids without orders. New ids start far above them, so
  // that an id stored by a caller becomes unknown instead of referring to another contract.
  #skipLostIds(bindings: readonly InstrumentBinding[]): void {
    const highest = bindings.reduce((most, { instrumentId }) => Math.max(most, instrumentId), 0);
    this.#nextId = (Math.floor(highest / ID_BLOCK_AFTER_LOSS) + 1) * ID_BLOCK_AFTER_LOSS + 1;
  }

  #venue(venue: VenueName): ShardedMap<InstrumentId> {
    const natives = this.#ids.get(venue) ?? new ShardedMap<InstrumentId>();
    this.#ids.set(venue, natives);
    return natives;
  }
}
