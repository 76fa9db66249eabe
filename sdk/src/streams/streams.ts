/** The two real-time feeds. */
import { CrossbookError } from '../errors.ts';
import type { Accounts, Positions } from '../resources/account.ts';
import type { Prints } from '../resources/marketdata.ts';
import type { PositionsFrame, TradePrintFrame } from './frames.ts';
import { type PositionsOptions, positionsFeed } from './positions.ts';
import { Stream, type StreamDeps } from './stream.ts';
import { type TradePrintOptions, tradePrintFeed } from './tradeprints.ts';
import type { WebSocketConstructor } from './websocket.ts';

export interface StreamsDeps extends Omit<StreamDeps, 'webSocket'> {
  /** null where the runtime has none and the caller gave none. */
  readonly webSocket: WebSocketConstructor | null;
}

export class Streams {
  readonly #prints: Prints;
  readonly #accounts: Accounts;
  readonly #positions: Positions;
  readonly #deps: StreamsDeps;

  constructor(prints: Prints, accounts: Accounts, positions: Positions, deps: StreamsDeps) {
    this.#prints = prints;
    this.#accounts = accounts;
    this.#positions = positions;
    this.#deps = deps;
  }

  /** Trade prints as they happen, each once and in order, across reconnects. */
  tradeprints(options: TradePrintOptions = {}): Stream<TradePrintFrame> {
    return new Stream(tradePrintFeed(this.#prints, options), this.#socketDeps(), options);
  }

  /** A snapshot per subaccount, then every change; after a reconnect, snapshots again. */
  positions(options: PositionsOptions = {}): Stream<PositionsFrame> {
    const feed = positionsFeed(this.#accounts, this.#positions, options);
    return new Stream(feed, this.#socketDeps(), options);
  }

  #socketDeps(): StreamDeps {
    const { webSocket } = this.#deps;
    if (webSocket !== null) return { ...this.#deps, webSocket };
    const message =
      'there is no global WebSocket here; pass one as `webSocket`, for example of the package ws';
    throw new CrossbookError({ error: 'no_websocket', message });
  }
}
