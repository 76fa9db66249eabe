import './venues.css';
import { Alert, Card, Text } from '@mantine/core';
import type { Venue, VenueHealth } from '../../../../sdk/src/index.ts';
import { Figures } from '../../components/figures.tsx';
import { ErrorNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { showClock } from '../../components/times.ts';
import { useQuery } from '../../components/use-query.ts';
import type { HealthSample } from '../../feed/health-log.ts';
import { useHealth } from '../../feed/use-health.ts';
import { useProfile } from '../../shell/use-profile.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { capabilityRows } from './capabilities.ts';
import { LatencyLine } from './latency-line.tsx';
import { VenueHistory } from './venue-history.tsx';

const EVERY_MS = 30_000;

/** The health, history and capabilities of each venue. */
export default function VenuesPage() {
  const { client } = useSession();
  const venues = useQuery('venues', (signal) => client.venues.list({ signal }), { everyMs: EVERY_MS });
  const { venues: health, samples, since, problem } = useHealth();
  return (
    <>
      <PageTitle>Venues</PageTitle>
      <ProfileNote />
      {problem !== null && <ErrorNote error={problem.error} />}
      {venues.error !== null && <ErrorNote error={venues.error} onRetry={venues.reload} />}
      <div className="three">
        {venues.data?.map((venue) => (
          <VenueCard
            key={venue.name}
            venue={venue}
            health={health.find((each) => each.venue === venue.name)}
            samples={samples.get(venue.name) ?? []}
            since={since}
          />
        ))}
      </div>
    </>
  );
}

function ProfileNote() {
  const isLive = useProfile() === 'live';
  return (
    <Alert color={isLive ? 'red' : 'teal'} py="xs" mb="sm" title={isLive ? 'LIVE' : 'SANDBOX'}>
      {isLive
        ? 'At least one venue is real: orders sent to it use real money.'
        : 'Every tradable venue is simulated on this machine. Orders, fills and positions behave as they would live, but no order leaves this computer and no real money is used.'}
    </Alert>
  );
}

interface VenueCardProps {
  readonly venue: Venue;
  readonly health: VenueHealth | undefined;
  readonly samples: readonly HealthSample[];
  readonly since: number;
}

function VenueCard({ venue, health, samples, since }: VenueCardProps) {
  return (
    <Card withBorder padding="sm" component="section" aria-label={venue.name}>
      <h2 className="card-title">{venue.name}</h2>
      <Text size="sm" mb={4}>
        {venue.status === 'DISABLED' ? (
          '– Disabled. An operator can enable it in the configuration.'
        ) : (
          <HealthWords health={health} />
        )}
      </Text>
      {venue.status === 'LIVE' && (
        <>
          <LatencyLine samples={samples} />
          <Text size="xs" c="dimmed" mb="xs">
            {toSummary(samples)} since {showClock(since)}
          </Text>
          <Figures rows={capabilityRows(venue)} label={`What ${venue.name} can do`} />
          <VenueHistory name={venue.name} />
        </>
      )}
    </Card>
  );
}

function HealthWords({ health }: { health: VenueHealth | undefined }) {
  if (health === undefined) return <>… not checked yet</>;
  const { healthy, latency_ms: latency, reason, checked_at: at } = health;
  return (
    <>
      <span className={healthy ? 'buy' : 'sell'}>{healthy ? '● Healthy' : '▲ Not healthy'}</span>
      {healthy
        ? latency === undefined
          ? ''
          : `, answers in ${latency} ms`
        : `: ${reason ?? 'no reason given'}`}
      <Text span size="xs" c="dimmed">
        {' '}
        checked {showClock(at)}
      </Text>
    </>
  );
}

function toSummary(samples: readonly HealthSample[]): string {
  const unhealthy = samples.filter(({ isWell }) => !isWell).length;
  const known = samples.flatMap(({ latencyMs }) => (latencyMs === null ? [] : [latencyMs]));
  const spread = known.length === 0 ? '' : `, ${Math.min(...known)} to ${Math.max(...known)} ms`;
  return `${samples.length} checks, ${unhealthy} unhealthy${spread}`;
}
