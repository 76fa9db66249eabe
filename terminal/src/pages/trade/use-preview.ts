import { useDebouncedValue } from '@mantine/hooks';
import { useRef } from 'react';
import type { NewOrder, OrderPreview } from '../../../../sdk/src/index.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

const SETTLE_MS = 200; // after the last keystroke
const EVERY_MS = 4_000; // books change while a ticket is open

export interface PreviewState<Preview = OrderPreview> {
  readonly preview: Preview | null;
  readonly error: Error | null;
  readonly isCurrent: boolean; // it belongs to the order as typed now
}

/** The service's preview of an order, refreshed while it is shown. A null order sends no request. */
export function usePreview(order: NewOrder | null): PreviewState {
  const { client } = useSession();
  return usePreviewBy(order, (draft, signal) => client.orders.preview(draft, { signal }));
}

/** As usePreview, for orders of any kind. */
export function usePreviewBy<Draft, Preview>(
  order: Draft | null,
  ask: (draft: Draft, signal: AbortSignal) => Promise<Preview>,
): PreviewState<Preview> {
  const text = order === null ? '' : JSON.stringify(order);
  const [debounced] = useDebouncedValue(text, SETTLE_MS);
  const { data, error, isLoading } = useQuery(
    `preview/${debounced}`,
    async (signal) => (debounced === '' ? null : ask(JSON.parse(debounced) as Draft, signal)),
    { everyMs: EVERY_MS },
  );
  const isCurrent = debounced === text && !isLoading;
  // The previous preview stays, marked as not current, until the next one arrives. This avoids flicker.
  const last = useRef<Preview | null>(null);
  if (isCurrent) last.current = error === null ? data : null;
  return { preview: last.current, error: isCurrent ? error : null, isCurrent };
}
