import {
  choice,
  count,
  distance,
  MAX_OUTAGE_MS,
  type ParamsOf,
  type ParentTypeDefinition,
  requestOnly,
} from '../../model/param-table.ts';

const STAY_S_MAX = 3_600;

/** How often a child moves. */
export const MOVES = {
  minStayMs: count(100, STAY_S_MAX * 1_000), // between two moves
  pegMinStayTimeS: requestOnly(count(1, STAY_S_MAX, { about: 'Another name of `min_stay_ms`, in seconds.' })),
  maxMoves: count(1, 10_000), // afterwards it stays where it is
};

/** A resting order that follows the best prices of others. */
export const PEG_TYPE = {
  price: 'required',
  contract: 'INSTRUMENT',
  params: {
    reference: choice(['NEAR', 'FAR', 'MID'], {
      isRequired: true,
      about: '`NEAR`: the best price of the own side. `FAR`: that of the other side. `MID`: between both.',
    }),
    offset: distance({ isAmendable: true }), // behind the reference; negative: ahead of it
    ...MOVES,
    maxOutageMs: MAX_OUTAGE_MS,
  },
} as const satisfies ParentTypeDefinition;

export type PegParams = ParamsOf<'PEG', typeof PEG_TYPE.params>;
