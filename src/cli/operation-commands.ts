import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { type CallingOptions, runRead, withCalling, withSubaccount, withWatch } from './api-calls.ts';
import { allowWrite, asking, connect } from './api-connection.ts';
import type { CliContext, Run } from './cli-context.ts';
import { OPERATION_HELP } from './help-texts.ts';
import { findTraded } from './instrument-names.ts';
import { listView, recordView, show } from './output.ts';

interface ConvertOptions extends CallingOptions {
  readonly dryRun?: boolean;
  readonly key?: string; // idempotency key
}

type Verb = 'merge' | 'split' | 'redeem';

const COLUMNS = ['id', 'kind', 'status', 'failure', 'instrument_id', 'venue', 'qty', 'amount', 'updated_at'];
const RECORD = [
  ...COLUMNS.slice(0, -1),
  'venue_operation_id',
  'transaction_hash',
  'venue_message',
  'created_at',
  'sent_at',
  'ended_at',
];

/** Adds the commands that convert tokens to cash and back. */
export function addOperationCommands(program: Command, run: Run): void {
  const add = (verb: Verb, words: string, description: string): void => {
    withCalling(withSubaccount(program.command(`${verb} ${words}`)))
      .option('--dry-run', 'only show what it would do')
      .option('--key <key>', 'idempotency key; default: generated')
      .description(description)
      .addHelpText('after', OPERATION_HELP[verb])
      .action((id: string, second: string | ConvertOptions, third?: ConvertOptions) => {
        const qty = typeof second === 'string' ? second : undefined;
        const options = typeof second === 'object' ? second : (third as ConvertOptions);
        return run((session) => convert(session, verb, id, qty, options));
      });
  };
  add('merge', '<id> [qty]', 'merge tokens of YES and NO of a market into cash');
  add('split', '<id> <qty>', 'split cash into tokens of YES and NO of a market');
  add('redeem', '<id>', 'redeem the tokens of a settled market');
  withWatch(withSubaccount(program.command('operations')))
    .option('--id <id>', 'only this one, with all its fields')
    .description('list merges, splits and redemptions, newest first')
    .addHelpText('after', OPERATION_HELP.list)
    .action((options: CallingOptions & { readonly id?: string }) =>
      run((session) => listOperations(session, options)),
    );
}

async function convert(
  session: CliContext,
  verb: Verb,
  id: string,
  qty: string | undefined,
  { dryRun, key, ...calling }: ConvertOptions,
): Promise<void> {
  const connection = connect(session, calling);
  const { positions } = connection.client;
  const terms = {
    subaccount_id: await asking(() => connection.subaccount()),
    instrument_id: await asking(() => findTraded(connection.client, id)),
    ...(qty === undefined ? {} : { qty }),
  };
  if (dryRun === true) {
    const preview = await asking(() => positions.previewOperation(verb, terms));
    return show(session.terminal, calling, recordView(preview));
  }
  await allowWrite(connection);
  const idempotencyKey = key ?? `cli-${randomUUID()}`;
  // Printed before the request, so that an interrupted caller can repeat or find it.
  if (key === undefined) session.terminal.notify(`idempotency_key ${idempotencyKey}`);
  const keyed = { ...terms, idempotency_key: idempotencyKey };
  const begun = await asking(() =>
    verb === 'split'
      ? positions.split({ ...keyed, qty: qty ?? '' })
      : verb === 'merge'
        ? positions.merge(keyed)
        : positions.redeem(keyed),
  );
  show(session.terminal, calling, recordView(begun, RECORD));
}

const listOperations = (session: CliContext, options: CallingOptions & { readonly id?: string }) =>
  runRead(session, options, async (connection) => {
    const { id } = options;
    if (id !== undefined) return recordView(await connection.client.positions.operation(id), RECORD);
    const query = { subaccount_id: await connection.subaccount() };
    return listView(await connection.client.positions.operations(query), COLUMNS);
  });
