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

/** Listings that may be one contract, read side by side and decided on; and what was decided before. */
export default function ReviewPage() {
  return (
    <>
      <PageTitle>Match review</PageTitle>
      <Text size="sm" c="dimmed" mb="xs">
        Matching proposes, a person decides. Only what is approved is routed by BEST PRICE and SPLIT, for
        every account of this service. A venue that changes its words suspends what was approved.
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
  const open = proposals.data?.filter((proposal) => !decided.has(keyOf(proposal))) ?? null;
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
        <EmptyNote>Comparing the venues’ listings; in a large catalogue this takes some seconds …</EmptyNote>
      )}
      {open?.length === 0 && <EmptyNote>Nothing is proposed that nobody has decided on.</EmptyNote>}
      <div className="proposals">
        {open?.map((proposal) => (
          <ProposalCard
            key={keyOf(proposal)}
            proposal={proposal}
            onDecided={() => setDecided((before) => new Set([...before, keyOf(proposal)]))}
          />
        ))}
      </div>
    </>
  );
}

const keyOf = ({
  first,
  other,
}: {
  first: { instrument_id: number };
  other: { instrument_id: number };
}): string => `${first.instrument_id}/${other.instrument_id}`;
