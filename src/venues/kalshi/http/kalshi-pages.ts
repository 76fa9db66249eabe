import { type Decoder, decode, isJsonObject, refuse, reportUnknownFields } from '#contract';
import {
  type ListPage,
  type ListResult,
  type PagesEnd,
  type PageVerdict,
  readPages,
  type Unread,
} from '#venues/shared';
import { describeFailure, type KalshiClient, type Query } from './kalshi-client.ts';

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

/** Reads every page of a list. A list with an unreadable item that may not be omitted is incomplete. */
export async function listAll<Item>(
  client: KalshiClient,
  request: ListRequest<Item>,
): Promise<ListResult<Item>> {
  const items: Item[] = [];
  const end = await forEachPage(client, request, (page) => {
    for (const item of page.items) items.push(item);
    const missing = page.unread.filter((entry) => request.mayOmit?.(entry) !== true);
    if (missing.length === 0) return 'more';
    return { why: `${missing.length} entries of ${request.key} could not be decoded` };
  });
  return end.kind === 'incomplete' ? { ok: false, why: end.why } : { ok: true, items };
}

/** Reads a list and gives each page to `take`. */
export function forEachPage<Item>(
  client: KalshiClient,
  { path, query, key, item, getId, ignored }: ListRequest<Item>,
  take: (page: Page<Item>) => PageVerdict | Promise<PageVerdict>,
): Promise<PagesEnd> {
  const shape = page(key, item, ignored);
  const read = async (cursor: string | null): Promise<Page<Item> | Unread> => {
    const answer = await client.get(path, cursor === null ? query : { ...query, cursor }, shape);
    return answer.kind === 'ok' ? answer.value : { why: describeFailure(answer) };
  };
  return readPages({ name: key, getId, read }, take);
}

export interface Page<Item> extends ListPage<Item> {
  readonly unread: readonly unknown[]; // entries that cannot be decoded, as sent
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
      return { items, unread, next: typeof cursor === 'string' && cursor !== '' ? cursor : null };
    },
  };
}
