import type { Caller } from '../../src/domain/access/access.ts';
import type { SubaccountId } from '../../src/domain/model/ids.ts';
import { isLive, type Order } from '../../src/domain/model/order.ts';
import type { MarkedPosition } from '../../src/oms/trading-service.ts';
import {
  type AccountSource,
  fillsFeed,
  ordersFeed,
  positionsFeed,
  type SubaccountFeed,
} from '../../src/server/websocket/account-streams.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';

type Row = Readonly<Record<string, unknown>>;

/** One stream of one subaccount, as a subscriber follows it. */
interface Followed {
  readonly name: string;
  readonly held: ReadonlyMap<string, string>; // the snapshot plus every change since, row by row
  readonly isAll: boolean; // true: the snapshot contains all rows, not only the latest
  readonly fresh: () => ReadonlyMap<string, string>;
}

/** The key of a row of the stream. */
interface Rows<Item> {
  readonly isAll: boolean;
  readonly rowOf: (frame: Row) => Row;
  readonly keyOf: (row: Row) => unknown;
  readonly isGone: (item: Item) => boolean;
}

const ORDERS: Rows<Order> = {
  isAll: true,
  rowOf: ({ order }) => order as Row,
  keyOf: ({ id }) => id,
  isGone: ({ status }) => !isLive(status),
};

const FILLS: Rows<unknown> = {
  isAll: false,
  rowOf: ({ fill }) => fill as Row,
  keyOf: ({ id }) => id,
  isGone: () => false,
};

const POSITIONS: Rows<MarkedPosition> = {
  isAll: true,
  rowOf: (frame) => frame,
  keyOf: ({ instrument_id: id }) => id,
  isGone: ({ position }) => position.net === 0n,
};

/** Mark prices are published once a second, so they may be slightly old. */
const MARKS: ReadonlySet<string> = new Set(['mark_price', 'unrealized_pnl']);

/**
 * I-28: a subscriber's snapshot plus every change since equals a new snapshot. Sequence numbers and gaps
 * belong to connections, which are not simulated: `test/ws/`.
 */
export class Subscriber {
  readonly #followed: readonly Followed[];

  /** Receives from one process; the next process needs a new subscriber. */
  constructor(source: AccountSource, owners: Iterable<readonly [Caller, SubaccountId]>) {
    this.#followed = [...owners].flatMap(([caller, subaccountId]) => [
      follow(ordersFeed(source), caller, subaccountId, ORDERS),
      follow(fillsFeed(source), caller, subaccountId, FILLS),
      follow(positionsFeed(source), caller, subaccountId, POSITIONS),
    ]);
  }

  /** Call only while no change waits to become durable. */
  holdsWhatIs(monitor: InvariantMonitor): void {
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

function follow<Item>(
  feed: SubaccountFeed<Item>,
  caller: Caller,
  subaccountId: SubaccountId,
  { isAll, rowOf, keyOf, isGone }: Rows<Item>,
): Followed {
  const fresh = (): Map<string, string> => {
    const answer = feed.snapshot(caller, subaccountId);
    const rows = answer.ok ? (answer.value.render(0, answer.value.count) as readonly Row[]) : [];
    return new Map(rows.map((row) => [String(keyOf(row)), textOf(row)]));
  };
  const held = fresh();
  feed.listen((item) => {
    const owner = feed.getOwner(item);
    if (owner.accountId !== caller.accountId || owner.subaccountId !== subaccountId) return;
    const row = rowOf(feed.render(item) as Row);
    if (isGone(item)) held.delete(String(keyOf(row)));
    else held.set(String(keyOf(row)), textOf(row));
  });
  return { name: `${feed.name} of ${caller.accountId}/${subaccountId}`, held, isAll, fresh };
}

const textOf = (row: Row): string =>
  JSON.stringify(row, (name, value: unknown) => (MARKS.has(name) ? undefined : value));
