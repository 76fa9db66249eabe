import { agrees, gap, type Reason, veto } from '../evidence.ts';
import type { ListingFacts } from '../extract.ts';
import { COMMON_WORDS, NAME_SUFFIXES } from '../lexicon/lexicon.ts';
import { findMatches } from '../listing-text.ts';
import { readTextsOnce } from '../read-once.ts';
import { toStem } from '../word-table.ts';

/** The words of a name in lower case. */
export type Name = readonly string[];

/** People and other names that are not in the lexicon: another name is another contract. */
export function compareNames(a: ListingFacts, b: ListingFacts): readonly Reason[] {
  const otherPerson = findOtherInitial(a, b) ?? findOtherInitial(b, a);
  const otherClub = findOtherClub(a, b);
  if (otherClub !== null) return [gap('name', -0.1, otherClub)];
  if (otherPerson !== null) return [veto('name', otherPerson)];
  const [namesA, namesB] = [a.title.names, b.title.names];
  const left = namesA.filter((name) => !isNameIn(name, a, b));
  const right = namesB.filter((name) => !isNameIn(name, b, a));
  if (left.length > 0 && right.length > 0)
    return [veto('name', `${renderNames(left)} / ${renderNames(right)}`)];
  const missing = [
    ...left.filter((name) => !isDecoration(name, a, b) && !isPartOfParticipant(name, a, b)),
    ...right.filter((name) => !isDecoration(name, b, a) && !isPartOfParticipant(name, b, a)),
  ];
  if (missing.length > 0) return [gap('name', -0.1, `only one listing states ${renderNames(missing)}`)];
  const shared = namesA.filter((name) => namesB.some((other) => other.at(-1) === name.at(-1)));
  return shared.length > 0 ? [agrees('name', 0.15, renderNames(shared))] : [];
}

/** "H. Henry" is not "Derrick Henry". Null unless the other title names only persons with another initial. */
function findOtherInitial(own: ListingFacts, { title }: ListingFacts): string | null {
  for (const { initial, last } of readInitials(own)) {
    const namesakes = title.names.filter((name) => name.length > 1 && name.at(-1) === last);
    if (namesakes.length > 0 && namesakes.every(([first = '']) => !first.startsWith(initial)))
      return `${initial} ${last} / ${renderNames(namesakes)}`;
  }
  return null;
}

/** Two clubs of one city: "UTC Cajamarca" is not "FC Cajamarca". One title may omit the letters. */
function findOtherClub(a: ListingFacts, b: ListingFacts): string | null {
  for (const { letters, name } of readLetteredNames(a)) {
    const namesakes = readLetteredNames(b).filter((it) => it.name === name);
    const isOther = namesakes.every((it) => !letters.includes(it.letters) && !it.letters.includes(letters));
    if (namesakes.length > 0 && isOther)
      return `${letters} ${name} / ${namesakes.map((it) => `${it.letters} ${it.name}`).join(', ')}`;
  }
  return null;
}

/** Capital letters before a name that is not in the lexicon. */
const readLetteredNames = readTextsOnce(
  ({ normalTitle, title }): readonly { readonly letters: string; readonly name: string }[] =>
    findMatches(LETTERED, normalTitle).flatMap(([, letters = '', name = '']) =>
      title.names.some((words) => words.includes(name.toLowerCase())) ? [{ letters, name }] : [],
    ),
);
const LETTERED = /\b([A-Z]{2,4}) (?:de |do |da )?([A-Z][a-z][\w'-]+)/g;

interface InitialName {
  readonly initial: string;
  readonly last: string;
}

/** "J. D. Vance" has the initial "j". One after another name is no first initial: "Robert F. Kennedy". */
const readInitials = readTextsOnce(({ normalTitle }): readonly InitialName[] =>
  findMatches(INITIAL, normalTitle).flatMap(([, before, initial = '', last = '']) =>
    before === undefined || NO_NAME.test(before)
      ? [{ initial: initial.toLowerCase(), last: last.toLowerCase() }]
      : [],
  ),
);
/** Words with a capital letter before a name. */
const NO_NAME =
  /^(?:will|can|could|does|did|is|are|has|have|what|when|who|how|and|or|vs|the|to|by|of|for|if|in)$/i;
const INITIAL = /(?:\b([A-Z][\w'-]+) )?\b([A-Z])\.(?: ?[A-Z]\.)* ?([A-Z][\w'-]+)\b/g;

/**
 * Whether the other listing contains a name of `own`: in full, by its family name, or by its initials.
 * "Newsom" is "Gavin Newsom" unless the other title names another Newsom. Any word may be the family name: Spanish and
 * Portuguese names have two, and Korean ones begin with it.
 */
export function isNameIn(name: Name, own: ListingFacts, other: ListingFacts): boolean {
  const { title } = other;
  const last = name.at(-1) ?? '';
  const namesakes = title.names.filter((it) => it.length > 1 && sharesName(name, it));
  const isOtherPerson =
    name.length > 1 && namesakes.length > 0 && namesakes.every((it) => areOtherPersons(name, it));
  if (isOtherPerson || (namesakes.length === 0 && isNamesakeOfRules(name, other))) return false;
  const { stems } = other;
  if (name.every((word) => stems.has(toStem(word)))) return true;
  const isLastName = (it: Name): boolean => it.at(-1) === last;
  const hasLastName =
    stems.has(toStem(last)) && (title.names.some(isLastName) || other.rules.names.some(isLastName));
  if (hasLastName && (name.length === 1 || isSubject(name, own))) return true;
  return (
    title.names.some((it) => isLongerForm(name, it)) ||
    areInitials(name, other) ||
    own.abbreviations.some(
      ({ initials, words }) =>
        stems.has(initials) && !COMMON_WORDS.has(initials) && name.every((word) => words.includes(word)),
    )
  );
}

/** "Starmer" of a title is Keir Starmer in its rules, not another Starmer. */
function isNamesakeOfRules(name: Name, { claim }: ListingFacts): boolean {
  const full = claim.names.filter((it) => it.length > 1 && it.at(-1) === name.at(-1));
  return name.length > 1 && full.length > 0 && full.every((it) => areOtherPersons(name, it));
}

/** "Iván Cepeda Castro" is a longer form of "Iván Cepeda"; "Iván Cepeda Jr" is another person. */
const isLongerForm = (name: Name, other: Name): boolean =>
  other.length >= 2 &&
  other.every((word) => name.includes(word)) &&
  name.every((word) => other.includes(word) || !NAME_SUFFIXES.has(word));

/** Whether the title is about this name: it starts with it, ends with it as the outcome, or is about a game. */
function isSubject(name: Name, { normalTitle, participants }: ListingFacts): boolean {
  if (participants.isSingleGame) return true;
  const title = normalTitle.toLowerCase();
  const isOutcome = /(?:: | - )[^:]*$/.test(title) && title.endsWith(name.at(-1) ?? '');
  return isOutcome || title.replace(/^will /, '').startsWith(name[0] ?? '');
}

/** "LoL" for "League of Legends". */
const areInitials = (name: Name, other: ListingFacts): boolean =>
  name.length === 1 &&
  (name[0]?.length ?? 0) <= 6 &&
  other.abbreviations.some(({ initials }) => initials === name[0]);

/** A name in the title that its own "If …, then" omits, when title and claim share another name or concept. */
function isDecoration(name: Name, { claimStems, claim }: ListingFacts, { title }: ListingFacts): boolean {
  if (claimStems === null || name.some((word) => claimStems.has(toStem(word)))) return false;
  const inClaim = new Set([
    ...claim.names.map((other) => other.at(-1)),
    ...claim.concepts.filter((concept) => PROPER_CONCEPT.test(concept)),
  ]);
  return [...title.names.map((other) => other.at(-1)), ...title.concepts].some(
    (other) =>
      other !== undefined && inClaim.has(other) && (PROPER_CONCEPT.test(other) || !other.includes(':')),
  );
}
const PROPER_CONCEPT = /^(?:company|team|country|place|asset):/;

/** "Cyclones" of "Iowa State Cyclones", when the other title names the same side as "Iowa State". */
const isPartOfParticipant = (name: Name, { participants }: ListingFacts, other: ListingFacts): boolean =>
  other.participants.isSingleGame &&
  [participants.winner, participants.loser].some((participant) => {
    const words = participant?.split(' ') ?? [];
    const rest = words.filter((word) => !name.includes(word));
    return name.every((word) => words.includes(word)) && hasTitleWord(rest.length > 0 ? rest : words, other);
  });

const hasTitleWord = (words: readonly string[], { normalTitle }: ListingFacts): boolean => {
  const title = new Set(normalTitle.toLowerCase().split(/[^a-z0-9]+/));
  return words.some((word) => title.has(word));
};

const sharesName = (name: Name, other: Name): boolean => name.some((word) => other.includes(word));

/**
 * Whether each of two names has a word that the other lacks and that is no short form of one of its words. One name may
 * have more words than the other: "Iván Cepeda" and "Iván Cepeda Castro", but not "Juan Carlos López" and "Juan Pablo
 * López", and not two names that share the family name alone.
 */
export function areOtherPersons(name: Name, other: Name): boolean {
  const left = name.filter((word) => !other.includes(word));
  const right = other.filter((word) => !name.includes(word));
  if (left.length === 0 || right.length === 0) return false;
  const isShort = (word: string, of: readonly string[]): boolean =>
    of.some(
      (it) =>
        word.length >= SHORT_FORM_MIN &&
        it.length >= SHORT_FORM_MIN &&
        (it.startsWith(word) || word.startsWith(it)),
    );
  const [fewer, more] = left.length <= right.length ? [left, right] : [right, left];
  return !fewer.every((word) => isShort(word, more));
}
const SHORT_FORM_MIN = 3;

/** Names as text for a reason. */
export const renderNames = (names: readonly Name[]): string => names.map((name) => name.join(' ')).join(', ');
