import type { Random } from '#ports';
import { randomUuid } from '../../shared/process-environment.ts';
import type { SimulatorReply } from '../../shared/simulator-types.ts';
import type { OrderGroup } from '../exchange-records.ts';
import { flat, json, nested, notFound } from '../kalshi-errors.ts';
import type { KalshiExchangeCore } from '../kalshi-exchange-core.ts';
import { GROUPS_MAX, isLimitHit, parseGroupLimit } from '../order-groups.ts';
import { isJsonObject, parseShard } from '../order-request.ts';
import { DEFAULT_COST } from '../request-costs.ts';
import { parseInteger, type Route, type RouteRequest } from '../route-helpers.ts';
import { count2 } from '../wire-units.ts';
import { isLockedOut } from './portfolio-routes.ts';

const PATH = '/portfolio/order_groups';

/** Routes for order groups: limits on what several orders together match within 15 seconds. */
export function orderGroupRoutes(core: KalshiExchangeCore, random: Random): readonly Route[] {
  const handlers = new OrderGroupHandlers(core, random);
  const of =
    (run: (group: OrderGroup, call: RouteRequest) => SimulatorReply) =>
    (call: RouteRequest): SimulatorReply => {
      const group = handlers.find(call);
      return group === null ? notFound() : run(group, call);
    };
  const route = (method: string, path: string, run: Route['run']): Route => ({
    method,
    path: `${PATH}${path}`,
    scope: method === 'GET' ? 'read' : 'write::trade',
    hasBody: method === 'POST' || method === 'PUT',
    run: (call) => (isLockedOut(call) ? nested(403, 'subaccount_not_allowed') : run(call)),
    ...(method === 'GET'
      ? {}
      : { computeCost: (call) => ({ cost: DEFAULT_COST, shards: [readShard(call)] }) }),
  });
  return [
    route('POST', '/create', (call) => handlers.create(call)),
    route('GET', '', (call) => handlers.list(call)),
    route(
      'GET',
      '/{group}',
      of((group) => handlers.render(group)),
    ),
    route(
      'DELETE',
      '/{group}',
      of((group) => handlers.remove(group)),
    ),
    route(
      'PUT',
      '/{group}/reset',
      of((group) => handlers.reset(group)),
    ),
    route(
      'PUT',
      '/{group}/trigger',
      of((group) => handlers.trigger(group)),
    ),
    route(
      'PUT',
      '/{group}/limit',
      of((group, call) => handlers.setLimit(group, call)),
    ),
  ];
}

/** A group is charged to the write bucket of its shard: 0 unless the request names another. */
const readShard = ({ query, body }: RouteRequest): number =>
  (isJsonObject(body) ? parseShard(body.exchange_index) : null) ?? parseInteger(query, 'exchange_index') ?? 0;

class OrderGroupHandlers {
  readonly #core: KalshiExchangeCore;
  readonly #random: Random;

  constructor(core: KalshiExchangeCore, random: Random) {
    this.#core = core;
    this.#random = random;
  }

  create(call: RouteRequest): SimulatorReply {
    const { body, key } = call;
    const fields = isJsonObject(body) ? body : {};
    const limit = parseGroupLimit(body);
    if (limit === null) return INVALID_LIMIT;
    const user = key?.user ?? '';
    const named = typeof fields.subaccount === 'number' ? fields.subaccount : null;
    const subaccount = key?.subaccount ?? named ?? 0;
    if (named !== null && named !== subaccount) return nested(403, 'subaccount_not_allowed');
    if (this.#groupsOf(user).length >= GROUPS_MAX)
      return flat('invalid_parameters', `at most ${GROUPS_MAX} order groups`);
    const group: OrderGroup = {
      number: this.#core.state.nextNumber(),
      id: randomUuid(this.#random),
      user,
      subaccount,
      shard: readShard(call),
      limit,
      isTriggered: false,
      matched: [],
    };
    this.#core.putGroup(group, 'created');
    return json(201, { order_group_id: group.id, subaccount, exchange_index: group.shard });
  }

  list({ key, query }: RouteRequest): SimulatorReply {
    const subaccount = key?.subaccount ?? parseInteger(query, 'subaccount');
    const groups = this.#groupsOf(key?.user ?? '').filter(
      (group) => subaccount === null || group.subaccount === subaccount,
    );
    return json(200, { order_groups: groups.map(({ id, ...group }) => ({ id, ...renderTerms(group) })) });
  }

  /** The group that a request names; null for one of another user or subaccount. */
  find({ key, query, params }: RouteRequest): OrderGroup | null {
    const group = this.#core.state.groups.get(params.group ?? '') ?? null;
    const subaccount = key?.subaccount ?? parseInteger(query, 'subaccount') ?? group?.subaccount;
    return group?.user === key?.user && group?.subaccount === subaccount ? group : null;
  }

  render(group: OrderGroup): SimulatorReply {
    const orders = this.#core.state.getRestingInGroup(group).map(({ id }) => id);
    return json(200, { ...renderTerms(group), orders });
  }

  remove(group: OrderGroup): SimulatorReply {
    this.#core.removeGroup(group);
    return DONE;
  }

  reset(group: OrderGroup): SimulatorReply {
    this.#core.putGroup({ ...group, isTriggered: false, matched: [] }, 'reset');
    return DONE;
  }

  trigger(group: OrderGroup): SimulatorReply {
    this.#core.putGroup({ ...group, isTriggered: true }, 'triggered');
    return DONE;
  }

  /** A limit that was matched already triggers the group. */
  setLimit(group: OrderGroup, { body, now }: RouteRequest): SimulatorReply {
    const limit = parseGroupLimit(body);
    if (limit === null) return INVALID_LIMIT;
    this.#core.putGroup({ ...group, limit }, 'limit_updated');
    if (!group.isTriggered && isLimitHit({ ...group, limit }, now)) this.trigger({ ...group, limit });
    return DONE;
  }

  #groupsOf(user: string): readonly OrderGroup[] {
    return [...this.#core.state.groups.values()].filter((group) => group.user === user);
  }
}

const DONE = json(200, {});
const INVALID_LIMIT = flat('invalid_parameters', 'contracts_limit must be 1 to 1000000');

const renderTerms = ({ limit, shard }: Pick<OrderGroup, 'limit' | 'shard'>) => ({
  contracts_limit_fp: count2(limit),
  is_auto_cancel_enabled: true,
  exchange_index: shard,
});
