import { renderTime, type StandingEffect, type TimestampMs } from '#contract';
import type { MessageType, Webhook, WebhookDelivery, WebhookId } from '#domain';
import type { NotificationChange, NotificationStore } from '#ports';

/** A message before it has a sequence. */
export interface Message {
  readonly type: MessageType;
  readonly at: TimestampMs;
  readonly data: unknown;
}

export interface AddressedMessage {
  readonly to: WebhookId;
  readonly message: Message;
}

/**
 * All webhooks in memory. A change is visible at once and durable when its promise resolves. One whose key may not send
 * events any more is disabled with the reason `key_ended`, in every read of it.
 */
export class WebhookRegistry {
  readonly store: NotificationStore;
  readonly #mayAct: (webhook: StandingEffect) => boolean;
  readonly #webhooks = new Map<WebhookId, Webhook>();

  constructor(store: NotificationStore, mayAct: (webhook: StandingEffect) => boolean) {
    this.store = store;
    this.#mayAct = mayAct;
  }

  async load(): Promise<void> {
    for (const webhook of await this.store.webhooks()) this.#webhooks.set(webhook.id, webhook);
  }

  /** In the order of creation. */
  all(): readonly Webhook[] {
    return [...this.#webhooks.values()].map((webhook) => this.#toPresent(webhook));
  }

  active(): readonly Webhook[] {
    return this.all().filter(({ status }) => status === 'ACTIVE');
  }

  get(id: WebhookId): Webhook | null {
    const webhook = this.#webhooks.get(id);
    return webhook === undefined ? null : this.#toPresent(webhook);
  }

  #toPresent(webhook: Webhook): Webhook {
    if (webhook.status === 'DISABLED' || this.#mayAct(webhook)) return webhook;
    return { ...webhook, status: 'DISABLED', disabledReason: 'key_ended' };
  }

  save(webhook: Webhook): Promise<void> {
    return this.saveWith([webhook], []);
  }

  /** Stores webhooks, deliveries and a further change in one transaction. */
  saveWith(
    webhooks: readonly Webhook[],
    deliveries: readonly WebhookDelivery[],
    change: NotificationChange = {},
  ): Promise<void> {
    this.keep(webhooks);
    return this.store.save({ ...change, webhooks, deliveries });
  }

  /** Changes webhooks in memory only: a start repeats the change from what is stored. */
  keep(webhooks: readonly Webhook[]): void {
    for (const webhook of webhooks) this.#webhooks.set(webhook.id, webhook);
  }

  remove(id: WebhookId): Promise<void> {
    this.#webhooks.delete(id);
    return this.store.save({ removedWebhooks: [id] });
  }
}

/** Gives messages the next sequences of a webhook. The caller stores the webhook and the deliveries together. */
export function addMessages(
  webhook: Webhook,
  messages: readonly Message[],
  now: TimestampMs,
): { readonly webhook: Webhook; readonly deliveries: readonly WebhookDelivery[] } {
  const deliveries = messages.map(({ type, at, data }, index): WebhookDelivery => {
    const sequence = webhook.sequence + index + 1;
    return {
      webhookId: webhook.id,
      sequence,
      type,
      body: JSON.stringify({ type, timestamp: renderTime(at), sequence, data }),
      status: 'PENDING',
      nextAt: now,
      attempts: [],
      attemptsBefore: 0,
      createdAt: now,
    };
  });
  return { webhook: { ...webhook, sequence: webhook.sequence + messages.length }, deliveries };
}
