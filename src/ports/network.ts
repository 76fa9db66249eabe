/** One request, sent once: the client never retries. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string; // from the root, with the query
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number; // until the complete response has arrived
  readonly answerBytesMax?: number; // a larger response is lost; default: the limit of the network
}

/**
 * Outcome of a request. `unsent` proves that no byte was sent: DNS failed, the connection was refused, or the
 * pool was full. `lost` is any later failure; the server may have processed the request.
 */
export type HttpResult =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>; // names in lower case
      readonly body: string;
    }
  | { readonly kind: 'unsent'; readonly why: string }
  | { readonly kind: 'lost'; readonly why: string };

/** A connection pool for one origin. A response above its size limit is `lost`. Never throws or rejects. */
export interface HttpClient {
  request(request: HttpRequest): Promise<HttpResult>;
  close(): Promise<void>;
}

export interface SocketListener {
  onOpen(): void;
  onText(text: string): void;
  onPong(): void;
  /** Called exactly once, also when the socket never opened. */
  onClosed(why: string): void;
}

/** One WebSocket. Messages sent before it opens or after it closed are dropped. */
export interface Socket {
  send(text: string): void;
  ping(): void;
  close(): void;
}

/** Network access of the venue adapters. `platform/` implements it; the simulation supplies its own. */
export interface Network {
  /** @param origin  `http(s)://host[:port]`, without a path */
  http(origin: string, options: { readonly connectionsMax: number }): HttpClient;
  socket(url: string, headers: Readonly<Record<string, string>>, listener: SocketListener): Socket;
}
