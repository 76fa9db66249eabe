import { Type } from 'typebox';
import { APPROVAL_STATUSES, type Approval, renderNotional, renderTime } from '#contract';
import type { TradingService } from '#orders';
import { type Call, type RouteResult, respond, respondWith, route } from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
import { AgentSchema, renderAgent } from './account-routes.ts';
import {
  Amount,
  Limit,
  Nullable,
  OrderIdSchema,
  renderOptionalTime,
  SubaccountIdSchema,
  Time,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

const LIMIT = 100;
const StatusSchema = Type.Enum([...APPROVAL_STATUSES]);

export const ApprovalSchema = Type.Object(
  {
    id: Type.String({ pattern: '^apr_[1-9][0-9]*$' }),
    status: StatusSchema,
    key_id: Type.String({ description: 'The key of the agent.' }),
    subaccount_id: SubaccountIdSchema,
    client_order_id: Type.String({
      description: 'Of the order; the id of the approval if the request had none.',
    }),
    order: Type.Object({}, { additionalProperties: true, description: 'The request of the agent.' }),
    cost: Amount,
    created_at: Time,
    expires_at: Time,
    decided_at: Nullable(Time),
    decided_by: Nullable(
      Type.String({ description: 'A key. Null before the decision, and when it expired.' }),
    ),
    order_id: Nullable(OrderIdSchema),
    agent: Nullable(AgentSchema),
  },
  {
    description:
      'An order of an agent key that costs more than its `approval_above`. Nothing is placed before a person approves it. Unanswered for five minutes, it is EXPIRED. Decided ones are listed for a day.',
    examples: EXAMPLES.Approval,
  },
);

const ApprovalsQuery = Type.Object({ status: Type.Optional(StatusSchema), limit: Limit(LIMIT) });

export const DecisionSchema = Type.Object(
  { decision: Type.Enum(['approve', 'reject']) },
  { examples: [{ decision: 'approve' }] },
);

export const approvalRoutes = [
  route({
    tag: 'Risk',
    path: '/v1/approvals',
    name: 'listApprovals',
    agents: true,
    summary: 'List the orders of agents that need an approval',
    notes: 'Newest first. Without `status`, those of any status.',
    query: ApprovalsQuery,
    response: Type.Array(ApprovalSchema),
    handle: ({ deps, caller, query: { status = null, limit } }) =>
      respond(deps.trading.approvals.list(caller, status).slice(0, limit).map(renderWith(deps.trading))),
  }),
  route({
    tag: 'Risk',
    permission: 'risk',
    method: 'POST',
    path: '/v1/approvals/{id}',
    name: 'decideApproval',
    agents: 'approvals',
    summary: 'Approve or reject an order of an agent',
    notes:
      'Approving places the order in the same step; a refusal of the order leaves the approval open. A repeated decision returns the approval. Agent keys decide on nothing.',
    body: DecisionSchema,
    response: ApprovalSchema,
    rejections: [
      'agent_policy',
      'approval_not_open',
      'approval_required',
      'not_found',
      'kill_switch',
      'guard_fired',
      'idempotency_conflict',
      'market_not_open',
      'venue_not_tradable',
      'nothing_to_reduce',
      'self_trade',
      'insufficient_balance',
      'notional_below_min',
      'allowance_missing',
      'risk_limit',
      'routing_unavailable',
    ],
    handle: decide,
  }),
];

const readDecision = createBodyReader(DecisionSchema);

async function decide({ deps, caller, params, body }: Call): Promise<RouteResult> {
  const read = readDecision(body);
  if (!read.ok) return read;
  const isApproved = read.value.decision === 'approve';
  return respondWith(
    await deps.trading.approvals.decide(caller, params['id'] ?? '', isApproved),
    renderWith(deps.trading),
  );
}

const renderWith = (trading: Pick<TradingService, 'access'>) => (approval: Approval) => ({
  id: approval.id,
  status: approval.status,
  key_id: approval.keyId,
  subaccount_id: approval.subaccountId,
  client_order_id: approval.clientOrderId,
  order: JSON.parse(approval.body) as object,
  cost: renderNotional(approval.cost),
  created_at: renderTime(approval.createdAt),
  expires_at: renderTime(approval.expiresAt),
  decided_at: renderOptionalTime(approval.decidedAt),
  decided_by: approval.decidedBy,
  order_id: approval.orderId,
  agent: renderAgent(
    trading.access.key(approval.keyId)?.agent ?? null,
    trading.access.agentUsed(approval.keyId),
  ),
});
