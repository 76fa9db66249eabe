import './review.css';
import { Select, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { Decided } from './decided-list.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { VERDICTS } from './verdicts.ts';

const SHOWN_MAX = 50;

/** Proposed matches between listings to approve or reject, and past decisions. */
export default function ReviewPage() {
  return (
    <>
      <PageTitle>Match review</PageTitle>
      <Text size="sm" c="dimmed" mb="xs">
        Crossbook proposes matches and a person decides. Only approved matches are routed by BEST PRICE and
        SPLIT, for every account of this service. If a venue changes a listing's text, its approval is
        suspended.
      </Text>
      <Tabs defaultValue="proposed" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="proposed">Proposed</Tabs.Tab>
          <Tabs.Tab value="decided">Decided</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="proposed" pt="xs">
          <Proposals />
        </Tabs.Panel>
        <Tabs.Panel value="decided" pt="xs">
          <Decided />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Proposals() {
  const { client } = useSession();
  const [verdict, setVerdict] = useState<(typeof VERDICTS)[number]['value'] | null>(null);
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const query = { limit: SHOWN_MAX, ...(verdict === null ? {} : { verdict }) };
  const proposals = useQuery(`proposals/${verdict}`, (signal) =>
    client.matching.proposals(query, { signal }),
  );
  const open = proposals.data?.filter((proposal) => !decided.has(toKey(proposal))) ?? null;
  return (
    <>
      <Select
        aria-label="Verdict"
        placeholder="Any verdict"
        size="xs"
        w={260}
        mb="xs"
        clearable
        value={verdict}
        onChange={setVerdict}
        data={VERDICTS.map((each) => ({ ...each }))}
      />
      {proposals.error !== null && <ErrorNote error={proposals.error} onRetry={proposals.reload} />}
      {open === null && proposals.error === null && (
        <EmptyNote>Comparing the venues’ listings. With many listings this takes some seconds …</EmptyNote>
      )}
      {open?.length === 0 && <EmptyNote>No open proposals: all proposed matches are decided.</EmptyNote>}
      <div className="proposals">
        {open?.map((proposal) => (
          <ProposalCard
            key={toKey(proposal)}
            proposal={proposal}
            onDecided={() => setDecided((before) => new Set([...before, toKey(proposal)]))}
          />
        ))}
      </div>
    </>
  );
}

const toKey = ({
  first,
  other,
}: {
  first: { instrument_id: number };
  other: { instrument_id: number };
}): string => `${first.instrument_id}/${other.instrument_id}`;
