import type { CandleInterval, Leg, OrderReceipt, OrderStatus } from '../../sdk/src/index.ts';
import { type CallingOptions, runRead, wholeNumber } from './api-calls.ts';
import type { CliContext } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { withTitles } from './instrument-names.ts';
import { listView, recordView, type View } from './output.ts';
import { columns } from './terminal-io.ts';

const LIST_MAX = 50;
const MORE = 'more results may exist: --limit N, or crossbook export';

const ORDER_COLUMNS = [
  'id',
  'status',
  'side',
  'outcome',
  'qty',
  'price',
  'filled_qty',
  'avg_fill_price',
  'venue',
  'instrument_id',
  'reason',
];

/** The table columns of one order. */
export const ORDER_RECORD = [
  ...ORDER_COLUMNS,
  'generic_asset_id',
  'type',
  'tif',
  'fees',
  'pending_action',
  'venue_code',
  'venue_message',
  'subaccount_id',
  'client_order_id',
  'created_at',
];

export interface ListOptions extends CallingOptions {
  readonly status?: string;
  readonly instrument?: string;
  readonly clientOrderId?: string;
  readonly order?: string;
  readonly limit?: string;
}

export const showOrder = (session: CliContext, id: string, options: CallingOptions) =>
  runRead(session, options, async ({ client }) => recordView(await client.orders.get(id), ORDER_RECORD));

/** Lists the newest orders of a subaccount. */
export const listOrders = (session: CliContext, options: ListOptions) =>
  runRead(session, options, async (connection) => {
    const limit = wholeNumber('--limit', options.limit) ?? LIST_MAX;
    const orders = await connection.client.orders.list({
      subaccount_id: await connection.subaccount(),
      status: options.status?.toUpperCase() as OrderStatus | undefined,
      instrument_id: options.instrument,
      client_order_id: options.clientOrderId,
      limit,
    });
    const view = listView(orders, ORDER_COLUMNS, orders.length === limit ? MORE : undefined);
    return withTitles(session, options, connection, view);
  });

/** Lists the newest fills of a subaccount. */
export const listFills = (session: CliContext, options: ListOptions) =>
  runRead(session, options, async (connection) => {
    const limit = wholeNumber('--limit', options.limit) ?? LIST_MAX;
    const fills = await connection.client.fills.list({
      subaccount_id: await connection.subaccount(),
      instrument_id: options.instrument,
      order_id: options.order,
      limit,
    });
    const shown = ['id', 'timestamp', 'order_id', 'instrument_id', 'venue', 'side', 'outcome', 'price'];
    const all = [...shown, 'qty', 'fee', 'liquidity', 'realized_pnl'];
    const view = listView(fills, all, fills.length === limit ? MORE : undefined);
    return withTitles(session, options, connection, view);
  });

const POSITION_COLUMNS = [
  'instrument_id',
  'venue',
  'outcome',
  'qty',
  'avg_price',
  'mark_price',
  'unrealized_pnl',
  'realized_pnl',
];

export const listPositions = (session: CliContext, options: CallingOptions) =>
  runRead(session, options, async (connection) => {
    const positions = await connection.client.positions.list({
      subaccount_id: await connection.subaccount(),
    });
    return withTitles(session, options, connection, listView(positions, POSITION_COLUMNS));
  });

/** Shows the cash of a subaccount at each venue. */
export const listBalances = (session: CliContext, options: CallingOptions) =>
  runRead(session, options, async (connection) =>
    listView(await connection.client.balances.list({ subaccount_id: await connection.subaccount() }), [
      'venue',
      'currency',
      'total',
      'available',
      'reserved',
      'scope',
      'as_of',
      'stale',
    ]),
  );

/** Shows the routing decision of an order and its result. */
export const showReceipt = (session: CliContext, id: string, options: CallingOptions) =>
  runRead(session, options, async ({ client }) => {
    const receipt = await client.orders.receipt(id);
    return { ...recordView(receipt), drawn: receiptLines(receipt) };
  });

function receiptLines({ order, decision, cost, latency_ms: latency, events }: OrderReceipt) {
  const { id, status, filled_qty, qty, capped_qty, avg_fill_price } = order;
  const legs = order.legs.map((leg) => [
    `  leg ${leg.leg}`,
    leg.venue,
    `${leg.instrument_id}`,
    leg.status,
    `${leg.filled_qty} of ${leg.qty}`,
    leg.avg_fill_price ?? '-',
  ]);
  const skipped = (decision?.candidates ?? []).filter(({ dropped }) => dropped !== null);
  const { expected, realised } = cost;
  const steps = Object.entries(latency).map(([step, ms]) => `${step} ${ms === null ? '-' : `${ms} ms`}`);
  return [
    `${id} ${status}: ${filled_qty} of ${capped_qty ?? qty}${avg_fill_price === null ? '' : ` at ${avg_fill_price}`}`,
    `decided: ${decision?.mode ?? 'no routing; the order named its instrument'}`,
    ...columns(legs),
    ...order.legs.flatMap(legWords),
    ...skipped.map(({ venue, instrument_id, dropped }) => `  skipped ${venue} ${instrument_id}: ${dropped}`),
    `expected: ${expected === null ? '-' : `cost ${expected.cost} with fees ${expected.fees}`}`,
    `realised: cost ${realised.cost} with fees ${realised.fees}`,
    `latency: ${steps.join(', ')}`,
    `${events.length} events: crossbook order trace ${id}`,
  ];
}

/** Renders why a leg closed without a fill, with the venue's message. */
function legWords({ leg, venue, reason, venue_code: code, venue_message: message }: Leg): readonly string[] {
  const venueText = [code, message].filter((text) => text !== null).join(': ');
  if (reason === null && venueText === '') return [];
  return [
    `  leg ${leg}: ${reason ?? 'closed'}${venueText === '' ? '' : `; ${venue} reported: ${venueText}`}`,
  ];
}

/** Lists every event of an order, oldest first. */
export const traceOrder = (session: CliContext, id: string, options: CallingOptions) =>
  runRead(session, options, async ({ client }): Promise<View> => {
    const { events, events_truncated: isCut } = await client.orders.receipt(id);
    const note = isCut ? 'the order has more events than are shown' : undefined;
    return listView(events, ['seq', 'at', 'cause', 'type', 'leg', 'detail'], note);
  });

export interface PnlOptions extends CallingOptions {
  readonly by?: string;
  readonly interval?: string;
  readonly limit?: string;
  readonly start?: string;
  readonly end?: string;
  readonly venue?: string;
  readonly category?: string;
  readonly instrument?: string;
}

const VALUES = ['realized_pnl', 'unrealized_pnl', 'fees', 'equity'];
const POINTS = 24; // a day of hours
const GROUPS = ['venue', 'category', 'instrument'] as const;

/** Shows profit and loss over time, or per group with `--by`. */
export const showPnl = (session: CliContext, options: PnlOptions) =>
  runRead(session, options, async (connection) => {
    const { start, end, venue, category, instrument: instrument_id } = options;
    const subaccount_id = await connection.subaccount();
    const filter = { subaccount_id, start, end, venue, category, instrument_id };
    if (options.by !== undefined)
      return listView(await connection.client.pnl.breakdown({ ...filter, by: parseGroup(options.by) }), [
        'group',
        ...VALUES,
      ]);
    const limit = wholeNumber('--limit', options.limit) ?? POINTS;
    const interval = options.interval as CandleInterval | undefined;
    return listView(await connection.client.pnl.list({ ...filter, interval, limit }), ['t', ...VALUES]);
  });

function parseGroup(text: string): (typeof GROUPS)[number] {
  const group = GROUPS.find((each) => each === text);
  if (group === undefined) throw invalid(`--by ${text}: expected one of ${GROUPS.join(', ')}.`);
  return group;
}
