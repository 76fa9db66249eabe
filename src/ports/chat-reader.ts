import type { PlainMessage } from '#domain';

/** A text that a person sent to the bot. */
export interface ChatMessage {
  readonly id: number; // of the update: rises, and is the same when the update is delivered again
  readonly chatId: string;
  readonly userId: string; // who sent it; '' if it was sent in the name of a chat or channel
  readonly text: string; // '' for a message without text
}

/** What one poll returned. `why` contains no secret. */
export type PolledMessages =
  | { readonly kind: 'messages'; readonly messages: readonly ChatMessage[] } // ascending by id
  | { readonly kind: 'failed'; readonly why: string };

/** Receives messages of people, and answers in the chat. */
export interface ChatReader {
  /** Waits for messages after this id, and confirms those up to it. Never rejects; without messages, an empty list. */
  poll(afterId: number): Promise<PolledMessages>;
  /** Never rejects. False when the message was not accepted. */
  reply(chatId: string, message: PlainMessage): Promise<boolean>;
  /** Ends a poll that is under way. */
  stop(): void;
}
