import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { until } from '../api-assertions.ts';

export interface ReceivedMessage {
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: readonly string[];
  readonly text: string;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly sequence: number;
    readonly data: Readonly<Record<string, unknown>>;
  };
}

/** How the receiver answers, for each message: a status, and a body or headers. `hang`: it never answers. */
type Answer = { readonly status: number; readonly body?: string; readonly location?: string } | 'hang';

/** An HTTP server that keeps every message that it receives. It ends with the test file. */
export class WebhookReceiver {
  readonly messages: ReceivedMessage[] = [];
  answer: (message: ReceivedMessage) => Answer = () => ({ status: 200 });
  readonly #server = createServer((request, response) => {
    void this.#receive(request, response);
  });

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`;
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    after(() => {
      this.#server.close();
      this.#server.closeAllConnections();
    });
    return this;
  }

  /** The first message that matches, once it has been received. */
  next(what: string, matches: (message: ReceivedMessage) => boolean): Promise<ReceivedMessage> {
    return until(what, () => this.messages.find(matches) ?? null);
  }

  ofType(type: string): readonly ReceivedMessage[] {
    return this.messages.filter(({ body }) => body.type === type);
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const message = readMessage(request.headers, Buffer.concat(chunks).toString('utf8'));
    this.messages.push(message);
    const answer = this.answer(message);
    if (answer === 'hang') return;
    const headers = answer.location === undefined ? {} : { location: answer.location };
    response.writeHead(answer.status, headers).end(answer.body ?? 'ok');
  }
}

function readMessage(headers: Readonly<Record<string, unknown>>, text: string): ReceivedMessage {
  return {
    id: String(headers['webhook-id']),
    timestamp: String(headers['webhook-timestamp']),
    signatures: String(headers['webhook-signature']).split(' '),
    text,
    body: JSON.parse(text) as ReceivedMessage['body'],
  };
}

/** True if one of the signatures is by this secret, over exactly these bytes. */
export function isSignedBy({ id, timestamp, signatures, text }: ReceivedMessage, secret: string): boolean {
  const [prefix, key] = secret.split('_');
  assert.equal(prefix, 'whsec');
  const expected = createHmac('sha256', Buffer.from(key ?? '', 'base64'))
    .update(`${id}.${timestamp}.${text}`)
    .digest('base64');
  return signatures.includes(`v1,${expected}`);
}
