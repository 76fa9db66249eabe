import { isJsonObject } from '#contract';
import type { SimulatorReply, SimulatorRequest } from '../../shared/simulator-types.ts';
import type { Venue } from '../simulator-context.ts';
import type { VenueOrder } from '../trading/order-records.ts';
import { type PostedOrder, parsePosted } from '../trading/posted-order.ts';
import type { Caller, Rejection } from '../trading/trading-rules.ts';
import type { ModeRefusal, RateLimitResult, SignerRateLimiter } from '../trading-access.ts';
import { renderPlaced } from '../wire/render-trading.ts';
import { fail, type Headers, json, parseBody, type RouteTable } from './rest-reply.ts';

const BATCH_MAX = 15;

/** Routes for new orders (one, or up to fifteen) and heartbeats. */
export function tradingPaths(venue: Venue): RouteTable {
  return {
    open: {},
    signed: {
      'POST /order': (request, caller) => placeOne(venue, request, caller),
      'POST /orders': (request, caller) => placeMany(venue, request, caller),
      'POST /v1/heartbeats': (request, caller) => heartbeat(venue, request, caller),
    },
  };
}

async function placeOne(venue: Venue, request: SimulatorRequest, caller: Caller): Promise<SimulatorReply> {
  const limited = draw(venue, venue.orderLimiter, caller, 1);
  if (limited.refusal !== null) return limited.refusal;
  const posted = parsePosted(parseBody(request));
  if (posted === null) return fail(400, 'Invalid order payload', limited.headers);
  const stopped = venue.modes.refusal(posted.isPostOnly ? 'post_only_order' : 'order');
  if (stopped !== null) return renderStopped(stopped);
  const placed = await place(venue, posted, caller);
  if ('status' in placed && 'error' in placed) {
    if (venue.faults.trigger('refusal_as_success') !== null) return json(refusedLeg(true, placed.error));
    return fail(placed.status, placed.error, limited.headers);
  }
  return json(placed, 200, limited.headers);
}

async function placeMany(venue: Venue, request: SimulatorRequest, caller: Caller): Promise<SimulatorReply> {
  const body = parseBody(request);
  if (!Array.isArray(body) || body.length === 0) return fail(400, 'Invalid order payload');
  if (body.length > BATCH_MAX) {
    return fail(400, `Too many orders in payload: ${body.length}, max allowed: ${BATCH_MAX}`);
  }
  const limited = draw(venue, venue.orderLimiter, caller, body.length);
  if (limited.refusal !== null) return limited.refusal;
  const legs = [];
  for (const element of body) legs.push(await placeLeg(venue, element, caller));
  const stopped = legs.find((leg) => 'stopped' in leg);
  if (stopped !== undefined && 'stopped' in stopped) return renderStopped(stopped.stopped);
  return json(legs, 200, limited.headers);
}

/** Each order succeeds or fails alone. A venue that accepts no orders rejects the whole batch. */
async function placeLeg(venue: Venue, element: unknown, caller: Caller) {
  const posted = parsePosted(element);
  if (posted === null) return refusedLeg(false, 'Invalid order payload');
  const stopped = venue.modes.refusal(posted.isPostOnly ? 'post_only_order' : 'order');
  if (stopped !== null) {
    return stopped.retryAfter === undefined ? { stopped } : refusedLeg(true, stopped.error);
  }
  const placed = await place(venue, posted, caller);
  // A rejection by book or balance has success true; a rule broken by the order itself has success false.
  return 'error' in placed ? refusedLeg(!placed.error.startsWith('order '), placed.error) : placed;
}

async function place(
  venue: Venue,
  posted: PostedOrder,
  caller: Caller,
): Promise<ReturnType<typeof renderPlaced> | Rejection> {
  const placed = await venue.intake.place(posted, caller);
  if (!placed.ok) return placed.error;
  return renderPlaced(placed.value.order, placed.value.status, placed.value.trade);
}

const refusedLeg = (success: boolean, errorMsg: string) => ({
  success,
  errorMsg,
  orderID: '',
  status: '',
  makingAmount: '',
  takingAmount: '',
});

function heartbeat(venue: Venue, request: SimulatorRequest, caller: Caller): SimulatorReply {
  const body = parseBody(request);
  const id = isJsonObject(body) && typeof body.heartbeat_id === 'string' ? body.heartbeat_id : '';
  const { isExpected, next } = venue.heartbeats.beat(caller.apiKey, id);
  if (isExpected) return json({ heartbeat_id: next });
  return json({ error_msg: 'Invalid Heartbeat ID', heartbeat_id: next }, 400);
}

function renderStopped({ status, error, extra, retryAfter }: ModeRefusal): SimulatorReply {
  const headers: Headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return json({ error, ...extra }, status, headers);
}

/** Takes tokens from a signer's bucket. Returns the headers and, if it is empty, the 429 reply. */
function draw(
  { faults, clock }: Venue,
  buckets: SignerRateLimiter,
  { address }: Caller,
  cost: number,
): { readonly headers: Headers; readonly refusal: SimulatorReply | null } {
  const fault = faults.trigger('too_many');
  if (fault !== null) {
    const after: Headers = fault.ms > 0 ? { 'retry-after': String(Math.ceil(fault.ms / 1000)) } : {};
    return { headers: after, refusal: fail(429, 'Too Many Requests', after) };
  }
  const drawn = buckets.take(address, cost, clock.monotonicMs());
  const headers = limitHeaders(drawn);
  if (drawn.isAllowed) return { headers, refusal: null };
  const after = { ...headers, 'retry-after': String(Math.max(1, drawn.resetSeconds)) };
  return { headers, refusal: fail(429, 'Too Many Requests', after) };
}

const limitHeaders = ({ remaining, resetSeconds }: RateLimitResult): Headers => ({
  'poly-ratelimit-remaining': String(remaining),
  'poly-ratelimit-reset': String(resetSeconds),
  'poly-ratelimit-tier': 'standard',
});

const CANCELS_MAX = 1_000;
const NOT_FOUND = "order can't be found - already canceled or matched";
const ORDER_ID = /^0x[0-9a-f]+$/i;

/** The four cancel routes. Each reply lists cancelled and not cancelled orders. */
export function cancelPaths(venue: Venue): RouteTable {
  return {
    open: {},
    signed: {
      'DELETE /order': (request, caller) => cancelOne(venue, request, caller),
      'DELETE /orders': (request, caller) => cancelMany(venue, request, caller),
      'DELETE /cancel-all': (_, caller) => cancelWhere(venue, caller, () => true),
      'DELETE /cancel-market-orders': (request, caller) => cancelMarket(venue, request, caller),
    },
  };
}

function cancelOne(venue: Venue, request: SimulatorRequest, caller: Caller): SimulatorReply {
  const body = parseBody(request);
  const id = isJsonObject(body) ? body.orderID : undefined;
  if (typeof id !== 'string' || !ORDER_ID.test(id)) return fail(400, 'Invalid orderID');
  return cancelIds(venue, caller, [id]);
}

function cancelMany(venue: Venue, request: SimulatorRequest, caller: Caller): SimulatorReply {
  const body = parseBody(request);
  if (!Array.isArray(body) || !body.every((id): id is string => typeof id === 'string')) {
    return fail(400, 'Invalid order payload');
  }
  if (body.length > CANCELS_MAX) {
    return fail(400, `Too many orders in payload: ${body.length}, max allowed: ${CANCELS_MAX}`);
  }
  if (venue.faults.trigger('batch_interrupted') === null) return cancelIds(venue, caller, body);
  cancelIds(venue, caller, body.slice(0, Math.ceil(body.length / 2)));
  return fail(500, 'internal server error');
}

function cancelMarket(venue: Venue, request: SimulatorRequest, caller: Caller): SimulatorReply {
  const body = parseBody(request);
  if (!isJsonObject(body)) return fail(400, 'Invalid order payload');
  const { market = '', asset_id: asset = '' } = body;
  return cancelWhere(
    venue,
    caller,
    (order) => (market === '' || order.condition === market) && (asset === '' || order.token === asset),
  );
}

function cancelIds(venue: Venue, caller: Caller, ids: readonly string[]): SimulatorReply {
  const stopped = venue.modes.refusal('cancel');
  if (stopped !== null) return renderStopped(stopped);
  const limited = draw(venue, venue.cancelLimiter, caller, ids.length);
  if (limited.refusal !== null) return limited.refusal;
  const canceled: string[] = [];
  const missed: Record<string, string> = {};
  for (const id of new Set(ids)) {
    const order = venue.records.order(id);
    if (order !== undefined && venue.records.isOwner(order, caller.apiKey) && cancel(venue, order))
      canceled.push(id);
    else missed[id] = NOT_FOUND;
  }
  return json({ canceled, not_canceled: missed }, 200, limited.headers);
}

/** Costs one token, plus one per cancelled order, which is known only afterwards. */
function cancelWhere(
  venue: Venue,
  caller: Caller,
  isSelected: (order: VenueOrder) => boolean,
): SimulatorReply {
  const stopped = venue.modes.refusal('cancel');
  if (stopped !== null) return renderStopped(stopped);
  const limited = draw(venue, venue.cancelLimiter, caller, 1);
  if (limited.refusal !== null) return limited.refusal;
  const selected = venue.records.getOpen(caller.apiKey).filter(isSelected);
  const canceled = selected.filter((order) => cancel(venue, order)).map(({ id }) => id);
  const missed = selected.filter(({ id }) => !canceled.includes(id)).map(({ id }) => [id, NOT_FOUND]);
  venue.cancelLimiter.charge(caller.address, canceled.length, venue.clock.monotonicMs());
  return json({ canceled, not_canceled: Object.fromEntries(missed) }, 200, limited.headers);
}

function cancel({ faults, core }: Venue, order: VenueOrder): boolean {
  return faults.trigger('cancel_not_found') === null && core.cancel(order);
}
