import {
  type FieldReader,
  floorToLot,
  minQty,
  ONE,
  type ParamsOf,
  parseDecimal,
  type Qty,
  TYPE_DEFINITIONS,
} from '#contract';
import { optionalQty, readCount, readOutageMs } from '../../rules/param-readers.ts';
import {
  type ParentRules,
  PLAIN_PARAMS,
  PLAIN_RULES,
  planWhole,
  REPEAT_MS,
} from '../../rules/parent-rules.ts';
import { findLots } from '../stop/stop-rules.ts';

const JITTER_MAX = ONE / 2n;
const RANDOM_STEPS = 1_000_000;
const JITTER_UNITS = ONE * BigInt(RANDOM_STEPS);

/** ICEBERG: a large order, shown in small parts. */
export const ICEBERG_RULES: ParentRules<ParamsOf<'ICEBERG'>> = {
  ...PLAIN_RULES,
  params: {
    ...PLAIN_PARAMS,
    read: readIceberg,
    amend: (reader, before) => ({ ...before, displayQty: readDisplayQty(reader) ?? before.displayQty }),
  },
  plan({ displayQty, displayJitter }, terms, { qtyStep, qtyMin }) {
    const { qty, price } = terms;
    const least = displayQty - (displayQty * displayJitter) / ONE;
    const shown = least - (least % qtyStep);
    const smallest = shown < qtyMin ? qtyMin : shown;
    const rest = displayJitter === 0n ? qty % displayQty : 0n;
    return planWhole(terms, {
      quantities: [{ field: 'params.display_qty', qty: displayQty }],
      sample: { qty: displayQty, price },
      childrenMax: Number((qty + smallest - 1n) / smallest),
      warnings:
        rest > 0n && rest < qtyMin
          ? ['the last part is below the minimum of the market and is not placed']
          : [],
    });
  },
  /** At most `display_qty`, varied by the jitter, in whole lots. */
  findTerms(parent, { displayQty, displayJitter }, { grid, random }) {
    const left = findLots(parent, grid);
    if (left < grid.qtyMin) return 'below_minimum';
    const { price, tif } = parent;
    if (price === null) return null;
    const jitter = (displayQty * displayJitter * BigInt(Math.floor(random * RANDOM_STEPS))) / JITTER_UNITS;
    const shown = floorToLot((displayQty - jitter) as Qty, grid.qtyStep);
    return { qty: minQty(left, shown < grid.qtyMin ? grid.qtyMin : shown), price, tif };
  },
  delayMs: ({ reloadDelayMs }, { status }) => (status === 'FILLED' ? reloadDelayMs : REPEAT_MS),
};

function readIceberg(reader: FieldReader): ParamsOf<'ICEBERG'> | null {
  const displayQty = readDisplayQty(reader);
  const hasQty = ['display_qty', 'displayed_qty'].some((name) => reader.value(name) !== undefined);
  if (!hasQty) reader.addIssue('display_qty', 'required');
  const seconds = readCount(reader, 'reload_delay_s', TYPE_DEFINITIONS.ICEBERG.params.reloadDelayS);
  const delayMs = readCount(reader, 'reload_delay_ms', TYPE_DEFINITIONS.ICEBERG.params.reloadDelayMs);
  if (seconds !== null && delayMs !== null && seconds * 1_000 !== delayMs)
    reader.addIssue('reload_delay_s', 'differs from reload_delay_ms');
  const params = {
    type: 'ICEBERG',
    reloadDelayMs: delayMs ?? (seconds ?? 0) * 1_000,
    displayJitter:
      reader.optional('display_jitter', parseJitter, 'must be a decimal string from 0 to 0.5') ?? 0n,
    maxOutageMs: readOutageMs(reader),
  } as const;
  return displayQty === null ? null : { ...params, displayQty };
}

/** `displayed_qty` is another name of `display_qty`. */
function readDisplayQty(reader: FieldReader): Qty | null {
  const first = optionalQty(reader, 'display_qty');
  const second = optionalQty(reader, 'displayed_qty');
  if (first !== null && second !== null && first !== second)
    reader.addIssue('displayed_qty', 'differs from display_qty');
  return first ?? second;
}

function parseJitter(value: unknown): bigint | null {
  const jitter = parseDecimal(value);
  return jitter === null || jitter > JITTER_MAX ? null : jitter;
}
