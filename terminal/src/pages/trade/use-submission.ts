import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, type NewOrder, type Order, OutcomeUnknownError } from '../../../../sdk/src/index.ts';
import { asError } from '../../components/rejection-text.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

/** The result of the last submitted order. */
export interface Sent {
  readonly order: Order | null;
  readonly error: Error | null;
}

/** An order that was sent without an answer. Until it is found or refused, the next order uses the same id. */
export interface Doubt {
  readonly subaccountId: string;
  readonly clientOrderId: string;
  readonly isAbsent: boolean; // the service answers, and has no order with this id
}

export interface Submission {
  readonly sent: Sent;
  readonly doubt: Doubt | null;
  readonly isSending: boolean;
  readonly submit: (order: NewOrder) => Promise<Sent>;
  /** Looks for the order in doubt. */
  readonly check: () => void;
  readonly report: (sent: Sent) => void;
}

export const NOTHING: Sent = { order: null, error: null };
const CHECK_EVERY_MS = 3_000;

/**
 * Submits orders, each under a client order id. After an unknown outcome the id is looked up until the service answers,
 * and it is used again for the next order: the service then makes at most one order of both.
 */
export function useSubmission(): Submission {
  const { client } = useSession();
  const [sent, setSent] = useState(NOTHING);
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const [isSending, setSending] = useState(false);

  /** The order in doubt; null if the service has none. */
  const find = useCallback(
    async ({ subaccountId, clientOrderId }: Doubt): Promise<Order | null> => {
      const query = { subaccount_id: subaccountId, client_order_id: clientOrderId };
      return (await client.orders.list(query))[0] ?? null;
    },
    [client],
  );
  const resolve = useCallback(
    async (open: Doubt): Promise<Sent | null> => {
      const order = await find(open);
      setDoubt(order === null ? { ...open, isAbsent: true } : null);
      if (order === null) return null;
      setSent({ order, error: null });
      return { order, error: null };
    },
    [find],
  );
  useEffect(() => {
    if (doubt === null || doubt.isAbsent || isSending) return;
    const timer = setInterval(() => void resolve(doubt).catch(() => undefined), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [doubt, isSending, resolve]);

  const send = async (order: NewOrder): Promise<Sent> => {
    const clientOrderId = doubt?.clientOrderId ?? `web-${crypto.randomUUID()}`;
    try {
      const found = doubt === null ? null : await resolve(doubt);
      if (found !== null) return found;
      const placed = await client.orders.create({ ...order, client_order_id: clientOrderId });
      setDoubt(null);
      return { order: placed, error: null };
    } catch (failure) {
      if (failure instanceof OutcomeUnknownError && failure.clientOrderIds.length > 0)
        setDoubt({ subaccountId: order.subaccount_id, clientOrderId, isAbsent: false });
      else if (isSettled(failure)) setDoubt(null);
      return { order: null, error: asError(failure) };
    }
  };
  const isBusy = useRef(false); // the state of a second press in the same frame is older
  const submit = async (order: NewOrder): Promise<Sent> => {
    if (isBusy.current) return NOTHING;
    isBusy.current = true;
    setSending(true);
    const result = await send(order);
    setSent(result);
    setSending(false);
    isBusy.current = false;
    return result;
  };
  return {
    sent,
    doubt,
    isSending,
    submit,
    check: () =>
      doubt !== null &&
      void resolve(doubt).catch((failure: unknown) => setSent({ order: null, error: asError(failure) })),
    report: setSent,
  };
}

/** True for a refusal that proves that no order exists under the id: the service looks at the id before it refuses so. */
function isSettled(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false;
  return failure.error === 'kill_switch' || [400, 404, 422].includes(failure.status ?? 0);
}
