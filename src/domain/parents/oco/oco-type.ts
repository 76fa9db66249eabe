import {
  flag,
  type LegRules,
  legs,
  limit,
  MAX_OUTAGE_MS,
  nullable,
  ONE_LEG,
  type ParamsOf,
  type ParentTypeDefinition,
  price,
  recordOnly,
  requestOnly,
  stopLoss,
  target,
} from '../../model/param-table.ts';
import { FIRING } from '../stop/stop-type.ts';

const PARAMS = {
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
};

export type OcoParams = ParamsOf<'OCO', typeof PARAMS>;

const OCO_LEGS: LegRules<OcoParams> = {
  ...ONE_LEG,
  listTargets({ otherLimit, limitTarget }, own) {
    if (otherLimit !== null) return [limitTarget ?? own, otherLimit];
    return limitTarget === null ? [own] : [own, limitTarget];
  },
  findSecond: ({ otherLimit, limitTarget }) =>
    otherLimit ?? (limitTarget === null ? null : { ...limitTarget, price: null }),
  isTogether: ({ otherLimit }) => otherLimit !== null,
  countResting: ({ otherLimit }) => (otherLimit === null ? 1 : 2),
};

/** A limit and a stop that share one quantity, or two limits that both rest. */
export const OCO_TYPE = {
  price: 'refused',
  contract: 'LEGS',
  params: PARAMS,
  legs: OCO_LEGS,
} as const satisfies ParentTypeDefinition;
