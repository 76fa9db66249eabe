import { Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { CandleInterval, PnlPoint } from '../../../../sdk/src/index.ts';
import { negated, roundUp, showGain, showMoney } from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { Headline } from '../../components/figures.tsx';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { showDay } from '../../components/times.ts';
import { useQuery } from '../../components/use-query.ts';
import { useAccount } from '../../feed/use-account.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { computeCurve } from './pnl-curve-data.ts';

const POINTS_MAX = 300;
const EVERY_MS = 10_000;
const WIDTH = 800;
const HEIGHT = 140;
const INTERVALS: readonly CandleInterval[] = ['1m', '15m', '1h', '1d'];

/** Total and realised PnL over time. The last point is the current value. */
export function PnlCurve() {
  const { client, subaccountId } = useSession();
  const fills = useAccount('fills');
  const [interval, setInterval] = useState<CandleInterval>('1h');
  const query = { subaccount_id: subaccountId, interval, limit: POINTS_MAX };
  const points = useQuery(`pnl/${subaccountId}/${interval}`, (signal) => client.pnl.list(query, { signal }), {
    version: fills[0]?.id ?? '',
    everyMs: EVERY_MS,
  });
  return (
    <>
      <Group justify="space-between">
        <h2 className="card-title">PnL after fees</h2>
        <SegmentedControl
          size="xs"
          aria-label="Interval between points"
          value={interval}
          onChange={(value) => setInterval(value)}
          data={[...INTERVALS]}
        />
      </Group>
      {points.error !== null && points.data === null && (
        <ErrorNote error={points.error} onRetry={points.reload} />
      )}
      {points.data?.length === 0 && <EmptyNote>No fills yet, so there is no PnL.</EmptyNote>}
      {points.data !== null && points.data.length > 0 && <PnlSummary points={points.data} />}
    </>
  );
}

function PnlSummary({ points }: { points: readonly PnlPoint[] }) {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const { equity, realized_pnl: realised, unrealized_pnl: open, fees } = last;
  return (
    <>
      <div className="headlines">
        <Headline name="Total" value={showGain(equity)} tone={gainClass(equity)} />
        <Headline name="Realised" value={showGain(realised)} tone={gainClass(realised)} />
        <Headline name="Unrealised" value={showGain(open)} tone={gainClass(open)} />
        <Headline name="Fees" value={showMoney(negated(roundUp(fees)))} />
      </div>
      <CurveSvg points={points} />
      <Text size="xs" c="dimmed">
        ━ total ┄ realised after fees. From {showDay(first.t)} to now, {points.length}{' '}
        {points.length === 1 ? 'point' : 'points'}; open positions are valued at mark prices.
      </Text>
    </>
  );
}

function CurveSvg({ points }: { points: readonly PnlPoint[] }) {
  const { all, certain, zero } = computeCurve(points, WIDTH, HEIGHT);
  const line = { fill: 'none', stroke: 'currentColor', vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      width="100%"
      height={HEIGHT}
      aria-hidden="true"
    >
      <line x1="0" x2={WIDTH} y1={zero} y2={zero} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
      <path d={certain} {...line} strokeWidth="1" strokeDasharray="4 4" opacity="0.7" />
      <path d={all} {...line} strokeWidth="1.5" />
    </svg>
  );
}
