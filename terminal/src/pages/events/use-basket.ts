import { useMemo, useRef } from 'react';
import { toRejectionText } from '../../components/rejection-text.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { usePreviewBy } from '../trade/use-preview.ts';
import { type Submission, useSubmissionBy } from '../trade/use-submission.ts';
import {
  type BasketItem,
  type BasketOrder,
  describeEntries,
  describeFound,
  type LegOutcome,
  type LegPreview,
  toLegPreview,
  withIds,
} from './basket.ts';

/** A leg with its preview, or why it is refused. */
export interface LegState {
  readonly item: BasketItem;
  readonly qty: string;
  readonly preview: LegPreview | null;
  readonly error: string | null;
}

/** Previews each leg of a basket, again every few seconds. */
export function useBasketPreview(orders: readonly BasketOrder[] | null): {
  readonly legs: readonly LegState[];
  readonly isCurrent: boolean;
} {
  const { client } = useSession();
  const ask = async (leg: BasketOrder, signal: AbortSignal): Promise<LegState> => {
    const { item, order } = leg;
    const state = { item, qty: order.qty, preview: null, error: null };
    try {
      return { ...state, preview: toLegPreview(leg, await client.orders.preview(order, { signal })) };
    } catch (error) {
      if (signal.aborted || !(error instanceof Error)) throw error;
      return { ...state, error: toRejectionText(error).message };
    }
  };
  const { preview, isCurrent } = usePreviewBy(orders, (draft, signal) =>
    Promise.all(draft.map((leg) => ask(leg, signal))),
  );
  return { legs: preview ?? [], isCurrent };
}

interface BasketDraft {
  readonly subaccount_id: string;
  readonly orders: readonly BasketOrder[];
}

/** Sends a basket as one batch: after silence its orders are found by their ids, and a repeat uses the same ids. */
export function useBasketSubmission(): Submission<BasketDraft, readonly LegOutcome[]> {
  const { client } = useSession();
  const latest = useRef<readonly BasketOrder[]>([]);
  const placement = useMemo(
    () => ({
      create: async ({ orders }: BasketDraft, key: string) => {
        latest.current = orders;
        return describeEntries(orders, await client.orders.batch(withIds(orders, key)));
      },
      find: async ({ subaccountId, clientOrderId: key }: { subaccountId: string; clientOrderId: string }) => {
        const orders = latest.current;
        const found = await Promise.all(
          withIds(orders, key).map(async ({ client_order_id: id }) => {
            const query = { subaccount_id: subaccountId, client_order_id: id };
            return (await client.orders.list(query))[0];
          }),
        );
        return describeFound(orders, found);
      },
    }),
    [client],
  );
  return useSubmissionBy<BasketDraft, readonly LegOutcome[]>(placement);
}
