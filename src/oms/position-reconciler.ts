import type { VenueName } from '../domain/model/ids.ts';
import { absolute, renderDecimal } from '../domain/model/money.ts';
import { toSignedQty } from '../domain/positions/position-accounting.ts';
import type { Log, Metrics } from '../ports/telemetry.ts';
import type { Venue } from '../ports/venue.ts';
import type { StateStore } from './state-store.ts';

export interface PositionReconcilerDeps {
  readonly store: StateStore;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** What our fills add up to, and how far it could fall or rise should pending fills be undone. */
interface Held {
  net: bigint;
  mayFall: bigint;
  mayRise: bigint;
}

/** One instrument whose position differs, by the native id. */
interface Difference {
  readonly ours: bigint;
  readonly theirs: bigint;
}

type Differences = ReadonlyMap<string, Difference>;

const NOTHING: Readonly<Held> = { net: 0n, mayFall: 0n, mayRise: 0n };

/**
 * Compares what a venue says we hold with what our fills add up to. Neither corrects the other: what
 * stands apart twice in a row is a break, kept on record until it is gone.
 * docs/decisions/0043-position-breaks.md
 */
export class PositionReconciler {
  readonly #deps: PositionReconcilerDeps;
  readonly #before = new Map<VenueName, Differences>(); // of the last look
  readonly #open = new Map<VenueName, Map<string, string>>(); // by native id, in words

  /** Goes on with the breaks that the store has on record as open. */
  constructor(deps: PositionReconcilerDeps) {
    this.#deps = deps;
    for (const { venue, kind, detail } of deps.store.anomaliesBeforeStart) {
      const [instrument, words] = readDetail(detail);
      if (kind === 'position_break') this.#openAt(venue).set(instrument, words);
      if (kind === 'position_break_closed') this.#openAt(venue).delete(instrument);
    }
  }

  /** What there is to tell of a venue's health; null while its positions agree with ours. */
  findBreak(venue: VenueName): string | null {
    const open = this.#openAt(venue);
    const [first] = open;
    if (first === undefined) return null;
    return `position_break ${detailOf(...first)}${open.size > 1 ? ` and ${open.size - 1} more` : ''}`;
  }

  /**
   * One look. A venue that does not say, or fails to, is not compared: failure is not "flat".
   *
   * @returns true when something differs that no break is open for yet: its reports may be behind
   */
  async compare(venue: Venue): Promise<boolean> {
    const positions = await venue.positions();
    if (positions === null) return false;
    const theirs = new Map(positions.map(({ venueInstrumentId, netQty }) => [venueInstrumentId, netQty]));
    const found = this.#differences(venue, theirs);
    const before = this.#before.get(venue.name);
    this.#before.set(venue.name, found);
    const open = this.#openAt(venue.name);
    for (const [instrument, difference] of found) {
      const stood = before?.get(instrument);
      if (stood === undefined || sizeOf(stood) !== sizeOf(difference) || open.has(instrument)) continue;
      const words = wordsOf(difference);
      open.set(instrument, words);
      await this.#record(venue.name, 'position_break', detailOf(instrument, words));
    }
    for (const instrument of [...open.keys()].filter((each) => !found.has(each))) {
      open.delete(instrument);
      await this.#record(venue.name, 'position_break_closed', detailOf(instrument, AGREED));
    }
    this.#deps.metrics.gauge('position_breaks', open.size, { venue: venue.name });
    return [...found.keys()].some((instrument) => !open.has(instrument));
  }

  #openAt(venue: VenueName): Map<string, string> {
    const open = this.#open.get(venue) ?? new Map<string, string>();
    this.#open.set(venue, open);
    return open;
  }

  #differences({ name, capabilities }: Venue, theirs: ReadonlyMap<string, bigint>): Differences {
    const ours = this.#heldAt(name);
    const found = new Map<string, Difference>();
    for (const instrument of new Set([...ours.keys(), ...theirs.keys()])) {
      const { net, mayFall, mayRise } = ours.get(instrument) ?? NOTHING;
      const told = theirs.get(instrument) ?? 0n;
      const { dustQty } = capabilities;
      if (told >= net - mayFall - dustQty && told <= net + mayRise + dustQty) continue;
      found.set(instrument, { ours: net, theirs: told });
    }
    return found;
  }

  /** Σ fills by native id, over all accounts and subaccounts. */
  #heldAt(venue: VenueName): ReadonlyMap<string, Held> {
    const { positions, pendingFills, bindings } = this.#deps.store.state;
    const sums = new Map<string, Held>();
    const sumOf = (instrumentId: Parameters<typeof bindings.get>[0]): Held => {
      const native = bindings.get(instrumentId)?.venueInstrumentId ?? String(instrumentId);
      const sum = sums.get(native) ?? { ...NOTHING };
      sums.set(native, sum);
      return sum;
    };
    for (const row of positions.values()) if (row.venue === venue) sumOf(row.instrumentId).net += row.net;
    for (const fill of pendingFills.values()) {
      if (fill.venue !== venue) continue;
      const moved = toSignedQty(fill.side, fill.outcome, fill.qty);
      if (moved > 0n) sumOf(fill.instrumentId).mayFall += moved;
      else sumOf(fill.instrumentId).mayRise -= moved;
    }
    return sums;
  }

  async #record(venue: VenueName, kind: string, detail: string): Promise<void> {
    const { store, log, metrics } = this.#deps;
    if (kind === 'position_break') {
      log.error('a position at the venue differs from our fills', { venue, detail });
      metrics.count('anomalies_total', { venue, kind });
    } else log.info('a position at the venue agrees with our fills again', { venue, detail });
    await store.commit('positions_compared', venue, [
      { type: 'AnomalyRecorded', venue, kind, orderId: null, detail },
    ]);
  }
}

const sizeOf = ({ ours, theirs }: Difference): bigint => theirs - ours;

const AGREED = 'the figures agree again';

/** How the store names what a break is about. No native id of a venue has a space in it. */
const detailOf = (instrument: string, words: string): string => `${instrument}: ${words}`;

function readDetail(detail: string): [instrument: string, words: string] {
  const [instrument = '', ...words] = detail.split(': ');
  return [instrument, words.join(': ')];
}

const wordsOf = ({ ours, theirs }: Difference): string => {
  const [here, there] = [ours, theirs].map((net) => `${net < 0n ? '-' : ''}${renderDecimal(absolute(net))}`);
  return `${there} YES there, ${here} by our fills`;
};
