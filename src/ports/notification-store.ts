import type { TimestampMs } from '#contract';
import type { Alert, AlertId, LedgerEntry, MessageType, Webhook, WebhookDelivery, WebhookId } from '#domain';

/** Rows that change together. A delivery is identified by its webhook and its sequence. */
export interface NotificationChange {
  readonly webhooks?: readonly Webhook[];
  readonly removedWebhooks?: readonly WebhookId[];
  readonly alerts?: readonly Alert[];
  readonly removedAlerts?: readonly AlertId[];
  readonly deliveries?: readonly WebhookDelivery[];
  readonly removedDeliveries?: readonly Pick<WebhookDelivery, 'webhookId' | 'sequence'>[];
}

/** A page of the deliveries of one webhook, newest first. */
export interface DeliveryQuery {
  readonly webhookId: WebhookId;
  readonly before: number | null; // sequence
  readonly limit: number;
}

/**
 * Webhooks and their messages, in the storage of the journal. A message is created from the journal's entries together
 * with the position up to which they have been read, so each entry yields its messages exactly once.
 */
export interface NotificationStore {
  webhooks(): Promise<readonly Webhook[]>;
  alerts(): Promise<readonly Alert[]>;
  /** Resolves when durable. Changes are applied in call order, all rows of one change or none. */
  save(change: NotificationChange): Promise<void>;
  /** The durable entries after this one, oldest first, at most `limit`. */
  entriesAfter(seq: number, limit: number): Promise<readonly LedgerEntry[]>;
  /** The pending deliveries of a webhook, next attempt first. */
  pending(id: WebhookId, limit: number): Promise<readonly WebhookDelivery[]>;
  delivery(id: WebhookId, sequence: number): Promise<WebhookDelivery | null>;
  deliveries(query: DeliveryQuery): Promise<readonly WebhookDelivery[]>;
  /** The bodies of the newest messages of one type to a webhook, at most `limit`. */
  bodies(id: WebhookId, type: MessageType, limit: number): Promise<readonly string[]>;
  /** Deliveries that are older, or whose webhook has been removed. */
  expired(
    before: TimestampMs,
    limit: number,
  ): Promise<readonly Pick<WebhookDelivery, 'webhookId' | 'sequence'>[]>;
}
