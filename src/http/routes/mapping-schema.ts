import { diffWordsWithSpace } from 'diff';
import { Type } from 'typebox';
import { type Instrument, renderTime } from '#contract';
import { type AssetReview, REVIEW_STATUSES } from '#domain';
import type { Comparison } from '#oms';
import type { Proposal } from '#ports';
import { CONTRACT_RELATIONS, type ListingComparison, renderMatch } from '#relations';
import {
  GenericAssetIdInput,
  GenericAssetIdSchema,
  InstrumentIdInput,
  InstrumentIdSchema,
  Limit,
  MarketStatusSchema,
  Nullable,
  renderOptionalTime,
  SafetySchema,
  Time,
  VenueNameSchema,
} from './common-schema.ts';
import { DETAIL_FIELDS, InstrumentSchema, renderDetail, renderEvent } from './market-routes.ts';

const PROPOSALS_BY_DEFAULT = 100;
const MEMBERS_MAX = 10;

const VerdictSchema = Type.Enum(['same', 'same-inverted', 'unsure', 'different']);

const ListingSchema = Type.Object(
  {
    instrument_id: InstrumentIdSchema,
    venue: VenueNameSchema,
    ticker: Type.String(),
    title: Type.String(),
    rules: Nullable(Type.String()),
    ...DETAIL_FIELDS,
    event_id: InstrumentSchema.properties.event_id,
    event_title: InstrumentSchema.properties.event_title,
    event_exclusive: InstrumentSchema.properties.event_exclusive,
    outcome_name: InstrumentSchema.properties.outcome_name,
    open_time: Nullable(Time),
    close_time: Nullable(Time),
    status: MarketStatusSchema,
  },
  { description: 'A listing as shown in a comparison with another.' },
);

/** A part of two texts: in both of them, or in one of them only. */
const SegmentSchema = Type.Object({ in: Type.Enum(['both', 'first', 'other']), text: Type.String() });

const DifferenceSchema = Type.Object(
  {
    field: Type.Enum(['title', 'rules', 'rules_secondary', 'open_time', 'close_time']),
    same: Type.Boolean(),
    segments: Type.Array(SegmentSchema),
  },
  {
    description:
      'Concatenate the segments `both` and `first` for the first text, `both` and `other` for the other text.',
  },
);

const MatchFields = {
  verdict: VerdictSchema,
  score: Type.Number({ minimum: 0, maximum: 1 }),
  relation: Type.Enum([...CONTRACT_RELATIONS], {
    description:
      'How the outcomes that pay YES relate, from the first listing to the other one. `subset`: the first pays only if the other one pays. `disjoint`: never both. `unsure`: no relation is proven. Only `identity` and `inverted` can be approved.',
  }),
  inverted: Type.Boolean({ description: 'True: YES of the first listing is NO of the other one.' }),
  safety: SafetySchema,
  reasons: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: Type.Enum(['veto', 'gap', 'agrees', 'note']),
      weight: Type.Number(),
      words: Type.String(),
    }),
    {
      description:
        '`veto`: the listings cannot be the same contract. `gap`: only one listing states this fact.',
    },
  ),
};

const ReviewStatusSchema = Type.Enum([...REVIEW_STATUSES]);

const REVIEW = {
  generic_asset_id: GenericAssetIdSchema,
  status: ReviewStatusSchema,
  simulated: Type.Boolean(),
  title: Type.String(),
  members: Type.Array(
    Type.Object({
      instrument_id: InstrumentIdSchema,
      venue: VenueNameSchema,
      ticker: Type.String(),
      inverted: Type.Boolean(),
    }),
  ),
  by: Type.String({
    description: 'An API key, a user of the command line, or the venue that changed its listing.',
  }),
  why: Type.String(),
  at: Time,
};

const REVIEW_EXAMPLE = {
  generic_asset_id: 1000001,
  status: 'APPROVED',
  simulated: true,
  title: 'Will it rain in London on July 1?',
  members: [
    { instrument_id: 1001, venue: 'Demo', ticker: 'RAIN-LON-JUL01', inverted: false },
    { instrument_id: 2001, venue: 'Kalshi', ticker: 'KXRAINLON-26JUL01', inverted: false },
  ],
  by: 'key_demo_1',
  why: 'the same station and day',
  at: '2026-07-01T12:00:00.000Z',
};

export const MatchReviewSchema = Type.Object(REVIEW, {
  description:
    'A decision on a mapping. Only APPROVED assets are listed and routed. A SUSPENDED asset needs a new review.',
  examples: [REVIEW_EXAMPLE],
});

export const MatchReviewHistorySchema = Type.Object(
  { ...REVIEW, history: Type.Array(Type.Object(REVIEW)) },
  {
    description: 'The current decision and all decisions, oldest first.',
    examples: [{ ...REVIEW_EXAMPLE, history: [REVIEW_EXAMPLE] }],
  },
);

const ComparisonSchema = Type.Object({
  other: InstrumentIdSchema,
  ...MatchFields,
  differences: Type.Array(DifferenceSchema),
});

export const MatchProposalSchema = Type.Object(
  { first: ListingSchema, other: ListingSchema, ...MatchFields },
  { description: 'Two listings that may be the same contract and have not been reviewed.' },
);

export const MatchComparisonSchema = Type.Object(
  {
    members: Type.Array(ListingSchema),
    comparisons: Type.Array(ComparisonSchema, {
      description: 'Compares each other instrument with the first one.',
    }),
    reviews: Type.Array(Type.Object(REVIEW)),
  },
  { description: 'A comparison of instruments with all reasons and all text differences.' },
);

export const ProposalsQuery = Type.Object({
  limit: Limit(PROPOSALS_BY_DEFAULT),
  verdict: Type.Optional(Type.Enum(['same', 'same-inverted', 'unsure'])),
});

export const ReviewsQuery = Type.Object({ status: Type.Optional(ReviewStatusSchema) });

export const CompareQuery = Type.Object({
  instrument_ids: Type.String({
    pattern: '^(\\d{1,16}|[^:,]+:[^,]+)(,(\\d{1,16}|[^:,]+:[^,]+)){1,9}$',
    expects: `must be 2 to ${MEMBERS_MAX} instrument ids or names with commas between them`,
    description:
      'Comma-separated ids, or names as `Venue:native-id`. The others are compared with the first one.',
  }),
});

const MemberSchema = Type.Object(
  { instrument_id: InstrumentIdInput, inverted: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);

export const MatchDecisionSchema = Type.Object(
  {
    members: Type.Optional(
      Type.Array(MemberSchema, {
        minItems: 2,
        maxItems: MEMBERS_MAX,
        expects: `must be 2 to ${MEMBERS_MAX} of {"instrument_id", "inverted"?}`,
        description:
          'The first member defines YES of the asset. Without `inverted`, the service derives it from the listings.',
      }),
    ),
    generic_asset_id: Type.Optional(GenericAssetIdInput),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
    why: Type.String({
      minLength: 1,
      maxLength: 500,
      expects: 'must give the reason in 1 to 500 characters',
    }),
    despite: Type.Optional(
      Type.Boolean({ description: 'Approve even if the comparison finds that the listings may differ.' }),
    ),
  },
  {
    description: 'Either `members`, or the `generic_asset_id` of an earlier decision.',
    examples: [
      { members: [{ instrument_id: 1001 }, { instrument_id: 2001 }], why: 'the same station and day' },
    ],
  },
);

const EDITS_MAX = 2_000; // words; texts with more differences are shown as two whole texts

export const renderProposal = ({ a, b, match }: Proposal) => ({
  first: renderListing(a),
  other: renderListing(b),
  ...renderMatch(match),
});

export const renderComparison = ({ members, matches, reviews }: Comparison) => {
  const [first, ...others] = members as readonly [Instrument, ...Instrument[]];
  return {
    members: members.map(renderListing),
    comparisons: others.map((other, at) => ({
      other: other.instrumentId,
      ...renderMatch(matches[at] as ListingComparison),
      differences: compareFields(first, other),
    })),
    reviews: reviews.map(renderReview),
  };
};

export const renderReview = (review: AssetReview) => ({
  generic_asset_id: review.genericAssetId,
  status: review.status,
  simulated: review.simulated,
  title: review.title,
  members: review.members.map(({ instrumentId, venue, ticker, inverted }) => ({
    instrument_id: instrumentId,
    venue,
    ticker,
    inverted,
  })),
  by: review.by,
  why: review.why,
  at: renderTime(review.at),
});

function renderListing(instrument: Instrument) {
  const { event_id, event_title, event_exclusive, outcome_name } = renderEvent(instrument);
  return {
    instrument_id: instrument.instrumentId,
    venue: instrument.venue,
    ticker: instrument.ticker,
    title: instrument.title,
    rules: instrument.description,
    ...renderDetail(instrument),
    event_id,
    event_title,
    event_exclusive,
    outcome_name,
    open_time: renderOptionalTime(instrument.openTime),
    close_time: renderOptionalTime(instrument.closeTime),
    status: instrument.status,
  };
}

function compareFields(first: Instrument, other: Instrument) {
  const [a, b] = [renderListing(first), renderListing(other)];
  return (['title', 'rules', 'rules_secondary', 'open_time', 'close_time'] as const).map((field) => {
    const [one, two] = [a[field] ?? '', b[field] ?? ''];
    return { field, same: one === two, segments: toSegments(one, two) };
  });
}

/** Compares two texts word by word and returns their segments in order. */
function toSegments(one: string, two: string) {
  const changes = diffWordsWithSpace(one, two, { maxEditLength: EDITS_MAX });
  const whole = [
    { value: one, removed: true, added: false },
    { value: two, removed: false, added: true },
  ];
  return (changes ?? whole)
    .filter(({ value }) => value !== '')
    .map(({ value, removed, added }) => ({ in: removed ? 'first' : added ? 'other' : 'both', text: value }));
}
