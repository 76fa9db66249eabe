/** Finds out what became of a write whose outcome is unknown. Sends no order. */
import { NotFoundError, type OutcomeUnknownError, type ReconcileOptions } from './errors.ts';
import { pathSegment, type Query } from './query.ts';
import type { Runtime } from './runtime.ts';
import type { Signer } from './signature.ts';
import type { Order } from './types.ts';

/** What a write names, by which its orders are looked up. */
export interface DoubtfulCall {
  /** For a message: `POST /v1/orders`. */
  readonly name: string;
  /** The client order ids of new orders, in the order in which they were sent. */
  readonly keys: readonly OrderKey[];
  /** The order that an amend or a cancel names. */
  readonly orderId: string | null;
}

export interface OrderKey {
  readonly subaccount_id?: string | undefined;
  readonly client_order_id: string;
}

interface Doubt extends DoubtfulCall {
  readonly error: OutcomeUnknownError;
  /** The timestamp of the last attempt, in the time of the service. */
  readonly signedAtMs: number;
}

/** Sends signed reads. */
interface Reads {
  request<T>(
    call: { readonly method: 'GET'; readonly path: string; readonly query?: Query },
    options: { readonly signal: AbortSignal | undefined },
  ): Promise<T>;
}

interface ReconcileDeps {
  readonly transport: Reads;
  readonly signer: Pick<Signer, 'now'>;
  readonly runtime: Pick<Runtime, 'sleep'>;
}

const SIGNATURE_WINDOW_MS = 30_000; // the service refuses older signatures
const MARGIN_MS = 1_000;
const PAUSE_FIRST_MS = 200;
const PAUSE_MAX_MS = 2_000;

/**
 * The orders of the write, null for each that was proved not to exist.
 *
 * An order that is not there yet may still arrive until the signature of its last attempt has expired. A look-up that
 * starts after that is proof.
 */
export async function findOrders(
  { error, name, keys, orderId, signedAtMs }: Doubt,
  { transport, signer, runtime }: ReconcileDeps,
  { timeoutMs, signal }: ReconcileOptions,
): Promise<readonly (Order | null)[]> {
  if (orderId !== null) return [await readOrder(transport, orderId, signal)];
  if (keys.length === 0) {
    const next =
      error.clientOrderIds.length > 0 ? 'send it again with the same key' : 'read the state, then decide';
    throw new TypeError(`${name} names no order: ${next}`);
  }
  const found = new Map<string, Order>();
  const startedAt = signer.now();
  for (let pauseMs = PAUSE_FIRST_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MAX_MS)) {
    const lookedAt = signer.now();
    for (const { subaccount_id, client_order_id } of keys) {
      if (found.has(client_order_id)) continue;
      const query = { subaccount_id, client_order_id };
      const [order] = await transport.request<Order[]>(
        { method: 'GET', path: '/v1/orders', query },
        { signal },
      );
      if (order !== undefined) found.set(client_order_id, order);
    }
    const isProof = lookedAt > signedAtMs + SIGNATURE_WINDOW_MS + MARGIN_MS;
    if (isProof || keys.every((key) => found.has(key.client_order_id)))
      return keys.map((key) => found.get(key.client_order_id) ?? null);
    if (timeoutMs !== undefined && signer.now() - startedAt >= timeoutMs) throw error;
    await runtime.sleep(pauseMs, signal);
  }
}

async function readOrder(
  transport: Reads,
  id: string,
  signal: AbortSignal | undefined,
): Promise<Order | null> {
  try {
    return await transport.request<Order>(
      { method: 'GET', path: `/v1/orders/${pathSegment(id)}` },
      { signal },
    );
  } catch (error) {
    if (error instanceof NotFoundError) return null;
    throw error;
  }
}
