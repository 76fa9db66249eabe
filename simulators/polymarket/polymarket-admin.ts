import { ONE, type Price, parseDecimal, renderDecimal } from '#contract';
import type { FaultInjector } from '#matching-engine';
import type { CatalogueEvent } from '../catalogue/event-catalogue.ts';
import type { Controls, MarketCommand, VenueCommand } from '../shared/simulator-types.ts';
import { createUnsignedOrder, OUTSIDE_TRADER } from './polymarket-maker.ts';
import type { Venue } from './simulator-context.ts';
import { type Micro, parseMicro, renderMicro } from './trading/micro-units.ts';
import { computeRemaining, isOpen, type VenueOrder } from './trading/order-records.ts';
import type { Market, Resolution } from './trading/outcome-market.ts';
import { isMaker } from './trading/polymarket-exchange-core.ts';
import { getOutcome } from './trading/trading-rules.ts';
import { PUSD } from './trading/wallet-balances.ts';

/** Admin actions that need the simulator itself, because channels and storage are involved. */
export interface AdminActions {
  tick(market: Market, tick: Price): void;
  accept(market: Market, isAccepting: boolean): void;
  describe(market: Market, description: string): void;
  resolve(market: Market, resolution: Resolution): void;
  /** Returns null when the market is listed already. */
  list(event: CatalogueEvent): Market | null;
  dropSockets(): void;
  /** Stores all changes. */
  done(): void;
}

type Command = Readonly<Record<string, unknown>>;

/** The admin commands of this exchange. */
export class PolymarketControls implements Controls {
  readonly faults: FaultInjector;
  readonly #venue: Venue;
  readonly #actions: AdminActions;

  constructor(venue: Venue, actions: AdminActions) {
    this.faults = venue.faults;
    this.#venue = venue;
    this.#actions = actions;
  }

  state(): unknown {
    return renderState(this.#venue);
  }

  market(command: MarketCommand): string | null {
    const market = this.#findMarket(command.market);
    if (market === undefined) return 'market is a condition, a token or a slug';
    if (market.resolution !== null) return 'the market is resolved';
    const refusal = this.#marketVerb(market, command);
    this.#actions.done();
    return refusal;
  }

  venue({ verb }: VenueCommand): string | null {
    const { modes } = this.#venue;
    if (verb === 'drop_sockets') this.#actions.dropSockets();
    else if (verb === 'resume') modes.set('open');
    else modes.set(verb === 'pause_exchange' ? 'disabled' : 'cancel_only');
    return null;
  }

  /** `trade`, `fill`, `deposit`, `allow`, `clear`, `list`, `replace_key`, `session`: see the README. */
  act(command: Command): string | null {
    const acts: Readonly<Record<string, (given: Command) => string | null>> = {
      trade: (given) => this.#trade(given),
      fill: (given) => this.#fill(given),
      deposit: (given) => this.#deposit(given),
      allow: (given) => this.#allow(given),
      clear: (given) => this.#clear(given),
      list: (given) => this.#list(given),
      replace_key: ({ wallet }) => this.#replaceKey(String(wallet)),
      session: (given) => this.#setSession(given),
    };
    const act = acts[String(command.verb)];
    if (act === undefined) return `verb is one of ${Object.keys(acts).join(', ')}`;
    const refusal = act(command);
    this.#actions.done();
    return refusal;
  }

  #replaceKey(wallet: string): string | null {
    return this.#venue.keys.replace(wallet.toLowerCase()) ? null : 'wallet is that of an API key';
  }

  /** Authorizes a session key, or revokes it with `valid_until` 0, which cancels its open orders. */
  #setSession({ wallet, owner, key, scopes = ['CLOB'], valid_until: validUntil }: Command): string | null {
    const { wallets } = this.#venue;
    if (typeof validUntil !== 'number' || !Array.isArray(scopes)) return 'valid_until is in Unix seconds';
    const address = String(wallet).toLowerCase();
    if (typeof owner === 'string') wallets.open(address, owner.toLowerCase());
    const session = { scopes: scopes.map(String), validUntil };
    if (!wallets.setSession(address, String(key).toLowerCase(), session))
      return 'wallet is not known yet: owner is needed';
    if (validUntil === 0) cancelOrdersOf(this.#venue, String(key).toLowerCase());
    return null;
  }

  #marketVerb(market: Market, command: MarketCommand): string | null {
    if (command.verb === 'tick') {
      const tick = parseDecimal(command.tick);
      if (tick === null || tick <= 0n || ONE % tick !== 0n) return 'tick is a price that divides 1';
      this.#actions.tick(market, tick as Price);
    } else if (command.verb === 'rules') this.#actions.describe(market, command.rules);
    else if (command.verb === 'settle') {
      const payout = parsePayout(command.result, command.value);
      if (payout === null) return 'value is 0..1';
      const uma = command.uma === false ? ({ uma: null } as const) : {};
      this.#actions.resolve(market, { payout, at: this.#venue.clock.now(), ...uma });
    } else this.#actions.accept(market, command.verb === 'resume');
    return null;
  }

  /**
   * Sends an order of an outside trader: `token`, `side`, `price`, `size`, and `type` FAK (default) or GTC.
   */
  #trade({ token, side, price, size, type = 'FAK' }: Command): string | null {
    const market = this.#venue.markets.byToken(String(token));
    const [limit, shares] = [parseDecimal(price), parseMicro(String(size))];
    if (market === undefined || !market.isAccepting) return 'token is that of an open market';
    if (limit === null || limit <= 0n || limit >= ONE || limit % market.tick !== 0n)
      return 'price is on the tick';
    if (shares === null || shares === 0n) return 'size is a number of shares';
    if ((side !== 'BUY' && side !== 'SELL') || (type !== 'FAK' && type !== 'GTC')) {
      return 'side is BUY or SELL, type is FAK or GTC';
    }
    const terms = { side, price: limit as Price, shares, type } as const;
    return this.#sendOutsideOrder(market, String(token), terms, () => false);
  }

  /** Lets an outside trader match one caller's order: `order`, `size` (default: the remaining size). */
  #fill({ order: id, size }: Command): string | null {
    const order = this.#venue.records.order(String(id));
    if (order === undefined || !isOpen(order)) return 'order is the id of an open order';
    const market = this.#venue.markets.byCondition(order.condition);
    const shares =
      size === undefined ? computeRemaining(order) : parseMicro(typeof size === 'string' ? size : '');
    if (market === undefined || shares === null || shares === 0n) return 'size is a number of shares';
    const side = order.side === 'BUY' ? 'SELL' : 'BUY';
    const terms = { side, price: order.price, shares, type: 'FAK' } as const;
    return this.#sendOutsideOrder(market, order.token, terms, isMaker);
  }

  /** @param isInTheWay  selects the resting orders to cancel first, so that the intended order is matched */
  #sendOutsideOrder(
    market: Market,
    token: string,
    terms: Pick<VenueOrder, 'side' | 'price' | 'shares'> & { readonly type: 'FAK' | 'GTC' },
    isInTheWay: (order: VenueOrder) => boolean,
  ): string | null {
    const { core, random } = this.#venue;
    const outcome = getOutcome(market, token);
    const order = createUnsignedOrder(core, random, market, { wallet: OUTSIDE_TRADER, outcome, ...terms });
    for (const resting of core.getCrossing(order)) if (isInTheWay(resting)) core.cancel(resting);
    const checked = core.check(order);
    if (!checked.ok) return checked.error.error;
    core.enter(order, checked.value);
    return null;
  }

  /**
   * Adds money or tokens to a wallet, or removes them if `amount` is negative: `wallet`, `asset`, `amount`.
   */
  #deposit({ wallet, asset = PUSD, amount }: Command): string | null {
    const text = String(amount);
    const micro = parseMicro(text.replace('-', ''));
    if (micro === null || typeof wallet !== 'string') return 'wallet and amount are required';
    const [address, what] = [wallet.toLowerCase(), String(asset)];
    this.#venue.balances.deposit(address, what, (text.startsWith('-') ? 0n - micro : micro) as Micro);
    return null;
  }

  #allow({ wallet, amount, spender }: Command): string | null {
    const micro = parseMicro(String(amount));
    if (micro === null || typeof wallet !== 'string') return 'wallet and amount are required';
    this.#venue.wallets.setAllowance(
      wallet.toLowerCase(),
      micro,
      typeof spender === 'string' ? spender : null,
    );
    return null;
  }

  /** Cancels all quotes of the market maker in a market. Its next step quotes again. */
  #clear({ market: name }: Command): string | null {
    const market = this.#findMarket(String(name));
    if (market === undefined) return 'market is a condition, a token or a slug';
    for (const order of this.#venue.core.getRestingInMarket(market))
      if (isMaker(order)) this.#venue.core.cancel(order);
    return null;
  }

  /**
   * Lists a new market: `slug`, `question`; optional `event` (the slug of its event), `version` v2 for the next
   * protocol, `neg_risk`, `outcomes`, `tick`.
   */
  #list({
    slug,
    question,
    event,
    version,
    neg_risk: negRisk,
    outcomes,
    tick = '0.01',
  }: Command): string | null {
    if (typeof slug !== 'string' || typeof question !== 'string') return 'slug and question are required';
    const names = Array.isArray(outcomes) ? outcomes.map(String) : ['Yes', 'No'];
    const listed = this.#actions.list({
      key: slug,
      category: 'Other',
      fair: 0.5,
      volatility: 0.1,
      polymarket: {
        slug,
        question,
        description: question,
        eventSlug: typeof event === 'string' ? event : slug,
        eventTitle: question,
        tag: 'Other',
        tickSize: String(tick),
        negRisk: negRisk === true,
        outcomes: [names[0] ?? 'Yes', names[1] ?? 'No'],
        minSize: 5,
        feeRate: '0.05',
        endInDays: 30,
        ...(version === 'v2' ? { version } : {}),
      },
    });
    return listed === null ? 'a market of this slug is listed' : null;
  }

  #findMarket(name: string): Market | undefined {
    const { markets } = this.#venue;
    const found = markets.byCondition(name) ?? markets.byToken(name);
    return found ?? markets.all.find(({ slug }) => slug === name);
  }
}

/** Cancels the open orders of all API keys of this address. */
export function cancelOrdersOf({ keys, records, core }: Venue, address: string): void {
  for (const apiKey of keys.listKeys(address))
    for (const order of records.getOpen(apiKey)) core.cancel(order);
}

function parsePayout(result: 'yes' | 'no' | 'scalar', value: string | undefined): Price | null {
  if (result !== 'scalar') return (result === 'yes' ? ONE : 0n) as Price;
  const payout = parseDecimal(value ?? renderDecimal(ONE / 2n));
  return payout === null || payout > ONE ? null : (payout as Price);
}

/** The venue's state for audits: all caller data and the on-chain holdings. */
function renderState({ markets, records, balances, wallets, clock }: Venue): unknown {
  return {
    now: clock.now(),
    markets: markets.all.map((market) => ({
      condition: market.condition,
      slug: market.slug,
      tokens: market.tokens,
      tick: renderDecimal(market.tick),
      accepting: market.isAccepting,
      payout: market.resolution === null ? null : renderDecimal(market.resolution.payout),
    })),
    orders: records.orders().map((order) => ({
      id: order.id,
      owner: order.owner,
      wallet: order.wallet,
      token: order.token,
      side: order.side,
      type: order.type,
      price: renderDecimal(order.price),
      size: renderMicro(order.shares),
      matched: renderMicro(order.matched),
      status: order.status,
      trades: order.tradeIds,
      created_at: order.createdAt,
    })),
    trades: records.trades().map((trade) => ({
      id: trade.id,
      taker_order: trade.takerOrderId,
      owner: trade.owner,
      token: trade.token,
      side: trade.side,
      price: renderDecimal(trade.price),
      size: renderMicro(trade.shares),
      fee: renderMicro(trade.fee),
      status: trade.status,
      makers: trade.makers.map((part) => ({
        order: part.orderId,
        owner: part.owner,
        token: part.token,
        side: part.side,
        price: renderDecimal(part.price),
        size: renderMicro(part.shares),
      })),
    })),
    wallets: wallets.all().map(([address, { owner }]) => ({ address, owner })),
    holdings: balances.all().map(([wallet, asset, { chain, seen, owed }]) => ({
      wallet,
      asset,
      chain: signed(chain),
      seen: signed(seen),
      owed: signed(owed),
    })),
  };
}

const signed = (micro: bigint): string => (micro < 0n ? `-${renderMicro(-micro)}` : renderMicro(micro));
