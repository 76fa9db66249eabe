import { Text } from '@mantine/core';
import type { VenueHealthHistory } from '../../../../sdk/src/index.ts';
import { computeShare, showAmount } from '../../components/amounts.ts';
import { Bar, Figures } from '../../components/figures.tsx';
import { ErrorNote } from '../../components/notes.tsx';
import { showDay } from '../../components/times.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';

const EVERY_MS = 5_000;
const CHANGES_MAX = 5;
const WIDTH = 320;
const HEIGHT = 40;

/** A venue's remaining request budget, latency and health changes since the service started. */
export function VenueHistory({ name }: { name: string }) {
  const { client } = useSession();
  const history = useQuery(`history/${name}`, (signal) => client.venues.history(name, { signal }), {
    everyMs: EVERY_MS,
  });
  if (history.error !== null && history.data === null)
    return <ErrorNote error={history.error} onRetry={history.reload} />;
  if (history.data === null) return null;
  const { budgets, changes, latency } = history.data;
  return (
    <>
      <h3 className="part-title">Requests left before throttling</h3>
      <Budgets budgets={budgets} />
      <h3 className="part-title">Latency of the last day</h3>
      <Latency latency={latency} />
      <h3 className="part-title">Changes since the service started</h3>
      <Changes changes={changes} />
    </>
  );
}

function Budgets({ budgets }: Pick<VenueHealthHistory, 'budgets'>) {
  if (budgets.length === 0) return <Quiet>This venue has no limit.</Quiet>;
  return budgets.map(({ name, left, burst, per_second: rate, for_cancels: isForCancels }) => {
    const share = computeShare(String(left), String(burst));
    const title = `${name}${isForCancels ? ', reserved for cancels' : ''}`;
    return (
      <div key={title}>
        <Figures
          rows={[
            [
              title,
              `${showAmount(String(left))} of ${showAmount(String(burst))}, ${showAmount(String(rate))} a second`,
            ],
          ]}
        />
        <Bar share={share} tone={share < 0.1 ? 'over' : share < 0.3 ? 'near' : 'plain'} />
      </div>
    );
  });
}

/** A bar for each five minutes: its height is the 99th percentile, and the inner bar is the median. */
function Latency({ latency }: Pick<VenueHealthHistory, 'latency'>) {
  const last = latency.at(-1);
  if (last === undefined) return <Quiet>No response yet.</Quiet>;
  const most = Math.max(1, ...latency.map(({ p99_ms: slow }) => slow));
  const step = WIDTH / Math.max(24, latency.length);
  const height = (ms: number): number => Math.max(1, (ms / most) * HEIGHT);
  return (
    <>
      <svg
        className="buy"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width="100%"
        height={HEIGHT}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {latency.map(({ t, p50_ms: half, p99_ms: slow }, index) => (
          <g key={t} fill="currentColor">
            <rect
              x={index * step}
              y={HEIGHT - height(slow)}
              width={step * 0.8}
              height={height(slow)}
              opacity="0.3"
            />
            <rect x={index * step} y={HEIGHT - height(half)} width={step * 0.8} height={height(half)} />
          </g>
        ))}
      </svg>
      <Quiet>
        {`Last five minutes: median ${last.p50_ms} ms, 99th percentile ${last.p99_ms} ms, maximum ${last.max_ms} ms over ${last.checks} checks.`}
      </Quiet>
    </>
  );
}

function Changes({ changes }: Pick<VenueHealthHistory, 'changes'>) {
  return (
    <ul className="changes" aria-label="Changes">
      {changes
        .toReversed()
        .slice(0, CHANGES_MAX)
        .map(({ at, healthy, reason }) => (
          <li key={`${at}/${healthy}`}>
            <span className={healthy ? 'buy' : 'sell'}>{healthy ? '● healthy' : '▲ unhealthy'}</span>{' '}
            {showDay(at)}
            {reason === null ? '' : `: ${reason}`}
          </li>
        ))}
    </ul>
  );
}

function Quiet({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  );
}
