import {
  count,
  fraction,
  MAX_OUTAGE_MS,
  type ParamsOf,
  type ParentTypeDefinition,
  qty,
  requestOnly,
} from '../../model/param-table.ts';

const RELOAD_S_MAX = 3_600;

export const ICEBERG_TYPE = {
  price: 'required',
  contract: 'INSTRUMENT',
  params: {
    displayQty: qty({ isAmendable: true, about: 'Required, under this name or as `displayed_qty`.' }),
    displayedQty: requestOnly(qty({ isAmendable: true, about: 'Another name of `display_qty`.' })),
    reloadDelayMs: count(0, RELOAD_S_MAX * 1_000),
    reloadDelayS: requestOnly(count(0, RELOAD_S_MAX)),
    displayJitter: fraction(), // of the displayed quantity, 1e-8
    maxOutageMs: MAX_OUTAGE_MS,
  },
} as const satisfies ParentTypeDefinition;

export type IcebergParams = ParamsOf<'ICEBERG', typeof ICEBERG_TYPE.params>;
