import { createHash } from 'node:crypto';
import { err, ok, type Rejection, type Result, rejection } from '../../domain/model/result.ts';
import { type RouteResult, respondWithText } from './route.ts';

interface PageRequest {
  readonly limit?: number | undefined; // without it, everything
  readonly cursor?: string | undefined;
}

/** The position after which the next page starts; null for the first page. */
export function readCursorPosition(scope: string, { cursor }: PageRequest): Result<number | null, Rejection> {
  if (cursor === undefined) return ok(null);
  const position = decodeCursor(scope, cursor);
  return position === null
    ? err(rejection('invalid_cursor', 'the cursor does not belong to this list'))
    : ok(position);
}

/**
 * Responds with one page of `limit` records, and the cursor of the next page in `X-Next-Cursor` if there is one.
 *
 * @param pages  up to `limit + 1` records: the extra record shows that there is a next page
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
 * Responds with a whole list. A list of one store page is sent as one text with a length. A longer list is
 * streamed as a JSON array, page by page, so that it is never in memory as a whole.
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

/** Not a generator: a generator that never starts runs no `finally`, and the store's cursor would stay open. */
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

const CHECK_BYTES = 9; // enough to reject a cursor of another list

/**
 * An opaque cursor of a list, base64url: the position of the last record, bound to the list's parameters.
 *
 * @param scope     identifies the list: its path and filters
 * @param position  number of the last record of the page
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
