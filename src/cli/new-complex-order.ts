import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { PLAIN_TYPES } from '#contract';
import type { ComplexOrder, ComplexOrderDraft, NewComplexOrder } from '../../sdk/src/index.ts';
import { type CallingOptions, idNumber, instrumentRef, withCalling, withSubaccount } from './api-calls.ts';
import { allowWrite, asking, type Connection, connect } from './api-connection.ts';
import type { CliContext, Run } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { examples, COMPLEX_HELP as HELP } from './help-texts.ts';
import { recordView, show } from './output.ts';
import { readParams, withParams } from './param-options.ts';

/** The fields of a complex order, and those of its responses in `show`. */
export const COMPLEX_COLUMNS = [
  'id',
  'type',
  'status',
  'paused_by',
  'reason',
  'side',
  'outcome',
  'qty',
  'filled_qty',
  'live_qty',
  'price',
  'instrument_id',
];
export const COMPLEX_RECORD = [
  ...COMPLEX_COLUMNS,
  'unprotected_qty',
  'hedge.unhedged_qty',
  'hedge.edge_promised',
  'hedge.edge_got',
  'state.watched_price',
  'state.trigger_price',
  'state.overfilled_qty',
  'avg_fill_price',
  'child_order_ids',
  'subaccount_id',
  'idempotency_key',
  'tag',
  'triggered_at',
  'created_at',
];

/** The options of every command; those of the parameters follow from the type. */
export interface PlaceOptions extends CallingOptions {
  readonly price?: string;
  readonly no?: boolean;
  readonly expires?: string;
  readonly postOnly?: boolean;
  readonly reduceOnly?: boolean;
  readonly dryRun?: boolean;
  readonly tag?: string;
  readonly key?: string;
}

interface RouteOptions extends PlaceOptions {
  readonly venues?: string;
}

/** An exit: its take-profit, its stop, or both. */
interface ExitOptions extends PlaceOptions {
  readonly takeProfit?: string;
  readonly stop?: string;
  readonly stopLimit?: string;
  readonly slippage?: string;
}

interface OcoOptions extends ExitOptions {
  readonly source?: string;
  readonly other?: string;
  readonly otherPrice?: string;
}

/** The words of a command: the contract and how much of it. */
interface Target {
  readonly side: string;
  readonly id: string;
  readonly qty: string;
}

/** The fields of the request besides its subaccount and its expiry. */
type Terms = Omit<ComplexOrderDraft, 'subaccount_id'>;

/** Adds one command for each type of complex order. */
export function addNewComplexOrderCommands(program: Command, run: Run): void {
  for (const { type, contract, command } of PLAIN_TYPES) {
    const isRouted = contract === 'ASSET';
    const plain = program.command(type.toLowerCase().replaceAll('_', '-'));
    const added = withParams(withTerms(plain, isRouted ? 'the generic asset' : 'the instrument'), type);
    if (isRouted) added.option('--venues <names>', 'only these venues, separated by commas; default: all');
    const note = command.note === undefined ? '' : `\n\n${command.note}`;
    added
      .description(command.about)
      .addHelpText('after', `${examples(...command.examples)}${note}`)
      .action((side: string, id: string, qty: string, options: RouteOptions) =>
        run((session) =>
          place(session, options, () => ({
            type,
            ...(isRouted ? toRouted({ side, id, qty }, options) : toTarget({ side, id, qty }, options)),
            ...toFlags(options),
            params: readParams(type, options),
          })),
        ),
      );
  }
  addExitCommands(program, run);
}

function addExitCommands(program: Command, run: Run): void {
  withTwoSides(withParams(withLife(withTarget(program.command('oco'))), 'OCO'))
    .requiredOption('--price <price>', 'price of the resting limit')
    .option('--stop <price>', 'price at which the stop fires')
    .option('--other <id>', 'the instrument of the other leg; default: the same')
    .option('--other-price <price>', 'instead of --stop: price of a second limit, which rests too')
    .option('--source <source>', 'with --stop: touch, mid or last; default: touch')
    .option('--reduce-only', 'only reduce the position')
    .description('place a limit and a stop, or two limits, that share one quantity')
    .addHelpText('after', HELP.oco)
    .action((side: string, id: string, qty: string, options: OcoOptions) =>
      run((session) => place(session, options, () => toOco({ side, id, qty }, options))),
    );
  withExit(withTarget(program.command('bracket')))
    .option('--price <price>', 'limit of the entry; default: a market order')
    .option('--post-only', 'the entry never trades immediately')
    .description('open a position together with its take-profit and stop loss')
    .addHelpText('after', HELP.bracket)
    .action((side: string, id: string, qty: string, options: ExitOptions) =>
      run((session) =>
        place(session, options, () => {
          const entry = toEntry(toTarget({ side, id, qty }, options), options);
          return { type: 'TP_SL', params: { ...toExitParams(options), entry } };
        }),
      ),
    );
  withExit(withCalling(withSubaccount(program.command('protect'))))
    .argument('<order>', 'the order whose fills are exited')
    .description('add a take-profit and a stop loss to an order')
    .addHelpText('after', HELP.protect)
    .action((order: string, options: ExitOptions) =>
      run((session) =>
        place(session, options, () => {
          const attachTo = order.startsWith('ord_') ? order : `ord_${order}`;
          return { type: 'TP_SL', params: { ...toExitParams(options), attach_to: attachTo } };
        }),
      ),
    );
}

const withTarget = (command: Command, id = 'the instrument'): Command =>
  withCalling(withSubaccount(command))
    .argument('<side>', 'buy or sell')
    .argument('<id>', id)
    .argument('<qty>')
    .option('--no', 'the NO contract instead of YES');

export const withLife = (command: Command): Command =>
  command
    .option('--expires <time>', 'RFC 3339; makes it GTD')
    .option('--tag <tag>', 'of all its orders, to group them')
    .option('--dry-run', 'show what it would do; store nothing')
    .option('--key <idempotency_key>', 'default: generated');

const withTerms = (command: Command, id: string): Command =>
  withLife(
    withTarget(command, id)
      .option('--price <price>', 'the worst price of any part')
      .option('--post-only', 'its parts never trade immediately')
      .option('--reduce-only', 'only reduce the position'),
  );

const withExit = (command: Command): Command =>
  withParams(withTwoSides(withLife(command)), 'TP_SL')
    .option('--take-profit <price>', 'price of the resting exit')
    .option('--stop <price>', 'price at which the stop loss fires');

const withTwoSides = (command: Command): Command =>
  command
    .option('--stop-limit <price>', 'limit of the stop, which then rests')
    .option(
      '--slippage <price>',
      'without --stop-limit: distance of the limit from the touch; default: 0.05',
    );

export async function place(session: CliContext, options: PlaceOptions, toTerms: () => Terms): Promise<void> {
  const connection = connect(session, options);
  const order = await asking(() => buildOrder(connection, toTerms(), options));
  if (options.dryRun === true) {
    const preview = await asking(() => connection.client.complexOrders.preview(order));
    return show(session.terminal, options, recordView(preview, PREVIEW_RECORD));
  }
  await allowWrite(connection);
  const key = options.key ?? `cli-${randomUUID()}`;
  if (options.key === undefined) session.terminal.notify(`idempotency_key ${key}`);
  const placed: ComplexOrder = await asking(() =>
    connection.client.complexOrders.create({ ...order, idempotency_key: key }),
  );
  show(session.terminal, options, recordView(placed, COMPLEX_RECORD));
}

const PREVIEW_RECORD = [
  'would_trigger_now',
  'watched_price',
  'children_max',
  'max_cost',
  'max_loss',
  'reserved',
  'warnings',
  'hedge.qty',
  'hedge.edge_total',
  'hedge.worst_case_total',
  'hedge.settlement_risk',
];

async function buildOrder(
  connection: Connection,
  terms: Terms,
  { expires, tag }: PlaceOptions,
): Promise<NewComplexOrder> {
  const expiry = expires === undefined ? {} : { tif: 'GTD' as const, expires_at: expires };
  const subaccount_id = await connection.subaccount();
  // The service checks the parameters and names the wrong ones.
  return { subaccount_id, ...terms, ...expiry, ...withoutAbsent({ tag }) } as NewComplexOrder;
}

function toTarget({ id, ...target }: Target, options: PlaceOptions) {
  const contract = toContract(target, options);
  return { instrument_id: instrumentRef('ID', id), ...contract };
}

function toContract({ side, qty }: Omit<Target, 'id'>, { no }: PlaceOptions) {
  const upper = side.toUpperCase();
  if (upper !== 'BUY' && upper !== 'SELL') throw invalid('the side must be buy or sell.');
  const outcome = no === true ? ('NO' as const) : ('YES' as const);
  return { side: upper, outcome, qty } as const;
}

const toFlags = ({ price, postOnly, reduceOnly }: PlaceOptions) => ({
  ...(price === undefined ? {} : { price }),
  ...(postOnly === true ? { post_only: true } : {}),
  ...(reduceOnly === true ? { reduce_only: true } : {}),
});

const toEntry = (target: ReturnType<typeof toTarget>, options: PlaceOptions) => ({
  ...target,
  type: options.price === undefined ? 'MARKET' : 'LIMIT',
  ...toFlags(options),
});

function toRouted({ id, ...target }: Target, options: RouteOptions) {
  const generic_asset_id = idNumber('ID', id);
  const { venues } = options;
  const routing = { mode: 'BEST_PRICE', venues: venues?.split(',') } as const;
  return { generic_asset_id, ...(venues === undefined ? {} : { routing }), ...toContract(target, options) };
}

function toOco(target: Target, options: OcoOptions): Terms {
  const { price, stopLimit, stop, slippage, source, reduceOnly, other, otherPrice } = options;
  if ((stop === undefined) === (otherPrice === undefined))
    throw invalid('name either --stop or --other-price.');
  const { qty, ...leg } = toTarget(target, options);
  const second = other === undefined ? leg : { ...leg, instrument_id: instrumentRef('--other', other) };
  const trigger_source = source?.toUpperCase();
  const fired = withoutAbsent({ trigger_price: stop, trigger_source, max_slippage: slippage });
  const legs = [
    { ...leg, type: 'LIMIT', price },
    stop === undefined
      ? { ...second, type: 'LIMIT', price: otherPrice }
      : { ...second, type: 'STOP', ...withoutAbsent({ price: stopLimit }), params: fired },
  ];
  const params = { legs, ...readParams('OCO', options) };
  return { type: 'OCO', qty, ...(reduceOnly === true ? { reduce_only: true } : {}), params };
}

function toExitParams(options: ExitOptions) {
  const { takeProfit, stop, stopLimit, slippage } = options;
  if (stop === undefined && takeProfit === undefined) throw invalid('name --take-profit, --stop or both.');
  const loss = withoutAbsent({ trigger_price: stop, price: stopLimit, max_slippage: slippage });
  return {
    ...(takeProfit === undefined ? {} : { take_profit: { price: takeProfit } }),
    ...(Object.keys(loss).length === 0 ? {} : { stop_loss: loss }),
    ...readParams('TP_SL', options),
  };
}

export const withoutAbsent = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
