import { type Static, Type } from 'typebox';
import {
  type InstrumentId,
  mapResult,
  OPERATION_FAILURES,
  OPERATION_KINDS,
  OPERATION_STATUSES,
  type OperationId,
  type OperationKind,
  type PositionOperation,
  parseClientOrderId,
  parseQty,
  type Rejection,
  type RejectionCode,
  type Result,
  renderNotional,
  renderTime,
} from '#contract';
import { getOperationNumber, type OperationRequest, type OperationTerms } from '#orders';
import { respondWithPagedList } from '../pagination.ts';
import {
  type Call,
  omitUndefined,
  type RouteResult,
  readFilters,
  respond,
  respondWith,
  route,
} from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
import {
  Amount,
  ClientOrderIdSchema,
  Cursor,
  describedAmount,
  InstrumentIdInput,
  InstrumentIdSchema,
  InstrumentRef,
  Nullable,
  PageLimit,
  PositiveDecimal,
  renderOptionalDecimal,
  renderOptionalTime,
  SubaccountIdSchema,
  Time,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

const KindSchema = Type.Enum([...OPERATION_KINDS]);
const StatusSchema = Type.Enum([...OPERATION_STATUSES], {
  description:
    '`REQUESTED`: stored, waits for the venue. `SENDING`: sent once, not answered yet, or the answer is missing and the venue is queried. `SENT`: the venue has it. `CONFIRMED` and `FAILED` are final.',
});

export const PositionOperationSchema = Type.Object(
  {
    id: Type.String({ pattern: '^pop_[1-9][0-9]*$' }),
    kind: KindSchema,
    status: StatusSchema,
    failure: Nullable(
      Type.Enum([...OPERATION_FAILURES], {
        description: 'Set when `FAILED`: nothing was changed, and nothing will be.',
      }),
    ),
    subaccount_id: SubaccountIdSchema,
    instrument_id: InstrumentIdSchema,
    venue: VenueNameSchema,
    qty: Nullable({
      ...Amount,
      description: 'Pairs of YES and NO; null for REDEEM, which takes all tokens.',
    }),
    amount: describedAmount('Cash that MERGE and REDEEM pay to this subaccount, or that SPLIT takes.'),
    automatic: Type.Boolean({ description: 'Begun by the service, not by a caller.' }),
    idempotency_key: Nullable(Type.String()),
    venue_operation_id: Nullable(Type.String({ description: 'As the venue calls it.' })),
    transaction_hash: Nullable(Type.String({ description: 'Of the transaction on the chain.' })),
    venue_message: Nullable(Type.String({ description: 'The words of the venue, when it refused.' })),
    created_at: Time,
    sent_at: Nullable(Time),
    ended_at: Nullable(Time),
    updated_at: Time,
  },
  {
    description:
      'A merge, split or redemption of tokens. It changes no position and no PnL; the balance changes once it is CONFIRMED.',
    examples: EXAMPLES.PositionOperation,
  },
);

export const OperationPreviewSchema = Type.Object(
  {
    kind: KindSchema,
    subaccount_id: SubaccountIdSchema,
    instrument_id: InstrumentIdSchema,
    venue: VenueNameSchema,
    qty: Nullable({ ...Amount, description: 'Pairs; null for REDEEM.' }),
    max_qty: Nullable({ ...Amount, description: 'Pairs that can be merged now; null for the other kinds.' }),
    amount: describedAmount('Cash that this subaccount receives, or pays for a SPLIT.'),
    account_amount: describedAmount(
      'Cash of all subaccounts: a redemption takes all tokens of the market in the account of the venue.',
    ),
  },
  {
    description: 'What an operation would do now. Nothing is reserved.',
    examples: EXAMPLES.OperationPreview,
  },
);

const COMMON = {
  subaccount_id: SubaccountIdSchema,
  instrument_id: InstrumentIdInput,
  idempotency_key: Type.Optional(ClientOrderIdSchema),
};

export const MergeSchema = Type.Object(
  {
    ...COMMON,
    qty: Type.Optional({ ...PositiveDecimal, description: 'Pairs; all that can be merged if absent.' }),
  },
  {
    additionalProperties: false,
    examples: [{ subaccount_id: 'sa_1', instrument_id: 'Polymarket:openai-ipo' }],
  },
);
export const SplitSchema = Type.Object(
  { ...COMMON, qty: PositiveDecimal },
  {
    additionalProperties: false,
    examples: [{ subaccount_id: 'sa_1', instrument_id: 'Polymarket:openai-ipo', qty: '10' }],
  },
);
export const RedeemSchema = Type.Object(COMMON, {
  additionalProperties: false,
  examples: [{ subaccount_id: 'sa_1', instrument_id: 'Polymarket:openai-ipo' }],
});

const OperationsQuery = Type.Object({
  subaccount_id: SubaccountIdSchema,
  instrument_id: Type.Optional(InstrumentRef),
  kind: Type.Optional(KindSchema),
  status: Type.Optional(StatusSchema),
  limit: PageLimit,
  cursor: Type.Optional(Cursor),
});

const REFUSALS: readonly RejectionCode[] = [
  'not_found',
  'operation_unsupported',
  'nothing_to_convert',
  'agent_policy',
];
const SPLIT_REFUSALS: readonly RejectionCode[] = ['market_not_open', 'insufficient_balance', 'kill_switch'];
const STORED =
  'Returns once it is stored; it is sent after that, once, and followed by the records of the venue. With an `idempotency_key`, an identical repeat returns the same operation and `Idempotent-Replayed: true`.';

const VERBS = {
  merge: {
    kind: 'MERGE',
    body: MergeSchema,
    summary: 'Merge tokens of YES and NO into cash',
    notes: `Takes tokens that are settled, and promised to no order. Allowed under the kill switch. ${STORED}`,
    rejections: REFUSALS,
  },
  split: {
    kind: 'SPLIT',
    body: SplitSchema,
    summary: 'Split cash into tokens of YES and NO',
    notes: STORED,
    rejections: [...REFUSALS, ...SPLIT_REFUSALS],
  },
  redeem: {
    kind: 'REDEEM',
    body: RedeemSchema,
    summary: 'Redeem the tokens of a settled market',
    notes: `Takes all tokens of the market in the account of the venue, of every subaccount, and each gets its part. Allowed under the kill switch. ${STORED}`,
    rejections: REFUSALS,
  },
} as const;

/** The route that does it, and the one that shows what it would do. */
const toRoutes = (verb: keyof typeof VERBS) => {
  const { kind, body, summary, notes, rejections } = VERBS[verb];
  const read = createBodyReader(body);
  return [
    route({
      tag: 'Positions',
      permission: 'trade',
      method: 'POST',
      path: `/v1/positions/${verb}`,
      name: `${verb}Positions`,
      agents: true,
      summary,
      notes,
      body,
      response: PositionOperationSchema,
      rejections: [...rejections, 'idempotency_conflict'],
      takesIdempotencyKey: true,
      handle: (call) => begin(call, readRequest(call, kind, read)),
    }),
    route({
      tag: 'Positions',
      permission: 'trade',
      method: 'POST',
      path: `/v1/positions/${verb}/preview`,
      name: `preview${verb[0]?.toUpperCase()}${verb.slice(1)}`,
      agents: true,
      isAudited: false,
      summary: `${summary}: what it would do now`,
      notes: 'Takes the same body and returns the same refusals. Nothing is stored.',
      body,
      response: OperationPreviewSchema,
      rejections,
      handle: (call) => preview(call, readRequest(call, kind, read)),
    }),
  ];
};

export const operationRoutes = [
  ...toRoutes('merge'),
  ...toRoutes('split'),
  ...toRoutes('redeem'),
  route({
    tag: 'Positions',
    path: '/v1/positions/operations',
    name: 'listPositionOperations',
    agents: true,
    summary: 'List the merges, splits and redemptions of a subaccount',
    notes: 'Newest first, of the last 90 days; the journal keeps older ones.',
    query: OperationsQuery,
    response: Type.Array(PositionOperationSchema),
    rejections: ['not_found', 'invalid_cursor'],
    isPaged: true,
    handle: list,
  }),
  route({
    tag: 'Positions',
    path: '/v1/positions/operations/{id}',
    name: 'getPositionOperation',
    agents: true,
    summary: 'Get a merge, split or redemption',
    response: PositionOperationSchema,
    rejections: ['not_found'],
    handle: ({ deps, caller, params }) =>
      respondWith(deps.trading.operations.get(caller, (params['id'] ?? '') as OperationId), renderOperation),
  }),
];

type Reader = ReturnType<typeof createBodyReader<typeof MergeSchema>>;

/** The quantity has been checked by the schema. */
function readRequest(
  { body, idempotencyKey }: Call,
  kind: OperationKind,
  read: unknown,
): Result<OperationRequest, Rejection> {
  return mapResult((read as Reader)(body), ({ subaccount_id, instrument_id, idempotency_key, qty }) => ({
    kind,
    subaccountId: subaccount_id,
    instrumentId: instrument_id as InstrumentId,
    qty: qty === undefined ? null : parseQty(qty),
    idempotencyKey: parseClientOrderId(idempotency_key ?? idempotencyKey),
  }));
}

const REPLAYED = { 'idempotent-replayed': 'true' };

async function begin(
  { deps, caller }: Call,
  request: Result<OperationRequest, Rejection>,
): Promise<RouteResult> {
  if (!request.ok) return request;
  const begun = await deps.trading.operations.request(caller, request.value);
  if (!begun.ok) return begun;
  const { operation, replayed } = begun.value;
  return respond(renderOperation(operation), replayed ? REPLAYED : {});
}

async function preview(
  { deps, caller }: Call,
  request: Result<OperationRequest, Rejection>,
): Promise<RouteResult> {
  if (!request.ok) return request;
  const { subaccountId } = request.value;
  return respondWith(await deps.trading.operations.preview(caller, request.value), (terms) =>
    renderTerms(subaccountId, terms),
  );
}

async function list(call: Call<Static<typeof OperationsQuery>>): Promise<RouteResult> {
  const { deps, caller, query } = call;
  const { subaccount_id: subaccountId, kind, status } = query;
  const filters = await readFilters(call);
  if (!filters.ok) return filters;
  const filter = { kind, status, instrumentId: filters.value.instrumentId ?? undefined };
  return respondWithPagedList(call, {
    scope: ['operations', caller.accountId, subaccountId, filter],
    load: ({ limit = Number.MAX_SAFE_INTEGER, position: before }) => {
      const found = deps.trading.operations.list(caller, {
        subaccountId,
        limit,
        ...omitUndefined({ ...filter, before }),
      });
      return mapResult(found, (rows) => toPages(rows));
    },
    render: renderOperation,
    getPosition: ({ id }: PositionOperation) => getOperationNumber(id),
  });
}

/** One page of rows that are in memory. */
async function* toPages<Item>(rows: readonly Item[]): AsyncGenerator<readonly Item[]> {
  if (rows.length > 0) yield await Promise.resolve(rows);
}

/** Amounts are the subaccount's. */
export const renderOperation = (operation: PositionOperation) => ({
  id: operation.id,
  kind: operation.kind,
  status: operation.status,
  failure: operation.failure,
  subaccount_id: operation.subaccountId,
  instrument_id: operation.instrumentId,
  venue: operation.venue,
  qty: renderOptionalDecimal(operation.qty),
  amount: renderNotional(operation.cash),
  automatic: operation.keyId === null,
  idempotency_key: operation.idempotencyKey,
  venue_operation_id: operation.venueOperationId,
  transaction_hash: operation.transactionHash,
  venue_message: operation.venueMessage,
  created_at: renderTime(operation.createdAt),
  sent_at: renderOptionalTime(operation.sentAt),
  ended_at: renderOptionalTime(operation.endedAt),
  updated_at: renderTime(operation.updatedAt),
});

const renderTerms = (subaccountId: OperationRequest['subaccountId'], terms: OperationTerms) => ({
  kind: terms.kind,
  subaccount_id: subaccountId,
  instrument_id: terms.instrument.instrumentId,
  venue: terms.venue,
  qty: renderOptionalDecimal(terms.qty),
  max_qty: renderOptionalDecimal(terms.qtyMax),
  amount: renderNotional(terms.cash),
  account_amount: renderNotional(terms.walletCash),
});
