import { Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useLocation } from 'wouter';
import type { VenueHealth } from '../../../sdk/src/index.ts';
import type { Problem } from '../feed/health-log.ts';
import { useHealth } from '../feed/use-health.ts';
import { useStreamState } from '../feed/use-stream-state.ts';

/** A dot for each venue with its latency or error, and one for the stream of books. */
export function Health() {
  const { venues, problem } = useHealth();
  const stream = useStreamState();
  const [, go] = useLocation();
  const isBroken = !stream.isLive && stream.why !== null && stream.why !== 'connecting';
  return (
    <UnstyledButton className="wide-only" onClick={() => go('/venues')} aria-label={toLabel(venues, problem)}>
      <Group gap={10} wrap="nowrap">
        {problem !== null && (
          <Dot name="Service" isWell={false} words={`The service: ${problem.error.message}`} />
        )}
        {isBroken && <Dot name="Stream" isWell={false} words={stream.why} />}
        {venues.map((venue) => (
          <Dot key={venue.venue} name={venue.venue} isWell={venue.healthy} words={toText(venue)} />
        ))}
      </Group>
    </UnstyledButton>
  );
}

const toLabel = (venues: readonly VenueHealth[], problem: Problem | null): string =>
  `Venue health: ${problem === null ? venues.map(toText).join('; ') : problem.error.message}`;

const toText = ({ venue, healthy, latency_ms: latency, reason }: VenueHealth): string =>
  healthy ? `${venue} answers in ${latency ?? '?'} ms` : `${venue}: ${reason ?? 'not healthy'}`;

function Dot({ name, isWell, words }: { name: string; isWell: boolean; words: string }) {
  return (
    <Tooltip label={words}>
      <Group gap={4} wrap="nowrap">
        <span className={isWell ? 'dot dot-well' : 'dot dot-ill'} aria-hidden="true">
          {isWell ? '●' : '▲'}
        </span>
        <Text size="xs" visibleFrom="md">
          {name}
        </Text>
      </Group>
    </Tooltip>
  );
}
