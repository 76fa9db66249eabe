import assert from 'node:assert/strict';
import { requirePresent } from '../../../src/contract/model/assert.ts';
import type { Level } from '../../../src/contract/model/book.ts';
import type { VenueClientId } from '../../../src/contract/model/ids.ts';
import type { VenueInstrument } from '../../../src/contract/model/instrument.ts';
import type { Price, Qty } from '../../../src/contract/model/money.ts';
import type { Side } from '../../../src/contract/model/order.ts';
import type { TimestampMs } from '../../../src/contract/model/time.ts';
import { toSentTerms } from '../../../src/domain/risk/token-holdings.ts';
import type { OrderReport, Venue, VenueAmend, VenueOrder, VenueOutcome } from '../../../src/ports/venue.ts';
import type { RecordingListener } from './recording-listener.ts';

/**
 * A venue under test, not started yet, and controls of its environment. Calls of the venue and of the controls
 * resolve only after their effect is visible in the venue's books, streams and lists.
 */
export interface VenueHarness {
  readonly venue: Venue;
  /** With a mark of this start, `reconcile` leaves out orders that have ended: their end was reported to the listener. */
  readonly reconcilesOpenOnly?: boolean;
  now(): TimestampMs;
  /** Advances the venue's time, and delivers everything that is due. */
  pass(ms: number): Promise<void>;
  /** Places an order of another account that crosses a resting order. */
  hit(venueInstrumentId: string, side: Side, price: Price, qty: Qty): Promise<void>;
  /** The same venue with a new adapter, as after a crash of our process. */
  restart(): Promise<Venue>;
  close(): Promise<void>;
}

/** A client id of the valid form that no order has. */
export const UNUSED_CLIENT_ID = 'cb-999999-1-1' as VenueClientId;

/** Orders with defaults on the first open market of a venue, and its published book. */
export class ConformanceHarness {
  readonly controls: VenueHarness;
  readonly listener: RecordingListener;
  readonly market: VenueInstrument;
  #orders = 0;

  constructor(controls: VenueHarness, listener: RecordingListener) {
    this.controls = controls;
    this.listener = listener;
    const open = [...listener.instruments.values()].find(({ status }) => status === 'OPEN');
    this.market = requirePresent(open, 'an open market');
  }

  /** Subscribes to the market's book, if the venue delivers books on subscription only. */
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

  /**
   * BUY YES, GTC, the minimum quantity, at a price that rests. No tokens are held, so that a sale is sent as a purchase where
   * the venue holds tokens.
   */
  order(fields: Partial<VenueOrder> = {}): VenueOrder {
    this.#orders += 1;
    const order: VenueOrder = {
      clientId: `cb-${this.#orders}-1-1` as VenueClientId, // the form of a leg's client id
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
    const isMirrored = order.side === 'SELL' && this.venue.capabilities.holdsTokens === true;
    const sent = isMirrored ? { ...order, ...toSentTerms('SELL', { ...order, tokenSide: 'BUY' }) } : order;
    return { ...sent, clientId: this.venue.clientIdFor(sent) };
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

  /** The venue refused the order, or the adapter knew that it would and sent nothing. */
  expectNotPlaced(outcome: VenueOutcome, causes: readonly string[]): void {
    const cause =
      outcome.kind === 'refused' ? outcome.code : outcome.kind === 'unsent' ? outcome.reason : undefined;
    assert.ok(causes.includes(cause ?? ''), `${outcome.kind} ${cause}`);
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

  /** A price that improves on the best of its side without crossing; the spread must have room. */
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

/** Defines one test, which runs on a new venue whose book is subscribed. */
export type DefineCase = (title: string, run: (harness: ConformanceHarness) => Promise<void>) => void;

/** What only some venues have: its cases are not defined for the others. The suite compares it with the venue. */
export type VenueTrait = 'amend' | 'amend-expiry' | 'FOK' | 'GTD' | 'self-trade' | 'paused-market';

/** Defines cases for a venue that has this trait. */
export type DefineCasesFor = (trait: VenueTrait) => DefineCase;
