import type { Command } from 'commander';
import { ORDER_FLAG_LIST, type OrderFlagKind, parseQty, renderDecimal, snakeCase } from '#contract';
import type { NewOrder, OrderPreview, Side, Tif } from '../../sdk/src/index.ts';
import { idNumber, toOption } from './api-calls.ts';
import type { Connection } from './api-connection.ts';
import { invalid } from './cli-failure.ts';
import { findTraded } from './instrument-names.ts';
import { describeSentAs } from './order-reads.ts';
import type { View } from './output.ts';
import { columns } from './terminal-io.ts';

export interface OrderOptions {
  readonly price?: string;
  readonly no?: boolean; // the NO contract
  readonly tif?: string;
  readonly expires?: string;
  readonly asset?: string;
  readonly split?: boolean;
  readonly best?: boolean;
  readonly venues?: string;
}

/** The parsed arguments of the command line. */
interface TypedOrder {
  readonly target: string; // instrument or asset
  readonly qty: string;
  readonly price: string | undefined;
}

/** Parses `ID QTY [@PRICE]`, or `QTY [@PRICE]` with `--asset`. Fails on ambiguous arguments. */
export function typedOrder(words: readonly string[], options: OrderOptions): TypedOrder {
  const [target, qty, at, ...others] = options.asset === undefined ? words : [options.asset, ...words];
  if (target === undefined || qty === undefined || others.length > 0)
    throw invalid('expected ID QTY [@PRICE], or QTY [@PRICE] with --asset ID.');
  if (at !== undefined && !at.startsWith('@')) throw invalid(`${at}: write a price as @${at}.`);
  if (at !== undefined && options.price !== undefined)
    throw invalid('the price is given twice: use @PRICE or --price.');
  if (options.split === true && options.best === true) throw invalid('--split or --best, not both.');
  const isRouted = options.split === true || options.best === true || options.venues !== undefined;
  if (isRouted && options.asset === undefined)
    throw invalid('--split, --best and --venues route a generic asset: add --asset ID.');
  return { target, qty, price: at?.slice(1) ?? options.price };
}

/** Builds the API request; looks up the instrument of a ticker. */
export async function buildOrder(
  connection: Connection,
  side: Side,
  { target, qty, price }: TypedOrder,
  options: OrderOptions,
): Promise<NewOrder> {
  const where =
    options.asset === undefined
      ? { instrument_id: await findTraded(connection.client, target) }
      : { generic_asset_id: idNumber('--asset', target), routing: toRouting(options) };
  const order = {
    subaccount_id: await connection.subaccount(),
    side,
    outcome: options.no === true ? 'NO' : 'YES',
    qty,
    ...where,
    ...toTerms(price, options),
    ...readFlags(options),
  };
  return order as NewOrder;
}

const toRouting = ({ split, venues }: OrderOptions) => ({
  mode: split === true ? ('SPLIT' as const) : ('BEST_PRICE' as const),
  ...(venues === undefined ? {} : { venues: venues.split(',') }),
});

/** The service validates combinations of these fields. */
function toTerms(price: string | undefined, { tif: givenTif, expires }: OrderOptions) {
  const tif = (givenTif?.toUpperCase() ?? (expires === undefined ? undefined : 'GTD')) as Tif | undefined;
  return {
    type: price === undefined ? 'MARKET' : 'LIMIT',
    ...(price === undefined ? {} : { price }),
    ...(tif === undefined ? {} : { tif }),
    ...(expires === undefined ? {} : { expires_at: expires }),
  };
}

const REQUESTED = ORDER_FLAG_LIST.filter(([, { requested }]) => requested !== undefined);
const ARGUMENTS: { readonly [Kind in OrderFlagKind]?: string } = {
  time: ' <time>',
  choice: ' <mode>',
  text: ' <text>',
};

/** Adds an option for each flag that a request may have. */
export function withFlags(command: Command): Command {
  for (const [name, { kind, typed }] of REQUESTED)
    command.option(`${toOption(snakeCase(name))}${ARGUMENTS[kind] ?? ''}`, typed);
  return command;
}

/** The flags that the options name. The service validates the values; the end of a choice is enough. */
export function readFlags(options: object): object {
  const typed = options as Readonly<Record<string, string | true | undefined>>;
  const given = REQUESTED.flatMap(([name, { choices = [] }]) => {
    const value = typed[name];
    const word = `${value}`.toUpperCase().replaceAll('-', '_');
    const chosen = choices.find((choice) => choice === word || choice.endsWith(`_${word}`));
    return value === undefined ? [] : [[snakeCase(name), chosen ?? value] as const];
  });
  return Object.fromEntries(given);
}

/** Renders a preview: one line per leg, the skipped venues and the totals. */
export function previewView(order: NewOrder, preview: OrderPreview): View {
  return {
    value: preview,
    rows: preview.legs.map((leg) => ({ mode: preview.mode, ...leg, ...preview.totals })),
    columns: ['venue', 'outcome', 'qty', 'price', 'expected.fee'],
    isOne: false,
    drawn: drawn(order, preview),
  };
}

function drawn({ tif }: NewOrder, preview: OrderPreview) {
  const { mode, legs, candidates, totals, unroutable, unrouted_qty: unrouted, warnings } = preview;
  const head = ['LEG', 'VENUE', 'INSTRUMENT', 'QTY', 'LIMIT', 'TAKES', 'RESTS', 'AVG', 'FEE', 'COST'];
  const rows = legs.map(({ leg, venue, instrument_id, qty, price, expected }) => [
    `${leg}`,
    venue,
    `${instrument_id}`,
    qty,
    price ?? '-',
    expected?.takes_qty ?? '-',
    expected?.rests_qty ?? '-',
    expected?.avg_price ?? '-',
    expected?.fee ?? '-',
    expected?.cost ?? '-',
  ]);
  const skipped = candidates.filter(({ dropped }) => dropped !== null);
  return [
    `${mode}, nothing placed`,
    ...(unroutable === null ? columns([head, ...rows]) : [`not routable: ${unroutable}`]),
    ...legs
      .map((leg) => [leg.leg, describeSentAs(leg)])
      .flatMap(([leg, sent]) => (sent === '' ? [] : [`leg ${leg} ${sent}`])),
    ...skipped.map(({ venue, instrument_id, dropped }) => `skipped ${venue} ${instrument_id}: ${dropped}`),
    ...(unrouted === '0' ? [] : [`not routed: ${unrouted}`]),
    ...legs.flatMap((leg) => describeShortfall(leg, tif)),
    ...(totals === null
      ? []
      : [
          `cost ${totals.cost} with fees ${totals.fees}; maximum loss ${totals.max_loss}, payout ${totals.payout}`,
        ]),
    ...warnings.map(({ order_id: id }) => `warning: its price crosses your order ${id} at another venue`),
  ];
}

/** What becomes of the part of a leg that would neither fill nor rest, since the book does not offer it. */
function describeShortfall(
  { leg, qty, expected }: OrderPreview['legs'][number],
  tif: NewOrder['tif'],
): readonly string[] {
  if (expected === null) return [];
  const [all, takes, rests] = [qty, expected.takes_qty, expected.rests_qty].map(parseQty);
  const left = (all ?? 0n) - (takes ?? 0n) - (rests ?? 0n);
  if (left <= 0n) return [];
  const end =
    tif === 'FOK'
      ? 'FOK fills all of it or nothing, so nothing would fill'
      : `the other ${renderDecimal(left)} would be cancelled`;
  return [`leg ${leg}: the book offers ${expected.takes_qty} of ${qty} now, ${end}`];
}
