/** Webhooks: endpoints of the caller that receive events as signed messages. */
import type { Decimal, Instant } from './common.ts';

export type NotificationType =
  | 'order.updated'
  | 'fill.created'
  | 'fill.voided'
  | 'position.settled'
  | 'position.break'
  | 'complex_order.triggered'
  | 'complex_order.paused'
  | 'complex_order.ended'
  | 'kill_switch'
  | 'guard.fired'
  | 'match.suspended'
  | 'order.in_doubt'
  | 'risk.usage'
  | 'venue.health'
  | 'opportunity.opened'
  | 'price.crossed'
  | 'alert'
  | 'webhook.test'
  | (string & {});

export interface Webhook {
  id: string;
  /** The key that created it, or changed it last; null: of an earlier version. */
  key_id: string | null;
  url: string;
  events: NotificationType[];
  /** Null: all of the account. */
  subaccount_ids: string[] | null;
  description: string | null;
  status: 'ACTIVE' | 'DISABLED';
  /** `gone`: the endpoint answered 410. `failing`: every attempt of five days failed. `key_ended`: its key may not do this any more. */
  disabled_reason: 'user' | 'gone' | 'failing' | 'key_ended' | null;
  failing_since: Instant | null;
  previous_secret_until: Instant | null;
  sequence: number;
  created_at: Instant;
  updated_at: Instant;
}

/** The answer to the calls that create a secret; no other answer has it. */
export interface WebhookWithSecret extends Webhook {
  secret: string;
}

export interface WebhookAttempt {
  at: Instant;
  duration_ms: number;
  http_status: number | null;
  error: string | null;
  /** The first kilobyte of the answer. */
  response: string | null;
}

/** One message to one webhook; its id is the header `webhook-id` of every attempt. */
export interface WebhookDelivery {
  id: string;
  webhook_id: string;
  sequence: number;
  type: NotificationType;
  status: 'PENDING' | 'DELIVERED' | 'FAILED';
  next_attempt_at: Instant | null;
  attempts: WebhookAttempt[];
  body: string;
  created_at: Instant;
}

export type AlertKind =
  | 'price_crossed'
  | 'fill'
  | 'settlement'
  | 'venue_health'
  | 'risk_usage'
  | 'opportunity'
  | (string & {});

/** The fields that do not belong to the kind are null. */
export interface AlertCondition {
  kind: AlertKind;
  subaccount_id: string | null;
  instrument_id: number | null;
  venue: string | null;
  price: Decimal | null;
  direction: 'UP' | 'DOWN' | null;
  percent: number | null;
  min_edge: Decimal | null;
}

/** A condition, and the webhooks that get a message of type `alert`. */
export interface Alert {
  id: string;
  when: AlertCondition;
  /** The key that created it; null: of an earlier version. */
  key_id: string | null;
  /** Its key may not do this any more: it never fires. */
  key_ended: boolean;
  to: string[];
  cooldown_ms: number;
  once: boolean;
  description: string | null;
  fired_count: number;
  last_fired_at: Instant | null;
  created_at: Instant;
}
