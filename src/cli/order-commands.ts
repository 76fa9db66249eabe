import type { Command } from 'commander';
import type { Side } from '../../sdk/src/index.ts';
import { type CallingOptions, withCalling, withSubaccount, withWatch } from './api-calls.ts';
import type { Run } from './cli-context.ts';
import { READ_HELP as READS, WRITE_HELP as WRITES } from './help-texts.ts';
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
  showPnl,
  showReceipt,
  traceOrder,
} from './order-reads.ts';
import { type PlaceOptions, place } from './place-order.ts';

/** Orders, and what comes of them. */
export function addOrderCommands(program: Command, run: Run): void {
  addPlacing(program, run, 'buy', 'BUY');
  addPlacing(program, run, 'sell', 'SELL');
  const order = program.command('order').description('orders: show, change and cancel them');
  addOrderReads(order, run);
  addOrderChanges(order, run);
  withWatch(withSubaccount(program.command('positions')))
    .description('what is held, a line for each instrument')
    .addHelpText('after', READS.positions)
    .action((options: CallingOptions) => run((session) => listPositions(session, options)));
  withWatch(withSubaccount(program.command('balances')))
    .description('the cash at each venue, and what live orders need of it')
    .addHelpText('after', READS.balances)
    .action((options: CallingOptions) => run((session) => listBalances(session, options)));
  withWatch(withSubaccount(program.command('pnl')))
    .option('--by <group>', 'what brought it: venue, category or instrument')
    .option('--interval <interval>', '1m to 1d, 1h when left out')
    .option('--limit <n>', 'the newest intervals, 24 when left out')
    .option('--start <time>', 'from here on, RFC 3339')
    .option('--end <time>', 'before this')
    .option('--venue <name>', 'what was traded there')
    .option('--category <name>', 'what was traded in it')
    .option('--instrument <id>', 'of this instrument')
    .description('what trading has brought, over time or by what was traded')
    .addHelpText('after', READS.pnl)
    .action((options: PnlOptions) => run((session) => showPnl(session, options)));
  withWatch(withSubaccount(program.command('fills')))
    .option('--instrument <id>', 'of this instrument')
    .option('--order <id>', 'of this order')
    .option('--limit <n>', 'at most so many, 50 when left out')
    .description('confirmed executions, newest first')
    .addHelpText('after', READS.fills)
    .action((options: ListOptions) => run((session) => listFills(session, options)));
}

function addPlacing(program: Command, run: Run, verb: 'buy' | 'sell', side: Side): void {
  withCalling(withSubaccount(program.command(verb)))
    .argument('<word...>', 'ID QTY [@PRICE], or QTY [@PRICE] with --asset; no price means at market')
    .option('--price <price>', 'the limit, as @PRICE')
    .option('--no', 'the NO contract instead of YES')
    .option('--tif <tif>', 'GTC, IOC, FOK or GTD')
    .option('--expires <time>', 'RFC 3339; makes it GTD')
    .option('--asset <id>', 'a generic asset instead of an instrument')
    .option('--best', 'with --asset: all of it to the best venue (so when left out)')
    .option('--split', 'with --asset: over the venues, cheapest first')
    .option('--venues <a,b>', 'with --asset: only these')
    .option('--post-only', 'never take liquidity: rejected if it would trade at once')
    .option('--reduce-only', 'only close what is held: lowered to what can still be reduced')
    .option('--cancel-on-pause', 'cancelled when its market pauses')
    .option('--valid-until <time>', 'RFC 3339; refused when it is decided later')
    .option('--dry-run', 'where it would go and what it would cost; places nothing')
    .option('--wait [seconds]', 'until the order is over, 60 when left out')
    .option('--key <client_order_id>', 'its idempotency key; made when left out')
    .description(`${verb} a contract`)
    .addHelpText('after', WRITES.place(verb))
    .action((words: string[], options: PlaceOptions) =>
      run((session) => place(session, side, words, options)),
    );
}

function addOrderReads(order: Command, run: Run): void {
  withWatch(order.command('show'))
    .argument('<id>', 'ord_1, or 1')
    .description('one order')
    .addHelpText('after', READS.orderShow)
    .action((id: string, options: CallingOptions) => run((session) => showOrder(session, id, options)));
  withWatch(withSubaccount(order.command('list')))
    .option('--status <status>', 'open, partial, filled, …; any when left out')
    .option('--instrument <id>', 'of this instrument')
    .option('--client-order-id <key>', 'the one with this key')
    .option('--limit <n>', 'at most so many, 50 when left out')
    .description('orders, newest first')
    .addHelpText('after', READS.orderList)
    .action((options: ListOptions) => run((session) => listOrders(session, options)));
  withWatch(order.command('receipt'))
    .argument('<id>')
    .description('why it went where it went, and what it cost')
    .addHelpText('after', READS.orderReceipt)
    .action((id: string, options: CallingOptions) => run((session) => showReceipt(session, id, options)));
  withWatch(order.command('trace'))
    .argument('<id>')
    .description('every event of an order')
    .addHelpText('after', READS.orderTrace)
    .action((id: string, options: CallingOptions) => run((session) => traceOrder(session, id, options)));
}

function addOrderChanges(order: Command, run: Run): void {
  withCalling(order.command('amend'))
    .argument('<id>')
    .option('--price <price>', 'the new limit')
    .option('--qty <qty>', 'the new total, above what is filled')
    .option('--tif <tif>', 'GTC or GTD')
    .option('--expires <time>', 'RFC 3339')
    .description('change an order that rests')
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
    .option('--subaccount <id>', 'of this one; of all that the key may trade when left out')
    .option('--risk', 'through the risk layer')
    .option('--yes', 'without asking')
    .description('cancel every open order')
    .addHelpText('after', WRITES.orderCancelAll)
    .action((options: CancelAllOptions) => run((session) => cancelAllOrders(session, options)));
}
