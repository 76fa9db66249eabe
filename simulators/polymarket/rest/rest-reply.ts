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

/** Parses the body as JSON; undefined if it is not JSON. */
export function parseBody(request: SimulatorRequest): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(request.body));
  } catch {
    return undefined;
  }
}

/** A public handler. `rest` is the part of the path after its table key. */
export type OpenHandler = (
  request: SimulatorRequest,
  rest: string,
) => SimulatorReply | Promise<SimulatorReply>;
/** A handler for signed requests. */
export type SignedHandler = (
  request: SimulatorRequest,
  caller: Caller,
  rest: string,
) => SimulatorReply | Promise<SimulatorReply>;

/** Handlers by `METHOD /path`. A key that ends in `/` matches any last segment. */
export interface RouteTable {
  readonly open: Readonly<Record<string, OpenHandler>>;
  readonly signed: Readonly<Record<string, SignedHandler>>;
}

/** CLOB cursors: base64 of the offset, and a fixed text for the end. */
const FIRST = 'MA==';
const LAST = 'LTE=';

interface Page<Item> {
  readonly limit: number;
  readonly count: number;
  readonly next_cursor: string;
  readonly data: readonly Item[];
}

/** Returns one page of a list; null for an invalid cursor. */
export function paginate<Item>(
  items: readonly Item[],
  cursor: string | null,
  limit: number,
): Page<Item> | null {
  const text = cursor === null || cursor === '' ? FIRST : cursor;
  const offset = Number(Buffer.from(text, 'base64').toString());
  if (!Number.isInteger(offset)) return null;
  const data = offset < 0 ? [] : items.slice(offset, offset + limit);
  const end = offset + data.length;
  const isLast = offset < 0 || end >= items.length;
  const next = isLast ? LAST : Buffer.from(String(end)).toString('base64');
  return { limit, count: data.length, next_cursor: next, data };
}
