import type { Caller } from '../../src/contract/access/access.ts';
import type { AgentPolicy } from '../../src/contract/access/agent-policy.ts';
import type { KeyId, OrderId, SessionId } from '../../src/contract/model/ids.ts';
import { type Notional, renderDecimal } from '../../src/contract/model/money.ts';
import { isLive } from '../../src/contract/model/order.ts';
import { err, ok, type Rejection, type Result, rejection } from '../../src/contract/model/result.ts';
import type { TimestampMs } from '../../src/contract/model/time.ts';
import type { CommandContext } from '../../src/orders/command-context.ts';
import type { QuoteAnswer, QuotePut, SideAnswer } from '../../src/orders/quotes/quote-types.ts';
import { JournalFailedError } from '../../src/ports/journal.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';
import { type SocketClient, type SocketResult, TradeSockets } from '../environment/trade-sockets.ts';
import { RECEIVERS } from '../environment/webhook-receivers.ts';
import { SeededChoice } from '../seeded-choice.ts';
import { hasSessions } from '../simulation-options.ts';
import { ACCOUNT_OWNER, getGrantedSubaccounts, PUBLIC_KEY, SUBACCOUNT_TRADER } from './accounts.ts';
import type { ClientTransport } from './client-transport.ts';
import type { Body } from './random-bodies.ts';

const SHARE = 0.6; // of the actions, before them
const CLIENTS_MAX = 4;
const KEYS_MAX = 8; // that may end, in a simulation
const RECENT = 12;
const DAY_MS = 86_400_000;
const ONE = 100_000_000n;

/** The key of the webhooks. */
export const NOTIFIED: Caller = {
  keyId: 'key_notified' as KeyId,
  accountId: ACCOUNT_OWNER.accountId,
  permissions: ['read', 'alerts'],
  subaccounts: '*',
};
const EVENTS = ['order.updated', 'fill.created', 'fill.voided', 'position.settled', 'kill_switch'] as const;

/** Draws the body of an order of this caller. */
type DrawOrder = (caller: Caller) => Body;

interface Sent {
  readonly op: string;
  readonly clientOrderIds: readonly string[];
  readonly onResult: ((result: SocketResult | null) => void) | null; // null: the connection closed before
}

/**
 * Sessions of the trade socket, several of one key; keys that end while their requests wait; and agents whose orders a person
 * approves. What must hold of them is in `session-checks.ts`.
 */
export class SessionCaller {
  readonly #environment: SimulationEnvironment;
  readonly #transport: ClientTransport;
  readonly #drawOrder: DrawOrder;
  readonly #dice: SeededChoice; // separate, so that it does not change the choices of the others
  readonly #isActive: boolean;
  readonly #sent = new Map<number, Sent>();
  readonly #observed = new Map<string, CommandContext>(); // by tag
  readonly #ending: Caller[] = []; // keys that may end
  readonly #agents: Caller[] = [];
  readonly #bodies: Body[] = []; // of orders that were sent, to repeat
  #sockets: TradeSockets | null = null;
  #numbers = 0;
  #isOver = false;

  constructor(environment: SimulationEnvironment, transport: ClientTransport, drawOrder: DrawOrder) {
    this.#environment = environment;
    this.#transport = transport;
    this.#drawOrder = drawOrder;
    this.#dice = new SeededChoice(environment.options.seed, 'sessions');
    this.#isActive = hasSessions(environment.options.seed);
    environment.sessionChecks.isConnected = (id) => this.#findConnected(id) !== undefined;
  }

  /** Requests over open connections without a result. */
  get unanswered(): number {
    return this.#clients.reduce((sum, { pending }) => sum + pending.size, 0);
  }

  /** A new process: its connections are new. */
  restart(): void {
    const { engine, service, monitor, ledger, sessionChecks } = this.#environment;
    for (const { onResult } of this.#sent.values()) onResult?.(null);
    this.#sent.clear();
    this.#sockets = null;
    if (!this.#isActive || engine === null) return;
    const observe = ({ tag }: QuotePut): CommandContext | null => this.#observed.get(tag ?? '') ?? null;
    const onDefect = (what: string): void => monitor.violate('assertion', what);
    this.#sockets = new TradeSockets(service, engine, observe, onDefect);
    sessionChecks.checkStart(ledger.state);
  }

  /** Two webhooks of one key; the second is for two of the three subaccounts. */
  async open(): Promise<void> {
    const { engine, service } = this.#environment;
    const webhooks = service.app?.webhooks;
    if (!this.#isActive || engine === null || webhooks === undefined) return;
    await engine.accountAdmin.createKey({ ...NOTIFIED, publicKey: PUBLIC_KEY, expiresAt: null });
    this.#environment.webhooksSince = engine.state.seq;
    const [near, far] = RECEIVERS;
    await webhooks.create(NOTIFIED, { url: near, events: EVENTS });
    const subaccountIds = getGrantedSubaccounts(NOTIFIED).slice(0, 2);
    await webhooks.create(NOTIFIED, { url: far, events: EVENTS, subaccountIds });
  }

  isNext(): boolean {
    return this.#isActive && this.#dice.chance(SHARE);
  }

  async act(): Promise<void> {
    const act = this.#dice.weighted({
      connect: 4,
      rejoin: 2,
      cut: 2,
      send: 14,
      far: 1,
      key: 1,
      agent: 5,
      decide: 5,
      end: 1,
    });
    this.#transport.monitor.countCall('session caller', act);
    if (act === 'connect') await this.#connect();
    else if (act === 'rejoin') await this.#rejoin();
    else if (act === 'cut') await this.#cut();
    else if (act === 'send') await this.#burst();
    else if (act === 'key') await this.#createKey();
    else if (act === 'agent') await this.#submitAsAgent();
    else if (act === 'far') this.#environment.receivers?.switchFar();
    else if (act === 'decide') await this.#decide();
    else await this.#endKey(this.#dice.pick([...this.#ending, ...this.#agents, null]));
  }

  /** Closes every connection, as at the end of the clients, and those that are being opened. */
  closeAll(): void {
    this.#isOver = true;
    for (const client of this.#clients) this.#close(client);
  }

  /** Puts quotes over a session of the caller; null without one. */
  putQuotes(request: QuotePut, command: CommandContext): Promise<Result<QuoteAnswer, Rejection>> | null {
    const open = this.#clients.filter(({ caller }) => caller.keyId === ACCOUNT_OWNER.keyId);
    if (open.length === 0 || this.#dice.chance(0.2)) return null;
    this.#numbers += 1;
    const tag = `q${this.#numbers}`;
    this.#observed.set(tag, command);
    const client = this.#dice.pick(open);
    return new Promise((resolve) => {
      const onResult = (result: SocketResult | null): void => resolve(readQuoteAnswer(request, result));
      this.#request(client, 'quotes.put', renderQuotes(request, tag), [], onResult);
    });
  }

  get #clients(): readonly SocketClient[] {
    const { service } = this.#environment;
    if (this.#sockets?.service !== service || !service.isAlive) return [];
    return this.#sockets.clients.filter(({ isOpen }) => isOpen);
  }

  #findConnected(id: SessionId): SocketClient | undefined {
    return this.#clients.find(({ sessionId }) => sessionId === id);
  }

  async #connect(): Promise<void> {
    if (this.#clients.length >= CLIENTS_MAX) return this.#cut();
    const caller = this.#dice.pick([ACCOUNT_OWNER, ACCOUNT_OWNER, SUBACCOUNT_TRADER, ...this.#ending]);
    const scope = this.#dice.pick(['NONE', 'SESSION', 'SESSION', 'SUBACCOUNT']);
    const subaccount = scope === 'SUBACCOUNT' || this.#dice.chance(0.2) ? { subaccount_id: 'sa_2' } : {};
    const grace = this.#dice.pick(['0', '1000', '20000']);
    await this.#open(caller, { on_disconnect: scope, grace_ms: grace, ...subaccount });
  }

  /** Returns to a session, mostly while its old connection is still open. The old socket closes later. */
  async #rejoin(): Promise<void> {
    const known = this.#sockets?.clients.filter(({ sessionId }) => sessionId !== null) ?? [];
    if (known.length === 0) return;
    const { caller, sessionId } = this.#dice.pick(known.slice(-CLIENTS_MAX));
    if (sessionId !== null) await this.#open(caller, { session: sessionId, grace_ms: '1000' });
  }

  async #open(caller: Caller, query: Readonly<Record<string, string>>): Promise<void> {
    const sockets = this.#sockets;
    if (sockets === null) return;
    const onResult = (client: SocketClient, result: SocketResult): void => this.#onResult(client, result);
    await this.#transport.call(
      'connect',
      `${caller.keyId} ${JSON.stringify(query)}`,
      () => orFailure(sockets.connect(caller, query, onResult)),
      (answer) => {
        if (!answer.ok) return;
        const { sessionId } = answer.value;
        if (sessionId !== null) this.#environment.sessionChecks.clientSessions.add(sessionId);
        if (this.#isOver) this.#close(answer.value);
        for (const client of sockets.clients) if (!client.isOpen) this.#forget(client);
        const late = this.#dice.whole(1, 8_000); // the close of a replaced socket arrives late
        this.#environment.service.clock.after(late, () => {
          for (const client of sockets.clients) if (!client.isOpen) client.cut();
        });
      },
    );
  }

  async #cut(): Promise<void> {
    if (this.#clients.length > 0) this.#close(this.#dice.pick(this.#clients));
  }

  /** I-41: what is not accepted when the connection closes has no effect. */
  #close(client: SocketClient): void {
    this.#environment.monitor.note(`socket ${client.number} is cut`);
    client.cut();
    this.#forget(client);
  }

  #forget(client: SocketClient): void {
    const { state } = this.#environment.ledger;
    const stored = new Set(
      [...state.orders.values(), ...state.approvals.values()].map((one) => one.clientOrderId),
    );
    for (const id of client.pending) {
      const sent = this.#sent.get(id);
      this.#sent.delete(id);
      for (const clientOrderId of sent?.clientOrderIds ?? [])
        if (!stored.has(clientOrderId as never))
          this.#environment.sessionChecks.withoutEffect.set(
            clientOrderId,
            `waited when socket ${client.number} closed`,
          );
      sent?.onResult?.(null);
    }
    client.pending.clear();
  }

  /** Several requests at once, which wait in their lanes; then sometimes the connection or the key ends. */
  async #burst(): Promise<void> {
    if (this.#clients.length === 0) return this.#connect();
    const client = this.#dice.pick(this.#clients);
    const count = this.#dice.pick([1, 2, 3, 6]);
    for (let sent = 0; sent < count && client.isOpen; sent += 1) this.#send(client);
    const isEnding = this.#ending.some(({ keyId }) => keyId === client.caller.keyId);
    if (this.#dice.chance(0.15)) this.#close(client);
    else if (isEnding && this.#dice.chance(0.3)) await this.#endKey(client.caller);
    await this.#transport.settle();
  }

  #send(client: SocketClient): void {
    const { ledger } = this.#environment;
    const op = this.#dice.weighted({ create: 8, repeat: 2, amend: 3, cancel: 3, batch: 1, get: 1 });
    const live = [...ledger.state.orders.values()].filter(
      ({ accountId, status }) => accountId === client.caller.accountId && isLive(status),
    );
    if (op === 'create') return this.#create(client, this.#newOrder(client.caller));
    if (op === 'repeat' && this.#bodies.length > 0)
      return this.#create(client, this.#dice.pick(this.#bodies.slice(-RECENT)));
    if (op === 'batch') {
      const orders = [this.#newOrder(client.caller), this.#newOrder(client.caller)];
      const ids = orders.map((order) => String(order['client_order_id']));
      return this.#request(client, 'order.batch', { orders }, ids);
    }
    if (live.length === 0) return;
    const { id, qty } = this.#dice.pick(live);
    if (op === 'amend') return this.#request(client, 'order.amend', { id, qty: renderDecimal(qty / 2n) }, []);
    return this.#request(client, op === 'cancel' ? 'order.cancel' : 'order.get', { id }, []);
  }

  #newOrder(caller: Caller): Body {
    this.#numbers += 1;
    const order = { ...this.#drawOrder(caller), client_order_id: `socket-${this.#numbers}` };
    this.#bodies.push(order);
    return order;
  }

  #create(client: SocketClient, body: Body): void {
    const id = String(body['client_order_id']);
    this.#environment.sessionChecks.withoutEffect.delete(id);
    this.#request(client, 'order.create', body, [id]);
  }

  #request(
    client: SocketClient,
    op: string,
    args: unknown,
    clientOrderIds: readonly string[],
    onResult: Sent['onResult'] = null,
  ): void {
    this.#numbers += 1;
    const number = this.#numbers;
    this.#environment.monitor.note(`socket ${client.number} request ${number} ${op} ${JSON.stringify(args)}`);
    this.#sent.set(number, { op, clientOrderIds, onResult });
    client.request(number, op, args, this.#dice.pick(['VENUE', 'DURABLE']));
    if (client.isOpen) return;
    this.#forget(client); // its key has ended
  }

  #onResult(client: SocketClient, result: SocketResult): void {
    const { monitor, sessionChecks } = this.#environment;
    const sent = this.#sent.get(result.id);
    this.#sent.delete(result.id);
    monitor.note(`socket ${client.number} result ${result.id} ${result.status}`);
    const { doubled } = client;
    monitor.expect(doubled === null, 'I-29', () => `request ${doubled} has two results`);
    if (sent === undefined) return;
    const code = result.status === 200 ? 'ok' : readError(result).code;
    monitor.countCall(sent.op, code);
    sent.onResult?.(result);
    if (sent.op !== 'order.create') return;
    const [id] = sent.clientOrderIds;
    if (result.status === 200) {
      const { client_order_id: answered } = result.body as Record<string, unknown>;
      monitor.expect(
        answered === id,
        'I-29',
        () => `request ${result.id} for ${id} is answered with ${String(answered)}`,
      );
    } else if (isWithoutEffect(result) && id !== undefined && !this.#isStored(id)) {
      sessionChecks.withoutEffect.set(id, `was answered ${code}`);
    }
  }

  #isStored(id: string): boolean {
    const { state } = this.#environment.ledger;
    const isIt = (one: { readonly clientOrderId: string | null }): boolean => one.clientOrderId === id;
    return [...state.orders.values()].some(isIt) || [...state.approvals.values()].some(isIt);
  }

  /** A key that is revoked later, or expires after a while; or that of an agent. */
  async #createKey(): Promise<void> {
    const { service } = this.#environment;
    if (this.#ending.length + this.#agents.length >= KEYS_MAX) return;
    this.#numbers += 1;
    const isAgent = this.#agents.length === 0 || this.#dice.chance(0.4);
    const now = service.clock.now();
    const lifeMs = this.#dice.pick([20_000, 120_000, DAY_MS, DAY_MS]);
    const caller: Caller = {
      keyId: `key_ending_${this.#numbers}` as KeyId,
      accountId: ACCOUNT_OWNER.accountId,
      permissions: ['read', 'trade'],
      subaccounts: '*',
    };
    const expiresAt = (now + lifeMs) as TimestampMs;
    const key = { ...caller, publicKey: PUBLIC_KEY, expiresAt, agent: isAgent ? this.#drawPolicy() : null };
    await this.#transport.call(
      'key',
      `${caller.keyId} ${isAgent ? 'of an agent ' : ''}until ${expiresAt}`,
      (engine) => orFailure(engine.accountAdmin.createKey(key)),
      (answer) => {
        if (answer.ok) (isAgent ? this.#agents : this.#ending).push(caller);
      },
    );
  }

  #drawPolicy(): AgentPolicy {
    const dollars = (amount: bigint): Notional => (amount * ONE * ONE) as Notional;
    return {
      simulatedOnly: false,
      orderCostMax: this.#dice.pick([null, dollars(20n)]),
      dayCostMax: this.#dice.pick([null, dollars(100n)]),
      dayLossMax: null,
      ordersPerHour: this.#dice.pick([null, 3, 10]),
      venues: null,
      categories: null,
      genericAssetIds: null,
      approvalAbove: this.#dice.pick([0n as Notional, dollars(1n), dollars(4n)]),
    };
  }

  async #submitAsAgent(): Promise<void> {
    if (this.#agents.length === 0) return this.#createKey();
    const agent = this.#dice.pick(this.#agents);
    const key = this.#environment.engine?.access.key(agent.keyId) ?? null;
    // Two agents' requests at once race for the same allowance.
    const count = this.#dice.pick([1, 1, 2, 3]);
    if (
      key === null ||
      key.status === 'REVOKED' ||
      (key.expiresAt ?? 0) <= this.#environment.service.clock.now()
    )
      return; // the server authenticates usable keys only
    const repeated = this.#bodies.slice(-RECENT);
    const bodies = Array.from({ length: count }, () =>
      repeated.length > 0 && this.#dice.chance(0.2) ? this.#dice.pick(repeated) : this.#newOrder(agent),
    );
    const calls = bodies.map((body) => {
      this.#environment.sessionChecks.withoutEffect.delete(String(body['client_order_id']));
      return this.#transport.call(
        'agent',
        `${agent.keyId} ${JSON.stringify(body)}`,
        (engine) => engine.orders.submit(agent, body, null),
        () => {},
      );
    });
    await Promise.all(calls);
  }

  /** Sometimes two persons decide at once, and differently. */
  async #decide(): Promise<void> {
    const pending = [...this.#environment.ledger.state.approvals.values()].filter(
      ({ status }) => status === 'PENDING' || this.#dice.chance(0.2),
    );
    if (pending.length === 0) return this.#submitAsAgent();
    const { id, keyId } = this.#dice.pick(pending);
    if (this.#dice.chance(0.15))
      void this.#endKey(this.#agents.find((agent) => agent.keyId === keyId) ?? null);
    const decisions = this.#dice.pick([[true], [true], [false], [true, false], [true, true]]);
    const calls = decisions.map((isApproved) =>
      this.#transport.call(
        'decide',
        `${id} ${isApproved}`,
        (engine) => orFailure(engine.approvals.decide(ACCOUNT_OWNER, id, isApproved)),
        () => {},
      ),
    );
    await Promise.all(calls);
  }

  async #endKey(caller: Caller | null): Promise<void> {
    if (caller === null) return;
    const isCancelling = this.#dice.chance(0.5);
    await this.#transport.call(
      'revoke',
      `${caller.keyId} ${isCancelling}`,
      (engine) => orFailure(engine.accountAdmin.revokeKey(caller.keyId, isCancelling)),
      () => {
        for (const client of this.#sockets?.clients ?? []) if (!client.isOpen) this.#forget(client);
      },
    );
  }
}

/** The server answers a failure of the journal with its status. */
const orFailure = <Value>(answer: Promise<Result<Value, Rejection>>): Promise<Result<Value, Rejection>> =>
  answer.catch((error: unknown) => {
    if (error instanceof JournalFailedError) return err(rejection('shutting_down', error.message));
    throw error;
  });

/** Refusals after which nothing is stored, now or later. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(['rate_limited', 'overloaded', 'too_many_in_flight']);

interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly details: { readonly outcome?: string } | null;
}

const readError = ({ body }: SocketResult): Rejection => {
  const { error, message } = body as ErrorBody;
  return rejection(error as Rejection['code'], message);
};

function isWithoutEffect({ body }: SocketResult): boolean {
  const { error, details } = body as ErrorBody;
  return WITHOUT_EFFECT.has(error) || details?.outcome === 'not_stored';
}

function renderQuotes({ subaccountId, quoteSeq, sides }: QuotePut, tag: string): Body {
  const quotes = new Map<number, Record<string, unknown>>();
  for (const { instrumentId, side, terms } of sides) {
    const quote = quotes.get(instrumentId) ?? { instrument_id: instrumentId };
    const wanted =
      terms === null ? null : { price: renderDecimal(terms.price), qty: renderDecimal(terms.qty) };
    quotes.set(instrumentId, { ...quote, [side]: wanted });
  }
  return { subaccount_id: subaccountId, quote_seq: quoteSeq, quotes: [...quotes.values()], tag };
}

interface QuotesBody {
  readonly quote_seq: number;
  readonly quotes: readonly {
    readonly instrument_id: number;
    readonly bid: { readonly action: SideAnswer['action']; readonly order_id: OrderId | null } | null;
    readonly ask: { readonly action: SideAnswer['action']; readonly order_id: OrderId | null } | null;
  }[];
}

/** The answer in the order of the sides of the request. */
function readQuoteAnswer(
  { subaccountId, sides }: QuotePut,
  result: SocketResult | null,
): Result<QuoteAnswer, Rejection> {
  if (result === null) return err(rejection('shutting_down', 'the connection closed'));
  if (result.status !== 200) return err(readError(result));
  const { quote_seq: quoteSeq, quotes } = result.body as QuotesBody;
  const answers = sides.map(({ instrumentId, side }): SideAnswer => {
    const found = quotes.find(({ instrument_id: id }) => id === instrumentId)?.[side] ?? null;
    if (found === null) throw new Error(`no answer for ${instrumentId} ${side}`);
    return { instrumentId, side, action: found.action, orderId: found.order_id, refusal: null };
  });
  return ok({ subaccountId, quoteSeq, sides: answers });
}
