import { Type } from 'typebox';
import { type Caller, GUARD_SCOPES } from '#contract';
import type { GuardState, TradingService } from '#orders';
import { type Call, type RouteResult, respond, respondWith, route } from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
import {
  Count,
  Nullable,
  OptionalSubaccountQuery,
  renderOptionalTime,
  SubaccountIdSchema,
  Time,
  VenueNameSchema,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

const TIMEOUT_MS_MIN = 5_000;
const TIMEOUT_MS_MAX = 600_000;

const ScopeSchema = Type.Enum([...GUARD_SCOPES], {
  description: '`KEY`: the orders of the key. `SUBACCOUNT`: all orders of the subaccounts.',
});

export const GuardSchema = Type.Object(
  {
    subaccount_id: Nullable(SubaccountIdSchema),
    armed: Type.Boolean(),
    timeout_ms: Count,
    scope: ScopeSchema,
    block_after: Type.Boolean({ description: 'New orders are refused once it has fired.' }),
    deadline_at: Nullable(Time),
    fires_latest_at: Nullable(
      Time,
      'After a crash it fires at this time at the latest, or at the next start.',
    ),
    fired_count: Count,
    last_fired_at: Nullable(Time),
    blocked: Type.Boolean({
      description: 'It has fired, and new orders get 403 `guard_fired` until the next `PUT`.',
    }),
    venues: Type.Array(
      Type.Object({
        venue: VenueNameSchema,
        dead_service: Type.Enum(['HEARTBEAT', 'NONE'], {
          description:
            'What the venue itself cancels when the service is down. `HEARTBEAT`: all orders of the API key, once heartbeats stop. `NONE`: nothing.',
        }),
        cancels_in_ms: Type.Optional({ ...Count, description: 'Only with `HEARTBEAT`.' }),
        note: Type.String(),
      }),
    ),
  },
  {
    description:
      'It cancels orders unless it is renewed before `deadline_at`. After a crash it fires at `fires_latest_at` at the latest, or at the next start.',
    examples: EXAMPLES.Guard,
  },
);

export const GuardChangeSchema = Type.Object(
  {
    subaccount_id: Type.Optional(SubaccountIdSchema),
    timeout_ms: Type.Union(
      [Type.Literal(0), Type.Integer({ minimum: TIMEOUT_MS_MIN, maximum: TIMEOUT_MS_MAX })],
      {
        expects: `must be 0 or an integer from ${TIMEOUT_MS_MIN} to ${TIMEOUT_MS_MAX}`,
        description: 'The guard fires this long after the last call; 0 disarms it.',
      },
    ),
    block_after: Type.Optional(Type.Boolean({ description: 'Default: `true`.' })),
    scope: Type.Optional(ScopeSchema),
  },
  {
    description:
      'Without `subaccount_id`, the guard of all subaccounts of the key. `scope` defaults to `KEY`.',
    examples: EXAMPLES.GuardChange,
  },
);

export const guardRoutes = [
  route({
    tag: 'Risk',
    permission: 'trade',
    bucket: 'risk',
    method: 'PUT',
    path: '/v1/risk/guard',
    name: 'setGuard',
    agents: true,
    summary: 'Arm, renew or disarm a guard',
    notes:
      'Each call moves the deadline. A guard that is not renewed in time cancels the orders in its scope with the reason `guard`. The permission `trade` suffices. An agent key sets guards with the scope `KEY` only.',
    body: GuardChangeSchema,
    response: GuardSchema,
    rejections: ['agent_policy', 'not_found'],
    handle: setGuard,
  }),
  route({
    tag: 'Risk',
    path: '/v1/risk/guard',
    name: 'getGuard',
    agents: true,
    summary: 'Get the guard of a subaccount or of the key',
    query: OptionalSubaccountQuery,
    response: GuardSchema,
    rejections: ['not_found'],
    handle: ({ deps, caller, query }) =>
      respondWith(deps.trading.risk.guard(caller, query.subaccount_id ?? null), renderGuard),
  }),
];

const readChange = createBodyReader(GuardChangeSchema);

/** A renewal is not audited: it changes the deadline only, and the stored ones are events. */
async function setGuard({ deps, caller, body }: Call): Promise<RouteResult> {
  const change = readChange(body);
  if (!change.ok) return change;
  const { subaccount_id: subaccountId = null, timeout_ms: timeoutMs, scope = 'KEY' } = change.value;
  const request = { subaccountId, timeoutMs, scope, blockAfter: change.value.block_after ?? true };
  const set = await deps.trading.risk.setGuard(caller, request);
  if (!set.ok) return set;
  const response = respond(renderGuard(set.value));
  return response.ok ? { ok: true, value: { ...response.value, isRecorded: true } } : response;
}

/** True when the call only moves the deadline of an armed guard: most such calls write nothing. */
export function isGuardRenewal(
  body: unknown,
  trading: Pick<TradingService, 'risk'>,
  caller: Caller,
): boolean {
  const change = readChange(body);
  if (!change.ok) return false;
  const { subaccount_id: subaccountId = null, timeout_ms, scope = 'KEY', block_after = true } = change.value;
  const found = trading.risk.guard(caller, subaccountId);
  if (!found.ok || found.value.deadlineAt === null || found.value.guard === null) return false;
  const { guard } = found.value;
  return guard.timeoutMs === timeout_ms && guard.scope === scope && guard.blockAfter === block_after;
}

const renderGuard = ({ subaccountId, guard, deadlineAt, venues }: GuardState) => ({
  subaccount_id: subaccountId,
  armed: deadlineAt !== null,
  timeout_ms: guard?.timeoutMs ?? 0,
  scope: guard?.scope ?? 'KEY',
  block_after: guard?.blockAfter ?? true,
  deadline_at: renderOptionalTime(deadlineAt),
  fires_latest_at: renderOptionalTime(guard?.latestAt ?? null),
  fired_count: guard?.firedCount ?? 0,
  last_fired_at: renderOptionalTime(guard?.lastFiredAt ?? null),
  blocked: guard?.blocked ?? false,
  venues: venues.map(({ venue, cancelsInMs, note }) =>
    cancelsInMs === null
      ? { venue, dead_service: 'NONE', note }
      : { venue, dead_service: 'HEARTBEAT', cancels_in_ms: cancelsInMs, note },
  ),
});
