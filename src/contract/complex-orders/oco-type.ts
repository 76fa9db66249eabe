import * as param from '../model/param-table.ts';
import { FIRING } from './stop-type.ts';

const PARAMS = {
  legs: param.requestOnly(
    param.legs({
      isRequired: true,
      about:
        '`instrument_id`, `side`, `outcome`, `type` LIMIT or STOP, `price`, and `params` of a STOP: `trigger_price`, `trigger_source`, `max_slippage`. A LIMIT and a STOP, or two LIMIT with `allow_overfill`.',
    }),
  ),
  allowOverfill: param.requestOnly(
    param.flag({ about: 'Of two LIMIT legs: both rest, and up to twice `qty` may fill.' }),
  ),
  limitPrice: param.recordOnly(param.price()),
  limitTarget: param.recordOnly(param.nullable(param.target({ isAdded: true }))), // null: that of the stop
  stop: param.recordOnly(param.nullable(param.stopLoss())), // on the contract of the parent; null: two limits
  otherLimit: param.recordOnly(param.nullable(param.limit({ isAdded: true }))), // the second limit; null: a stop
  triggerSource: param.recordOnly(FIRING.triggerSource),
  maxOutageMs: param.MAX_OUTAGE_MS,
};

export type OcoParams = param.ParamsOf<'OCO', typeof PARAMS>;

const OCO_LEGS: param.LegRules<OcoParams> = {
  ...param.ONE_LEG,
  listTargets({ otherLimit, limitTarget }, own) {
    if (otherLimit !== null) return [limitTarget ?? own, otherLimit];
    return limitTarget === null ? [own] : [own, limitTarget];
  },
  findSecond: ({ otherLimit, limitTarget }) =>
    otherLimit ?? (limitTarget === null ? null : { ...limitTarget, price: null }),
  listPrices: ({ limitPrice, otherLimit }) => (otherLimit === null ? null : [limitPrice, otherLimit.price]),
  countResting: ({ otherLimit }) => (otherLimit === null ? 1 : 2),
};

/** A limit and a stop that share one quantity, or two limits that both rest. */
export const OCO_TYPE = {
  price: 'refused',
  contract: 'LEGS',
  params: PARAMS,
  legs: OCO_LEGS,
} as const satisfies param.ParentTypeDefinition;
