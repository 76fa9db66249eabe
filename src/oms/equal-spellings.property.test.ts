import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SeededRandom } from '../../test/support/seeded-values.ts';
import type { OrderId } from '../contract/model/ids.ts';
import { complement, type Price, renderDecimal, renderNotional } from '../contract/model/money.ts';
import type { Outcome } from '../contract/model/order.ts';
import type { Rejection, Result } from '../contract/model/result.ts';
import {
  type OmsHarness,
  openInstrument,
  openOms,
  orderBody,
  resultCode,
  settle,
  TRADER,
} from './oms.fixture.ts';
import { price, qty } from './scripted-venue.fixture.ts';
import { WalletVenue } from './wallet-venue.fixture.ts';

const PROGRAMS = 6;
const ONE_USD = 10_000_000_000_000_000n;
const STEPS = 25;
const WAIT_MS = 31_000; // longer than a sale waits for its tokens
const TIFS = ['GTC', 'GTC', 'IOC', 'IOC', 'FOK'] as const;

/** A trader who says each order as `side outcome price`, or as the same trade in the terms of the other outcome. */
class Trader {
  readonly venue = new WalletVenue();
  readonly ids: (OrderId | null)[] = [];
  readonly answers: string[] = [];
  #harness: OmsHarness | null = null;
  #trades = 0;

  get harness(): OmsHarness {
    assert.ok(this.#harness !== null);
    return this.#harness;
  }

  async open(): Promise<void> {
    this.#harness = await openOms({ venue: this.venue });
    for (const id of [1001, 1002]) {
      this.harness.market.set(openInstrument(id));
      this.harness.market.setTouch(id, '0.45', '0.55');
    }
    this.venue.cash = 20n * ONE_USD;
  }

  async submit(order: object): Promise<void> {
    const before = this.harness.oms.state.orderNumber;
    void this.#note(this.harness.oms.orders.submit(TRADER, orderBody(order), null));
    await settle();
    const { orderNumber } = this.harness.oms.state;
    this.ids.push(orderNumber > before ? (`ord_${orderNumber}` as OrderId) : null);
  }

  async cancel(at: number): Promise<void> {
    const id = this.ids[at];
    if (id !== null && id !== undefined)
      void this.harness.oms.orders.cancel(TRADER, id).then(() => undefined);
    await settle();
  }

  async amend(at: number, change: object): Promise<void> {
    const id = this.ids[at];
    if (id === null || id === undefined) return;
    void this.#note(this.harness.oms.orders.amend(TRADER, id, change));
    await settle();
  }

  /** An order that waits for its tokens has no answer yet. */
  async #note(answered: Promise<Result<unknown, Rejection>>): Promise<void> {
    const at = this.answers.push('none') - 1;
    this.answers[at] = resultCode(await answered);
  }

  /** Another trader takes a part of what rests at the venue, at its price. */
  async fill(at: number, size: string): Promise<void> {
    const open = this.venue.findOpen();
    const report = open[at % Math.max(1, open.length)];
    const order = this.venue.placed.find(({ clientId }) => clientId === report?.clientId);
    if (report === undefined || order === undefined) return;
    const left = report.qty - report.filledQty;
    const part = qty(size) < left ? size : renderDecimal(left);
    this.#trades += 1;
    const after = this.venue.fill(report.clientId, `m${this.#trades}`, part, 'FINAL');
    const { venueInstrumentId, outcome, side } = order;
    this.venue.tradeByHand(
      venueInstrumentId,
      outcome,
      (side === 'BUY' ? 1n : -1n) * qty(part),
      price('0.48'),
    );
    this.harness.oms.onVenueReport(this.venue.name, after);
    await settle();
  }

  async end(at: number, settlement: 'FINAL' | 'VOID'): Promise<void> {
    const pending = this.venue.pendingTrades;
    const clientId = pending[at % Math.max(1, pending.length)];
    if (clientId === undefined) return;
    this.harness.oms.onVenueReport(this.venue.name, this.venue.end(clientId, settlement));
    await settle();
  }

  /** What has become of all orders so far, and what was sent since the last call. */
  show(): object {
    const { state } = this.harness.oms;
    return {
      answers: [...this.answers],
      sent: this.venue.takeSent(),
      orders: this.ids.map((id) => {
        const order = id === null ? undefined : state.orders.get(id);
        if (order === undefined) return null;
        return `${order.status} ${order.reason} ${order.legs.map(({ filledQty }) => filledQty).join('+')}`;
      }),
      cash: renderNotional(this.venue.cash as never),
      positions: [...state.positions].map(([key, { net }]) => `${key} ${net}`),
      pairs: [...state.tokenPairs].map(([key, { pairs }]) => `${key} ${pairs}`),
    };
  }
}

const opposite = (outcome: Outcome): Outcome => (outcome === 'YES' ? 'NO' : 'YES');

interface Trade {
  readonly side: 'BUY' | 'SELL';
  readonly outcome: Outcome;
  readonly price: Price;
}

const toTerms = ({ side, outcome, price: at }: Trade, isTurned: boolean) => ({
  side: isTurned ? (side === 'BUY' ? 'SELL' : 'BUY') : side,
  outcome: isTurned ? opposite(outcome) : outcome,
  price: renderDecimal(isTurned ? complement(at) : at),
});

/** Both traders run one random program; the second one spells most of its orders the other way round. */
class Program {
  readonly #random: SeededRandom;
  readonly #traders = [new Trader(), new Trader()] as const;
  readonly #turned: boolean[] = []; // of each order
  readonly #steps: string[] = [];

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    this.#steps.push(`seed ${seed}`);
  }

  async run(): Promise<void> {
    for (const trader of this.#traders) await trader.open();
    for (let step = 0; step < STEPS; step += 1) {
      await this.#step();
      this.#compare();
    }
    await this.#both('the waits end', async ({ harness }) => {
      harness.clock.advance(WAIT_MS);
      await settle();
    });
    this.#compare();
  }

  #compare(): void {
    const [first, second] = this.#traders;
    assert.deepEqual(second.show(), first.show(), this.#steps.join('\n'));
  }

  async #step(): Promise<void> {
    const at = this.#random.below(12);
    switch (
      this.#pick(['order', 'order', 'order', 'order', 'cancel', 'amend', 'trades', 'end', 'fill'] as const)
    ) {
      case 'order':
        return this.#submit();
      case 'cancel':
        return this.#both(`cancel ${at}`, (trader) => trader.cancel(at));
      case 'amend': {
        const [to, size] = [this.#price(), String(1 + this.#random.below(20))];
        return this.#both(`amend ${at} to ${size} @ ${to}`, (trader, isSecond) =>
          trader.amend(at, {
            price: renderDecimal(isSecond && this.#turned[at] === true ? complement(to) : to),
            qty: size,
          }),
        );
      }
      case 'trades': {
        const settlement = this.#pick(['FINAL', 'PENDING'] as const);
        return this.#both(`trades are ${settlement}`, async ({ venue }) => {
          venue.settlement = settlement;
        });
      }
      case 'end': {
        const settlement = this.#pick(['FINAL', 'FINAL', 'VOID'] as const);
        return this.#both(`trade ${at} is ${settlement}`, (trader) => trader.end(at, settlement));
      }
      case 'fill': {
        const size = String(1 + this.#random.below(10));
        return this.#both(`fill ${at} with ${size}`, (trader) => trader.fill(at, size));
      }
    }
  }

  async #submit(): Promise<void> {
    const trade: Trade = {
      side: this.#pick(['BUY', 'SELL'] as const),
      outcome: this.#pick(['YES', 'NO'] as const),
      price: this.#price(),
    };
    const others = {
      instrument_id: this.#pick([1001, 1001, 1002]),
      qty: String(1 + this.#random.below(15)),
      tif: this.#pick(TIFS),
      ...(this.#random.below(4) === 0 && { reduce_only: true }),
      ...(this.#random.below(8) === 0 && { subaccount_id: 'sa_2' }),
    };
    const isTurned = this.#random.below(4) > 0;
    this.#turned.push(isTurned);
    const words = JSON.stringify({ ...toTerms(trade, false), ...others, isTurned });
    await this.#both(words, (trader, isSecond) =>
      trader.submit({ ...toTerms(trade, isSecond && isTurned), ...others }),
    );
  }

  async #both(words: string, run: (trader: Trader, isSecond: boolean) => Promise<void>): Promise<void> {
    this.#steps.push(words);
    for (const trader of this.#traders) await run(trader, trader === this.#traders[1]);
  }

  #price(): Price {
    return price(`0.${10 + this.#random.below(80)}`);
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#random.below(items.length)] as Item;
  }
}

test('BUY of an outcome and SELL of the other one at 1 − price have the same effect in every program', async () => {
  for (let seed = 1; seed <= PROGRAMS; seed += 1) await new Program(seed).run();
});
