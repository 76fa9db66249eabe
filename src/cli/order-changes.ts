import { type CallingOptions, runWrite } from './api-calls.ts';
import { allowWrite, asking, connect } from './api-connection.ts';
import type { CliContext } from './cli-context.ts';
import { EXIT, Failure, invalid } from './cli-failure.ts';
import { orderView } from './order-reads.ts';
import { listView, recordView, show } from './output.ts';

export interface AmendOptions extends CallingOptions {
  readonly price?: string;
  readonly qty?: string;
  readonly tif?: string;
  readonly expires?: string;
}

/** Amends a resting order. */
export async function amendOrder(session: CliContext, id: string, options: AmendOptions): Promise<void> {
  const { price, qty, tif, expires } = options;
  if ([price, qty, tif, expires].every((it) => it === undefined))
    throw invalid('name a field to change: --price, --qty, --tif or --expires.');
  await runWrite(session, options, async ({ client }) => {
    const fields = { price, qty, tif: tif?.toUpperCase() as 'GTC' | 'GTD' | undefined, expires_at: expires };
    return orderView(await client.orders.amend(id, fields));
  });
}

/**
 * Cancels orders one by one; a failure does not stop the rest. Exits with the code of the first failure; without a
 * cancelled order it prints errors only.
 */
export async function cancelOrders(
  session: CliContext,
  ids: readonly string[],
  options: CallingOptions,
): Promise<number> {
  const connection = connect(session, options);
  await allowWrite(connection);
  const cancelled: object[] = [];
  let exitCode: number = EXIT.ok;
  for (const id of ids) {
    try {
      cancelled.push(await asking(() => connection.client.orders.cancel(id)));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      session.terminal.notify(`crossbook: ${id}: ${error.message}`);
      exitCode ||= error.exitCode;
    }
  }
  if (cancelled.length > 0) show(session.terminal, options, listView(cancelled, CANCEL_COLUMNS));
  return exitCode;
}

const CANCEL_COLUMNS = ['id', 'status', 'pending_action', 'filled_qty', 'qty', 'reason'];

export interface CancelAllOptions extends CallingOptions {
  readonly risk?: boolean; // through the risk layer
  readonly yes?: boolean;
}

/** Cancels every live order of a subaccount, or of all subaccounts that the key may trade. */
export async function cancelAllOrders(session: CliContext, options: CancelAllOptions): Promise<void> {
  const { subaccount, risk } = options;
  if (risk === true && subaccount === undefined) throw invalid('--risk needs --subaccount ID.');
  const scope = subaccount ?? 'all subaccounts of this key';
  await confirmed(session, options, `Cancel every open order of ${scope}?`);
  await runWrite(session, options, async ({ client }) => {
    if (risk === true && subaccount !== undefined)
      return recordView(await client.risk.cancelAll({ subaccount_id: subaccount }));
    const scope = subaccount === undefined ? {} : { subaccount_id: subaccount };
    return recordView(await client.orders.cancelAll(scope));
  });
}

/** Requests a confirmation at an interactive terminal. Fails if the operator declines. */
export async function confirmed(
  { terminal }: CliContext,
  { yes }: { readonly yes?: boolean },
  question: string,
): Promise<void> {
  if (yes === true || !terminal.isInteractive || (await terminal.confirm(question))) return;
  throw new Failure('cancelled by the operator; nothing was changed.');
}
