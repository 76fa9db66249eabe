import { type Static, Type } from 'typebox';
import { err, invalidField, notFound, parseGenericAssetId, type Rejection, type Result } from '#contract';
import type { Decision, MappingReviewService } from '#oms';
import { type Call, type RouteResult, respond, respondWith, route } from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
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
} from './mapping-schema.ts';

const DECIDE = {
  method: 'POST',
  permission: 'review',
  tag: 'Matching',
  body: MatchDecisionSchema,
  response: MatchReviewSchema,
  rejections: ['not_found'],
} as const;

export const mappingRoutes = [
  route({
    tag: 'Matching',
    path: '/v1/matching/proposals',
    name: 'listProposals',
    agents: true,
    summary: 'List mapping proposals',
    notes:
      'Pairs of listings that may be the same contract and have not been reviewed, best score first. At most 30 seconds old.',
    query: ProposalsQuery,
    response: Type.Array(MatchProposalSchema),
    handle: proposals,
  }),
  route({
    tag: 'Matching',
    path: '/v1/matching/compare',
    name: 'compareListings',
    agents: true,
    summary: 'Compare listings',
    notes:
      'Returns titles, rules and dates with marked differences, all reasons for and against a mapping, and the decisions on these listings.',
    query: CompareQuery,
    response: MatchComparisonSchema,
    handle: compare,
  }),
  route({
    tag: 'Matching',
    path: '/v1/matching/reviews',
    name: 'listReviews',
    agents: true,
    summary: 'List mapping decisions',
    notes: 'The current decision of each asset, sorted by `generic_asset_id`.',
    query: ReviewsQuery,
    response: Type.Array(MatchReviewSchema),
    handle: reviews,
  }),
  route({
    tag: 'Matching',
    path: '/v1/matching/reviews/{id}',
    name: 'getReview',
    agents: true,
    summary: 'Get a mapping decision with its history',
    response: MatchReviewHistorySchema,
    rejections: ['not_found'],
    handle: review,
  }),
  route({
    ...DECIDE,
    path: '/v1/matching/approve',
    name: 'approveMatch',
    summary: 'Approve a mapping',
    notes:
      'The asset is then listed and routed for every account. With `generic_asset_id`, a suspended asset is approved with the current texts of its members. The key is recorded as the reviewer.',
    handle: (call) => decide(call, approve),
  }),
  route({
    ...DECIDE,
    path: '/v1/matching/reject',
    name: 'rejectMatch',
    summary: 'Reject a mapping, or remove a generic asset',
    notes:
      'With `members`, the pair is not proposed again. With `generic_asset_id`, the asset is no longer listed or routed; resting orders stay.',
    handle: (call) => decide(call, reject),
  }),
];

async function proposals({ deps, query }: Call<Static<typeof ProposalsQuery>>): Promise<RouteResult> {
  const { verdict, limit } = query;
  const all = await deps.reviewing.proposals();
  const selected = verdict === undefined ? all : all.filter(({ match }) => match.verdict === verdict);
  return respond(selected.slice(0, limit).map(renderProposal));
}

async function compare({ deps, query }: Call<Static<typeof CompareQuery>>): Promise<RouteResult> {
  const compared = await deps.reviewing.compare(query.instrument_ids.split(','));
  return respondWith(withFieldName(compared, 'instrument_ids'), renderComparison);
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

type DecisionRequest = Static<typeof MatchDecisionSchema>;
type ReviewResult = ReturnType<MappingReviewService['approve']>;

const readDecision = createBodyReader(MatchDecisionSchema);

async function decide(
  { deps, caller, body }: Call,
  run: (reviewing: MappingReviewService, request: DecisionRequest, by: string) => ReviewResult,
): Promise<RouteResult> {
  const request = readDecision(body);
  if (!request.ok) return request;
  const { members, generic_asset_id: id } = request.value;
  if ((members === undefined) === (id === undefined))
    return err(invalidField('members', 'or generic_asset_id is required, but not both'));
  return respondWith(await run(deps.reviewing, request.value, caller.keyId), renderReview);
}

const approve = (reviewing: MappingReviewService, request: DecisionRequest, by: string): ReviewResult => {
  const id = parseGenericAssetId(request.generic_asset_id);
  return id === null
    ? reviewing.approve(toDecision(request, by))
    : reviewing.approveAgain(id, by, request.why);
};

const reject = (reviewing: MappingReviewService, request: DecisionRequest, by: string): ReviewResult => {
  const id = parseGenericAssetId(request.generic_asset_id);
  return id === null ? reviewing.reject(toDecision(request, by)) : reviewing.withdraw(id, by, request.why);
};

const toDecision = ({ members = [], title, why, despite }: DecisionRequest, by: string): Decision => ({
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

/** Renames the field of a rejection: the command line calls the parameter `members`. */
function withFieldName<Value>(result: Result<Value, Rejection>, field: string): Result<Value, Rejection> {
  if (result.ok) return result;
  const { message, details } = result.error;
  const issue = (details?.['fields'] as readonly { readonly issue: string }[] | undefined)?.[0]?.issue;
  return err(invalidField(field, issue ?? message));
}
