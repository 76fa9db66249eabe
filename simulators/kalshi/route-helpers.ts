import type { SimulatorReply, SimulatorRequest } from '../shared/simulator-types.ts';
import { badQuery } from './kalshi-errors.ts';
import type { ApiKey } from './simulator-keys.ts';

/** An authenticated and rate-limited request, as handlers get it. */
export interface RouteRequest {
  readonly request: SimulatorRequest;
  readonly params: Readonly<Record<string, string>>; // from the path
  readonly query: URLSearchParams;
  readonly key: ApiKey | null; // non-null on private routes
  readonly now: number;
  readonly body: unknown; // parsed JSON; undefined without a body
}

/** The rate-limit cost of a request. */
export interface RequestCost {
  readonly cost: number;
  readonly shards: readonly number[] | null; // null: read bucket
}

export interface Route {
  readonly method: string;
  readonly path: string; // below the root; `{name}` matches one segment
  readonly scope: string | null; // null is public
  readonly hasBody?: boolean; // a JSON body is required
  readonly computeCost?: (call: RouteRequest) => RequestCost; // default: a read at the default cost
  readonly run: (call: RouteRequest) => SimulatorReply;
}

/** Parses `limit`: the default when absent, a shape-c error when it is outside 1..max. */
export function parseLimit(
  query: URLSearchParams,
  operation: string,
  defaultLimit: number,
  max: number,
): number | SimulatorReply {
  const text = query.get('limit');
  if (text === null || text === '') return defaultLimit;
  const limit = Number(text);
  const field = `Key: '${operation}Params.Limit' Error:Field validation for 'Limit' failed on the`;
  if (!/^\d{1,9}$/.test(text)) return badQuery(operation, `${field} 'numeric' tag`);
  if (limit > max) return badQuery(operation, `${field} 'lte' tag`);
  return limit === 0 ? defaultLimit : limit;
}

/** Parses a query parameter in Unix seconds and returns milliseconds; null when absent or not a number. */
export function parseTimeMs(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  return text === null || !/^\d{1,12}$/.test(text) ? null : Number(text) * 1000;
}

export function parseInteger(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  return text === null || !/^-?\d{1,9}$/.test(text) ? null : Number(text);
}

/** Parses names given as a comma-separated list or as repeated keys; null when there are none. */
export function parseList(query: URLSearchParams, name: string): readonly string[] | null {
  const names = query
    .getAll(name)
    .flatMap((text) => text.split(','))
    .filter((text) => text !== '');
  return names.length === 0 ? null : names;
}

const CURSOR = /^after:(-?\d+)$/;

interface Page<Item> {
  readonly items: readonly Item[];
  readonly cursor: string; // '' on the last page
}

/**
 * Returns one page of a list ordered by a numeric place. Like the venue, it ignores an unknown cursor.
 *
 * @param getPlace  an item's place; constant while other items are added or removed
 * @param step     1 when places ascend along the list, -1 when they descend
 */
export function paginate<Item>(
  list: Iterable<Item>,
  getPlace: (item: Item) => number,
  step: 1 | -1,
  limit: number,
  cursor: string | null,
): Page<Item> {
  const after = parseCursor(cursor);
  const items: Item[] = [];
  for (const item of list) {
    if (after !== null && (getPlace(item) - after) * step <= 0) continue;
    if (items.length === limit) {
      const last = items.at(-1);
      return { items, cursor: last === undefined ? '' : renderCursor(getPlace(last)) };
    }
    items.push(item);
  }
  return { items, cursor: '' };
}

const renderCursor = (place: number): string => Buffer.from(`after:${place}`).toString('base64url');

function parseCursor(cursor: string | null): number | null {
  if (cursor === null || cursor === '') return null;
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  return match === null ? null : Number(match[1]);
}

/** Iterates from the newest to the oldest item without copying. */
export function* newestFirst<Item>(items: readonly Item[]): Generator<Item> {
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index];
    if (item !== undefined) yield item;
  }
}
