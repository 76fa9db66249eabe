import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { requirePresent } from '../../src/domain/model/assert.ts';
import type { InstrumentId, SubaccountId, VenueName } from '../../src/domain/model/ids.ts';
import { complement, parsePrice, renderDecimal } from '../../src/domain/model/money.ts';
import {
  ManualMarket,
  type OmsHarness,
  openInstrument,
  openOms,
  orderBody,
  TRADER,
} from '../../src/oms/oms.fixture.ts';
import type { ScriptedVenue } from '../../src/oms/scripted-venue.fixture.ts';
import { findTokens } from '../../src/oms/token-legs.ts';
import type { OrderReport } from '../../src/ports/venue.ts';
import { KEY_ADDRESS, PolymarketHarness } from '../../src/venues/polymarket/polymarket-harness.fixture.ts';

const RUNS = 25;
const ID = 1001 as InstrumentId;
const POLYMARKET = 'Polymarket' as VenueName;

interface Step {
  readonly outcome: 'YES' | 'NO';
  readonly cents: number; // the limit in terms of `outcome`
  readonly qty: number;
  readonly tif: 'IOC' | 'GTC' | 'FOK';
  readonly reduceOnly: boolean;
  readonly waitMs: number; // before the next step: a trade takes some seconds to become final
  readonly fails: boolean; // its trade fails on the chain
}

/** Order management with the adapter of Polymarket and its simulator, on one clock. */
class TokenService {
  readonly harness = new PolymarketHarness();
  readonly market = new ManualMarket();
  oms: OmsHarness | null = null;

  async start(): Promise<void> {
    const { harness } = this;
    harness.listener.onReport = (report: OrderReport) => this.oms?.oms.onVenueReport(POLYMARKET, report);
    await harness.start();
    const listed = requirePresent(harness.listener.instruments.get(harness.id), 'the market');
    this.market.set({ ...openInstrument(ID), ...listed, instrumentId: ID, venue: POLYMARKET });
    for (const cost of ['450', '400', '300'])
      for (const outcome of [0, 1] as const)
        await harness.addTrader({ side: 'BUY', maker: cost, taker: '1000' }, outcome);
    const opened = openOms({
      venue: harness.venue as unknown as ScriptedVenue,
      clock: harness.exchange.clock,
      market: this.market,
    });
    this.oms = await harness.until(opened);
    this.#copyBook();
  }

  /** Submits and lets the time of the step pass. Returns what became of the order. */
  async run(step: Step, isMirrored: boolean): Promise<string> {
    const { harness } = this;
    const { oms } = requirePresent(this.oms, 'a started service');
    const price = requirePresent(parsePrice(`0.${String(step.cents).padStart(2, '0')}`), 'a price');
    const terms = isMirrored
      ? {
          side: 'SELL',
          outcome: step.outcome === 'YES' ? 'NO' : 'YES',
          price: renderDecimal(complement(price)),
        }
      : { side: 'BUY', outcome: step.outcome, price: renderDecimal(price) };
    if (step.fails) harness.exchange.fault({ name: 'ghost_fill', how: 'matched', times: 1 });
    this.#copyBook();
    const { qty, tif, reduceOnly } = step;
    const body = orderBody({ ...terms, qty: String(qty), tif, reduce_only: reduceOnly });
    const answer = await harness.until(oms.submit(TRADER, body, null));
    await harness.pass(step.waitMs);
    if (!answer.ok) return answer.error.code;
    const order = requirePresent(oms.state.orders.get(answer.value.order.id), 'the order');
    return `${order.status} ${order.reason} ${renderDecimal(order.legs.reduce((sum, leg) => sum + leg.filledQty, 0n))}`;
  }

  /** Cash and tokens of YES and NO in the wallet, by the record of the exchange. */
  async readWallet(): Promise<{ readonly cash: string; readonly tokens: readonly string[] }> {
    const { exchange } = this.harness;
    const state = exchange.simulator.controls.state() as {
      readonly holdings: readonly {
        readonly wallet: string;
        readonly asset: string;
        readonly chain: string;
      }[];
    };
    const own = state.holdings.filter(({ wallet }) => wallet.toLowerCase() === KEY_ADDRESS.toLowerCase());
    const find = (asset: string): string => own.find((each) => each.asset === asset)?.chain ?? '0';
    return { cash: find('pUSD'), tokens: (await exchange.tokens()).map(find) };
  }

  /** Tokens of YES and NO by the ledger. */
  countTokens(): readonly string[] {
    const { state } = requirePresent(this.oms, 'a started service').oms;
    const owner = { accountId: TRADER.accountId, subaccountId: 'sa_1' as SubaccountId };
    return (['YES', 'NO'] as const).map((outcome) =>
      renderDecimal(findTokens(state, owner, ID, outcome).held),
    );
  }

  async stop(): Promise<void> {
    await this.harness.stop();
  }

  #copyBook(): void {
    const { listener, id } = this.harness;
    const sequence = (this.market.books.get(ID)?.sequence ?? 0) + 1;
    const sides = { bids: listener.levels(id, 'BUY'), asks: listener.levels(id, 'SELL') };
    this.market.books.set(ID, { instrumentId: ID, ...sides, timestamp: 0 as never, sequence });
  }
}

const step: fc.Arbitrary<Step> = fc.record({
  outcome: fc.constantFrom('YES', 'NO'),
  cents: fc.constantFrom(35, 56, 61, 71, 71, 75),
  qty: fc.integer({ min: 5, max: 60 }),
  tif: fc.constantFrom('IOC', 'IOC', 'IOC', 'GTC', 'FOK'),
  reduceOnly: fc.constantFrom(false, false, false, true),
  waitMs: fc.constantFrom(100, 3_000, 30_000),
  fails: fc.constantFrom(false, false, false, true),
});

/** Every order is given as BUY; in a second run some are given as SELL of the other outcome at one minus the price. */
async function runProgram(steps: readonly Step[], mirrored: readonly boolean[]) {
  const service = new TokenService();
  await service.start();
  try {
    const ends: string[] = [];
    for (const [at, each] of steps.entries()) ends.push(await service.run(each, mirrored[at] ?? false));
    await service.harness.pass(60_000);
    const { state } = requirePresent(service.oms, 'a started service').oms;
    const wallet = await service.readWallet();
    assert.deepEqual(wallet.tokens, service.countTokens(), 'the ledger has the tokens of the wallet');
    const positions = [...state.positions.values()].map(({ net }) => net);
    const pairs = [...state.tokenPairs.values()].map(({ pairs: each }) => each);
    return { ends, wallet, positions, pairs };
  } finally {
    await service.stop();
  }
}

test('BUY YES at a price and SELL NO at one minus it are accepted or refused alike, and leave the same cash, tokens and pairs', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 8 }),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      async (steps, mirrored) => {
        const asBought = await runProgram(steps, []);
        assert.deepEqual(await runProgram(steps, mirrored), asBought);
      },
    ),
    { numRuns: RUNS },
  );
});
