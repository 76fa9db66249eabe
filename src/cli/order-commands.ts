import type { Command } from 'commander';
import type { Side } from '../../sdk/src/index.ts';
import { type CallingOptions, withCalling, withSubaccount, withWatch } from './api-calls.ts';
import type { Run } from './cli-context.ts';
import { READ_HELP as READS, WRITE_HELP as WRITES } from './help-texts.ts';
import { withFlags } from './new-order.ts';
import {
  type AmendOptions,
  amendOrder,
  type CancelAllOptions,
  cancelAllOrders,
  cancelOrders,
} from './order-changes.ts';
import {
  type ListOptions,
  listBalances,
  listFills,
  listOrders,
  listPositions,
  type PnlOptions,
  showOrder,
  showPerformance,
  showPnl,
  showReceipt,
  traceOrder,
} from './order-reads.ts';
import { type CloseOptions, close, type PlaceOptions, place } from './place-order.ts';

/** Adds the commands for orders, positions and PnL. */
export function addOrderCommands(program: Command, run: Run): void {
  addPlacing(program, run, 'buy', 'BUY');
  addPlacing(program, run, 'sell', 'SELL');
  const order = program.command('order').description('show, amend and cancel orders');
  addOrderReads(order, run);
  addOrderChanges(order, run);
  withWatch(withSubaccount(program.command('positions')))
    .description('list positions per instrument')
    .addHelpText('after', READS.positions)
    .action((options: CallingOptions) => run((session) => listPositions(session, options)));
  withCalling(withSubaccount(program.command('close')))
    .argument('[id]', 'an instrument; or --asset')
    .option('--asset <id>', 'the net of a generic asset, divided over what is held at each venue')
    .option('--price <price>', 'limit price in YES terms; default: a market order')
    .option('--tif <tif>', 'IOC or GTC; default: IOC')
    .option('--tag <tag>', 'groups orders, such as those of a strategy')
    .option('--wait [seconds]', 'wait until the order closes; default: 60')
    .option('--key <client_order_id>', 'idempotency key; default: generated')
    .description('close a position with one reduce-only order')
    .addHelpText('after', WRITES.close)
    .action((id: string | undefined, options: CloseOptions) => run((session) => close(session, id, options)));
  withWatch(withSubaccount(program.command('balances')))
    .option('--sheet', 'the balance sheet line by line: our records and the figures of the venue')
    .description('show the cash at each venue and the part reserved for live orders')
    .addHelpText('after', READS.balances)
    .action((options: CallingOptions & { readonly sheet?: true }) =>
      run((session) => listBalances(session, options)),
    );
  withWatch(withSubaccount(program.command('pnl')))
    .option('--by <group>', 'group by venue, category or instrument')
    .option('--interval <interval>', '1m to 1d; default: 1h')
    .option('--limit <n>', 'number of newest intervals; default: 24')
    .option('--start <time>', 'from this time, RFC 3339')
    .option('--end <time>', 'before this time, RFC 3339')
    .option('--venue <name>', 'only this venue')
    .option('--category <name>', 'only this category')
    .option('--instrument <id>', 'only this instrument')
    .description('show profit and loss over time, or by group')
    .addHelpText('after', READS.pnl)
    .action((options: PnlOptions) => run((session) => showPnl(session, options)));
  withWatch(withSubaccount(program.command('performance')))
    .option('--by <group>', 'day, venue or tag; default: day')
    .option('--start <time>', 'from this time, RFC 3339')
    .option('--end <time>', 'before this time, RFC 3339')
    .option('--venue <name>', 'only this venue')
    .option('--tag <tag>', 'only with this tag')
    .description('sum up trades: result, fees, settled markets won, slippage')
    .addHelpText('after', READS.performance)
    .action((options: PnlOptions) => run((session) => showPerformance(session, options)));
  withWatch(withSubaccount(program.command('fills')))
    .option('--instrument <id>', 'only this instrument')
    .option('--order <id>', 'only this order')
    .option('--tag <tag>', 'only with this tag')
    .option('--limit <n>', 'maximum number; default: 50')
    .description('list fills, newest first')
    .addHelpText('after', READS.fills)
    .action((options: ListOptions) => run((session) => listFills(session, options)));
}

function addPlacing(program: Command, run: Run, verb: 'buy' | 'sell', side: Side): void {
  const command = withCalling(withSubaccount(program.command(verb)))
    .argument(
      '<word...>',
      'ID QTY [@PRICE], or QTY [@PRICE] with --asset; ID is an id, VENUE:TICKER or a ticker; without a price a market order',
    )
    .option('--price <price>', 'limit price, same as @PRICE')
    .option('--no', 'the NO contract instead of YES')
    .option('--tif <tif>', 'GTC, IOC, FOK or GTD')
    .option('--expires <time>', 'RFC 3339; makes it GTD')
    .option('--asset <id>', 'a generic asset instead of an instrument')
    .option('--best', 'with --asset: route to the best venue (default)')
    .option('--split', 'with --asset: split over the venues, cheapest first')
    .option('--venues <a,b>', 'with --asset: only these venues');
  withFlags(command)
    .option('--dry-run', 'preview routing and cost; place nothing')
    .option('--wait [seconds]', 'wait until the order closes; default: 60')
    .option('--key <client_order_id>', 'idempotency key; default: generated')
    .description(`${verb} a contract`)
    .addHelpText('after', WRITES.place(verb))
    .action((words: string[], options: PlaceOptions) =>
      run((session) => place(session, side, words, options)),
    );
}

function addOrderReads(order: Command, run: Run): void {
  withWatch(order.command('show'))
    .argument('<id>', 'ord_1, or 1')
    .description('show one order')
    .addHelpText('after', READS.orderShow)
    .action((id: string, options: CallingOptions) => run((session) => showOrder(session, id, options)));
  withWatch(withSubaccount(order.command('list')))
    .option('--status <status>', 'open, partial, filled, …; default: any')
    .option('--instrument <id>', 'only this instrument')
    .option('--tag <tag>', 'only with this tag')
    .option('--client-order-id <key>', 'only the order with this idempotency key')
    .option('--limit <n>', 'maximum number; default: 50')
    .description('list orders, newest first')
    .addHelpText('after', READS.orderList)
    .action((options: ListOptions) => run((session) => listOrders(session, options)));
  withWatch(order.command('receipt'))
    .argument('<id>')
    .description('show the routing decision and the cost of an order')
    .addHelpText('after', READS.orderReceipt)
    .action((id: string, options: CallingOptions) => run((session) => showReceipt(session, id, options)));
  withWatch(order.command('trace'))
    .argument('<id>')
    .description('list every event of an order')
    .addHelpText('after', READS.orderTrace)
    .action((id: string, options: CallingOptions) => run((session) => traceOrder(session, id, options)));
}

function addOrderChanges(order: Command, run: Run): void {
  withCalling(order.command('amend'))
    .argument('<id>')
    .option('--price <price>', 'new limit price')
    .option('--qty <qty>', 'new total quantity, above the filled quantity')
    .option('--tif <tif>', 'GTC or GTD')
    .option('--expires <time>', 'RFC 3339')
    .description('amend a resting order')
    .addHelpText('after', WRITES.orderAmend)
    .action((id: string, options: AmendOptions) => run((session) => amendOrder(session, id, options)));
  withCalling(order.command('cancel'))
    .argument('<id...>')
    .description('cancel orders')
    .addHelpText('after', WRITES.orderCancel)
    .action((ids: string[], options: CallingOptions) =>
      run((session) => cancelOrders(session, ids, options)),
    );
  withCalling(order.command('cancel-all'))
    .option('--subaccount <id>', 'only this subaccount; default: all that the key may trade')
    .option('--risk', 'use the risk endpoint, which needs the risk permission')
    .option('--yes', 'skip the confirmation')
    .description('cancel every open order')
    .addHelpText('after', WRITES.orderCancelAll)
    .action((options: CancelAllOptions) => run((session) => cancelAllOrders(session, options)));
}
