import type { AccountId } from '../domain/model/ids.ts';
import type { Channel, PlainMessage } from '../domain/notifications/channel.ts';
import type { DeliveryId } from '../domain/notifications/webhook.ts';
import type { WebhookAnswer } from './webhook-sender.ts';

/** Sends messages to the people that the operator has configured for an account. */
export interface MessageChannel {
  hasReceiver(accountId: AccountId): boolean;
  /** Never rejects. No part of the answer contains a secret of the channel. */
  send(accountId: AccountId, id: DeliveryId, message: PlainMessage): Promise<WebhookAnswer>;
}

/** Those that are configured. */
export type MessageChannels = Readonly<Partial<Record<Channel, MessageChannel>>>;
