import { useDebouncedValue } from '@mantine/hooks';
import { useRef } from 'react';
import type { NewOrder, OrderPreview } from '../../../../sdk/src/index.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

const SETTLE_MS = 200; // of typing
const EVERY_MS = 4_000; // books move while a ticket stands open

export interface PreviewState {
  readonly preview: OrderPreview | null;
  readonly error: Error | null;
  readonly isCurrent: boolean; // it speaks of the order as it is written now
}

/** What the service would do with this order now; asked again while it is looked at. Null order: nothing asked. */
export function usePreview(order: NewOrder | null): PreviewState {
  const { client } = useSession();
  const text = order === null ? '' : JSON.stringify(order);
  const [asked] = useDebouncedValue(text, SETTLE_MS);
  const { data, error, isLoading } = useQuery(
    `preview/${asked}`,
    async (signal) =>
      asked === '' ? null : client.orders.preview(JSON.parse(asked) as NewOrder, { signal }),
    { everyMs: EVERY_MS },
  );
  const isCurrent = asked === text && !isLoading;
  // The last plan stays, marked as not current, until the next is there, so that nothing flickers.
  const last = useRef<OrderPreview | null>(null);
  if (isCurrent) last.current = error === null ? data : null;
  return { preview: last.current, error: isCurrent ? error : null, isCurrent };
}
