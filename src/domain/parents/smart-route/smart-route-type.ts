import {
  MAX_OUTAGE_MS,
  nullable,
  type ParamsOf,
  type ParentTypeDefinition,
  price,
  recordOnly,
  venues,
} from '../../model/param-table.ts';
import { MOVES } from '../peg/peg-type.ts';

/** One order on a generic asset that goes to the cheapest member. */
export const SMART_ROUTE_TYPE = {
  price: 'required',
  contract: 'ASSET',
  params: {
    minImprovement: nullable(price()), // per contract, fees included; null: one tick
    ...MOVES,
    venues: recordOnly(nullable(venues({ isAdded: true }))), // in `routing`: a restriction of its members; null means all
    maxOutageMs: MAX_OUTAGE_MS,
  },
} as const satisfies ParentTypeDefinition;

export type SmartRouteParams = ParamsOf<'SMART_ROUTE', typeof SMART_ROUTE_TYPE.params>;
