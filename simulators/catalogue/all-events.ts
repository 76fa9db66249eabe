import type { CatalogueEvent } from './catalogue-event.ts';
import { deadlines } from './deadline-events.ts';
import { daysFrom, questionOf } from './event-template.ts';
import { contests } from './sports-contests.ts';

/**
 * What the sandbox exchanges list, worded for an exchange that first started at `startedAt` (Unix
 * milliseconds). Tickers and slugs hold no date, so a listing keeps its name; an exchange keeps the words
 * of its first start by asking with that time again.
 *
 * About half is at both exchanges in each one's own words, three of them the other way round; the rest
 * are near-twins that a careless eye takes for the same.
 */
export function eventsAt(startedAt: number): readonly CatalogueEvent[] {
  const on = daysFrom(startedAt);
  return [...contests(on), ...deadlines(on)].map(questionOf);
}
