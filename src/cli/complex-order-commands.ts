import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { ComplexOrder, NewComplexOrder } from '../../sdk/src/index.ts';
import {
  type CallingOptions,
  idNumber,
  runRead,
  runWrite,
  wholeNumber,
  withCalling,
  withSubaccount,
  withWatch,
} from './api-calls.ts';
import { allowWrite, asking, type Connection, connect } from './api-connection.ts';
import type { CliContext, Run } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { COMPLEX_HELP as HELP } from './help-texts.ts';
import { listView, recordView, show } from './output.ts';

const COLUMNS = [
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
const RECORD = [
  ...COLUMNS,
  'state.watched_price',
  'state.trigger_price',
  'avg_fill_price',
  'child_order_ids',
  'subaccount_id',
  'idempotency_key',
  'triggered_at',
  'created_at',
];
const LIST_MAX = 50;

interface PlaceOptions extends CallingOptions {
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
  readonly dryRun?: boolean;
  readonly key?: string;
}

interface ListOptions extends CallingOptions {
  readonly status?: string;
  readonly type?: string;
  readonly limit?: string;
}

interface AmendOptions extends CallingOptions {
  readonly qty?: string;
  readonly price?: string;
  readonly trigger?: string;
  readonly show?: string;
  readonly expires?: string;
}

/** Adds the commands for complex orders: one for each type, and `complex` for all of them. */
export function addComplexOrderCommands(program: Command, run: Run): void {
  withTerms(program.command('stop'))
    .requiredOption('--trigger <price>', 'price at which it fires')
    .option('--source <source>', 'touch, mid or last: the price that is watched; default: touch')
    .option('--slippage <price>', 'without --price: distance of the limit from the touch; default: 0.05')
    .option('--confirm <ms>', 'how long the trigger must be met; default: 0')
    .description('place an order once a price is reached')
    .addHelpText('after', HELP.stop)
    .action((side: string, id: string, qty: string, options: PlaceOptions) =>
      run((session) => place(session, { side, id, qty }, 'STOP', options)),
    );
  withTerms(program.command('iceberg'))
    .requiredOption('--show <qty>', 'largest quantity that rests at a time')
    .option('--reload <ms>', 'pause before the next part; default: 0')
    .option('--jitter <fraction>', 'makes each part smaller by up to this fraction, at most 0.5')
    .description('place a large order in small parts')
    .addHelpText('after', HELP.iceberg)
    .action((side: string, id: string, qty: string, options: PlaceOptions) =>
      run((session) => place(session, { side, id, qty }, 'ICEBERG', options)),
    );
  addReadsAndChanges(program.command('complex').description('show, amend and cancel complex orders'), run);
}

const withTerms = (command: Command): Command =>
  withCalling(withSubaccount(command))
    .argument('<side>', 'buy or sell')
    .argument('<id>', 'the instrument')
    .argument('<qty>')
    .option('--price <price>', 'the worst price of any part')
    .option('--no', 'the NO contract instead of YES')
    .option('--expires <time>', 'RFC 3339; makes it GTD')
    .option('--post-only', 'its parts never trade immediately')
    .option('--reduce-only', 'only reduce the position')
    .option('--dry-run', 'show what it would do; store nothing')
    .option('--key <idempotency_key>', 'default: generated');

function addReadsAndChanges(complex: Command, run: Run): void {
  withWatch(withSubaccount(complex.command('list')))
    .option('--status <status>', 'waiting, working, paused, …; default: any')
    .option('--type <type>', 'stop or iceberg; default: any')
    .option('--limit <n>', 'maximum number; default: 50')
    .description('list complex orders, newest first')
    .addHelpText('after', HELP.list)
    .action((options: ListOptions) => run((session) => list(session, options)));
  withWatch(complex.command('show'))
    .argument('<id>', 'cpx_1, or 1')
    .description('show one complex order')
    .addHelpText('after', HELP.show)
    .action((id: string, options: CallingOptions) => run((session) => showOne(session, id, options)));
  withWatch(complex.command('receipt'))
    .argument('<id>')
    .description('list its decisions with the books that they saw')
    .addHelpText('after', HELP.receipt)
    .action((id: string, options: CallingOptions) => run((session) => showDecisions(session, id, options)));
  withCalling(complex.command('amend'))
    .argument('<id>')
    .option('--qty <qty>', 'new total quantity')
    .option('--price <price>', 'new worst price')
    .option('--trigger <price>', 'new trigger price of a stop')
    .option('--show <qty>', 'new shown quantity of an iceberg')
    .option('--expires <time>', 'RFC 3339')
    .description('amend a complex order')
    .addHelpText('after', HELP.amend)
    .action((id: string, options: AmendOptions) => run((session) => amend(session, id, options)));
  for (const verb of ['cancel', 'resume'] as const) {
    withCalling(complex.command(verb))
      .argument('<id>')
      .description(`${verb} a complex order`)
      .addHelpText('after', HELP[verb])
      .action((id: string, options: CallingOptions) =>
        run((session) =>
          runWrite(session, options, async ({ client }) =>
            recordView(await client.complexOrders[verb](id), RECORD),
          ),
        ),
      );
  }
}

async function place(
  session: CliContext,
  words: { readonly side: string; readonly id: string; readonly qty: string },
  type: 'STOP' | 'ICEBERG',
  options: PlaceOptions,
): Promise<void> {
  const connection = connect(session, options);
  const order = await asking(() => buildOrder(connection, words, type, options));
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
  show(session.terminal, options, recordView(placed, RECORD));
}

const PREVIEW_RECORD = [
  'would_trigger_now',
  'watched_price',
  'children_max',
  'max_cost',
  'max_loss',
  'reserved',
  'warnings',
];

async function buildOrder(
  connection: Connection,
  { side, id, qty }: { readonly side: string; readonly id: string; readonly qty: string },
  type: 'STOP' | 'ICEBERG',
  options: PlaceOptions,
): Promise<NewComplexOrder> {
  const upper = side.toUpperCase();
  if (upper !== 'BUY' && upper !== 'SELL') throw invalid('the side must be buy or sell.');
  const { price, expires } = options;
  return {
    subaccount_id: await connection.subaccount(),
    type,
    instrument_id: idNumber('ID', id),
    side: upper,
    outcome: options.no === true ? 'NO' : 'YES',
    qty,
    ...(price === undefined ? {} : { price }),
    ...(expires === undefined ? {} : { tif: 'GTD' as const, expires_at: expires }),
    ...(options.postOnly === true ? { post_only: true } : {}),
    ...(options.reduceOnly === true ? { reduce_only: true } : {}),
    params: type === 'STOP' ? toStopParams(options) : toIcebergParams(options),
  };
}

/** The service validates the values. */
const toStopParams = ({ trigger, source, slippage, confirm }: PlaceOptions) =>
  withoutAbsent({
    trigger_price: trigger,
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

const withoutAbsent = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const list = (session: CliContext, options: ListOptions) =>
  runRead(session, options, async (connection) =>
    listView(
      await connection.client.complexOrders.list({
        subaccount_id: await connection.subaccount(),
        status: options.status?.toUpperCase() as ComplexOrder['status'] | undefined,
        type: options.type?.toUpperCase(),
        limit: wholeNumber('--limit', options.limit) ?? LIST_MAX,
      }),
      COLUMNS,
    ),
  );

const showOne = (session: CliContext, id: string, options: CallingOptions) =>
  runRead(session, options, async ({ client }) => recordView(await client.complexOrders.get(id), RECORD));

const showDecisions = (session: CliContext, id: string, options: CallingOptions) =>
  runRead(session, options, async ({ client }) =>
    listView((await client.complexOrders.receipt(id)).decisions, [
      'at',
      'decision',
      'status',
      'child_order_id',
      'book.bid',
      'book.ask',
      'book.watched_price',
      'detail',
    ]),
  );

async function amend(session: CliContext, id: string, options: AmendOptions): Promise<void> {
  const { qty, price, trigger, show: shown, expires } = options;
  if ([qty, price, trigger, shown, expires].every((it) => it === undefined))
    throw invalid('name a field to change: --qty, --price, --trigger, --show or --expires.');
  const params = withoutAbsent({ trigger_price: trigger, display_qty: shown });
  await runWrite(session, options, async ({ client }) => {
    const fields = { qty, price, expires_at: expires, ...(Object.keys(params).length > 0 ? { params } : {}) };
    return recordView(await client.complexOrders.amend(id, fields), RECORD);
  });
}
