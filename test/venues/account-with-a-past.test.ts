import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Trader } from '../../simulators/polymarket/polymarket-simulator.fixture.ts';
import type { AccountId, InstrumentId, SubaccountId, VenueName } from '../../src/contract/model/ids.ts';
import { parseQty, renderDecimal } from '../../src/contract/model/money.ts';
import type { Outcome, Side } from '../../src/contract/model/order.ts';
import {
  ManualMarket,
  type OmsHarness,
  openInstrument,
  openOms,
  orderBody,
  TRADER,
} from '../../src/oms/oms.fixture.ts';
import type { ScriptedVenue } from '../../src/oms/scripted-venue.fixture.ts';
import { findTokens } from '../../src/orders/token-legs.ts';
import { verifyLedger } from '../../src/storage/sqlite/journal/verify-ledger.ts';
import {
  KEY,
  KEY_ADDRESS,
  PolymarketHarness,
} from '../../src/venues/polymarket/polymarket-harness.fixture.ts';
import { SeededRandom } from '../support/seeded-values.ts';
import { createMemoryStore } from '../support/storage/memory-journal.ts';

// A wallet at the simulator of Polymarket that another program trades too, before and after the first start.

const WORLDS = 4;
const STEPS = 12;
const LOOK_MS = 120_000;
const POLYMARKET = 'Polymarket' as VenueName;
const OUTCOMES = ['YES', 'NO'] as const;
const SUBACCOUNTS = ['sa_1', 'sa_2'] as const;
const owner = (id: string) => ({ accountId: 'acc_1' as AccountId, subaccountId: id as SubaccountId });
/** Bids and offers of the other traders, of each outcome. */
const [BID, ASK] = ['0.4', '0.6'];

interface ExchangeState {
  readonly holdings: readonly { readonly wallet: string; readonly asset: string; readonly chain: string }[];
}

class SharedWallet {
  readonly #random: SeededRandom;
  readonly #exchange = new PolymarketHarness();
  readonly #hand = new Trader(this.#exchange.exchange, Buffer.from(KEY.slice(2), 'hex'));
  #harness: OmsHarness | null = null;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
  }

  get oms() {
    return (this.#harness ?? assert.fail('it is open')).oms;
  }

  async open(): Promise<void> {
    await this.#hand.login();
    for (const outcome of [0, 1] as const) {
      await this.#exchange.addTrader({ side: 'BUY', maker: '400', taker: '1000' }, outcome); // bids 0.40, asks 0.60
    }
    for (let trades = this.#random.between(1, 4); trades > 0; trades -= 1) await this.tradeByHand();
    const { listener, venue, exchange } = this.#exchange;
    const forward = listener.onReport.bind(listener);
    listener.onReport = (report) => {
      forward(report);
      this.#harness?.oms.onVenueReport(POLYMARKET, report);
    };
    await this.#exchange.until(venue.start(listener));
    await this.#exchange.pass(1_000);
    venue.watch(this.#exchange.id);
    const market = new ManualMarket();
    market.set(openInstrument(1001, { venue: POLYMARKET, venueInstrumentId: this.#exchange.id }));
    market.setMark(1001, '0.5');
    const { clock } = exchange;
    const parts = { clock, venue: venue as unknown as ScriptedVenue, market };
    const storage = await createMemoryStore(clock);
    this.#harness = await this.#exchange.until(openOms({ ...parts, storage }));
    const { accountAdmin } = this.oms;
    await this.#exchange.until(accountAdmin.createAccount('acc_1' as AccountId));
    for (const id of SUBACCOUNTS)
      await this.#exchange.until(accountAdmin.createSubaccount({ ...owner(id), name: id }));
  }

  /** A purchase, or an exit of what the wallet holds, that the service does not send. */
  async tradeByHand(): Promise<void> {
    const outcome = this.#random.pick([0, 1] as const);
    const token = (await this.#exchange.exchange.tokens())[outcome];
    const size = this.#random.between(5, 20);
    const isExit = this.#random.happens(0.4);
    const price = isExit ? BID : ASK;
    const usd = ((size * Number(price) * 100) / 100).toFixed(2);
    await this.#hand.call('GET', `/balance-allowance/update?asset_type=CONDITIONAL&token_id=${token}`);
    const [maker, taker] = isExit ? [String(size), usd] : [usd, String(size)];
    const side = isExit ? 'SELL' : 'BUY';
    await this.#hand.place({ token, side, maker, taker, type: isExit ? 'FAK' : 'GTC' }); // refused without the tokens
    await this.#exchange.pass(15_000); // final
  }

  async trade(): Promise<void> {
    const side = this.#random.pick(['BUY', 'SELL'] as readonly Side[]);
    const outcome = this.#random.pick(OUTCOMES);
    const price = side === 'BUY' ? ASK : BID;
    const terms = { subaccount_id: this.#random.pick(SUBACCOUNTS), side, outcome, price, tif: 'IOC' };
    const qty = String(this.#random.between(5, 20));
    await this.#exchange.until(
      this.oms.orders.submit(TRADER, orderBody({ ...terms, qty }), null).catch(() => undefined),
    );
    await this.#exchange.pass(15_000);
  }

  look = (): Promise<void> => this.#exchange.pass(LOOK_MS);

  /** The subaccounts in this order; each takes what it can over. */
  async adopt(order: readonly string[]): Promise<void> {
    for (const id of order) await this.#exchange.until(this.oms.adoptPositions(POLYMARKET, owner(id)));
  }

  async check(): Promise<void> {
    const { simulator } = this.#exchange.exchange;
    const { holdings } = simulator.controls.state() as ExchangeState;
    const wallet = KEY_ADDRESS.toLowerCase();
    const getHeld = (asset: string): string =>
      holdings.find((each) => each.wallet === wallet && each.asset === asset)?.chain ?? '0';
    const tokens = await this.#exchange.exchange.tokens();
    const sum = (outcome: Outcome): string =>
      renderDecimal(
        SUBACCOUNTS.reduce(
          (total, id) => total + findTokens(this.oms.state, owner(id), 1001 as InstrumentId, outcome).held,
          0n,
        ),
      );
    assert.deepEqual([sum('YES'), sum('NO')], tokens.map(getHeld));
    const { venue } = this.#exchange;
    const cash = await this.#exchange.until(venue.balance?.() ?? assert.fail('it has cash'));
    const spent = (cash?.total ?? 0n) / 100_000_000n;
    assert.equal(renderDecimal(spent), renderDecimal(parseQty(getHeld('pUSD')) ?? -1n));
    assert.equal(this.oms.findPositionBreak(POLYMARKET), null);
    assert.deepEqual(verifyLedger((this.#harness ?? assert.fail()).storage.database).problems, []);
  }

  async run(): Promise<readonly [byHand: number, ours: number]> {
    const counts: [number, number] = [0, 0];
    await this.open();
    await this.look();
    await this.adopt(['sa_1']);
    await this.check();
    for (let step = 0; step < STEPS; step += 1) {
      const isByHand = this.#random.happens(0.5);
      counts[isByHand ? 0 : 1] += 1;
      await (isByHand ? this.tradeByHand() : this.trade());
    }
    await this.look();
    await this.look();
    await this.adopt(this.#random.happens(0.5) ? SUBACCOUNTS : SUBACCOUNTS.toReversed());
    await this.check();
    await this.#exchange.stop();
    return counts;
  }
}

for (let seed = 1; seed <= WORLDS; seed += 1)
  test(`tokens and cash of a wallet that is also traded by hand are those of the exchange, with seed ${seed}`, async () => {
    const [byHand, ours] = await new SharedWallet(seed).run();
    assert.ok(byHand > 0 && ours > 0);
  });
