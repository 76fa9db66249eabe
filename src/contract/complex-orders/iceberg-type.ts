import * as param from '../model/param-table.ts';

const RELOAD_S_MAX = 3_600;

export const ICEBERG_TYPE = {
  price: 'required',
  contract: 'INSTRUMENT',
  params: {
    displayQty: param.qty({ isAmendable: true, about: 'Required, under this name or as `displayed_qty`.' }),
    displayedQty: param.requestOnly(
      param.qty({ isAmendable: true, about: 'Another name of `display_qty`.' }),
    ),
    reloadDelayMs: param.count(0, RELOAD_S_MAX * 1_000),
    reloadDelayS: param.requestOnly(param.count(0, RELOAD_S_MAX)),
    displayJitter: param.fraction(), // of the displayed quantity, 1e-8
    maxOutageMs: param.MAX_OUTAGE_MS,
  },
} as const satisfies param.ParentTypeDefinition;

export type IcebergParams = param.ParamsOf<'ICEBERG', typeof ICEBERG_TYPE.params>;
