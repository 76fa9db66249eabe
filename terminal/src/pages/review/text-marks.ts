import type { MatchDifference } from '../../../../sdk/src/index.ts';
import { showDay } from '../../components/times.ts';

/** A part of one listing's text: in both texts, in this text only, or in the other text too but at another place. */
export interface TextPart {
  readonly text: string;
  readonly kind: 'both' | 'moved' | 'only';
}

type Segments = MatchDifference['segments'];
type Side = 'first' | 'other';

/**
 * One side's text in parts. The service compares the texts in sequence, so a word that both use in a different order is a
 * difference there; here it is `moved`, and `only` remains for words that the other text does not contain.
 */
export function toTextParts(segments: Segments, side: Side): readonly TextPart[] {
  const others = new Set(wordsIn(toText(segments, side === 'first' ? 'other' : 'first')));
  const parts = segments
    .filter((segment) => segment.in === 'both' || segment.in === side)
    .flatMap(({ in: where, text }): readonly TextPart[] =>
      where === 'both'
        ? [{ text, kind: 'both' }]
        : (text.match(/\S+|\s+/g) ?? []).map((token) => ({ text: token, kind: findKind(token, others) })),
    );
  return merged(parts);
}

/** The whole text of one side. */
export const toText = (segments: Segments, side: Side): string =>
  segments
    .flatMap((segment) => (segment.in === 'both' || segment.in === side ? [segment.text] : []))
    .join('');

/** How much two texts differ, for the heading of their row. */
export function describeDifference({ same, segments, field }: MatchDifference): string {
  if (same) return 'the same';
  const times = toTimes(field, segments);
  if (times !== null) return showDay(times[0]) === showDay(times[1]) ? 'the same to the minute' : 'differs';
  const isOnly = (side: Side): boolean => toTextParts(segments, side).some(({ kind }) => kind === 'only');
  return isOnly('first') || isOnly('other') ? 'differs' : 'the same words in another order';
}

/** The two times of a field that is a time, Unix milliseconds; null for a text or a missing time. */
export function toTimes(
  field: MatchDifference['field'],
  segments: Segments,
): readonly [number, number] | null {
  if (field !== 'open_time' && field !== 'close_time') return null;
  const [one, other] = [Date.parse(toText(segments, 'first')), Date.parse(toText(segments, 'other'))];
  return Number.isNaN(one) || Number.isNaN(other) ? null : [one, other];
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function findKind(token: string, others: ReadonlySet<string>): TextPart['kind'] {
  return wordsIn(token).every((word) => others.has(word)) ? 'moved' : 'only';
}

/** Joins neighbours of the same kind. A space between two of them belongs to them. */
function merged(parts: readonly TextPart[]): readonly TextPart[] {
  const joined: TextPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isSame =
      last !== undefined && (last.kind === part.kind || (part.text.trim() === '' && last.kind !== 'both'));
    if (isSame) joined[joined.length - 1] = { text: last.text + part.text, kind: last.kind };
    else joined.push(part);
  }
  return joined;
}
