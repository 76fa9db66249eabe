import {
  type Caller,
  err,
  invalidField,
  isJsonObject,
  ok,
  type Rejection,
  type Result,
  requirePresent,
} from '#contract';
import { checkUnknownFields, isGuardRenewal, type Route, routes } from '#http';
import type { TradingService } from '#orders';

/** An operation of the trade socket: the HTTP route that executes it, and what differs from its request. */
export interface TradeOperation {
  readonly route: Route;
  readonly isOnOrder: boolean; // its `args` have the order's `id`, then the fields of the body
  readonly isQuery: boolean; // its `args` are the query of the HTTP request
  readonly isCreate: boolean; // refused while the journal is behind
  /** True for arguments that take no token; absent: none do. */
  readonly isFree?: (args: unknown, trading: Pick<TradingService, 'risk'>, caller: Caller) => boolean;
}

/**
 * The operations by name. Each runs the handler of its HTTP route, so both doors have the same checks, records and
 * errors.
 */
export const TRADE_OPERATIONS: ReadonlyMap<string, TradeOperation> = new Map([
  ['order.create', operation('submitOrder', { isCreate: true })],
  ['order.amend', operation('amendOrder', { isOnOrder: true })],
  ['order.cancel', operation('cancelOrder', { isOnOrder: true })],
  ['order.batch', operation('submitBatch', { isCreate: true })],
  ['order.cancel_all', operation('cancelAllOrders')],
  ['order.get', operation('getOrder', { isOnOrder: true })],
  ['complex.create', operation('submitComplexOrder', { isCreate: true })],
  ['complex.amend', operation('amendComplexOrder', { isOnOrder: true })],
  ['complex.cancel', operation('cancelComplexOrder', { isOnOrder: true })],
  ['quotes.put', operation('putQuotes')],
  ['quotes.get', operation('getQuotes', { isQuery: true })],
  ['guard.put', operation('setGuard', { isFree: isGuardRenewal })],
]);

function operation(name: string, differs: Partial<TradeOperation> = {}): TradeOperation {
  const route = requirePresent(
    routes.find((each) => each.name === name),
    `the route ${name}`,
  );
  return { route, isOnOrder: false, isQuery: false, isCreate: false, ...differs };
}

export interface RouteInput {
  readonly query: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The path parameters, the query and the body of the HTTP request that has these arguments. */
export function toRouteInput(
  { isOnOrder, isQuery, route }: TradeOperation,
  args: unknown,
): Result<RouteInput, Rejection> {
  if (!isOnOrder && !isQuery) return ok({ params: {}, query: '', body: args });
  if (!isJsonObject(args)) return err(invalidField('args', 'must be a JSON object'));
  if (isQuery) {
    const query = Object.entries(args).map(([name, value]): [string, string] => [name, String(value)]);
    return ok({ params: {}, query: new URLSearchParams(query).toString(), body: args });
  }
  const { id, ...body } = args;
  if (typeof id !== 'string')
    return err(invalidField('id', id === undefined ? 'required' : 'must be a string'));
  const unknown = route.method === 'GET' ? checkUnknownFields(body, []) : null;
  return unknown === null ? ok({ params: { id }, query: '', body }) : err(unknown);
}
