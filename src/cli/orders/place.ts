import { randomUUID } from 'node:crypto';
import type { NewOrder, Order, OrderPreview, Side } from '../../../sdk/src/index.ts';
import { asking } from '../client/apifailure.ts';
import { wholeNumber } from '../client/calling.ts';
import { allowWrite, type Connection, connect } from '../client/connect.ts';
import type { CallingOptions } from '../client/options.ts';
import { EXIT, Failure } from '../failure.ts';
import { show } from '../output/show.ts';
import { recordView } from '../output/view.ts';
import type { Session } from '../session.ts';
import { type OrderOptions, orderOf, typedOrder } from './neworder.ts';
import { previewView } from './preview.ts';
import { ORDER_RECORD } from './reads.ts';
import { untilOver } from './wait.ts';

export interface PlaceOptions extends CallingOptions, OrderOptions {
  readonly dryRun?: boolean;
  readonly wait?: string | true; // seconds
  readonly key?: string; // client_order_id
}

/**
 * Places an order, or with `--dry-run` tells what would become of it.
 *
 * @param words  `ID QTY [@PRICE]`, or `QTY [@PRICE]` with `--asset`
 * @returns      the exit code: that of the order's end, when it has ended
 */
export async function place(
  session: Session,
  side: Side,
  words: readonly string[],
  options: PlaceOptions,
): Promise<number> {
  const waitS = secondsOf(options.wait);
  const typed = typedOrder(words, options);
  const connection = connect(session, options);
  const order = await asking(() => orderOf(connection, side, typed, options));
  if (options.dryRun === true) return preview(session, connection, order, options);
  await allowWrite(connection);
  const clientOrderId = options.key ?? `cli-${randomUUID()}`;
  // Told first: whoever is cut off in the middle knows what to repeat, or to look for.
  if (options.key === undefined) session.terminal.tell(`client_order_id ${clientOrderId}`);
  const placed = await asking(() =>
    connection.client.orders.create({ ...order, client_order_id: clientOrderId }),
  );
  const last = waitS === null ? placed : await untilOver(connection, placed, waitS);
  show(session.terminal, options, recordView(last, ORDER_RECORD));
  return exitCodeOfOrder(last, waitS !== null);
}

async function preview(
  session: Session,
  { client }: Connection,
  order: NewOrder,
  options: PlaceOptions,
): Promise<number> {
  const told: OrderPreview = await asking(() => client.orders.preview(order)).catch(previewFailure);
  show(session.terminal, options, previewView(told));
  return told.unroutable === null ? EXIT.ok : EXIT.unavailable;
}

/** A preview places nothing, so that no outcome of it can be in doubt. */
function previewFailure(error: unknown): never {
  if (!(error instanceof Failure) || error.exitCode !== EXIT.unknown) throw error;
  throw new Failure('connection: the preview was not answered; nothing was placed.', EXIT.unavailable);
}

/** How the order's own end shows to a script. One that lives, or ended as it was told to, is well. */
function exitCodeOfOrder({ status, reason }: Order, hasWaited: boolean): number {
  if (status === 'PENDING_SUBMISSION') return hasWaited ? EXIT.unknown : EXIT.ok;
  if (status !== 'REJECTED') return EXIT.ok;
  return reason === 'kill_switch' ? EXIT.policy : EXIT.unavailable;
}

const WAIT_S = 60;

/** Null when nobody waits. */
function secondsOf(wait: string | true | undefined): number | null {
  if (wait === undefined) return null;
  return wait === true ? WAIT_S : (wholeNumber('--wait', wait) ?? WAIT_S);
}
