import type { VenueName } from '#contract';
import { type Clock, type ListingMatcher, wait } from '#ports';
import { CatalogueMatcher } from '#relations';

/** Comparing one listing with its candidates takes up to 2 ms. */
const LISTINGS_PER_SLICE = 8;

/** A matcher in this thread: the event loop runs before each slice. For the simulation, which has no threads. */
export function openLocalMatcher(clock: Clock, venueOrder: readonly VenueName[]): ListingMatcher {
  const matcher = new CatalogueMatcher(venueOrder, LISTINGS_PER_SLICE);
  let isOpen = true;
  const run = async <Result>(task: () => Result): Promise<Result> => {
    await wait(clock, 0);
    if (!isOpen) throw new Error('matching of listings: the matcher is closed');
    return task();
  };
  return {
    sliceMax: LISTINGS_PER_SLICE,
    apply: (slice) => run(() => matcher.apply(slice)),
    takeChanges: (pairsMax) => run(() => matcher.takeChanges(pairsMax)),
    close: () => {
      isOpen = false;
    },
  };
}
