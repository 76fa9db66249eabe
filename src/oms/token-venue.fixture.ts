import assert from 'node:assert/strict';
import { type Price, renderDecimal } from '../contract/model/money.ts';
import type { FillSettlement } from '../contract/model/order.ts';
import type { VenueCapabilities, VenueOrder } from '../ports/venue.ts';
import { ReplacingVenue, restingReply, toReport, venueFill } from './scripted-venue.fixture.ts';

const ONE_USD = 10_000_000_000_000_000n;

/** A venue that holds tokens and has cash of 100. It fills IOC and FOK orders at their limit. */
export class TokenVenue extends ReplacingVenue {
  settlement: FillSettlement = 'FINAL';
  #trades = 0;
  #taken = 0;

  constructor(change: Partial<VenueCapabilities> = {}) {
    super({
      holdsTokens: true,
      tif: ['GTC', 'GTD', 'IOC'],
      tifSell: ['GTC', 'GTD', 'IOC', 'FOK'],
      tifsBelowMin: ['IOC', 'FOK'],
      ...change,
    });
    const rest = this.onPlace;
    this.onPlace = (order) => (order.tif === 'GTC' ? rest(order) : restingReply(order, this.#filled(order)));
    this.balance = async () =>
      ({ currency: 'pUSD', total: 100n * ONE_USD, available: 100n * ONE_USD }) as never;
  }

  #filled(order: VenueOrder) {
    this.#trades += 1;
    const at = renderDecimal(order.price as Price);
    const fill = venueFill(order, `t${this.#trades}`, renderDecimal(order.qty), at);
    const report = toReport(order, { status: 'FILLED', fills: [{ ...fill, settlement: this.settlement }] });
    this.keep(report);
    return report;
  }

  /** The trades of an order get their final settlement. */
  end(clientId: VenueOrder['clientId'], settlement: FillSettlement) {
    const report = this.orders.get(clientId);
    assert.ok(report !== undefined);
    const fills = report.fills.map((fill) => ({ ...fill, settlement }));
    return this.keep({ ...report, fills });
  }

  /** `SELL YES 10 @ 0.4` for each order that was sent since the last call. */
  takeSent(): string[] {
    const fresh = this.placed.slice(this.#taken);
    this.#taken = this.placed.length;
    return fresh.map(
      ({ side, outcome, qty: size, price: at }) =>
        `${side} ${outcome} ${renderDecimal(size)} @ ${renderDecimal(at as Price)}`,
    );
  }
}
