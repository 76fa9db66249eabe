/** The cursors of the CLOB: base64 of the offset, and a fixed text for the end. */
const FIRST = 'MA==';
const LAST = 'LTE=';

export interface Page<Item> {
  readonly limit: number;
  readonly count: number;
  readonly next_cursor: string;
  readonly data: readonly Item[];
}

/** One page of a list; null when the cursor is not one of ours. */
export function pageOf<Item>(
  items: readonly Item[],
  cursor: string | null,
  limit: number,
): Page<Item> | null {
  const text = cursor === null || cursor === '' ? FIRST : cursor;
  const offset = Number(Buffer.from(text, 'base64').toString());
  if (!Number.isInteger(offset)) return null;
  const data = offset < 0 ? [] : items.slice(offset, offset + limit);
  const end = offset + data.length;
  const isLast = offset < 0 || end >= items.length;
  const next = isLast ? LAST : Buffer.from(String(end)).toString('base64');
  return { limit, count: data.length, next_cursor: next, data };
}
