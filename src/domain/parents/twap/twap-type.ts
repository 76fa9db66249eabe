import {
  choice,
  count,
  MAX_OUTAGE_MS,
  type ParamsOf,
  type ParentTypeDefinition,
} from '../../model/param-table.ts';

export const SLICE_MS_MIN = 1_000;

/** What happens to the rest at the end: it is cancelled, or taken within the price. */
export const FINISH = choice(['CANCEL', 'CROSS']);

/** Equal parts at equal intervals. */
export const TWAP_TYPE = {
  price: 'required',
  contract: 'INSTRUMENT',
  params: {
    durationMs: count(SLICE_MS_MIN, 7 * 86_400_000, { isRequired: true }),
    slices: count(1, 1_000, { isRequired: true }),
    style: choice(['PASSIVE', 'AGGRESSIVE']), // parts rest at the touch, or take
    catchUp: choice(['SKIP', 'SPREAD']), // what a part leaves is skipped, or spread over the next ones
    finish: FINISH,
    maxOutageMs: MAX_OUTAGE_MS,
  },
} as const satisfies ParentTypeDefinition;

export type TwapParams = ParamsOf<'TWAP', typeof TWAP_TYPE.params>;
