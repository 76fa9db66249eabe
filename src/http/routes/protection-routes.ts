import { Type } from 'typebox';
import { parseQty, type Qty } from '#contract';
import { type ProtectionState, WINDOW_MS } from '#orders';
import { type Call, type RouteResult, respondWith, route } from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
import {
  Amount,
  Count,
  Nullable,
  PositiveDecimal,
  renderOptionalDecimal,
  renderOptionalTime,
  SubaccountIdSchema,
  SubaccountQuery,
  Time,
} from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

const WINDOW_MS_MAX = 3_600_000;
const FROZEN_MS_MAX = 86_400_000;

export const ProtectionSchema = Type.Object(
  {
    subaccount_id: SubaccountIdSchema,
    window_ms: Count,
    max_filled_qty: Nullable(Amount),
    max_net_qty: Nullable(Amount),
    frozen_ms: Count,
    filled_qty: { ...Amount, description: 'Filled by quotes within the window.' },
    net_qty: {
      ...Amount,
      description: 'Bought minus sold in YES terms, without sign, summed over the instruments.',
    },
    frozen: Type.Boolean({ description: '`PUT /v1/quotes` gets 403 `mmp_frozen`.' }),
    frozen_at: Nullable(Time),
    frozen_until: Nullable({ ...Time, description: 'Null while frozen: until it is reset.' }),
    breaches: Count,
    updated_at: Nullable(Time),
  },
  {
    description:
      'Market maker protection: quotes that fill `max_filled_qty` or `max_net_qty` within the window are withdrawn.',
    examples: EXAMPLES.MakerProtection,
  },
);

export const ProtectionChangeSchema = Type.Object(
  {
    subaccount_id: SubaccountIdSchema,
    window_ms: Type.Optional(
      Type.Integer({ minimum: 100, maximum: WINDOW_MS_MAX, description: `Default: ${WINDOW_MS}.` }),
    ),
    max_filled_qty: Type.Optional(Nullable(PositiveDecimal)),
    max_net_qty: Type.Optional(Nullable(PositiveDecimal)),
    frozen_ms: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: FROZEN_MS_MAX,
        description: 'How long quotes are refused after a breach. Default: 0, until it is reset.',
      }),
    ),
  },
  {
    description: 'Replaces all limits; one that is left out or null is none. Does not end a freeze.',
    examples: EXAMPLES.MakerProtectionChange,
  },
);

const ScopeSchema = Type.Object({ subaccount_id: SubaccountIdSchema });

export const protectionRoutes = [
  route({
    tag: 'Quotes',
    permission: 'risk',
    method: 'PUT',
    path: '/v1/risk/mmp',
    name: 'setMakerProtection',
    summary: 'Set the market maker protection of a subaccount',
    body: ProtectionChangeSchema,
    response: ProtectionSchema,
    rejections: ['not_found'],
    handle: setProtection,
  }),
  route({
    tag: 'Quotes',
    path: '/v1/risk/mmp',
    name: 'getMakerProtection',
    agents: true,
    summary: 'Get the market maker protection of a subaccount, and what its quotes have filled',
    query: SubaccountQuery,
    response: ProtectionSchema,
    rejections: ['not_found'],
    handle: ({ deps, caller, query }) =>
      respondWith(deps.trading.quotes.protection(caller, query.subaccount_id), renderProtection),
  }),
  route({
    tag: 'Quotes',
    permission: 'risk',
    method: 'POST',
    path: '/v1/risk/mmp/reset',
    name: 'resetMakerProtection',
    summary: 'End the freeze of a breach, and begin an empty window',
    body: ScopeSchema,
    response: ProtectionSchema,
    rejections: ['not_found'],
    handle: resetProtection,
  }),
];

const readChange = createBodyReader(ProtectionChangeSchema);
const readScope = createBodyReader(ScopeSchema);

async function setProtection({ deps, caller, body }: Call): Promise<RouteResult> {
  const read = readChange(body);
  if (!read.ok) return read;
  const { subaccount_id: id, window_ms: windowMs = WINDOW_MS, frozen_ms: frozenMs = 0 } = read.value;
  const readQty = (text: string | null | undefined): Qty | null => (text ? parseQty(text) : null);
  const { max_filled_qty: filled, max_net_qty: net } = read.value;
  const terms = { windowMs, frozenMs, filledQtyMax: readQty(filled), netQtyMax: readQty(net) };
  return respondWith(await deps.trading.quotes.setProtection(caller, id, terms), renderProtection);
}

async function resetProtection({ deps, caller, body }: Call): Promise<RouteResult> {
  const read = readScope(body);
  if (!read.ok) return read;
  const reset = await deps.trading.quotes.resetProtection(caller, read.value.subaccount_id);
  return respondWith(reset, renderProtection);
}

const renderProtection = ({ subaccountId, protection, isFrozen, totals }: ProtectionState) => ({
  subaccount_id: subaccountId,
  window_ms: protection?.windowMs ?? WINDOW_MS,
  max_filled_qty: renderOptionalDecimal(protection?.filledQtyMax ?? null),
  max_net_qty: renderOptionalDecimal(protection?.netQtyMax ?? null),
  frozen_ms: protection?.frozenMs ?? 0,
  filled_qty: renderOptionalDecimal(totals.filledQty),
  net_qty: renderOptionalDecimal(totals.netQty),
  frozen: isFrozen,
  frozen_at: renderOptionalTime(protection?.frozenAt ?? null),
  frozen_until: renderOptionalTime(protection?.frozenUntil ?? null),
  breaches: protection?.breaches ?? 0,
  updated_at: renderOptionalTime(protection?.updatedAt ?? null),
});
