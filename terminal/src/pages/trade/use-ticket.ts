import { useState } from 'react';
import type { NewOrder, Order, Side } from '../../../../sdk/src/index.ts';
import { asError } from '../../components/rejection-text.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { FRESH, restingTif, type TicketFields, type TicketPlace, ticketOrder } from './ticket-order.ts';

export interface Sent {
  readonly order: Order | null;
  readonly error: Error | null;
}

/** An order as it is being written, by its form and by the keys of the ladder alike. */
export interface TicketState {
  readonly fields: TicketFields;
  readonly order: NewOrder | null; // that it means; null while a figure is missing
  readonly sent: Sent;
  readonly isSending: boolean;
  readonly change: (changed: Partial<TicketFields>) => void;
  readonly send: () => Promise<Sent>;
  /** Sends the contracts of the ticket at this price, without the form. */
  readonly place: (side: Side, price: string) => Promise<Sent>;
}

const NOTHING: Sent = { order: null, error: null };

export function useTicket(where: Omit<TicketPlace, 'subaccountId'>): TicketState {
  const { client, subaccountId } = useSession();
  const [fields, setFields] = useState<TicketFields>(FRESH);
  const [sent, setSent] = useState<Sent>(NOTHING);
  const [isSending, setSending] = useState(false);
  const orderOf = (written: TicketFields): NewOrder | null =>
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
    order: orderOf(fields),
    sent,
    isSending,
    change,
    send: () => submit(orderOf(fields)),
    place: (side, price) => {
      const written: TicketFields = { ...fields, side, price, type: 'LIMIT', tif: restingTif(fields) };
      setFields(written);
      return submit(orderOf(written));
    },
  };
}

const INCOMPLETE: Sent = { order: null, error: new Error('Write into the ticket how many contracts first.') };

const taken = (order: Order): Sent => ({ order, error: null });
const refused = (failure: unknown): Sent => ({ order: null, error: asError(failure) });
