import type { VenueName } from '#contract';
import type { StateStore } from '#orders';
import type { Log, MarketView, Metrics, Venue, VenuePosition } from '#ports';
import { OPERATOR } from './call-audit.ts';
import {
  type Adoption,
  adoptPositions,
  findTaken,
  type PositionGap,
  type PositionOwner,
  toLeft,
} from './position-adoption.ts';
import {
  type Differences,
  describeDifference,
  findDifferences,
  isNothing,
  isSameGap,
} from './position-differences.ts';

export interface PositionReconcilerDeps {
  readonly store: StateStore;
  readonly market: MarketView;
  readonly log: Log;
  readonly metrics: Metrics;
}

/**
 * Compares the positions that a venue reports with the sum of our fills. Neither corrects the other by itself. A difference
 * in two comparisons in a row is a position break; it is journaled and stays open until the positions agree, or until
 * the operator takes it over. What the account of a venue held before our first order there is taken over at once if
 * there is only one subaccount that it can belong to.
 *
 * Source  docs/decisions/venue-accounts.md
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
    const positions = await venue.positions();
    if (positions === null) return false;
    const found = this.#findDifferences(venue, positions);
    const confirmed = this.#findConfirmed(venue.name, found);
    this.#previous.set(venue.name, found);
    const owner = this.#findOwnerOfPast(venue.name);
    const taken = owner === null ? NONE : await this.#adoptPast(venue, owner, confirmed, positions);
    if (owner === null && confirmed.size < found.size && !this.#hasTraded(venue.name))
      this.#announcePast(venue.name, found);
    const open = this.#openBreaks(venue.name);
    for (const [instrument, difference] of confirmed) {
      if (open.has(instrument) || taken.has(instrument)) continue;
      const text = describeDifference(difference);
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
    const positions = await venue.positions();
    if (positions === null) return null;
    const found = this.#findDifferences(venue, positions);
    const confirmed = this.#findConfirmed(venue.name, found);
    const { adopted, left } = await adoptPositions(
      this.#deps,
      venue.name,
      owner,
      toGaps(confirmed),
      OPERATOR,
      () => this.#findDifferences(venue, positions),
    );
    this.#keepRest(venue, confirmed, positions);
    const open = this.#openBreaks(venue.name);
    await this.#close(
      venue.name,
      [...findTaken({ adopted, left })].filter((each) => open.has(each)),
      `taken over into ${owner.subaccountId}`,
    );
    this.#count(venue.name);
    const once = [...found].filter(([instrument]) => !confirmed.has(instrument));
    const seenOnce = toGaps(new Map(once)).map((gap) => toLeft(gap, SEEN_ONCE));
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
    const positions = [...found].map(([instrument, each]) => toDetail(instrument, describeDifference(each)));
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

  async #adoptPast(
    venue: Venue,
    owner: PositionOwner,
    confirmed: Differences,
    positions: readonly VenuePosition[],
  ): Promise<ReadonlySet<string>> {
    if (confirmed.size === 0) return NONE;
    const { adopted, left } = await adoptPositions(
      this.#deps,
      venue.name,
      owner,
      toGaps(confirmed),
      venue.name,
      () => this.#findDifferences(venue, positions),
    );
    this.#deps.log.info('positions from before the first order were taken over', {
      venue: venue.name,
      subaccount: owner.subaccountId,
      adopted: adopted.length,
      left: left.map(({ venueInstrumentId, why }) => `${venueInstrumentId}: ${why}`).join('; '),
    });
    return findTaken({ adopted, left });
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
        return previous !== undefined && isSameGap(previous, difference);
      }),
    );
  }

  #findDifferences(venue: Venue, positions: readonly VenuePosition[]): Differences {
    return findDifferences(this.#deps.store.state, venue, positions);
  }

  /** What is left of confirmed differences needs no second look: the operator may name another subaccount at once. */
  #keepRest(venue: Venue, confirmed: Differences, positions: readonly VenuePosition[]): void {
    const now = this.#findDifferences(venue, positions);
    const rest = [...now].filter(([instrument]) => confirmed.has(instrument));
    this.#previous.set(venue.name, new Map([...(this.#previous.get(venue.name) ?? []), ...rest]));
  }

  #openBreaks(venue: VenueName): Map<string, string> {
    const open = this.#open.get(venue) ?? new Map<string, string>();
    this.#open.set(venue, open);
    return open;
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

/** The venue's average is of all contracts of its account, so it is that of the gap only if none of them are ours. */
const toGaps = (differences: Differences): readonly PositionGap[] =>
  [...differences].map(([venueInstrumentId, { ours, gap, holdsTokens, avgPrice }]) => ({
    venueInstrumentId,
    gap,
    holdsTokens,
    avgPrice: isNothing(ours) ? avgPrice : null,
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
