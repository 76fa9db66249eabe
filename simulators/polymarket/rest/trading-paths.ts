import type { SimulatorReply, SimulatorRequest } from '../../shared/simulator-types.ts';
import type { ModeRefusal } from '../exchange-modes.ts';
import type { RateLimitResult, SignerRateLimiter } from '../rate-limits.ts';
import type { Venue } from '../simulator-context.ts';
import { type PostedOrder, parsePosted } from '../trading/posted-order.ts';
import type { Caller, Rejection } from '../trading/trading-rules.ts';
import { renderPlaced } from '../wire/render-trading.ts';
import { fail, type Headers, isRecord, json, parseBody, type RouteTable } from './rest-reply.ts';

const BATCH_MAX = 15;

/** New orders, one or up to fifteen, and heartbeats. */
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

/** Each leg stands for itself. A venue that is closed to everything answers the whole batch. */
async function placeLeg(venue: Venue, element: unknown, caller: Caller) {
  const posted = parsePosted(element);
  if (posted === null) return refusedLeg(false, 'Invalid order payload');
  const stopped = venue.modes.refusal(posted.isPostOnly ? 'post_only_order' : 'order');
  if (stopped !== null) {
    return stopped.retryAfter === undefined ? { stopped } : refusedLeg(true, stopped.error);
  }
  const placed = await place(venue, posted, caller);
  // What the book or the balance refuses comes with success true, what the order itself breaks with false.
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
  const id = isRecord(body) && typeof body.heartbeat_id === 'string' ? body.heartbeat_id : '';
  const { isExpected, next } = venue.heartbeats.beat(caller.apiKey, id);
  if (isExpected) return json({ heartbeat_id: next });
  return json({ error_msg: 'Invalid Heartbeat ID', heartbeat_id: next }, 400);
}

export function renderStopped({ status, error, extra, retryAfter }: ModeRefusal): SimulatorReply {
  const headers: Headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  return json({ error, ...extra }, status, headers);
}

/** Draws from a signer's bucket: the headers of the answer, and the answer itself when it is empty. */
export function draw(
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
