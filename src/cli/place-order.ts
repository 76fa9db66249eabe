import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '#platform';
import type { NewOrder, Order, OrderPreview, Side } from '../../sdk/src/index.ts';
import { type CallingOptions, idNumber, wholeNumber } from './api-calls.ts';
import { allowWrite, asking, type Connection, connect } from './api-connection.ts';
import type { CliContext } from './cli-context.ts';
import { EXIT, Failure, invalid } from './cli-failure.ts';
import { findTraded } from './instrument-names.ts';
import { buildOrder, type OrderOptions, previewView, typedOrder } from './new-order.ts';
import { orderView } from './order-reads.ts';
import { show } from './output.ts';

export interface PlaceOptions extends CallingOptions, OrderOptions {
  readonly dryRun?: boolean;
  readonly wait?: string | true; // seconds
  readonly key?: string; // client_order_id
}

/**
 * Places an order, or with `--dry-run` shows what it would do.
 *
 * @param words  `ID QTY [@PRICE]`, or `QTY [@PRICE]` with `--asset`
 * @returns      the exit code of the order's final status, if it has closed
 */
export async function place(
  session: CliContext,
  side: Side,
  words: readonly string[],
  options: PlaceOptions,
): Promise<number> {
  const waitS = parseSeconds(options.wait);
  const typed = typedOrder(words, options);
  const connection = connect(session, options);
  const order = await asking(() => buildOrder(connection, side, typed, options));
  if (options.dryRun === true) return preview(session, connection, order, options);
  await allowWrite(connection);
  const clientOrderId = options.key ?? `cli-${randomUUID()}`;
  // Printed before the request, so that an interrupted caller can repeat or find the order.
  if (options.key === undefined) session.terminal.notify(`client_order_id ${clientOrderId}`);
  const placed = await asking(() =>
    connection.client.orders.create({ ...order, client_order_id: clientOrderId }),
  );
  const last = waitS === null ? placed : await untilOver(connection, placed, waitS);
  show(session.terminal, options, orderView(last));
  return exitCodeOfOrder(last, waitS !== null);
}

export interface CloseOptions extends CallingOptions {
  readonly asset?: string;
  readonly price?: string;
  readonly tif?: string;
  readonly tag?: string;
  readonly wait?: string | true; // seconds
  readonly key?: string; // client_order_id
}

/**
 * Closes the position in an instrument, or with `--asset` in an asset.
 *
 * @returns the exit code of the order's final status, if it has closed
 */
export async function close(
  session: CliContext,
  id: string | undefined,
  { asset, price, tif, tag, wait, key, ...calling }: CloseOptions,
): Promise<number> {
  if ((id === undefined) === (asset === undefined)) throw invalid('one of ID and --asset is required.');
  const waitS = parseSeconds(wait);
  const connection = connect(session, calling);
  const target =
    asset === undefined
      ? { instrument_id: await asking(() => findTraded(connection.client, id ?? '')) }
      : { generic_asset_id: idNumber('--asset', asset) };
  const clientOrderId = key ?? `cli-${randomUUID()}`;
  await allowWrite(connection);
  if (key === undefined) session.terminal.notify(`client_order_id ${clientOrderId}`);
  const position = {
    ...target,
    subaccount_id: await asking(() => connection.subaccount()),
    ...(price === undefined ? {} : { price }),
    ...(tif === undefined ? {} : { tif: tif.toUpperCase() as 'IOC' | 'GTC' }),
    ...(tag === undefined ? {} : { tag }),
    client_order_id: clientOrderId,
  };
  const placed = await asking(() => connection.client.positions.close(position));
  const last = waitS === null ? placed : await untilOver(connection, placed, waitS);
  show(session.terminal, calling, orderView(last));
  return exitCodeOfOrder(last, waitS !== null);
}

async function preview(
  session: CliContext,
  { client }: Connection,
  order: NewOrder,
  options: PlaceOptions,
): Promise<number> {
  const preview: OrderPreview = await asking(() => client.orders.preview(order)).catch(previewFailure);
  show(session.terminal, options, previewView(order, preview));
  return preview.unroutable === null ? EXIT.ok : EXIT.unavailable;
}

/** A preview places nothing, so a lost answer leaves no order in doubt. */
function previewFailure(error: unknown): never {
  if (!(error instanceof Failure) || error.exitCode !== EXIT.unknown) throw error;
  throw new Failure('connection: no answer to the preview; nothing was placed.', EXIT.unavailable);
}

/** Exit code of `order --wait`: 0 for an open order or an expected close. */
function exitCodeOfOrder({ status, reason }: Order, hasWaited: boolean): number {
  if (status === 'PENDING_SUBMISSION') return hasWaited ? EXIT.unknown : EXIT.ok;
  if (status !== 'REJECTED') return EXIT.ok;
  return reason === 'kill_switch' ? EXIT.policy : EXIT.unavailable;
}

const WAIT_S = 60;

/** Parses the seconds of `--wait`; null without it. */
function parseSeconds(wait: string | true | undefined): number | null {
  if (wait === undefined) return null;
  return wait === true ? WAIT_S : (wholeNumber('--wait', wait) ?? WAIT_S);
}

const POLL_MS = 250;
const LIVE = new Set<Order['status']>(['PENDING_SUBMISSION', 'OPEN', 'PARTIAL']);

/** Polls the order until it closes or `seconds` have passed; returns its latest state. */
async function untilOver({ client }: Connection, placed: Order, seconds: number): Promise<Order> {
  const endsAt = systemClock.now() + seconds * 1000;
  let order = placed;
  while (LIVE.has(order.status) && systemClock.now() < endsAt) {
    await pause(POLL_MS);
    order = await asking(() => client.orders.get(placed.id));
  }
  return order;
}
