import {
  flag,
  legs,
  limit,
  MAX_OUTAGE_MS,
  nullable,
  type ParamsOf,
  type ParentTypeDefinition,
  price,
  recordOnly,
  requestOnly,
  stopLoss,
  target,
} from '../../model/param-table.ts';
import { FIRING } from '../stop/stop-type.ts';

/** A limit and a stop that share one quantity, or two limits that both rest. */
export const OCO_TYPE = {
  price: 'refused',
  contract: 'LEGS',
  params: {
    legs: requestOnly(
      legs({
        isRequired: true,
        about:
          '`instrument_id`, `side`, `outcome`, `type` LIMIT or STOP, `price`, and `params` of a STOP: `trigger_price`, `trigger_source`, `max_slippage`. A LIMIT and a STOP, or two LIMIT with `allow_overfill`.',
      }),
    ),
    allowOverfill: requestOnly(
      flag({ about: 'Of two LIMIT legs: both rest, and up to twice `qty` may fill.' }),
    ),
    limitPrice: recordOnly(price()),
    limitTarget: recordOnly(nullable(target({ isAdded: true }))), // null: that of the stop
    stop: recordOnly(nullable(stopLoss())), // on the contract of the parent; null: two limits
    otherLimit: recordOnly(nullable(limit({ isAdded: true }))), // the second limit; null: a stop
    triggerSource: recordOnly(FIRING.triggerSource),
    maxOutageMs: MAX_OUTAGE_MS,
  },
} as const satisfies ParentTypeDefinition;

export type OcoParams = ParamsOf<'OCO', typeof OCO_TYPE.params>;
