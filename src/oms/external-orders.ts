import type { VenueName, VenueOrderId } from '#contract';
import type { StateStore } from '#orders';
import type { Log, OpenOrder, Venue } from '#ports';
import { OPERATOR, recordAdminAction } from './call-audit.ts';

/** An open order that this service did not place, and what became of it: `why` states why it was not cancelled. */
export interface ExternalOrder {
  readonly order: OpenOrder;
  readonly isCancelled: boolean;
  readonly why: string | null; // null: it was cancelled, or left as the operator wanted
}

interface ExternalOrdersDeps {
  readonly store: StateStore;
  readonly log: Log;
}

/**
 * Open orders of the accounts at the venues that are not in this ledger: other programs placed them, perhaps before the
 * first start. They block nothing, and rest until the operator has them cancelled.
 *
 * Source  docs/decisions/venue-accounts.md
 */
export class ExternalOrders {
  readonly #deps: ExternalOrdersDeps;
  readonly #open = new Map<VenueName, ReadonlyMap<VenueOrderId, OpenOrder>>();

  constructor(deps: ExternalOrdersDeps) {
    this.#deps = deps;
  }

  /** Takes the list of the venue's last reconciliation. */
  async update(venue: Venue): Promise<void> {
    const before = this.#open.get(venue.name);
    const external = new Map<VenueOrderId, OpenOrder>();
    // One that was not in the ledger never will be: our orders are in it before they are sent.
    for (const order of venue.openOrders?.() ?? [])
      if (before?.has(order.venueOrderId) === true || !(await this.#isOurs(venue.name, order)))
        external.set(order.venueOrderId, order);
    this.#open.set(venue.name, external);
  }

  /** For the health of the venue, which all accounts see: without the orders themselves. */
  describe(venue: VenueName): string | null {
    const count = this.#open.get(venue)?.size ?? 0;
    if (count === 0) return null;
    const orders = count === 1 ? '1 open order' : `${count} open orders`;
    return `${orders} of the account ${count === 1 ? 'was' : 'were'} not placed by this service and may still trade`;
  }

  list(venue: VenueName): readonly ExternalOrder[] {
    return [...(this.#open.get(venue)?.values() ?? [])].map((order) => ({
      order,
      isCancelled: false,
      why: null,
    }));
  }

  /** Cancels all of them, for the operator. */
  async cancelAll(venue: Venue): Promise<readonly ExternalOrder[]> {
    const results = await Promise.all(
      this.list(venue.name).map(async ({ order }): Promise<ExternalOrder> => {
        const why = (await venue.cancelOpenOrder?.(order)) ?? null;
        return { order, isCancelled: why === null, why };
      }),
    );
    const cancelled = results.flatMap(({ order, isCancelled }) => (isCancelled ? [order.venueOrderId] : []));
    if (cancelled.length === 0) return results;
    const rest = [...(this.#open.get(venue.name) ?? [])].filter(([id]) => !cancelled.includes(id));
    this.#open.set(venue.name, new Map(rest));
    const { store, log } = this.#deps;
    const detail = `${venue.name}: ${cancelled.join(', ')}`;
    log.info('open orders that this service did not place were cancelled', {
      venue: venue.name,
      actor: OPERATOR,
      detail,
    });
    await recordAdminAction(store, 'external_orders_cancelled', detail);
    return results;
  }

  async #isOurs(venue: VenueName, { clientId }: OpenOrder): Promise<boolean> {
    return clientId !== null && (await this.#deps.store.findLegByClientId(venue, clientId)) !== null;
  }
}
