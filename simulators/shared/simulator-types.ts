import type { FaultInjector } from '#matching-engine';

/** A request as received; nothing is checked yet. */
export interface SimulatorRequest {
  readonly method: string; // upper case
  readonly path: string; // without host and query
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>; // names in lower case
  readonly body: Uint8Array;
}

export interface SimulatorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>; // names in lower case
  readonly body: string;
}

/** `hang`: no reply while the caller waits. `reset`: the connection is closed without a reply. */
export type SimulatorAnswer = SimulatorReply | 'hang' | 'reset';

/** The remote end of a WebSocket. */
export interface SimulatorPeer {
  send(text: string): void;
  ping(payload: string): void;
  close(code: number, reason: string): void;
  /** Ends the socket without a close frame. */
  drop(): void;
}

/** The exchange's end of a WebSocket. */
export interface SimulatorSession {
  receive(text: string): void;
  /** Called once when the socket is closed, by either end. Nothing may be sent afterwards. */
  closed(): void;
}

export type SimulatorUpgrade =
  | { readonly session: SimulatorSession }
  | { readonly refusal: SimulatorReply | 'hang' | 'reset' };

/** An exchange without network sockets; `http-host.ts` or a simulation calls it. */
export interface Simulator {
  handle(request: SimulatorRequest): Promise<SimulatorAnswer>;
  /** A WebSocket handshake. The session may send through `peer` as soon as this returns. */
  connect(request: SimulatorRequest, peer: SimulatorPeer): SimulatorUpgrade;
  /** Starts the timers for market maker, expiries, openings and closings. */
  start(): void;
  /** Cancels all timers and closes all sockets; stored data stays. */
  stop(): void;
  readonly controls: Controls;
}

/** The admin operations of an exchange, served on a separate port (`admin-api.ts`). */
export interface Controls {
  readonly faults: FaultInjector;
  /** The venue's state as plain JSON, to compare with a caller's view. */
  state(): unknown;
  /** Changes one market. Returns the reason for a failure, or null. */
  market(command: MarketCommand): string | null;
  /** Changes the whole venue or one shard. Returns the reason for a failure, or null. */
  venue(command: VenueCommand): string | null;
  /** Runs a venue-specific command. Returns the reason for a failure, or null. */
  act?(command: Readonly<Record<string, unknown>>): string | null;
}

export type MarketCommand =
  | { readonly market: string; readonly verb: 'pause' | 'resume' | 'close' }
  | {
      readonly market: string;
      readonly verb: 'settle';
      readonly result: 'yes' | 'no' | 'scalar';
      readonly value?: string; // what one YES pays, for scalar: `0.37`
      readonly uma?: boolean; // Polymarket: false leaves out the oracle's status, as for some markets
    }
  | { readonly market: string; readonly verb: 'tick'; readonly tick: string }
  | { readonly market: string; readonly verb: 'rules'; readonly rules: string }; // Kalshi: the secondary rules

export interface VenueCommand {
  readonly verb: 'pause_trading' | 'pause_exchange' | 'cancel_only' | 'resume' | 'drop_sockets';
  readonly shard?: number;
}
