import assert from 'node:assert/strict';
import { requirePresent } from '../../src/contract/model/assert.ts';
import type { InstrumentId, VenueName } from '../../src/contract/model/ids.ts';
import { parseDecimal, renderDecimal } from '../../src/contract/model/money.ts';
import { ManualMarket, type OmsHarness, openInstrument, openOms } from '../../src/oms/oms.fixture.ts';
import type { Oms } from '../../src/oms/oms.ts';
import type { ScriptedVenue } from '../../src/oms/scripted-venue.fixture.ts';
import type { OrderReport } from '../../src/ports/venue.ts';
import {
  createEvent,
  KEY_ADDRESS,
  PolymarketHarness,
} from '../../src/venues/polymarket/polymarket-harness.fixture.ts';
import type { MemoryStore } from '../support/storage/memory-journal.ts';
import { BIDS, type FaultsByMishap, LEVEL_QTY, type OutsideVenue, type VenueRecord } from './traded-venue.ts';

const ID = 1001 as InstrumentId;
const NAME = 'Polymarket' as VenueName;
const WALLET = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const FIRST_CASH = '10000'; // the simulator gives it to a new wallet
const PER_QTY = 100_000_000n;

interface WalletState {
  readonly holdings: readonly { readonly wallet: string; readonly asset: string; readonly chain: string }[];
  readonly orders: readonly { readonly id: string; readonly wallet: string }[];
  readonly trades: readonly {
    readonly taker_order: string;
    readonly status: string;
    readonly fee: string;
  }[];
}

const FAULTS: FaultsByMishap = {
  VOIDED: { name: 'ghost_fill', how: 'matched' },
  ANSWER_LOST: { name: 'drop_after_accept', method: 'POST', path: '/order' },
  REQUEST_LOST: { name: 'lost_request', method: 'POST', path: '/order' },
  DOWN: { name: 'status', method: 'POST', path: '/order', status: 503 },
  REPEATED: { name: 'ws_duplicate', channel: 'user' },
  EVENT_LOST: { name: 'event_lost', times: 2 },
  LATE: { name: 'ws_delay', channel: 'trade', ms: 5_000 },
  DROPPED: { name: 'ws_drop', channel: 'trade' },
  FORGOTTEN: [
    { name: 'list_omits', times: 40 },
    { name: 'status', method: 'GET', path: '/data/order/', status: 404, times: 8 },
  ],
};

/** The adapter of Polymarket and its simulator, with a deposit wallet that may split and merge. */
export async function openPolymarket(): Promise<OutsideVenue> {
  const settings = {
    signatureType: 3,
    funder: WALLET,
    relayerCredentials: { kind: 'relayer_key', apiKey: 'relayer-key-1', address: KEY_ADDRESS },
  } as const;
  const harness = new PolymarketHarness([createEvent('rain', { feeRate: '0.05' })], settings);
  const { exchange } = harness;
  await harness.start();
  const listed = requirePresent(harness.listener.instruments.get(harness.id), 'the market');
  const market = new ManualMarket();
  market.set({ ...openInstrument(ID), ...listed, instrumentId: ID, venue: NAME });
  for (const cents of BIDS)
    for (const outcome of [0, 1] as const)
      await harness.addTrader(
        { side: 'BUY', maker: String((cents * LEVEL_QTY) / 100), taker: String(LEVEL_QTY) },
        outcome,
      );
  const tokens = await exchange.tokens();
  const open = (storage?: MemoryStore): Promise<OmsHarness> => {
    const beforeStart = async (next: Oms): Promise<void> => {
      harness.listener.onReport = (report: OrderReport) => next.onVenueReport(NAME, report);
      if (storage === undefined) return;
      await harness.venue.start(harness.listener);
      harness.venue.watch(harness.id);
    };
    const venue = harness.venue as unknown as ScriptedVenue;
    const stored = storage === undefined ? {} : { storage };
    return harness.until(openOms({ venue, clock: exchange.clock, market, beforeStart, ...stored }));
  };
  let oms = await open();
  const copyBook = (): void => {
    const { listener, id } = harness;
    const sequence = (market.books.get(ID)?.sequence ?? 0) + 1;
    const sides = { bids: listener.levels(id, 'BUY'), asks: listener.levels(id, 'SELL') };
    market.books.set(ID, { instrumentId: ID, ...sides, timestamp: 0 as never, sequence });
  };
  copyBook();
  return {
    get oms() {
      return oms;
    },
    cashStep: 100n * PER_QTY, // a millionth
    until: (promise) => harness.until(promise),
    pass: (ms) => harness.pass(ms),
    copyBook,
    prepare(mishap) {
      for (const fault of [FAULTS[mishap]].flat()) exchange.fault({ times: 1, ...fault });
    },
    heal: () => exchange.simulator.controls.faults.remove(null),
    async takeResting(side, price, qty) {
      const terms = { side, price: renderDecimal(price), size: renderDecimal(qty) };
      exchange.simulator.controls.act({ verb: 'trade', token: tokens[0], ...terms }); // refused if nothing matches
      await harness.pass(100);
    },
    async readRecord() {
      return readWallet(exchange.simulator.controls.state() as WalletState, tokens);
    },
    async restart(meanwhile) {
      const storage = await oms.storage.restart();
      oms.oms.stop();
      await harness.restart(settings);
      await meanwhile();
      oms = await open(storage);
      copyBook();
    },
    async stop() {
      oms.oms.stop();
      await harness.stop();
    },
  };
}

function readWallet(state: WalletState, [yes, no]: readonly [string, string]): VenueRecord {
  const own = state.holdings.filter(({ wallet }) => wallet.toLowerCase() === WALLET);
  const find = (asset: string, absent = '0'): bigint => {
    const text = own.find((each) => each.asset === asset)?.chain ?? absent;
    assert.ok(!text.startsWith('-'), `the wallet has ${text} ${asset}`);
    return requirePresent(parseDecimal(text), 'an amount');
  };
  const orders = new Set(
    state.orders.filter(({ wallet }) => wallet.toLowerCase() === WALLET).map(({ id }) => id),
  );
  const fees = state.trades
    .filter(({ taker_order, status }) => orders.has(taker_order) && !status.includes('FAILED'))
    .reduce((sum, { fee }) => sum + requirePresent(parseDecimal(fee), 'a fee') * PER_QTY, 0n);
  const first = requirePresent(parseDecimal(FIRST_CASH), 'cash');
  const balance = find('pUSD', FIRST_CASH);
  return {
    cash: (balance - first) * PER_QTY,
    balance: balance * PER_QTY,
    fees,
    yes: find(yes),
    no: find(no),
  };
}
