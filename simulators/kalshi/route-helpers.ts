import type { SimulatorReply, SimulatorRequest } from '../shared/simulator-types.ts';
import { badQuery } from './kalshi-errors.ts';
import type { ApiKey } from './simulator-keys.ts';

/** A request that has passed the door. */
export interface RouteRequest {
  readonly request: SimulatorRequest;
  readonly params: Readonly<Record<string, string>>; // from the path
  readonly query: URLSearchParams;
  readonly key: ApiKey | null; // set on every private route
  readonly now: number;
  readonly body: unknown; // parsed JSON; undefined when there is none
}

/** What a request takes from the buckets. */
export interface RequestCost {
  readonly cost: number;
  readonly shards: readonly number[] | null; // null is the read bucket
}

export interface Route {
  readonly method: string;
  readonly path: string; // under the root, `{name}` stands for one segment
  readonly scope: string | null; // null is public
  readonly hasBody?: boolean; // JSON is required
  readonly computeCost?: (call: RouteRequest) => RequestCost; // default: a read at the usual cost
  readonly run: (call: RouteRequest) => SimulatorReply;
}

/** `limit` of a list: the default when absent, a refusal in shape c when it is not within 1..max. */
export function parseLimit(
  query: URLSearchParams,
  operation: string,
  usual: number,
  max: number,
): number | SimulatorReply {
  const text = query.get('limit');
  if (text === null || text === '') return usual;
  const limit = Number(text);
  const field = `Key: '${operation}Params.Limit' Error:Field validation for 'Limit' failed on the`;
  if (!/^\d{1,9}$/.test(text)) return badQuery(operation, `${field} 'numeric' tag`);
  if (limit > max) return badQuery(operation, `${field} 'lte' tag`);
  return limit === 0 ? usual : limit;
}

/** A query's Unix seconds as milliseconds; null when absent or no number. */
export function parseTimeMs(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  return text === null || !/^\d{1,12}$/.test(text) ? null : Number(text) * 1000;
}

export function parseInteger(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  return text === null || !/^-?\d{1,9}$/.test(text) ? null : Number(text);
}

/** Names given as one comma list or by repeating the key; null when there are none. */
export function parseList(query: URLSearchParams, name: string): readonly string[] | null {
  const names = query
    .getAll(name)
    .flatMap((text) => text.split(','))
    .filter((text) => text !== '');
  return names.length === 0 ? null : names;
}

const CURSOR = /^after:(\d+)$/;

interface Page<Item> {
  readonly items: readonly Item[];
  readonly cursor: string; // '' on the last page
}

/**
 * One page of a list whose places are numbers in one direction. A cursor that is not ours is ignored, as
 * the exchange does.
 *
 * @param placeOf  an item's place; stays what it is while items come and go
 * @param step     1 when places grow along the list, -1 when they fall
 */
export function paginate<Item>(
  list: Iterable<Item>,
  placeOf: (item: Item) => number,
  step: 1 | -1,
  limit: number,
  cursor: string | null,
): Page<Item> {
  const after = placeIn(cursor);
  const items: Item[] = [];
  for (const item of list) {
    if (after !== null && (placeOf(item) - after) * step <= 0) continue;
    if (items.length === limit) {
      const last = items.at(-1);
      return { items, cursor: last === undefined ? '' : cursorAt(placeOf(last)) };
    }
    items.push(item);
  }
  return { items, cursor: '' };
}

const cursorAt = (place: number): string => Buffer.from(`after:${place}`).toString('base64url');

function placeIn(cursor: string | null): number | null {
  if (cursor === null || cursor === '') return null;
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  return match === null ? null : Number(match[1]);
}

/** Items from the newest to the oldest, without a copy. */
export function* newestFirst<Item>(items: readonly Item[]): Generator<Item> {
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index];
    if (item !== undefined) yield item;
  }
}
