import { useCallback, useEffect, useRef, useState } from 'react';
import type { Order, OrderStatus } from '../../../../sdk/src/index.ts';
import { asError } from '../../components/rejection-text.ts';
import { isLiveOrder } from '../../feed/account-feed.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

const PAGE_SIZE = 100;

/** Which orders are wanted: `live`, any, or those of one status; of one market or of all. */
export interface OrderWish {
  readonly status: 'live' | 'any' | OrderStatus;
  readonly instrumentId: number | null;
}

export interface OrderList {
  readonly orders: readonly Order[]; // newest first, each as it stands now
  readonly isKnown: boolean;
  readonly error: Error | null;
  readonly hasOlder: boolean;
  readonly loadOlder: () => void;
}

interface History {
  readonly key: string;
  readonly orders: readonly Order[];
  readonly cursor: string | null;
  readonly error: Error | null;
  readonly isKnown: boolean;
}

/** Past orders page by page, and over them what the stream tells, so that a row is never older than its order. */
export function useOrders(wish: OrderWish): OrderList {
  const account = useAccount();
  const { history, load } = useHistory(wish, account.round);
  const orders = newestOf([...account.orders, ...history.orders]).filter((order) => isWanted(order, wish));
  const problem = account.problem === null ? null : new Error(account.problem);
  return {
    orders,
    isKnown: wish.status === 'live' ? account.isKnown : history.isKnown,
    error: history.error ?? problem,
    hasOlder: history.cursor !== null,
    loadOlder: load,
  };
}

/** Read again when the stream begins anew: an order may have ended unseen while it was away. */
function useHistory(
  { status, instrumentId }: OrderWish,
  round: number,
): { history: History; load: () => void } {
  const { client, subaccountId } = useSession();
  const key = `${subaccountId}/${status}/${instrumentId}`;
  const [history, setHistory] = useState<History>(() => unread(key));
  const asking = useRef<AbortController | null>(null);
  const ask = useCallback(
    async (cursor: string | null) => {
      asking.current?.abort();
      const { signal } = (asking.current = new AbortController());
      try {
        const query = {
          subaccount_id: subaccountId,
          limit: PAGE_SIZE,
          ...(cursor === null ? {} : { cursor }),
          ...(status === 'any' ? {} : { status: status as OrderStatus }),
          ...(instrumentId === null ? {} : { instrument_id: instrumentId }),
        };
        const { items, next_cursor: next } = await client.orders.listPage(query, { signal });
        if (signal.aborted) return;
        setHistory((before) => ({
          ...unread(key),
          orders: cursor === null ? items : [...before.orders, ...items],
          cursor: next,
          isKnown: true,
        }));
      } catch (error) {
        if (!signal.aborted) setHistory((before) => ({ ...before, key, error: asError(error) }));
      }
    },
    [client, subaccountId, status, instrumentId, key],
  );
  useEffect(() => {
    setHistory((before) => (before.key === key ? before : unread(key)));
    if (status !== 'live') void ask(null); // the stream's snapshot has all that live
    return () => asking.current?.abort();
  }, [ask, key, status, round]);
  const isCurrent = history.key === key;
  return {
    history: isCurrent ? history : unread(key),
    load: () => void ask(isCurrent ? history.cursor : null),
  };
}

const unread = (key: string): History => ({ key, orders: [], cursor: null, error: null, isKnown: false });

/** Each order once, in its latest state, newest first. */
export function newestOf(orders: readonly Order[]): readonly Order[] {
  const byId = new Map<string, Order>();
  for (const order of orders) {
    const other = byId.get(order.id);
    if (other === undefined || order.updated_at > other.updated_at) byId.set(order.id, order);
  }
  return [...byId.values()].toSorted((one, other) => numberOf(other) - numberOf(one));
}

const numberOf = ({ id }: Order): number => Number(id.slice(id.indexOf('_') + 1));

function isWanted(order: Order, { status, instrumentId }: OrderWish): boolean {
  const isOfMarket =
    instrumentId === null ||
    order.instrument_id === instrumentId ||
    order.legs.some((leg) => leg.instrument_id === instrumentId);
  if (!isOfMarket) return false;
  return status === 'any' || (status === 'live' ? isLiveOrder(order) : order.status === status);
}
