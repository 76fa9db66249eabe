import { Type } from 'typebox';
import {
  err,
  type InstrumentId,
  invalidField,
  ok,
  type Price,
  parsePrice,
  type Rejection,
  type Result,
  renderDecimal,
  renderTime,
  type VenueName,
} from '#contract';
import { ALERT_KINDS, type Alert, type AlertCondition, CROSSINGS, parseChannel } from '#domain';
import { type Call, type RouteResult, readInstrument, respondWith, route } from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
import {
  Count,
  InstrumentIdInput,
  InstrumentIdSchema,
  Nullable,
  PriceDecimal,
  renderOptionalDecimal,
  renderOptionalTime,
  SubaccountIdSchema,
  Time,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };
import { KeyOfEffect } from './webhook-routes.ts';

const COOLDOWN_MS_MAX = 30 * 86_400_000;
const KindSchema = Type.Enum([...ALERT_KINDS]);
const DirectionSchema = Type.Enum([...CROSSINGS]);
const Percent = Type.Integer({ minimum: 1, maximum: 1_000, description: 'Of any limit of the subaccount.' });
const Target = Type.String({
  pattern: '^(webhook:wh_[0-9a-f]{16}|telegram|email)$',
  description: '`webhook:` and the id of a webhook; `telegram` or `email`: what the operator has configured.',
});

export const AlertSchema = Type.Object(
  {
    id: Type.String({ pattern: '^alr_[0-9a-f]{16}$' }),
    when: Type.Object({
      kind: KindSchema,
      subaccount_id: Nullable(SubaccountIdSchema),
      instrument_id: Nullable(InstrumentIdSchema),
      venue: Nullable(VenueNameSchema),
      price: Nullable(Type.String()),
      direction: Nullable(DirectionSchema),
      percent: Nullable(Percent),
      min_edge: Nullable(Type.String()),
    }),
    key_id: Nullable(KeyOfEffect),
    key_ended: Type.Boolean({ description: 'Its key may no longer do this: it never fires.' }),
    to: Type.Array(Target),
    cooldown_ms: Count,
    once: Type.Boolean(),
    description: Nullable(Type.String()),
    fired_count: Count,
    last_fired_at: Nullable(Time),
    created_at: Time,
  },
  {
    description: 'A condition, and the targets that get a message of type `alert`.',
    examples: EXAMPLES.Alert,
  },
);

const Condition = Type.Object(
  {
    kind: KindSchema,
    subaccount_id: Type.Optional(SubaccountIdSchema),
    instrument_id: Type.Optional(InstrumentIdInput),
    venue: Type.Optional(VenueNameSchema),
    price: Type.Optional(PriceDecimal),
    direction: Type.Optional(DirectionSchema),
    percent: Type.Optional(Percent),
    min_edge: Type.Optional(PriceDecimal),
  },
  { additionalProperties: false, expects: 'must be a condition: a kind and the fields that belong to it' },
);

export const NewAlertSchema = Type.Object(
  {
    when: Condition,
    to: Type.Array(Target, {
      minItems: 1,
      maxItems: 10,
      expects: 'must be a list of 1 to 10 texts like webhook:wh_5f1d3c0a9b7e2468, telegram or email',
    }),
    cooldown_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: COOLDOWN_MS_MAX,
        expects: `must be an integer from 0 to ${COOLDOWN_MS_MAX}`,
        description: 'It does not fire again within this time; default: 60000.',
      }),
    ),
    once: Type.Optional(Type.Boolean({ description: 'It is deleted when it fires; default: false.' })),
    description: Type.Optional(Type.String({ maxLength: 256, expects: 'must be at most 256 characters' })),
  },
  {
    examples: [
      {
        when: { kind: 'price_crossed', instrument_id: 'Demo:RAIN-LON-JUL01', price: '0.6', direction: 'UP' },
        to: ['webhook:wh_5f1d3c0a9b7e2468'],
        once: true,
      },
    ],
  },
);

const COOLDOWN_MS = 60_000;
const shared = { tag: 'Webhooks', permission: 'alerts' } as const;

export const alertRoutes = [
  route({
    ...shared,
    method: 'GET',
    path: '/v1/alerts',
    name: 'listAlerts',
    summary: 'List the alerts',
    notes: 'Those whose subaccounts the key may use, oldest first.',
    response: Type.Array(AlertSchema),
    handle: ({ deps, caller }) => respondWith(ok(deps.alerts.list(caller)), (all) => all.map(renderAlert)),
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/v1/alerts',
    name: 'createAlert',
    summary: 'Create an alert',
    notes:
      'It is evaluated while the service runs. For events that must not be missed, subscribe a webhook to them.',
    body: NewAlertSchema,
    response: AlertSchema,
    rejections: ['not_found'],
    handle: create,
  }),
  route({
    ...shared,
    method: 'DELETE',
    path: '/v1/alerts/{id}',
    name: 'deleteAlert',
    summary: 'Delete an alert',
    response: AlertSchema,
    rejections: ['not_found'],
    handle: async ({ deps, caller, params }) =>
      respondWith(await deps.alerts.remove(caller, params['id'] ?? ''), renderAlert),
  }),
];

const readBody = createBodyReader(NewAlertSchema);

async function create(call: Call): Promise<RouteResult> {
  const read = readBody(call.body);
  if (!read.ok) return read;
  const { when, to, cooldown_ms: cooldownMs = COOLDOWN_MS, once = false, description } = read.value;
  const condition = await readCondition(call, when);
  if (!condition.ok) return condition;
  const request = { when: condition.value, cooldownMs, once, description: description || null };
  const targets = to.map((target) => target.replace(/^webhook:/, ''));
  return respondWith(await call.deps.alerts.create(call.caller, { ...request, to: targets }), renderAlert);
}

async function readCondition(
  call: Call,
  when: Type.Static<typeof Condition>,
): Promise<Result<AlertCondition, Rejection>> {
  const { instrument_id: id, venue } = when;
  const instrument = id === undefined ? ok(null) : await readInstrument(call, String(id));
  if (!instrument.ok) return instrument;
  if (venue !== undefined && !call.deps.marketData.venues().some(({ name }) => name === venue))
    return err(invalidField('when.venue', 'must be the name of a venue'));
  return ok({
    kind: when.kind,
    subaccountId: when.subaccount_id ?? null,
    instrumentId: (id ?? null) as InstrumentId | null,
    venue: (venue ?? null) as VenueName | null,
    price: toPrice(when.price),
    direction: when.direction ?? null,
    percent: when.percent ?? null,
    minEdge: toPrice(when.min_edge),
  });
}

const toPrice = (text: string | undefined): Price | null => (text === undefined ? null : parsePrice(text));

export const renderAlert = ({ when, ...alert }: Alert & { readonly isKeyEnded?: boolean }) => ({
  id: alert.id,
  when: {
    kind: when.kind,
    subaccount_id: when.subaccountId,
    instrument_id: when.instrumentId,
    venue: when.venue,
    price: renderOptionalDecimal(when.price),
    direction: when.direction,
    percent: when.percent,
    min_edge: when.minEdge === null ? null : renderDecimal(when.minEdge),
  },
  key_id: alert.keyId,
  key_ended: alert.isKeyEnded === true,
  to: alert.to.map((target) => (parseChannel(target) === null ? `webhook:${target}` : target)),
  cooldown_ms: alert.cooldownMs,
  once: alert.once,
  description: alert.description,
  fired_count: alert.firedCount,
  last_fired_at: renderOptionalTime(alert.lastFiredAt),
  created_at: renderTime(alert.createdAt),
});
