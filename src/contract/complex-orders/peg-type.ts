import * as param from '../model/param-table.ts';

const STAY_S_MAX = 3_600;

/** How often a child moves. */
export const MOVES = {
  minStayMs: param.count(100, STAY_S_MAX * 1_000), // between two moves
  pegMinStayTimeS: param.requestOnly(
    param.count(1, STAY_S_MAX, { about: 'Another name of `min_stay_ms`, in seconds.' }),
  ),
  maxMoves: param.count(1, 10_000), // afterwards it stays where it is
};

/** A resting order that follows the best prices of others. */
export const PEG_TYPE = {
  price: 'required',
  contract: 'INSTRUMENT',
  params: {
    reference: param.choice(['NEAR', 'FAR', 'MID'], {
      isRequired: true,
      about: '`NEAR`: the best price of the own side. `FAR`: that of the other side. `MID`: between both.',
    }),
    offset: param.distance({ isAmendable: true }), // behind the reference; negative: ahead of it
    ...MOVES,
    maxOutageMs: param.MAX_OUTAGE_MS,
  },
} as const satisfies param.ParentTypeDefinition;

export type PegParams = param.ParamsOf<'PEG', typeof PEG_TYPE.params>;
