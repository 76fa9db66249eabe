import type { Clock } from '../../src/ports/environment.ts';
import type {
  HttpClient,
  HttpRequest,
  HttpResult,
  Network,
  Socket,
  SocketListener,
} from '../../src/ports/network.ts';
import { createExchangeRequest, type ExchangeResponse, type InProcessExchange } from './exchange-seam.ts';
import { MemorySocket } from './memory-socket.ts';

/**
 * The fate of one request. `unsent`: proven not sent. `lost`: sent and never arrived. `unanswered`: arrived,
 * but its answer was lost. `twice`: arrived a second time as well, unless it was refused the first time,
 * because only a request without an answer is repeated in transit.
 */
export interface Delivery {
  readonly fate: 'arrives' | 'unsent' | 'lost' | 'unanswered' | 'twice';
  readonly requestMs: number;
  readonly answerMs: number;
}

export interface NetworkHooks {
  /** Called once per request. */
  readonly delivery: (origin: string, request: HttpRequest) => Delivery;
  /** Transit time of a socket message, in each direction; called per message. Messages stay in order. */
  readonly messageMs: (url: string) => number;
}

const DIRECT: NetworkHooks = {
  delivery: () => ({ fate: 'arrives', requestMs: 0, answerMs: 0 }),
  messageMs: () => 0,
};

export interface MemoryNetworkDeps {
  readonly clock: Clock;
  /** By `host[:port]`. Connections to other hosts are refused. */
  readonly hosts: ReadonlyMap<string, InProcessExchange>;
  readonly hooks?: Partial<NetworkHooks>;
}

/** A network in one process on a given clock: with hooks of the same seed it behaves the same each time. */
export class MemoryNetwork implements Network {
  readonly #deps: MemoryNetworkDeps;
  readonly #hooks: NetworkHooks;
  readonly #sockets = new Set<MemorySocket>();

  constructor(deps: MemoryNetworkDeps) {
    this.#deps = deps;
    this.#hooks = { ...DIRECT, ...deps.hooks };
  }

  http(origin: string): HttpClient {
    let isOpen = true;
    return {
      request: (request) =>
        isOpen
          ? this.#request(origin, request)
          : Promise.resolve({ kind: 'unsent', why: 'the pool is closed' }),
      close: async () => {
        isOpen = false;
      },
    };
  }

  socket(url: string, headers: Readonly<Record<string, string>>, listener: SocketListener): Socket {
    const { host, pathname, search } = new URL(url);
    const request = createExchangeRequest('GET', pathname + search, headers, null);
    const socket = new MemorySocket({
      clock: this.#deps.clock,
      delayMs: () => this.#hooks.messageMs(url),
      listener,
      onEnd: () => this.#sockets.delete(socket),
    });
    this.#sockets.add(socket);
    const exchange = this.#deps.hosts.get(host);
    socket.open((peer) => exchange?.connect(request, peer) ?? { refusal: 'reset' });
    return socket;
  }

  /** Cuts every socket, like a lost connection: both ends are notified. */
  cutSockets(why: string): void {
    for (const socket of this.#sockets) socket.cut(why);
  }

  get socketsOpen(): number {
    return this.#sockets.size;
  }

  #request(origin: string, request: HttpRequest): Promise<HttpResult> {
    const { clock, hosts } = this.#deps;
    const exchange = hosts.get(new URL(origin).host);
    const delivery = this.#hooks.delivery(origin, request);
    if (exchange === undefined || delivery.fate === 'unsent')
      return Promise.resolve({ kind: 'unsent', why: `connect ECONNREFUSED ${origin}` });
    const { promise, resolve } = Promise.withResolvers<HttpResult>();
    const deadline = clock.after(request.timeoutMs, () =>
      resolve({ kind: 'lost', why: `no response in ${request.timeoutMs} ms` }),
    );
    void promise.then(() => deadline.cancel());
    void this.#deliver(exchange, request, delivery).then(
      (answer) => answer !== 'hang' && resolve(toHttpResult(answer)),
    );
    return promise;
  }

  async #deliver(
    exchange: InProcessExchange,
    request: HttpRequest,
    delivery: Delivery,
  ): Promise<ExchangeResponse> {
    const { method, path, headers, body } = request;
    const { fate, requestMs, answerMs } = delivery;
    if (fate === 'lost') return 'hang';
    await this.#wait(requestMs);
    const arrived = createExchangeRequest(method, path, headers, body);
    const answer = await exchange.handle(arrived);
    if (fate === 'twice' && !isRefusal(answer)) await exchange.handle(arrived);
    if (fate === 'unanswered') return 'hang';
    await this.#wait(answerMs);
    return answer;
  }

  async #wait(ms: number): Promise<void> {
    if (ms > 0) await new Promise<void>((resolve) => void this.#deps.clock.after(ms, resolve));
  }
}

const isRefusal = (answer: ExchangeResponse): boolean =>
  typeof answer === 'object' && answer.status >= 400 && answer.status < 500;

function toHttpResult(answer: Exclude<ExchangeResponse, 'hang'>): HttpResult {
  return answer === 'reset' ? { kind: 'lost', why: 'read ECONNRESET' } : { kind: 'answer', ...answer };
}
