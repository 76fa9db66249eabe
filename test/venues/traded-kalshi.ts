import { requirePresent } from '../../src/contract/model/assert.ts';
import type { InstrumentId, VenueName } from '../../src/contract/model/ids.ts';
import { parseDecimal } from '../../src/contract/model/money.ts';
import type { Side } from '../../src/contract/model/order.ts';
import { ManualMarket, type OmsHarness, openInstrument, openOms } from '../../src/oms/oms.fixture.ts';
import type { Oms } from '../../src/oms/oms.ts';
import type { ScriptedVenue } from '../../src/oms/scripted-venue.fixture.ts';
import { ALICE, KalshiHarness, TICKER } from '../../src/venues/kalshi/kalshi-harness.fixture.ts';
import { RecordingListener } from '../conformance/venue/recording-listener.ts';
import type { MemoryStore } from '../support/storage/memory-journal.ts';
import {
  ASKS,
  BIDS,
  type FaultsByMishap,
  LEVEL_QTY,
  type OutsideVenue,
  type VenueRecord,
} from './traded-venue.ts';

const ID = 1001 as InstrumentId;
const NAME = 'Kalshi' as VenueName;
const FIRST_CASH = '1000'; // of the shard of the market
const PER_QTY = 100_000_000n;
const ORDERS = '/portfolio/events/orders';

const toQuotes = (side: Side, levels: readonly number[]) =>
  levels.map((cents) => [side, `0.${cents}`, String(LEVEL_QTY)] as const);
const QUOTES = [...toQuotes('BUY', BIDS), ...toQuotes('SELL', ASKS)];

type Row = Readonly<Record<string, unknown>>;
interface AccountState {
  readonly fills: readonly Row[];
  readonly positions: readonly Row[];
  readonly cash: readonly Row[];
}

const FAULTS: FaultsByMishap = {
  VOIDED: { name: 'ghost_fill' }, // the stream publishes a fill that the exchange never had
  ANSWER_LOST: { name: 'drop_after_accept', method: 'POST', path: ORDERS },
  REQUEST_LOST: { name: 'lost_request', method: 'POST', path: ORDERS },
  DOWN: { name: 'status', method: 'POST', path: ORDERS, status: 503 },
  REPEATED: { name: 'ws_duplicate', channel: 'fill' },
  EVENT_LOST: [
    { name: 'event_lost', channel: 'fill' },
    { name: 'event_lost', channel: 'user_orders' },
  ],
  LATE: { name: 'ws_delay', channel: 'fill', ms: 5_000 },
  DROPPED: { name: 'ws_drop', channel: 'user_orders' },
  FORGOTTEN: [
    { name: 'list_omits', times: 40 },
    { name: 'status', method: 'GET', path: '/portfolio/orders/', status: 404, times: 8 },
  ],
};

/** The adapter of Kalshi and its simulator. */
export async function openKalshi(): Promise<OutsideVenue> {
  const harness = new KalshiHarness();
  const { clock, exchange } = harness;
  let venue = harness.createUndrivenVenue();
  let listener = new RecordingListener();
  await harness.quote(QUOTES);
  await harness.run(venue.start(listener));
  venue.watch(TICKER);
  await harness.pass(500);
  await harness.run(venue.reconcile(null));
  const market = new ManualMarket();
  const listed = requirePresent(listener.instruments.get(TICKER), 'the market');
  market.set({ ...openInstrument(ID), ...listed, instrumentId: ID, venue: NAME });
  const open = (storage?: MemoryStore): Promise<OmsHarness> => {
    const beforeStart = async (next: Oms): Promise<void> => {
      listener.onReport = (report) => next.onVenueReport(NAME, report);
      if (storage === undefined) return;
      await venue.start(listener);
      venue.watch(TICKER);
    };
    const stored = storage === undefined ? {} : { storage };
    const parts = { venue: venue as unknown as ScriptedVenue, clock, market, beforeStart, ...stored };
    return harness.run(openOms(parts));
  };
  let oms = await open();
  const copyBook = (): void => {
    const sequence = (market.books.get(ID)?.sequence ?? 0) + 1;
    const sides = { bids: listener.levels(TICKER, 'BUY'), asks: listener.levels(TICKER, 'SELL') };
    market.books.set(ID, { instrumentId: ID, ...sides, timestamp: 0 as never, sequence });
  };
  copyBook();
  return {
    get oms() {
      return oms;
    },
    cashStep: 0n,
    until: (promise) => harness.run(promise),
    pass: (ms) => harness.pass(ms),
    copyBook,
    prepare(mishap) {
      for (const fault of [FAULTS[mishap]].flat()) exchange.controls.faults.add({ times: 1, ...fault });
    },
    heal: () => exchange.controls.faults.remove(null),
    takeResting: (side, price, qty) => harness.other(TICKER, side, price, qty),
    readRecord: async () => readAccount(exchange.controls.state() as AccountState),
    async restart(meanwhile) {
      const storage = await oms.storage.restart();
      oms.oms.stop();
      await harness.run(venue.stop());
      [venue, listener] = [harness.createUndrivenVenue(), new RecordingListener()];
      await meanwhile();
      oms = await open(storage);
      copyBook();
    },
    async stop() {
      oms.oms.stop();
      await harness.close();
    },
  };
}

function readAccount({ fills, positions, cash }: AccountState): VenueRecord {
  const own = (rows: readonly Row[]) => rows.filter(({ user }) => user === ALICE.key.user);
  const sum = (rows: readonly Row[], name: string): bigint =>
    rows.reduce((total, row) => total + toSigned(row[name]), 0n);
  const net = sum(own(positions), 'position_fp');
  const shard = own(cash).filter(({ exchange_index }) => exchange_index === 0);
  return {
    cash: (sum(shard, 'cash_dollars') - toSigned(FIRST_CASH)) * PER_QTY,
    balance: sum(own(cash), 'available_dollars') * PER_QTY,
    fees: sum(own(fills), 'fee_cost') * PER_QTY,
    yes: net > 0n ? net : 0n,
    no: net < 0n ? -net : 0n,
  };
}

function toSigned(value: unknown): bigint {
  const text = String(value);
  const size = requirePresent(parseDecimal(text.replace('-', '')), 'a decimal');
  return text.startsWith('-') ? -size : size;
}
