import * as param from '../model/param-table.ts';
import { FIRING } from './stop-type.ts';

/** A stop whose trigger follows the best watched price. Exactly one of the distances is not null. */
export const TRAILING_STOP_TYPE = {
  price: 'optional',
  contract: 'INSTRUMENT',
  params: {
    trail: param.nullable(param.price({ isAmendable: true, about: 'This or `trail_percent`.' })),
    trailPercent: param.nullable(param.share({ isAmendable: true })), // of the best watched price, 1e-8 of a percent
    activationPrice: param.nullable(param.price()), // it follows from here on; null: at once
    ...FIRING,
    maxOutageMs: param.MAX_OUTAGE_MS,
  },
} as const satisfies param.ParentTypeDefinition;

export type TrailingStopParams = param.ParamsOf<'TRAILING_STOP', typeof TRAILING_STOP_TYPE.params>;
