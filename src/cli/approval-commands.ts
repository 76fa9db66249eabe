import type { Command } from 'commander';
import type { Approval } from '../../sdk/src/index.ts';
import { type CallingOptions, runRead, runWrite, wholeNumber, withCalling, withWatch } from './api-calls.ts';
import type { CliContext, Run } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { HELP } from './help-texts.ts';
import { listView, recordView } from './output.ts';

const STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const;
const COLUMNS = ['id', 'status', 'key_id', 'subaccount_id', 'order', 'cost', 'expires_at', 'order_id'];

interface ListOptions extends CallingOptions {
  readonly status?: string;
  readonly limit?: string;
}

/** Adds the commands for the orders of agents that need the approval of a person. */
export function addApprovalCommands(program: Command, run: Run): void {
  const approvals = program.command('approvals').description('list, approve and reject orders of agents');
  withWatch(approvals.command('list', { isDefault: true }))
    .option('--status <status>', 'pending, approved, rejected or expired; default: any')
    .option('--limit <n>', 'maximum number')
    .description('list the orders of agents that need an approval, newest first')
    .addHelpText('after', HELP.approvals)
    .action((options: ListOptions) => run((session) => list(session, options)));
  withCalling(approvals.command('approve'))
    .argument('<id>', 'apr_7')
    .description('approve an order, which places it')
    .addHelpText('after', HELP.approvals)
    .action((id: string, options: CallingOptions) => run((session) => decide(session, id, true, options)));
  withCalling(approvals.command('reject'))
    .argument('<id>', 'apr_7')
    .description('reject an order')
    .addHelpText('after', HELP.approvals)
    .action((id: string, options: CallingOptions) => run((session) => decide(session, id, false, options)));
}

const list = (session: CliContext, options: ListOptions): Promise<void> =>
  runRead(session, options, async ({ client }) => {
    const query = { status: readStatus(options.status), limit: wholeNumber('--limit', options.limit) };
    return listView((await client.approvals.list(query)).map(toLine), COLUMNS);
  });

const decide = (
  session: CliContext,
  id: string,
  isApproved: boolean,
  options: CallingOptions,
): Promise<void> =>
  runWrite(session, options, async ({ client }) =>
    recordView(toLine(await (isApproved ? client.approvals.approve(id) : client.approvals.reject(id)))),
  );

function readStatus(text: string | undefined): Approval['status'] | undefined {
  if (text === undefined) return undefined;
  const status = STATUSES.find((each) => each === text.toUpperCase());
  if (status === undefined) throw invalid(`--status ${text}: expected ${STATUSES.join(', ').toLowerCase()}.`);
  return status;
}

/** The order in one line: `BUY YES 10 @ 0.48 on 1001`. */
function toLine(approval: Approval) {
  const { side, outcome = 'YES', qty, price, instrument_id, generic_asset_id } = approval.order;
  const target = instrument_id === undefined ? ['asset', generic_asset_id] : [instrument_id];
  const order = [side, outcome, qty, '@', price, 'on', ...target].map(String).join(' ');
  return { ...approval, order };
}
