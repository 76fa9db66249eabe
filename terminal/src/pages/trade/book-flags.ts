import type { BookMember, Outcome } from '../../../../sdk/src/index.ts';
import { compareAmounts } from '../../components/amounts.ts';
import { showSpan } from '../../components/times.ts';
import type { ShownBook } from '../../feed/feed-messages.ts';
import { ladderRows } from './dom-rows.ts';

type KnownBook = Extract<ShownBook, { book: unknown }>;

/**
 * Warnings about a book: an empty side, a crossed book (between members: a price gap), and members whose books are left
 * out as unreliable.
 */
export function findBookFlags(shown: KnownBook, outcome: Outcome): readonly string[] {
  const members = shown.kind === 'aggregated' ? shown.book.members : [];
  return [...describeSides(shown, outcome), ...members.flatMap(memberFlag)];
}

function describeSides(shown: KnownBook, outcome: Outcome): readonly string[] {
  const rows = ladderRows(shown.book, outcome, 1);
  const bid = rows.find(({ side }) => side === 'bid');
  const ask = rows.find(({ side }) => side === 'ask');
  if (bid === undefined && ask === undefined) return ['No bids or offers.'];
  if (bid === undefined || ask === undefined)
    return [`One-sided: no ${bid === undefined ? 'bids' : 'offers'}.`];
  if (compareAmounts(bid.price, ask.price) < 0) return [];
  return [
    shown.kind === 'aggregated'
      ? 'Crossed members: one bids at or above the ask of another.'
      : 'Crossed: the best bid is at or above the best ask.',
  ];
}

const MEMBER_WORDS: Readonly<Record<string, string>> = {
  stale: 'stale',
  gapped: 'has a gap',
  crossed: 'crossed',
  closed: 'market closed',
  none: 'no book',
};

function memberFlag({ venue, status, age_ms: age }: BookMember): readonly string[] {
  if (status === 'live') return [];
  return [
    `Without ${venue}: ${MEMBER_WORDS[status] ?? status}${age === null ? '' : ` for ${showSpan(age)}`}.`,
  ];
}
