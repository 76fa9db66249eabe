import { assert } from '../domain/model/assert.ts';
import { ShardedMap } from '../domain/model/collections.ts';
import type { InstrumentId, VenueName } from '../domain/model/ids.ts';
import type { InstrumentBinding } from '../ports/journal.ts';

const FIRST_ID = 1001;
const IDS_AFTER_LOSS = 1_000_000_000;

/**
 * Which venue contract each of our instrument ids means. An id is given once, in the order instruments
 * are first told, and never comes to mean another contract.
 */
export class InstrumentIdRegistry {
  readonly #ids = new Map<VenueName, ShardedMap<InstrumentId>>();
  #nextId = FIRST_ID;

  /** Takes over what an earlier run gave. */
  restore(bindings: readonly InstrumentBinding[]): void {
    for (const { venue, venueInstrumentId, instrumentId } of bindings) {
      this.#venue(venue).set(venueInstrumentId, instrumentId);
      this.#nextId = Math.max(this.#nextId, instrumentId + 1);
    }
  }

  /**
   * Takes over the ids that orders were placed under; the ledger is right where the catalogue differs.
   *
   * @returns ids of the catalogue's records that meant something else, to be forgotten there
   */
  applyLedgerBindings(bindings: readonly InstrumentBinding[]): readonly InstrumentId[] {
    if (bindings.length > 0 && this.#ids.size === 0) this.#skipLostIds(bindings);
    const wanted = bindings.filter((it) => this.find(it.venue, it.venueInstrumentId) !== it.instrumentId);
    if (wanted.length === 0) return [];
    const stale = new Set<InstrumentId>();
    const taken = new Map(wanted.map((binding) => [binding.instrumentId, binding]));
    for (const natives of this.#ids.values()) {
      for (const [native, id] of natives) {
        if (!taken.has(id)) continue;
        natives.delete(native);
        stale.add(id);
      }
    }
    for (const { venue, venueInstrumentId } of wanted) {
      const id = this.find(venue, venueInstrumentId);
      if (id !== null) stale.add(id);
    }
    this.restore(wanted);
    return [...stale];
  }

  find(venue: VenueName, venueInstrumentId: string): InstrumentId | null {
    return this.#ids.get(venue)?.get(venueInstrumentId) ?? null;
  }

  /** The instrument's id, given now if it had none. */
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

  // The catalogue is lost, and with it which contracts the unbound ids meant. New ids begin far above
  // them, so that an id a caller has written down is unknown rather than another contract.
  #skipLostIds(bindings: readonly InstrumentBinding[]): void {
    const highest = bindings.reduce((most, { instrumentId }) => Math.max(most, instrumentId), 0);
    this.#nextId = (Math.floor(highest / IDS_AFTER_LOSS) + 1) * IDS_AFTER_LOSS + 1;
  }

  #venue(venue: VenueName): ShardedMap<InstrumentId> {
    const natives = this.#ids.get(venue) ?? new ShardedMap<InstrumentId>();
    this.#ids.set(venue, natives);
    return natives;
  }
}
