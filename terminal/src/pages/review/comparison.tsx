import { Loader, Text } from '@mantine/core';
import type { MatchComparison, MatchDifference, MatchProposal } from '../../../../sdk/src/index.ts';
import { ErrorNote } from '../../components/notes.tsx';
import { SafetyBadge } from '../../components/safety-badge.tsx';
import { describeSafety } from '../../components/safety-words.ts';
import { showDay } from '../../components/times.ts';
import { useQuery } from '../../components/use-query.ts';
import { useSession } from '../../sign-in/auth-session.tsx';
import { DecisionForm } from './decision-form.tsx';
import { describeOrientation } from './event-outcomes.ts';
import { ListingRows } from './listing-rows.tsx';
import { describeDifference, toTextParts, toTimes } from './text-marks.ts';
import { REASON_SIGNS, RELATION_LABELS } from './verdicts.ts';

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
      <Text size="sm" mt="xs" fw={proposal.inverted ? 600 : 400}>
        {describeOrientation(proposal)}
      </Text>
      <Text size="xs" c="dimmed" mt="xs">
        <mark className="legend">Marked</mark>: only in this text.{' '}
        <mark className="legend moved">Dotted</mark>: also in the other text, at another place.
      </Text>
      <SideBySide members={compared.data.members} differences={judged.differences} />
      <Text size="sm" mt="xs">
        {RELATION_LABELS[judged.relation]}
      </Text>
      <Text size="sm">
        <SafetyBadge safety={judged.safety} /> {describeSafety(judged.safety)}
      </Text>
      <Reasons reasons={judged.reasons} />
      <DecisionForm proposal={proposal} onDecided={onDecided} />
    </>
  );
}

const FIELD_WORDS: Readonly<Record<MatchDifference['field'], string>> = {
  title: 'Title',
  rules: 'Rules',
  rules_secondary: 'Secondary rules',
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
        {differences.filter(hasText).map((difference) => (
          <tr key={difference.field}>
            <th scope="row">
              {FIELD_WORDS[difference.field]}
              <Text size="xs" c="dimmed">
                {describeDifference(difference)}
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
        <ListingRows members={members} />
      </tbody>
    </table>
  );
}

/** False for a field that neither listing has, such as secondary rules. */
const hasText = ({ segments }: MatchDifference): boolean => segments.length > 0;

const MARKS = { only: undefined, moved: 'moved' } as const;

/** One side's text. Words that the other side lacks are marked; words that it has at another place are dotted. */
function Marked({
  difference: { field, segments },
  side,
}: {
  difference: MatchDifference;
  side: 'first' | 'other';
}) {
  const times = toTimes(field, segments);
  if (times !== null) {
    const [own, other] = (side === 'first' ? times : times.toReversed()).map(showDay);
    return own === other ? own : <mark>{own}</mark>;
  }
  const parts = toTextParts(segments, side);
  if (parts.length === 0) return <>no text</>;
  return (
    <>
      {parts.map(({ kind, text }, index) =>
        kind === 'both' ? (
          text
        ) : (
          <mark key={`${index}/${text}`} className={MARKS[kind]}>
            {text}
          </mark>
        ),
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
