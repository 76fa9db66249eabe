import { type Static, Type } from 'typebox';
import { parseGenericAssetId } from '../../../domain/model/ids.ts';
import { err, invalidField, notFound, type Rejection, type Result } from '../../../domain/model/result.ts';
import type { Decision, MappingReviewService } from '../../../oms/mapping-review/review-types.ts';
import { createBodyReader } from '../body-validator.ts';
import { type Call, type RouteResult, respond, respondWith, route } from '../route.ts';
import {
  CompareQuery,
  MatchComparisonSchema,
  MatchDecisionSchema,
  MatchProposalSchema,
  MatchReviewHistorySchema,
  MatchReviewSchema,
  ProposalsQuery,
  ReviewsQuery,
  renderComparison,
  renderProposal,
  renderReview,
} from '../schemas/mapping-schema.ts';
import { NoQuery } from '../schemas/service-schema.ts';

const READ = {
  method: 'GET',
  permission: 'read',
  bucket: 'read',
  isMutating: false,
  tag: 'Matching',
} as const;
const DECIDE = {
  method: 'POST',
  permission: 'review',
  bucket: 'write',
  isMutating: true,
  tag: 'Matching',
  query: NoQuery,
  body: MatchDecisionSchema,
  response: MatchReviewSchema,
  rejections: ['not_found'],
} as const;

export const mappingRoutes = [
  route({
    ...READ,
    path: '/v1/matching/proposals',
    name: 'listProposals',
    summary: 'Listings that may be one contract',
    notes:
      'The likeliest first; those that nobody has decided on. As they were found at most half a minute ago.',
    query: ProposalsQuery,
    response: Type.Array(MatchProposalSchema),
    rejections: [],
    handle: proposals,
  }),
  route({
    ...READ,
    path: '/v1/matching/compare',
    name: 'compareListings',
    summary: 'Listings side by side',
    notes:
      'Titles, rules and dates with their differences marked, every reason for and against, and what was decided of them.',
    query: CompareQuery,
    response: MatchComparisonSchema,
    rejections: [],
    handle: compare,
  }),
  route({
    ...READ,
    path: '/v1/matching/reviews',
    name: 'listReviews',
    summary: 'What people decided',
    notes: 'By `generic_asset_id`, what holds now of each.',
    query: ReviewsQuery,
    response: Type.Array(MatchReviewSchema),
    rejections: [],
    handle: reviews,
  }),
  route({
    ...READ,
    path: '/v1/matching/reviews/{id}',
    name: 'getReview',
    summary: 'One decision, and its history',
    query: NoQuery,
    response: MatchReviewHistorySchema,
    rejections: ['not_found'],
    handle: review,
  }),
  route({
    ...DECIDE,
    path: '/v1/matching/approve',
    name: 'approveMatch',
    summary: 'Let listings be one asset',
    notes:
      'It is listed and routed for every account. With `generic_asset_id`, a suspended asset is approved as its members read now. The key is kept as who decided.',
    handle: (call) => decide(call, approve),
  }),
  route({
    ...DECIDE,
    path: '/v1/matching/reject',
    name: 'rejectMatch',
    summary: 'Never propose these again, or take an asset off',
    notes: 'With `generic_asset_id`, the asset is listed and routed no more. Orders that rest stay.',
    handle: (call) => decide(call, reject),
  }),
];

async function proposals({ deps, query }: Call<Static<typeof ProposalsQuery>>): Promise<RouteResult> {
  const { verdict, limit } = query;
  const all = await deps.reviewing.proposals();
  const asked = verdict === undefined ? all : all.filter(({ match }) => match.verdict === verdict);
  return respond(asked.slice(0, limit).map(renderProposal));
}

async function compare({ deps, query }: Call<Static<typeof CompareQuery>>): Promise<RouteResult> {
  const compared = await deps.reviewing.compare(query.instrument_ids.split(','));
  return respondWith(renamed(compared, 'instrument_ids'), renderComparison);
}

function reviews({ deps, query }: Call<Static<typeof ReviewsQuery>>): RouteResult {
  const { status } = query;
  const all = deps.reviewing.reviews();
  return respond(all.filter((each) => status === undefined || each.status === status).map(renderReview));
}

async function review({ deps, params }: Call): Promise<RouteResult> {
  const id = parseGenericAssetId(params['id']);
  const history = id === null ? [] : await deps.reviewing.history(id);
  const last = history.at(-1);
  if (last === undefined) return err(notFound('generic_asset'));
  return respond({ ...renderReview(last), history: history.map(renderReview) });
}

type Asked = Static<typeof MatchDecisionSchema>;
type Decided = ReturnType<MappingReviewService['approve']>;

const readDecision = createBodyReader(MatchDecisionSchema);

async function decide(
  { deps, caller, body }: Call,
  run: (reviewing: MappingReviewService, asked: Asked, by: string) => Decided,
): Promise<RouteResult> {
  const asked = readDecision(body);
  if (!asked.ok) return asked;
  const { members, generic_asset_id: id } = asked.value;
  if ((members === undefined) === (id === undefined))
    return err(invalidField('members', 'is required, or generic_asset_id, and not both'));
  return respondWith(await run(deps.reviewing, asked.value, caller.keyId), renderReview);
}

const approve = (reviewing: MappingReviewService, asked: Asked, by: string): Decided => {
  const id = parseGenericAssetId(asked.generic_asset_id);
  return id === null ? reviewing.approve(decisionOf(asked, by)) : reviewing.approveAgain(id, by, asked.why);
};

const reject = (reviewing: MappingReviewService, asked: Asked, by: string): Decided => {
  const id = parseGenericAssetId(asked.generic_asset_id);
  return id === null ? reviewing.reject(decisionOf(asked, by)) : reviewing.withdraw(id, by, asked.why);
};

const decisionOf = ({ members = [], title, why, despite }: Asked, by: string): Decision => ({
  members: members.map(({ instrument_id: id, inverted }) => ({
    name: String(id),
    inverted: inverted ?? null,
    fingerprint: null,
  })),
  title: title ?? null,
  by,
  why,
  despite: despite ?? false,
});

/** The command line calls them members; here the parameter has another name. */
function renamed<Value>(result: Result<Value, Rejection>, field: string): Result<Value, Rejection> {
  if (result.ok) return result;
  const { message, details } = result.error;
  const issue = (details?.['fields'] as readonly { readonly issue: string }[] | undefined)?.[0]?.issue;
  return err(invalidField(field, issue ?? message));
}
