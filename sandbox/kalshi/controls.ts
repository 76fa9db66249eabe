import type { FaultBoard } from '../../src/core/exchange/faultboard.ts';
import { PRICE_ONE, type Price } from '../../src/core/kernel/decimal.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Controls, MarketCommand, VenueCommand } from '../common/exchange.ts';
import type { Floor } from './floor.ts';
import type { ApiKey } from './keys.ts';
import type { Life } from './life.ts';
import type { Market } from './market.ts';
import type { Streams } from './streams.ts';
import { structureOfTick } from './structures.ts';
import { truthOf } from './truthview.ts';
import { parsePrice4 } from './units.ts';
import type { VenueMode } from './venuemode.ts';

export interface ControlParts {
  readonly clock: Clock;
  readonly faults: FaultBoard;
  readonly floor: Floor;
  readonly life: Life;
  readonly mode: VenueMode;
  readonly streams: Streams;
  readonly keys: readonly ApiKey[];
}

/** What a tester may do to this exchange. */
export class KalshiControls implements Controls {
  readonly faults: FaultBoard;
  readonly #parts: ControlParts;

  constructor(parts: ControlParts) {
    this.faults = parts.faults;
    this.#parts = parts;
  }

  state(): unknown {
    return truthOf(this.#parts.floor, this.#parts.keys, this.#parts.clock.now());
  }

  market(command: MarketCommand): string | null {
    const { floor, life, clock } = this.#parts;
    const market = floor.markets.get(command.market);
    if (market === undefined) return `no market ${command.market}`;
    switch (command.verb) {
      case 'pause':
        return life.pause(market);
      case 'resume':
        return life.resume(market);
      case 'close':
        return life.close(market, clock.now());
      case 'tick':
        return life.restructure(market, structureOfTick(command.tick) ?? command.tick);
      case 'settle':
        return this.#settle(market, command.result, command.value);
    }
  }

  venue(command: VenueCommand): string | null {
    if (command.verb === 'drop_sockets') this.#parts.streams.dropAll();
    return this.#parts.mode.change(command);
  }

  #settle(market: Market, result: 'yes' | 'no' | 'scalar', text: string | undefined): string | null {
    const scalar = parsePrice4(text);
    if (result === 'scalar' && (scalar === null || scalar > PRICE_ONE)) return 'scalar needs a value of 0..1';
    const whole = (result === 'yes' ? PRICE_ONE : 0n) as Price;
    const value = result === 'scalar' ? (scalar ?? whole) : whole;
    return this.#parts.life.determine(market, result, value, this.#parts.clock.now());
  }
}
