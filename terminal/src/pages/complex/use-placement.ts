import { useMemo } from 'react';
import type { ComplexOrder, ComplexOrderDraft, NewComplexOrder } from '../../../../sdk/src/index.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { useSubmissionBy } from '../trade/use-submission.ts';

const FOUND_MAX = 200;

/** Sends a complex order once: after silence it is found by its key, never sent again under another one. */
export function usePlacement() {
  const { client, complexFeed } = useSession();
  const placement = useMemo(
    () => ({
      create: async (order: ComplexOrderDraft | NewComplexOrder, key: string): Promise<ComplexOrder> => {
        const placed = await client.complexOrders.create({
          ...(order as NewComplexOrder),
          idempotency_key: key,
        });
        complexFeed.put(placed);
        return placed;
      },
      find: async ({ subaccountId, clientOrderId }: { subaccountId: string; clientOrderId: string }) => {
        const listed = await client.complexOrders.list({ subaccount_id: subaccountId, limit: FOUND_MAX });
        return listed.find(({ idempotency_key: key }) => key === clientOrderId) ?? null;
      },
    }),
    [client, complexFeed],
  );
  return useSubmissionBy<ComplexOrderDraft | NewComplexOrder, ComplexOrder>(placement);
}
