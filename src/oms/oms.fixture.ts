import assert from 'node:assert/strict';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { createMemoryStore, type MemoryStore } from '../../test/support/storage/memory-journal.ts';
import type { SimulatedDisk } from '../../test/support/storage/simulated-disk.ts';
import type { Caller } from '../contract/access/access.ts';
import type { Book } from '../contract/model/book.ts';
import { type FeeSchedule, NO_FEES } from '../contract/model/fee-schedule.ts';
import type {
  AccountId,
  GenericAssetId,
  InstrumentId,
  KeyId,
  OrderId,
  SubaccountId,
  VenueName,
} from '../contract/model/ids.ts';
import type { GenericAsset, Instrument } from '../contract/model/instrument.ts';
import type { Price } from '../contract/model/money.ts';
import type { Order } from '../contract/model/order.ts';
import type { Rejection, Result } from '../contract/model/result.ts';
import type { TimestampMs } from '../contract/model/time.ts';
import { DEAREST_PUBLISHED } from '../domain/fees/dearest-fees.ts';
import type { Print } from '../domain/market-data/trade-prints.ts';
import type { AutomaticMinimums } from '../orders/operations/automatic-candidates.ts';
import { StateStore } from '../orders/state-store.ts';
import { type JournalOwnership, SOLE_OWNER } from '../ports/journal-ownership.ts';
import type { MarketView, QuotedBook } from '../ports/market-view.ts';
import type { TraceExporter } from '../ports/telemetry.ts';
import { Oms } from './oms.ts';
import { DEMO, price, qty, ScriptedVenue } from './scripted-venue.fixture.ts';

export const TRADER: Caller = {
  keyId: 'key_1' as KeyId,
  accountId: 'acc_1' as AccountId,
  permissions: ['read', 'trade', 'risk'],
  subaccounts: '*',
};

/** `BUY 10 @ 0.48` on instrument 1001 as a caller's JSON. */
export const orderBody = (change: object = {}): object => ({
  subaccount_id: 'sa_1',
  instrument_id: 1001,
  side: 'BUY',
  type: 'LIMIT',
  price: '0.48',
  qty: '10',
  ...change,
});

export const openInstrument = (id: number, change: Partial<Instrument> = {}): Instrument => ({
  instrumentId: id as InstrumentId,
  genericAssetId: null,
  venue: DEMO,
  venueInstrumentId: `M-${id}`,
  ticker: `M-${id}`,
  slug: `m-${id}`,
  title: `Market ${id}`,
  description: null,
  category: 'Weather',
  status: 'OPEN',
  priceTick: price('0.01'),
  priceMin: price('0.01'),
  priceMax: price('0.99'),
  priceBands: null,
  qtyStep: qty('1'),
  qtyMin: qty('1'),
  fees: NO_FEES,
  openTime: null,
  closeTime: null,
  result: null,
  settlementPrice: null,
  event: null,
  outcomeName: null,
  rulesSecondary: null,
  venueTerms: {},
  updatedAt: 0 as TimestampMs,
  ...change,
});

/** A market whose instruments, books and marks are set by the test. */
export class ManualMarket implements MarketView {
  readonly instruments = new Map<InstrumentId, Instrument>();
  readonly assets = new Map<GenericAssetId, GenericAsset>();
  readonly books = new Map<InstrumentId, Book>();
  readonly marks = new Map<InstrumentId, Price>();
  onWaitForBooks: (ids: readonly InstrumentId[]) => Promise<void> = async () => {};
  readonly #changed: ((instrument: Instrument) => void)[] = [];
  readonly #marked: ((id: InstrumentId) => void)[] = [];
  readonly #printed: ((print: Print) => void)[] = [];
  readonly #booked: ((id: InstrumentId) => void)[] = [];
  readonly lastPrices = new Map<InstrumentId, Price>();
  dearestFees = DEAREST_PUBLISHED;
  readonly stale = new Set<InstrumentId>(); // their books are not usable
  readonly sick = new Set<VenueName>();

  set(changed: Instrument): void {
    this.instruments.set(changed.instrumentId, changed);
    for (const listener of this.#changed) listener(changed);
  }
  setMark(id: number, mark: string): void {
    this.marks.set(id as InstrumentId, price(mark));
    for (const listener of this.#marked) listener(id as InstrumentId);
  }
  /** A live book with these best prices; an absent one is an empty side. */
  setTouch(id: number, bid: string | null, ask: string | null, size = '100'): void {
    const instrumentId = id as InstrumentId;
    const level = (text: string | null) => (text === null ? [] : [{ price: price(text), qty: qty(size) }]);
    const sequence = (this.books.get(instrumentId)?.sequence ?? 0) + 1;
    const book = { bids: level(bid), asks: level(ask), timestamp: 0 as TimestampMs, sequence };
    this.books.set(instrumentId, { instrumentId, ...book });
    this.announceBook(instrumentId);
  }
  /** A trade at this price, in YES terms. */
  print(id: number, at: string, size: string, timestamp: TimestampMs): void {
    const trade = { id: 1, venue: DEMO, side: 'BUY', price: price(at), qty: qty(size), timestamp } as const;
    for (const listener of this.#printed) listener({ ...trade, instrumentId: id as InstrumentId });
  }
  announceBook(id: InstrumentId): void {
    for (const listener of this.#booked) listener(id);
  }
  async prefetchInstrument(id: InstrumentId): Promise<Instrument | null> {
    return this.instrument(id);
  }
  async prefetchListed(venue: VenueName, venueInstrumentId: string): Promise<Instrument | null> {
    const listed = [...this.instruments.values()];
    return listed.find((it) => it.venue === venue && it.venueInstrumentId === venueInstrumentId) ?? null;
  }
  async prefetchAsset(id: GenericAssetId): Promise<GenericAsset | null> {
    return this.asset(id);
  }
  async waitForBooks(ids: readonly InstrumentId[]): Promise<void> {
    await this.onWaitForBooks(ids);
  }
  instrument(id: InstrumentId): Instrument | null {
    return this.instruments.get(id) ?? null;
  }
  estimateFees(instrument: Pick<Instrument, 'fees'> | null): FeeSchedule {
    return instrument?.fees ?? this.dearestFees;
  }
  asset(id: GenericAssetId): GenericAsset | null {
    return this.assets.get(id) ?? null;
  }
  book(id: InstrumentId): QuotedBook | null {
    const book = this.books.get(id);
    const usable = !this.stale.has(id);
    return book === undefined ? null : { book, state: usable ? 'live' : 'stale', usable, ageMs: 0 };
  }
  mark(id: InstrumentId): Price | null {
    return this.marks.get(id) ?? null;
  }
  /** Two instruments, or both outcomes of one, are a hedge unless a test says otherwise. */
  findHedge: MarketView['findHedge'] = async ([first, second]) =>
    first.outcome === second.outcome
      ? null
      : { kind: 'CROSS', settlement: { risk: 'NONE', differences: [], mayBeVoid: [false, false] } };
  isVenueHealthy(venue: VenueName): boolean {
    return !this.sick.has(venue);
  }
  lastPrice(id: InstrumentId): Price | null {
    return this.lastPrices.get(id) ?? null;
  }
  onBookChanged(listener: (id: InstrumentId) => void): void {
    this.#booked.push(listener);
  }
  onInstrumentChanged(listener: (instrument: Instrument) => void): void {
    this.#changed.push(listener);
  }
  onPrint(listener: (print: Print) => void): void {
    this.#printed.push(listener);
  }
  onMarkChanged(listener: (id: InstrumentId) => void): void {
    this.#marked.push(listener);
  }
}

/** Asset 501 over these instruments, each offered at `size` @ 0.47. */
export function listGenericAsset(market: ManualMarket, ids: readonly number[], size: string): void {
  const genericAssetId = 501 as GenericAssetId;
  const members = ids.map((id) => ({
    venue: market.instrument(id as InstrumentId)?.venue ?? DEMO,
    instrumentId: id as InstrumentId,
    ticker: `M-${id}`,
    inverted: false,
  }));
  const words = { title: 'Rain', description: null, category: 'Weather' };
  market.assets.set(genericAssetId, { genericAssetId, ...words, members });
  for (const { instrumentId } of members) {
    const asks = [{ price: price('0.47'), qty: qty(size) }];
    const timestamp = 0 as TimestampMs;
    market.books.set(instrumentId, { instrumentId, bids: [], asks, timestamp, sequence: 1 });
  }
}

/** The fields of an order body for that asset. */
export const ON_ASSET = { instrument_id: undefined, generic_asset_id: 501 };

export interface OmsHarness {
  readonly oms: Oms;
  readonly venue: ScriptedVenue;
  readonly market: ManualMarket;
  readonly clock: ManualClock;
  readonly storage: MemoryStore;
  readonly errors: readonly string[]; // messages of the log by level
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  readonly gauges: ReadonlyMap<string, number>; // the last value of each
  readonly counts: readonly string[]; // each count as its name and labels
}

let hexNumber = 0;
const random = {
  next: () => 0.5,
  hex: (length: number) => (hexNumber += 1).toString(16).padStart(length * 2, '0'),
};

/** An OMS with a scripted venue, account acc_1, subaccounts sa_1 and sa_2, and the open markets 1001 and 1002. */
export async function openOms(
  from: Partial<OmsHarness> & {
    readonly disk?: SimulatedDisk;
    readonly journalOwnership?: JournalOwnership;
    readonly traceExporter?: TraceExporter;
    readonly automatic?: AutomaticMinimums;
    readonly others?: readonly ScriptedVenue[]; // more venues, without a place in the harness
    readonly beforeStart?: (oms: Oms) => Promise<void>; // such as the start of the venue
  } = {},
  terminalInMemoryMax = 1_000,
): Promise<OmsHarness> {
  const clock = from.clock ?? new ManualClock();
  const storage = from.storage ?? (await createMemoryStore(clock, from.disk));
  const venue = from.venue ?? new ScriptedVenue();
  const market = from.market ?? new ManualMarket();
  if (from.market === undefined) for (const id of [1001, 1002]) market.set(openInstrument(id));
  const orders = {
    batchMax: 50,
    ackWaitMs: 250,
    outcomeRequired: false,
    intentAgeMsMax: 5_000,
    settlementWaitMs: 30_000,
    parentsMax: 5,
  };
  const { journalOwnership = SOLE_OWNER, traceExporter = null } = from;
  const venueNames = ['Demo', 'Kalshi', 'Polymarket'] as VenueName[];
  const errors: string[] = [];
  const warnings: string[] = [];
  const notes: string[] = [];
  const log = {
    info: (message: string) => void notes.push(message),
    warn: (message: string) => void warnings.push(message),
    error: (message: string) => void errors.push(message),
  };
  const gauges = new Map<string, number>();
  const gauge = (name: string, number: number): void => void gauges.set(name, number);
  const counts: string[] = [];
  const count = (name: string, labels: object = {}): void =>
    void counts.push([name, ...Object.values(labels)].join(' '));
  const metrics = { count, observe: () => {}, gauge };
  const environment = { market, clock, random, log, metrics };
  const store = new StateStore({ ...environment, journal: storage.journal, terminalInMemoryMax });
  await store.load();
  const { notifications } = storage;
  const parts = { ...environment, notifications, store, journalOwnership, traceExporter };
  const { automatic, others = [] } = from;
  const venues = [venue, ...others];
  const oms = new Oms({ ...parts, venues, venueNames, orders, ...(automatic && { automatic }) });
  if (from.storage === undefined) await createTestAccount(oms);
  await from.beforeStart?.(oms);
  await oms.start();
  return { oms, venue, market, clock, storage, errors, warnings, notes, gauges, counts };
}

async function createTestAccount(oms: Oms): Promise<void> {
  const { accountId } = TRADER;
  await oms.accountAdmin.createAccount(accountId);
  for (const id of ['sa_1', 'sa_2']) {
    await oms.accountAdmin.createSubaccount({ accountId, subaccountId: id as SubaccountId, name: id });
  }
}

/** The value; fails the test with the refusal otherwise. */
export function value<Value>(result: Result<Value, Rejection>): Value {
  assert.ok(result.ok, result.ok ? '' : `${result.error.code}: ${result.error.message}`);
  return result.value;
}

export const resultCode = (result: Result<unknown, Rejection>): string =>
  result.ok ? 'ok' : result.error.code;

export async function submit(harness: OmsHarness, change: object = {}): Promise<Order> {
  return value(await harness.oms.orders.submit(TRADER, orderBody(change), null)).order;
}

export const getOrder = (harness: OmsHarness, id: OrderId): Order => {
  const order = harness.oms.state.orders.get(id);
  assert.ok(order !== undefined, `order ${id} is in memory`);
  return order;
};

/** Runs all pending work: promises, and the event loop steps of the storage. */
export async function settle(): Promise<void> {
  for (let step = 0; step < 20; step += 1) await new Promise((resolve) => setImmediate(resolve));
}
