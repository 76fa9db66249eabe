import * as param from '../model/param-table.ts';

export const SLICE_MS_MIN = 1_000;

/** What happens to the rest at the end: it is cancelled, or taken within the price. */
export const FINISH = param.choice(['CANCEL', 'CROSS']);

/** Equal parts at equal intervals. */
export const TWAP_TYPE = {
  price: 'required',
  contract: 'INSTRUMENT',
  params: {
    durationMs: param.count(SLICE_MS_MIN, 7 * 86_400_000, { isRequired: true }),
    slices: param.count(1, 1_000, { isRequired: true }),
    style: param.choice(['PASSIVE', 'AGGRESSIVE']), // parts rest at the touch, or take
    catchUp: param.choice(['SKIP', 'SPREAD']), // what a part leaves is skipped, or spread over the next ones
    finish: FINISH,
    maxOutageMs: param.MAX_OUTAGE_MS,
  },
} as const satisfies param.ParentTypeDefinition;

export type TwapParams = param.ParamsOf<'TWAP', typeof TWAP_TYPE.params>;
