import type { Instrument, MatchListing, MatchProposal } from '../../../../sdk/src/index.ts';

type Named = Pick<MatchListing, 'venue' | 'title' | 'outcome_name'>;

/** Which outcomes pay together: `YES at Kalshi (Denver) is NO at Polymarket (Chiefs)`. */
export function describeOrientation({
  first,
  other,
  inverted,
}: Pick<MatchProposal, 'first' | 'other' | 'inverted'>): string {
  const [here, there] = [first, other].map(toPlace);
  return inverted
    ? `Inverted: YES at ${here} is NO at ${there}. Buying YES here is buying NO there.`
    : `YES at ${here} is YES at ${there}.`;
}

const toPlace = ({ venue, outcome_name: outcome }: Named): string =>
  outcome === null ? venue : `${venue} (${outcome})`;

const EXCLUSIVITY: Readonly<Record<NonNullable<MatchListing['event_exclusive']>, string | null>> = {
  EXACTLY_ONE: 'exactly one outcome resolves YES',
  AT_MOST_ONE: 'at most one outcome resolves YES',
  NONE: 'several outcomes may resolve YES',
  UNKNOWN: null,
};

/** The event of a listing in one line; null without an event. */
export function describeEvent({
  event_id: id,
  event_title: title,
  event_exclusive: exclusive,
}: Pick<MatchListing, 'event_id' | 'event_title' | 'event_exclusive'>): string | null {
  if (id === null) return null;
  const rule = exclusive === null ? null : EXCLUSIVITY[exclusive];
  return [title ?? id, rule].filter((part) => part !== null).join(' · ');
}

/** The names of the other contracts of an event, at most `max`, and how many are left out. */
export function listOtherOutcomes(
  instruments: readonly Pick<Instrument, 'instrument_id' | 'title' | 'outcome_name'>[],
  ownId: number,
  max: number,
): { readonly names: readonly string[]; readonly leftOut: number } {
  const others = instruments.filter(({ instrument_id: id }) => id !== ownId);
  return {
    names: others.slice(0, max).map(({ outcome_name: outcome, title }) => outcome ?? title),
    leftOut: Math.max(0, others.length - max),
  };
}
