import type { Caller } from '../../src/contract/access/access.ts';
import type { InstrumentId } from '../../src/contract/model/ids.ts';
import { isParentOver, type Parent } from '../../src/contract/model/parent.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import { SeededChoice } from '../seeded-choice.ts';
import { hasPairs } from '../simulation-options.ts';
import { getGrantedSubaccounts } from './accounts.ts';
import type { ClientTransport } from './client-transport.ts';
import { PairBodies } from './pair-bodies.ts';
import type { Body } from './random-bodies.ts';

/** Complex orders in every third simulation with few markets; the others keep their histories. */
const EVERY = 3;
/** Orders that follow the market, in other simulations than the first ones. */
const FOLLOWING = { every: 5, rest: 2, share: 0.6 };
/** Hedged pairs, in other simulations again. */
const PAIRED = { share: 0.8, ofActions: 0.2 };
/** Orders of which two may rest or fill together, in other simulations again. */
const OVERFILLING = { every: 5, rest: 3, share: 0.7 };
const SHARE = 0.12; // of the actions

/**
 * Submits, amends, resumes and cancels complex orders. Their invariants are assertions of the service (I-P1 to I-P3), and
 * their children are checked as any order.
 */
export class ComplexOrderCaller {
  readonly #environment: SimulationEnvironment;
  readonly #transport: ClientTransport;
  readonly #dice: SeededChoice; // separate, so that it does not change the choices of the others
  readonly #isActive: boolean;
  readonly #isFollowing: boolean;
  readonly #isPaired: boolean;
  readonly #pairs: PairBodies;
  readonly #isOverfilling: boolean;

  constructor(environment: SimulationEnvironment, transport: ClientTransport) {
    this.#environment = environment;
    this.#transport = transport;
    this.#dice = new SeededChoice(environment.options.seed, 'complex');
    const { seed } = environment.options;
    this.#isFollowing = seed % FOLLOWING.every === FOLLOWING.rest;
    this.#isPaired = hasPairs(seed);
    this.#pairs = new PairBodies(environment, this.#dice);
    this.#isOverfilling = seed % OVERFILLING.every === OVERFILLING.rest;
    this.#isActive = seed % EVERY === 0 || this.#isFollowing || this.#isPaired || this.#isOverfilling;
  }

  isNext(): boolean {
    return this.#isActive && this.#dice.chance(this.#isPaired ? PAIRED.ofActions : SHARE);
  }

  /** @param order  a plain order, whose terms the new complex order takes */
  act(caller: Caller, order: Body): Promise<unknown> {
    const open = this.#open(caller);
    if (open.length === 0 || this.#dice.chance(0.5)) return this.#submit(caller, order);
    const { id, qty } = this.#dice.pick(open);
    const act = this.#dice.weighted({ cancel: 3, resume: 2, amend: 2 });
    const words = `${caller.keyId} ${act} ${id}`;
    const noCheck = (): void => {};
    if (act === 'amend') {
      const lower = { qty: `${qty / 200_000_000n + 1n}` };
      return this.#transport.call(
        'complex',
        words,
        (engine) => engine.complexOrders.amend(caller, id, lower),
        noCheck,
      );
    }
    return this.#transport.call('complex', words, (engine) => engine.complexOrders[act](caller, id), noCheck);
  }

  /** Cancels what still works: an iceberg of a hundred children may trade for longer than any bound. */
  cancelAll(caller: Caller): void {
    for (const { id } of this.#open(caller)) {
      const cancel = this.#transport.call(
        'complex',
        `${caller.keyId} cancel ${id}`,
        (engine) => engine.complexOrders.cancel(caller, id),
        () => {},
      );
      void cancel;
    }
  }

  #submit(caller: Caller, order: Body): Promise<unknown> {
    const body = this.#toComplex(order);
    const words = `${caller.keyId} ${JSON.stringify(body)}`;
    return this.#transport.call(
      'complex',
      words,
      (engine) => engine.complexOrders.submit(caller, body, null),
      () => {},
    );
  }

  #toComplex({ subaccount_id, instrument_id, generic_asset_id, side, outcome, qty, price }: Body): Body {
    const base = { subaccount_id, instrument_id, side, outcome, qty };
    const limit = typeof price === 'string' ? price : '0.5';
    if (this.#isFollowing && generic_asset_id !== undefined) {
      const params = { min_stay_ms: this.#dice.pick([100, 1_000]), max_moves: this.#dice.pick([2, 20]) };
      const terms = { subaccount_id, generic_asset_id, side, outcome, qty, price: limit };
      return { ...terms, type: 'SMART_ROUTE', params };
    }
    if (this.#isFollowing && this.#dice.chance(FOLLOWING.share))
      return this.#dice.chance(0.6) ? this.#toPeg(base, limit) : this.#toPov(base, limit);
    const pair = this.#isPaired && this.#dice.chance(PAIRED.share) ? this.#pairs.draw(base) : null;
    if (pair !== null) return pair;
    if (this.#isOverfilling && this.#dice.chance(OVERFILLING.share)) return this.#toOverfilling(base, limit);
    if (this.#dice.chance(0.3)) return this.#toBracket(base, limit);
    if (this.#dice.chance(0.3)) return this.#toFollowing(base, limit);
    if (this.#dice.chance(0.5))
      return {
        ...base,
        type: 'ICEBERG',
        price: limit,
        params: { display_qty: this.#dice.pick(['1', '2', '5']) },
      };
    const params = { trigger_price: limit, fire_if_met: this.#dice.chance(0.5) };
    return { ...base, type: 'STOP', ...(this.#dice.chance(0.3) ? { price: limit } : {}), params };
  }

  /** Follows the price, or the clock. */
  #toFollowing(base: Body, limit: string): Body {
    if (this.#dice.chance(0.5))
      return { ...base, type: 'TRAILING_STOP', params: { trail: this.#dice.pick(['0.01', '0.05']) } };
    if (this.#dice.chance(0.3)) return this.#toOco(base);
    const params = {
      duration_ms: this.#dice.pick([4_000, 20_000]),
      slices: this.#dice.whole(1, 4),
      style: this.#dice.pick(['PASSIVE', 'AGGRESSIVE']),
      catch_up: this.#dice.pick(['SKIP', 'SPREAD']),
      finish: this.#dice.pick(['CANCEL', 'CROSS']),
    };
    return { ...base, type: 'TWAP', price: limit, params };
  }

  #toPeg(base: Body, limit: string): Body {
    const params = {
      reference: this.#dice.pick(['NEAR', 'FAR', 'MID']),
      offset: this.#dice.pick(['0', '0.01', '-0.01']),
      min_stay_ms: this.#dice.pick([100, 1_000, 5_000]),
      max_moves: this.#dice.pick([2, 20]),
    };
    return { ...base, type: 'PEG', price: limit, params };
  }

  #toPov(base: Body, limit: string): Body {
    const params = {
      participation: this.#dice.pick(['0.1', '0.5']),
      window_ms: this.#dice.pick([1_000, 10_000]),
    };
    return { ...base, type: 'POV', price: limit, params };
  }

  #toOco({ subaccount_id, qty, ...leg }: Body): Body {
    const isBuy = leg['side'] === 'BUY';
    const [low, high] = [this.#dice.pick(['0.2', '0.4']), this.#dice.pick(['0.6', '0.8'])];
    const limit = { ...leg, type: 'LIMIT', price: isBuy ? low : high };
    const stop = { ...leg, type: 'STOP', params: { trigger_price: isBuy ? high : low } };
    return { subaccount_id, qty, type: 'OCO', params: { legs: [limit, stop] } };
  }

  /** An exit whose stop waits for a bounded time, two limits, or a limit on another contract than the stop. */
  #toOverfilling(base: Body, limit: string): Body {
    if (this.#dice.chance(0.4)) {
      const bracket = this.#toBracket(base, limit, 'both');
      const overlapAfterMs = this.#dice.pick([0, 300, 3_000]);
      return { ...bracket, params: { ...(bracket['params'] as Body), overlap_after_ms: overlapAfterMs } };
    }
    const { subaccount_id, qty, ...leg } = base;
    const other = this.#dice.weighted({ opposite: 1, other: 2 });
    const member = this.#findMember(base);
    const second: Body =
      other === 'other' && member !== null
        ? { ...leg, instrument_id: member }
        : { ...leg, side: leg['side'] === 'BUY' ? 'SELL' : 'BUY' };
    const isBuy = second['side'] === 'BUY';
    const first = { ...leg, type: 'LIMIT', price: limit };
    if (this.#dice.chance(0.3)) {
      const stop = { ...second, type: 'STOP', params: { trigger_price: isBuy ? '0.6' : '0.4' } };
      return { subaccount_id, qty, type: 'OCO', params: { legs: [first, stop] } };
    }
    const legs = [first, { ...second, type: 'LIMIT', price: isBuy ? '0.45' : '0.55' }];
    return { subaccount_id, qty, type: 'OCO', params: { legs, allow_overfill: true } };
  }

  /** Another instrument of the same asset. */
  #findMember({ instrument_id }: Body): InstrumentId | null {
    const { market } = this.#environment;
    const asset = market?.instrument(instrument_id as InstrumentId)?.genericAssetId ?? null;
    const members = asset === null ? [] : (market?.asset(asset)?.members ?? []);
    const others = members.filter((member) => member.instrumentId !== instrument_id);
    return others.length === 0 ? null : this.#dice.pick(others).instrumentId;
  }

  /** The entry rests or trades, and the exit is on both sides of its price. */
  #toBracket({ subaccount_id, ...target }: Body, limit: string, sides?: 'both'): Body {
    const isBuy = target['side'] === 'BUY';
    const entry = { ...target, type: 'LIMIT', price: limit, tif: this.#dice.pick(['GTC', 'IOC']) };
    const [low, high] = [this.#dice.pick(['0.2', '0.4']), this.#dice.pick(['0.6', '0.8'])];
    const takeProfit = { take_profit: { price: isBuy ? high : low } };
    const stopLoss = { stop_loss: { trigger_price: isBuy ? low : high } };
    const params = sides ?? this.#dice.weighted({ both: 3, profit: 1, loss: 1 });
    return {
      subaccount_id,
      type: 'TP_SL',
      params: {
        ...(params === 'loss' ? {} : takeProfit),
        ...(params === 'profit' ? {} : stopLoss),
        entry,
      },
    };
  }

  #open(caller: Caller): readonly Parent[] {
    const granted = getGrantedSubaccounts(caller);
    return [...this.#environment.ledger.state.parents.values()].filter(
      ({ accountId, subaccountId, status }) =>
        accountId === caller.accountId && granted.includes(subaccountId) && !isParentOver(status),
    );
  }
}
