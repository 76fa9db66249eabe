import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useRoute } from 'wouter';
import { ApiError } from '../../../sdk/src/index.ts';
import { showSpan } from '../components/times.ts';
import { useNow } from '../components/use-now.ts';
import { useQuery } from '../components/use-query.ts';
import { type HealthState, type Problem, unhealthySince } from '../feed/health-log.ts';
import { useHealth } from '../feed/use-health.ts';
import { useSession } from '../sign-in/auth-session.tsx';

const CLOCK_OFF_MS = 5_000; // smaller differences are not reported

/** Warnings that concern all pages: revoked key, unreachable service, clock difference, unhealthy venues. */
export function Notices() {
  const health = useHealth();
  const now = useNow();
  return (
    <>
      {health.problem !== null && <Unanswered problem={health.problem} now={now} />}
      {Math.abs(health.clockOffMs) > CLOCK_OFF_MS && <ClockOff offMs={health.clockOffMs} />}
      {health.problem === null && <WaitingApprovals />}
      {health.problem === null && <IllVenues health={health} now={now} />}
    </>
  );
}

const APPROVALS_MS = 5_000;

/** Orders of agents that this key can decide on; they expire in minutes. */
function WaitingApprovals() {
  const { client, account } = useSession();
  const [isOnPage] = useRoute('/approvals');
  const canDecide = account.permissions.includes('risk') && account.agent === null;
  const waiting = useQuery(
    `notice/approvals/${canDecide}`,
    async (signal) => (canDecide ? client.approvals.list({ status: 'PENDING' }, { signal }) : []),
    { everyMs: APPROVALS_MS },
  );
  const count = waiting.data?.length ?? 0;
  if (count === 0 || isOnPage) return null;
  const title = count === 1 ? 'An order of an agent waits' : `${count} orders of agents wait`;
  return (
    <Notice title={`${title} for your approval`} isMild>
      Without an answer it expires after five minutes. <Link href="/approvals">Approvals</Link>
    </Notice>
  );
}

function Unanswered({ problem: { error, since }, now }: { problem: Problem; now: number }) {
  const { signOut } = useSession();
  if (error instanceof ApiError && error.status === 401) {
    return (
      <Notice title="This key is no longer accepted">
        It was revoked or has expired ({error.message}). These pages show the last known state. Orders that
        rest at venues stay there.
        <Button size="compact-xs" variant="default" onClick={signOut}>
          Use another key
        </Button>
      </Notice>
    );
  }
  return (
    <Notice title={`The service has not responded for ${showSpan(now - since)}`}>
      {error.message}. These pages show the last known state. Orders that rest at venues stay there and may
      fill. The terminal retries every few seconds.
    </Notice>
  );
}

function ClockOff({ offMs }: { offMs: number }) {
  const direction = offMs > 0 ? 'ahead of' : 'behind';
  return (
    <Notice title={`This computer's clock is ${showSpan(offMs)} ${direction} the service's`} isMild>
      Requests are signed with the service's time and are accepted. Times on these pages are this computer's.
    </Notice>
  );
}

function IllVenues({ health: { venues, samples }, now }: { health: HealthState; now: number }) {
  const ill = venues.filter(({ healthy }) => !healthy);
  if (ill.length === 0) return null;
  const words = ill.map(({ venue, reason }) => {
    const since = unhealthySince(samples.get(venue) ?? []);
    return `${venue} for ${since === null ? 'a moment' : showSpan(now - since)} (${reason ?? 'no reason given'})`;
  });
  return (
    <Notice title={`Not healthy: ${words.join(', ')}`} isMild>
      BEST PRICE and SPLIT send no orders there. A DIRECT order may be rejected or delayed. Cancels are sent
      when it responds again.
    </Notice>
  );
}

function Notice({
  title,
  isMild = false,
  children,
}: {
  title: string;
  isMild?: boolean;
  children: ReactNode;
}) {
  return (
    <Alert color={isMild ? 'yellow' : 'red'} role="alert" title={title} py="xs" mb="sm" className="notice">
      <Group gap="xs">
        <Text size="sm" component="span">
          {children}
        </Text>
      </Group>
    </Alert>
  );
}
