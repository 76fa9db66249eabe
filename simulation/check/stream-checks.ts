import type { Caller } from '../../src/contract/access/access.ts';
import type { SubaccountId } from '../../src/contract/model/ids.ts';
import { isLive, type Order } from '../../src/contract/model/order.ts';
import type { MarkedPosition } from '../../src/orders/trading-service.ts';
import {
  type AccountSource,
  fillsFeed,
  ordersFeed,
  positionsFeed,
  type SubaccountFeed,
} from '../../src/streams/account-streams.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';

type Row = Readonly<Record<string, unknown>>;

/** One stream of one subaccount, as a subscriber follows it. */
interface FollowedStream {
  readonly name: string;
  readonly held: ReadonlyMap<string, string>; // the snapshot plus every change since, row by row
  readonly isAll: boolean; // true: the snapshot contains all rows, not only the latest
  readonly fresh: () => ReadonlyMap<string, string>;
}

/** The key of a row of the stream. */
interface RowFormat<Item> {
  readonly isAll: boolean;
  readonly toRow: (frame: Row) => Row;
  readonly toKey: (row: Row) => unknown;
  readonly isGone: (item: Item) => boolean;
}

const ORDERS: RowFormat<Order> = {
  isAll: true,
  toRow: ({ order }) => order as Row,
  toKey: ({ id }) => id,
  isGone: ({ status }) => !isLive(status),
};

const FILLS: RowFormat<unknown> = {
  isAll: false,
  toRow: ({ fill }) => fill as Row,
  toKey: ({ id }) => id,
  isGone: () => false,
};

const POSITIONS: RowFormat<MarkedPosition> = {
  isAll: true,
  toRow: (frame) => frame,
  toKey: ({ instrument_id: id }) => id,
  isGone: ({ position }) => position.net === 0n,
};

/** Mark prices are published once a second, so they may be slightly old. */
const MARKS: ReadonlySet<string> = new Set(['mark_price', 'unrealized_pnl']);

/**
 * I-28: a subscriber's snapshot plus every change since equals a new snapshot. Sequence numbers and gaps
 * belong to connections, which are not simulated: `test/ws/`.
 */
export class Subscriber {
  readonly #followed: readonly FollowedStream[];

  /** Receives from one process; the next process needs a new subscriber. */
  constructor(source: AccountSource, owners: Iterable<readonly [Caller, SubaccountId]>) {
    this.#followed = [...owners].flatMap(([caller, subaccountId]) => [
      followStream(ordersFeed(source), caller, subaccountId, ORDERS),
      followStream(fillsFeed(source), caller, subaccountId, FILLS),
      followStream(positionsFeed(source), caller, subaccountId, POSITIONS),
    ]);
  }

  /** Checks the subscriber's state. Call only when every change is durable. */
  check(monitor: InvariantMonitor): void {
    for (const { name, held, isAll, fresh } of this.#followed) {
      const present = fresh();
      for (const [key, row] of present) {
        const published = held.get(key);
        monitor.expect(
          published === row,
          'I-28',
          () => `${name} ${key} was published as ${published} and is ${row}`,
        );
      }
      const left = isAll ? [...held.keys()].filter((key) => !present.has(key)) : [];
      monitor.expect(left.length === 0, 'I-28', () => `${name} never published that ${left.join(' ')} ended`);
    }
  }
}

function followStream<Item>(
  feed: SubaccountFeed<Item>,
  caller: Caller,
  subaccountId: SubaccountId,
  { isAll, toRow, toKey, isGone }: RowFormat<Item>,
): FollowedStream {
  const fresh = (): Map<string, string> => {
    const answer = feed.snapshot(caller, subaccountId);
    const rows = answer.ok ? (answer.value.render(0, answer.value.count) as readonly Row[]) : [];
    return new Map(rows.map((row) => [String(toKey(row)), renderRow(row)]));
  };
  const held = fresh();
  feed.listen((item) => {
    const owner = feed.getOwner(item);
    if (owner.accountId !== caller.accountId || owner.subaccountId !== subaccountId) return;
    const row = toRow(feed.render(item) as Row);
    if (isGone(item)) held.delete(String(toKey(row)));
    else held.set(String(toKey(row)), renderRow(row));
  });
  return { name: `${feed.name} of ${caller.accountId}/${subaccountId}`, held, isAll, fresh };
}

const renderRow = (row: Row): string =>
  JSON.stringify(row, (name, value: unknown) => (MARKS.has(name) ? undefined : value));
