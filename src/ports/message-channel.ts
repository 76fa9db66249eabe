import type { AccountId } from '#contract';
import type { Channel, DeliveryId, PlainMessage } from '#domain';
import type { WebhookAnswer } from './webhook-sender.ts';

/** Sends messages to the people that the operator has configured for an account. */
export interface MessageChannel {
  hasReceiver(accountId: AccountId): boolean;
  /** Never rejects. No part of the answer contains a secret of the channel. */
  send(accountId: AccountId, id: DeliveryId, message: PlainMessage): Promise<WebhookAnswer>;
}

/** Those that are configured. */
export type MessageChannels = Readonly<Partial<Record<Channel, MessageChannel>>>;
