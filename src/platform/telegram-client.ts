import type { TelegramSettings } from '#config';
import { errorMessage, isJsonObject } from '#contract';
import type { PlainMessage } from '#domain';
import type { ChatMessage, ChatReader, MessageChannel, WebhookAnswer } from '#ports';

const TIMEOUT_MS = 10_000;
const POLL_SECONDS = 25; // Telegram answers then without a message
const POLL_TIMEOUT_MS = (POLL_SECONDS + 10) * 1_000;
const TEXT_CHARACTERS_MAX = 4_000; // Telegram accepts 4,096

/** Sends messages as a bot, over `fetch`. The token is part of each URL, so no error may show one. */
export class TelegramClient {
  readonly #settings: TelegramSettings;

  constructor(settings: TelegramSettings) {
    this.#settings = settings;
  }

  /** Sends plain text, without formatting, so that no part of it can be a link or a command. */
  send(chatId: string, { title, text }: PlainMessage): Promise<WebhookAnswer> {
    const whole = `${title}\n${text}`.slice(0, TEXT_CHARACTERS_MAX);
    const body = { chat_id: Number(chatId), text: whole, link_preview_options: { is_disabled: true } };
    return this.#call('sendMessage', body, AbortSignal.timeout(TIMEOUT_MS));
  }

  /** Waits for messages from this id on, which confirms those before it. The answer contains the JSON of Telegram. */
  poll(fromId: number, signal: AbortSignal): Promise<WebhookAnswer> {
    const body = { offset: fromId, timeout: POLL_SECONDS, allowed_updates: ['message'] };
    return this.#call('getUpdates', body, AbortSignal.any([signal, AbortSignal.timeout(POLL_TIMEOUT_MS)]));
  }

  async #call(method: string, body: object, signal: AbortSignal): Promise<WebhookAnswer> {
    const { apiUrl, token } = this.#settings;
    try {
      const response = await fetch(`${apiUrl}/bot${token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal,
      });
      return { kind: 'answer', status: response.status, body: this.#redact(await response.text()) };
    } catch (error) {
      const cause =
        error instanceof Error && error.cause !== undefined ? ` (${errorMessage(error.cause)})` : '';
      return { kind: 'failed', why: this.#redact(errorMessage(error) + cause) };
    }
  }

  #redact(text: string): string {
    return text.replaceAll(this.#settings.token, '***');
  }
}

/** Sends each message to every chat of its account. A chat may get one twice when another one failed. */
export const createTelegramChannel = (
  client: TelegramClient,
  { chats }: TelegramSettings,
): MessageChannel => ({
  hasReceiver: (accountId) => chats.has(accountId),
  send: async (accountId, _, message) => {
    let last: WebhookAnswer = { kind: 'failed', why: 'the account has no chat' };
    for (const chatId of chats.get(accountId) ?? []) {
      last = await client.send(chatId, message);
      if (last.kind === 'failed' || last.status !== 200) return last;
    }
    return last;
  },
});

/** Receives the messages of a bot by long polling. */
export function createTelegramReader(client: TelegramClient): ChatReader {
  const stopping = new AbortController();
  return {
    poll: async (afterId) => {
      const answer = await client.poll(afterId + 1, stopping.signal);
      if (answer.kind === 'failed') return answer;
      const messages = answer.status === 200 ? parseUpdates(answer.body ?? '') : null;
      const why = `Telegram answered ${answer.status}: ${(answer.body ?? '').slice(0, REASON_CHARACTERS_MAX)}`;
      return messages === null ? { kind: 'failed', why } : { kind: 'messages', messages };
    },
    reply: async (chatId, message) => {
      const answer = await client.send(chatId, message);
      return answer.kind === 'answer' && answer.status === 200;
    },
    stop: () => stopping.abort(),
  };
}

const REASON_CHARACTERS_MAX = 200;

/** Ascending by id. Null when the answer is not a list of updates. */
function parseUpdates(body: string): readonly ChatMessage[] | null {
  const parsed = parseJson(body);
  const updates = isJsonObject(parsed) ? parsed['result'] : null;
  if (!Array.isArray(updates)) return null;
  const messages: ChatMessage[] = [];
  for (const update of updates as readonly unknown[]) {
    const id = isJsonObject(update) ? update['update_id'] : null;
    if (!isJsonObject(update) || typeof id !== 'number' || !Number.isSafeInteger(id)) return null;
    messages.push({ id, ...parseMessage(update['message']) });
  }
  return messages.toSorted((a, b) => a.id - b.id);
}

/**
 * An update of another kind has no chat and no text, and is confirmed without an answer. A message with `sender_chat` is
 * that of an anonymous administrator or a channel; `from` is then an account that many share.
 */
function parseMessage(message: unknown): Omit<ChatMessage, 'id'> {
  const { chat, from, sender_chat, text } = isJsonObject(message) ? message : {};
  return {
    chatId: parseId(chat),
    userId: sender_chat === undefined ? parseId(from) : '',
    text: typeof text === 'string' ? text : '',
  };
}

function parseId(value: unknown): string {
  const id = isJsonObject(value) ? value['id'] : null;
  return typeof id === 'number' ? String(id) : '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
