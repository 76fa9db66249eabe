import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Print } from '../market-data/market-data-types.ts';
import { loadMissedPrints } from './trade-print-stream.ts';

/** Prints `from` to `to` in the store; memory reaches back to `memoryFrom`. */
const toPrintStore = (from: number, to: number, memoryFrom: number) => {
  const all = Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index }) as Print);
  return {
    printsSince: (afterId: number) =>
      afterId + 1 < memoryFrom ? null : all.filter(({ id }) => id > afterId && id >= memoryFrom),
    prints: async ({ afterId, limit }: { readonly afterId?: number | null; readonly limit: number }) =>
      all.filter(({ id }) => id > (afterId ?? 0)).slice(0, limit),
  };
};

const toIds = (prints: readonly Print[] | null) => prints?.map(({ id }) => id) ?? null;

test('a client whose next print is the oldest stored one can be replayed completely', async () => {
  assert.deepEqual(toIds(await loadMissedPrints(toPrintStore(6, 9, 9), 5)), [6, 7, 8, 9]);
  assert.equal(await loadMissedPrints(toPrintStore(6, 9, 9), 4), null, 'print 5 is kept no more');
});

test('ten thousand missed prints are replayed, one more is a gap', async () => {
  assert.equal((await loadMissedPrints(toPrintStore(1, 10_000, 1), 0))?.length, 10_000);
  assert.equal(await loadMissedPrints(toPrintStore(1, 10_001, 1), 0), null);
});
