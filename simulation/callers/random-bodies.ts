import type { Caller } from '../../src/contract/access/access.ts';
import type { GenericAssetId, InstrumentId } from '../../src/contract/model/ids.ts';
import type { Instrument } from '../../src/contract/model/instrument.ts';
import { complement, type Price, renderDecimal } from '../../src/contract/model/money.ts';
import type { Order, Outcome, Side } from '../../src/contract/model/order.ts';
import { FIRST_REVIEW_ID } from '../../src/domain/instruments/asset-review.ts';
import type { MarketView } from '../../src/ports/market-view.ts';
import { DEMO } from '../environment/remote-demo.ts';
import type { SeededChoice } from '../seeded-choice.ts';
import { getGrantedSubaccounts } from './accounts.ts';
import type { BehaviourProfile } from './behaviour-profile.ts';

export type Body = Readonly<Record<string, unknown>>;

const FIRST_INSTRUMENT = 1001;
const INSTRUMENTS_MAX = 140;
const INSTRUMENTS_MAX_WIDE = 300; // with the catalogues of Kalshi and Polymarket
const ASSETS_REVIEWED_MAX = 4;
const FIRST_ASSET = 501;
const ASSETS_MAX = 6;
const MINUTE_MS = 60_000;
/** Short-lived markets, which pause, close and settle during a simulation, and members of generic assets. */
const SHORT_LIVED = ['BTC-20MIN', 'BTC-HOUR', 'WIND-HOUR'];
const LONG_LIVED = ['FED-CUT', 'FED-CUT-FINE', 'FED-HOLD', 'BTC-150K', 'US-CPI-3', 'UCL-ENGLISH'];

/** Creates request bodies: orders near the market, far from it, and sometimes invalid. */
export class RandomBodies {
  readonly #dice: SeededChoice;
  readonly #codes: readonly string[];
  readonly #isWide: boolean;
  readonly #profile: BehaviourProfile;
  #keys = 0;

  /** @param isWide  whether orders also go to venues other than Demo */
  constructor(dice: SeededChoice, markets: number, isWide: boolean, profile: BehaviourProfile) {
    this.#dice = dice;
    this.#profile = profile;
    this.#isWide = isWide;
    const drawn = Array.from({ length: markets }, () =>
      dice.pick(dice.chance(0.5) ? SHORT_LIVED : LONG_LIVED),
    );
    this.#codes = [...new Set(drawn)];
  }

  order(caller: Caller, market: MarketView, now: number): Body {
    const isRouted = this.#dice.chance(this.#profile.routed);
    const terms = isRouted ? this.#assetTerms(market) : this.#directTerms(market);
    const key = this.#dice.chance(0.8) ? { client_order_id: this.#newKey() } : {};
    const subaccount_id = this.#dice.pick(getGrantedSubaccounts(caller));
    const order = { subaccount_id, ...terms, ...this.#timeInForce(terms, now), ...key };
    return { ...order, ...this.#flags(order, now) };
  }

  /**
   * An order that would trade with this order of the same account. Its self-trade prevention must stop that.
   */
  crossOwnOrder(caller: Caller, { legs, side, tif }: Order): Body {
    const leg = this.#dice.pick(legs.filter(({ price }) => price !== null));
    const price = leg.price as Price;
    // A BUY of the other outcome also crosses a BUY, even at a venue without short sales.
    const isMirrored = side === 'BUY' && this.#dice.chance(0.7);
    const met = isMirrored
      ? {
          side: 'BUY',
          outcome: leg.outcome === 'YES' ? 'NO' : 'YES',
          price: renderDecimal(complement(price)),
        }
      : { side: side === 'BUY' ? 'SELL' : 'BUY', outcome: leg.outcome, price: renderDecimal(price) };
    return {
      subaccount_id: this.#dice.pick(getGrantedSubaccounts(caller)),
      instrument_id: leg.instrumentId,
      ...met,
      type: 'LIMIT',
      tif: tif === 'GTC' ? this.#dice.pick(['GTC', 'GTC', 'IOC']) : 'GTC',
      qty: renderDecimal(leg.qty),
      self_trade: this.#dice.pick(['CANCEL_INCOMING', 'CANCEL_RESTING', 'CANCEL_RESTING']),
    };
  }

  /** One of the markets of this simulation, mostly an open one. */
  instrument(market: MarketView, isAtDemo = !this.#isWide || this.#dice.chance(0.2)): Instrument | null {
    const all: Instrument[] = [];
    const count = isAtDemo ? INSTRUMENTS_MAX : INSTRUMENTS_MAX_WIDE;
    for (let id = FIRST_INSTRUMENT; id < FIRST_INSTRUMENT + count; id += 1) {
      const instrument = market.instrument(id as InstrumentId);
      if (instrument !== null && !isAtDemo && instrument.venue !== DEMO) all.push(instrument);
      if (!isAtDemo) continue;
      const code = instrument?.ticker.replace(/-[0-9]{2}[A-Z]{3}[0-9]{2}(?:-[0-9]{4})?$/, '') ?? '';
      if (instrument !== null && this.#codes.includes(code)) all.push(instrument);
    }
    const open = all.filter(({ status }) => status === 'OPEN');
    const choice = open.length > 0 && this.#dice.chance(0.95) ? open : all;
    return choice.length === 0 ? null : this.#dice.pick(choice);
  }

  /** A price in terms of `outcome`: at, inside, across or far from the best price of the book. */
  price(market: MarketView, instrument: Instrument, side: Side, outcome: Outcome): Price {
    const { instrumentId, priceTick, priceMin, priceMax } = instrument;
    const book = market.book(instrumentId)?.book;
    const isYesBuy = (side === 'BUY') === (outcome === 'YES');
    const half = (500_000_00n / priceTick) * priceTick;
    const facing = (isYesBuy ? book?.asks[0] : book?.bids[0])?.price ?? half;
    const aggression = BigInt(this.#dice.pick(this.#profile.ticks));
    const yes = facing + (isYesBuy ? aggression : -aggression) * priceTick;
    const inside = yes < priceMin ? priceMin : yes > priceMax ? priceMax : yes;
    return (outcome === 'YES' ? inside : complement(inside as Price)) as Price;
  }

  qty(instrument: Instrument): string {
    return renderDecimal(instrument.qtyMin * BigInt(this.#dice.whole(1, this.#profile.qtyMax)));
  }

  amend(body: Body, market: MarketView, now: number): Body {
    const instrument = market.instrument(body['instrument_id'] as InstrumentId);
    const price = this.#dice.chance(0.6) ? this.#newPrice(body, market, instrument) : {};
    const qty = this.#dice.chance(0.6) ? { qty: this.#newQty(body) } : {};
    const tif = this.#dice.chance(0.15) ? { tif: 'GTD', expires_at: now + 2 * MINUTE_MS } : {};
    return { ...price, ...qty, ...tif };
  }

  /** The same order written differently: the service must treat it as the same order. */
  respell(body: Body): Body {
    const respell = (text: unknown): unknown =>
      typeof text !== 'string' ? text : text.includes('.') ? `${text}0` : `${text}.0`;
    const changed = this.#dice.chance(0.5) ? { qty: respell(body['qty']) } : {};
    return Object.fromEntries(Object.entries({ ...body, ...changed }).reverse());
  }

  /** A different body with the same key. */
  contradict(body: Body): Body {
    if (this.#dice.chance(0.3)) return { ...body, qty: '-1' };
    return { ...body, side: body['side'] === 'BUY' ? 'SELL' : 'BUY' };
  }

  #newKey(): string {
    this.#keys += 1;
    return `c-${this.#keys}`;
  }

  #directTerms(market: MarketView): Body {
    const instrument = this.instrument(market);
    if (instrument === null || this.#dice.chance(0.02)) return UNKNOWN;
    const { side, outcome } = this.#sideAndOutcome();
    const qty = this.qty(instrument);
    const base = { instrument_id: instrument.instrumentId, side, outcome, qty };
    if (this.#dice.chance(0.1)) return { ...base, type: 'MARKET' };
    const price = renderDecimal(this.price(market, instrument, side, outcome));
    return { ...base, type: 'LIMIT', price };
  }

  #assetTerms(market: MarketView): Body {
    const isReviewed = this.#isWide && this.#dice.chance(0.85);
    const id = isReviewed
      ? FIRST_REVIEW_ID + this.#dice.whole(0, ASSETS_REVIEWED_MAX - 1)
      : FIRST_ASSET + this.#dice.whole(0, ASSETS_MAX - 1);
    const member = market.asset(id as GenericAssetId)?.members[0];
    const instrument = member === undefined ? null : market.instrument(member.instrumentId);
    if (instrument === null) return { ...UNKNOWN, instrument_id: undefined, generic_asset_id: id };
    const { side, outcome } = this.#sideAndOutcome();
    const qty = String(10 * this.#dice.whole(1, this.#profile.routedQtyMax));
    const routing = { mode: this.#dice.chance(this.#profile.splits) ? 'SPLIT' : 'BEST_PRICE' };
    const base = { generic_asset_id: id, side, outcome, qty, routing };
    if (this.#dice.chance(0.15)) return { ...base, type: 'MARKET' };
    const price = this.price(market, instrument, side, outcome);
    return { ...base, type: 'LIMIT', price: renderDecimal(price - (price % 1_000_000n) || 1_000_000n) };
  }

  #sideAndOutcome(): { readonly side: Side; readonly outcome: Outcome } {
    // Polymarket sells only what is held.
    const side = this.#dice.pick(
      this.#isWide ? (['BUY', 'BUY', 'SELL'] as const) : (['BUY', 'SELL'] as const),
    );
    return { side, outcome: this.#dice.pick(['YES', 'YES', 'NO']) };
  }

  #timeInForce(terms: Body, now: number): Body {
    const isMarket = terms['type'] === 'MARKET';
    const tif = this.#dice.weighted(isMarket ? { IOC: 2, FOK: 1 } : this.#profile.tifWeights);
    if (tif !== 'GTD') return { tif };
    return { tif, expires_at: now + this.#dice.pick(this.#profile.lifetimesMs) };
  }

  /** Flags that the terms allow, and rarely one that they do not allow. */
  #flags(order: Body, now: number): Body {
    const canRest = order['tif'] === 'GTC' || order['tif'] === 'GTD';
    const posted = this.#dice.chance(canRest ? 0.15 : 0.01) ? { post_only: true } : {};
    const timed = this.#dice.chance(0.1)
      ? { valid_until: now + this.#dice.pick([-1, 0, 50, MINUTE_MS]) }
      : {};
    const { mode } = (order['routing'] ?? {}) as { readonly mode?: string };
    const reduces = mode !== 'SPLIT' && this.#dice.chance(0.12) ? { reduce_only: true } : {};
    const pauses = this.#dice.chance(0.1) ? { cancel_on_pause: true } : {};
    const prevents = this.#dice.chance(0.15)
      ? { self_trade: this.#dice.pick(['CANCEL_INCOMING', 'CANCEL_RESTING']) }
      : {};
    return { ...posted, ...timed, ...reduces, ...pauses, ...prevents };
  }

  #newPrice(body: Body, market: MarketView, instrument: Instrument | null): Body {
    const [side, outcome] = [body['side'] as Side, body['outcome'] as Outcome];
    if (instrument === null) return { price: '0.5' };
    // Amends back to the first terms: a report of the first terms must not confirm the second amend.
    if (this.#dice.chance(0.35) && body['price'] !== undefined) return { price: body['price'] };
    return { price: renderDecimal(this.price(market, instrument, side, outcome)) };
  }

  #newQty(body: Body): string {
    const qty = Number(body['qty']);
    return String(Math.max(1, Math.round(qty * this.#dice.pick([0.3, 0.5, 0.8, 1, 1.5, 2]))));
  }
}

const UNKNOWN: Body = {
  instrument_id: 999_999,
  side: 'BUY',
  outcome: 'YES',
  type: 'LIMIT',
  price: '0.5',
  qty: '10',
};
