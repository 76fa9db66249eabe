const CURSOR = /^after:(\d+)$/;

export interface Page<Item> {
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
export function pageOf<Item>(
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
