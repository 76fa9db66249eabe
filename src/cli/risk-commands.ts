import type { Command } from 'commander';
import {
  type CallingOptions,
  runRead,
  runWrite,
  wholeNumber,
  withCalling,
  withSubaccount,
  withWatch,
} from './api-calls.ts';
import type { CliContext, Run } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { READ_HELP as READS, WRITE_HELP as WRITES } from './help-texts.ts';
import { confirmed } from './order-changes.ts';
import { recordView } from './output.ts';

/** Shows the limits of a subaccount and its account, and how far they are used. */
const showRisk = (session: CliContext, options: CallingOptions) =>
  runRead(session, options, async (connection) =>
    recordView(await connection.client.risk.state({ subaccount_id: await connection.subaccount() })),
  );

interface LimitOptions extends CallingOptions {
  readonly account?: boolean; // limits over all subaccounts
  readonly maxOrderQty?: string;
  readonly maxPositionQty?: string;
  readonly maxOpenOrders?: string;
}

/** Sets the named limits; `none` removes a limit. */
async function setRisk(session: CliContext, options: LimitOptions): Promise<void> {
  const { maxOrderQty, maxPositionQty, maxOpenOrders } = options;
  if ([maxOrderQty, maxPositionQty, maxOpenOrders].every((it) => it === undefined))
    throw invalid('name a limit: --max-order-qty, --max-position-qty or --max-open-orders.');
  const limits = {
    max_order_qty: toLimit(maxOrderQty),
    max_position_qty: toLimit(maxPositionQty),
    max_open_orders: maxOpenOrders === 'none' ? null : wholeNumber('--max-open-orders', maxOpenOrders),
  };
  await runWrite(session, options, async (connection) => {
    const scope = options.account === true ? {} : { subaccount_id: await connection.subaccount() };
    return recordView(await connection.client.risk.setLimits({ ...limits, ...scope }));
  });
}

const toLimit = (text: string | undefined): string | null | undefined => (text === 'none' ? null : text);

/** Rejects every new order from now on. There is no confirmation, because it may be urgent. */
async function killOn(session: CliContext, options: CallingOptions): Promise<void> {
  await runWrite(session, options, async ({ client }) => recordView(await client.risk.killSwitch(true)));
  session.terminal.notify(
    'new orders are rejected; open orders remain: crossbook order cancel-all cancels them',
  );
}

async function killOff(
  session: CliContext,
  options: CallingOptions & { readonly yes?: boolean },
): Promise<void> {
  await confirmed(session, options, 'Accept new orders again?');
  await runWrite(session, options, async ({ client }) => recordView(await client.risk.killSwitch(false)));
}

/** Adds the commands for limits and the kill switch. */
export function addRiskCommands(program: Command, run: Run): void {
  const risk = program.command('risk').description('show and set limits');
  withWatch(withSubaccount(risk.command('show')))
    .description('show the limits of a subaccount and their usage')
    .addHelpText('after', READS.riskShow)
    .action((options: CallingOptions) => run((session) => showRisk(session, options)));
  withCalling(withSubaccount(risk.command('set')))
    .option('--account', 'the account limits, which apply over all subaccounts')
    .option('--max-order-qty <qty>', 'maximum quantity of one order, or none')
    .option('--max-position-qty <qty>', 'maximum position over all instruments, or none')
    .option('--max-open-orders <n>', 'maximum number of open orders, or none')
    .description('set limits')
    .addHelpText('after', WRITES.riskSet)
    .action((options: LimitOptions) => run((session) => setRisk(session, options)));
  const kill = program.command('kill').description('switch the kill switch, which rejects all new orders');
  withCalling(kill.command('on'))
    .description('reject every new order')
    .addHelpText('after', WRITES.killOn)
    .action((options: CallingOptions) => run((session) => killOn(session, options)));
  withCalling(kill.command('off'))
    .option('--yes', 'skip the confirmation')
    .description('accept new orders again')
    .addHelpText('after', WRITES.killOff)
    .action((options: CallingOptions & { yes?: boolean }) => run((session) => killOff(session, options)));
}
