import { createHash } from 'node:crypto';
import { err, ok, type Rejection, type Result, rejection } from '#contract';
import { type LongList, type LongListLimiter, ROWS_PER_PAGE } from './long-lists.ts';
import { type Call, omitUndefined, type RouteResult, respondWithText } from './route.ts';

interface PageRequest {
  readonly limit?: number | undefined; // without it, everything
  readonly cursor?: string | undefined;
}

/** The part of a list to load. `limit` is one more than the page: the extra record shows that a page follows. */
export interface PageRange {
  readonly limit?: number;
  readonly position?: number; // of the last record before the page
}

export interface PagedList<Item> {
  readonly scope: readonly unknown[]; // identifies the list: its name and filters
  load(
    range: PageRange,
  ):
    | Result<AsyncIterable<readonly Item[]>, Rejection>
    | Promise<Result<AsyncIterable<readonly Item[]>, Rejection>>;
  readonly render: (item: Item) => unknown;
  readonly getPosition: (item: Item) => number;
}

/**
 * Responds with a list: with `limit`, one page, and the cursor of the next page in `X-Next-Cursor` if there is
 * one; without, all records. Rejects a cursor of another list with `invalid_cursor`.
 */
export async function respondWithPagedList<Item>(
  call: Call<PageRequest>,
  list: PagedList<Item>,
): Promise<RouteResult> {
  const { limit, cursor } = call.query;
  const scope = JSON.stringify(list.scope);
  const position = cursor === undefined ? undefined : decodeCursor(scope, cursor);
  if (position === null) return err(rejection('invalid_cursor', 'the cursor does not belong to this list'));
  const pages = await list.load(omitUndefined({ limit: limit && limit + 1, position }));
  if (!pages.ok) return pages;
  return limit === undefined
    ? respondWithAll(call, pages.value, list)
    : respondWithPage(call, pages.value, limit, list, scope);
}

async function respondWithPage<Item>(
  { deps }: Call,
  pages: AsyncIterable<readonly Item[]>,
  limit: number,
  { render, getPosition }: PagedList<Item>,
  scope: string,
): Promise<RouteResult> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page);
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  const hasNext = items.length > limit && last !== undefined;
  const texts: string[] = [];
  for (let from = 0; from < shown.length; from += ROWS_PER_PAGE) {
    await deps.lists.nextIteration();
    texts.push(renderRows(shown.slice(from, from + ROWS_PER_PAGE), render));
  }
  return respondWithText(
    `[${texts.join(',')}]`,
    hasNext ? { 'x-next-cursor': encodeCursor(scope, getPosition(last)) } : {},
  );
}

/** The records as JSON, separated by commas, without the brackets of an array. */
const renderRows = <Item>(rows: readonly Item[], render: (item: Item) => unknown): string =>
  JSON.stringify(rows.map(render)).slice(1, -1);

/**
 * Responds with a whole list. A list of one store page is sent as one text with a length. A longer list is
 * streamed as a JSON array, page by page, so that it is never in memory as a whole and never blocks the event
 * loop for longer than one page.
 *
 * Rejects with `rate_limited` when the key has too many long lists.
 */
async function respondWithAll<Item>(
  { deps, caller }: Call,
  pages: AsyncIterable<readonly Item[]>,
  { render }: PagedList<Item>,
): Promise<RouteResult> {
  const iterator = pages[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return respondWithText('[]');
  const second = await iterator.next();
  if (second.done) {
    await deps.lists.nextIteration();
    return respondWithText(`[${renderRows(first.value, render)}]`);
  }
  const begun = await deps.lists.begin(caller.keyId);
  if (begun.ok) {
    const source = { loaded: [first.value, second.value], rest: iterator };
    return ok({ content: renderArray(source, render, begun.value, deps.lists), headers: {} });
  }
  await iterator.return?.();
  return begun;
}

/** The pages of a list: those that have been read, then the others. */
interface PageSource<Item> {
  readonly loaded: (readonly Item[])[];
  readonly rest: AsyncIterator<readonly Item[]>;
}

/** Not a generator: a generator that never starts runs no `finally`, and the store's cursor would stay open. */
function renderArray<Item>(
  { loaded, rest }: PageSource<Item>,
  render: (item: Item) => unknown,
  list: LongList,
  lists: LongListLimiter,
): AsyncIterable<string> {
  let separator = '[';
  let isClosed = false;
  const pieceOf = (page: readonly Item[]): string => {
    if (page.length === 0) return '';
    const piece = separator + renderRows(page, render);
    separator = ',';
    return piece;
  };
  const nextPage = async (): Promise<readonly Item[] | null> => {
    const page = loaded.shift();
    if (page !== undefined) return page;
    await list.pay();
    return nextOrNull(rest);
  };
  const next = async (): Promise<IteratorResult<string>> => {
    if (isClosed) return { done: true, value: undefined };
    const page = await nextPage();
    await lists.nextIteration();
    if (page !== null) return { done: false, value: pieceOf(page) };
    isClosed = true;
    list.end();
    return { done: false, value: separator === '[' ? '[]' : ']' };
  };
  const close = async (): Promise<IteratorResult<string>> => {
    isClosed = true;
    list.end();
    await rest.return?.();
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: close }) };
}

async function nextOrNull<Item>(iterator: AsyncIterator<Item>): Promise<Item | null> {
  const next = await iterator.next();
  return next.done ? null : next.value;
}

const CHECK_BYTES = 9; // enough to reject a cursor of another list

/**
 * An opaque cursor of a list, base64url: the position of the last record, bound to the list's parameters.
 *
 * @param scope     identifies the list: its path and filters
 * @param position  number of the last record of the page
 */
export const encodeCursor = (scope: string, position: number): string =>
  Buffer.from(`${position}.${computeCheck(scope, position)}`).toString('base64url');

/** The position; null when the cursor was not made by `encodeCursor` for this scope. */
export function decodeCursor(scope: string, cursor: string): number | null {
  const [digits = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  const position = /^[1-9][0-9]{0,15}$/.test(digits) ? Number(digits) : null;
  return position !== null && encodeCursor(scope, position) === cursor ? position : null;
}

const computeCheck = (scope: string, position: number): string =>
  createHash('sha256')
    .update(`${position}\n${scope}`)
    .digest()
    .subarray(0, CHECK_BYTES)
    .toString('base64url');
