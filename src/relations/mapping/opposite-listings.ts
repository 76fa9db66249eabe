import { extractFacts, type ListingFacts } from './extract.ts';
import { readOutcomes } from './listing-text.ts';
import { isSameParticipant, toParticipant } from './participants.ts';
import { readTextsOnce } from './read-once.ts';
import { toStem } from './word-table.ts';

/**
 * The facts of `own` as if Yes and No were exchanged, where the other listing asks for what `own` pays No. Null when the
 * two listings do not differ in this way. Its comparison with the other listing has the opposite orientation.
 */
export function findOpposite(own: ListingFacts, other: ListingFacts): ListingFacts | null {
  if (asksForSecondOutcome(own, other)) return swapOutcomes(own);
  return excludesSubject(own, other) ? (readExcludedSubject(own)?.facts ?? null) : null;
}

/** "YES is Down; NO is Up" of a question that is no game, and the title of the other listing ends in "Up". */
function asksForSecondOutcome(own: ListingFacts, other: ListingFacts): boolean {
  const { winner, loser, sport, isSingleGame } = own.participants;
  if (winner === null || loser === null || isSingleGame || other.participants.winner !== null) return false;
  const named = toParticipant(LAST_PART.exec(other.normalTitle)?.[1], sport);
  return named !== null && isSameParticipant(named, loser) && !isSameParticipant(named, winner);
}
const LAST_PART = /: ([^:]+)$/;

/** Title and rules with the second outcome as the first. */
const swapOutcomes = readTextsOnce(({ listing }): ListingFacts | null => {
  const outcomes = readOutcomes(listing.rules ?? '');
  if (outcomes === null || !listing.title.endsWith(`: ${outcomes.yes}`)) return null;
  const { yes, no, rest } = outcomes;
  return extractFacts({
    ...listing,
    title: `${listing.title.slice(0, -yes.length)}${no}`,
    rules: `YES is ${no}; NO is ${yes}.${rest}`,
  });
});

/** "Someone other than Vega" is the opposite of "Vega" where exactly one candidate or team wins. */
function excludesSubject(own: ListingFacts, other: ListingFacts): boolean {
  const excluded = readExcludedSubject(own);
  if (excluded === null || readExcludedSubject(other) !== null) return false;
  return other.normalTitle.includes(excluded.name) && hasOneWinner(own) && hasOneWinner(other);
}

interface ExcludedSubject {
  readonly name: string;
  readonly facts: ListingFacts; // of the listing that asks for the name alone
}

/** Null unless title and condition exclude the same name. */
const readExcludedSubject = readTextsOnce(({ listing, normalTitle, claimText }): ExcludedSubject | null => {
  const name = OTHER_THAN.exec(normalTitle)?.[1];
  if (name === undefined || !OTHER_THAN.test(claimText)) return null;
  const [, claimed = ''] = OTHER_THAN.exec(claimText) ?? [];
  if (claimed.split(' ').at(-1) !== name.split(' ').at(-1)) return null;
  const rules = (listing.rules ?? '').replaceAll(PAYS_NO, ' ');
  const facts = extractFacts({
    ...listing,
    title: listing.title.replace(OTHER_THAN, '$1'),
    rules: rules.replace(OTHER_THAN, '$1'),
  });
  return { name, facts };
});
const OTHER_THAN =
  /\b(?:[Ss]omeone|[Aa]nyone|[Aa]ny|[Aa]nother|[Aa]n?)(?: other)?(?: (?:person|candidate|team|party|country|club|player|driver|film|movie|artist|company))? (?:other than|except(?: for)?|apart from|besides) (?:the )?([A-Z][\w'-]+(?: [A-Z][\w'-]+)*)/;
/** The sentences about what pays No, which is the excluded name. */
const PAYS_NO = /\b(?:If|Otherwise)\b(?:[^.]|\.\d)*\bresolves? to "?No"?\./g;

/** A contest or an election without a deadline: a winner is certain. */
const hasOneWinner = ({ title, claim, stems }: ListingFacts): boolean =>
  (title.concepts.includes('act:win') ||
    claim.concepts.includes('act:win') ||
    (title.groups.has('office') && stems.has(ELECTION_STEM))) &&
  ![...title.spans, ...claim.spans].some(({ style }) => style === 'by');
const ELECTION_STEM = toStem('election');
