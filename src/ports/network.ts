/** One request, sent once: nothing here repeats it. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string; // from the root, with the query
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number; // until the whole answer has arrived
}

/**
 * What became of a request. `unsent` is proof that no byte of it left: the name was not found, the
 * connection was refused, the pool was full. Whatever broke later is `lost`, and the other side may
 * have acted on it.
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

/** A pool of connections to one origin. Answers beyond its size limit are `lost`. Never throws or rejects. */
export interface HttpClient {
  request(request: HttpRequest): Promise<HttpResult>;
  close(): Promise<void>;
}

export interface SocketListener {
  onOpen(): void;
  onText(text: string): void;
  onPong(): void;
  /** Told once, also when it never opened. */
  onClosed(why: string): void;
}

/** One WebSocket. What is sent before it opens, or after it closed, is dropped. */
export interface Socket {
  send(text: string): void;
  ping(): void;
  close(): void;
}

/** The outside world as adapters see it: `system/` gives the real one, the simulation its own. */
export interface Network {
  /** @param origin  `http(s)://host[:port]`, without a path */
  http(origin: string, options: { readonly connectionsMax: number }): HttpClient;
  socket(url: string, headers: Readonly<Record<string, string>>, listener: SocketListener): Socket;
}
