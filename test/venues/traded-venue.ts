import type { Price, Qty } from '../../src/contract/model/money.ts';
import type { Side } from '../../src/contract/model/order.ts';
import type { OmsHarness } from '../../src/oms/oms.fixture.ts';

/** What goes wrong with one order. A venue to which one does not apply trades without it. */
// FORGOTTEN: the venue says for a while that it has no such order, and lists none.
export const MISHAPS = [
  'VOIDED',
  'ANSWER_LOST',
  'REQUEST_LOST',
  'DOWN',
  'REPEATED',
  'EVENT_LOST',
  'LATE',
  'DROPPED',
  'FORGOTTEN',
] as const;
export type Mishap = (typeof MISHAPS)[number];

/** The faults of a simulator, once each unless `times` says otherwise. */
export type FaultsByMishap = Readonly<Record<Mishap, Fault | readonly Fault[]>>;
type Fault = Readonly<Record<string, unknown>>;

/** The market has these prices of others on each side, 300 contracts each, in cents of YES. */
export const BIDS = [45, 40, 30] as const;
export const ASKS = [55, 60, 70] as const;
export const LEVEL_QTY = 300;

/** Our account as the records of the venue have it, without our adapter. */
export interface VenueRecord {
  readonly cash: bigint; // since the start, 1e-16
  readonly balance: bigint | null; // that the venue reports as all cash, or as the cash that is free; null: no cash account
  readonly fees: bigint;
  readonly yes: bigint; // tokens, 1e-8; a venue that nets both outcomes has only one of them
  readonly no: bigint;
}

/** Order management with one venue that has one market, on one clock. */
export interface TradedVenue {
  readonly oms: OmsHarness;
  /** The venue rounds the cash of each trade down to this, 1e-16; 0: it moves price times quantity. */
  readonly cashStep: bigint;
  /** Advances time until the promise settles. */
  until<Value>(promise: Promise<Value>): Promise<Value>;
  pass(ms: number): Promise<void>;
  /** Gives order management the present book. */
  copyBook(): void;
  /** Applies to the next order. */
  prepare(mishap: Mishap): void;
  /** Nothing goes wrong any more. */
  heal(): void;
  /** Someone else takes what rests, up to this price of YES. */
  takeResting(side: Side, price: Price, qty: Qty): Promise<void>;
  readRecord(): Promise<VenueRecord>;
  stop(): Promise<void>;
}

/** A venue outside of the process. */
export interface OutsideVenue extends TradedVenue {
  /** Kills the process of order management and of the adapter, and starts it over the same ledger after `meanwhile`. */
  restart(meanwhile: () => Promise<void>): Promise<void>;
}
