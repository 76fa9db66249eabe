import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { SeededRandom } from '../../test/support/seeded-values.ts';
import { createMemoryStore } from '../../test/support/storage/memory-journal.ts';
import type { AccountId, InstrumentId, SubaccountId, VenueName } from '../contract/model/ids.ts';
import { ONE, type Price, renderDecimal } from '../contract/model/money.ts';
import type { Outcome } from '../contract/model/order.ts';
import { findTokens } from '../orders/token-legs.ts';
import { verifyLedger } from '../storage/sqlite/journal/verify-ledger.ts';
import {
  ManualMarket,
  type OmsHarness,
  openInstrument,
  openOms,
  orderBody,
  settle,
  TRADER,
} from './oms.fixture.ts';
import { price } from './scripted-venue.fixture.ts';
import { WalletVenue } from './wallet-venue.fixture.ts';

const WORLDS = 60;
const STEPS = 30;
const LOOK_MS = 120_000;
const MARKETS = [1001, 1002] as const;
const OUTCOMES = ['YES', 'NO'] as const;
const SUBACCOUNTS = ['sa_1', 'sa_2'] as const;
const owner = (id: string) => ({ accountId: 'acc_1' as AccountId, subaccountId: id as SubaccountId });

/** A wallet that is traded by hand and by us, and the service over it. */
class World {
  readonly random: SeededRandom;
  readonly wallet = new WalletVenue();
  readonly market = new ManualMarket();
  readonly clock = new ManualClock();
  readonly steps: string[] = [];
  harness: OmsHarness | null = null;

  constructor(seed: number) {
    this.random = new SeededRandom(seed);
    for (const id of MARKETS) {
      this.market.set(openInstrument(id));
      this.market.setMark(id, '0.4');
    }
  }

  get oms() {
    assert.ok(this.harness !== null);
    return this.harness.oms;
  }

  async open(): Promise<void> {
    for (let trades = this.random.below(5); trades > 0; trades -= 1) this.tradeByHand();
    const storage = await createMemoryStore(this.clock);
    this.harness = await openOms({ clock: this.clock, venue: this.wallet, market: this.market, storage });
    await this.oms.accountAdmin.createAccount('acc_1' as AccountId);
    for (const id of SUBACCOUNTS) await this.oms.accountAdmin.createSubaccount({ ...owner(id), name: id });
  }

  async restart(): Promise<void> {
    assert.ok(this.harness !== null);
    this.oms.stop();
    const { storage } = this.harness;
    const parts = { clock: this.clock, venue: this.wallet, market: this.market };
    this.harness = await openOms({ ...parts, storage: await storage.restart() });
    await settle();
  }

  /** A fill or an exit that the service does not see: an order, a split or a merge at the venue itself. */
  tradeByHand(): void {
    const { random, wallet } = this;
    const id = `M-${random.pick(MARKETS)}`;
    const { YES, NO } = wallet.tokens(id);
    const size = this.#pickSize();
    if (random.happens(0.25)) {
      const isMerge = random.happens(0.5);
      const least = YES < NO ? YES : NO;
      const pairs = isMerge ? -(size < least ? size : least) : size;
      this.#note(`by hand: ${renderDecimal(pairs)} pairs of ${id}`);
      return wallet.splitByHand(id, pairs);
    }
    const outcome = random.pick(OUTCOMES);
    const held = wallet.tokens(id)[outcome];
    const change = random.happens(0.5) ? size : -(size < held ? size : held);
    if (change === 0n) return;
    this.#note(`by hand: ${renderDecimal(change)} ${outcome} of ${id}`);
    wallet.tradeByHand(id, outcome, change, this.#pickPrice());
  }

  /** Our order, whose trades may be pending. It may be refused, here or at the venue. */
  async trade(): Promise<void> {
    const { random, wallet } = this;
    wallet.settlement = random.happens(0.4) ? 'PENDING' : 'FINAL';
    const terms = {
      subaccount_id: random.pick(SUBACCOUNTS),
      instrument_id: random.pick(MARKETS),
      side: random.pick(['BUY', 'SELL']),
      outcome: random.pick(OUTCOMES),
      price: renderDecimal(this.#pickPrice()),
      qty: renderDecimal(this.#pickSize()),
      tif: 'IOC',
      reduce_only: random.happens(0.3),
    };
    this.#note(`${Object.values(terms).join(' ')} ${wallet.settlement}`);
    this.oms.orders.submit(TRADER, orderBody(terms), null).catch(() => undefined);
    await settle();
  }

  async operate(): Promise<void> {
    const kind = this.random.pick(['MERGE', 'SPLIT'] as const);
    const qty = this.#pickSize() as never;
    const instrumentId = this.random.pick(MARKETS) as InstrumentId;
    const { subaccountId } = owner(this.random.pick(SUBACCOUNTS));
    const request = { kind, subaccountId, instrumentId, qty, idempotencyKey: null };
    const result = await this.oms.operations.request(TRADER, request);
    this.#note(`${kind} ${renderDecimal(qty)} of ${instrumentId} in ${subaccountId}: ${result.ok}`);
    await settle();
  }

  async endTrade(): Promise<void> {
    const [id] = this.wallet.pendingTrades;
    if (id === undefined) return;
    const settlement = this.random.happens(0.7) ? 'FINAL' : 'VOID';
    this.#note(`${settlement} of ${id}`);
    this.oms.onVenueReport(this.wallet.name, this.wallet.end(id, settlement));
    await settle();
  }

  async look(): Promise<void> {
    this.clock.advance(LOOK_MS);
    await settle();
  }

  async adopt(subaccount: string): Promise<number> {
    const result = await this.oms.adoptPositions('Demo', owner(subaccount));
    assert.ok(result.ok);
    this.#note(`adopt into ${subaccount}: ${result.value.adopted.length}, left ${result.value.left.length}`);
    return result.value.left.length;
  }

  /** Ends what is pending, and lets the operator take the differences over, in any order of the subaccounts. */
  async finish(): Promise<void> {
    while (this.wallet.pendingTrades.length > 0) await this.endTrade();
    await this.look();
    await this.look();
    const order = this.random.happens(0.5) ? SUBACCOUNTS : SUBACCOUNTS.toReversed();
    for (const subaccount of order) await this.adopt(subaccount);
    await this.look();
  }

  check(): void {
    const text = this.steps.join('\n');
    const { state } = this.oms;
    for (const id of MARKETS) {
      const sum = (outcome: Outcome): bigint =>
        SUBACCOUNTS.reduce(
          (total, each) => total + findTokens(state, owner(each), id as InstrumentId, outcome).held,
          0n,
        );
      assert.deepEqual({ YES: sum('YES'), NO: sum('NO') }, this.wallet.tokens(`M-${id}`), `${id}\n${text}`);
    }
    assert.equal(this.oms.findPositionBreak('Demo' as VenueName), null, text);
    assert.ok(this.harness !== null);
    assert.deepEqual(verifyLedger(this.harness.storage.database).problems, [], text);
  }

  #pickSize = (): bigint => BigInt(this.random.between(1, 30)) * ONE;
  #pickPrice = (): Price => price(`0.${this.random.between(10, 90)}`);
  #note(text: string): void {
    this.steps.push(text);
  }
}

/** Trades that cost nothing that is not in the records of the venue. */
async function run(seed: number): Promise<World> {
  const world = new World(seed);
  await world.open();
  for (let step = 0; step < STEPS; step += 1) {
    const at = world.random.next();
    if (at < 0.25) world.tradeByHand();
    else if (at < 0.55) await world.trade();
    else if (at < 0.7) await world.endTrade();
    else if (at < 0.78) await world.operate();
    else if (at < 0.93) await world.look();
    else if (at < 0.97) await world.adopt(world.random.pick(SUBACCOUNTS));
    else await world.restart();
  }
  await world.finish();
  return world;
}

test(`in ${WORLDS} worlds with trades by hand, tokens and pairs are those of the venue once they are taken over`, async () => {
  for (let seed = 1; seed <= WORLDS; seed += 1) (await run(seed)).check();
});
