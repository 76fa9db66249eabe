import type { Balance, CandleInterval, Leg, Order, OrderReceipt, OrderStatus } from '../../sdk/src/index.ts';
import { type CallingOptions, runRead, wholeNumber } from './api-calls.ts';
import type { CliContext } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { toHeldPrices } from './held-prices.ts';
import { withTitles } from './instrument-names.ts';
import { listView, type Row, recordView, type View } from './output.ts';
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

const ORDER_RECORD = [
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
  'tag',
  'created_at',
];

export interface ListOptions extends CallingOptions {
  readonly status?: string;
  readonly instrument?: string;
  readonly clientOrderId?: string;
  readonly order?: string;
  readonly tag?: string;
  readonly limit?: string;
}

export const showOrder = (session: CliContext, id: string, options: CallingOptions) =>
  runRead(session, options, async ({ client }) => orderView(await client.orders.get(id)));

/** One order, as a table with its main fields. */
export const orderView = (order: Order): View => ({
  ...recordView(order, ORDER_RECORD),
  tableRows: [nameVenues(order)],
});

/** Lists the newest orders of a subaccount. */
export const listOrders = (session: CliContext, options: ListOptions) =>
  runRead(session, options, async (connection) => {
    const limit = wholeNumber('--limit', options.limit) ?? LIST_MAX;
    const orders = await connection.client.orders.list({
      subaccount_id: await connection.subaccount(),
      status: options.status?.toUpperCase() as OrderStatus | undefined,
      instrument_id: options.instrument,
      client_order_id: options.clientOrderId,
      tag: options.tag,
      limit,
    });
    const view = listView(orders, ORDER_COLUMNS, orders.length === limit ? MORE : undefined);
    const tableRows = orders.map(nameVenues);
    return withTitles(session, options, connection, { ...view, tableRows });
  });

/** An order for a table: a routed one has the venues of its legs, and one without a limit the price `market`. */
const nameVenues = (order: Order): Row => ({
  ...order,
  venue: order.venue ?? [...new Set(order.legs.map(({ venue }) => venue))].join(', '),
  price: order.price ?? (order.type === 'MARKET' ? 'market' : null),
});

/** Lists the newest fills of a subaccount. */
export const listFills = (session: CliContext, options: ListOptions) =>
  runRead(session, options, async (connection) => {
    const limit = wholeNumber('--limit', options.limit) ?? LIST_MAX;
    const fills = await connection.client.fills.list({
      subaccount_id: await connection.subaccount(),
      instrument_id: options.instrument,
      order_id: options.order,
      tag: options.tag,
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
    const view = listView(positions, POSITION_COLUMNS);
    const tableRows = view.rows.map(toHeldPrices);
    return withTitles(session, options, connection, { ...view, tableRows });
  });

/** Shows the cash of a subaccount at each venue, or its balance sheet. */
export const listBalances = (session: CliContext, options: CallingOptions & { readonly sheet?: true }) =>
  runRead(session, options, async (connection) => {
    const balances = await connection.client.balances.list({ subaccount_id: await connection.subaccount() });
    const note = describeDifferences(balances);
    return options.sheet === true
      ? listView(balances.flatMap(toSheetRows), SHEET_COLUMNS, note)
      : { ...listView(balances, BALANCE_COLUMNS, note), tableRows: balances.map(nameUnlimited) };
  });

/** Cash of a venue that limits none is not unknown. */
const nameUnlimited = (balance: Balance): Row =>
  balance.scope === 'SUBACCOUNT' && balance.available === null
    ? { ...balance, total: balance.total ?? NOT_LIMITED, available: NOT_LIMITED }
    : { ...balance };

const NOT_LIMITED = 'not limited';

const BALANCE_COLUMNS = [
  'venue',
  'currency',
  'total',
  'available',
  'reserved',
  'locked_in_pairs',
  'redeemable',
  'scope',
  'as_of',
  'stale',
];
const SHEET_COLUMNS = [
  'venue',
  'line',
  'subaccount',
  'unattributed',
  'recorded',
  'reported',
  'difference',
  'difference_min',
  'difference_max',
  'differs',
];

/**
 * The figure of the venue is called `reported` here, since each row names its venue. Without it nothing was compared, so
 * nothing is said to be equal.
 */
const toSheetRows = ({ venue, sheet }: Balance): readonly object[] =>
  (sheet?.lines ?? []).map(({ venue: reported, differs, ...line }) => ({
    venue,
    reported,
    ...line,
    differs: reported === null && !differs ? null : differs,
  }));

/** Says what differs; undefined if nothing does. */
function describeDifferences(balances: readonly Balance[]): string | undefined {
  const texts = balances.flatMap(({ venue, sheet }) =>
    (sheet?.lines ?? [])
      .filter(({ differs }) => differs)
      .map(({ line, difference }) => `${venue}: ${line} differs by ${difference ?? 'an unknown amount'}`),
  );
  return texts.length === 0 ? undefined : `${texts.join('; ')}. See: crossbook balances --sheet`;
}

/** Shows the routing decision of an order and its result. */
export const showReceipt = (session: CliContext, id: string, options: CallingOptions) =>
  runRead(session, options, async ({ client }) => {
    const receipt = await client.orders.receipt(id);
    return { ...recordView(receipt), drawn: receiptLines(receipt) };
  });

function receiptLines({ order, decision, cost, slippage, latency_ms: latency, events }: OrderReceipt) {
  const { id, status, filled_qty, qty, capped_qty, avg_fill_price } = order;
  const legs = order.legs.map((leg) => [
    `  leg ${leg.leg}`,
    leg.venue,
    `${leg.instrument_id} ${leg.outcome}`,
    leg.status,
    `${leg.filled_qty} of ${leg.qty}`,
    leg.avg_fill_price ?? '-',
    describeSentAs(leg),
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
    `expected: ${expected === null ? 'none, there was no routing decision' : `cost ${expected.cost} with fees ${expected.fees}`}`,
    `realised: cost ${realised.cost ?? 'unknown'} with fees ${realised.fees ?? 'unknown'}`,
    `slippage: ${describeSlippage(slippage)}`,
    `latency: ${steps.join(', ')}`,
    `${events.length} events: crossbook order trace ${id}`,
  ];
}

/** What was sent to a venue where YES and NO are separate tokens; empty where it is the order itself. */
export const describeSentAs = ({ outcome, sent_as: sent }: Pick<Leg, 'outcome' | 'sent_as'>): string =>
  sent === null || sent.outcome === outcome
    ? ''
    : `sent as ${sent.side} ${sent.outcome}${sent.price === null ? '' : ` at ${sent.price}`}`;

/** How much better or worse the fills were than the market in the moment of acceptance. */
function describeSlippage({ mid, expected, legs }: OrderReceipt['slippage']): string {
  if (mid === null && expected === null) return '-';
  const mids = legs.map(({ mid_price: price }) => price ?? '-').join(', ');
  return `${describeCost(mid)} against the mid of ${mids}, ${describeCost(expected)} against the average that the book offered`;
}

const describeCost = (cost: string | null): string => {
  if (cost === null) return '-';
  return cost.startsWith('-') ? `${cost.slice(1)} better` : `${cost} worse`;
};

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
  readonly tag?: string;
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
    if (options.by !== undefined) {
      const by = parseGroup(options.by, GROUPS);
      const view = listView(await connection.client.pnl.breakdown({ ...filter, by }), ['group', ...VALUES]);
      if (by !== 'instrument') return view;
      const tableRows = view.rows.map((row) => ({ ...row, instrument_id: Number(row['group']) }));
      return withTitles(session, options, connection, { ...view, tableRows });
    }
    const limit = wholeNumber('--limit', options.limit) ?? POINTS;
    const interval = options.interval as CandleInterval | undefined;
    return listView(await connection.client.pnl.list({ ...filter, interval, limit }), ['t', ...VALUES]);
  });

const TRADE_GROUPS = ['day', 'venue', 'tag'] as const;
const FIGURES = ['net_pnl', 'fees', 'traded', 'fills', 'settled_markets', 'won_markets'];
const SLIPPAGE = ['mid_slippage', 'mid_fills', 'expected_slippage', 'expected_fills'];

/** Shows the figures of trades, one line per group. */
export const showPerformance = (session: CliContext, options: PnlOptions) =>
  runRead(session, options, async (connection) => {
    const { start, end, venue, tag } = options;
    const by = parseGroup(options.by ?? 'day', TRADE_GROUPS);
    const subaccount_id = await connection.subaccount();
    const { pnl } = connection.client;
    const { groups, truncated } = await pnl.performance({ subaccount_id, by, start, end, venue, tag });
    return listView(groups, ['group', ...FIGURES, ...SLIPPAGE], truncated ? OLDER : undefined);
  });

const OLDER = 'older fills of the range are not included: shorten it with --start and --end';

function parseGroup<Group extends string>(text: string, groups: readonly Group[]): Group {
  const group = groups.find((each) => each === text);
  if (group === undefined) throw invalid(`--by ${text}: expected one of ${groups.join(', ')}.`);
  return group;
}
