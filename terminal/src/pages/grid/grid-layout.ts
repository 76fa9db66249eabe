/** The markets of the grid, by id in their order, as the URL has them: `11,12,21`. */
export const CELLS_MAX = 12;

/** Reads the layout of a URL. What is not an id, and what is there twice, is left out. */
export function readLayout(text: string): readonly number[] {
  const ids = text
    .split(',')
    .filter((part) => /^[1-9]\d{0,14}$/.test(part))
    .map(Number);
  return [...new Set(ids)].slice(0, CELLS_MAX);
}

export const renderLayout = (ids: readonly number[]): string => ids.join(',');

/** Adds a market at the end, unless it is there or the grid is full. */
export const withMarket = (ids: readonly number[], id: number): readonly number[] =>
  ids.includes(id) || ids.length >= CELLS_MAX ? ids : [...ids, id];

/** Moves a market one place to the front; the first one stays. */
export function movedForward(ids: readonly number[], id: number): readonly number[] {
  const at = ids.indexOf(id);
  return at <= 0 ? ids : [...ids.slice(0, at - 1), id, ids[at - 1] ?? id, ...ids.slice(at + 1)];
}
