import type { SimulatorReply, SimulatorRequest } from '../../shared/simulator-types.ts';
import type { Caller } from '../trading/trading-rules.ts';

export type Headers = Readonly<Record<string, string>>;

export const json = (value: unknown, status = 200, headers: Headers = {}): SimulatorReply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

export const fail = (status: number, error: string, headers: Headers = {}): SimulatorReply =>
  json({ error }, status, headers);

/** The body as JSON; undefined when it is none. */
export function parseBody(request: SimulatorRequest): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(request.body));
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A path that needs nobody's signature. `rest` is what follows the path that it is listed under. */
export type OpenHandler = (
  request: SimulatorRequest,
  rest: string,
) => SimulatorReply | Promise<SimulatorReply>;
/** A path that its caller signs. */
export type SignedHandler = (
  request: SimulatorRequest,
  caller: Caller,
  rest: string,
) => SimulatorReply | Promise<SimulatorReply>;

/** Paths by `METHOD /path`; one that ends in `/` takes what follows. */
export interface RouteTable {
  readonly open: Readonly<Record<string, OpenHandler>>;
  readonly signed: Readonly<Record<string, SignedHandler>>;
}
