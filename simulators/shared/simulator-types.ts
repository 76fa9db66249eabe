import type { FaultInjector } from '../../src/domain/matching-engine/fault-injector.ts';

/** A request as it reached the exchange. Nothing of it has been checked. */
export interface SimulatorRequest {
  readonly method: string; // upper case
  readonly path: string; // from the host's root, without the query
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>; // names in lower case
  readonly body: Uint8Array;
}

export interface SimulatorReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>; // names in lower case
  readonly body: string;
}

/** `hang`: no answer while the caller waits. `reset`: the connection is cut without one. */
export type SimulatorAnswer = SimulatorReply | 'hang' | 'reset';

/** The caller's end of a socket, as the exchange sees it. */
export interface SimulatorPeer {
  send(text: string): void;
  ping(payload: string): void;
  close(code: number, reason: string): void;
  /** Gone without a close frame. */
  drop(): void;
}

/** The exchange's end of a socket. */
export interface SimulatorSession {
  receive(text: string): void;
  /** Said once, whoever ended it. Nothing may be sent after it. */
  closed(): void;
}

export type SimulatorUpgrade =
  | { readonly session: SimulatorSession }
  | { readonly refusal: SimulatorReply | 'hang' | 'reset' };

/**
 * An exchange without sockets. `host.ts` puts it behind real ones; a simulation calls it directly, on
 * its own clock, in one process.
 */
export interface Simulator {
  handle(request: SimulatorRequest): Promise<SimulatorAnswer>;
  /** A WebSocket handshake. The session may send through `peer` from the moment this returns. */
  connect(request: SimulatorRequest, peer: SimulatorPeer): SimulatorUpgrade;
  /** Begins to move: house, expiries, openings and closings. */
  start(): void;
  /** Ends every timer and socket; what is durable stays. */
  stop(): void;
  readonly controls: Controls;
}

/** What a tester can do to an exchange; served apart from the venue's own paths (`control.ts`). */
export interface Controls {
  readonly faults: FaultInjector;
  /** The venue's truth, to be compared with what a caller believes. Plain JSON values. */
  state(): unknown;
  /** Changes one market. Returns why not, or null when done. */
  market(command: MarketCommand): string | null;
  /** Changes the whole venue or one part of it. Returns why not, or null when done. */
  venue(command: VenueCommand): string | null;
  /** What only this exchange knows to do. Returns why not, or null when done. */
  act?(command: Readonly<Record<string, unknown>>): string | null;
}

export type MarketCommand =
  | { readonly market: string; readonly verb: 'pause' | 'resume' | 'close' }
  | {
      readonly market: string;
      readonly verb: 'settle';
      readonly result: 'yes' | 'no' | 'scalar';
      readonly value?: string; // what one YES pays, for scalar: `0.37`
    }
  | { readonly market: string; readonly verb: 'tick'; readonly tick: string };

export interface VenueCommand {
  readonly verb: 'pause_trading' | 'pause_exchange' | 'cancel_only' | 'resume' | 'drop_sockets';
  readonly shard?: number;
}
