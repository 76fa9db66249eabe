import { Group, Text } from '@mantine/core';
import type { Fill } from '../../../../sdk/src/index.ts';
import { useAccount } from '../../feed/useaccount.ts';
import { differenceOf, showGain, showMoney, sumOf } from '../../kit/amounts.ts';
import { EmptyNote, ErrorNote } from '../../kit/notes.tsx';
import { showDay } from '../../kit/times.ts';
import { toneOf } from '../../kit/tone.ts';
import { useQuery } from '../../kit/usequery.ts';
import { useSession } from '../../session/session.tsx';

const FILLS_MAX = 1_000;
const WIDTH = 800;
const HEIGHT = 120;

/** Realised PnL after fees over the latest fills, step by step; asked again when another fill comes. */
export function PnlCurve() {
  const { client, subaccountId } = useSession();
  const { fills } = useAccount();
  const past = useQuery(
    `pnl/${subaccountId}`,
    (signal) => client.fills.list({ subaccount_id: subaccountId, limit: FILLS_MAX }, { signal }),
    { version: fills[0]?.id ?? '' },
  );
  if (past.error !== null && past.data === null)
    return <ErrorNote error={past.error} onRetry={past.reload} />;
  if (past.data === null) return null;
  if (past.data.length === 0) return <EmptyNote>No fill yet, so nothing is realised.</EmptyNote>;
  return <Curve fills={past.data.toReversed()} />;
}

function Curve({ fills }: { fills: readonly Fill[] }) {
  const pnl = sumOf(fills.map(({ realized_pnl: each }) => each));
  const fees = sumOf(fills.map(({ fee }) => fee));
  const net = differenceOf(pnl, fees);
  const first = fills[0];
  return (
    <>
      <Group justify="space-between">
        <h2 className="card-title">Realised PnL after fees</h2>
        <Text size="sm">
          <span className={toneOf(net)}>{showGain(net)}</span>
          <Text span size="xs" c="dimmed">
            {' '}
            of {fills.length} fills, {showMoney(fees)} fees among it
            {first === undefined ? '' : `, since ${showDay(first.timestamp)}`}
          </Text>
        </Text>
      </Group>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height={HEIGHT}
        aria-hidden="true"
      >
        <Line values={stepsOf(fills)} />
      </svg>
      <Text size="xs" c="dimmed">
        {fills.length === FILLS_MAX ? `The latest ${FILLS_MAX} fills; ` : ''}one step for each fill. Positions
        still open are not in it.
      </Text>
    </>
  );
}

/** The running sum after each fill; floats, for the picture only. */
function stepsOf(fills: readonly Fill[]): readonly number[] {
  let sum = 0;
  return [0, ...fills.map(({ realized_pnl: pnl, fee }) => (sum += Number(pnl) - Number(fee)))];
}

function Line({ values }: { values: readonly number[] }) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (value: number): number =>
    high === low ? HEIGHT / 2 : HEIGHT - 4 - ((value - low) / (high - low)) * (HEIGHT - 8);
  const x = (index: number): number => (index / Math.max(1, values.length - 1)) * WIDTH;
  const path = values.map((value, index) =>
    index === 0 ? `M0 ${y(value)}` : `H${x(index).toFixed(1)}V${y(value).toFixed(1)}`,
  );
  const zero = y(0);
  return (
    <>
      <line x1="0" x2={WIDTH} y1={zero} y2={zero} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
      <path
        d={path.join('')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </>
  );
}
