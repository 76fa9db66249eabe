import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { requirePresent } from '../../../src/domain/model/assert.ts';
import type { Level } from '../../../src/domain/model/book.ts';
import type { VenueClientId } from '../../../src/domain/model/ids.ts';
import type { VenueInstrument } from '../../../src/domain/model/instrument.ts';
import type { Price, Qty } from '../../../src/domain/model/money.ts';
import type { Side } from '../../../src/domain/model/order.ts';
import type { TimestampMs } from '../../../src/domain/model/time.ts';
import type { OrderReport, Venue, VenueAmend, VenueOrder, VenueOutcome } from '../../../src/ports/venue.ts';
import type { RecordingListener } from './recording-listener.ts';

/**
 * A venue to be tried, not started yet, and the hands to move the world around it. Its calls, and the hands,
 * resolve only when the word of what they did has spread: to its books, its streams and its lists.
 */
export interface VenueHarness {
  readonly venue: Venue;
  now(): TimestampMs;
  /** Lets venue time pass and everything due by then be told. */
  pass(ms: number): Promise<void>;
  /** Somebody else trades against what rests: an order of theirs that crosses it. */
  hit(venueInstrumentId: string, side: Side, price: Price, qty: Qty): Promise<void>;
  /** The same venue as met again after a crash of ours. */
  restart(): Promise<Venue>;
  close(): Promise<void>;
}

/** A name that the engine could give, and gave to nobody. */
export const UNUSED_CLIENT_ID = 'cb-999999-1-1' as VenueClientId;

/** A caller at the venue: orders with sensible defaults on the first open market, and the book as told. */
export class ConformanceHarness {
  readonly controls: VenueHarness;
  readonly listener: RecordingListener;
  readonly market: VenueInstrument;
  #orders = 0;

  constructor(world: VenueHarness, heard: RecordingListener) {
    this.controls = world;
    this.listener = heard;
    const open = [...heard.instruments.values()].find(({ status }) => status === 'OPEN');
    this.market = requirePresent(open, 'an open market');
  }

  /** Has the market's book told, where the venue tells only those that are asked for. */
  async watchMarket(): Promise<void> {
    if (this.venue.capabilities.bookDelivery === 'all') return;
    this.venue.watch(this.id);
    await this.controls.pass(1_000);
  }

  get venue(): Venue {
    return this.controls.venue;
  }

  get id(): string {
    return this.market.venueInstrumentId;
  }

  /** BUY YES, GTC, the least quantity, at a price that rests. */
  order(fields: Partial<VenueOrder> = {}): VenueOrder {
    this.#orders += 1;
    const order: VenueOrder = {
      clientId: `cb-${this.#orders}-1-1` as VenueClientId, // as the engine names a leg
      venueInstrumentId: this.id,
      side: 'BUY',
      outcome: 'YES',
      type: 'LIMIT',
      tif: 'GTC',
      price: this.market.priceMin,
      qty: this.market.qtyMin,
      expiresAt: null,
      ...fields,
    };
    return { ...order, clientId: this.venue.clientIdFor(order) };
  }

  async place(fields: Partial<VenueOrder>): Promise<OrderReport> {
    return this.expectReport(await this.venue.place(this.order(fields)));
  }

  amend({ clientId, venueOrderId }: OrderReport, change: Partial<VenueAmend>): VenueAmend {
    const nothing = { price: null, qty: null, tif: null, expiresAt: null };
    const named = { clientId, venueOrderId: requirePresent(venueOrderId, 'the id of a placed order') };
    return { ...named, venueInstrumentId: this.id, ...nothing, ...change };
  }

  expectReport(outcome: VenueOutcome): OrderReport {
    assert.ok(outcome.kind === 'report', `a report, not ${outcome.kind}`);
    return outcome.report;
  }

  expectRefused(outcome: VenueOutcome, code: string): void {
    assert.deepEqual([outcome.kind, outcome.kind === 'refused' && outcome.code], ['refused', code]);
  }

  async find(clientId: VenueClientId): Promise<OrderReport | null> {
    const found = await this.venue.order(clientId, this.id);
    assert.notEqual(found.kind, 'failed');
    return found.kind === 'found' ? found.report : null;
  }

  levels(side: Side): Level[] {
    return this.listener.levels(this.id, side);
  }

  best(side: Side): Level {
    return requirePresent(this.levels(side)[0], `a best ${side}`);
  }

  depth(side: Side): Qty {
    return this.levels(side).reduce((sum, { qty }) => (sum + qty) as Qty, 0n as Qty);
  }

  qtyAt(side: Side, price: Price): Qty {
    return this.levels(side).find((level) => level.price === price)?.qty ?? (0n as Qty);
  }

  /** A price that improves on the best of its side without crossing: there must be room for it. */
  inside(side: Side): Price {
    const { priceTick } = this.market;
    const price = side === 'BUY' ? this.best('BUY').price + priceTick : this.best('SELL').price - priceTick;
    assert.ok(price > this.best('BUY').price && price < this.best('SELL').price, 'room inside the spread');
    return price as Price;
  }

  lots(count: number): Qty {
    return (this.market.qtyMin * BigInt(count)) as Qty;
  }

  more(qty: Qty): Qty {
    return (qty + this.market.qtyMin) as Qty;
  }
}

/** States one behaviour, run at a fresh venue by a trader who has its books before him. */
export type DefineCase = (
  behaviour: string,
  run: (desk: ConformanceHarness, context: TestContext) => Promise<void>,
) => void;
