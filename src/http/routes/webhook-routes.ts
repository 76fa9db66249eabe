import { Type } from 'typebox';
import { ok, renderTime, type SubaccountId } from '#contract';
import {
  ALERT_TYPE,
  DELIVERY_STATUSES,
  DISABLED_REASONS,
  NOTIFICATION_TYPES,
  type NotificationType,
  TEST_TYPE,
  toDeliveryId,
  WEBHOOK_STATUSES,
  type Webhook,
  type WebhookDelivery,
} from '#domain';
import type { WebhookChange } from '#notifications';
import { respondWithPagedList } from '../pagination.ts';
import { type Call, omitUndefined, type RouteResult, respondWith, route } from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
import {
  Count,
  Cursor,
  Nullable,
  PageLimit,
  renderOptionalTime,
  SubaccountIdSchema,
  Time,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

const WebhookIdSchema = Type.String({ pattern: '^wh_[0-9a-f]{16}$' });
const EventTypeSchema = Type.Enum([...NOTIFICATION_TYPES]);

export const KeyOfEffect = Type.String({
  description:
    'The key that created it, or changed it last: it ends with that key. Null: of an earlier version; it ends with the last key that could have created it.',
});

const WEBHOOK_FIELDS = {
  id: WebhookIdSchema,
  key_id: Nullable(KeyOfEffect),
  url: Type.String(),
  events: Type.Array(EventTypeSchema),
  subaccount_ids: Nullable(Type.Array(SubaccountIdSchema, { description: 'Null: all of the account.' })),
  description: Nullable(Type.String()),
  status: Type.Enum([...WEBHOOK_STATUSES]),
  disabled_reason: Nullable(
    Type.Enum([...DISABLED_REASONS], {
      description:
        '`gone`: it answered 410. `failing`: every attempt of five days failed. `key_ended`: its key is revoked, has expired or may no longer do this.',
    }),
  ),
  failing_since: Nullable(Time),
  previous_secret_until: Nullable(Time),
  sequence: Type.Integer({ minimum: 0, description: 'Of the newest message; 0 before the first.' }),
  created_at: Time,
  updated_at: Time,
};

export const WebhookSchema = Type.Object(WEBHOOK_FIELDS, {
  description: 'An endpoint that receives events as signed messages (Standard Webhooks).',
  examples: EXAMPLES.Webhook,
});

export const WebhookWithSecretSchema = Type.Object(
  {
    ...WEBHOOK_FIELDS,
    secret: Type.String({
      pattern: '^whsec_[A-Za-z0-9+/]+=*$',
      description: 'Verifies the signatures. It is returned here only.',
    }),
  },
  {
    description: 'The answer to the calls that create a secret; no other answer has it.',
    examples: [{ ...EXAMPLES.Webhook[0], secret: EXAMPLES.WebhookSecret }],
  },
);

export const WebhookDeliverySchema = Type.Object(
  {
    id: Type.String({
      pattern: '^msg_[0-9a-f]{16}_[1-9][0-9]*$',
      description: 'The header `webhook-id` of every attempt.',
    }),
    webhook_id: WebhookIdSchema,
    sequence: Type.Integer({ minimum: 1 }),
    type: Type.Enum([...NOTIFICATION_TYPES, TEST_TYPE, ALERT_TYPE]),
    status: Type.Enum([...DELIVERY_STATUSES]),
    next_attempt_at: Nullable(Time),
    attempts: Type.Array(
      Type.Object({
        at: Time,
        duration_ms: Count,
        http_status: Nullable(Type.Integer()),
        error: Nullable(Type.String({ description: 'Why there was no answer.' })),
        response: Nullable(
          Type.String({ description: 'The first kilobyte of the answer of a public address.' }),
        ),
      }),
    ),
    body: Type.String({ description: 'The message as it is signed and sent.' }),
    created_at: Time,
  },
  { description: 'One message to one webhook, kept for 30 days.', examples: EXAMPLES.WebhookDelivery },
);

const Events = Type.Array(EventTypeSchema, {
  minItems: 1,
  maxItems: NOTIFICATION_TYPES.length,
  expects: `must be a list of ${NOTIFICATION_TYPES.join(', ')}`,
});
const Url = Type.String({
  maxLength: 2_048,
  expects: 'must be an https URL',
  description: 'https, or http to this machine; `telegram` or `email`: what the operator has configured.',
});
const SubaccountIds = Type.Array(SubaccountIdSchema, {
  maxItems: 100,
  expects: 'must be a list of subaccount ids',
  description: 'Only events of these; absent or empty: of all that the key may use.',
});
const Description = Type.String({ maxLength: 256, expects: 'must be at most 256 characters' });

export const NewWebhookSchema = Type.Object(
  {
    url: Url,
    events: Events,
    subaccount_ids: Type.Optional(SubaccountIds),
    description: Type.Optional(Description),
  },
  { examples: [{ url: 'https://example.com/hooks', events: ['fill.created'], subaccount_ids: ['sa_1'] }] },
);

export const WebhookChangeSchema = Type.Object(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    subaccount_ids: Type.Optional(SubaccountIds),
    description: Type.Optional(Description),
    enabled: Type.Optional(
      Type.Boolean({ description: 'A webhook that is enabled again gets the events from now on.' }),
    ),
  },
  { examples: [{ enabled: true }] },
);

const DeliveriesQuery = Type.Object({ limit: PageLimit, cursor: Type.Optional(Cursor) });

const shared = { tag: 'Webhooks', permission: 'alerts' } as const;
const read = { ...shared, method: 'GET' } as const;

export const webhookRoutes = [
  route({
    ...read,
    path: '/v1/webhooks',
    name: 'listWebhooks',
    summary: 'List the webhooks',
    notes: 'Those whose subaccounts the key may use, oldest first, without their secrets.',
    response: Type.Array(WebhookSchema),
    handle: ({ deps, caller }) =>
      respondWith(ok(deps.webhooks.list(caller)), (all) => all.map(renderWebhook)),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/v1/webhooks',
    name: 'createWebhook',
    summary: 'Create a webhook',
    notes: 'Its messages begin with the events after this call. The answer is the only one with the secret.',
    body: NewWebhookSchema,
    response: WebhookWithSecretSchema,
    rejections: ['not_found'],
    handle: create,
  }),
  route({
    ...read,
    path: '/v1/webhooks/{id}',
    name: 'getWebhook',
    summary: 'Get a webhook',
    response: WebhookSchema,
    rejections: ['not_found'],
    handle: ({ deps, caller, params }) =>
      respondWith(deps.webhooks.get(caller, params['id'] ?? ''), renderWebhook),
  }),
  route({
    ...shared,
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    name: 'changeWebhook',
    summary: 'Change, disable or enable a webhook',
    body: WebhookChangeSchema,
    response: WebhookSchema,
    rejections: ['not_found'],
    handle: change,
  }),
  route({
    ...shared,
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    name: 'deleteWebhook',
    summary: 'Delete a webhook with its messages',
    response: WebhookSchema,
    rejections: ['not_found'],
    handle: async ({ deps, caller, params }) =>
      respondWith(await deps.webhooks.remove(caller, params['id'] ?? ''), renderWebhook),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate',
    name: 'rotateWebhook',
    summary: 'Replace the secret of a webhook',
    notes: 'For 24 hours every message has two signatures: one by the new secret and one by the former.',
    response: WebhookWithSecretSchema,
    rejections: ['not_found'],
    handle: async ({ deps, caller, params }) =>
      respondWith(await deps.webhooks.rotate(caller, params['id'] ?? ''), renderWithSecret),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    name: 'testWebhook',
    summary: 'Send a test message',
    notes: 'Of type `webhook.test`. The list of deliveries shows its outcome.',
    response: WebhookDeliverySchema,
    rejections: ['not_found'],
    handle: async ({ deps, caller, params }) =>
      respondWith(await deps.webhooks.test(caller, params['id'] ?? ''), renderDelivery),
  }),
  route({
    ...read,
    path: '/v1/webhooks/{id}/deliveries',
    name: 'listDeliveries',
    summary: 'List the messages of a webhook',
    notes: 'Newest first, with every attempt, for 30 days.',
    query: DeliveriesQuery,
    response: Type.Array(WebhookDeliverySchema),
    rejections: ['not_found', 'invalid_cursor'],
    isPaged: true,
    handle: listDeliveries,
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/v1/webhooks/deliveries/{id}/replay',
    name: 'replayDelivery',
    summary: 'Send a message again',
    notes: 'With the same id and body, and a new schedule of attempts. A pending message is not changed.',
    response: WebhookDeliverySchema,
    rejections: ['not_found'],
    handle: async ({ deps, caller, params }) =>
      respondWith(await deps.webhooks.replay(caller, params['id'] ?? ''), renderDelivery),
  }),
];

const readNew = createBodyReader(NewWebhookSchema);
const readChange = createBodyReader(WebhookChangeSchema);

async function create({ deps, caller, body }: Call): Promise<RouteResult> {
  const fields = readNew(body);
  if (!fields.ok) return fields;
  const { url, events } = fields.value;
  const request = { ...toChange(fields.value), url, events: toEvents(events) };
  return respondWith(await deps.webhooks.create(caller, request), renderWithSecret);
}

async function change({ deps, caller, params, body }: Call): Promise<RouteResult> {
  const fields = readChange(body);
  if (!fields.ok) return fields;
  const changed = await deps.webhooks.change(caller, params['id'] ?? '', toChange(fields.value));
  return respondWith(changed, renderWebhook);
}

function listDeliveries(call: Call<Type.Static<typeof DeliveriesQuery>>): Promise<RouteResult> {
  const { deps, caller, params } = call;
  const { id = '' } = params;
  return respondWithPagedList(call, {
    scope: ['deliveries', caller.accountId, id],
    load: ({ limit, position: before }) =>
      deps.webhooks.deliveries(caller, id, omitUndefined({ limit, before })),
    render: renderDelivery,
    getPosition: ({ sequence }: WebhookDelivery) => sequence,
  });
}

interface ChangeFields {
  readonly url?: string;
  readonly events?: readonly NotificationType[];
  readonly subaccount_ids?: readonly SubaccountId[];
  readonly description?: string;
  readonly enabled?: boolean;
}

function toChange({ url, events, subaccount_ids: ids, description, enabled }: ChangeFields): WebhookChange {
  const subaccountIds = ids === undefined ? undefined : ids.length === 0 ? null : [...new Set(ids)];
  const text = description === '' ? null : description;
  return omitUndefined({
    url,
    events: events && toEvents(events),
    subaccountIds,
    description: text,
    enabled,
  }) as WebhookChange;
}

/** In the order of the documentation, without repeats. */
const toEvents = (events: readonly NotificationType[]): readonly NotificationType[] =>
  NOTIFICATION_TYPES.filter((type) => events.includes(type));

const renderWebhook = (webhook: Webhook) => ({
  id: webhook.id,
  key_id: webhook.keyId,
  url: webhook.url,
  events: webhook.events,
  subaccount_ids: webhook.subaccounts === '*' ? null : webhook.subaccounts,
  description: webhook.description,
  status: webhook.status,
  disabled_reason: webhook.disabledReason,
  failing_since: renderOptionalTime(webhook.failingSince),
  previous_secret_until: renderOptionalTime(webhook.previousUntil),
  sequence: webhook.sequence,
  created_at: renderTime(webhook.createdAt),
  updated_at: renderTime(webhook.updatedAt),
});

const renderWithSecret = (webhook: Webhook) => ({ ...renderWebhook(webhook), secret: webhook.secret });

const renderDelivery = (delivery: WebhookDelivery) => ({
  id: toDeliveryId(delivery),
  webhook_id: delivery.webhookId,
  sequence: delivery.sequence,
  type: delivery.type,
  status: delivery.status,
  next_attempt_at: renderOptionalTime(delivery.nextAt),
  attempts: delivery.attempts.map(({ at, durationMs, httpStatus, error, response }) => ({
    at: renderTime(at),
    duration_ms: durationMs,
    http_status: httpStatus,
    error,
    response,
  })),
  body: delivery.body,
  created_at: renderTime(delivery.createdAt),
});
