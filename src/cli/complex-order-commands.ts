import type { Command } from 'commander';
import type { ComplexOrder } from '../../sdk/src/index.ts';
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
import { addHedgeCommand } from './hedge-command.ts';
import { COMPLEX_HELP as HELP } from './help-texts.ts';
import { addNewComplexOrderCommands, COMPLEX_COLUMNS, COMPLEX_RECORD } from './new-complex-order.ts';
import { listView, recordView } from './output.ts';
import { AMENDABLE_FLAGS, readAmendableParams, withAmendableParams } from './param-options.ts';

const LIST_MAX = 50;

interface ListOptions extends CallingOptions {
  readonly status?: string;
  readonly type?: string;
  readonly tag?: string;
  readonly limit?: string;
}

interface AmendOptions extends CallingOptions {
  readonly qty?: string;
  readonly price?: string;
  readonly expires?: string;
}

/** Adds the commands for complex orders: one for each type, and `complex` for all of them. */
export function addComplexOrderCommands(program: Command, run: Run): void {
  addNewComplexOrderCommands(program, run);
  addHedgeCommand(program, run);
  addReadsAndChanges(program.command('complex').description('show, amend and cancel complex orders'), run);
}

function addReadsAndChanges(complex: Command, run: Run): void {
  withWatch(withSubaccount(complex.command('list')))
    .option('--status <status>', 'waiting, working, paused, …; default: any')
    .option('--type <type>', 'stop, iceberg, tp_sl, …; default: any')
    .option('--tag <tag>', 'only with this tag')
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
  withAmendableParams(withCalling(complex.command('amend')))
    .argument('<id>')
    .option('--qty <qty>', 'new total quantity')
    .option('--price <price>', 'new worst price')
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
            recordView(await client.complexOrders[verb](id), COMPLEX_RECORD),
          ),
        ),
      );
  }
}

const list = (session: CliContext, options: ListOptions) =>
  runRead(session, options, async (connection) =>
    listView(
      await connection.client.complexOrders.list({
        subaccount_id: await connection.subaccount(),
        status: options.status?.toUpperCase() as ComplexOrder['status'] | undefined,
        type: options.type?.toUpperCase(),
        tag: options.tag,
        limit: wholeNumber('--limit', options.limit) ?? LIST_MAX,
      }),
      COMPLEX_COLUMNS,
    ),
  );

const showOne = (session: CliContext, id: string, options: CallingOptions) =>
  runRead(session, options, async ({ client }) =>
    recordView(await client.complexOrders.get(id), COMPLEX_RECORD),
  );

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
  const { qty, price, expires } = options;
  const params = readAmendableParams(options);
  const hasParams = Object.keys(params).length > 0;
  if (!hasParams && [qty, price, expires].every((it) => it === undefined))
    throw invalid(`name a field to change: --qty, --price, ${AMENDABLE_FLAGS.join(', ')} or --expires.`);
  await runWrite(session, options, async ({ client }) => {
    const fields = { qty, price, expires_at: expires, ...(hasParams ? { params } : {}) };
    return recordView(await client.complexOrders.amend(id, fields), COMPLEX_RECORD);
  });
}
