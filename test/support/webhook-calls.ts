import assert from 'node:assert/strict';
import type { Api } from '../api-assertions.ts';

export interface Webhook {
  readonly id: string;
  readonly secret: string;
  readonly status: string;
  readonly disabled_reason: string | null;
  readonly sequence: number;
}

export interface Delivery {
  readonly id: string;
  readonly sequence: number;
  readonly type: string;
  readonly status: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly {
    readonly http_status: number | null;
    readonly error: string | null;
    readonly response: string | null;
  }[];
}

interface WebhookCalls {
  readonly create: (fields: object) => Promise<Webhook>;
  /** The newest first. */
  readonly getDeliveries: (webhook: { readonly id: string }) => Promise<readonly Delivery[]>;
  readonly latest: (webhook: Webhook) => Promise<Delivery>;
}

/** The calls of `/v1/webhooks` that tests repeat. */
export function createWebhookCalls(api: Api): WebhookCalls {
  const getDeliveries: WebhookCalls['getDeliveries'] = ({ id }) =>
    api.ok('GET', `/v1/webhooks/${id}/deliveries`);
  return {
    create: (fields) => api.ok('POST', '/v1/webhooks', fields),
    getDeliveries,
    latest: async (webhook) => (await getDeliveries(webhook))[0] ?? assert.fail('it has a delivery'),
  };
}
