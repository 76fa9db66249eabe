import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Order, OrderStatus } from '../../../../sdk/src/index.ts';
import { asError } from '../../components/rejection-text.ts';
import { isLiveOrder } from '../../feed/account-feed.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

const PAGE_SIZE = 100;

/** The filter of the order list: status, and one market or all. */
export interface OrderFilter {
  readonly status: 'live' | 'any' | OrderStatus;
  readonly instrumentId: number | null;
}

export interface OrderList {
  readonly orders: readonly Order[]; // newest first, each in its latest state
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

/** Loads past orders page by page and overlays updates from the stream, so that a row is never out of date. */
export function useOrders(filter: OrderFilter): OrderList {
  const current = useAccount('orders');
  const isStreamKnown = useAccount('isKnown');
  const problem = useAccount('problem');
  const { history, load } = useHistory(filter, useAccount('round'));
  const past = history.orders;
  const orders = useMemo(
    () => latestFirst([...current, ...past]).filter((order) => isWanted(order, filter)),
    [current, past, filter],
  );
  return {
    orders,
    isKnown: filter.status === 'live' ? isStreamKnown : history.isKnown,
    error: history.error ?? (problem === null ? null : new Error(problem)),
    hasOlder: history.cursor !== null,
    loadOlder: load,
  };
}

/** Loads again when the stream reconnects: an order may have been closed while it was disconnected. */
function useHistory(
  { status, instrumentId }: OrderFilter,
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
    if (status !== 'live') void ask(null); // the stream's snapshot contains all live orders
    return () => asking.current?.abort();
  }, [ask, key, status, round]);
  const isCurrent = history.key === key;
  return {
    history: isCurrent ? history : unread(key),
    load: () => void ask(isCurrent ? history.cursor : null),
  };
}

const NONE: readonly Order[] = [];
const unread = (key: string): History => ({ key, orders: NONE, cursor: null, error: null, isKnown: false });

/** Each order once, in its latest state, newest first. */
export function latestFirst(orders: readonly Order[]): readonly Order[] {
  const byId = new Map<string, Order>();
  for (const order of orders) {
    const other = byId.get(order.id);
    if (other === undefined || order.updated_at > other.updated_at) byId.set(order.id, order);
  }
  return [...byId.values()].toSorted((one, other) => toOrderNumber(other) - toOrderNumber(one));
}

const toOrderNumber = ({ id }: Order): number => Number(id.slice(id.indexOf('_') + 1));

function isWanted(order: Order, { status, instrumentId }: OrderFilter): boolean {
  const isOfMarket =
    instrumentId === null ||
    order.instrument_id === instrumentId ||
    order.legs.some((leg) => leg.instrument_id === instrumentId);
  if (!isOfMarket) return false;
  return status === 'any' || (status === 'live' ? isLiveOrder(order) : order.status === status);
}
