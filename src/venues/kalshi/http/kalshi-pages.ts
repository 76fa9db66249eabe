import { page, type Reader } from '../codec/kalshi-decoder.ts';
import { type Answer, type Client, type Query, whyNot } from './kalshi-client.ts';

const PAGES_MAX = 5_000;

export interface Paging<Item> {
  readonly path: string;
  readonly query: Query;
  readonly key: string; // of the list in the answer
  readonly item: Reader<Item>;
  readonly idOf: (item: Item) => string;
  readonly ignored?: readonly string[];
}

/** Every item, or why the list could not be read to its end. */
export type Listing<Item> =
  | { readonly ok: true; readonly items: readonly Item[] }
  | { readonly ok: false; readonly why: string };

/**
 * Reads a list to its end. A list with an item that we cannot read, or whose cursor goes round in circles
 * (a cursor that the venue does not understand gives the first page again), is not the whole list.
 */
export async function listAll<Item>(client: Client, paging: Paging<Item>): Promise<Listing<Item>> {
  const items: Item[] = [];
  const ended = await eachPage(client, paging, (found, unread) => {
    for (const item of found) items.push(item);
    return unread === 0 ? null : `${unread} entries of ${paging.key} could not be read`;
  });
  return ended === null ? { ok: true, items } : { ok: false, why: ended };
}

/**
 * Hands over page after page; `take` may end it with a reason.
 *
 * @returns null at the end of the list, or why it was not reached
 */
export async function eachPage<Item>(
  client: Client,
  { path, query, key, item, idOf, ignored }: Paging<Item>,
  take: (items: readonly Item[], unread: number) => string | null | Promise<string | null>,
): Promise<string | null> {
  const shape = page(key, item, ignored);
  const cursors = new Set<string>();
  const firsts = new Set<string>();
  let cursor = '';
  for (let count = 0; count < PAGES_MAX; count += 1) {
    const answer: Answer<{ items: readonly Item[]; unread: number; cursor: string }> = await client.get(
      path,
      cursor === '' ? query : { ...query, cursor },
      shape,
    );
    if (answer.kind !== 'ok') return whyNot(answer);
    const { items, unread } = answer.value;
    const first = items[0] === undefined ? null : idOf(items[0]);
    if (first !== null && firsts.has(first)) return `${key}: a page came twice`;
    if (first !== null) firsts.add(first);
    const why = await take(items, unread);
    if (why !== null) return why;
    ({ cursor } = answer.value);
    if (cursor === '') return null;
    if (cursors.has(cursor)) return `${key}: a cursor came twice`;
    cursors.add(cursor);
  }
  return `${key}: more than ${PAGES_MAX} pages`;
}
