import { Badge, Button, Card, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { MatchListing, MatchProposal } from '../../../../sdk/src/index.ts';
import { SafetyBadge } from '../../components/safety-badge.tsx';
import { Comparison } from './comparison.tsx';
import { verdictLabel } from './verdicts.ts';

interface ProposalCardProps {
  readonly proposal: MatchProposal;
  readonly onDecided: () => void;
}

/** A summary of two listings; expands to the comparison and the decision form. */
export function ProposalCard({ proposal, onDecided }: ProposalCardProps) {
  const { first, other } = proposal;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card withBorder padding="xs" component="section" aria-label={`${first.title} and ${other.title}`}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Listing listing={first} />
          <Listing listing={other} />
        </div>
        <Group gap="xs">
          <SafetyBadge safety={proposal.safety} />
          <Badge variant="light" color={proposal.verdict === 'unsure' ? 'yellow' : 'teal'}>
            {verdictLabel(proposal)}
          </Badge>
          <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Collapse' : 'Compare'}
          </Button>
        </Group>
      </Group>
      {isOpen && <Comparison proposal={proposal} onDecided={onDecided} />}
    </Card>
  );
}

function Listing({ listing: { title, venue, ticker } }: { listing: MatchListing }) {
  return (
    <Text size="sm">
      {title}{' '}
      <Text span size="xs" c="dimmed">
        {venue} · {ticker}
      </Text>
    </Text>
  );
}
