import { createHash } from 'node:crypto';
import { err, ok, type Rejection, type Result, rejection } from '../../domain/model/result.ts';
import { type RouteResult, respondWithText } from './route.ts';

interface PageRequest {
  readonly limit?: number | undefined; // without it, everything
  readonly cursor?: string | undefined;
}

/** Where a list goes on after the page before. Null: from its beginning. */
export function readCursorPosition(scope: string, { cursor }: PageRequest): Result<number | null, Rejection> {
  if (cursor === undefined) return ok(null);
  const position = decodeCursor(scope, cursor);
  return position === null
    ? err(rejection('invalid_cursor', 'the cursor does not belong to this list'))
    : ok(position);
}

/**
 * One page of `limit` records, and the next page's cursor in `X-Next-Cursor` unless this is the last.
 *
 * @param pages  asked for `limit + 1` records, so that one too many tells of a next page
 */
export async function respondWithPage<Item>(
  pages: AsyncIterable<readonly Item[]>,
  limit: number,
  scope: string,
  render: (item: Item) => unknown,
  positionOfItem: (item: Item) => number,
): Promise<RouteResult> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page);
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  const hasNext = items.length > limit && last !== undefined;
  const text = JSON.stringify(shown.map(render));
  return respondWithText(text, hasNext ? { 'x-next-cursor': encodeCursor(scope, positionOfItem(last)) } : {});
}

/**
 * A whole list. What fits into one page of the store is one text with a length; a longer list leaves as a
 * JSON array written page by page, so that its size never stands in memory.
 */
export async function respondWithList<Item>(
  pages: AsyncIterable<readonly Item[]>,
  render: (item: Item) => unknown,
): Promise<RouteResult> {
  const iterator = pages[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return respondWithText('[]');
  const second = await iterator.next();
  if (second.done) return respondWithText(JSON.stringify(first.value.map(render)));
  return ok({ content: arrayOf([first.value, second.value], iterator, render), headers: {} });
}

/** Not a generator: one that was never started runs no `finally`, and the store's cursor would stay open. */
function arrayOf<Item>(
  begun: (readonly Item[])[],
  rest: AsyncIterator<readonly Item[]>,
  render: (item: Item) => unknown,
): AsyncIterable<string> {
  let separator = '[';
  let isClosed = false;
  const pieceOf = (page: readonly Item[]): string => {
    if (page.length === 0) return '';
    const piece = separator + JSON.stringify(page.map(render)).slice(1, -1);
    separator = ',';
    return piece;
  };
  const next = async (): Promise<IteratorResult<string>> => {
    if (isClosed) return { done: true, value: undefined };
    const page = begun.shift() ?? (await valueOf(rest));
    if (page !== null) return { done: false, value: pieceOf(page) };
    isClosed = true;
    return { done: false, value: separator === '[' ? '[]' : ']' };
  };
  const close = async (): Promise<IteratorResult<string>> => {
    isClosed = true;
    await rest.return?.();
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: close }) };
}

async function valueOf<Item>(iterator: AsyncIterator<Item>): Promise<Item | null> {
  const next = await iterator.next();
  return next.done ? null : next.value;
}

const CHECK_BYTES = 9; // enough that a cursor of another list is never taken for one of this

/**
 * An opaque cursor of a list, base64url: where the last page ended, bound to the list's other parameters.
 *
 * @param scope     what the list is of: its path and filters
 * @param position  number of the last record given out
 */
export const encodeCursor = (scope: string, position: number): string =>
  Buffer.from(`${position}.${checkOf(scope, position)}`).toString('base64url');

/** The position; null when the cursor was not made by `encodeCursor` for this scope. */
export function decodeCursor(scope: string, cursor: string): number | null {
  const [digits = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  const position = /^[1-9][0-9]{0,15}$/.test(digits) ? Number(digits) : null;
  return position !== null && encodeCursor(scope, position) === cursor ? position : null;
}

const checkOf = (scope: string, position: number): string =>
  createHash('sha256')
    .update(`${position}\n${scope}`)
    .digest()
    .subarray(0, CHECK_BYTES)
    .toString('base64url');
