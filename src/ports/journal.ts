import type { AnomalyRecorded, LedgerEntry, LedgerRows, LegName } from '../domain/events/event-schema.ts';
import type {
  AccountId,
  ClientOrderId,
  GenericAssetId,
  InstrumentId,
  OrderId,
  SubaccountId,
  VenueClientId,
  VenueName,
} from '../domain/model/ids.ts';
import type { Fill, Order, OrderStatus } from '../domain/model/order.ts';
import type { TimestampMs } from '../domain/model/time.ts';

export type { InstrumentBinding, LedgerRows } from '../domain/events/event-schema.ts';

/** So many of them a start knows of. One that is older may be told anew. */
export const ANOMALIES_MAX = 10_000;

/** What a start needs: settings, live orders and positions; its size does not grow with history. */
export interface LedgerSnapshot extends Omit<LedgerRows, 'fills' | 'legNames'> {
  readonly orders: readonly Order[]; // live ones only
  readonly pendingFills: readonly Fill[]; // those that a venue could still undo
  readonly anomalies: readonly AnomalyRecorded[]; // of the newest ANOMALIES_MAX entries with one, oldest first
  readonly seq: number; // of the last entry, 0 when empty
  readonly orderNumber: number; // highest ever given, 0 when none
  readonly fillNumber: number;
}

/** A page of history: newest first, below `before` when given, at most `limit` rows. */
interface HistoryQuery {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly instrumentId?: InstrumentId;
  readonly before?: number; // order or fill number
  readonly limit: number;
}

export interface OrderQuery extends HistoryQuery {
  readonly status?: OrderStatus;
  readonly clientOrderId?: ClientOrderId;
}

export interface FillQuery extends HistoryQuery {
  readonly orderId?: OrderId;
  readonly start?: TimestampMs;
  readonly end?: TimestampMs; // exclusive
}

/** The disk has failed us: nothing more is accepted until a restart has read the journal again. */
export class JournalFailedError extends Error {
  override readonly name = 'JournalFailedError';
}

/**
 * The durable truth: events and the rows they change, committed together.
 * One writer: each append carries the next `seq`, and a second writer is refused by it.
 */
export interface Journal {
  load(): Promise<LedgerSnapshot>;
  /**
   * Resolves once entry and rows are synced to disk, in the order of the calls. Many appends share
   * one sync. Rejects with JournalFailedError, and then so does every later append.
   */
  append(entry: LedgerEntry, rows: LedgerRows): Promise<void>;
  order(id: OrderId): Promise<Order | null>;
  orderByClientId(accountId: AccountId, clientOrderId: ClientOrderId): Promise<Order | null>;
  /** Whose name this is at the venue. Names of our own making are not kept: they tell it themselves. */
  findLegByClientId(venue: VenueName, clientId: VenueClientId): Promise<LegName | null>;
  orders(query: OrderQuery): Promise<readonly Order[]>;
  fills(query: FillQuery): Promise<readonly Fill[]>;
  /** The fills of all accounts with a larger number, oldest first. */
  fillsAfter(number: number, limit: number): Promise<readonly Fill[]>;
  /** The entries that speak of an order, oldest first, at most `limit`; they may speak of others too. */
  entriesForOrder(id: OrderId, limit: number): Promise<readonly LedgerEntry[]>;
  /** The entries that decided on a generic asset, oldest first, at most `limit`; they may decide on others too. */
  entriesForAsset(id: GenericAssetId, limit: number): Promise<readonly LedgerEntry[]>;
  /**
   * Names this ledger for good, so that the names we give at venues differ from those of another
   * installation on the same venue account.
   *
   * @param proposed  32 hex digits, taken when there is no id yet
   * @returns         the id first kept
   */
  installationId(proposed: string): Promise<string>;
  close(): Promise<void>;
}

/** Used request signatures, remembered across restarts until they are too old to pass anyway. */
export interface ReplayStore {
  loadSignatures(
    now: TimestampMs,
  ): Promise<readonly { readonly signature: string; readonly expiresAt: TimestampMs }[]>;
  /**
   * Resolves when durable; rides on the journal's next sync, before any later append. What had expired when the
   * newest was used may be let go, and nothing else, whatever the clock shows by then.
   */
  rememberSignature(signature: string, usedAt: TimestampMs, expiresAt: TimestampMs): Promise<void>;
}
