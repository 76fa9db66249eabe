import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after } from 'node:test';
import { type ClientOptions, WebSocket } from 'ws';
import { until } from '../api-assertions.ts';
import type { Answer, SignedClient } from '../support/api-client.ts';
import type { TestService } from '../support/test-service.ts';

export type Frame = Readonly<Record<string, unknown>> & { readonly type: string; readonly seq: number };

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/**
 * One connection to a stream. The sequence of its frames must have no gap, also in frames that no test reads.
 */
export class Stream {
  readonly frames: Frame[] = [];
  readonly socket: WebSocket;
  readonly closed: Promise<Closed>;
  readonly #url: string;
  #read = 0;

  constructor(url: string, options: ClientOptions = {}) {
    this.#url = url;
    this.socket = new WebSocket(url, { perMessageDeflate: false, ...options });
    this.socket.on('message', (data: Buffer, isBinary: boolean) => this.#take(data, isBinary));
    this.socket.on('error', () => {});
    // Also of a refused handshake, whose error would make a promise that nothing awaits reject.
    this.closed = new Promise((resolve) => {
      this.socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    after(() => this.socket.terminate());
  }

  /** The next unread frame of this type that satisfies the condition; other frames are skipped. */
  next(type: string, holds: (frame: Frame) => boolean = () => true): Promise<Frame> {
    return until(`a ${type} frame on ${this.#url}`, () => {
      while (this.#read < this.frames.length) {
        const frame = this.frames[this.#read] as Frame;
        this.#read += 1;
        if (frame.type === type && holds(frame)) return frame;
      }
      return null;
    });
  }

  send(frame: object | string): void {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  of(type: string): readonly Frame[] {
    return this.frames.filter((frame) => frame.type === type);
  }

  close(): Promise<Closed> {
    this.socket.close(1000);
    return this.closed;
  }

  #take(data: Buffer, isBinary: boolean): void {
    assert.equal(isBinary, false, 'frames are text');
    const frame = JSON.parse(data.toString('utf8')) as Frame;
    assert.equal(frame.seq, this.frames.length + 1, 'the sequence has no gap');
    assert.equal(typeof frame.type, 'string');
    this.frames.push(frame);
  }
}

/** The content of a frame without its sequence number. */
export const getContent = (frame: Frame): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(frame).filter(([name]) => name !== 'type' && name !== 'seq'));

/** Opens a stream with the signature in the query, and reads its first two frames. */
export async function open(
  service: TestService,
  target: string,
  client: SignedClient = service.api(),
): Promise<Stream> {
  const stream = new Stream(`${socketUrl(service)}${client.socketTarget(target)}`);
  assert.equal((await stream.next('connected')).seq, 1);
  assert.equal((await stream.next('subscribed')).seq, 2);
  return stream;
}

export const socketUrl = (service: TestService): string => service.url.replace('http', 'ws');

/** The HTTP answer to a handshake that is refused. */
export async function refusedHandshake(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const socket = new WebSocket(url, { headers });
  socket.on('error', () => {});
  const response = await Promise.race([
    once(socket, 'unexpected-response').then(([, message]) => message as import('node:http').IncomingMessage),
    once(socket, 'open').then(() => null),
  ]);
  if (response === null) return assert.fail(`the handshake was not refused: ${url}`);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  socket.terminate();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(chunks).toString('utf8'),
  };
}
