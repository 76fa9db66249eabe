import type { HealthSample } from '../../feed/health-log.ts';

const WIDTH = 320;
const HEIGHT = 40;

/** A bar for each answer, as high as it was slow; a full red one where the venue was ill. */
export function LatencyLine({ samples }: { samples: readonly HealthSample[] }) {
  const most = Math.max(1, ...samples.map(({ latencyMs }) => latencyMs ?? 0));
  const step = WIDTH / Math.max(60, samples.length);
  const heightOf = ({ isWell, latencyMs }: HealthSample): number =>
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
          y={HEIGHT - heightOf(sample)}
          height={heightOf(sample)}
        />
      ))}
    </svg>
  );
}
