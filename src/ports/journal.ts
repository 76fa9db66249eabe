import type {
  AccountId,
  ClientOrderId,
  Fill,
  GenericAssetId,
  InstrumentId,
  Order,
  OrderId,
  OrderStatus,
  OrderTag,
  Parent,
  ParentId,
  ParentStatus,
  ParentType,
  SubaccountId,
  TimestampMs,
  VenueClientId,
  VenueName,
} from '#contract';
import type { AnomalyRecorded, LedgerEntry, LedgerRows, LegName } from '#domain';

export type { InstrumentBinding, LedgerRows } from '#domain';

/** Number of anomalies that are loaded at startup. An older anomaly may be reported a second time. */
export const ANOMALIES_MAX = 10_000;

/** The state loaded at startup: settings, live orders and positions. Its size does not grow with history. */
export interface LedgerSnapshot
  extends Omit<
    LedgerRows,
    'fills' | 'legNames' | 'endedSessions' | 'forgottenApprovals' | 'forgottenOperations'
  > {
  readonly orders: readonly Order[]; // live ones only
  readonly parents: readonly Parent[]; // complex orders that are not over
  readonly pendingFills: readonly Fill[]; // fills that a venue may still void
  readonly anomalies: readonly AnomalyRecorded[]; // the newest ANOMALIES_MAX, oldest first
  readonly seq: number; // number of the last entry, 0 when empty
  readonly orderNumber: number; // highest number assigned, 0 when none
  readonly fillNumber: number;
  readonly parentNumber: number;
  readonly instrumentIdSkipped: number; // ids up to this one are not assigned; 0 unless the ledger was restored
  readonly assetIdSkipped: number;
  readonly lastAt: TimestampMs | null; // time of the last entry
}

/** A page of history: newest first, below `before` when given, at most `limit` rows. */
interface HistoryQuery {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly instrumentId?: InstrumentId;
  readonly tag?: OrderTag;
  readonly before?: number; // order or fill number
  readonly limit: number;
}

export interface OrderQuery extends HistoryQuery {
  readonly status?: OrderStatus;
  readonly clientOrderId?: ClientOrderId;
  readonly parentId?: ParentId;
}

export interface ParentQuery extends HistoryQuery {
  readonly status?: ParentStatus;
  readonly type?: ParentType;
}

export interface FillQuery extends HistoryQuery {
  readonly orderId?: OrderId;
  readonly start?: TimestampMs;
  readonly end?: TimestampMs; // exclusive
}

/** A data file that must not be opened: damaged, of a newer version, or locked by another process. */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';
}

/** Writing to disk failed. The journal accepts no further entries until a restart reads it again. */
export class JournalFailedError extends Error {
  override readonly name = 'JournalFailedError';
}

/** The store cannot be read now. A later attempt may succeed. */
export class JournalUnavailableError extends Error {
  override readonly name = 'JournalUnavailableError';
}

/** Another process owns the journal now; a restart of this one waits for it as a standby. */
export class JournalLostError extends JournalFailedError {}

/**
 * Durable store of events and of the rows they change, committed together.
 * It allows one writer: each append carries the next `seq`, which a second writer cannot supply.
 */
export interface Journal {
  load(): Promise<LedgerSnapshot>;
  /**
   * Resolves when entry and rows are synced to disk, in call order. Many appends share one sync.
   * Rejects with JournalFailedError; all later appends reject too.
   */
  append(entry: LedgerEntry, rows: LedgerRows): Promise<void>;
  order(id: OrderId): Promise<Order | null>;
  /** The stored ones among these orders, with one look-up. */
  ordersById(ids: readonly OrderId[]): Promise<readonly Order[]>;
  orderByClientId(accountId: AccountId, clientOrderId: ClientOrderId): Promise<Order | null>;
  /** Finds the leg with this client id at the venue. Only ids that a venue assigned are stored; ours are parsed. */
  findLegByClientId(venue: VenueName, clientId: VenueClientId): Promise<LegName | null>;
  orders(query: OrderQuery): Promise<readonly Order[]>;
  parent(id: ParentId): Promise<Parent | null>;
  parentByKey(accountId: AccountId, key: ClientOrderId): Promise<Parent | null>;
  parents(query: ParentQuery): Promise<readonly Parent[]>;
  fills(query: FillQuery): Promise<readonly Fill[]>;
  /** Fills of all accounts with a number above `number`, oldest first. */
  fillsAfter(number: number, limit: number): Promise<readonly Fill[]>;
  /** The entries with events of this order, oldest first, at most `limit`. They may contain events of other orders. */
  entriesForOrder(id: OrderId, limit: number): Promise<readonly LedgerEntry[]>;
  /** The entries with events of this complex order, oldest first, at most `limit`. */
  entriesForParent(id: ParentId, limit: number): Promise<readonly LedgerEntry[]>;
  /** The entries with reviews of this generic asset, oldest first, at most `limit`. They may review others too. */
  entriesForAsset(id: GenericAssetId, limit: number): Promise<readonly LedgerEntry[]>;
  /**
   * The permanent id of this installation. It keeps our client ids distinct from those of another
   * installation on the same venue account.
   *
   * @param proposed  32 hex digits, stored when there is no id yet
   * @returns         the stored id
   */
  installationId(proposed: string): Promise<string>;
  close(): Promise<void>;
}

/** Used request signatures, kept across restarts until their timestamps are too old to be accepted. */
export interface ReplayStore {
  loadSignatures(
    now: TimestampMs,
  ): Promise<readonly { readonly signature: string; readonly expiresAt: TimestampMs }[]>;
  /**
   * Resolves when durable, with the journal's next sync and before any later append. The store may delete
   * only signatures that had expired when the newest one was used, whatever the clock shows later.
   */
  rememberSignature(signature: string, usedAt: TimestampMs, expiresAt: TimestampMs): Promise<void>;
}
