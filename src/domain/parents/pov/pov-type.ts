import {
  count,
  MAX_OUTAGE_MS,
  type ParamsOf,
  type ParentTypeDefinition,
  share,
} from '../../model/param-table.ts';
import { FINISH } from '../twap/twap-type.ts';

/** A share of the volume that others trade. */
export const POV_TYPE = {
  price: 'required',
  contract: 'INSTRUMENT',
  params: {
    participation: share({ isRequired: true, about: 'From 0.01 to 0.5.' }), // 1e-8
    windowMs: count(1_000, 3_600_000), // the order follows volume and price once in it
    finish: FINISH, // CROSS: in the last window before the expiry the rest is taken
    maxOutageMs: MAX_OUTAGE_MS,
  },
} as const satisfies ParentTypeDefinition;

export type PovParams = ParamsOf<'POV', typeof POV_TYPE.params>;
