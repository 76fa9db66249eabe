import type { Notional, Price } from '../../src/domain/model/money.ts';
import type { BookSide, Order } from './exchange-records.ts';
import { cashKey, type ExchangeState, holdingKey } from './exchange-state.ts';
import { computeClosable, computeOpeningCost, computeReserve } from './position-accounts.ts';
import { VersionedMap } from './read-replica-lag.ts';
import type { Market } from './sim-market.ts';

/** An order's claim on the account's money, before it is in the book. */
export interface Claim {
  readonly user: string;
  readonly subaccount: number;
  readonly side: BookSide;
  readonly price: Price;
  readonly qty: bigint; // what could still fill
  readonly replaces: Order | null; // the resting order that this one takes the place of
}

/** What each account may still spend: cash less what its resting orders hold back, on each shard. */
export class AccountFunds {
  /** By `cashKey`, with its past: reads lag. */
  readonly available = new VersionedMap<Notional>();
  readonly #state: ExchangeState;
  readonly #markets: ReadonlyMap<string, Market>;
  readonly #reserves = new Map<string, bigint>(); // by holdingKey
  readonly #held = new Map<string, bigint>(); // their sums, by cashKey

  constructor(state: ExchangeState, markets: ReadonlyMap<string, Market>) {
    this.#state = state;
    this.#markets = markets;
  }

  /** Counts a holding again after its position or orders changed. */
  refreshHolding(key: string, at: number): void {
    const [user = '', subaccount = '', ticker = ''] = key.split('/');
    const market = this.#markets.get(ticker);
    if (market === undefined) return;
    const { shard, fees } = market.listing;
    const orders = this.#state.getResting(user, Number(subaccount), ticker);
    const reserve = computeReserve(this.#state.positions.latest(key)?.qty ?? 0n, orders, fees);
    const account = cashKey(user, Number(subaccount), shard);
    this.#held.set(account, (this.#held.get(account) ?? 0n) - (this.#reserves.get(key) ?? 0n) + reserve);
    this.#reserves.set(key, reserve);
    this.refreshCash(user, Number(subaccount), shard, at);
  }

  refreshCash(user: string, subaccount: number, shard: number, at: number): void {
    const amount = this.getAvailable(user, subaccount, shard);
    if (amount !== null) this.available.set(cashKey(user, subaccount, shard), amount, at);
  }

  /** Null when no money ever came to this shard. */
  getAvailable(user: string, subaccount: number, shard: number): Notional | null {
    const cash = this.#state.getCash(user, subaccount, shard);
    if (cash === null) return null;
    return (cash - (this.#held.get(cashKey(user, subaccount, shard)) ?? 0n)) as Notional;
  }

  /**
   * Whether a claim is covered: what would close is free, the rest must be paid for at the limit, with the
   * fee of a taker. Closing that other resting orders already count on is not free twice.
   */
  covers(claim: Claim, market: Market): boolean {
    const { user, subaccount, side, replaces } = claim;
    const { shard, fees } = market.listing;
    const key = holdingKey(user, subaccount, market.ticker);
    const held = this.#state.positions.latest(key)?.qty ?? 0n;
    const others = this.#state
      .getResting(user, subaccount, market.ticker)
      .filter(({ id }) => id !== replaces?.id);
    const freed =
      replaces === null ? 0n : (this.#reserves.get(key) ?? 0n) - computeReserve(held, others, fees);
    const available = (this.getAvailable(user, subaccount, shard) ?? 0n) + freed;
    const waiting = others
      .filter((each) => each.side === side)
      .reduce((sum, each) => sum + each.qty - each.filledQty, 0n);
    const free = computeClosable(held, side) - waiting;
    const opening = claim.qty - (free > 0n ? free : 0n);
    return computeOpeningCost(fees, side, claim.price, opening, true) <= available;
  }
}
