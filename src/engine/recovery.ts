import type { VenueName } from '../core/kernel/ids.ts';
import { isLive, type Order } from '../core/orders/order.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Venue } from '../ports/venue.ts';
import type { Cancellation } from './cancellation.ts';
import type { Ledger } from './ledger.ts';
import type { Reports } from './reports.ts';
import type { Resolver } from './resolver.ts';
import type { VenueDesk } from './venuedesk.ts';

export interface RecoveryDeps {
  readonly ledger: Ledger;
  readonly desk: VenueDesk;
  readonly reports: Reports;
  readonly resolver: Resolver;
  readonly cancellation: Cancellation;
  readonly clock: Clock;
  readonly log: Log;
}

const POLL_MS = 60_000;
const RETRY_MS = 2_000;
const START_MS_MAX = 3_000;
const TAKEN_AT_ONCE = 500;

/**
 * Brings our record and each venue's into agreement: at the start before the venue's gate opens, and
 * again every minute, so that what a stream may have lost is found all the same.
 */
export class Recovery {
  readonly #deps: RecoveryDeps;
  readonly #timers: Timer[] = [];

  constructor(deps: RecoveryDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves once every venue has been asked, or after a moment: one that does not answer stays closed, is
   * asked on, and holds up nobody else.
   */
  async start(): Promise<void> {
    const enough = Promise.withResolvers<void>();
    const timer = this.#deps.clock.after(START_MS_MAX, () => enough.resolve());
    await Promise.race([
      Promise.all(this.#deps.desk.all().map((venue) => this.#open(venue))),
      enough.promise,
    ]);
    timer.cancel();
    for (const order of this.#deps.ledger.state.orders.values()) {
      if (order.pendingAction === 'cancel' && isLive(order.status)) this.#deps.cancellation.resume(order);
    }
    this.#timers.push(this.#deps.clock.every(POLL_MS, () => this.#poll()));
  }

  stop(): void {
    for (const timer of this.#timers) timer.cancel();
  }

  async #open(venue: Venue): Promise<void> {
    const { desk, log, clock } = this.#deps;
    try {
      await this.#reconcile(venue);
      this.#doubtWhatIsUnproven(venue.name);
      desk.open(venue.name);
    } catch (error) {
      log.error('venue not reconciled: it takes no new orders yet', {
        venue: venue.name,
        why: String(error),
      });
      clock.after(RETRY_MS, () => {
        this.#open(venue).catch((again: unknown) =>
          log.error('venue not reconciled', { why: String(again) }),
        );
      });
    }
  }

  /** The mark moves only after everything before it is durable, so nothing is skipped by a crash. */
  async #reconcile(venue: Venue): Promise<void> {
    const { ledger, reports } = this.#deps;
    const before = ledger.state.venueMarks.get(venue.name) ?? null;
    const { reports: found, mark } = await venue.reconcile(before);
    for (const [index, report] of found.entries()) {
      await reports.take(venue.name, report);
      // Tens of thousands of open orders must not hold up the callers of this moment.
      if (index % TAKEN_AT_ONCE === TAKEN_AT_ONCE - 1) await this.#breathe();
    }
    if (mark !== before) {
      await ledger.commit('reconciled', venue.name, [{ type: 'VenueMarkAdvanced', venue: venue.name, mark }]);
    }
  }

  #breathe(): Promise<void> {
    return new Promise((resolve) => this.#deps.clock.after(0, resolve));
  }

  /** Live legs that the venue did not speak of, and amends without an answer: asked about one by one. */
  #doubtWhatIsUnproven(venue: VenueName): void {
    for (const order of this.#deps.ledger.state.orders.values()) {
      for (const leg of order.legs) {
        if (leg.venue === venue && isLive(leg.status) && isUnproven(order)) {
          this.#deps.resolver.resolve(order.id, leg.leg);
        }
      }
    }
  }

  #poll(): void {
    const { desk, log } = this.#deps;
    for (const venue of desk.all()) {
      if (desk.whyClosed(venue.name) === 'not reconciled yet') continue;
      this.#reconcile(venue).catch((error: unknown) =>
        log.warn('venue could not be reconciled now', { venue: venue.name, why: String(error) }),
      );
    }
  }
}

const isUnproven = (order: Order): boolean =>
  order.pendingAction === 'amend' || order.legs.some((leg) => leg.status === 'PENDING_SUBMISSION');
