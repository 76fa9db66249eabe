import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError, type NewOrder, type Order, OutcomeUnknownError } from '../../../../sdk/src/index.ts';
import { asError } from '../../components/rejection-text.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

/** The result of the last submitted order. */
export interface Sent<Placed = Order> {
  readonly order: Placed | null;
  readonly error: Error | null;
}

/** An order that was sent without an answer. Until it is found or refused, the next order uses the same id. */
export interface Doubt {
  readonly subaccountId: string;
  readonly clientOrderId: string;
  readonly isAbsent: boolean; // the service answers, and has no order with this id
}

/** How an order is sent under an id, and how it is found by that id. A constant, or memoized. */
interface Placement<Draft, Placed> {
  readonly create: (draft: Draft, id: string) => Promise<Placed>;
  readonly find: (doubt: Doubt) => Promise<Placed | null>;
}

export interface Submission<Draft = NewOrder, Placed = Order> {
  readonly sent: Sent<Placed>;
  readonly doubt: Doubt | null;
  readonly isSending: boolean;
  readonly submit: (draft: Draft) => Promise<Sent<Placed>>;
  /** Looks for the order in doubt. */
  readonly check: () => void;
  readonly report: (sent: Sent<Placed>) => void;
}

export const NOTHING = { order: null, error: null } as const;
const CHECK_EVERY_MS = 3_000;

/** Submits ordinary orders. */
export function useSubmission(): Submission {
  const { client } = useSession();
  const placement = useMemo(
    (): Placement<NewOrder, Order> => ({
      create: (order, id) => client.orders.create({ ...order, client_order_id: id }),
      find: async ({ subaccountId, clientOrderId }) => {
        const query = { subaccount_id: subaccountId, client_order_id: clientOrderId };
        return (await client.orders.list(query))[0] ?? null;
      },
    }),
    [client],
  );
  return useSubmissionBy(placement);
}

/**
 * Submits orders, each under a client order id. After an unknown outcome the id is looked up until the service answers,
 * and it is used again for the next order: the service then makes at most one order of both.
 */
export function useSubmissionBy<Draft extends { readonly subaccount_id: string }, Placed>({
  create,
  find,
}: Placement<Draft, Placed>): Submission<Draft, Placed> {
  const [sent, setSent] = useState<Sent<Placed>>(NOTHING);
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const [isSending, setSending] = useState(false);

  const resolve = useCallback(
    async (open: Doubt): Promise<Sent<Placed> | null> => {
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

  const send = async (order: Draft): Promise<Sent<Placed>> => {
    const clientOrderId = doubt?.clientOrderId ?? `web-${crypto.randomUUID()}`;
    try {
      const found = doubt === null ? null : await resolve(doubt);
      if (found !== null) return found;
      const placed = await create(order, clientOrderId);
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
  const submit = async (order: Draft): Promise<Sent<Placed>> => {
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
