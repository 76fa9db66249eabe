import type { FaultInjector } from '../../src/domain/matching-engine/fault-injector.ts';
import { type Notional, PRICE_ONE, type Price, type Qty } from '../../src/domain/model/money.ts';
import type { Clock } from '../../src/ports/environment.ts';
import type { Controls, MarketCommand, VenueCommand } from '../shared/simulator-types.ts';
import { adminState } from './admin-state.ts';
import type { EventPublisher } from './event-publisher.ts';
import type { Fill, Order } from './exchange-records.ts';
import type { KalshiExchangeCore } from './kalshi-exchange-core.ts';
import type { MarketLifecycle } from './market-lifecycle.ts';
import { findStructure, type Market } from './sim-market.ts';
import type { ApiKey } from './simulator-keys.ts';
import type { StreamPublisher } from './stream-publisher.ts';
import type { TradingStatus } from './trading-status.ts';
import { COUNT_STEP, parsePrice4 } from './wire-units.ts';

interface ControlParts {
  readonly clock: Clock;
  readonly faults: FaultInjector;
  readonly core: KalshiExchangeCore;
  readonly lifecycle: MarketLifecycle;
  readonly tradingStatus: TradingStatus;
  readonly streams: StreamPublisher;
  readonly keys: readonly ApiKey[];
}

/** What a tester may do to this exchange. */
export class KalshiControls implements Controls {
  readonly faults: FaultInjector;
  readonly #parts: ControlParts;

  constructor(parts: ControlParts) {
    this.faults = parts.faults;
    this.#parts = parts;
  }

  state(): unknown {
    return adminState(this.#parts.core, this.#parts.keys, this.#parts.clock.now());
  }

  market(command: MarketCommand): string | null {
    const { core, lifecycle, clock } = this.#parts;
    const market = core.markets.get(command.market);
    if (market === undefined) return `no market ${command.market}`;
    switch (command.verb) {
      case 'pause':
        return lifecycle.pause(market);
      case 'resume':
        return lifecycle.resume(market);
      case 'close':
        return lifecycle.close(market, clock.now());
      case 'tick':
        return lifecycle.restructure(market, findStructure(command.tick) ?? command.tick);
      case 'settle':
        return this.#settle(market, command.result, command.value);
    }
  }

  venue(command: VenueCommand): string | null {
    if (command.verb === 'drop_sockets') this.#parts.streams.dropAll();
    return this.#parts.tradingStatus.change(command);
  }

  #settle(market: Market, result: 'yes' | 'no' | 'scalar', text: string | undefined): string | null {
    const scalar = parsePrice4(text);
    if (result === 'scalar' && (scalar === null || scalar > PRICE_ONE)) return 'scalar needs a value of 0..1';
    const whole = (result === 'yes' ? PRICE_ONE : 0n) as Price;
    const value = result === 'scalar' ? (scalar ?? whole) : whole;
    return this.#parts.lifecycle.determine(market, result, value, this.#parts.clock.now());
  }
}

/** The switches that only this exchange has, beside the common ones. */
export const KALSHI_FAULTS = {
  read_lag: 'portfolio reads trail by `ms` instead of the usual lag',
  clock_skew: 'the exchange believes that it is `ms` later; its Date header says so too',
  wrong_ack_id: 'the answer to a create, amend, decrease or cancel names another order',
  omit_optional: 'such an answer has no optional fields',
  ws_overflow: 'instead of a message of `channel` its subscription ends with error 25',
  unknown_enum: 'orders are told and read with a status that nobody knows',
} as const satisfies Readonly<Record<string, string>>;

/** Tells a fill of a resting order that never happened: no trade, no money, nothing on REST. */
export function publishGhostFill(
  core: KalshiExchangeCore,
  publisher: EventPublisher,
  order: Order,
  id: string,
  at: number,
): void {
  if (order.status !== 'resting') return;
  const { user, subaccount, ticker, side, price } = order;
  const qty = COUNT_STEP * 100n;
  const fee = 0n as Notional;
  const facts = { user, subaccount, ticker, side, price, qty: qty as Qty, isTaker: false, fee, at };
  const fill: Fill = { number: 0, id, orderId: order.id, ...facts };
  const held = core.state.positions.latest(`${user}/${subaccount}/${ticker}`)?.qty ?? 0n;
  publisher.filled(fill, order, side === 'bid' ? held + qty : held - qty);
}
