/** Lists that are longer than one response. */
import type { Query } from './query.ts';
import type { CallOptions, Transport } from './transport.ts';

/** One page; `next_cursor` is null on the last one. */
export interface Page<T> {
  items: T[];
  next_cursor: string | null;
}

/** A page of a list whose body is an array and whose next cursor is a response header. */
export async function listPage<T>(
  transport: Transport,
  path: string,
  query: Query,
  options?: CallOptions,
): Promise<Page<T>> {
  const answer = await transport.send({ method: 'GET', path, query }, options);
  return { items: answer.body as T[], next_cursor: answer.headers.get('X-Next-Cursor') };
}

/** Every record of every page; fetches the next page when the current one is used up. */
export async function* allItems<T>(
  fetchPage: (cursor: string | undefined) => Promise<Page<T>>,
  firstCursor?: string,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | null | undefined = firstCursor;
  do {
    const page: Page<T> = await fetchPage(cursor);
    yield* page.items;
    cursor = page.next_cursor;
  } while (cursor !== null);
}
