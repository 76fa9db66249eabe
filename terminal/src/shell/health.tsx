import { Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { VenueHealth } from '../../../sdk/src/index.ts';
import { useQuery } from '../kit/usequery.ts';
import { useSession } from '../session/session.tsx';

const ASK_EVERY_MS = 5_000;

/** A dot for each venue, with how quick it answers or why it does not, and one for our own stream of books. */
export function Health() {
  const { client, feed } = useSession();
  const [, go] = useLocation();
  const { data, error } = useQuery('health', (signal) => client.venues.health({ signal }), {
    everyMs: ASK_EVERY_MS,
  });
  const [stream, setStream] = useState(feed.state);
  useEffect(() => feed.onState(() => setStream(feed.state)), [feed]);
  if (error !== null && data === null) return <Dot name="Service" isWell={false} words={error.message} />;
  return (
    <UnstyledButton onClick={() => go('/venues')} aria-label="Venue health">
      <Group gap={10} wrap="nowrap">
        {error !== null && <Dot name="Service" isWell={false} words={error.message} />}
        {stream.why !== null && !stream.isLive && stream.why !== 'connecting' && (
          <Dot name="Stream" isWell={false} words={stream.why} />
        )}
        {data
          ?.filter(({ reason }) => reason !== 'disabled')
          .map((venue) => (
            <Dot key={venue.venue} name={venue.venue} isWell={venue.healthy} words={wordsOf(venue)} />
          ))}
      </Group>
    </UnstyledButton>
  );
}

const wordsOf = ({ venue, healthy, latency_ms: latency, reason }: VenueHealth): string =>
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
        <span className="only-heard">{words}</span>
      </Group>
    </Tooltip>
  );
}
