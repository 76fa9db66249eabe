import type { HealthSample } from '../../feed/health-log.ts';

const WIDTH = 320;
const HEIGHT = 40;

/** A bar for each health check: its height is the latency, and a full red bar is a failed check. */
export function LatencyLine({ samples }: { samples: readonly HealthSample[] }) {
  const most = Math.max(1, ...samples.map(({ latencyMs }) => latencyMs ?? 0));
  const step = WIDTH / Math.max(60, samples.length);
  const computeHeight = ({ isWell, latencyMs }: HealthSample): number =>
    isWell ? Math.max(2, ((latencyMs ?? 0) / most) * HEIGHT) : HEIGHT;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      height={HEIGHT}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {samples.map((sample, index) => (
        <rect
          key={sample.at}
          className={sample.isWell ? 'buy' : 'sell'}
          fill="currentColor"
          x={index * step}
          width={step * 0.8}
          y={HEIGHT - computeHeight(sample)}
          height={computeHeight(sample)}
        />
      ))}
    </svg>
  );
}
