import type { ListingFacts } from './extract.ts';
import { findPaidClause, type GameLine, isPartOfGame, readLineBound, toSides } from './line-bounds.ts';
import { isOfSide } from './paid-outcomes.ts';
import { toParticipant } from './participants.ts';

/** "Buffalo at Boston: Winning Margin: Buffalo by 1-6 points", "Bills vs. Patriots: Bills to win by 13 or more" */
const RANGE =
  /^(?:[A-Z][^:]*: )?(.+?) (?:at|vs\.?) ([^:]+?):(?: Winning Margin\??:)? (?:the )?([^:]+?)(?: to win| wins?)? by (\d+)(?: ?- ?| to )(\d+)(?: (?:points|goals|runs))?\??$/i;
const LEAST =
  /^(?:[A-Z][^:]*: )?(.+?) (?:at|vs\.?) ([^:]+?):(?: Winning Margin\??:)? (?:the )?([^:]+?)(?: to win| wins?)? by (\d+)(?:\+| or more)(?: (?:points|goals|runs))?\??$/i;
const BETWEEN =
  /\bby (?:between )?(\d+)(?: (?:points|goals|runs))?(?: to | and |-)(\d+) (?:points|goals|runs)(,? inclusive)?/i;
/** "Buffalo has a positive point differential of at least 15 points" */
const DIFFERENTIAL = /^(.+?) has a positive (?:point|goal|run) differential of (?=(?:at least|between) \d)/i;
const UNIT = /\b(points|goals|runs)\b/i;

/** Reads by how many points a side wins, between two numbers or at least one. Null unless the condition for Yes repeats side and numbers. */
export function readMarginRange(facts: ListingFacts): GameLine | null {
  const { normalTitle, rulesText, claimText, participants } = facts;
  const range = RANGE.exec(normalTitle);
  const [, one, other, winner, from, to] = range ?? LEAST.exec(normalTitle) ?? [];
  if (winner === undefined) return null;
  const sides = toSides(facts, one, other);
  const side = toParticipant(winner, participants.sport);
  if (sides === null || side === null) return null;
  const clause = [claimText, findPaidClause(rulesText, 'Yes') ?? '']
    .map((it) => it.replace(DIFFERENTIAL, '$1 wins by '))
    .find((it) => isOfSide(facts, it, side));
  const unit = UNIT.exec(clause ?? '')?.[1]?.toLowerCase();
  if (clause === undefined || unit === undefined || isPartOfGame(clause)) return null;
  if (range === null) {
    const line = Number(from) - 0.5;
    const paid = readLineBound(clause);
    return paid?.line === line && !paid.isBelow
      ? { kind: 'margin', side, line, isBelow: false, unit, sides }
      : null;
  }
  const [, low, high] = BETWEEN.exec(clause) ?? [];
  if (low !== from || high !== to) return null;
  return { kind: 'margin range', side, line: 0.5, isBelow: false, unit: `${low}-${high} ${unit}`, sides };
}
