import {
  type AssetMember,
  type EventExclusivity,
  type EventId,
  type GenericAssetId,
  type InstrumentId,
  type MarketStatus,
  oppositeOutcome,
  type SettlementResult,
  type TimestampMs,
  type VenueEvent,
  type VenueName,
  type VenueTerms,
} from '#contract';
import type { LegDefinition, SetDefinition } from './opportunity-set.ts';

/**
 * The sets of an asset: for each ordered pair of members, YES of the asset at the first and NO of it at the second. On
 * an inverted member the outcome is the opposite one.
 */
export function createCrossSets(
  genericAssetId: GenericAssetId,
  members: readonly AssetMember[],
): readonly SetDefinition[] {
  return members.flatMap((yes) =>
    members
      .filter((no) => no !== yes)
      .map((no) => ({
        kind: 'CROSS' as const,
        genericAssetId,
        eventId: null,
        legs: [toAssetLeg(yes, 'YES'), toAssetLeg(no, 'NO')],
      })),
  );
}

const toAssetLeg = (
  { venue, instrumentId, inverted }: AssetMember,
  outcome: 'YES' | 'NO',
): LegDefinition => ({
  venue,
  instrumentId,
  outcome: inverted ? oppositeOutcome(outcome) : outcome,
});

export const createInternalSet = (venue: VenueName, instrumentId: InstrumentId): SetDefinition => ({
  kind: 'INTERNAL',
  genericAssetId: null,
  eventId: null,
  legs: [
    { venue, instrumentId, outcome: 'YES' },
    { venue, instrumentId, outcome: 'NO' },
  ],
});

/** An instrument of an event, as far as the sets of the event depend on it. */
export interface EventMember {
  readonly venue: VenueName;
  readonly instrumentId: InstrumentId;
  readonly status: MarketStatus;
  readonly result: SettlementResult | null;
  readonly venueTerms: VenueTerms;
  readonly title: string;
  readonly closeTime: TimestampMs | null;
}

const LEGS_MAX = 100;

/** The sets of one event at its venue, as far as the venue states how many of its instruments pay. */
export function createEventSets(
  eventId: EventId,
  event: Pick<VenueEvent, 'exclusive' | 'complete' | 'augmented'>,
  members: readonly EventMember[],
): readonly SetDefinition[] {
  const open = members.filter(({ status }) => status !== 'SETTLED');
  const legs = (outcome: 'YES' | 'NO'): readonly LegDefinition[] =>
    open.map(({ venue, instrumentId }) => ({ venue, instrumentId, outcome }));
  const sets: SetDefinition[] = [];
  const base = { genericAssetId: null, eventId };
  if (isExactlyOne(event) && haveAllLost(members) && fits(open))
    sets.push({ ...base, kind: 'ALL_YES', legs: legs('YES') });
  if (isExclusive(event.exclusive) && fits(open)) sets.push({ ...base, kind: 'ALL_NO', legs: legs('NO') });
  for (const [weaker, stricter] of findThresholdPairs(open))
    sets.push({
      ...base,
      kind: 'LADDER',
      legs: [
        { venue: weaker.venue, instrumentId: weaker.instrumentId, outcome: 'YES' },
        { venue: stricter.venue, instrumentId: stricter.instrumentId, outcome: 'NO' },
      ],
    });
  return sets;
}

const fits = ({ length }: readonly unknown[]): boolean => length >= 2 && length <= LEGS_MAX;

/** EXACTLY_ONE holds only when the listed instruments are all there can be. */
const isExactlyOne = ({
  exclusive,
  complete,
  augmented,
}: Pick<VenueEvent, 'exclusive' | 'complete' | 'augmented'>) =>
  exclusive === 'EXACTLY_ONE' && complete === true && augmented === false;

const isExclusive = (exclusive: EventExclusivity): boolean =>
  exclusive === 'EXACTLY_ONE' || exclusive === 'AT_MOST_ONE';

/** True when the instruments that are left are still certain to include the one that pays. */
const haveAllLost = (members: readonly EventMember[]): boolean =>
  members.every(({ status, result }) => status !== 'SETTLED' || result === 'NO');

/** A published threshold: YES means a figure above, or below, the strike. */
interface Threshold {
  readonly member: EventMember;
  readonly isAbove: boolean;
  readonly isInclusive: boolean;
  readonly strike: number;
}

const THRESHOLDS_MAX = 20;

/**
 * Pairs of which YES of the second implies YES of the first, by the strikes that the venue publishes. They ask one
 * question: the titles differ in numbers only, and trading ends at the same time.
 */
function findThresholdPairs(
  members: readonly EventMember[],
): readonly (readonly [EventMember, EventMember])[] {
  const all = members.flatMap((member) => readThreshold(member) ?? []);
  return [true, false].flatMap((isAbove) => {
    const ordered = all
      .filter((each) => each.isAbove === isAbove)
      .toSorted((a, b) => compareStrictness(a, b))
      .slice(0, THRESHOLDS_MAX);
    return ordered.flatMap((weaker, at) =>
      ordered
        .slice(at + 1)
        .filter((stricter) => compareStrictness(weaker, stricter) < 0 && askTheSame(weaker, stricter))
        .map((stricter) => [weaker.member, stricter.member] as const),
    );
  });
}

/** Negative when `b` is stricter: a higher strike above, a lower one below, or the same strike without equality. */
function compareStrictness(a: Threshold, b: Threshold): number {
  const distance = a.isAbove ? a.strike - b.strike : b.strike - a.strike;
  return distance === 0 ? Number(b.isInclusive) - Number(a.isInclusive) : distance;
}

const askTheSame = ({ member: a }: Threshold, { member: b }: Threshold): boolean =>
  a.closeTime === b.closeTime && removeNumbers(a.title) === removeNumbers(b.title);

const removeNumbers = (title: string): string => title.replaceAll(/[0-9][0-9.,]*/g, '#');

const TYPES: Readonly<Record<string, Pick<Threshold, 'isAbove' | 'isInclusive'>>> = {
  greater: { isAbove: true, isInclusive: false },
  greater_or_equal: { isAbove: true, isInclusive: true },
  less: { isAbove: false, isInclusive: false },
  less_or_equal: { isAbove: false, isInclusive: true },
};

/** Kalshi publishes the strike of a threshold as a field. Null for any other instrument. */
function readThreshold(member: EventMember): Threshold | null {
  const { strike_type: type = '', floor_strike: lower, cap_strike: upper } = member.venueTerms;
  const kind = TYPES[type];
  const text = kind?.isAbove === true ? lower : upper;
  if (kind === undefined || text === undefined || text.trim() === '') return null;
  const strike = Number(text.replaceAll('"', ''));
  return Number.isFinite(strike) ? { member, ...kind, strike } : null;
}
