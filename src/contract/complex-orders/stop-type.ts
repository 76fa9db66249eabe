import * as param from '../model/param-table.ts';

export const TRIGGER_SOURCES = ['TOUCH', 'MID', 'LAST'] as const;
export type TriggerSource = (typeof TRIGGER_SOURCES)[number];

/** How a trigger is watched and what follows it. */
export const FIRING = {
  triggerSource: param.choice(TRIGGER_SOURCES, {
    about:
      '`TOUCH` (default): the best price that the order would take. `MID`: between bid and ask. `LAST`: the last trade.',
  }),
  confirmMs: param.count(0, 60_000), // how long the trigger must be met without interruption
  // Distance of the child's limit from the touch; null: the parent has a price.
  maxSlippage: param.nullable(param.price({ about: 'Only without a `price`.' })),
  afterPartial: param.choice(['REPEAT', 'END'], { about: 'Only without a `price`.' }),
};

/** Prices are in terms of the parent's outcome. */
export const STOP_TYPE = {
  price: 'optional',
  contract: 'INSTRUMENT',
  params: {
    triggerPrice: param.price({ isRequired: true, isAmendable: true }),
    ...FIRING,
    fireIfMet: param.flag(),
    maxOutageMs: param.MAX_OUTAGE_MS,
  },
} as const satisfies param.ParentTypeDefinition;

export type StopParams = param.ParamsOf<'STOP', typeof STOP_TYPE.params>;
