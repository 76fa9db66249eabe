import type { Caller } from '../../src/contract/access/access.ts';
import type { SubaccountId, VenueClientId } from '../../src/contract/model/ids.ts';
import type { Qty } from '../../src/contract/model/money.ts';
import { isLive, type Order } from '../../src/contract/model/order.ts';
import { Subscriber } from '../check/stream-checks.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import { SeededChoice } from '../seeded-choice.ts';
import {
  ACCOUNT_OWNER,
  allSubaccounts,
  CALLERS,
  getGrantedSubaccounts,
  OTHER_ACCOUNT,
  SUBACCOUNT_TRADER,
} from './accounts.ts';
import { AdversarialClients } from './adversarial-clients.ts';
import { type BehaviourProfile, createBehaviourProfile } from './behaviour-profile.ts';
import { ClientLedger } from './caller-ledger.ts';
import { ClientTransport } from './client-transport.ts';
import { ComplexOrderCaller } from './complex-caller.ts';
import { Controls } from './control-caller.ts';
import { QuoteCaller } from './quote-caller.ts';
import { type Body, RandomBodies } from './random-bodies.ts';
import { SessionCaller } from './session-caller.ts';
import { Trading } from './trading-caller.ts';

const RECENT = 14;
const HOUR_MS = 3_600_000;

/** All callers of the service and the other traders of the venue; performs one random action at a time. */
export class TrafficGenerator {
  readonly ledger = new ClientLedger();
  readonly transport: ClientTransport;
  readonly #environment: SimulationEnvironment;
  readonly #dice: SeededChoice;
  readonly #profile: BehaviourProfile;
  readonly #bodies: RandomBodies;
  readonly #trading: Trading;
  readonly #controls: Controls;
  readonly #complex: ComplexOrderCaller;
  readonly #quotes: QuoteCaller;
  readonly #sessions: SessionCaller;
  readonly #probes: AdversarialClients;
  #others = 0;
  #subscriber: Subscriber | null = null;

  constructor(environment: SimulationEnvironment) {
    this.#environment = environment;
    this.#dice = new SeededChoice(environment.options.seed, 'callers');
    this.#profile = createBehaviourProfile(environment.options);
    const isWide = environment.options.externals !== null;
    this.#bodies = new RandomBodies(this.#dice, environment.options.markets, isWide, this.#profile);
    this.transport = new ClientTransport(environment);
    this.#trading = new Trading(environment, this.transport, this.ledger);
    this.#controls = new Controls(environment, this.transport, this.ledger);
    this.#complex = new ComplexOrderCaller(environment, this.transport);
    this.#sessions = new SessionCaller(environment, this.transport, (caller) => this.#order(caller));
    this.#quotes = new QuoteCaller(environment, this.transport, this.#bodies, this.#sessions);
    this.#probes = new AdversarialClients(this.transport);
  }

  /** Sets up what needs an account, once. */
  open(): Promise<void> {
    return this.#sessions.open();
  }

  /** Subscribes to the streams of the running process. */
  subscribe(): void {
    const { engine } = this.#environment;
    this.#quotes.restart();
    this.#sessions.restart();
    this.#subscriber = engine === null ? null : new Subscriber(engine, allSubaccounts());
  }

  /**
   * Checks I-28. Skipped while a change is not durable yet, because the streams publish durable changes only.
   */
  checkSubscriber(): void {
    const { engine, ledger, monitor } = this.#environment;
    if (engine !== null && ledger.durableSeq === ledger.entries.length) this.#subscriber?.check(monitor);
  }

  /** Calls and requests that have no answer yet. */
  get unanswered(): number {
    return this.transport.unanswered + this.#sessions.unanswered;
  }

  /** Closes the connections to the trade socket: the orders of their sessions are cancelled. */
  closeSockets(): void {
    this.#sessions.closeAll();
  }

  /** Withdraws the quotes: a market maker of a venue may trade with them for longer than any bound. */
  pullQuotes(): void {
    this.#quotes.pullAll();
  }

  cancelComplexOrders(): void {
    this.#complex.cancelAll(ACCOUNT_OWNER);
  }

  async act(): Promise<void> {
    const { wallJumps } = this.#environment.options;
    if (this.#dice.chance(wallJumps)) return this.#jumpWallClock();
    // A simulation whose trading is stopped tests nothing, so the kill switch is soon disabled again.
    const isKilled = this.#environment.sends.killed.size > 0;
    const { weights } = this.#profile;
    const action = this.#dice.weighted(isKilled ? { ...weights, kill: 15 } : weights);
    const caller = this.#dice.pick(CALLERS);
    if (this.#complex.isNext()) return void (await this.#complex.act(caller, this.#order(caller)));
    if (this.#quotes.isNext()) await this.#quotes.act();
    if (this.#sessions.isNext()) await this.#sessions.act();
    this.transport.monitor.countCall('caller', action);
    switch (action) {
      case 'submit':
        return this.#trading.submit(caller, this.#order(caller));
      case 'together':
        return this.#trading.submit(caller, this.#order(caller), this.#dice.whole(2, 4));
      case 'repeat':
      case 'contradict':
        return this.#repeat(action);
      case 'amend':
      case 'cancel':
        return this.#change(action);
      case 'cancelAll':
        return this.#controls.cancelAll(caller, this.#dice.chance(0.5) ? null : this.#subaccount(caller));
      case 'batch':
        return this.#trading.batch(caller, this.#orders(caller));
      case 'limits':
        return this.#limits(caller);
      case 'kill':
        return this.#kill(caller);
      case 'read':
        return this.#probes.readSubaccount(caller, this.#subaccount(caller));
      case 'otherAccount':
        return this.#tryForeignOrder();
      case 'others':
        return this.#tradeAsOther();
    }
  }

  #order(caller: Caller): Body {
    const { market, service } = this.#environment;
    const own = this.#dice.chance(this.#profile.crossesOwn) ? this.#resting(caller) : [];
    if (own.length > 0) return this.#bodies.crossOwnOrder(caller, this.#dice.pick(own));
    return market === null ? {} : this.#bodies.order(caller, market, service.clock.now());
  }

  /** The live orders of the caller's account, of any subaccount. */
  #resting({ accountId }: Caller): readonly Order[] {
    const orders = [...this.#environment.ledger.state.orders.values()];
    return orders.filter(
      ({ accountId: owner, status, legs }) =>
        owner === accountId && isLive(status) && legs.some(({ price }) => price !== null),
    );
  }

  #orders(caller: Caller): Body[] {
    const bodies = Array.from({ length: this.#dice.whole(1, 5) }, () => this.#order(caller));
    const [first] = bodies;
    // Sometimes a batch contains the same order twice; it must become one order.
    return first !== undefined && this.#dice.chance(0.2) ? [...bodies, first] : bodies;
  }

  #subaccount(caller: Caller): SubaccountId {
    return this.#dice.pick(getGrantedSubaccounts(caller));
  }

  async #repeat(action: 'repeat' | 'contradict'): Promise<void> {
    const recent = this.ledger.keyed.slice(-3 * RECENT);
    if (recent.length === 0) return;
    const keyed = this.#dice.pick(recent);
    if (action === 'contradict') return this.#trading.contradict(keyed, this.#bodies.contradict(keyed.body));
    return this.#trading.repeat(
      keyed,
      this.#dice.chance(0.5) ? keyed.body : this.#bodies.respell(keyed.body),
    );
  }

  /** Mostly a live order, sometimes one that has just ended. */
  async #change(action: 'amend' | 'cancel'): Promise<void> {
    const { market, service, ledger } = this.#environment;
    const known = [...this.ledger.orders.values()].slice(-4 * RECENT);
    const live = known.filter(({ seen }) => isLive(ledger.state.orders.get(seen.id)?.status ?? 'FILLED'));
    const choice = live.length > 0 && this.#dice.chance(0.9) ? live : known;
    if (choice.length === 0 || market === null) return;
    const { caller, seen, body } = this.#dice.pick(choice);
    if (action === 'cancel') return this.#trading.cancel(caller, seen.id);
    return this.#trading.amend(caller, seen.id, this.#bodies.amend(body, market, service.clock.now()));
  }

  #limits(caller: Caller): Promise<void> {
    const maybe = (values: readonly (string | null)[]): string | null => this.#dice.pick(values);
    const fields = {
      max_position_qty: maybe([null, '0', '50', '400', '5000']),
      max_order_qty: maybe([null, null, '20', '150']),
      max_open_orders: this.#dice.pick([null, 2, 8, 40]),
    };
    const isAccount = caller.subaccounts === '*' && this.#dice.chance(0.4);
    return this.#controls.setLimits(caller, isAccount ? null : this.#subaccount(caller), fields);
  }

  /** Mostly disables the kill switch if it is on, so that trading continues. */
  #kill(caller: Caller): Promise<void> {
    const isOn = [...this.#environment.sends.killed].some((scope) =>
      scope.startsWith(`${caller.accountId}/`),
    );
    const who = isOn && caller === SUBACCOUNT_TRADER ? ACCOUNT_OWNER : caller;
    return this.#controls.setKillSwitch(who, !isOn || this.#dice.chance(0.2));
  }

  async #tryForeignOrder(): Promise<void> {
    const foreign = [...this.ledger.orders.values()].slice(-RECENT);
    if (foreign.length === 0) return;
    const { seen } = this.#dice.pick(foreign);
    const isHidden = (caller: Caller): boolean =>
      caller.accountId !== seen.accountId || !getGrantedSubaccounts(caller).includes(seen.subaccountId);
    const stranger = [OTHER_ACCOUNT, SUBACCOUNT_TRADER, ACCOUNT_OWNER].find(isHidden);
    if (stranger !== undefined) return this.#probes.tryForeignOrder(stranger, seen.id);
  }

  /** Another trader trades directly at the venue, not through our network. */
  async #tradeAsOther(): Promise<void> {
    const { market, venue } = this.#environment;
    const instrument = market === null ? null : this.#bodies.instrument(market, true);
    if (market === null || venue === null || instrument === null) return;
    this.#others += 1;
    const clientId = `other-${this.#others}` as VenueClientId;
    const side = this.#dice.pick(['BUY', 'SELL'] as const);
    const price = this.#bodies.price(market, instrument, side, 'YES');
    const tif = this.#dice.pick(['IOC', 'IOC', 'GTC'] as const);
    const qty = (instrument.qtyMin * BigInt(this.#dice.whole(1, 8))) as Qty;
    this.transport.monitor.note(`other ${side} ${qty} ${instrument.ticker} @ ${price}`);
    const terms = { outcome: 'YES', type: 'LIMIT', tif, expiresAt: null } as const;
    // The answer belongs to the other trader. If the venue runs in our process, a crash may lose it.
    void venue.place({
      clientId,
      venueInstrumentId: instrument.venueInstrumentId,
      side,
      price,
      qty,
      ...terms,
    });
  }

  /** I-24: a jump of the wall clock changes nothing by itself. */
  async #jumpWallClock(): Promise<void> {
    const { ledger, sends, service, monitor } = this.#environment;
    const before = `${ledger.entries.length} ${sends.placed.size}`;
    const ms = this.#dice.pick([-HOUR_MS, -60_000, 60_000, HOUR_MS]);
    monitor.countFault('wallJump');
    monitor.note(`the wall clock jumps ${ms} ms`);
    service.clock.jump(ms);
    const after = `${ledger.entries.length} ${sends.placed.size}`;
    monitor.expect(before === after, 'I-24', () => 'a jump of the wall clock changed something by itself');
  }
}
