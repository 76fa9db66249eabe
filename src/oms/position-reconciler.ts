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

/** The sum of our fills, and how far it may fall or rise if pending fills are voided. */
interface Held {
  net: bigint;
  mayFall: bigint;
  mayRise: bigint;
}

/** The net quantity of one instrument by our fills and at the venue. */
interface Difference {
  readonly ours: bigint;
  readonly theirs: bigint;
}

type Differences = ReadonlyMap<string, Difference>;

const NOTHING: Readonly<Held> = { net: 0n, mayFall: 0n, mayRise: 0n };

/**
 * Compares the positions that a venue reports with the sum of our fills. Neither corrects the other. A difference in
 * two comparisons in a row is a position break; it is journaled and stays open until the positions agree.
 * docs/decisions/0043-position-breaks.md
 */
export class PositionReconciler {
  readonly #deps: PositionReconcilerDeps;
  readonly #previous = new Map<VenueName, Differences>(); // of the last comparison
  readonly #open = new Map<VenueName, Map<string, string>>(); // detail text by venue instrument id

  /** Restores the open breaks from the journal. */
  constructor(deps: PositionReconcilerDeps) {
    this.#deps = deps;
    for (const { venue, kind, detail } of deps.store.anomaliesBeforeStart) {
      const [instrument, text] = parseDetail(detail);
      if (kind === 'position_break') this.#openBreaks(venue).set(instrument, text);
      if (kind === 'position_break_closed') this.#openBreaks(venue).delete(instrument);
    }
  }

  /** The open break for the venue's health, or null while its positions agree with ours. */
  findBreak(venue: VenueName): string | null {
    const open = this.#openBreaks(venue);
    const [first] = open;
    if (first === undefined) return null;
    return `position_break ${toDetail(...first)}${open.size > 1 ? ` and ${open.size - 1} more` : ''}`;
  }

  /**
   * Compares the positions once. A venue that reports no positions is not compared: a failure does not mean "flat".
   *
   * @returns true if a difference has no open break yet: reports of the venue may be late
   */
  async compare(venue: Venue): Promise<boolean> {
    const positions = await venue.positions();
    if (positions === null) return false;
    const theirs = new Map(positions.map(({ venueInstrumentId, netQty }) => [venueInstrumentId, netQty]));
    const found = this.#differences(venue, theirs);
    const previousDifferences = this.#previous.get(venue.name);
    this.#previous.set(venue.name, found);
    const open = this.#openBreaks(venue.name);
    for (const [instrument, difference] of found) {
      const previous = previousDifferences?.get(instrument);
      if (previous === undefined || computeGap(previous) !== computeGap(difference) || open.has(instrument))
        continue;
      const text = describe(difference);
      open.set(instrument, text);
      await this.#record(venue.name, 'position_break', toDetail(instrument, text));
    }
    for (const instrument of [...open.keys()].filter((each) => !found.has(each))) {
      open.delete(instrument);
      await this.#record(venue.name, 'position_break_closed', toDetail(instrument, AGREES_AGAIN));
    }
    this.#deps.metrics.gauge('position_breaks', open.size, { venue: venue.name });
    return [...found.keys()].some((instrument) => !open.has(instrument));
  }

  #openBreaks(venue: VenueName): Map<string, string> {
    const open = this.#open.get(venue) ?? new Map<string, string>();
    this.#open.set(venue, open);
    return open;
  }

  #differences({ name, capabilities }: Venue, theirs: ReadonlyMap<string, bigint>): Differences {
    const ours = this.#sumFills(name);
    const found = new Map<string, Difference>();
    for (const instrument of new Set([...ours.keys(), ...theirs.keys()])) {
      const { net, mayFall, mayRise } = ours.get(instrument) ?? NOTHING;
      const reported = theirs.get(instrument) ?? 0n;
      const { dustQty } = capabilities;
      if (reported >= net - mayFall - dustQty && reported <= net + mayRise + dustQty) continue;
      found.set(instrument, { ours: net, theirs: reported });
    }
    return found;
  }

  /** The sums of fills by venue instrument id, over all accounts and subaccounts. */
  #sumFills(venue: VenueName): ReadonlyMap<string, Held> {
    const { positions, pendingFills, bindings } = this.#deps.store.state;
    const sums = new Map<string, Held>();
    const getSum = (instrumentId: Parameters<typeof bindings.get>[0]): Held => {
      const native = bindings.get(instrumentId)?.venueInstrumentId ?? String(instrumentId);
      const sum = sums.get(native) ?? { ...NOTHING };
      sums.set(native, sum);
      return sum;
    };
    for (const row of positions.values()) if (row.venue === venue) getSum(row.instrumentId).net += row.net;
    for (const fill of pendingFills.values()) {
      if (fill.venue !== venue) continue;
      const moved = toSignedQty(fill.side, fill.outcome, fill.qty);
      if (moved > 0n) getSum(fill.instrumentId).mayFall += moved;
      else getSum(fill.instrumentId).mayRise -= moved;
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

const computeGap = ({ ours, theirs }: Difference): bigint => theirs - ours;

const AGREES_AGAIN = 'the figures agree again';

/** The journal detail of a break. No venue instrument id contains a space. */
const toDetail = (instrument: string, text: string): string => `${instrument}: ${text}`;

function parseDetail(detail: string): [instrument: string, text: string] {
  const [instrument = '', ...text] = detail.split(': ');
  return [instrument, text.join(': ')];
}

const describe = ({ ours, theirs }: Difference): string => {
  const [here, there] = [ours, theirs].map((net) => `${net < 0n ? '-' : ''}${renderDecimal(absolute(net))}`);
  return `${there} YES there, ${here} by our fills`;
};
