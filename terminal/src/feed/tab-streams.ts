import type {
  ComplexOrdersFrame,
  FillsFrame,
  OrdersFrame,
  PositionsFrame,
  TradePrintFrame,
} from '../../../sdk/src/index.ts';
import type { StreamFilter, StreamReply, StreamRequest, TabStreamName } from './feed-messages.ts';

interface Options extends StreamFilter {
  readonly signal: AbortSignal;
}

interface Reader {
  readonly frames: unknown[];
  end: { readonly error: string | null } | null;
  wake: () => void;
}

/**
 * The streams of a page. The worker reads them, because it has the one connection of the tab. Each reconnects by itself;
 * leaving the loop or aborting the signal ends it.
 */
export class TabStreams {
  readonly #post: (request: StreamRequest) => void;
  readonly #readers = new Map<number, Reader>();
  #opened = 0;

  constructor(post: (request: StreamRequest) => void) {
    this.#post = post;
  }

  orders(options: Options): AsyncIterable<OrdersFrame> {
    return this.#read('orders', options);
  }

  fills(options: Options): AsyncIterable<FillsFrame> {
    return this.#read('fills', options);
  }

  positions(options: Options): AsyncIterable<PositionsFrame> {
    return this.#read('positions', options);
  }

  complexOrders(options: Options): AsyncIterable<ComplexOrdersFrame> {
    return this.#read('complexOrders', options);
  }

  /** Recent prints, which need not be complete: those that the service no longer has are left out. */
  tradeprints(options: Options): AsyncIterable<TradePrintFrame> {
    return this.#read('tradeprints', options);
  }

  /** Receives what the worker has read. */
  take(reply: StreamReply): void {
    const reader = this.#readers.get(reply.id);
    if (reader === undefined) return;
    if (reply.kind === 'frame') reader.frames.push(reply.frame);
    else reader.end = { error: reply.error };
    reader.wake();
  }

  async *#read<Frame>(name: TabStreamName, { signal, ...filter }: Options): AsyncGenerator<Frame, void> {
    if (signal.aborted) return;
    const id = (this.#opened += 1);
    const reader: Reader = { frames: [], end: null, wake: () => {} };
    this.#readers.set(id, reader);
    const onAbort = (): void => {
      reader.frames.length = 0;
      reader.end = { error: null };
      reader.wake();
    };
    signal.addEventListener('abort', onAbort);
    this.#post({ kind: 'open', id, name, filter });
    try {
      for (;;) {
        while (reader.frames.length > 0) yield reader.frames.shift() as Frame;
        const { end } = reader;
        if (end !== null && end.error !== null) throw new Error(end.error);
        if (end !== null) return;
        await new Promise<void>((resolve) => {
          reader.wake = resolve;
        });
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#readers.delete(id);
      this.#post({ kind: 'close', id });
    }
  }
}
