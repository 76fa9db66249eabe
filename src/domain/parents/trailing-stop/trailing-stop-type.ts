import {
  MAX_OUTAGE_MS,
  nullable,
  type ParamsOf,
  type ParentTypeDefinition,
  price,
  share,
} from '../../model/param-table.ts';
import { FIRING } from '../stop/stop-type.ts';

/** A stop whose trigger follows the best watched price. Exactly one of the distances is not null. */
export const TRAILING_STOP_TYPE = {
  price: 'optional',
  contract: 'INSTRUMENT',
  params: {
    trail: nullable(price({ isAmendable: true, about: 'This or `trail_percent`.' })),
    trailPercent: nullable(share({ isAmendable: true })), // of the best watched price, 1e-8 of a percent
    activationPrice: nullable(price()), // it follows from here on; null: at once
    ...FIRING,
    maxOutageMs: MAX_OUTAGE_MS,
  },
} as const satisfies ParentTypeDefinition;

export type TrailingStopParams = ParamsOf<'TRAILING_STOP', typeof TRAILING_STOP_TYPE.params>;
