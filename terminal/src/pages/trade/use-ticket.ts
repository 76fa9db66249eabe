import { useState } from 'react';
import type { NewOrder, RoutingMode, Side } from '../../../../sdk/src/index.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { useSession } from '../../sign-in/auth-session.tsx';
import { FRESH, restingTif, type TicketFields, type TicketPlace, ticketOrder } from './ticket-order.ts';
import { NOTHING, type Sent, type Submission, useSubmission } from './use-submission.ts';

/** The ticket's state, shared by its form and the keys of the ladder. */
export interface TicketState extends Pick<Submission, 'sent' | 'doubt' | 'check' | 'isSending'> {
  readonly fields: TicketFields;
  readonly order: NewOrder | null; // null while a figure is missing
  readonly change: (changed: Partial<TicketFields>) => void;
  readonly send: () => Promise<Sent>;
  /** Sends an order for the ticket's quantity at this price, without the form. */
  readonly place: (side: Side, price: string) => Promise<Sent>;
}

/** @param mode  the routing at first */
export function useTicket(
  where: Omit<TicketPlace, 'subaccountId' | 'format'>,
  mode: RoutingMode,
): TicketState {
  const { subaccountId } = useSession();
  const [format] = usePriceFormat();
  const [fields, setFields] = useState<TicketFields>(() => ({ ...FRESH, mode }));
  const { submit, report, ...submission } = useSubmission();
  const toOrder = (written: TicketFields): NewOrder | null =>
    ticketOrder(written, { ...where, subaccountId, format });
  const send = async (order: NewOrder | null): Promise<Sent> => {
    if (order !== null) return submit(order);
    report(INCOMPLETE);
    return INCOMPLETE;
  };
  const change = (changed: Partial<TicketFields>): void => {
    setFields((before) => ({ ...before, ...changed }));
    report(NOTHING);
  };
  return {
    ...submission,
    fields,
    order: toOrder(fields),
    change,
    send: () => send(toOrder(fields)),
    place: (side, price) => {
      const written: TicketFields = { ...fields, side, price, type: 'LIMIT', tif: restingTif(fields) };
      setFields(written);
      return send(toOrder(written));
    },
  };
}

const INCOMPLETE: Sent = {
  order: null,
  error: new Error('Enter the number of contracts in the ticket first.'),
};
