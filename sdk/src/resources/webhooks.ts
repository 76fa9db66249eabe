/** Endpoints that receive events as signed messages. All calls need the permission `alerts`. */
import type { NewAlert, NewWebhook, WebhookUpdate } from '../inputs.ts';
import { allItems, listPage, type Page } from '../pages.ts';
import { pathSegment } from '../query.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { Alert, Webhook, WebhookDelivery, WebhookWithSecret } from '../types.ts';

const LIST_PAGE_SIZE = 100;

interface DeliveryQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** The writes of this class have no idempotency key and are sent once: see `OutcomeUnknownError`. */
export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(options?: CallOptions): Promise<Webhook[]> {
    return this.#transport.request({ method: 'GET', path: '/v1/webhooks' }, options);
  }

  get(id: string, options?: CallOptions): Promise<Webhook> {
    return this.#transport.request({ method: 'GET', path: pathOf(id) }, options);
  }

  /** Its messages begin with the events after this call. Keep the `secret`: no other answer has it. */
  create(webhook: NewWebhook, options?: CallOptions): Promise<WebhookWithSecret> {
    const call = { method: 'POST', path: '/v1/webhooks', kind: 'write' } as const;
    return this.#transport.request({ ...call, body: { ...webhook } }, options);
  }

  /** Changes the given fields; `enabled` switches it off and on. */
  change(id: string, update: WebhookUpdate, options?: CallOptions): Promise<Webhook> {
    const call = { method: 'PATCH', path: pathOf(id), kind: 'write' } as const;
    return this.#transport.request({ ...call, body: { ...update } }, options);
  }

  delete(id: string, options?: CallOptions): Promise<Webhook> {
    return this.#transport.request({ method: 'DELETE', path: pathOf(id), kind: 'write' }, options);
  }

  /** Replaces the secret. For 24 hours the former one signs too. */
  rotate(id: string, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.#transport.request({ method: 'POST', path: `${pathOf(id)}/rotate`, kind: 'write' }, options);
  }

  /** Sends a message of type `webhook.test`. */
  test(id: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.#transport.request({ method: 'POST', path: `${pathOf(id)}/test`, kind: 'write' }, options);
  }

  /** Messages of 30 days, newest first. */
  async deliveries(id: string, query: DeliveryQuery = {}, options?: CallOptions): Promise<WebhookDelivery[]> {
    return (await this.deliveriesPage(id, query, options)).items;
  }

  deliveriesPage(
    id: string,
    query: DeliveryQuery = {},
    options?: CallOptions,
  ): Promise<Page<WebhookDelivery>> {
    return listPage(this.#transport, `${pathOf(id)}/deliveries`, { ...query }, options);
  }

  /** As `deliveries`, fetched page by page. */
  deliveriesAll(id: string, options?: CallOptions): AsyncGenerator<WebhookDelivery, void, undefined> {
    return allItems((cursor) => this.deliveriesPage(id, { limit: LIST_PAGE_SIZE, cursor }, options));
  }

  /** Sends a message again, with the same id and body. */
  replay(deliveryId: string, options?: CallOptions): Promise<WebhookDelivery> {
    const path = `/v1/webhooks/deliveries/${pathSegment(deliveryId)}/replay`;
    return this.#transport.request({ method: 'POST', path, kind: 'write' }, options);
  }
}

const pathOf = (id: string): string => `/v1/webhooks/${pathSegment(id)}`;

/** Conditions that send a message to webhooks. All calls need the permission `alerts`. */
export class Alerts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(options?: CallOptions): Promise<Alert[]> {
    return this.#transport.request({ method: 'GET', path: '/v1/alerts' }, options);
  }

  create(alert: NewAlert, options?: CallOptions): Promise<Alert> {
    const call = { method: 'POST', path: '/v1/alerts', kind: 'write' } as const;
    return this.#transport.request({ ...call, body: { ...alert } }, options);
  }

  delete(id: string, options?: CallOptions): Promise<Alert> {
    const path = `/v1/alerts/${pathSegment(id)}`;
    return this.#transport.request({ method: 'DELETE', path, kind: 'write' }, options);
  }
}
