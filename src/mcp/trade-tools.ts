import { Type } from 'typebox';
import { OUTCOMES, parseDecimal, SIDES } from '#contract';
import { ApiError, type NewOrder, type Order, type OrderPreview } from '../../sdk/src/index.ts';
import {
  findWorstPrice,
  isBeyondBand,
  type Previewed,
  type PreviewTokens,
  TOKEN_MS,
  toClientOrderId,
} from './preview-tokens.ts';
import { toOrderRow } from './read-tools.ts';
import {
  AssetId,
  closed,
  Decimal,
  InstrumentId,
  OrderId,
  SubaccountId,
  type Tool,
  type ToolContext,
  tool,
  Venue,
} from './tool.ts';
import { type Answer, type Facts, failWith, toFailure } from './tool-answer.ts';

const ORDERS_MAX = 20;

const OrderInput = closed({
  subaccount_id: SubaccountId,
  instrument_id: Type.Optional(InstrumentId),
  generic_asset_id: Type.Optional(AssetId),
  side: Type.Enum([...SIDES]),
  outcome: Type.Enum([...OUTCOMES], { description: 'the side of the contract that is bought or sold' }),
  qty: Decimal,
  price: Type.Intersect([Decimal], { description: 'limit in terms of the outcome, between 0 and 1' }),
  tif: Type.Optional(Type.Enum(['GTC', 'IOC', 'FOK'])),
  post_only: Type.Optional(Type.Boolean()),
  reduce_only: Type.Optional(Type.Boolean()),
  mode: Type.Optional(Type.Enum(['BEST_PRICE', 'SPLIT'], { description: 'with generic_asset_id' })),
  venues: Type.Optional(Type.Array(Venue, { minItems: 1, maxItems: 10 })),
});

/** The tools that plan, place and cancel orders. An order can be placed only by the token of its preview. */
export const createTradeTools = (tokens: PreviewTokens): readonly Tool[] => [
  tool({
    name: 'preview_order',
    description:
      'Plan a limit order: legs, cost, fees, largest loss and remaining limits. Places nothing. Returns a preview_token for place_order, valid for 30 seconds.',
    effect: 'read',
    permission: 'trade',
    input: OrderInput,
    run: async (input, context) => {
      if ((input.instrument_id === undefined) === (input.generic_asset_id === undefined))
        return failWith('validation', {
          field: 'instrument_id',
          issue: 'or generic_asset_id is required, not both',
        });
      return { facts: await previewOrder(toOrder(input, context), tokens, context) };
    },
  }),
  tool({
    name: 'place_order',
    description:
      'Place the order of a preview_token. A large order waits for a person (waiting_for_approval): call again to learn the decision. Calling it again with the same token returns the same order. When the book has moved or the token has expired, returns preview_expired with a new preview and places nothing.',
    effect: 'repeatable',
    permission: 'trade',
    input: closed({ preview_token: Type.String({ minLength: 1, maxLength: 100 }) }),
    run: ({ preview_token }, context) => placeOrder(preview_token, tokens, context),
  }),
  tool({
    name: 'cancel_orders',
    description: 'Cancel orders by id. Safe to repeat.',
    effect: 'repeatable',
    permission: 'trade',
    input: closed({ ids: Type.Array(OrderId, { minItems: 1, maxItems: ORDERS_MAX }) }),
    run: async ({ ids }, { client }) => {
      const rows = await Promise.all(
        ids.map(async (id) => ({
          id,
          facts: await client.orders
            .cancel(id)
            .then(({ status, pending_action }) => ({ id, status, pending_action }), toRefused(id)),
        })),
      );
      return { facts: {}, rows: { name: 'orders', rows } };
    },
  }),
  tool({
    name: 'kill_switch_on',
    description: 'Stop all new orders of the key. Only a person can switch it off again.',
    effect: 'repeatable',
    permission: 'risk',
    input: closed({}),
    run: async (_, { client }) => ({ facts: { ...(await client.risk.killSwitch(true)) } }),
  }),
];

const toRefused =
  (id: string) =>
  (error: unknown): Facts => ({ id, ...toFailure(error).facts });

function toOrder(
  input: {
    readonly subaccount_id?: string;
    readonly instrument_id?: number | string;
    readonly generic_asset_id?: number;
    readonly side: 'BUY' | 'SELL';
    readonly outcome: 'YES' | 'NO';
    readonly qty: string;
    readonly price: string;
    readonly tif?: 'GTC' | 'IOC' | 'FOK';
    readonly post_only?: boolean;
    readonly reduce_only?: boolean;
    readonly mode?: 'BEST_PRICE' | 'SPLIT';
    readonly venues?: string[];
  },
  { subaccountId }: ToolContext,
): NewOrder {
  const { side, outcome, qty, price, instrument_id, generic_asset_id, mode, venues } = input;
  const { subaccount_id = subaccountId, tif = 'GTC', post_only = false, reduce_only = false } = input;
  const terms = {
    subaccount_id,
    side,
    outcome,
    qty,
    price,
    type: 'LIMIT',
    tif,
    post_only,
    reduce_only,
  } as const;
  if (generic_asset_id === undefined) return { ...terms, instrument_id: instrument_id ?? 0 };
  return { ...terms, generic_asset_id, routing: { mode: mode ?? 'BEST_PRICE', venues } };
}

/** Previews an order and makes its token. */
async function previewOrder(order: NewOrder, tokens: PreviewTokens, context: ToolContext): Promise<Facts> {
  const { client, now } = context;
  const preview = await client.orders.preview(order);
  const previewed: Previewed = {
    order,
    shown: findWorstPrice(preview, order.side),
    tick: await findTick(preview, context),
    expiresAt: now() + TOKEN_MS,
    isSent: false,
  };
  const token = tokens.add(previewed);
  const needs_approval = needsApproval(preview, context);
  return {
    preview_token: token,
    expires_in_s: TOKEN_MS / 1_000,
    needs_approval,
    order,
    ...summarize(preview),
  };
}

/** True when a person must approve the order, as far as the preview shows its cost. */
function needsApproval({ totals }: OrderPreview, { account }: ToolContext): boolean {
  const above = parseDecimal(account.agent?.approval_above ?? null);
  const cost = parseDecimal(totals?.max_loss ?? null);
  return above !== null && cost !== null && cost > above;
}

const summarize = ({ legs, totals, unroutable, unrouted_qty, risk, warnings }: OrderPreview): Facts => ({
  legs: legs.map(({ venue, instrument_id, outcome, price, qty, expected }) => ({
    venue,
    instrument_id,
    outcome,
    price,
    qty,
    expected,
  })),
  totals,
  unroutable,
  unrouted_qty,
  risk,
  warnings,
});

/** The largest price tick among the legs. */
async function findTick({ legs }: OrderPreview, { client }: ToolContext): Promise<bigint> {
  const ids = [...new Set(legs.map(({ instrument_id }) => instrument_id))];
  if (ids.length === 0) return 0n;
  const instruments = await client.markets.lookup(ids);
  return instruments.reduce((max, { price_tick }) => {
    const tick = parseDecimal(price_tick) ?? 0n;
    return tick > max ? tick : max;
  }, 0n);
}

async function placeOrder(token: string, tokens: PreviewTokens, context: ToolContext): Promise<Answer> {
  if (!tokens.isOwn(token)) return failWith('unknown_preview_token');
  const previewed = tokens.get(token);
  if (previewed === null) {
    const placed = await findPlaced(token, context);
    return placed === null ? failWith('unknown_preview_token') : toPlaced(placed, true);
  }
  if (!previewed.isSent) {
    const renewed = await renewIfPast(token, previewed, tokens, context);
    if (renewed !== null) return renewed;
  }
  return send(token, previewed, context);
}

/** A new preview when the token has expired or the book has moved beyond the band; null when the order may be sent. */
async function renewIfPast(
  token: string,
  previewed: Previewed,
  tokens: PreviewTokens,
  context: ToolContext,
): Promise<Answer | null> {
  const { order, expiresAt } = previewed;
  const isPast =
    context.now() >= expiresAt ||
    isBeyondBand(previewed, findWorstPrice(await context.client.orders.preview(order), order.side));
  if (!isPast || previewed.isSent) return null;
  tokens.delete(token);
  return failWith('preview_expired', { preview: await previewOrder(order, tokens, context) });
}

/** Sends the order. The service refuses it once the token has expired, and creates it once however often it is sent. */
async function send(token: string, previewed: Previewed, { client }: ToolContext): Promise<Answer> {
  const isRepeat = previewed.isSent;
  previewed.isSent = true;
  const { order, expiresAt } = previewed;
  try {
    const placed = await client.orders.create({
      ...order,
      client_order_id: toClientOrderId(token),
      valid_until: expiresAt,
    });
    return toPlaced(placed, isRepeat);
  } catch (error) {
    if (error instanceof ApiError && error.error === 'approval_required')
      return { facts: { waiting_for_approval: error.details?.['status'] === 'PENDING', ...error.details } };
    // Any other refusal placed nothing, so the same token may be tried again while it is valid.
    if (error instanceof ApiError && !isRepeat) previewed.isSent = false;
    throw error;
  }
}

/**
 * The order that another process placed with this token, in whichever subaccount of the key its preview named; null if
 * there is none.
 */
async function findPlaced(token: string, { client, account }: ToolContext): Promise<Order | null> {
  const client_order_id = toClientOrderId(token);
  for (const subaccount_id of account.subaccounts) {
    const [placed] = await client.orders.list({ subaccount_id, client_order_id, limit: 1 });
    if (placed !== undefined) return placed;
  }
  return null;
}

function toPlaced(order: Order, replayed: boolean): Answer {
  const { facts, texts = {} } = toOrderRow(order, undefined);
  return { facts: { order: facts, replayed }, texts };
}
