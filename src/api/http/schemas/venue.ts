import { Type } from 'typebox';
import { Nullable, Time, Timestamp, VenueName } from './common.ts';

const CountSchema = Type.Integer({ minimum: 0 });
const StateSchema = { healthy: Type.Boolean(), reason: Nullable(Type.String()) };

export const VenueHealthHistorySchema = Type.Object(
  {
    venue: VenueName,
    ...StateSchema,
    latency_ms: Type.Optional(CountSchema),
    checked_at: Time,
    changes: Type.Array(Type.Object({ at: Time, ...StateSchema }), {
      description: 'Oldest first, at most 500; the first tells how it began.',
    }),
    latency: Type.Array(
      Type.Object({
        t: Timestamp,
        checks: CountSchema,
        p50_ms: CountSchema,
        p90_ms: CountSchema,
        p99_ms: CountSchema,
        max_ms: CountSchema,
      }),
      { description: 'By five minutes, ascending, the last day; without those in which it never answered.' },
    ),
    budgets: Type.Array(
      Type.Object({
        name: Type.String(),
        left: CountSchema,
        burst: CountSchema,
        per_second: CountSchema,
        for_cancels: Type.Boolean({ description: 'Nothing but cancels may use it.' }),
      }),
      {
        description:
          'What may still be sent there before we wait, in what the venue counts by; empty where it has no limit.',
      },
    ),
  },
  {
    description: 'How a venue was since the service started.',
    examples: [
      {
        venue: 'Kalshi',
        healthy: true,
        reason: null,
        latency_ms: 31,
        checked_at: '2026-07-01T12:00:00.000Z',
        changes: [
          { at: '2026-07-01T11:00:00.000Z', healthy: false, reason: 'starting' },
          { at: '2026-07-01T11:00:01.000Z', healthy: true, reason: null },
        ],
        latency: [{ t: 1782907200000, checks: 60, p50_ms: 28, p90_ms: 41, p99_ms: 77, max_ms: 90 }],
        budgets: [
          { name: 'write:0', left: 72, burst: 80, per_second: 80, for_cancels: false },
          { name: 'write:0', left: 20, burst: 20, per_second: 20, for_cancels: true },
        ],
      },
    ],
  },
);
