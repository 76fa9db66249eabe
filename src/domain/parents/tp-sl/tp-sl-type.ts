import {
  count,
  MAX_OUTAGE_MS,
  nullable,
  object,
  order,
  type ParamsOf,
  type ParentTypeDefinition,
  requestOnly,
  stopLoss,
  takeProfit,
} from '../../model/param-table.ts';

/** Exits what an entry has filled: a resting take-profit, a stop loss, or both (one of them is not null). */
export const TP_SL_TYPE = {
  price: 'refused',
  contract: 'ENTRY',
  params: {
    // Null only in the request for a bracket, whose entry has no id yet.
    attachTo: nullable(order({ about: 'The entry; or `entry`, which places it.' })),
    entry: requestOnly(object({ about: 'An order as in `POST /v1/orders`, without its keys.' })),
    takeProfit: nullable(takeProfit({ isAmendable: true, about: 'This, `stop_loss` or both.' })),
    stopLoss: nullable(stopLoss({ isAmendable: true })),
    overlapAfterMs: nullable(
      count(0, 3_600_000, {
        isAdded: true,
        acceptsNull: true,
        about:
          'After its trigger the stop waits so long for the end of the take-profit, then both may fill. Null (default): it always waits.',
      }),
    ),
    maxOutageMs: MAX_OUTAGE_MS,
  },
} as const satisfies ParentTypeDefinition;

export type TpSlParams = ParamsOf<'TP_SL', typeof TP_SL_TYPE.params>;
