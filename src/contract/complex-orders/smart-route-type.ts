import * as param from '../model/param-table.ts';
import { MOVES } from './peg-type.ts';

/** One order on a generic asset that goes to the cheapest member. */
export const SMART_ROUTE_TYPE = {
  price: 'required',
  contract: 'ASSET',
  params: {
    minImprovement: param.nullable(param.price()), // per contract, fees included; null: one tick
    ...MOVES,
    venues: param.recordOnly(param.nullable(param.venues({ isAdded: true }))), // in `routing`: a restriction of its members; null means all
    maxOutageMs: param.MAX_OUTAGE_MS,
  },
} as const satisfies param.ParentTypeDefinition;

export type SmartRouteParams = param.ParamsOf<'SMART_ROUTE', typeof SMART_ROUTE_TYPE.params>;
