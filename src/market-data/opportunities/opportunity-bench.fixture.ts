import assert from 'node:assert/strict';
import type { GenericAssetId, InstrumentId } from '../../contract/model/ids.ts';
import type { VenueInstrument } from '../../contract/model/instrument.ts';
import {
  type Price,
  parsePrice,
  parseQty,
  type Qty,
  renderDecimal,
  renderNotional,
} from '../../contract/model/money.ts';
import type { TimestampMs } from '../../contract/model/time.ts';
import { feeSchedule } from '../../domain/fees/fee-schedule.fixture.ts';
import type { AssetReview } from '../../domain/instruments/asset-review.ts';
import { DEMO, KALSHI } from '../../domain/instruments/instrument.fixture.ts';
import type { OwnQty } from '../../relations/opportunities/own-orders.ts';
import { createListing, startMarket, type TestMarket } from '../market.fixture.ts';
import type { MarketDataListener } from '../market-data-service.ts';
import type { Opportunity, OpportunityChange } from './opportunity-types.ts';

const FEES = feeSchedule('0.07', { fillStep: '0.000001', cashStep: '0.0001' });
export const ASSET = 1_000_001 as GenericAssetId;

export type Levels = Readonly<Record<string, string>>;

const levels = (side: Levels) =>
  Object.entries(side).map(([price, qty]) => ({
    price: parsePrice(price) as Price,
    qty: parseQty(qty) as Qty,
  }));

/** A market that can run its timers and the promises between them. */
export class Bench {
  readonly it: TestMarket;
  readonly changes: OpportunityChange[] = [];

  constructor(it: TestMarket) {
    this.it = it;
    it.market.data.opportunities.onChanged((change) => this.changes.push(change));
  }

  static async start(): Promise<Bench> {
    const it = await startMarket();
    await it.market.startHealthChecks();
    return new Bench(it);
  }

  list(from: MarketDataListener, ...listings: readonly VenueInstrument[]): void {
    from.onInstruments(listings);
  }

  book(from: MarketDataListener, native: string, bids: Levels, asks: Levels): void {
    from.onBook({
      kind: 'snapshot',
      venueInstrumentId: native,
      bids: levels(bids),
      asks: levels(asks),
      at: this.it.clock.now(),
    });
  }

  confirm(from: MarketDataListener, native: string): void {
    from.onBook({ kind: 'alive', venueInstrumentId: native, at: this.it.clock.now() });
  }

  async id(native: string): Promise<InstrumentId> {
    const venue = native.startsWith('K') ? KALSHI : DEMO;
    const found = await this.it.market.data.instrumentByNativeId(venue, native);
    return found?.instrumentId ?? assert.fail(native);
  }

  /** A person approves that `D` and `K` are one contract. */
  async approve(inverted = false, status: AssetReview['status'] = 'APPROVED'): Promise<void> {
    const member = async (native: string, isInverted: boolean) => ({
      venue: native === 'K' ? KALSHI : DEMO,
      venueInstrumentId: native,
      instrumentId: await this.id(native),
      ticker: native,
      inverted: isInverted,
      fingerprint: '',
    });
    this.it.market.mappingSource.applyReview({
      genericAssetId: ASSET,
      status,
      simulated: true,
      title: 'Rain',
      description: null,
      category: 'Weather',
      members: [await member('D', false), await member('K', inverted)],
      by: 'acc_1',
      why: 'the same station',
      at: 1_782_900_000_000 as TimestampMs,
    });
    await this.settle();
  }

  /** Lets stores answer and due timers run, without the passing of time. */
  async settle(ms = 0): Promise<void> {
    for (let round = 0; round < 12; round += 1) {
      this.it.clock.advance(round === 0 ? ms : 0);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async opportunities(
    own: Readonly<Record<number, readonly OwnQty[]>> = {},
  ): Promise<readonly Opportunity[]> {
    const found: Opportunity[] = [];
    const pages = this.it.market.data.opportunities.list((id) => own[id] ?? [])[Symbol.asyncIterator]();
    for (let isDone = false; !isDone; ) {
      const next = pages.next();
      await this.settle();
      const { value, done = false } = await next;
      if (done) isDone = true;
      else found.push(...(value as readonly Opportunity[]));
    }
    return found;
  }
}

export const show = ({ kind, legs, qty, edgeTotal, blockedBy }: Opportunity) => [
  kind,
  legs.map(({ venue, outcome, worstPrice }) => `${venue} ${outcome} ${renderDecimal(worstPrice)}`).join(', '),
  renderDecimal(qty),
  renderNotional(edgeTotal),
  ...blockedBy,
];

/** `D` at Demo without fees and `K` at Kalshi with fees: the same contract. */
export async function startPair(inverted = false, changes: Partial<VenueInstrument> = {}): Promise<Bench> {
  const bench = await Bench.start();
  bench.list(bench.it.demo, createListing('D'));
  bench.list(bench.it.kalshi, createListing('K', { venue: KALSHI, fees: FEES, ...changes }));
  await bench.settle();
  await bench.approve(inverted);
  return bench;
}
