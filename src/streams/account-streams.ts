import {
  type AccountId,
  type Caller,
  err,
  type Fill,
  grantCovers,
  invalidField,
  isOperationOver,
  mapResult,
  type Order,
  ok,
  type PositionOperation,
  type QueryPair,
  type Rejection,
  type Result,
  rejection,
  type SubaccountGrant,
  type SubaccountId,
} from '#contract';
import {
  renderBalance,
  renderComplexOrder,
  renderFill,
  renderOperation,
  renderOrder,
  renderPosition,
} from '#http';
import type {
  AccessService,
  AccountFeeds,
  Balance,
  MarkedPosition,
  TradingQueryService,
  TradingService,
  WatchedParent,
} from '#orders';
import type { ClientFrame } from './client-frame.ts';
import { createFrame, type Frame } from './send-queue.ts';
import { type Snapshot, type SnapshotDeps, SnapshotSender } from './snapshot-sender.ts';
import type {
  DataStream,
  StreamName,
  StreamOutput,
  StreamSession,
  SubscriptionStarter,
} from './stream-connection.ts';
import { readListParameter, SubscriptionFilter } from './subscription-filter.ts';

/** The owner of an item. Only the owner receives it. */
interface Owner {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
}

/** A kind of record that belongs to subaccounts, and how the stream publishes it. */
export interface SubaccountFeed<Item> {
  readonly name: StreamName;
  readonly frameType: string; // of each change
  listen(listener: (item: Item) => void): () => void;
  getOwner(item: Item): Owner;
  render(item: Item): object;
  /** The records in the snapshot of a subaccount, read synchronously. */
  snapshot(caller: Caller, subaccountId: SubaccountId): Result<Snapshot, Rejection>;
}

export interface SubaccountStreamDeps extends SnapshotDeps {
  readonly trading: {
    readonly access: Pick<AccessService, 'checkSubaccount'>;
    readonly queries: Pick<TradingQueryService, 'subaccounts'>;
  };
  readonly idsMax: number;
}

interface SessionDeps extends SubaccountStreamDeps {
  snapshot(caller: Caller, subaccountId: SubaccountId): Result<Snapshot, Rejection>;
}

/** Sends snapshots, then changes, to each connection whose account, key and subscription cover the subaccount. */
export class SubaccountStream<Item> implements DataStream {
  readonly name: StreamName;
  readonly #feed: SubaccountFeed<Item>;
  readonly #deps: SessionDeps;
  readonly #sessions = new Map<AccountId, Set<SubaccountSession>>();
  #unlisten: (() => void) | null = null; // null without sessions: unread changes are not computed

  constructor(feed: SubaccountFeed<Item>, deps: SubaccountStreamDeps) {
    this.name = feed.name;
    this.#feed = feed;
    this.#deps = { ...deps, snapshot: (caller, id) => feed.snapshot(caller, id) };
  }

  async admit(caller: Caller, query: readonly QueryPair[]): Promise<Result<SubscriptionStarter, Rejection>> {
    const named = readListParameter(query, 'subaccount_id');
    const selected = named === null ? ok(null) : this.#select(caller, named);
    if (!selected.ok) return selected;
    return ok((connection) =>
      this.#open(connection, new SubscriptionFilter(selected.value, this.#deps.idsMax)),
    );
  }

  stop(): void {
    this.#unlisten?.();
    this.#unlisten = null;
  }

  /** Rejects like HTTP: an unknown subaccount with `not_found`, one that is not granted with `forbidden`. */
  #select(caller: Caller, named: readonly string[]): Result<readonly SubaccountId[], Rejection> {
    if (named.length > this.#deps.idsMax) return err(tooMany(this.#deps.idsMax));
    const ids: SubaccountId[] = [];
    for (const name of named) {
      const checked = this.#deps.trading.access.checkSubaccount(caller, name);
      if (!checked.ok) return checked;
      ids.push(checked.value);
    }
    return ok(ids);
  }

  #open(connection: StreamOutput, selection: SubscriptionFilter<SubaccountId>): StreamSession {
    const { accountId } = connection.caller;
    this.#unlisten ??= this.#feed.listen((item) => this.#publish(item));
    const sessions = this.#sessions.get(accountId) ?? new Set();
    this.#sessions.set(accountId, sessions);
    const session = new SubaccountSession(connection, selection, this.#deps, () => {
      sessions.delete(session);
      if (sessions.size === 0) this.#sessions.delete(accountId);
      if (this.#sessions.size === 0) this.stop();
    });
    sessions.add(session);
    return session;
  }

  #publish(item: Item): void {
    const { accountId, subaccountId } = this.#feed.getOwner(item);
    const sessions = [...(this.#sessions.get(accountId) ?? [])].filter((each) => each.covers(subaccountId));
    if (sessions.length === 0) return;
    const frame = createFrame(this.#feed.frameType, this.#feed.render(item));
    for (const session of sessions) session.sendChange(subaccountId, frame);
  }
}

class SubaccountSession implements StreamSession {
  readonly #connection: StreamOutput;
  readonly #selection: SubscriptionFilter<SubaccountId>;
  readonly #deps: SessionDeps;
  readonly #snapshots: SnapshotSender;
  readonly #onEnd: () => void;
  #opening: Promise<void> | null; // until the first snapshots are sent

  /** Changes of a subaccount are sent from the moment its snapshot was read, so no change is lost between them. */
  constructor(
    connection: StreamOutput,
    selection: SubscriptionFilter<SubaccountId>,
    deps: SessionDeps,
    onEnd: () => void,
  ) {
    this.#connection = connection;
    this.#selection = selection;
    this.#deps = deps;
    this.#onEnd = onEnd;
    this.#snapshots = new SnapshotSender(connection, deps, (id) => deps.snapshot(connection.caller, id));
    this.#confirm('subscribed', connection.openedBy);
    this.#opening = this.#snapshots
      .send(selection.named ?? this.#granted())
      .catch((error: unknown) => connection.fail(error));
  }

  end(): void {
    this.#snapshots.cancelAll();
    this.#onEnd();
  }

  covers(subaccountId: SubaccountId): boolean {
    if (this.#snapshots.isWaiting(subaccountId)) return false;
    return (
      grantCovers(this.#connection.caller.subaccounts, subaccountId) && this.#selection.covers(subaccountId)
    );
  }

  sendChange(subaccountId: SubaccountId, frame: Frame): void {
    this.#snapshots.sendChange(subaccountId, frame);
  }

  isGranted(grant: SubaccountGrant): boolean {
    return (this.#selection.named ?? []).every((subaccountId) => grantCovers(grant, subaccountId));
  }

  /** Sends the snapshots of added subaccounts only: a client may repeat its subscription. */
  async subscribe({ id, fields }: ClientFrame): Promise<void> {
    if (this.#opening !== null) await this.#opening;
    this.#opening = null;
    if (!this.#connection.isOpen) return; // it ended meanwhile, and pays for nothing more
    if (fields['subaccount_ids'] === '*') {
      const added = this.#granted().filter((subaccountId) => !this.#selection.covers(subaccountId));
      this.#selection.addAll();
      this.#confirm('subscribed', id);
      return this.#snapshots.send(added);
    }
    const requested = this.#read(fields);
    if (!requested.ok) return this.#connection.refuse(id, requested.error);
    const added = this.#selection.add(requested.value);
    if (added === null) return this.#connection.refuse(id, tooMany(this.#deps.idsMax));
    this.#confirm('subscribed', id);
    return this.#snapshots.send(added);
  }

  unsubscribe({ id, fields }: ClientFrame): void {
    const named = fields['subaccount_ids'];
    if (named === '*') {
      this.#selection.removeAll();
      this.#snapshots.cancelAll();
    } else if (!isTextList(named)) return this.#connection.refuse(id, notAList());
    else if (!this.#selection.remove(named as SubaccountId[]))
      return this.#connection.refuse(id, NOTHING_NAMED);
    else this.#snapshots.cancel(named as SubaccountId[]);
    this.#confirm('unsubscribed', id);
  }

  #read(fields: ClientFrame['fields']): Result<readonly SubaccountId[], Rejection> {
    const named = fields['subaccount_ids'];
    if (!isTextList(named)) return err(notAList());
    const refused = named.flatMap((name) => {
      const checked = this.#deps.trading.access.checkSubaccount(this.#connection.caller, name);
      return checked.ok ? [] : [{ name, why: checked.error }];
    });
    const first = refused[0];
    if (first === undefined) return ok(named as readonly SubaccountId[]);
    const details = { subaccount_ids: refused.map(({ name }) => name) };
    const isForbidden = first.why.code === 'forbidden';
    return err(
      isForbidden
        ? rejection('forbidden', first.why.message, details)
        : rejection('validation', 'unknown subaccount', details),
    );
  }

  #confirm(type: 'subscribed' | 'unsubscribed', id: ClientFrame['id']): void {
    this.#connection.send(createFrame(type, { id, subaccount_ids: this.#selection.render() }));
  }

  #granted(): readonly SubaccountId[] {
    return this.#deps.trading.queries
      .subaccounts(this.#connection.caller)
      .map(({ subaccountId }) => subaccountId);
  }
}

const NOTHING_NAMED = rejection(
  'validation',
  'all subaccounts are subscribed; subscribe to named subaccounts first',
);

const notAList = (): Rejection =>
  invalidField('subaccount_ids', 'must be an array of subaccount ids, or "*"');
const tooMany = (max: number): Rejection =>
  invalidField('subaccount_ids', `at most ${max} in one subscription`);

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** The parts of the trading service that the account streams use. */
export type AccountSource = Pick<TradingService, 'balances'> & {
  readonly feeds: Omit<AccountFeeds, 'ownQtys'>;
  readonly queries: Pick<TradingQueryService, 'positions'>;
  readonly complexOrders: Pick<TradingService['complexOrders'], 'open' | 'onChanged'>;
  readonly operations: Pick<TradingService['operations'], 'list' | 'onOperation'>;
};

/** Copies the list, which may change before all of it is rendered. The records themselves never change. */
function toSnapshot<Item>(field: string, items: readonly Item[], render: (item: Item) => object): Snapshot {
  const all = [...items];
  return { field, count: all.length, render: (from, to) => all.slice(from, to).map(render) };
}

/** Positions: each durable change, and each change of a mark price. */
export const positionsFeed = (trading: AccountSource): SubaccountFeed<MarkedPosition> => ({
  name: 'positions',
  frameType: 'position',
  listen: (listener) => trading.feeds.onPosition(listener),
  getOwner: ({ position }) => position,
  render: renderPosition,
  snapshot: (caller, id) =>
    mapResult(trading.queries.positions(caller, id), (held) => toSnapshot('positions', held, renderPosition)),
});

/** Orders: a snapshot of the open orders, then each order after every durable change. */
export const ordersFeed = (trading: AccountSource): SubaccountFeed<Order> => ({
  name: 'orders',
  frameType: 'order',
  listen: (listener) => trading.feeds.onOrder(listener),
  getOwner: (order) => order,
  render: (order) => ({ order: renderOrder(order) }), // nested, because an order has a field `type`
  snapshot: (caller, id) =>
    mapResult(trading.feeds.liveOrders(caller, id), (orders) => toSnapshot('orders', orders, renderOrder)),
});

/** Complex orders: a snapshot of those that are not over, then each one after every durable change. */
export const complexOrdersFeed = (trading: AccountSource): SubaccountFeed<WatchedParent> => ({
  name: 'complex-orders',
  frameType: 'complex_order',
  listen: (listener) => trading.complexOrders.onChanged(listener),
  getOwner: ({ parent }) => parent,
  render: (watched) => ({ complex_order: renderComplexOrder(watched) }), // nested, because it has a field `type`
  snapshot: (caller, id) =>
    mapResult(trading.complexOrders.open(caller, id), (open) =>
      toSnapshot('complex_orders', open, renderComplexOrder),
    ),
});

/** Fills: a snapshot of the latest fills, then each durable fill, and again when its settlement changes. */
export const fillsFeed = (trading: AccountSource): SubaccountFeed<Fill> => ({
  name: 'fills',
  frameType: 'fill',
  listen: (listener) => trading.feeds.onFill(listener),
  getOwner: (fill) => fill,
  render: (fill) => ({ fill: renderFill(fill) }),
  snapshot: (caller, id) =>
    mapResult(trading.feeds.recentFills(caller, id), (fills) => toSnapshot('fills', fills, renderFill)),
});

/** Balances: a snapshot of all venues, then each balance whose figures changed. */
export const balancesFeed = (trading: AccountSource): SubaccountFeed<Balance> => ({
  name: 'balances',
  frameType: 'balance',
  listen: (listener) => trading.balances.subscribe(listener),
  getOwner: (balance) => balance,
  render: (balance) => ({ subaccount_id: balance.subaccountId, ...renderBalance(balance) }),
  snapshot: (caller, id) =>
    mapResult(trading.balances.list(caller, id), (all) => toSnapshot('balances', all, renderBalance)),
});

/** Merges, splits and redemptions: a snapshot of those that are not over, then each one after every durable change. */
export const operationsFeed = ({ operations }: AccountSource): SubaccountFeed<PositionOperation> => ({
  name: 'operations',
  frameType: 'operation',
  listen: (listener) => operations.onOperation(listener),
  getOwner: (operation) => operation,
  render: (operation) => ({ operation: renderOperation(operation) }),
  snapshot: (caller, subaccountId) =>
    mapResult(operations.list(caller, { subaccountId, limit: Number.MAX_SAFE_INTEGER }), (listed) => {
      const open = listed.filter((operation) => !isOperationOver(operation));
      return toSnapshot('operations', open, renderOperation);
    }),
});
