import { gap, type Reason, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';

/** What a listing pays for the draw of a fight or the tie of a game: half to each side, nothing to the side that it asks for, or not stated. */
type DrawPayout = 'half' | 'nothing' | null;

/**
 * A fight may be drawn. The two sides of it are opposite contracts only where a draw pays half: a question that resolves
 * to No at a draw leaves both sides without a payout. A name of an outcome ("NO is Ben Okafor") already pays the other side.
 */
export function* compareDraws(a: ListingFacts, b: ListingFacts, areOpposite: boolean): Generator<Reason> {
  const sports = [a, b].map(({ participants: { sport } }) => sport);
  if (sports.some((sport) => DRAWN_OTHERWISE.has(sport ?? ''))) return;
  const [one, other] = [readDrawPayout(a.rulesText), readDrawPayout(b.rulesText)];
  const words = `a draw pays ${one ?? 'what is not stated'} / ${other ?? 'what is not stated'}`;
  if (areOpposite && (one === 'nothing' || other === 'nothing')) return yield veto('draw', words);
  if (one !== null && other !== null && one !== other) return yield gap('draw', 0, words);
  if (!sports.includes('mma')) return;
  const isOpen = (payout: DrawPayout, facts: ListingFacts): boolean => payout === null && isQuestion(facts);
  if (areOpposite && (isOpen(one, a) || isOpen(other, b))) yield gap('draw', 0, words);
}

/** In soccer the draw is a separate outcome, and a match of tennis has a winner. */
const DRAWN_OTHERWISE: ReadonlySet<string> = new Set(['soccer', 'tennis']);

/** "Will Ana Silva beat Rosa Costa?" is answered by Yes or No, so that a draw may be No. */
const isQuestion = ({ normalTitle, participants: { loser } }: ListingFacts): boolean =>
  loser === null && /\b(?:beats?|defeats?)\b/i.test(normalTitle);

function readDrawPayout(rules: string): DrawPayout {
  const said = DRAW_CLAUSE.exec(rules)?.[0];
  if (said === undefined) return null;
  if (HALF.test(said)) return 'half';
  return /\bto "?No\b/.test(said) ? 'nothing' : null;
}
const DRAW_CLAUSE = /\b(?:draw|drawn|ties?(?!-?break)|tied)\b(?:[^.]|\.\d)*/i;
const HALF = /\b50[-/]50\b|\$?0\.50?\b|\bhalf\b/i;
