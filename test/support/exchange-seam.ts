/** An exchange without sockets, as the sandbox ones are: their shapes fit these without knowing of them. */
export interface ExchangeSeam {
  handle(request: SeamRequest): Promise<SeamAnswer>;
  /** A handshake. The session may send through `peer` from the moment this returns. */
  connect(request: SeamRequest, peer: SeamPeer): SeamUpgrade;
}

export interface SeamRequest {
  readonly method: string;
  readonly path: string; // without the query
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>; // names in lower case
  readonly body: Uint8Array;
}

export interface SeamReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** `hang`: no answer ever. `reset`: the connection is cut without one. */
export type SeamAnswer = SeamReply | 'hang' | 'reset';

/** Our end of a socket, as the exchange sees it. */
export interface SeamPeer {
  send(text: string): void;
  ping(payload: string): void;
  close(code: number, reason: string): void;
  drop(): void;
}

/** The exchange's end of a socket. */
export interface SeamSession {
  receive(text: string): void;
  closed(): void;
}

export type SeamUpgrade =
  | { readonly session: SeamSession }
  | { readonly refusal: SeamReply | 'hang' | 'reset' };

const encoder = new TextEncoder();

/** A request as it reaches the exchange. */
export function seamRequest(
  method: string,
  target: string, // path and query
  headers: Readonly<Record<string, string>>,
  body: string | null,
): SeamRequest {
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
