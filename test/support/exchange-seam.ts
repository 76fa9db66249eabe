/**
 * The interface of an exchange without sockets. The simulators have the same shape and need not import it.
 */
export interface InProcessExchange {
  handle(request: ExchangeRequest): Promise<ExchangeResponse>;
  /** A handshake. The session may send through `peer` as soon as this returns. */
  connect(request: ExchangeRequest, peer: ExchangePeer): UpgradeResult;
}

export interface ExchangeRequest {
  readonly method: string;
  readonly path: string; // without the query
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>; // names in lower case
  readonly body: Uint8Array;
}

export interface ExchangeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `hang`: never answered. `reset`: the connection is cut without an answer. */
export type ExchangeResponse = ExchangeReply | 'hang' | 'reset';

/** Our end of a socket, as the exchange sees it. */
export interface ExchangePeer {
  send(text: string): void;
  ping(payload: string): void;
  close(code: number, reason: string): void;
  drop(): void;
}

/** The exchange's end of a socket. */
export interface ExchangeSession {
  receive(text: string): void;
  closed(): void;
}

export type UpgradeResult =
  | { readonly session: ExchangeSession }
  | { readonly refusal: ExchangeReply | 'hang' | 'reset' };

const encoder = new TextEncoder();

/** A request as it reaches the exchange. */
export function createExchangeRequest(
  method: string,
  target: string, // path and query
  headers: Readonly<Record<string, string>>,
  body: string | null,
): ExchangeRequest {
  const [path = '', query = ''] = target.split(/\?(.*)/s);
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries(lower),
    body: encoder.encode(body ?? ''),
  };
}
