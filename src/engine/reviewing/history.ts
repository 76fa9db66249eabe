import type { AssetReview } from '../../core/instruments/review.ts';
import type { GenericAssetId } from '../../core/kernel/ids.ts';
import type { Journal } from '../../ports/journal.ts';

const REVIEWS_MAX = 1_000;

/** Every decision of one asset as the journal has it, oldest first. */
export async function historyOf(journal: Journal, id: GenericAssetId): Promise<readonly AssetReview[]> {
  const entries = await journal.entriesOfAsset(id, REVIEWS_MAX);
  return entries
    .flatMap(({ events }) => events.flatMap((event) => ('review' in event ? [event.review] : [])))
    .filter((review) => review.genericAssetId === id);
}
