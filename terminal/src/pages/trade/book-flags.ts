import type { BookMember, Outcome } from '../../../../sdk/src/index.ts';
import { compareAmounts } from '../../components/amounts.ts';
import { showSpan } from '../../components/times.ts';
import type { ShownBook } from '../../feed/feed-messages.ts';
import { ladderRows } from './dom-rows.ts';

type KnownBook = Extract<ShownBook, { book: unknown }>;

/**
 * What is worth a second look: a side that is empty, bids above asks (between members: a price gap), and the members
 * whose books are left out because they cannot be trusted.
 */
export function flagsOf(shown: KnownBook, outcome: Outcome): readonly string[] {
  const members = shown.kind === 'aggregated' ? shown.book.members : [];
  return [...sidesOf(shown, outcome), ...members.flatMap(memberFlag)];
}

function sidesOf(shown: KnownBook, outcome: Outcome): readonly string[] {
  const rows = ladderRows(shown.book, outcome, 1);
  const bid = rows.find(({ side }) => side === 'bid');
  const ask = rows.find(({ side }) => side === 'ask');
  if (bid === undefined && ask === undefined) return ['Nobody bids or offers.'];
  if (bid === undefined || ask === undefined)
    return [`One-sided: nobody ${bid === undefined ? 'bids' : 'offers'}.`];
  if (compareAmounts(bid.price, ask.price) < 0) return [];
  return [
    shown.kind === 'aggregated'
      ? 'Members cross: one bids what another asks.'
      : 'Crossed: a bid stands at or above an ask.',
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
