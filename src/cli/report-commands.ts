import { resolve } from 'node:path';
import type { Command } from 'commander';
import { averagePrice, type Qty, renderDecimal, renderNotional, type TimestampMs } from '#contract';
import {
  compareWithFacts,
  computeShadowResults,
  decodeEvents,
  type InstrumentResult,
  type ModelAndFact,
  type ReportedOrder,
  type ReportedOrders,
  ShadowReportReader,
} from '#domain';
import { systemClock } from '#platform';
import { checkLedger } from './audit-commands.ts';
import { parseDuration } from './backup-commands.ts';
import type { CliContext, Run } from './cli-context.ts';
import { HELP } from './help-texts.ts';
import { type OutputOptions, type Row, show } from './output.ts';

interface ReportOptions extends OutputOptions {
  readonly since: string;
  readonly live?: string;
}

const COLUMNS = [
  'venue',
  'instrument',
  'orders',
  'fill_ratio',
  'slippage',
  'adverse_1s',
  'adverse_10s',
  'adverse_60s',
  'pnl',
];
const FACT_COLUMNS = [
  'client_order_id',
  'venue',
  'instrument',
  'model_qty',
  'live_qty',
  'model_price',
  'live_price',
];
const NO_LIVE_LEDGER =
  'Model against fact: no live orders; name the data folder of a live service with --live.';
const NOT_OBSERVED =
  'No order has the books after it: the service records them under profile shadow, so only fill ratio and fees are known.';
const NO_COMMON = 'Model against fact: no live order has the client order id of one of these orders.';

/** Prints what the fill model did with the orders of the data folder, by instrument, and what a live venue did later. */
async function reportShadow(session: CliContext, options: ReportOptions): Promise<void> {
  const since = (systemClock.now() - parseDuration('--since', options.since)) as TimestampMs;
  const model = await readOrders(session, since);
  const facts =
    options.live === undefined
      ? null
      : await readOrders(withFolder(session, resolve(session.terminal.cwd, options.live)), since);
  const results = computeShadowResults(model).map(renderResult);
  const compared = facts === null ? [] : compareWithFacts(model, facts).map(renderComparison);
  const missing = whyIncomplete(model, options.since) ?? (facts === null ? NO_LIVE_LEDGER : NO_COMMON);
  show(session.terminal, options, {
    value: { instruments: results, model_and_fact: facts === null ? null : compared },
    rows: results,
    columns: COLUMNS,
    isOne: false,
    ...(compared.length === 0 && { note: missing }),
  });
  if (compared.length === 0 || options.output === 'json') return;
  show(
    session.terminal,
    { ...options, output: options.output ?? 'table' },
    {
      value: compared,
      rows: compared,
      columns: FACT_COLUMNS,
      isOne: false,
    },
  );
}

/** Why the report is empty, or has no figure that needs an observed book; null if neither. */
function whyIncomplete({ orders }: ReportedOrders, since: string): string | null {
  if (orders.size === 0)
    return `No order in the last ${since}: a longer --since looks further back; orders of a replay have market times.`;
  const isObserved = [...orders.values()].some(
    ({ arrival, afterFill }) => arrival !== null || afterFill.size > 0,
  );
  return isObserved ? null : NOT_OBSERVED;
}

async function readOrders(session: CliContext, since: TimestampMs): Promise<ReportedOrders> {
  checkLedger(session.config);
  const reader = new ShadowReportReader(since);
  for await (const line of (await session.parts()).audit.lines(session.config)) {
    const { at, events } = JSON.parse(line) as { readonly at: number; readonly events: string };
    if (at >= since) reader.add({ at: at as TimestampMs, events: decodeEvents(events) });
  }
  return reader;
}

const withFolder = (session: CliContext, dataDir: string): CliContext => ({
  ...session,
  config: { ...session.config, dataDir, journal: { url: '' } },
});

const renderResult = (result: InstrumentResult): Row => {
  const { venue, instrumentId, venueInstrumentId, orders, filledOrders, qty, filledQty } = result;
  const [afterOne, afterTen, afterSixty] = [...result.adverse.values()];
  return {
    venue,
    instrument: venueInstrumentId,
    instrument_id: instrumentId,
    orders,
    filled_orders: filledOrders,
    qty: renderDecimal(qty),
    filled_qty: renderDecimal(filledQty),
    fill_ratio: renderRatio(filledQty, qty),
    slippage: renderKnown(result.slippage),
    adverse_1s: renderKnown(afterOne),
    adverse_10s: renderKnown(afterTen),
    adverse_60s: renderKnown(afterSixty),
    fees: result.fees === null ? null : renderNotional(result.fees),
    pnl: result.pnl === null ? null : renderNotional(result.pnl),
  };
};

const renderComparison = ({ clientOrderId, model, fact }: ModelAndFact): Row => ({
  client_order_id: clientOrderId,
  venue: model.venue,
  instrument: model.venueInstrumentId,
  model_qty: renderDecimal(model.filledQty),
  live_qty: renderDecimal(fact.filledQty),
  model_price: renderAverage(model),
  live_price: renderAverage(fact),
});

const RATIO_UNITS = 10_000n;

const renderRatio = (part: Qty, whole: Qty): string | null =>
  whole === 0n ? null : String(Number((part * RATIO_UNITS) / whole) / Number(RATIO_UNITS));

const renderKnown = (value: bigint | null | undefined): string | null =>
  value === null || value === undefined ? null : renderDecimal(value);

const renderAverage = ({ notional, filledQty }: ReportedOrder): string | null =>
  renderKnown(averagePrice(notional, filledQty));

/** Adds `report shadow`. */
export function addReportCommands(program: Command, run: Run): void {
  program
    .command('report')
    .description('report how orders were filled')
    .command('shadow')
    .option('--since <duration>', 'orders of the last 30s, 5m, 1h or 1d', '1d')
    .option('--live <folder>', 'data folder of a live service: compares orders with the same client order id')
    .option('-o, --output <format>', 'table, json, ndjson or csv')
    .option('--fields <names>', 'only these fields')
    .description('fill ratio, slippage, adverse selection and PnL of profile shadow, by instrument')
    .addHelpText('after', HELP.report)
    .action((options: ReportOptions) => run((session) => reportShadow(session, options)));
}
