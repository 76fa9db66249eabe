import { Loader, Text } from '@mantine/core';
import type { MatchComparison, MatchDifference, MatchProposal } from '../../../../sdk/src/index.ts';
import { ErrorNote } from '../../components/notes.tsx';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { DecisionForm } from './decision-form.tsx';
import { REASON_SIGNS } from './verdicts.ts';

interface ComparisonProps {
  readonly proposal: MatchProposal;
  readonly onDecided: () => void;
}

/** Compares two listings field by field with marked differences, and shows the reasons of the score and the decision form. */
export function Comparison({ proposal, onDecided }: ComparisonProps) {
  const { client } = useSession();
  const ids = [proposal.first.instrument_id, proposal.other.instrument_id];
  const compared = useQuery(`compare/${ids.join(',')}`, (signal) => client.matching.compare(ids, { signal }));
  if (compared.error !== null) return <ErrorNote error={compared.error} onRetry={compared.reload} />;
  const judged = compared.data?.comparisons[0];
  if (compared.data === null || judged === undefined) return <Loader size="sm" aria-label="Comparing" />;
  return (
    <>
      <SideBySide members={compared.data.members} differences={judged.differences} />
      <Reasons reasons={judged.reasons} />
      <DecisionForm proposal={proposal} onDecided={onDecided} />
    </>
  );
}

const FIELD_WORDS: Readonly<Record<MatchDifference['field'], string>> = {
  title: 'Title',
  rules: 'Rules',
  open_time: 'Opens',
  close_time: 'Closes',
};

function SideBySide({
  members,
  differences,
}: {
  members: MatchComparison['members'];
  differences: readonly MatchDifference[];
}) {
  return (
    <table className="side-by-side">
      <caption className="visually-hidden">The text of each venue; differences are marked</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {members.slice(0, 2).map(({ instrument_id: id, venue }) => (
            <th key={id} scope="col">
              {venue}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <tr key={difference.field}>
            <th scope="row">
              {FIELD_WORDS[difference.field]}
              <Text size="xs" c="dimmed">
                {difference.same ? 'the same' : 'differs'}
              </Text>
            </th>
            <td>
              <Marked difference={difference} side="first" />
            </td>
            <td>
              <Marked difference={difference} side="other" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One side's text. Parts missing on the other side are coloured and underlined. */
function Marked({
  difference: { segments },
  side,
}: {
  difference: MatchDifference;
  side: 'first' | 'other';
}) {
  const own = segments.filter((segment) => segment.in === 'both' || segment.in === side);
  if (own.length === 0) return <>no text</>;
  return (
    <>
      {own.map(({ in: where, text }, index) =>
        where === 'both' ? text : <mark key={`${index}/${text}`}>{text}</mark>,
      )}
    </>
  );
}

function Reasons({ reasons }: { reasons: MatchProposal['reasons'] }) {
  return (
    <ul className="reasons" aria-label="Reasons of the score">
      {reasons.map(({ name, kind, weight, words }) => (
        <li key={`${name}/${words}`}>
          <span
            className={kind === 'veto' ? 'sell' : kind === 'agrees' ? 'buy' : undefined}
            aria-hidden="true"
          >
            {REASON_SIGNS[kind]}
          </span>{' '}
          {words}
          <Text span size="xs" c="dimmed">
            {' '}
            {kind}, weight {weight}
          </Text>
        </li>
      ))}
    </ul>
  );
}
