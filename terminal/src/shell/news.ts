import type { Alert, Fill, Order, VenueHealth } from '../../../sdk/src/index.ts';
import { showAmount } from '../components/amounts.ts';
import { isTrade } from '../components/is-trade.ts';

/** What the terminal knows at one moment of everything that is worth a notification. */
export interface Facts {
  readonly fills: readonly Fill[]; // newest first
  readonly doubtful: readonly string[]; // ids of orders that no venue has confirmed
  readonly isKilled: boolean;
  readonly isServiceDown: boolean;
  readonly illVenues: readonly string[];
  readonly fired: ReadonlyMap<string, Pick<Alert, 'fired_count' | 'description'>>; // alerts by id
}

/** One notification. Notifications with the same tag replace each other. */
export interface News {
  readonly tag: string;
  readonly title: string;
  readonly body: string;
}

const DOUBT_AFTER_MS = 5_000;

/** The orders that were sent some seconds ago and that no venue has confirmed. */
export const listDoubtful = (orders: readonly Order[], serviceNow: number): readonly string[] =>
  orders
    .filter(({ status }) => status === 'PENDING_SUBMISSION')
    .filter(({ created_at: at }) => serviceNow - Date.parse(at) > DOUBT_AFTER_MS)
    .map(({ id }) => id);

export const listIll = (venues: readonly VenueHealth[]): readonly string[] =>
  venues.filter(({ healthy }) => !healthy).map(({ venue }) => venue);

/** What has happened between two moments. */
export function findNews(before: Facts, after: Facts): readonly News[] {
  return [
    ...findFills(before, after),
    ...added(before.doubtful, after.doubtful).map((id) => ({
      tag: `doubt ${id}`,
      title: `${id} is in doubt`,
      body: 'The venue has not confirmed it. The service keeps asking.',
    })),
    ...(after.isKilled && !before.isKilled
      ? [{ tag: 'kill', title: 'Kill switch is on', body: 'No new orders are accepted.' }]
      : []),
    ...(after.isServiceDown && !before.isServiceDown
      ? [{ tag: 'service', title: 'The service does not respond', body: 'Orders at venues may still fill.' }]
      : []),
    ...added(before.illVenues, after.illVenues).map((venue) => ({
      tag: `venue ${venue}`,
      title: `${venue} is not healthy`,
      body: 'Orders there may be rejected or delayed.',
    })),
    ...[...after.fired].flatMap(([id, { fired_count: count, description }]) => {
      const known = before.fired.get(id);
      if (known === undefined || count <= known.fired_count) return [];
      return [{ tag: `alert ${id} ${count}`, title: 'Alert', body: description ?? id }];
    }),
  ];
}

const added = (before: readonly string[], after: readonly string[]): readonly string[] =>
  after.filter((each) => !before.includes(each));

const FILLS_MAX = 3;

/** The newest fills one by one, and the number of all others. */
function findFills(before: Facts, after: Facts): readonly News[] {
  const known = new Set(before.fills.map(({ id }) => id));
  const fresh = after.fills.filter((fill) => !known.has(fill.id) && isTrade(fill));
  const news = fresh.slice(0, FILLS_MAX).map(({ id, side, qty, outcome, price, venue }) => ({
    tag: `fill ${id}`,
    title: `${side === 'BUY' ? 'Bought' : 'Sold'} ${showAmount(qty)} ${outcome} at ${price}`,
    body: venue,
  }));
  const others = fresh.length - news.length;
  return others === 0 ? news : [...news, { tag: 'fills', title: `${others} more fills`, body: '' }];
}
