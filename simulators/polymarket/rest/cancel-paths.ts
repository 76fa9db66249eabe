import type { SimulatorReply, SimulatorRequest } from '../../shared/simulator-types.ts';
import type { Venue } from '../simulator-context.ts';
import type { Caller } from '../trading/trading-rules.ts';
import type { VenueOrder } from '../trading/venue-order.ts';
import { fail, isRecord, json, parseBody, type RouteTable } from './rest-reply.ts';
import { draw, renderStopped } from './trading-paths.ts';

const CANCELS_MAX = 1_000;
const NOT_FOUND = "order can't be found - already canceled or matched";
const ORDER_ID = /^0x[0-9a-f]+$/i;

/** The four ways to cancel; all answer with what was cancelled and what was not. */
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
  const id = isRecord(body) ? body.orderID : undefined;
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
  return cancelIds(venue, caller, body);
}

function cancelMarket(venue: Venue, request: SimulatorRequest, caller: Caller): SimulatorReply {
  const body = parseBody(request);
  if (!isRecord(body)) return fail(400, 'Invalid order payload');
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
    if (order?.owner === caller.apiKey && cancel(venue, order)) canceled.push(id);
    else missed[id] = NOT_FOUND;
  }
  return json({ canceled, not_canceled: missed }, 200, limited.headers);
}

/** Costs one, and one more for each order that it took away, known only afterwards. */
function cancelWhere(venue: Venue, caller: Caller, isMeant: (order: VenueOrder) => boolean): SimulatorReply {
  const stopped = venue.modes.refusal('cancel');
  if (stopped !== null) return renderStopped(stopped);
  const limited = draw(venue, venue.cancelLimiter, caller, 1);
  if (limited.refusal !== null) return limited.refusal;
  const meant = venue.records.getOpen(caller.apiKey).filter(isMeant);
  const canceled = meant.filter((order) => cancel(venue, order)).map(({ id }) => id);
  const missed = meant.filter(({ id }) => !canceled.includes(id)).map(({ id }) => [id, NOT_FOUND]);
  venue.cancelLimiter.charge(caller.address, canceled.length, venue.clock.monotonicMs());
  return json({ canceled, not_canceled: Object.fromEntries(missed) }, 200, limited.headers);
}

function cancel({ faults, core }: Venue, order: VenueOrder): boolean {
  return faults.trigger('cancel_not_found') === null && core.cancel(order);
}
