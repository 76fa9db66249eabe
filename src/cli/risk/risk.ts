import { runRead, runWrite, wholeNumber } from '../client/calling.ts';
import type { CallingOptions } from '../client/options.ts';
import { invalid } from '../failure.ts';
import { confirmed } from '../orders/changes.ts';
import { recordView } from '../output/view.ts';
import type { Session } from '../session.ts';

/** How a subaccount stands against its limits, and those of the account. */
export const showRisk = (session: Session, options: CallingOptions) =>
  runRead(session, options, async (connection) =>
    recordView(await connection.client.risk.state({ subaccount_id: await connection.subaccount() })),
  );

export interface LimitOptions extends CallingOptions {
  readonly account?: boolean; // over all subaccounts
  readonly maxOrderQty?: string;
  readonly maxPositionQty?: string;
  readonly maxOpenOrders?: string;
}

/** Sets the limits that are named; `none` takes one away. */
export async function setRisk(session: Session, options: LimitOptions): Promise<void> {
  const { maxOrderQty, maxPositionQty, maxOpenOrders } = options;
  if ([maxOrderQty, maxPositionQty, maxOpenOrders].every((it) => it === undefined))
    throw invalid('say which: --max-order-qty, --max-position-qty or --max-open-orders.');
  const limits = {
    max_order_qty: limitOf(maxOrderQty),
    max_position_qty: limitOf(maxPositionQty),
    max_open_orders: maxOpenOrders === 'none' ? null : wholeNumber('--max-open-orders', maxOpenOrders),
  };
  await runWrite(session, options, async (connection) => {
    const scope = options.account === true ? {} : { subaccount_id: await connection.subaccount() };
    return recordView(await connection.client.risk.setLimits({ ...limits, ...scope }));
  });
}

const limitOf = (text: string | undefined): string | null | undefined => (text === 'none' ? null : text);

/** Refuses every new order from now on; nobody is asked first, since it may be urgent. */
export async function killOn(session: Session, options: CallingOptions): Promise<void> {
  await runWrite(session, options, async ({ client }) => recordView(await client.risk.killSwitch(true)));
  session.terminal.tell('new orders are refused; those that rest stay: crossbook order cancel-all');
}

export async function killOff(
  session: Session,
  options: CallingOptions & { readonly yes?: boolean },
): Promise<void> {
  await confirmed(session, options, 'Let new orders pass again?');
  await runWrite(session, options, async ({ client }) => recordView(await client.risk.killSwitch(false)));
}
