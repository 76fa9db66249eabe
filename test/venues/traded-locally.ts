import { requirePresent } from '../../src/contract/model/assert.ts';
import type { InstrumentId, VenueClientId, VenueName } from '../../src/contract/model/ids.ts';
import type { Instrument } from '../../src/contract/model/instrument.ts';
import { type Price, parseQty, type Qty } from '../../src/contract/model/money.ts';
import type { Side } from '../../src/contract/model/order.ts';
import { feeSchedule } from '../../src/domain/fees/fee-schedule.fixture.ts';
import { toSignedQty, toYesPrice } from '../../src/domain/positions/position-accounting.ts';
import { FaultInjector } from '../../src/matching-engine/fault-injector.ts';
import { ManualMarket, type OmsHarness, openInstrument, openOms } from '../../src/oms/oms.fixture.ts';
import type { ScriptedVenue } from '../../src/oms/scripted-venue.fixture.ts';
import type {
  ExternalVenue,
  OrderReport,
  Venue,
  VenueFill,
  VenueListener,
  VenueOutcome,
} from '../../src/ports/venue.ts';
import { createTestDemo } from '../../src/venues/demo/demo-harness.fixture.ts';
import { DEMO_FAULTS, faultyVenue } from '../../src/venues/demo/faulty-demo.ts';
import { MODEL_CAPABILITIES } from '../../src/venues/replay/model-venue.ts';
import { ReplayVenue } from '../../src/venues/replay/replay-venue.ts';
import { ShadowVenue } from '../../src/venues/replay/shadow-venue.ts';
import { RecordingListener } from '../conformance/venue/recording-listener.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { createMemoryDemoStore } from '../support/storage/memory-demo-store.ts';
import { ASKS, BIDS, LEVEL_QTY, type Mishap, type TradedVenue, type VenueRecord } from './traded-venue.ts';

const ID = 1001 as InstrumentId;
const CENT = 1_000_000n;
const STEP_MS = 50;
const FINAL_AFTER_MS = 2_000;
const OTHERS = 'other-';
const AT_ONCE = { entryMs: 0, responseMs: 0, queue: 'back', power: 1 } as const;

/** A venue within the process, and how others trade at it. */
interface LocalExchange {
  readonly venue: Venue;
  /** Called once the venue has started. */
  readonly begin: (listener: RecordingListener) => Promise<string>;
  readonly takeResting: (id: string, side: Side, price: Price, qty: Qty) => Promise<void>;
}

const level = (cents: number) => ({
  price: (BigInt(cents) * CENT) as Price,
  qty: parseQty(String(LEVEL_QTY)) as Qty,
});
const BOOK = { bids: BIDS.map(level), asks: ASKS.map(level) };

/** Demo, where the orders of others are orders of the same interface that our order management does not know. */
function openDemoExchange(clock: ManualClock): LocalExchange {
  const store = createMemoryDemoStore();
  const venue = createTestDemo(store, { clock: clock as never, settings: { hasMarketMaker: false } });
  let others = 0;
  const place = async (id: string, side: Side, price: Price, qty: Qty, tif: 'GTC' | 'IOC') => {
    others += 1;
    const clientId = `${OTHERS}${others}` as VenueClientId;
    const terms = { outcome: 'YES', type: 'LIMIT', tif, expiresAt: null } as const;
    await venue.place({ clientId, venueInstrumentId: id, side, price, qty, ...terms });
  };
  return {
    venue,
    async begin({ instruments }) {
      const open = [...instruments.values()].find(
        ({ status, priceTick, qtyMin }) => status === 'OPEN' && priceTick === CENT && qtyMin <= 100_000_000n,
      );
      const { venueInstrumentId: id } = requirePresent(open, 'an open market');
      for (const { price, qty } of BOOK.bids) await place(id, 'BUY', price, qty, 'GTC');
      for (const { price, qty } of BOOK.asks) await place(id, 'SELL', price, qty, 'GTC');
      return id;
    },
    takeResting: (id, side, price, qty) => place(id, side, price, qty, 'IOC'),
  };
}

const RECORDED: Instrument = openInstrument(ID, {
  venue: 'Kalshi' as VenueName,
  fees: feeSchedule('0.07', { makerRate: '0.0175' }),
});

function openReplayExchange(clock: ManualClock): LocalExchange {
  const venue = new ReplayVenue({ name: RECORDED.venue, clock, model: AT_ONCE });
  const head = { venue: RECORDED.venue, instrumentId: ID, venueMs: clock.now() } as const;
  let number = 0;
  const apply = (update: object): void => {
    number += 1;
    venue.apply({ ...head, ...update } as never, clock.now() * 1_000 + number);
  };
  return {
    venue,
    async begin() {
      apply({ table: 'instrument', instrument: RECORDED });
      apply({ table: 'book', kind: 'SNAPSHOT', sequence: 1, ...BOOK });
      return RECORDED.venueInstrumentId;
    },
    async takeResting(_, side, price, qty) {
      apply({ table: 'print', id: number, side, price, qty });
    },
  };
}

function openShadowExchange(clock: ManualClock): LocalExchange {
  const feed: { listener: VenueListener | null } = { listener: null };
  const real = {
    name: RECORDED.venue,
    capabilities: MODEL_CAPABILITIES,
    start: async (listener: VenueListener) => void (feed.listener = listener),
    health: async () => ({ healthy: true, latencyMs: 0, reason: null }),
    watch: () => undefined,
    unwatch: () => undefined,
    stop: async () => undefined,
  } as unknown as ExternalVenue;
  const venue = new ShadowVenue(real, { clock, model: AT_ONCE });
  const { venueInstrumentId } = RECORDED;
  let number = 0;
  return {
    venue,
    async begin() {
      const { listener } = feed;
      listener?.onInstruments([RECORDED]);
      listener?.onBook({ kind: 'snapshot', venueInstrumentId, ...BOOK, at: clock.now() });
      await venue.health();
      return venueInstrumentId;
    },
    async takeResting(_, side, price, qty) {
      number += 1;
      const trade = { venueTradeId: `t${number}`, side, price, qty, at: clock.now() };
      feed.listener?.onTrades([{ venueInstrumentId, ...trade }]);
    },
  };
}

/** Takes the trades of an order back some time after the match, as an on-chain venue may. Hides the orders of others. */
class VoidingVenue {
  readonly venue: Venue;
  readonly #clock: ManualClock;
  readonly #ends = new Map<string, { readonly at: number; readonly settlement: 'FINAL' | 'VOID' }>();
  readonly #voided = new Set<VenueClientId>();
  #listener: VenueListener | null = null;
  #isNextVoided = false;

  constructor(inner: Venue, clock: ManualClock) {
    this.#clock = clock;
    const answer = async (work: Promise<VenueOutcome>): Promise<VenueOutcome> => {
      const outcome = await work;
      return outcome.kind === 'report' ? { ...outcome, report: this.mark(outcome.report) } : outcome;
    };
    this.venue = {
      ...inner,
      name: inner.name,
      capabilities: inner.capabilities,
      clientIdFor: (order) => inner.clientIdFor(order),
      start: (listener) => {
        this.#listener = listener;
        const onReport = (report: OrderReport): void => {
          if (!report.clientId.startsWith(OTHERS)) listener.onReport(this.mark(report));
        };
        const pass = {
          onInstruments: listener.onInstruments.bind(listener),
          waitForCapacity: listener.waitForCapacity.bind(listener),
          onAssets: listener.onAssets.bind(listener),
          onBook: listener.onBook.bind(listener),
          onTrades: listener.onTrades.bind(listener),
          onAnomaly: listener.onAnomaly.bind(listener),
        };
        return inner.start({ ...pass, onReport });
      },
      place: (order) => {
        if (this.#isNextVoided) this.#voided.add(order.clientId);
        this.#isNextVoided = false;
        return answer(inner.place(order));
      },
      amend: (amend) => answer(inner.amend(amend)),
      cancel: (clientId, id) => answer(inner.cancel(clientId, id)),
      order: async (clientId, id) => {
        const found = await inner.order(clientId, id);
        return found.kind === 'found' ? { ...found, report: this.mark(found.report) } : found;
      },
      reconcile: async (mark) => {
        const { reports, mark: next } = await inner.reconcile(mark);
        return { reports: this.own(reports), mark: next };
      },
      positions: () => inner.positions(),
      watch: (id) => inner.watch(id),
      unwatch: (id) => inner.unwatch(id),
      health: () => inner.health(),
      stop: () => inner.stop(),
    };
  }

  voidNext(): void {
    this.#isNextVoided = true;
  }

  own(reports: readonly OrderReport[]): readonly OrderReport[] {
    return reports.filter(({ clientId }) => !clientId.startsWith(OTHERS)).map((each) => this.mark(each));
  }

  mark(report: OrderReport): OrderReport {
    return { ...report, fills: report.fills.map((fill) => this.#settle(report, fill)) };
  }

  #settle({ clientId }: OrderReport, fill: VenueFill): VenueFill {
    const key = `${clientId}/${fill.venueTradeId}`;
    const end = this.#ends.get(key);
    if (end !== undefined)
      return { ...fill, settlement: this.#clock.monotonicMs() < end.at ? 'PENDING' : end.settlement };
    const settlement = this.#voided.has(clientId) ? 'VOID' : 'FINAL';
    if (settlement === 'FINAL') return fill;
    this.#ends.set(key, { at: this.#clock.monotonicMs() + FINAL_AFTER_MS, settlement });
    this.#clock.after(FINAL_AFTER_MS, () => void this.#announce(clientId));
    return { ...fill, settlement: 'PENDING' };
  }

  async #announce(clientId: VenueClientId): Promise<void> {
    const found = await this.venue.order(clientId, '');
    if (found.kind === 'found') this.#listener?.onReport(found.report);
  }
}

/** Order management with a venue within the process. It may lose requests and answers, and void trades. */
async function open(create: (clock: ManualClock) => LocalExchange): Promise<TradedVenue> {
  const clock = new ManualClock();
  const exchange = create(clock);
  const voiding = new VoidingVenue(exchange.venue, clock);
  const faults = new FaultInjector({ next: () => 0 }, DEMO_FAULTS);
  const venue = faultyVenue(voiding.venue, { injector: faults, clock });
  const listener = new RecordingListener();
  const opened: { oms: OmsHarness | null } = { oms: null };
  listener.onReport = (report) => opened.oms?.oms.onVenueReport(venue.name, report);
  const run = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  const pass = async (ms: number): Promise<void> => {
    const step = Math.max(STEP_MS, Math.ceil(ms / 100));
    for (let left = ms; left > 0; left -= step) {
      clock.advance(Math.min(left, step));
      await run();
      await run();
    }
  };
  const until = async <Value>(promise: Promise<Value>): Promise<Value> => {
    const progress = { isDone: false };
    const end = (): void => void (progress.isDone = true);
    void promise.then(end, end);
    for (let steps = 0; !progress.isDone && steps < 10_000; steps += 1) {
      await run();
      if (steps % 5 === 4) clock.advance(STEP_MS);
    }
    return promise;
  };
  await until(venue.start(listener));
  const id = await until(exchange.begin(listener));
  await until(venue.reconcile(null));
  const market = new ManualMarket();
  const listed = requirePresent(listener.instruments.get(id), 'the market');
  market.set({ ...openInstrument(ID), ...listed, instrumentId: ID, venue: venue.name });
  const oms = await until(openOms({ venue: venue as unknown as ScriptedVenue, clock, market }));
  opened.oms = oms;
  const copyBook = (): void => {
    const sequence = (market.books.get(ID)?.sequence ?? 0) + 1;
    const sides = { bids: listener.levels(id, 'BUY'), asks: listener.levels(id, 'SELL') };
    market.books.set(ID, { instrumentId: ID, ...sides, timestamp: 0 as never, sequence });
  };
  copyBook();
  return {
    oms,
    cashStep: 0n,
    until,
    pass,
    copyBook,
    prepare(mishap) {
      const fault = mishap === 'VOIDED' ? undefined : FAULTS[mishap];
      if (mishap === 'VOIDED') voiding.voidNext();
      else if (fault !== undefined) faults.add({ ...fault, times: 1 });
    },
    heal: () => faults.remove(null),
    async takeResting(side, price, qty) {
      await until(exchange.takeResting(id, side, price, qty));
      await pass(100);
    },
    async readRecord() {
      const { reports } = await until(exchange.venue.reconcile(null));
      return sumFills(voiding.own(reports).flatMap(({ fills }) => fills));
    },
    async stop() {
      oms.oms.stop();
      await until(venue.stop());
    },
  };
}

const FAULTS: Readonly<Partial<Record<Mishap, Record<string, unknown>>>> = {
  ANSWER_LOST: { name: 'drop_after_accept', method: 'place' },
  REQUEST_LOST: { name: 'lost_request', method: 'place' },
  DOWN: { name: 'status', method: 'place' },
  REPEATED: { name: 'report_duplicate' },
};

/** These venues have no cash account: the record is what the trades that count have moved. */
function sumFills(fills: readonly VenueFill[]): VenueRecord {
  let [moved, fees, net] = [0n, 0n, 0n];
  for (const { side, outcome, price, qty, fee, settlement } of fills) {
    if (settlement === 'VOID') continue;
    moved -= toSignedQty(side, outcome, qty) * toYesPrice(outcome, price);
    fees += fee ?? 0n;
    net += toSignedQty(side, outcome, qty);
  }
  const no = net < 0n ? -net : 0n;
  return { cash: moved - fees - no * 100_000_000n, balance: null, fees, yes: net > 0n ? net : 0n, no };
}

export const openDemo = (): Promise<TradedVenue> => open(openDemoExchange);
export const openReplay = (): Promise<TradedVenue> => open(openReplayExchange);
export const openShadow = (): Promise<TradedVenue> => open(openShadowExchange);
