import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import { until } from '../api-assertions.ts';

interface SentMessage {
  readonly chat_id: number;
  readonly text: string;
}

interface Update {
  readonly update_id: number;
  readonly message: {
    readonly chat: { readonly id: number };
    readonly from: { readonly id: number };
    readonly text: string;
  };
}

const POLL_MS = 300; // the longest wait of a poll

/** A local HTTP server that plays the API of Telegram for one bot. It ends with the test file. */
export class TelegramServer {
  readonly token = '123456:a-secret-token-of-the-tests';
  readonly sent: SentMessage[] = [];
  readonly otherPaths: string[] = []; // of another token or method
  status = 200;
  /** The highest id that a poll confirmed. */
  confirmedId = 0;
  /** Delivers confirmed messages again, like a bot whose confirmation got lost. */
  repeats = false;
  #updates: readonly Update[] = [];
  readonly #waiting = new Set<() => void>();
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      this.#answer(request.url ?? '', Buffer.concat(chunks).toString('utf8'), response),
    );
  });

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    after(() => {
      this.#server.close();
      this.#server.closeAllConnections();
    });
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A person writes to the bot, without `from` in the private chat with it. Returns the id of the update. */
  write(chat: number, text: string, from = chat): number {
    const update_id = (this.#updates.at(-1)?.update_id ?? 0) + 1;
    this.#updates = [
      ...this.#updates,
      { update_id, message: { chat: { id: chat }, from: { id: from }, text } },
    ];
    for (const wake of this.#waiting) wake();
    return update_id;
  }

  /** The first message to a chat that contains the text, once it has been sent. */
  next(chat: number, text: string): Promise<SentMessage> {
    return until(
      `a message to ${chat} with ${text}`,
      () => this.sent.find((each) => each.chat_id === chat && each.text.includes(text)) ?? null,
    );
  }

  #answer(path: string, text: string, response: ServerResponse): void {
    const body = JSON.parse(text) as SentMessage & { readonly offset: number };
    if (path === `/bot${this.token}/getUpdates`) {
      void this.#poll(body.offset, response);
      return;
    }
    if (path === `/bot${this.token}/sendMessage`) this.sent.push(body);
    else this.otherPaths.push(path);
    this.#respond(response, { description: path });
  }

  async #poll(offset: number, response: ServerResponse): Promise<void> {
    this.confirmedId = Math.max(this.confirmedId, offset - 1);
    const find = (): readonly Update[] =>
      this.#updates.filter(({ update_id }) => this.repeats || update_id >= offset);
    if (find().length === 0 || this.repeats) await this.#newUpdate();
    this.#respond(response, { result: find() });
  }

  /** Resolves with the next message of a person, and at the latest after `POLL_MS`. */
  #newUpdate(): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, POLL_MS);
      this.#waiting.add(wake);
    });
  }

  #respond(response: ServerResponse, fields: object): void {
    response.writeHead(this.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ok: this.status === 200, ...fields }));
  }
}
