import type { FaultInjector } from '#matching-engine';
import type { Clock } from '#ports';
import type { SimulatorPeer, SimulatorSession } from '../shared/simulator-types.ts';
import type { Market } from './sim-market.ts';
import type { ApiKey } from './simulator-keys.ts';
import {
  CHANNELS,
  renderSnapshotMessage,
  renderTickerMessage,
  SOCKET_ERRORS,
  type Subscription,
} from './stream-messages.ts';

type Params = Readonly<Record<string, unknown>>;

export interface SessionParts {
  readonly clock: Clock;
  readonly faults: FaultInjector;
  readonly markets: ReadonlyMap<string, Market>;
}

/** One WebSocket session: its commands, subscriptions and sequence numbers. */
export class StreamSession implements SimulatorSession {
  readonly key: ApiKey;
  readonly subscriptions = new Map<number, Subscription>();
  readonly #parts: SessionParts;
  readonly #peer: SimulatorPeer;
  readonly #onClosed: (session: StreamSession) => void;
  #lastSid = 0;
  #isOpen = true;

  constructor(
    key: ApiKey,
    parts: SessionParts,
    peer: SimulatorPeer,
    onClosed: (session: StreamSession) => void,
  ) {
    this.key = key;
    this.#parts = parts;
    this.#peer = peer;
    this.#onClosed = onClosed;
  }

  receive(text: string): void {
    const command = parse(text);
    const id = typeof command?.id === 'number' ? command.id : 0;
    if (command === null) this.#error(id, 1);
    else if (command.cmd === 'list_subscriptions') this.#list(id);
    else if (!isObject(command.params)) this.#error(id, command.cmd === undefined ? 5 : 2);
    else if (command.cmd === 'subscribe') this.#subscribe(id, command.params);
    else if (command.cmd === 'unsubscribe') this.#unsubscribe(id, command.params);
    else if (command.cmd === 'update_subscription') this.#update(id, command.params);
    else this.#error(id, 5);
  }

  closed(): void {
    this.#isOpen = false;
    this.subscriptions.clear();
    this.#onClosed(this);
  }

  ping(): void {
    this.#peer.ping('heartbeat');
  }

  /** Ends the socket without a close frame. */
  drop(): void {
    this.#peer.drop();
  }

  /** Sends one message. A message that a fault suppresses still uses up its sequence number. */
  send(to: Subscription, type: string, msg: string): void {
    const seq = this.#nextSeq(to);
    const head = `{"type":"${type}","sid":${to.sid}${seq === null ? '' : `,"seq":${seq}`}`;
    this.#sendFrame(`${head},"msg":${msg}}`, to);
  }

  #sendFrame(frame: string, { sid, channel }: Subscription): void {
    const { faults, clock } = this.#parts;
    const target = { channel };
    if (faults.trigger('ws_drop', target) !== null) {
      this.drop();
      return;
    }
    if (faults.trigger('ws_overflow', target) !== null) {
      this.subscriptions.delete(sid);
      this.#sendMessage({ type: 'error', sid, msg: { code: 25, msg: SOCKET_ERRORS[25] } });
      return;
    }
    if (faults.trigger('ws_gap', target) !== null) return;
    const late = faults.trigger('ws_delay', target);
    if (late !== null) clock.after(late.ms, () => this.#write(frame, channel));
    else this.#write(frame, channel);
    if (faults.trigger('ws_duplicate', target) !== null) this.#write(frame, channel);
  }

  #write(frame: string, channel: string): void {
    const isSilent = this.#parts.faults.findActive('ws_silent', { channel }) !== null;
    if (this.#isOpen && !isSilent) this.#peer.send(`${frame}\n`);
  }

  #sendMessage(message: unknown): void {
    this.#write(JSON.stringify(message), '');
  }

  #nextSeq(to: Subscription): number | null {
    if (CHANNELS[to.channel]?.hasSeq !== true) return null;
    to.seq += 1;
    return to.seq;
  }

  #error(id: number, code: number): void {
    this.#sendMessage({ type: 'error', id, msg: { code, msg: SOCKET_ERRORS[code] } });
  }

  #list(id: number): void {
    const msg = [...this.subscriptions.values()].map(({ channel, sid }) => ({ channel, sid }));
    this.#sendMessage({ type: 'ok', id, msg });
  }

  #subscribe(id: number, params: Params): void {
    const { channels } = params;
    if (!Array.isArray(channels) || channels.length === 0) {
      this.#error(id, 3);
      return;
    }
    const named = channels.map(String);
    if (named.some((channel) => CHANNELS[channel] === undefined)) {
      this.#error(id, 8);
      return;
    }
    const tickers = parseTickers(params);
    if (tickers === 'both') this.#error(id, 11);
    else if (tickers === null && named.some((name) => CHANNELS[name]?.needsTickers)) this.#error(id, 14);
    else for (const channel of named) this.#open(id, channel, tickers, params);
  }

  #open(id: number, channel: string, tickers: readonly string[] | null, params: Params): void {
    this.#lastSid += 1;
    const isFiltered = CHANNELS[channel]?.isFiltered === true;
    const subscription: Subscription = {
      sid: this.#lastSid,
      channel,
      tickers: tickers === null || !isFiltered ? null : new Set(tickers),
      useYesPrice: params.use_yes_price === true,
      skipAck: params.skip_ticker_ack === true,
      seq: 0,
    };
    this.subscriptions.set(subscription.sid, subscription);
    this.#sendMessage({ type: 'subscribed', id, msg: { channel, sid: subscription.sid } });
    if (channel === 'orderbook_delta') this.#snapshots(subscription, tickers ?? []);
    if (channel === 'ticker' && params.send_initial_snapshot === true) {
      const wanted = tickers ?? [...this.#parts.markets.keys()];
      for (const market of this.#known(wanted)) {
        this.send(
          subscription,
          'ticker',
          JSON.stringify(renderTickerMessage(market, this.#parts.clock.now())),
        );
      }
    }
  }

  #snapshots(subscription: Subscription, tickers: readonly string[]): void {
    for (const market of this.#known(tickers)) {
      const snapshot = renderSnapshotMessage(market, subscription.useYesPrice);
      this.send(subscription, 'orderbook_snapshot', JSON.stringify(snapshot));
    }
  }

  #known(tickers: readonly string[]): readonly Market[] {
    return tickers.flatMap((ticker) => this.#parts.markets.get(ticker) ?? []);
  }

  #unsubscribe(id: number, params: Params): void {
    const sids = Array.isArray(params.sids) ? params.sids.map(Number) : [];
    if (sids.length === 0) {
      this.#error(id, 4);
      return;
    }
    for (const sid of sids) {
      const subscription = this.subscriptions.get(sid);
      if (subscription === undefined) this.#error(id, 7);
      else {
        const seq = this.#nextSeq(subscription);
        this.subscriptions.delete(sid);
        this.#sendMessage({ type: 'unsubscribed', id, sid, ...(seq === null ? {} : { seq }) });
      }
    }
  }

  #update(id: number, params: Params): void {
    const sids = Array.isArray(params.sids) ? params.sids : params.sid === undefined ? [] : [params.sid];
    if (sids.length !== 1 || (params.sid !== undefined && params.sids !== undefined)) {
      this.#error(id, 12);
      return;
    }
    const subscription = this.subscriptions.get(Number(sids[0]));
    const tickers = parseTickers(params);
    if (subscription === undefined) this.#error(id, 7);
    else if (typeof params.action !== 'string') this.#error(id, 15);
    else if (tickers === 'both') this.#error(id, 11);
    else if (tickers === null) this.#error(id, 14);
    else this.#change(id, subscription, params.action, tickers);
  }

  #change(id: number, to: Subscription, action: string, tickers: readonly string[]): void {
    const isBook = to.channel === 'orderbook_delta';
    if (action === 'get_snapshot' && isBook) {
      this.#snapshots(
        to,
        tickers.filter((ticker) => to.tickers?.has(ticker)),
      );
    } else if (action === 'add_markets') {
      const added = tickers.filter((ticker) => to.tickers?.has(ticker) !== true);
      to.tickers = new Set([...(to.tickers ?? []), ...tickers]);
      this.#acknowledge(id, to);
      if (isBook) this.#snapshots(to, added);
    } else if (action === 'delete_markets') {
      for (const ticker of tickers) to.tickers?.delete(ticker);
      this.#acknowledge(id, to);
    } else this.#error(id, 13);
  }

  #acknowledge(id: number, to: Subscription): void {
    const seq = this.#nextSeq(to);
    const msg = to.skipAck ? {} : { market_tickers: [...(to.tickers ?? [])] };
    this.#sendMessage({ type: 'ok', id, sid: to.sid, ...(seq === null ? {} : { seq }), msg });
  }
}

/** The tickers of a command; null for none, `both` when both parameters are present. */
function parseTickers({
  market_ticker: one,
  market_tickers: many,
}: Params): readonly string[] | null | 'both' {
  if (one !== undefined && many !== undefined) return 'both';
  if (typeof one === 'string') return [one];
  return Array.isArray(many) && many.length > 0 ? many.map(String) : null;
}

const isObject = (value: unknown): value is Params => typeof value === 'object' && value !== null;

function parse(text: string): Params | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
