import { Type } from 'typebox';
import {
  describeTimeIssue,
  err,
  invalidField,
  notFound,
  ok,
  parseInputTime,
  type Rejection,
  type Result,
  renderTime,
  type TimestampMs,
} from '#contract';
import type { ReplayControl, ReplayStatus } from '#ports';
import { type Call, type RouteResult, respond, route } from '../route.ts';
import { createBodyReader } from '../schema-reader.ts';
import { Count, Time, TimeBody } from './common-schema.ts';
import EXAMPLES from './examples.json' with { type: 'json' };

export const ReplayCommandSchema = Type.Object(
  {
    op: Type.Enum(['pause', 'run', 'step', 'seek'], {
      description:
        '`run`: at the speed of the replay. `step`: the next recorded update, or everything until `until`, then pause. `seek`: as fast as possible until `until`.',
    }),
    until: Type.Optional(TimeBody),
  },
  {
    description: 'Moves the market time of a replay. `seek` requires `until`.',
    examples: EXAMPLES.ReplayCommand,
  },
);

export const ReplaySchema = Type.Object(
  {
    state: Type.Enum(['PAUSED', 'RUNNING', 'ENDED']),
    speed: Type.Union([Type.Enum(['step', 'max']), Type.Number({ exclusiveMinimum: 0 })], {
      description: 'A number is a multiple of the recorded speed.',
    }),
    market_time: Time,
    from: Time,
    to: Time,
    updates: { ...Count, description: 'Recorded updates applied so far.' },
  },
  {
    description: 'A replay of recorded market data. `updates` counts the recorded updates applied so far.',
    examples: EXAMPLES.Replay,
  },
);

export const replayRoutes = [
  route({
    tag: 'Replay',
    permission: 'risk',
    method: 'POST',
    path: '/v1/replay',
    name: 'controlReplay',
    summary: 'Move the market time of a replay',
    notes:
      'Only under profile replay; else `not_found`. `step` and `seek` are answered when everything that they caused is durable, so a client that only steps sees the same results in each run. The time only moves forward.',
    isAudited: false,
    computeTokens: (_, { replay }) => (replay === null ? 1 : 0), // a loop of steps is not a load on any venue
    body: ReplayCommandSchema,
    response: ReplaySchema,
    rejections: ['not_found'],
    handle: controlReplay,
  }),
];

const readCommand = createBodyReader(ReplayCommandSchema);

async function controlReplay({ deps, body }: Call): Promise<RouteResult> {
  const { replay } = deps;
  if (replay === null) return err(notFound('replay'));
  const command = readCommand(body);
  if (!command.ok) return command;
  const until = readUntil(command.value.until, replay.status());
  if (!until.ok) return until;
  const { op } = command.value;
  if (op === 'seek' && until.value === null) return err(invalidField('until', 'is required'));
  await move(replay, op, until.value);
  return respond(renderReplay(replay.status()));
}

async function move(replay: ReplayControl, op: string, until: TimestampMs | null): Promise<void> {
  if (op === 'pause') return replay.pause();
  if (op === 'run') return replay.run(until);
  if (op === 'seek' && until !== null) return replay.seek(until);
  return replay.step(until);
}

function readUntil(given: unknown, { marketTime, to }: ReplayStatus): Result<TimestampMs | null, Rejection> {
  if (given === undefined) return ok(null);
  const until = parseInputTime(given);
  if (until === null) return err(invalidField('until', describeTimeIssue(given)));
  const isInside = until >= marketTime && until <= to;
  return isInside
    ? ok(until)
    : err(invalidField('until', 'must be from the market time to the end of the replay'));
}

const renderReplay = ({ state, speed, marketTime, from, to, updates }: ReplayStatus) => ({
  state,
  speed,
  market_time: renderTime(marketTime),
  from: renderTime(from),
  to: renderTime(to),
  updates,
});
