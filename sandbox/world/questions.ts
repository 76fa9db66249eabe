import { questionOf } from './ask.ts';
import { contests } from './contests.ts';
import { daysFrom } from './day.ts';
import { deadlines } from './deadlines.ts';
import type { Question } from './question.ts';

/**
 * What the sandbox exchanges list, worded for an exchange that first started at `startedAt` (Unix
 * milliseconds). Tickers and slugs hold no date, so a listing keeps its name; an exchange keeps the words
 * of its first start by asking with that time again.
 *
 * About half is at both exchanges in each one's own words, three of them the other way round; the rest
 * are near-twins that a careless eye takes for the same.
 */
export function questionsAt(startedAt: number): readonly Question[] {
  const on = daysFrom(startedAt);
  return [...contests(on), ...deadlines(on)].map(questionOf);
}
