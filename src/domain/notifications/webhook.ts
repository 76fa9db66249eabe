import type { AccountId, Brand, StandingEffect, SubaccountId, TimestampMs } from '#contract';

/** The types of messages that a webhook can subscribe to. */
export const NOTIFICATION_TYPES = [
  'order.updated',
  'fill.created',
  'fill.voided',
  'position.settled',
  'position.break',
  'balance.break',
  'complex_order.triggered',
  'complex_order.paused',
  'complex_order.ended',
  'kill_switch',
  'guard.fired',
  'match.suspended',
  'order.in_doubt',
  'risk.usage',
  'venue.health',
  'opportunity.opened',
  'price.crossed',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** Sent on request, whatever the webhook subscribes to. */
export const TEST_TYPE = 'webhook.test';
/** Sent by an alert that names the webhook. */
export const ALERT_TYPE = 'alert';
export type MessageType = NotificationType | typeof TEST_TYPE | typeof ALERT_TYPE;

export type WebhookId = Brand<string, 'WebhookId'>; // `wh_<16 hex digits>`
export type DeliveryId = Brand<string, 'DeliveryId'>; // `msg_<digits of the webhook>_<sequence>`

/** An event with the record that a message contains. Null: it concerns every account, or the account as a whole. */
export interface Notification {
  readonly type: NotificationType;
  readonly at: TimestampMs;
  readonly accountId: AccountId | null;
  readonly subaccountId: SubaccountId | null;
  readonly data: unknown; // JSON
}

export const WEBHOOK_STATUSES = ['ACTIVE', 'DISABLED'] as const;
export const DISABLED_REASONS = ['user', 'gone', 'failing', 'key_ended'] as const;

/** An endpoint of a caller that receives messages. */
export interface Webhook extends StandingEffect {
  readonly id: WebhookId;
  readonly url: string;
  readonly events: readonly NotificationType[];
  readonly description: string | null;
  readonly secret: string;
  readonly previousSecret: string | null; // signs too until `previousUntil`
  readonly previousUntil: TimestampMs | null;
  readonly status: (typeof WEBHOOK_STATUSES)[number];
  readonly disabledReason: (typeof DISABLED_REASONS)[number] | null;
  readonly failingSince: TimestampMs | null; // the first failed attempt since the last success
  readonly throughSeq: number; // the messages of all journal entries up to this one exist
  readonly sequence: number; // of the newest message
  readonly createdAt: TimestampMs;
  readonly updatedAt: TimestampMs;
}

export interface WebhookAttempt {
  readonly at: TimestampMs;
  readonly durationMs: number;
  readonly httpStatus: number | null; // null: no answer
  readonly error: string | null;
  readonly response: string | null; // the first kilobyte
}

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One message to one webhook. Its body never changes, so a repeat is byte for byte the same. */
export interface WebhookDelivery {
  readonly webhookId: WebhookId;
  readonly sequence: number; // 1, 2, 3, … without gaps
  readonly type: MessageType;
  readonly body: string;
  readonly status: DeliveryStatus;
  readonly nextAt: TimestampMs | null; // of the next attempt
  readonly attempts: readonly WebhookAttempt[];
  readonly attemptsBefore: number; // of earlier schedules, before the last replay
  readonly createdAt: TimestampMs;
}

const WEBHOOK_ID = /^wh_[0-9a-f]{16}$/;
const DELIVERY_ID = /^msg_([0-9a-f]{16})_([1-9][0-9]{0,15})$/;

export const parseWebhookId = (text: string): WebhookId | null =>
  WEBHOOK_ID.test(text) ? (text as WebhookId) : null;

/** The id of a message: the header `webhook-id`, by which a receiver detects repeats. */
export const toDeliveryId = ({
  webhookId,
  sequence,
}: Pick<WebhookDelivery, 'webhookId' | 'sequence'>): DeliveryId =>
  `msg_${webhookId.slice('wh_'.length)}_${sequence}` as DeliveryId;

export function parseDeliveryId(text: string): Pick<WebhookDelivery, 'webhookId' | 'sequence'> | null {
  const [, digits, sequence] = DELIVERY_ID.exec(text) ?? [];
  return digits === undefined ? null : { webhookId: `wh_${digits}` as WebhookId, sequence: Number(sequence) };
}

/** True if the webhook receives the event. An event of a whole account, or of all, passes every filter of subaccounts. */
export function isSubscribed(
  { events, accountId, subaccounts }: Pick<Webhook, 'events' | 'accountId' | 'subaccounts'>,
  event: Pick<Notification, 'type' | 'accountId' | 'subaccountId'>,
): boolean {
  if (!events.includes(event.type)) return false;
  if (event.accountId !== null && event.accountId !== accountId) return false;
  return event.subaccountId === null || subaccounts === '*' || subaccounts.includes(event.subaccountId);
}
