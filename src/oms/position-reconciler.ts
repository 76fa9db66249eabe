import type { VenueName } from '../domain/model/ids.ts';
import { type Price, renderDecimal } from '../domain/model/money.ts';
import { toSignedQty } from '../domain/positions/position-accounting.ts';
import type { MarketView } from '../ports/market-view.ts';
import type { Log, Metrics } from '../ports/telemetry.ts';
import type { Venue, VenuePosition } from '../ports/venue.ts';
import { OPERATOR } from './call-audit.ts';
import { type Adoption, adoptPositions, type PositionGap, type PositionOwner } from './position-adoption.ts';
import type { StateStore } from './state-store.ts';

export interface PositionReconcilerDeps {
  readonly store: StateStore;
  readonly market: MarketView;
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
  readonly avgPrice: Price | null; // theirs, as the venue states it
}

type Differences = ReadonlyMap<string, Difference>;

const NOTHING: Readonly<Held> = { net: 0n, mayFall: 0n, mayRise: 0n };

/**
 * Compares the positions that a venue reports with the sum of our fills. Neither corrects the other by itself. A difference
 * in two comparisons in a row is a position break; it is journaled and stays open until the positions agree, or until
 * the operator takes it over. What the account of a venue held before our first order there is taken over at once if
 * there is only one subaccount that it can belong to.
 * docs/decisions/venue-accounts.md, docs/decisions/venue-accounts.md
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

  /**
   * The open break for the venue's health, or null while its positions agree with ours. Without the figures, which are sums
   * over all accounts: the journal and the log have them for the operator.
   */
  findBreak(venue: VenueName): string | null {
    const open = this.#openBreaks(venue);
    const [first] = open;
    if (first === undefined) return null;
    const [instrument] = first;
    return `position_break ${instrument}${open.size > 1 ? ` and ${open.size - 1} more` : ''}`;
  }

  /**
   * Compares the positions once. A venue that reports no positions is not compared: a failure does not mean "flat".
   *
   * @returns true if a difference has no open break yet: reports of the venue may be late
   */
  async compare(venue: Venue): Promise<boolean> {
    const found = await this.#findDifferences(venue);
    if (found === null) return false;
    const confirmed = this.#findConfirmed(venue.name, found);
    this.#previous.set(venue.name, found);
    const owner = this.#findOwnerOfPast(venue.name);
    const taken = owner === null ? NONE : await this.#adopt(venue.name, owner, confirmed, venue.name);
    if (owner === null && confirmed.size < found.size && !this.#hasTraded(venue.name))
      this.#announcePast(venue.name, found);
    const open = this.#openBreaks(venue.name);
    for (const [instrument, difference] of confirmed) {
      if (open.has(instrument) || taken.has(instrument)) continue;
      const text = describe(difference);
      open.set(instrument, text);
      await this.#record(venue.name, 'position_break', toDetail(instrument, text));
    }
    const closed = [...open.keys()].filter((each) => !found.has(each) || taken.has(each));
    await this.#close(venue.name, closed, AGREES_AGAIN);
    this.#count(venue.name);
    return [...found.keys()].some((instrument) => !open.has(instrument) && !taken.has(instrument));
  }

  /**
   * Takes the confirmed differences of a venue over into a subaccount: the operator says that these contracts belong to it.
   *
   * @returns null if the venue does not report its positions now
   */
  async adopt(venue: Venue, owner: PositionOwner): Promise<Adoption | null> {
    const found = await this.#findDifferences(venue);
    if (found === null) return null;
    const confirmed = this.#findConfirmed(venue.name, found);
    const { adopted, left } = await adoptPositions(
      this.#deps,
      venue.name,
      owner,
      toGaps(confirmed),
      OPERATOR,
    );
    const taken = adopted.map(({ instrument }) => instrument.venueInstrumentId);
    const open = this.#openBreaks(venue.name);
    await this.#close(
      venue.name,
      taken.filter((each) => open.has(each)),
      `taken over into ${owner.subaccountId}`,
    );
    this.#count(venue.name);
    const once = [...found].filter(([instrument]) => !confirmed.has(instrument));
    const seenOnce = toGaps(new Map(once)).map(({ venueInstrumentId, net }) => ({
      venueInstrumentId,
      net,
      why: SEEN_ONCE,
    }));
    return { adopted, left: [...left, ...seenOnce] };
  }

  /** The only subaccount, while the venue has seen none of our orders; null: the operator has to name one. */
  #findOwnerOfPast(venue: VenueName): PositionOwner | null {
    const [only, second] = this.#deps.store.state.subaccounts.values();
    return only === undefined || second !== undefined || this.#hasTraded(venue) ? null : only;
  }

  #hasTraded(venue: VenueName): boolean {
    return [...this.#deps.store.state.bindings.values()].some((bound) => bound.venue === venue);
  }

  #announcePast(venue: VenueName, found: Differences): void {
    const positions = [...found].map(([instrument, each]) => toDetail(instrument, describe(each)));
    this.#deps.log.warn(
      'the account at the venue has positions from before: name the subaccount that they belong to',
      {
        venue,
        positions: positions.slice(0, ANNOUNCED_MAX).join('; '),
        count: positions.length,
        command: `crossbook venue adopt ${venue} <subaccount>`,
      },
    );
  }

  async #adopt(
    venue: VenueName,
    owner: PositionOwner,
    confirmed: Differences,
    actor: string,
  ): Promise<ReadonlySet<string>> {
    if (confirmed.size === 0) return NONE;
    const { adopted, left } = await adoptPositions(this.#deps, venue, owner, toGaps(confirmed), actor);
    this.#deps.log.info('positions from before the first order were taken over', {
      venue,
      subaccount: owner.subaccountId,
      adopted: adopted.length,
      left: left.map(({ venueInstrumentId, why }) => `${venueInstrumentId}: ${why}`).join('; '),
    });
    return new Set(adopted.map(({ instrument }) => instrument.venueInstrumentId));
  }

  #count(venue: VenueName): void {
    this.#deps.metrics.gauge('position_breaks', this.#openBreaks(venue).size, { venue });
  }

  async #close(venue: VenueName, instruments: readonly string[], why: string): Promise<void> {
    for (const instrument of instruments) {
      this.#openBreaks(venue).delete(instrument);
      await this.#record(venue, 'position_break_closed', toDetail(instrument, why));
    }
  }

  /** The differences that the comparison before found too: a report that was only late is none of them. */
  #findConfirmed(venue: VenueName, found: Differences): Differences {
    const before = this.#previous.get(venue);
    return new Map(
      [...found].filter(([instrument, difference]) => {
        const previous = before?.get(instrument);
        return previous !== undefined && computeGap(previous) === computeGap(difference);
      }),
    );
  }

  /** Null if the venue does not report its positions. */
  async #findDifferences(venue: Venue): Promise<Differences | null> {
    const positions = await venue.positions();
    return positions === null
      ? null
      : this.#differences(venue, new Map(positions.map((each) => [each.venueInstrumentId, each])));
  }

  #openBreaks(venue: VenueName): Map<string, string> {
    const open = this.#open.get(venue) ?? new Map<string, string>();
    this.#open.set(venue, open);
    return open;
  }

  #differences({ name, capabilities }: Venue, theirs: ReadonlyMap<string, VenuePosition>): Differences {
    const ours = this.#sumFills(name);
    const found = new Map<string, Difference>();
    for (const instrument of new Set([...ours.keys(), ...theirs.keys()])) {
      const { net, mayFall, mayRise } = ours.get(instrument) ?? NOTHING;
      const { netQty: reported = 0n, avgPrice = null } = theirs.get(instrument) ?? {};
      const { dustQty } = capabilities;
      if (reported >= net - mayFall - dustQty && reported <= net + mayRise + dustQty) continue;
      found.set(instrument, { ours: net, theirs: reported, avgPrice });
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

/** The venue's average is of all contracts of its account, so it is that of the gap only if none of them are ours. */
const toGaps = (differences: Differences): readonly PositionGap[] =>
  [...differences].map(([venueInstrumentId, difference]) => ({
    venueInstrumentId,
    net: computeGap(difference),
    avgPrice: difference.ours === 0n ? difference.avgPrice : null,
  }));

const NONE: ReadonlySet<string> = new Set();
const ANNOUNCED_MAX = 20;
const SEEN_ONCE = 'seen once so far: a report may be late, so ask again in two minutes';
const AGREES_AGAIN = 'the figures agree again';

/** The journal detail of a break. No venue instrument id contains a space. */
const toDetail = (instrument: string, text: string): string => `${instrument}: ${text}`;

function parseDetail(detail: string): [instrument: string, text: string] {
  const [instrument = '', ...text] = detail.split(': ');
  return [instrument, text.join(': ')];
}

const describe = ({ ours, theirs }: Difference): string =>
  `${renderDecimal(theirs)} YES there, ${renderDecimal(ours)} by our fills`;
