import type { VenueClientId } from '../../../src/contract/model/ids.ts';
import type {
  DemoCommit,
  DemoCounters,
  DemoListing,
  DemoOrder,
  DemoOrderHistory,
  DemoOrderRange,
  DemoState,
  DemoStore,
} from '../../../src/ports/demo-store.ts';
import type { VenueFill } from '../../../src/ports/venue.ts';

/** Demo's exchange state in maps, for tests and the simulation. A new Demo can be opened on the same store. */
export function createMemoryDemoStore(): DemoStore {
  let counters: DemoCounters | null = null;
  const listings = new Map<string, DemoListing>();
  const orders = new Map<VenueClientId, DemoOrder>();
  const fills = new Map<VenueClientId, VenueFill[]>();

  const historyOf = (order: DemoOrder): DemoOrderHistory => ({
    order,
    fills: [...(fills.get(order.clientId) ?? [])],
  });

  return {
    commitsWithJournal: false,
    load: () => Promise.resolve(counters === null ? null : snapshot(counters, listings, orders)),
    commit(commit) {
      counters = commit.counters;
      applyListings(commit, listings);
      for (const order of commit.orders) orders.set(order.clientId, order);
      for (const { clientId, fill } of commit.fills) {
        fills.set(clientId, [...(fills.get(clientId) ?? []), fill]);
      }
      return Promise.resolve();
    },
    isNew: (clientId) => !orders.has(clientId),
    hasOrder: (clientId) => Promise.resolve(orders.has(clientId)),
    order(clientId) {
      const order = orders.get(clientId);
      return Promise.resolve(order === undefined ? null : historyOf(order));
    },
    orders(range) {
      const found = [...orders.values()].filter((order) => isIn(order, range));
      found.sort((a, b) => a.change - b.change);
      return Promise.resolve(found.slice(0, range.limit).map(historyOf));
    },
  };
}

function snapshot(
  counters: DemoCounters,
  listings: ReadonlyMap<string, DemoListing>,
  orders: ReadonlyMap<VenueClientId, DemoOrder>,
): DemoState {
  const open = [...orders.values()].filter((order) => order.status === 'OPEN');
  return {
    counters,
    listings: [...listings.values()].sort((a, b) => a.number - b.number),
    openOrders: open.sort((a, b) => a.priority - b.priority),
  };
}

function applyListings(commit: DemoCommit, listings: Map<string, DemoListing>): void {
  for (const listing of commit.listings) listings.set(listing.instrument.venueInstrumentId, listing);
  for (const id of commit.delisted) listings.delete(id);
}

function isIn(order: DemoOrder, range: DemoOrderRange): boolean {
  return (
    order.change > range.afterChange &&
    (range.upToChange === null || order.change <= range.upToChange) &&
    (!range.openOnly || order.status === 'OPEN')
  );
}
