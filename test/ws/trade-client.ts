import { until } from '../api-assertions.ts';
import type { SignedClient } from '../support/api-client.ts';
import type { TestService } from '../support/test-service.ts';
import { type Frame, Stream, socketUrl } from './test-stream.ts';

/** A connection to the trade socket that numbers its requests and finds their results. */
export class TradeClient {
  readonly stream: Stream;
  #requests = 0;

  constructor(stream: Stream) {
    this.stream = stream;
  }

  /** Sends a request and resolves with its result frame. */
  async request(
    op: string,
    args: Readonly<Record<string, unknown>>,
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<Frame> {
    this.#requests += 1;
    const id = this.#requests;
    this.stream.send({ id, op, args, ...fields });
    return this.find('result', (frame) => frame['id'] === id);
  }

  /** A frame of this type that was received at any time, or is received soon. */
  find(type: string, holds: (frame: Frame) => boolean): Promise<Frame> {
    return until(`a ${type} frame`, () => this.of(type).find(holds) ?? null);
  }

  of(type: string): readonly Frame[] {
    return this.stream.of(type);
  }
}

/** Opens the trade socket. `query` begins with `?`, or is empty. */
export async function openTrade(
  service: TestService,
  query = '',
  client: SignedClient = service.api(),
): Promise<TradeClient> {
  const stream = new Stream(`${socketUrl(service)}${client.socketTarget(`/v1/ws/trade${query}`)}`);
  await stream.next('connected');
  return new TradeClient(stream);
}
