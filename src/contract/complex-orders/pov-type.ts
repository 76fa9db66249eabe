import * as param from '../model/param-table.ts';
import { FINISH } from './twap-type.ts';

/** A share of the volume that others trade. */
export const POV_TYPE = {
  price: 'required',
  contract: 'INSTRUMENT',
  params: {
    participation: param.share({ isRequired: true, about: 'From 0.01 to 0.5.' }), // 1e-8
    windowMs: param.count(1_000, 3_600_000), // the order follows volume and price once in it
    finish: FINISH, // CROSS: in the last window before the expiry the rest is taken
    maxOutageMs: param.MAX_OUTAGE_MS,
  },
} as const satisfies param.ParentTypeDefinition;

export type PovParams = param.ParamsOf<'POV', typeof POV_TYPE.params>;
