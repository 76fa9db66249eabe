import { Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useLocation } from 'wouter';
import type { VenueHealth } from '../../../sdk/src/index.ts';
import type { Problem } from '../feed/health-log.ts';
import { useHealth } from '../feed/use-health.ts';
import { useStreamProblem } from '../feed/use-stream-state.ts';

/** A dot for each venue with its latency or error, and one for the stream of books. A venue's state is not known while the service is silent. */
export function Health() {
  const { venues, problem } = useHealth();
  const streamProblem = useStreamProblem();
  const [, go] = useLocation();
  return (
    <UnstyledButton className="wide-only" onClick={() => go('/venues')} aria-label={toLabel(venues, problem)}>
      <Group gap={10} wrap="nowrap">
        {problem !== null && (
          <Dot name="Service" look="ill" words={`The service: ${problem.error.message}`} />
        )}
        {streamProblem !== null && <Dot name="Stream" look="ill" words={streamProblem} />}
        {venues.map((venue) => (
          <Dot
            key={venue.venue}
            name={venue.venue}
            look={problem !== null ? 'unknown' : venue.healthy ? 'well' : 'ill'}
            words={problem === null ? toText(venue) : `${venue.venue}: not known`}
          />
        ))}
      </Group>
    </UnstyledButton>
  );
}

const toLabel = (venues: readonly VenueHealth[], problem: Problem | null): string =>
  `Venue health: ${problem === null ? venues.map(toText).join('; ') : problem.error.message}`;

const toText = ({ venue, healthy, latency_ms: latency, reason }: VenueHealth): string =>
  healthy ? `${venue} answers in ${latency ?? '?'} ms` : `${venue}: ${reason ?? 'not healthy'}`;

const GLYPHS = { well: '●', ill: '▲', unknown: '○' } as const;

function Dot({ name, look, words }: { name: string; look: keyof typeof GLYPHS; words: string }) {
  return (
    <Tooltip label={words}>
      <Group gap={4} wrap="nowrap">
        <span className={`dot dot-${look}`} aria-hidden="true">
          {GLYPHS[look]}
        </span>
        <Text size="xs" visibleFrom="md">
          {name}
        </Text>
      </Group>
    </Tooltip>
  );
}
