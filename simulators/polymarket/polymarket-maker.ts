import { complement, type Price, parseQty, type Qty } from '#contract';
import type { Random } from '#ports';
import type { MakerOrder, MarketMakerVenue, QuotedMarket } from '../shared/market-maker.ts';
import { type Grid, uniformGrid } from '../shared/price-steps.ts';
import { getVaultWallet } from './trading/fill-plan.ts';
import { costDown, MICRO_ONE, type Micro, toMicro, toQty } from './trading/micro-units.ts';
import type { VenueOrder } from './trading/order-records.ts';
import type { Market, Outcome } from './trading/outcome-market.ts';
import { MAKER_WALLET, type PolymarketExchangeCore } from './trading/polymarket-exchange-core.ts';
import { PUSD, type WalletBalances } from './trading/wallet-balances.ts';

export const OUTSIDE_TRADER = `${MAKER_WALLET}-stranger`;
const LOT = parseQty('0.01') as Qty;
/** Larger than any test needs. */
const FUNDS = (1_000_000_000n * MICRO_ONE) as Micro;
const PAIRS = (10_000_000n * MICRO_ONE) as Micro;

/**
 * Funds the market maker's wallets: pUSD, and pairs of each market's tokens with their backing in the vault.
 */
export function fundMaker(balances: WalletBalances, markets: readonly Market[]): void {
  for (const wallet of [MAKER_WALLET, OUTSIDE_TRADER]) {
    if (balances.holding(wallet, PUSD).chain === 0n) give(balances, wallet, PUSD, FUNDS);
    for (const market of markets) {
      if (balances.holding(wallet, market.tokens[0]).chain !== 0n) continue;
      for (const token of market.tokens) give(balances, wallet, token, PAIRS);
      give(balances, getVaultWallet(market.condition), PUSD, PAIRS);
    }
  }
}

function give(balances: WalletBalances, wallet: string, asset: string, amount: Micro): void {
  balances.deposit(wallet, asset, amount);
  balances.refresh(wallet, asset);
}

/** The market maker's access to the exchange core. Half of its quotes are in NO tokens, to mint and merge. */
export class PolymarketMakerVenue implements MarketMakerVenue {
  readonly #core: PolymarketExchangeCore;
  readonly #random: Random;
  readonly #markets: () => readonly Market[];
  readonly #quoted = new Map<string, QuotedMarket>();

  constructor(core: PolymarketExchangeCore, random: Random, markets: () => readonly Market[]) {
    this.#core = core;
    this.#random = random;
    this.#markets = markets;
  }

  openMarkets(): readonly QuotedMarket[] {
    return this.#markets()
      .filter(({ isAccepting }) => isAccepting)
      .map((market) => this.#toQuotedMarket(market));
  }

  place(market: QuotedMarket, order: MakerOrder): number | null {
    const listed = this.#markets().find(({ condition }) => condition === market.name);
    if (listed === undefined) return null;
    const outcome: Outcome = order.isTaker || order.qty % (2n * LOT) === 0n ? 0 : 1;
    const unsigned = createUnsignedOrder(this.#core, this.#random, listed, {
      wallet: MAKER_WALLET,
      outcome,
      side: outcome === 0 ? order.side : order.side === 'BUY' ? 'SELL' : 'BUY',
      price: outcome === 0 ? order.price : complement(order.price),
      shares: toMicro(order.qty),
      type: order.isTaker ? 'FAK' : 'GTC',
    });
    const checked = this.#core.check(unsigned);
    if (!checked.ok) return null;
    this.#core.enter(unsigned, checked.value);
    return this.#core.getOrder(unsigned.bookId) === undefined ? null : unsigned.bookId;
  }

  cancel(_market: QuotedMarket, bookId: number): void {
    const order = this.#core.getOrder(bookId);
    if (order !== undefined) this.#core.cancel(order);
  }

  #toQuotedMarket(market: Market): QuotedMarket {
    const known = this.#quoted.get(market.condition);
    if (known !== undefined) return known;
    const made: QuotedMarket = {
      name: market.condition,
      book: market.book,
      // The tick may change while the market trades.
      get grid(): Grid {
        return uniformGrid(market.tick);
      },
      lot: LOT,
      qtyMin: toQty(market.sharesMin),
      fairAt: market.fairAt,
    };
    this.#quoted.set(market.condition, made);
    return made;
  }
}

interface MakerOrderTerms {
  readonly wallet: string;
  readonly outcome: Outcome;
  readonly side: 'BUY' | 'SELL';
  readonly price: Price;
  readonly shares: Micro;
  readonly type: 'FAK' | 'GTC';
}

/** An unsigned order of the market maker or of the outside trader of a test. */
export function createUnsignedOrder(
  core: PolymarketExchangeCore,
  random: Random,
  market: Market,
  terms: MakerOrderTerms,
): VenueOrder {
  return {
    ...terms,
    bookId: core.nextBookId(),
    id: `0x${random.hex(32)}`,
    owner: MAKER_WALLET,
    makerAddress: `0x${random.hex(20)}`,
    condition: market.condition,
    token: market.tokens[terms.outcome],
    usd: costDown(terms.shares, terms.price),
    isPostOnly: false,
    expiration: 0,
    createdAt: market.changedAt,
    matched: 0n as Micro,
    status: 'LIVE',
    tradeIds: [],
  };
}
