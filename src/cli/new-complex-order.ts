import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { ComplexOrder, ComplexOrderDraft, NewComplexOrder } from '../../sdk/src/index.ts';
import {
  type CallingOptions,
  idNumber,
  instrumentRef,
  wholeNumber,
  withCalling,
  withSubaccount,
} from './api-calls.ts';
import { allowWrite, asking, type Connection, connect } from './api-connection.ts';
import type { CliContext, Run } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { COMPLEX_HELP as HELP } from './help-texts.ts';
import { recordView, show } from './output.ts';

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

export interface PlaceOptions extends CallingOptions {
  readonly price?: string;
  readonly no?: boolean;
  readonly expires?: string;
  readonly postOnly?: boolean;
  readonly reduceOnly?: boolean;
  readonly trigger?: string;
  readonly source?: string;
  readonly slippage?: string;
  readonly confirm?: string;
  readonly show?: string;
  readonly reload?: string;
  readonly jitter?: string;
  readonly takeProfit?: string;
  readonly stop?: string;
  readonly stopLimit?: string;
  readonly trail?: string;
  readonly trailPercent?: string;
  readonly activation?: string;
  readonly duration?: string;
  readonly slices?: string;
  readonly aggressive?: boolean;
  readonly spread?: boolean;
  readonly cross?: boolean;
  readonly reference?: string;
  readonly offset?: string;
  readonly stay?: string;
  readonly moves?: string;
  readonly participation?: string;
  readonly window?: string;
  readonly improvement?: string;
  readonly venues?: string;
  readonly other?: string;
  readonly otherPrice?: string;
  readonly allowOverfill?: boolean;
  readonly overlap?: string;
  readonly dryRun?: boolean;
  readonly tag?: string;
  readonly key?: string;
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
  const addType = (command: Command, type: NewComplexOrder['type'], toParams: typeof toStopParams): void =>
    void command.action((side: string, id: string, qty: string, options: PlaceOptions) =>
      run((session) =>
        place(session, options, () => ({
          type,
          ...toTarget({ side, id, qty }, options),
          ...toFlags(options),
          params: toParams(options),
        })),
      ),
    );
  const stop = withFiring(withTerms(program.command('stop')))
    .requiredOption('--trigger <price>', 'price at which it fires')
    .description('place an order once a price is reached')
    .addHelpText('after', HELP.stop);
  addType(stop, 'STOP', toStopParams);
  const iceberg = withTerms(program.command('iceberg'))
    .requiredOption('--show <qty>', 'largest quantity that rests at a time')
    .option('--reload <ms>', 'pause before the next part; default: 0')
    .option('--jitter <fraction>', 'makes each part smaller by up to this fraction, at most 0.5')
    .description('place a large order in small parts')
    .addHelpText('after', HELP.iceberg);
  addType(iceberg, 'ICEBERG', toIcebergParams);
  const trailing = withFiring(withTerms(program.command('trailing-stop')))
    .option('--trail <price>', 'distance of the trigger from the best price')
    .option('--trail-percent <percent>', 'the distance as a share of the best price')
    .option('--activation <price>', 'it follows once this price is reached; default: at once')
    .description('place an order once the price has turned by a distance')
    .addHelpText('after', HELP.trailing);
  addType(trailing, 'TRAILING_STOP', toTrailingParams);
  const twap = withTerms(program.command('twap'))
    .requiredOption('--duration <ms>', 'time over which it is placed')
    .requiredOption('--slices <n>', 'number of parts, at equal intervals')
    .option('--aggressive', 'its parts take within the price; default: they rest at the touch')
    .option('--spread', 'what a part leaves is added to the next ones; default: skipped')
    .option('--cross', 'at the end the rest is taken within the price; default: cancelled')
    .description('place an order in equal parts over time')
    .addHelpText('after', HELP.twap);
  addType(twap, 'TWAP', toTwapParams);
  const peg = withMoves(withTerms(program.command('peg')))
    .requiredOption('--reference <reference>', 'near, far or mid: the price of others that it follows')
    .option('--offset <price>', 'distance behind that price; negative: ahead of it; default: 0')
    .description('rest at a price that follows the best prices of others')
    .addHelpText('after', HELP.peg);
  addType(peg, 'PEG', toPegParams);
  const pov = withTerms(program.command('pov'))
    .requiredOption('--participation <fraction>', 'share of what others trade, 0.01 to 0.5')
    .option('--window <ms>', 'it follows volume and price once in this time; default: 60000')
    .option('--cross', 'with --expires: in the last window the rest is taken within the price')
    .description('place an order at a share of the volume')
    .addHelpText('after', HELP.pov);
  addType(pov, 'POV', toPovParams);
  withMoves(withTerms(program.command('smart-route'), 'the generic asset'))
    .option('--venues <names>', 'only these venues, separated by commas; default: all')
    .option('--improvement <price>', 'least saving of a move per contract, fees included; default: a tick')
    .description('rest at the best venue of an asset, and take what becomes cheaper elsewhere')
    .addHelpText('after', HELP.smartRoute)
    .action((side: string, id: string, qty: string, options: PlaceOptions) =>
      run((session) =>
        place(session, options, () => {
          const generic_asset_id = idNumber('ID', id);
          const { side: way, outcome, qty: sum } = toTarget({ side, id, qty }, options);
          const terms = { side: way, outcome, qty: sum };
          const params = withoutAbsent({ min_improvement: options.improvement, ...toMovesParams(options) });
          const route = withoutAbsent({ routing: toRouting(options) });
          return { type: 'SMART_ROUTE', generic_asset_id, ...route, ...terms, ...toFlags(options), params };
        }),
      ),
    );
  addExitCommands(program, run);
}

function addExitCommands(program: Command, run: Run): void {
  withTwoSides(withLife(withTarget(program.command('oco'))))
    .requiredOption('--price <price>', 'price of the resting limit')
    .option('--stop <price>', 'price at which the stop fires')
    .option('--other <id>', 'the instrument of the other leg; default: the same')
    .option('--other-price <price>', 'instead of --stop: price of a second limit, which rests too')
    .option('--allow-overfill', 'with --other-price: up to twice the quantity may fill')
    .option('--reduce-only', 'only reduce the position')
    .description('place a limit and a stop, or two limits, that share one quantity')
    .addHelpText('after', HELP.oco)
    .action((side: string, id: string, qty: string, options: PlaceOptions) =>
      run((session) => place(session, options, () => toOco({ side, id, qty }, options))),
    );
  withExit(withTarget(program.command('bracket')))
    .option('--price <price>', 'limit of the entry; default: a market order')
    .option('--post-only', 'the entry never trades immediately')
    .description('open a position together with its take-profit and stop loss')
    .addHelpText('after', HELP.bracket)
    .action((side: string, id: string, qty: string, options: PlaceOptions) =>
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
    .action((order: string, options: PlaceOptions) =>
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

const withTerms = (command: Command, id?: string): Command =>
  withLife(
    withTarget(command, id)
      .option('--price <price>', 'the worst price of any part')
      .option('--post-only', 'its parts never trade immediately')
      .option('--reduce-only', 'only reduce the position'),
  );

const withFiring = (command: Command): Command =>
  command
    .option('--source <source>', 'touch, mid or last: the price that is watched; default: touch')
    .option('--slippage <price>', 'without --price: distance of the limit from the touch; default: 0.05')
    .option('--confirm <ms>', 'how long the trigger must be met; default: 0');

const withMoves = (command: Command): Command =>
  command
    .option('--stay <ms>', 'least time between two moves; default: 1000')
    .option('--moves <n>', 'after so many moves it stays where it is; default: 500');

const withExit = (command: Command): Command =>
  withTwoSides(withLife(command))
    .option('--take-profit <price>', 'price of the resting exit')
    .option('--stop <price>', 'price at which the stop loss fires')
    .option(
      '--overlap <ms>',
      'then the stop is sent although the take-profit may still fill; default: never',
    );

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

function toTarget({ side, id, qty }: Target, { no }: PlaceOptions) {
  const upper = side.toUpperCase();
  if (upper !== 'BUY' && upper !== 'SELL') throw invalid('the side must be buy or sell.');
  const outcome = no === true ? ('NO' as const) : ('YES' as const);
  return { instrument_id: instrumentRef('ID', id), side: upper, outcome, qty } as const;
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

/** The service validates the values. */
const toStopParams = (options: PlaceOptions) =>
  withoutAbsent({ trigger_price: options.trigger, ...toFiringParams(options) });

const toTrailingParams = ({ trail, trailPercent, activation, ...options }: PlaceOptions) =>
  withoutAbsent({
    trail,
    trail_percent: trailPercent,
    activation_price: activation,
    ...toFiringParams(options),
  });

const toTwapParams = ({ duration, slices, aggressive, spread, cross }: PlaceOptions) =>
  withoutAbsent({
    duration_ms: wholeNumber('--duration', duration) ?? undefined,
    slices: wholeNumber('--slices', slices) ?? undefined,
    style: aggressive === true ? 'AGGRESSIVE' : undefined,
    catch_up: spread === true ? 'SPREAD' : undefined,
    finish: cross === true ? 'CROSS' : undefined,
  });

const toPovParams = ({ participation, window, cross }: PlaceOptions) =>
  withoutAbsent({
    participation,
    window_ms: wholeNumber('--window', window) ?? undefined,
    finish: cross === true ? 'CROSS' : undefined,
  });

const toPegParams = ({ reference, offset, ...options }: PlaceOptions) =>
  withoutAbsent({ reference: reference?.toUpperCase(), offset, ...toMovesParams(options) });

const toMovesParams = ({ stay, moves }: PlaceOptions) => ({
  min_stay_ms: wholeNumber('--stay', stay) ?? undefined,
  max_moves: wholeNumber('--moves', moves) ?? undefined,
});

const toFiringParams = ({ source, slippage, confirm }: PlaceOptions) =>
  withoutAbsent({
    trigger_source: source?.toUpperCase(),
    max_slippage: slippage,
    confirm_ms: wholeNumber('--confirm', confirm) ?? undefined,
  });

const toIcebergParams = ({ show: shown, reload, jitter }: PlaceOptions) =>
  withoutAbsent({
    display_qty: shown,
    reload_delay_ms: wholeNumber('--reload', reload) ?? undefined,
    display_jitter: jitter,
  });

const toRouting = ({ venues }: PlaceOptions) =>
  venues === undefined ? undefined : { mode: 'BEST_PRICE', venues: venues.split(',') };

function toOco(target: Target, options: PlaceOptions): Terms {
  const { price, stopLimit, stop, slippage, reduceOnly, other, otherPrice, allowOverfill } = options;
  if ((stop === undefined) === (otherPrice === undefined))
    throw invalid('name either --stop or --other-price.');
  const { qty, ...leg } = toTarget(target, options);
  const second = other === undefined ? leg : { ...leg, instrument_id: instrumentRef('--other', other) };
  const fired = withoutAbsent({ trigger_price: stop, max_slippage: slippage });
  const legs = [
    { ...leg, type: 'LIMIT', price },
    stop === undefined
      ? { ...second, type: 'LIMIT', price: otherPrice }
      : { ...second, type: 'STOP', ...withoutAbsent({ price: stopLimit }), params: fired },
  ];
  const params = { legs, ...withoutAbsent({ allow_overfill: allowOverfill }) };
  return { type: 'OCO', qty, ...(reduceOnly === true ? { reduce_only: true } : {}), params };
}

function toExitParams({ takeProfit, stop, stopLimit, slippage, overlap }: PlaceOptions) {
  if (stop === undefined && takeProfit === undefined) throw invalid('name --take-profit, --stop or both.');
  const loss = withoutAbsent({ trigger_price: stop, price: stopLimit, max_slippage: slippage });
  return {
    ...(takeProfit === undefined ? {} : { take_profit: { price: takeProfit } }),
    ...(Object.keys(loss).length === 0 ? {} : { stop_loss: loss }),
    ...withoutAbsent({ overlap_after_ms: wholeNumber('--overlap', overlap) ?? undefined }),
  };
}

export const withoutAbsent = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
