/**
 * Worlds that break for a defect which is known and not mended yet, each with what is wrong. The test
 * passes them by and says so; `npm run sim -- --seed N` shows them.
 */
export const OPEN_SEEDS: ReadonlyMap<number, string> = new Map();
