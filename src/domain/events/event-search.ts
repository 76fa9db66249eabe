import type { MarketStatus, VenueEvent } from '#contract';
import { foldCase } from '../instruments/case-fold.ts';
import { matchesWords } from '../instruments/instrument-search.ts';
import { computeAssetStatus } from './instrument-diff.ts';

/** What a search of events reads of each instrument of an event. */
export interface EventMember {
  readonly title: string;
  readonly status: MarketStatus;
  readonly event: Pick<VenueEvent, 'venueEventId' | 'title' | 'series'>;
}

export interface EventRule {
  readonly words: readonly string[]; // case-folded
  readonly series: string | null; // case-folded
  readonly status: MarketStatus | null;
}

/**
 * True when the event of these instruments matches. Each word must occur in the title, the series or the native id of
 * the event, or in the title of one of its instruments.
 */
export function matchesEvent({ words, series, status }: EventRule, members: readonly EventMember[]): boolean {
  if (status !== null && computeAssetStatus(members.map((member) => member.status)) !== status) return false;
  if (series !== null && !members.some(({ event }) => foldCase(event.series ?? '') === series)) return false;
  if (words.length === 0) return true;
  const texts = members.flatMap(({ title, event }) => [
    title,
    event.title ?? '',
    event.series ?? '',
    event.venueEventId,
  ]);
  return matchesWords(words, texts);
}
