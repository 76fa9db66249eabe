/**
 * Feeds of subaccount state. Every connection begins with a snapshot of each subaccount, which makes it
 * complete again.
 */
import type { Feed } from './feed.ts';
import type {
  BalancesFrame,
  ComplexOrdersFrame,
  FillsFrame,
  OperationsFrame,
  OrdersFrame,
  PositionsFrame,
  ServerFrame,
} from './frames.ts';
import type { StreamOptions } from './stream.ts';

export interface SubaccountStreamOptions extends StreamOptions {
  /** Only these subaccounts; all subaccounts of the key if absent. */
  readonly subaccountIds?: readonly string[] | undefined;
}

export interface FramesByStream {
  positions: PositionsFrame;
  orders: OrdersFrame;
  fills: FillsFrame;
  balances: BalancesFrame;
  operations: OperationsFrame;
  'complex-orders': ComplexOrdersFrame;
}

const CHANGE = {
  positions: 'position',
  orders: 'order',
  fills: 'fill',
  balances: 'balance',
  operations: 'operation',
  'complex-orders': 'complex_order',
} as const;

export function subaccountFeed<Name extends keyof FramesByStream>(
  name: Name,
  options: SubaccountStreamOptions,
): Feed<FramesByStream[Name]> {
  const subaccountIds = options.subaccountIds;
  const isOurs = (frame: ServerFrame): boolean => frame.type === 'snapshot' || frame.type === CHANGE[name];
  return {
    topic: name,
    prepare: () => Promise.resolve(),
    query: () => ({ subaccount_id: subaccountIds?.join(',') }),
    take: (frame) => (isOurs(frame) ? (frame as FramesByStream[Name]) : null),
  };
}
