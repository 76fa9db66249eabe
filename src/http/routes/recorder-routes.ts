import { Type } from 'typebox';
import { renderTime, type TimestampMs } from '#contract';
import type { Coverage } from '#domain';
import { type Call, type RouteResult, respond, route } from '../route.ts';
import { Count, Nullable, Time, VenueNameSchema } from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

const GAPS_MAX = 500;

export const RecorderSchema = Type.Object(
  {
    enabled: Type.Boolean(),
    state: Type.Enum(['OFF', 'RECORDING', 'DROPPING'], {
      description:
        '`DROPPING`: the disk is full or too slow, so updates are not recorded. Trading is not affected.',
    }),
    bytes: Count,
    max_bytes: Count,
    lag_ms: Count,
    queued_bytes: Count,
    dropped_updates: Count,
    spans: Type.Array(Type.Object({ venue: VenueNameSchema, from: Time, to: Time }), {
      description: 'Recorded times by venue, ascending.',
    }),
    gaps: Type.Array(
      Type.Object({ venue: VenueNameSchema, from: Time, to: Nullable(Time), reason: Type.String() }),
      {
        description:
          'Times without recording, or with the venue out of reach, newest first, at most 500. `to` null: it has not ended.',
      },
    ),
  },
  {
    description:
      'The recorder of market data. `bytes` counts all its files; `lag_ms` is the age of the oldest update that is not on disk.',
    examples: EXAMPLES.Recorder,
  },
);

export const recorderRoutes = [
  route({
    tag: 'Recorder',
    path: '/v1/recorder',
    name: 'getRecorder',
    agents: true,
    summary: 'Get the state of the recorder and the recorded times',
    response: RecorderSchema,
    handle: getRecorder,
  }),
];

function getRecorder({ deps }: Call): RouteResult {
  const status = deps.recorder?.status() ?? null;
  const coverage = status?.coverage ?? [];
  return respond({
    enabled: status !== null,
    state: status?.state ?? 'OFF',
    bytes: status?.bytes ?? 0,
    max_bytes: status?.bytesMax ?? 0,
    lag_ms: status?.lagMs ?? 0,
    queued_bytes: status?.queuedBytes ?? 0,
    dropped_updates: status?.droppedUpdates ?? 0,
    spans: coverage.map(({ venue, fromUs, toUs }) => ({ venue, from: renderUs(fromUs), to: renderUs(toUs) })),
    gaps: coverage.flatMap(listGaps).toSorted(byNewest).slice(0, GAPS_MAX),
  });
}

const listGaps = ({ venue, gaps }: Coverage) =>
  gaps.map(({ fromUs, toUs, reason }) => ({
    venue,
    from: renderUs(fromUs),
    to: toUs === null ? null : renderUs(toUs),
    reason,
  }));

const byNewest = (a: { readonly from: string }, b: { readonly from: string }): number =>
  a.from < b.from ? 1 : a.from > b.from ? -1 : 0;

const renderUs = (us: number): string => renderTime(Math.floor(us / 1_000) as TimestampMs);
