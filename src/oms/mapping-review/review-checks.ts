import {
  err,
  type GenericAssetId,
  type Instrument,
  invalidField,
  ok,
  parseInstrumentId,
  type Rejection,
  type Result,
  type VenueName,
} from '#contract';
import { FIRST_REVIEW_ID, hasFingerprint, isStillTrading } from '#domain';
import type { MappingSource, Proposal } from '#ports';
import { areSiblingOutcomes, compareListings, type ListingComparison, toListing } from '#relations';
import type { Decision, NamedMember } from './review-types.ts';

const WHY_LENGTH_MAX = 500;

/** Compares every other instrument with the first. */
export const compareWithFirst = ([first, ...others]: readonly Instrument[]): readonly ListingComparison[] =>
  first === undefined ? [] : others.map((other) => compareListings(toListing(first), toListing(other)));

/** The comparison must find the texts equal, unless a reviewer overrides it or has approved exactly these texts. */
export function checkTextsMatch(
  members: readonly Instrument[],
  { members: named, despite }: Decision,
  withheld: readonly Proposal[],
): Rejection | null {
  const isApprovedText = named.every(
    ({ fingerprint }, at) => fingerprint !== null && hasFingerprint(members[at] as Instrument, fingerprint),
  );
  if (despite || isApprovedText) return null;
  const matches = compareWithFirst(members);
  const at = matches.findIndex(({ verdict }) => verdict === 'different' || verdict === 'unsure');
  const match = matches[at];
  if (match !== undefined) {
    const reasons = match.reasons.filter(({ kind }) => kind === 'veto' || kind === 'gap');
    const explanation =
      reasons.map(({ name, words }) => `${name} (${words})`).join('; ') || `a score of ${match.score}`;
    return invalidField(
      'members',
      `has ${members[at + 1]?.ticker}, which compares as ${match.verdict}: ${explanation}. Set despite after reading both`,
    );
  }
  const wrongIndex = matches.findIndex((it, at) => (named[at + 1]?.inverted ?? it.inverted) !== it.inverted);
  return wrongIndex < 0
    ? checkNotContested(members, withheld)
    : invalidField(
        'inverted',
        `contradicts the text of ${members[wrongIndex + 1]?.ticker}. Set despite after reading both`,
      );
}

/**
 * Two listings of one venue are never members with the same orientation when they are outcomes of one event, or when
 * their texts exclude the same contract: one order would then buy both. `despite` does not override it.
 */
export function checkExclusiveOutcomes(
  members: readonly Instrument[],
  inverted: readonly boolean[],
): Rejection | null {
  for (const [at, one] of members.entries())
    for (const [index, other] of members.entries()) {
      if (index <= at || one.venue !== other.venue || inverted[at] !== inverted[index]) continue;
      const [left, right] = [toListing(one), toListing(other)];
      if (!areSiblingOutcomes(left, right) && compareListings(left, right).verdict !== 'different') continue;
      const issue = `has ${one.ticker} and ${other.ticker}, which are different outcomes at ${one.venue} and never one contract`;
      return {
        ...invalidField('members', issue),
        details: { fields: [{ field: 'members', issue }], reason: 'exclusive_outcomes' },
      };
    }
  return null;
}

/**
 * Refuses members whose texts prove that they pay in different outcomes, such as two thresholds of one figure.
 * `despite` does not override it: an order would be routed to another contract. Invariant X7 of the mapping.
 */
export function checkOneContract(members: readonly Instrument[]): Rejection | null {
  const matches = compareWithFirst(members);
  const at = matches.findIndex(({ relation }) => !APPROVABLE_RELATIONS.has(relation));
  const match = matches[at];
  if (match === undefined) return null;
  const issue = `has ${members[0]?.ticker} and ${members[at + 1]?.ticker}, whose relation is ${match.relation}: only identity and inverted can be approved`;
  return {
    ...invalidField('members', issue),
    details: { fields: [{ field: 'members', issue }], reason: 'not_one_contract', relation: match.relation },
  };
}

/** A person decides on `unsure`: no relation is proven. */
const APPROVABLE_RELATIONS: ReadonlySet<string> = new Set(['identity', 'inverted', 'unsure']);

/** Refuses a pair that the last proposals withheld because another listing claims the same contract. */
function checkNotContested(members: readonly Instrument[], withheld: readonly Proposal[]): Rejection | null {
  const ids = new Set(members.map(({ instrumentId }) => instrumentId));
  const pair = withheld.find(({ a, b }) => ids.has(a.instrumentId) && ids.has(b.instrumentId));
  if (pair === undefined) return null;
  const issue = `has ${pair.a.ticker} and ${pair.b.ticker}, and another listing claims the same contract. Set despite after reading all of them`;
  return {
    ...invalidField('members', issue),
    details: { fields: [{ field: 'members', issue }], reason: 'contested_contract' },
  };
}

export function checkReasons({ by, why }: Pick<Decision, 'members' | 'by' | 'why'>): Rejection | null {
  if (by.trim() === '' || by.length > 100)
    return invalidField('by', 'must name the reviewer in at most 100 characters');
  if (why.trim() === '' || why.length > WHY_LENGTH_MAX)
    return invalidField('why', `must state the reason in at most ${WHY_LENGTH_MAX} characters`);
  return null;
}

const MEMBERS_MAX = 10;

/** Finds the named instruments, each once. Refuses `validation` in the field `members`. */
export async function findMembers(
  mappingSource: MappingSource,
  named: readonly NamedMember[],
): Promise<Result<readonly Instrument[], Rejection>> {
  if (named.length < 2 || named.length > MEMBERS_MAX)
    return err(invalidField('members', `must be 2 to ${MEMBERS_MAX} instruments`));
  const members: Instrument[] = [];
  for (const { name } of named) {
    const instrument = await findMember(mappingSource, name);
    if (instrument === null)
      return err(invalidField('members', `has ${name}, which is not listed or matches several instruments`));
    members.push(instrument);
  }
  const hasDuplicate = new Set(members.map(({ instrumentId }) => instrumentId)).size < members.length;
  return hasDuplicate ? err(invalidField('members', 'has the same instrument twice')) : ok(members);
}

async function findMember(mappingSource: MappingSource, name: string): Promise<Instrument | null> {
  const at = name.indexOf(':');
  if (at > 0) return mappingSource.findByName(name.slice(0, at) as VenueName, name.slice(at + 1));
  const id = parseInstrumentId(name);
  return id === null ? null : mappingSource.instrument(id);
}

/**
 * Checks that instruments may be one asset, apart from their texts.
 *
 * @param own  the present asset of the members when it is reviewed again, else null
 */
export function checkOneAsset(
  mappingSource: MappingSource,
  members: readonly Instrument[],
  own: GenericAssetId | null,
): Rejection | null {
  const ended = members.find(({ status }) => !isStillTrading(status));
  if (ended !== undefined) return invalidField('members', `has ${ended.ticker}, which is ${ended.status}`);
  const taken = members.find((it) => ![null, own].includes(mappingSource.getAssetId(it.instrumentId)));
  if (taken !== undefined)
    return invalidField(
      'members',
      `has ${taken.ticker}, which asset ${mappingSource.getAssetId(taken.instrumentId)} already has`,
    );
  const simulated = members.map(({ venue }) => mappingSource.isSimulated(venue));
  if (simulated.includes(null))
    return invalidField('members', 'has an instrument of a venue that is disabled here');
  if (new Set(simulated).size > 1)
    return invalidField(
      'members',
      'mixes simulated and live venues; a live order is never routed to a simulated book',
    );
  return null;
}

/** Members of an approved asset are removed by rejecting the asset, not the pair. */
export function checkNotApproved(
  mappingSource: MappingSource,
  members: readonly Instrument[],
): Rejection | null {
  const assets = members.map(({ instrumentId }) => mappingSource.getAssetId(instrumentId));
  const [asset] = assets;
  const isOne = asset !== undefined && asset !== null && assets.every((each) => each === asset);
  return isOne && asset >= FIRST_REVIEW_ID
    ? invalidField('members', `are approved as asset ${asset}; reject the asset`)
    : null;
}
