import { useState } from 'react';
import type { NewOrder, Order, Side } from '../../../../sdk/src/index.ts';
import { asError } from '../../components/rejection-text.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { FRESH, restingTif, type TicketFields, type TicketPlace, ticketOrder } from './ticket-order.ts';

export interface Sent {
  readonly order: Order | null;
  readonly error: Error | null;
}

/** The ticket's state, shared by its form and the keys of the ladder. */
export interface TicketState {
  readonly fields: TicketFields;
  readonly order: NewOrder | null; // null while a figure is missing
  readonly sent: Sent;
  readonly isSending: boolean;
  readonly change: (changed: Partial<TicketFields>) => void;
  readonly send: () => Promise<Sent>;
  /** Sends an order for the ticket's quantity at this price, without the form. */
  readonly place: (side: Side, price: string) => Promise<Sent>;
}

const NOTHING: Sent = { order: null, error: null };

export function useTicket(where: Omit<TicketPlace, 'subaccountId'>): TicketState {
  const { client, subaccountId } = useSession();
  const [fields, setFields] = useState<TicketFields>(FRESH);
  const [sent, setSent] = useState<Sent>(NOTHING);
  const [isSending, setSending] = useState(false);
  const toOrder = (written: TicketFields): NewOrder | null =>
    ticketOrder(written, { ...where, subaccountId });
  const submit = async (order: NewOrder | null): Promise<Sent> => {
    if (isSending) return NOTHING;
    setSending(true);
    const outcome = order === null ? INCOMPLETE : await client.orders.create(order).then(taken, refused);
    setSent(outcome);
    setSending(false);
    return outcome;
  };
  const change = (changed: Partial<TicketFields>): void => {
    setFields((before) => ({ ...before, ...changed }));
    setSent(NOTHING);
  };
  return {
    fields,
    order: toOrder(fields),
    sent,
    isSending,
    change,
    send: () => submit(toOrder(fields)),
    place: (side, price) => {
      const written: TicketFields = { ...fields, side, price, type: 'LIMIT', tif: restingTif(fields) };
      setFields(written);
      return submit(toOrder(written));
    },
  };
}

const INCOMPLETE: Sent = {
  order: null,
  error: new Error('Enter the number of contracts in the ticket first.'),
};

const taken = (order: Order): Sent => ({ order, error: null });
const refused = (failure: unknown): Sent => ({ order: null, error: asError(failure) });
