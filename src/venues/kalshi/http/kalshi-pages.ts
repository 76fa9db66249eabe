import { isJsonObject } from '../../../domain/model/body-fields.ts';
import { type Decoder, decode, refuse, reportUnknownFields } from '../../../domain/model/decoder.ts';
import { type Answer, describeFailure, type KalshiClient, type Query } from './kalshi-client.ts';

const PAGES_MAX = 5_000;
const PAGE_ITEMS_MAX = 2_000; // a page is decoded in one step, and requests name at most 1,000

export interface ListRequest<Item> {
  readonly path: string;
  readonly query: Query;
  readonly key: string; // of the list in the answer
  readonly item: Decoder<Item>;
  readonly getId: (item: Item) => string;
  readonly ignored?: readonly string[];
  /** Whether an entry that cannot be decoded may be left out. Absent: none may. */
  readonly mayOmit?: (entry: unknown) => boolean;
}

/** Every item, or why the list could not be read completely. */
export type ListResult<Item> =
  | { readonly ok: true; readonly items: readonly Item[] }
  | { readonly ok: false; readonly why: string };

/**
 * Reads every page of a list. A list with an unreadable item that may not be omitted is incomplete, and so is one whose
 * cursor repeats: the venue answers an unknown cursor with the first page.
 */
export async function listAll<Item>(
  client: KalshiClient,
  request: ListRequest<Item>,
): Promise<ListResult<Item>> {
  const items: Item[] = [];
  const stoppedBy = await forEachPage(client, request, (found, unread) => {
    for (const item of found) items.push(item);
    const missing = unread.filter((entry) => request.mayOmit?.(entry) !== true);
    return missing.length === 0 ? null : `${missing.length} entries of ${request.key} could not be decoded`;
  });
  return stoppedBy === null ? { ok: true, items } : { ok: false, why: stoppedBy };
}

/**
 * Calls `take` with each page; `take` may stop the iteration by returning a reason.
 *
 * @returns null at the end of the list, or why it was not reached
 */
export async function forEachPage<Item>(
  client: KalshiClient,
  { path, query, key, item, getId, ignored }: ListRequest<Item>,
  take: (items: readonly Item[], unread: readonly unknown[]) => string | null | Promise<string | null>,
): Promise<string | null> {
  const shape = page(key, item, ignored);
  const cursors = new Set<string>();
  const firsts = new Set<string>();
  let cursor = '';
  for (let count = 0; count < PAGES_MAX; count += 1) {
    const answer: Answer<Page<Item>> = await client.get(
      path,
      cursor === '' ? query : { ...query, cursor },
      shape,
    );
    if (answer.kind !== 'ok') return describeFailure(answer);
    const { items, unread } = answer.value;
    const first = items[0] === undefined ? null : getId(items[0]);
    if (first !== null && firsts.has(first)) return `${key}: a page was returned twice`;
    if (first !== null) firsts.add(first);
    const why = await take(items, unread);
    if (why !== null) return why;
    ({ cursor } = answer.value);
    if (cursor === '') return null;
    if (cursors.has(cursor)) return `${key}: a cursor was returned twice`;
    cursors.add(cursor);
  }
  return `${key}: more than ${PAGES_MAX} pages`;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly unread: readonly unknown[]; // entries that cannot be decoded, as sent
  readonly cursor: string; // empty on the last page
}

/**
 * One page of the list under `key`. An absent or empty cursor means the last page. Undecodable items are in
 * `unread`; the caller decides whether the rest is usable.
 */
export function page<Item>(
  key: string,
  item: Decoder<Item>,
  ignored: readonly string[] = [],
): Decoder<Page<Item>> {
  const known = new Set([key, 'cursor', ...ignored]);
  const expects = 'a page';
  return {
    expects,
    read: (value, path, onIssue) => {
      if (!isJsonObject(value)) return refuse(value, path, onIssue, `is not ${expects}`);
      if (onIssue !== null) reportUnknownFields(value, known, path, onIssue);
      const { [key]: list, cursor } = value;
      if (!Array.isArray(list)) return refuse(list, `${path}.${key}`, onIssue, 'is not a list');
      if (list.length > PAGE_ITEMS_MAX)
        return refuse(list.length, `${path}.${key}`, onIssue, 'has too many items');
      const items: Item[] = [];
      const unread: unknown[] = [];
      for (const each of list) {
        const decoded = decode(item, each, key, onIssue);
        if (decoded === null) unread.push(each);
        else items.push(decoded);
      }
      return { items, unread, cursor: typeof cursor === 'string' ? cursor : '' };
    },
  };
}
