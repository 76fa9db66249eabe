import { Type } from 'typebox';
import { findWatch, isCapped } from '#complex-orders';
import {
  absolute,
  averagePrice,
  findOverfilledQty,
  findOverfillMax,
  findRoutedVenues,
  isParentOver,
  type LegSums,
  OPPORTUNITY_KINDS,
  PARENT_DECISIONS,
  PARENT_REASONS,
  PARENT_STATUSES,
  PARENT_TYPES,
  PAUSE_CAUSES,
  type PairLeg,
  type Parent,
  type ParentTypeDefinition,
  renderDecimal,
  renderNotional,
  renderTime,
  type SeenBook,
  TYPE_DEFINITIONS,
} from '#contract';
import { computePairEdge, findImbalance } from '#domain';
import type {
  HedgePreview,
  ParentCancelSummary,
  ParentPreview,
  ParentReceipt,
  ParentReceiptEvent,
  WatchedParent,
} from '#orders';
import { SETTLEMENT_RISKS } from '#relations';
import {
  Amount,
  ClientOrderIdSchema,
  Count,
  Cursor,
  Decimal,
  GenericAssetIdInput,
  GenericAssetIdSchema,
  InstrumentIdInput,
  InstrumentIdSchema,
  InstrumentRef,
  Nullable,
  OrderIdSchema,
  OutcomeSchema,
  PageLimit,
  ParentIdSchema,
  PositiveDecimal,
  PriceDecimal,
  renderOptionalDecimal,
  renderOptionalNotional,
  renderOptionalTime,
  SideSchema,
  SignedAmount,
  SubaccountIdSchema,
  TagSchema,
  Time,
  TimeBody,
  VenueNameSchema,
} from './common-schema.ts';
import {
  AmendedParamsSchema,
  NewParamsSchema,
  ParamsSchema,
  renderComplexParams,
} from './complex-params-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };
import { OrderPreviewSchema, renderPreview } from './order-plan-schema.ts';

const TypeSchema = Type.Enum([...PARENT_TYPES], {
  description: 'Any other type is refused with `validation`, which lists the supported ones.',
});
const listTypes = (price: ParentTypeDefinition['price']): string =>
  PARENT_TYPES.filter((type) => TYPE_DEFINITIONS[type].price === price).join(', ');
const StatusSchema = Type.Enum([...PARENT_STATUSES]);
const TifSchema = Type.Enum(['GTC', 'GTD']);

export const NewComplexOrderSchema = Type.Object(
  {
    subaccount_id: SubaccountIdSchema,
    type: TypeSchema,
    instrument_id: Type.Optional(InstrumentIdInput),
    generic_asset_id: Type.Optional(GenericAssetIdInput),
    routing: Type.Optional(
      Type.Object(
        {
          mode: Type.Optional(Nullable(Type.Enum(['BEST_PRICE']))),
          venues: Type.Optional(Nullable(Type.Array(VenueNameSchema, { minItems: 1 }))),
        },
        { additionalProperties: false, description: 'SMART_ROUTE only: `venues` restricts the members.' },
      ),
    ),
    side: Type.Optional(SideSchema),
    outcome: Type.Optional(OutcomeSchema),
    binary_outcome: Type.Optional(OutcomeSchema),
    qty: Type.Optional(PositiveDecimal),
    price: Type.Optional(PriceDecimal),
    tif: Type.Optional(TifSchema),
    expires_at: Type.Optional(TimeBody),
    post_only: Type.Optional(Type.Boolean()),
    reduce_only: Type.Optional(Type.Boolean()),
    tag: Type.Optional(TagSchema),
    params: NewParamsSchema,
    client_order_id: Type.Optional(ClientOrderIdSchema),
    idempotency_key: Type.Optional(ClientOrderIdSchema),
  },
  {
    description:
      '`instrument_id`, `side` and `qty` are required except for TP_SL, which takes them from its entry, and OCO, whose legs have all but `qty`; SMART_ROUTE has `generic_asset_id` instead of `instrument_id`. ' +
      `\`price\` is the worst price of any child: required for ${listTypes('required')}; refused for ${listTypes('refused')}, which have their prices in \`params\`. A STOP without it places IOC orders that follow the touch within \`params.max_slippage\`.`,
    examples: EXAMPLES.NewComplexOrder,
  },
);

export const ComplexOrderAmendmentSchema = Type.Object(
  {
    qty: Type.Optional(PositiveDecimal),
    price: Type.Optional(PriceDecimal),
    expires_at: Type.Optional(TimeBody),
    params: Type.Optional(AmendedParamsSchema),
  },
  {
    description: 'Contains only what changes, also in `params`.',
    examples: [{ params: { trigger_price: '0.38' } }],
  },
);

const HedgeLegSchema = Type.Object(
  {
    instrument_id: InstrumentIdSchema,
    side: SideSchema,
    outcome: OutcomeSchema,
    filled_qty: Type.String({ description: 'Bought less sold back; below zero only after a void.' }),
    live_qty: Amount,
    avg_cost: Nullable(Amount, 'Of holding one contract, without fees; null while nothing is held.'),
    fees: SignedAmount,
  },
  { description: 'One leg of a pair.' },
);

const HedgeSchema = Type.Object(
  {
    unhedged_qty: Type.String({
      description:
        'By how much the filled quantities of the legs differ. Only a voided or late fill can make it exceed `unhedged_qty_max`.',
    }),
    unhedged_since: Nullable(Time),
    legs: Type.Array(HedgeLegSchema),
    edge_promised: SignedAmount,
    edge_got: SignedAmount,
    lost_to: Type.Object(
      { fees: SignedAmount, slip: SignedAmount, delay: SignedAmount },
      {
        description:
          '`edge_promised` less `edge_got`: fees above the expected ones, the first leg filled at worse prices than expected, and the price of the other leg moved before it followed. Negative: better than expected.',
      },
    ),
  },
  {
    description:
      'HEDGED_PAIR: its two legs. The edge is what the complete sets pay at least, less their cost and fees. A fee that the venue has not reported counts as the highest published one.',
  },
);

export const ComplexOrderSchema = Type.Object(
  {
    id: ParentIdSchema,
    type: TypeSchema,
    idempotency_key: Nullable(ClientOrderIdSchema),
    subaccount_id: SubaccountIdSchema,
    status: StatusSchema,
    reason: Nullable(
      Type.Enum([...PARENT_REASONS], { description: 'Why it ended, or ends, without being filled.' }),
    ),
    instrument_id: Nullable(InstrumentIdSchema),
    generic_asset_id: Nullable(GenericAssetIdSchema),
    side: Nullable(SideSchema),
    outcome: Nullable(OutcomeSchema),
    qty: Decimal,
    filled_qty: Amount,
    live_qty: Type.String({
      description: 'Possibly live at a venue: also the quantity of a child in doubt or being cancelled.',
    }),
    remaining_qty: Amount,
    unprotected_qty: Type.String({
      description:
        'TP_SL: what its entry has filled and neither rests as take-profit nor is watched by a stop loss.',
    }),
    avg_fill_price: Nullable(Amount),
    fees: Nullable(SignedAmount, 'Null once the fee of a fill is not known.'),
    price: Nullable(Decimal),
    tif: TifSchema,
    expires_at: Nullable(Time),
    post_only: Type.Boolean(),
    reduce_only: Type.Boolean(),
    tag: Nullable(TagSchema),
    routing: Type.Object({
      mode: Type.Enum(['DIRECT', 'BEST_PRICE']),
      venues: Type.Optional(Type.Array(VenueNameSchema)),
    }),
    params: ParamsSchema,
    state: Type.Object(
      {
        watched_price: Nullable(Amount),
        book_age_ms: Nullable(Count),
        trigger_price: Nullable(Amount),
        moves: Count,
        next_at: Nullable(Time),
        capped: Type.Boolean({ description: '`max_moves` is reached: the child stays where it is.' }),
        overfill_qty_max: Type.String({
          description:
            'What may be filled beyond `qty` because the request allows it; 0 without `allow_overfill` or `overlap_after_ms`.',
        }),
        overfilled_qty: Type.String({
          description: 'What is filled beyond `qty`; of a TP_SL, beyond what its entry has filled.',
        }),
      },
      { description: 'What the service watches at the moment of the response; null without a live book.' },
    ),
    hedge: Nullable(HedgeSchema),
    child_order_ids: Type.Array(OrderIdSchema, {
      description: 'The newest hundred. `GET /v1/orders?parent_id=` lists all.',
    }),
    paused_by: Nullable(Type.Enum([...PAUSE_CAUSES])),
    paused_at: Nullable(Time),
    needs_resume: Type.Boolean({
      description:
        'Only a resume request continues: the trigger was crossed under the kill switch, or the pause before it needed one.',
    }),
    triggered_at: Nullable(Time),
    created_at: Time,
    updated_at: Time,
  },
  {
    description:
      'A complex order. It places ordinary orders, its children, which have its id as `parent_id`.',
    examples: EXAMPLES.ComplexOrder,
  },
);

const HedgePreviewSchema = Type.Object(
  {
    kind: Type.Enum([...OPPORTUNITY_KINDS]),
    settlement_risk: Type.Enum([...SETTLEMENT_RISKS]),
    differences: Type.Array(
      Type.String({ description: 'What the rules of the two listings state differently.' }),
    ),
    qty: Amount,
    edge_total: SignedAmount,
    worst_case_total: SignedAmount,
  },
  {
    description:
      'HEDGED_PAIR: the sets that the present books offer within its terms, what they earn, and what they pay at worst less their cost: a leg that may be void pays nothing.',
  },
);

export const ComplexOrderPreviewSchema = Type.Object(
  {
    would_trigger_now: Type.Boolean(),
    watched_price: Nullable(Amount),
    first_child: OrderPreviewSchema,
    children_max: Nullable(Count, 'Null when the terms do not bound it.'),
    max_cost: SignedAmount,
    max_loss: SignedAmount,
    reserved: Amount,
    warnings: Type.Array(Type.String()),
    hedge: Nullable(HedgePreviewSchema),
    entry: Nullable(OrderPreviewSchema, 'The entry of a bracket; null for other orders.'),
    exits: Type.Array(
      Type.Object({
        kind: Type.Enum(['TAKE_PROFIT', 'STOP_LOSS']),
        trigger_price: Nullable(Decimal),
        price: Nullable(Decimal),
        qty: Amount,
      }),
      { description: 'TP_SL: its sides. `price` null: an IOC order that follows the touch.' },
    ),
  },
  {
    description:
      'What the complex order would do now. `max_cost` is the cash for the whole quantity at the worst price of a child, with fees; `max_loss` excludes what closes a position. Of a bracket both are those of its `entry`, and with `overlap_after_ms` also of an exit that fills twice. `children_max` null: not bounded by the terms.',
  },
);

const SeenBookSchema = Type.Object({
  sequence: Count,
  age_ms: Count,
  bid: Nullable(Amount),
  ask: Nullable(Amount),
  watched_price: Nullable(Amount),
});

export const ComplexOrderReceiptSchema = Type.Object(
  {
    complex_order: ComplexOrderSchema,
    decisions: Type.Array(
      Type.Object({
        seq: Count,
        at: Time,
        decision: Type.Enum(['accepted', 'amended', 'child', ...PARENT_DECISIONS]),
        status: Nullable(StatusSchema),
        child_order_id: Nullable(OrderIdSchema),
        book: Nullable(SeenBookSchema),
        detail: Nullable(Type.String()),
        by: Type.String({ description: 'The key of the request, or of the complex order.' }),
      }),
    ),
    truncated: Type.Boolean(),
  },
  { description: 'Every journaled decision with the book that it saw, in terms of the outcome.' },
);

export const ComplexOrderCancelSummarySchema = Type.Object(
  {
    subaccount_id: Nullable(SubaccountIdSchema),
    cancelled: Count,
    cancelled_complex_order_ids: Type.Array(ParentIdSchema),
    pending_complex_order_ids: Type.Array(ParentIdSchema),
    failed: Type.Array(Type.Object({ id: ParentIdSchema, error: Type.String(), message: Type.String() })),
  },
  { description: 'Pending ones are CANCELLING until the venues confirm the end of their children.' },
);

export const ComplexOrdersQuery = Type.Object({
  subaccount_id: SubaccountIdSchema,
  status: Type.Optional(StatusSchema),
  type: Type.Optional(Type.Enum([...PARENT_TYPES])),
  instrument_id: Type.Optional(InstrumentRef),
  tag: Type.Optional(TagSchema),
  limit: PageLimit,
  cursor: Type.Optional(Cursor),
});

function renderHedge(parent: Parent) {
  const { pair, params } = parent;
  if (pair === null || params.type !== 'HEDGED_PAIR') return null;
  const { got, promised } = computePairEdge(pair);
  const unhedgedQty = absolute(findImbalance(pair));
  return {
    unhedged_qty: renderDecimal(unhedgedQty),
    unhedged_since: unhedgedQty === 0n ? null : renderOptionalTime(parent.progress.pair?.unhedgedAt ?? null),
    legs: [renderHedgeLeg(params.first, pair.first), renderHedgeLeg(params.second, pair.second)],
    edge_promised: renderNotional(promised),
    edge_got: renderNotional(got),
    lost_to: {
      fees: renderNotional(pair.excessFees),
      slip: renderNotional(pair.slip),
      delay: renderNotional(pair.delay),
    },
  };
}

const renderHedgeLeg = (leg: PairLeg, { filledQty, liveQty, unwindingQty, cost, fees }: LegSums) => ({
  instrument_id: leg.instrumentId,
  side: leg.side,
  outcome: leg.outcome,
  filled_qty: renderDecimal(filledQty),
  live_qty: renderDecimal(liveQty + unwindingQty),
  avg_cost: filledQty > 0n ? renderOptionalDecimal(averagePrice(cost, filledQty)) : null,
  fees: renderNotional(fees),
});

function renderRouting({ genericAssetId, params }: Parent) {
  const [mode, venues] = [genericAssetId === null ? 'DIRECT' : 'BEST_PRICE', findRoutedVenues(params)];
  return venues === null ? { mode } : { mode, venues };
}

/** HTTP and the stream use the same record. */
export function renderComplexOrder({ parent, view }: WatchedParent) {
  const { params, qty, filledQty } = parent;
  const isOver = isParentOver(parent.status);
  const hasLegs = TYPE_DEFINITIONS[params.type].contract === 'LEGS';
  return {
    id: parent.id,
    type: params.type,
    idempotency_key: parent.idempotencyKey,
    subaccount_id: parent.subaccountId,
    status: parent.status,
    reason: parent.reason,
    instrument_id: hasLegs || parent.genericAssetId !== null ? null : parent.instrumentId,
    generic_asset_id: parent.genericAssetId,
    side: hasLegs ? null : parent.side,
    outcome: hasLegs ? null : parent.outcome,
    qty: parent.qtyText,
    filled_qty: renderDecimal(filledQty),
    live_qty: renderDecimal(parent.liveQty),
    remaining_qty: isOver || filledQty > qty ? '0' : renderDecimal(qty - filledQty),
    unprotected_qty: renderDecimal(view.unprotectedQty),
    avg_fill_price: renderOptionalDecimal(
      parent.pair === null ? averagePrice(parent.filledNotional, filledQty) : null,
    ),
    fees: renderOptionalNotional(parent.fees),
    price: parent.priceText,
    tif: parent.tif,
    expires_at: renderOptionalTime(parent.expiresAt),
    post_only: parent.postOnly,
    reduce_only: parent.reduceOnly,
    tag: parent.tag,
    routing: renderRouting(parent),
    params: renderComplexParams(parent),
    state: {
      watched_price: renderOptionalDecimal(view.watched),
      book_age_ms: view.book?.ageMs ?? null,
      trigger_price: renderOptionalDecimal(findWatch(parent).trigger),
      moves: parent.moves,
      next_at: renderOptionalTime(parent.nextAt),
      capped: isCapped(parent),
      overfill_qty_max: renderDecimal(findOverfillMax(parent)),
      overfilled_qty: renderDecimal(findOverfilledQty(parent)),
    },
    hedge: renderHedge(parent),
    child_order_ids: parent.childOrderIds,
    paused_by: parent.pausedBy,
    paused_at: renderOptionalTime(parent.pausedAt),
    needs_resume: parent.needsResume,
    triggered_at: renderOptionalTime(parent.triggeredAt),
    created_at: renderTime(parent.createdAt),
    updated_at: renderTime(parent.updatedAt),
  };
}

export const renderComplexPreview = (preview: ParentPreview) => ({
  would_trigger_now: preview.isMetNow,
  watched_price: renderOptionalDecimal(preview.watchedPrice),
  first_child: renderPreview(preview.firstChild),
  children_max: preview.childrenMax,
  max_cost: renderNotional(preview.costMax),
  max_loss: renderNotional(preview.lossMax),
  reserved: renderDecimal(preview.reserved),
  warnings: preview.warnings,
  hedge: preview.hedge === null ? null : renderHedgePreview(preview.hedge),
  entry: preview.entry === null ? null : renderPreview(preview.entry),
  exits: preview.exits.map(({ kind, triggerPrice, price, qty }) => ({
    kind,
    trigger_price: renderOptionalDecimal(triggerPrice),
    price: renderOptionalDecimal(price),
    qty: renderDecimal(qty),
  })),
});

const renderHedgePreview = ({ kind, settlement, qty, edgeTotal, worstCase }: HedgePreview) => ({
  kind,
  settlement_risk: settlement.risk,
  differences: settlement.differences.map(({ topic }) => topic),
  qty: renderDecimal(qty),
  edge_total: renderNotional(edgeTotal),
  worst_case_total: renderNotional(worstCase),
});

export const renderComplexReceipt = (receipt: ParentReceipt) => ({
  complex_order: renderComplexOrder(receipt),
  decisions: receipt.events.map(renderDecision),
  truncated: receipt.isTruncated,
});

function renderDecision({ seq, at, actor, event }: ParentReceiptEvent) {
  const base = { seq, at: renderTime(at), by: actor, child_order_id: null, book: null, detail: null };
  if (event.type === 'ParentDecided') {
    const { decision, state, book, detail } = event;
    return { ...base, decision, status: state.status, book: renderSeenBook(book), detail };
  }
  if (event.type === 'OrderAccepted')
    return { ...base, decision: 'child', status: null, child_order_id: event.order.id };
  if (event.type === 'ParentAccepted') return { ...base, decision: 'accepted', status: event.parent.status };
  return { ...base, decision: 'amended', status: null };
}

const renderSeenBook = (book: SeenBook | null) =>
  book === null
    ? null
    : {
        sequence: book.sequence,
        age_ms: book.ageMs,
        bid: renderOptionalDecimal(book.bid),
        ask: renderOptionalDecimal(book.ask),
        watched_price: renderOptionalDecimal(book.watched),
      };

export const renderComplexCancelSummary = (summary: ParentCancelSummary) => ({
  subaccount_id: summary.subaccountId,
  cancelled: summary.cancelled.length,
  cancelled_complex_order_ids: summary.cancelled,
  pending_complex_order_ids: summary.pending,
  failed: [],
});
