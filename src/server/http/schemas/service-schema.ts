import { Type } from 'typebox';
import { PERMISSIONS } from '../../../domain/access/access.ts';
import { REJECTION_CODES } from '../../../domain/model/result.ts';
import { Nullable, SubaccountId, Time, Timestamp } from './common-schema.ts';

export const NoQuery = Type.Object({});

export const AccountSchema = Type.Object(
  {
    account_id: Type.String(),
    key_id: Type.String(),
    permissions: Type.Array(Type.Enum([...PERMISSIONS])),
    subaccounts: Type.Array(SubaccountId),
    expires_at: Nullable(Time),
    server_time: Timestamp,
  },
  {
    description: 'The account and key of the caller, and the permissions of the key.',
    examples: [
      {
        account_id: 'acc_1',
        key_id: 'key_demo_1',
        permissions: ['read', 'trade', 'risk'],
        subaccounts: ['sa_1', 'sa_2'],
        expires_at: null,
        server_time: 1782907200000,
      },
    ],
  },
);

export const SubaccountSchema = Type.Object(
  {
    subaccount_id: SubaccountId,
    name: Type.String(),
    status: Type.Enum(['ACTIVE']),
    kill_switch_active: Type.Boolean(),
  },
  { examples: [{ subaccount_id: 'sa_1', name: 'Desk one', status: 'ACTIVE', kill_switch_active: false }] },
);

export const ServerTimeSchema = Type.Object(
  { timestamp: Timestamp },
  { examples: [{ timestamp: 1782907200000 }] },
);

export const HealthSchema = Type.Object(
  {
    status: Type.Enum(['ok', 'fail']),
    version: Type.String(),
    uptime_s: Type.Integer({ minimum: 0 }),
    profile: Type.Enum(['sandbox', 'live'], { description: '`live`: orders can be sent to real venues.' }),
    checks: Type.Object({}, { additionalProperties: true }),
  },
  {
    description: 'Returned with status 503 when `status` is `fail`.',
    examples: [
      {
        status: 'ok',
        version: '1.0.0',
        uptime_s: 12,
        profile: 'sandbox',
        checks: { storage: 'ok', venues: 'ok' },
      },
    ],
  },
);

export const ApiErrorSchema = Type.Object(
  {
    error: Type.Enum([...REJECTION_CODES]),
    message: Type.String(),
    details: Nullable(Type.Object({}, { additionalProperties: true })),
    request_id: Type.String(),
  },
  {
    description: 'Handle errors by `error`, then by HTTP status.',
    examples: [
      {
        error: 'validation',
        message: 'price is required for LIMIT',
        details: { fields: [{ field: 'price', issue: 'required' }] },
        request_id: 'req_7f3a',
      },
    ],
  },
);
