import type { Caller } from '../../src/contract/access/access.ts';
import {
  type InstrumentId,
  type SessionId,
  type SubaccountId,
  scopeKey,
} from '../../src/contract/model/ids.ts';
import type { Instrument } from '../../src/contract/model/instrument.ts';
import type { Price, Qty } from '../../src/contract/model/money.ts';
import { isLive, type Order, remainingQty } from '../../src/contract/model/order.ts';
import type { Rejection, Result } from '../../src/contract/model/result.ts';
import { QUOTE_SIDES, type QuoteSide } from '../../src/domain/quotes/quote-step.ts';
import type { CommandContext } from '../../src/orders/command-context.ts';
import type { QuoteAnswer, QuotePut, WantedSide } from '../../src/orders/quotes/quote-types.ts';
import type { MarketView } from '../../src/ports/market-view.ts';
import { isQuoteOrder, toSideKey } from '../check/quote-checks.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import { getOrderId } from '../environment/transition-checker.ts';
import { SeededChoice } from '../seeded-choice.ts';
import { hasSessions } from '../simulation-options.ts';
import { ACCOUNT_OWNER, getGrantedSubaccounts } from './accounts.ts';
import type { ClientTransport } from './client-transport.ts';
import type { RandomBodies } from './random-bodies.ts';
import type { SessionCaller } from './session-caller.ts';

/** Quotes in every third simulation; the others keep their histories. */
const QUOTED = { every: 3, rest: 1 };
const SHARE = 0.4; // of the actions, before them
const MARKETS_MAX = 2;
const NO_SESSION = 'ses_none' as SessionId; // quotes then end with the process
const NO_TERMS = { filledQtyMax: null, netQtyMax: null } as const;

/** A live order that a call must leave as it is. */
interface Unchanged {
  readonly order: Order;
  readonly index: number; // of its side in the call
}

/** Puts quotes on a few markets, withdraws them, and sets and resets market maker protection. */
export class QuoteCaller {
  readonly #environment: SimulationEnvironment;
  readonly #transport: ClientTransport;
  readonly #bodies: RandomBodies;
  readonly #dice: SeededChoice; // separate, so that it does not change the choices of the others
  readonly #sessions: SessionCaller;
  readonly #isActive: boolean;
  readonly #last = new Map<string, WantedSide>();
  readonly #seqs = new Map<string, number>(); // of the last call that took effect in this process
  #markets: readonly InstrumentId[] = [];

  constructor(
    environment: SimulationEnvironment,
    transport: ClientTransport,
    bodies: RandomBodies,
    sessions: SessionCaller,
  ) {
    const { seed } = environment.options;
    this.#environment = environment;
    this.#transport = transport;
    this.#bodies = bodies;
    this.#dice = new SeededChoice(seed, 'quotes');
    this.#sessions = sessions;
    this.#isActive = seed % QUOTED.every === QUOTED.rest || hasSessions(seed);
  }

  isNext(): boolean {
    return this.#isActive && this.#dice.chance(SHARE);
  }

  /** A new process. It knows no call. */
  restart(): void {
    this.#seqs.clear();
  }

  async act(): Promise<void> {
    const { market } = this.#environment;
    if (market === null) return;
    const caller = ACCOUNT_OWNER;
    const subaccountId = this.#dice.pick(getGrantedSubaccounts(caller).slice(0, 2));
    const act = this.#dice.weighted({ put: 20, pull: 1, protect: 3, reset: 2 });
    if (act === 'put') await this.#put(caller, subaccountId, this.#wantSides(subaccountId, market));
    else if (act === 'pull') await this.#pull(caller, subaccountId);
    else if (act === 'protect') await this.#protect(caller, subaccountId);
    else await this.#reset(caller, subaccountId);
  }

  async #put(caller: Caller, subaccountId: SubaccountId, sides: readonly WantedSide[]): Promise<void> {
    if (sides.length === 0) return;
    const { quoteChecks: checks, ledger, monitor } = this.#environment;
    checks.lastCall += 1;
    const call = checks.lastCall;
    const scope = scopeKey(caller.accountId, subaccountId);
    const isRepeated = this.#dice.chance(0.05) && this.#seqs.has(scope);
    const quoteSeq = isRepeated ? (this.#seqs.get(scope) ?? 0) : call;
    const tolerance = { priceMoveMin: 0n as Price, qtyChangeMin: 0n as Qty };
    const request: QuotePut = { subaccountId, quoteSeq, sides, tolerance, tag: null };
    let [entries, isFrozen, isStale, isDecided] = [0, false, false, false];
    let unchanged: readonly Unchanged[] = [];
    const command: CommandContext = {
      sessionId: NO_SESSION,
      ack: this.#dice.pick(['VENUE', 'DURABLE']),
      check: () => {
        entries = ledger.entries.length;
        isStale = quoteSeq <= (this.#seqs.get(scope) ?? 0); // a pull in between begins the sequence again
        isFrozen = checks.isFrozen(ledger.state.protections.get(scope));
        unchanged = this.#findUnchanged(caller, request);
        return null;
      },
      onDecided: () => {
        isDecided = true;
        checks.decisions += 1; // over the socket a call may be decided after a later withdrawal
        const decision = checks.decisions;
        this.#seqs.set(scope, quoteSeq);
        for (const { instrumentId, side, terms } of sides) {
          const key = toSideKey({ accountId: caller.accountId, subaccountId }, instrumentId, side);
          checks.want(key, terms === null ? null : { ...terms, decision }, ledger.state);
        }
        const touched = new Set(
          ledger.entries.slice(entries).flatMap(({ events }) => events.map(getOrderId)),
        );
        for (const { order } of unchanged)
          monitor.expect(!touched.has(order.id), 'I-Q2', () => `${order.id} did not change and was touched`);
      },
    };
    const onAnswer = (answer: Result<QuoteAnswer, Rejection>): void => {
      const code = answer.ok ? 'ok' : answer.error.code;
      monitor.expect(!(isStale && isDecided), 'I-Q6', () => `quote_seq ${quoteSeq} took effect twice`);
      monitor.expect(!(isFrozen && isDecided), 'I-Q4', () => `${scope} is frozen and took a call`);
      const isRight = code !== 'mmp_frozen' || isFrozen;
      monitor.expect(isRight, 'I-Q4', () => `${scope} is not frozen and refused a call`);
      if (answer.ok) this.#checkAnswer(answer.value, unchanged);
    };
    await this.#transport.call(
      'quotes',
      describe(request),
      (engine) => this.#sessions.putQuotes(request, command) ?? engine.quotes.put(caller, request, command),
      onAnswer,
    );
  }

  /** I-Q2: a side that is as wanted is kept, with its order. */
  #checkAnswer({ sides }: QuoteAnswer, unchanged: readonly Unchanged[]): void {
    const { monitor } = this.#environment;
    for (const { action } of sides) monitor.countCall('quote', action);
    for (const { order, index } of unchanged) {
      const answer = sides[index];
      const isKept = answer?.action === 'KEPT' && answer.orderId === order.id;
      monitor.expect(isKept, 'I-Q2', () => `${order.id} is as wanted and was answered ${answer?.action}`);
    }
  }

  pullAll(): void {
    for (const subaccountId of getGrantedSubaccounts(ACCOUNT_OWNER))
      void this.#pull(ACCOUNT_OWNER, subaccountId);
  }

  async #pull(caller: Caller, subaccountId: SubaccountId): Promise<void> {
    const last = this.#environment.quoteChecks.decisions;
    await this.#transport.call(
      'pull',
      subaccountId,
      (engine) => {
        this.#seqs.delete(scopeKey(caller.accountId, subaccountId));
        return engine.quotes.pull(caller, subaccountId);
      },
      (answer) => {
        if (answer.ok) this.#environment.quoteChecks.dropWanted(caller.accountId, [subaccountId], last);
      },
    );
  }

  async #protect(caller: Caller, subaccountId: SubaccountId): Promise<void> {
    const limit = (this.#dice.pick([1n, 2n, 5n, 20n]) * 100_000_000n) as Qty;
    const limits = this.#dice.chance(0.7) ? { filledQtyMax: limit } : { netQtyMax: limit };
    const windowMs = this.#dice.pick([2_000, 15_000, 60_000, 60_000]);
    const terms = { ...NO_TERMS, windowMs, frozenMs: this.#dice.pick([0, 1_000, 10_000]), ...limits };
    await this.#transport.call(
      'protect',
      `${subaccountId} ${limit} in ${windowMs}`,
      (engine) => engine.quotes.setProtection(caller, subaccountId, terms),
      () => {},
    );
  }

  async #reset(caller: Caller, subaccountId: SubaccountId): Promise<void> {
    const { accountId } = caller;
    await this.#transport.call(
      'reset',
      subaccountId,
      (engine) => {
        this.#environment.quoteChecks.clearWindow(accountId, subaccountId);
        return engine.quotes.resetProtection(caller, subaccountId);
      },
      () => {},
    );
  }

  /** The sides whose live order has exactly the wanted terms, with no request pending. */
  #findUnchanged({ accountId }: Caller, { subaccountId, sides }: QuotePut): readonly Unchanged[] {
    const orders = [...this.#environment.ledger.state.orders.values()];
    return sides.flatMap(({ instrumentId, side, terms }, index) => {
      const order = orders.find(
        (each) =>
          isQuoteOrder(each) &&
          each.accountId === accountId &&
          each.subaccountId === subaccountId &&
          each.instrumentId === instrumentId &&
          each.side === (side === 'bid' ? 'BUY' : 'SELL') &&
          isLive(each.status),
      );
      if (order === undefined || terms === null || order.pendingAction !== null) return [];
      // What is voided does not rest again.
      const resting = order.legs.reduce((sum, leg) => sum + remainingQty(leg), 0n);
      const isSame = order.price === terms.price && resting === terms.qty;
      return isSame ? [{ order, index }] : [];
    });
  }

  #wantSides(subaccountId: SubaccountId, market: MarketView): readonly WantedSide[] {
    this.#markets = this.#markets.filter((id) => market.instrument(id)?.status === 'OPEN');
    const drawn = this.#markets.length < MARKETS_MAX ? this.#bodies.instrument(market) : null;
    if (drawn !== null && !this.#markets.includes(drawn.instrumentId))
      this.#markets = [...this.#markets, drawn.instrumentId];
    return this.#markets.flatMap((id) => {
      const instrument = market.instrument(id);
      const sides = QUOTE_SIDES.filter(() => this.#dice.chance(0.8));
      return instrument === null
        ? []
        : sides.map((side) => this.#wantSide(subaccountId, instrument, side, market));
    });
  }

  /** Often as before, else another quantity, another price, or none. */
  #wantSide(
    subaccountId: SubaccountId,
    instrument: Instrument,
    side: QuoteSide,
    market: MarketView,
  ): WantedSide {
    const { instrumentId, qtyMin } = instrument;
    const key = `${subaccountId}/${instrumentId}/${side}`;
    const before = this.#last.get(key);
    const change = this.#dice.weighted({ same: 4, qty: 3, price: 4, none: 1 });
    if (before !== undefined && change === 'same') return before;
    const qty = (qtyMin * BigInt(this.#dice.whole(1, 8))) as Qty;
    const at = this.#findPrice(instrument, side, market);
    const price = change === 'qty' ? (before?.terms?.price ?? at) : at;
    const wanted = { instrumentId, side, terms: change === 'none' ? null : { price, qty } };
    this.#last.set(key, wanted);
    return wanted;
  }

  /** Behind, at or inside the own best price; rarely across the other one. */
  #findPrice(instrument: Instrument, side: QuoteSide, market: MarketView): Price {
    const { instrumentId, priceTick, priceMin, priceMax } = instrument;
    const book = market.book(instrumentId)?.book;
    const half = (50_000_000n / priceTick) * priceTick;
    const isBid = side === 'bid';
    const facing = (isBid ? book?.asks[0] : book?.bids[0])?.price ?? half;
    const away = BigInt(this.#dice.pick([1, 1, 1, 1, 2, 2, 3, 0])) * priceTick;
    const price = isBid ? facing - away : facing + away;
    return (price < priceMin ? priceMin : price > priceMax ? priceMax : price) as Price;
  }
}

const describe = ({ subaccountId, quoteSeq, sides }: QuotePut): string => {
  const words = sides.map(({ instrumentId, side, terms }) =>
    terms === null ? `${instrumentId} ${side} none` : `${instrumentId} ${side} ${terms.qty} @ ${terms.price}`,
  );
  return `${subaccountId} ${quoteSeq}: ${words.join(', ')}`;
};
