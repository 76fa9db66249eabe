import './tape.css';
import { Button, Group, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { parseDecimal } from '../../../../src/contract/model/money.ts';
import { showMoney } from '../../components/amounts.ts';
import { Headline } from '../../components/figures.tsx';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useWatchlists } from '../../components/settings.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { readQty } from '../trade/typed-figures.ts';
import { NO_CHOICE, type TapeChoice, TapeFilters } from './tape-filters.tsx';
import { type HoldCause, TapeList } from './tape-list.tsx';
import type { TapeFilter, TapeVolume } from './tape-model.ts';
import { useTape } from './use-tape.ts';

const MONEY_PER_CONTRACT = 100_000_000n; // a decimal has 8 places, and money 16
const NONE_LARGE = 10n ** 30n;

/** The trades of all venues as they happen. The list rests while the pointer or the focus is on it, or it is scrolled. */
export default function TapePage() {
  const [choice, choose] = useUrlState(NO_CHOICE);
  const { filter, largeFrom, issues } = useFilter(choice);
  const [isStopped, setStopped] = useState(false);
  const [causes, setCauses] = useState<ReadonlySet<HoldCause>>(new Set());
  const [resumed, setResumed] = useState(0);
  const isPaused = isStopped || causes.size > 0;
  const tape = useTape(filter, isPaused);
  const seen = tape.instrumentIds.flatMap((id) => tape.markets.get(id) ?? []);
  const hold = (cause: HoldCause, isOn: boolean): void =>
    setCauses((before) => (before.has(cause) === isOn ? before : toggled(before, cause)));
  const resume = (): void => {
    setStopped(false);
    setCauses(new Set());
    setResumed((count) => count + 1);
  };
  return (
    <>
      <PageTitle>Tape</PageTitle>
      <TapeFilters choice={choice} onChange={choose} markets={seen} issues={issues} />
      <Group justify="space-between" align="flex-end" gap="xs" my="xs" className="tape-figures">
        <Volumes volumes={tape.volumes} />
        <Group gap="xs">
          <Text size="sm" role="status">
            {isPaused ? `Paused: ${tape.waiting} new` : 'Live'}
          </Text>
          <Button
            size="xs"
            variant="default"
            aria-pressed={isPaused}
            onClick={() => (isPaused ? resume() : setStopped(true))}
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
        </Group>
      </Group>
      {tape.problem !== null && <ErrorNote error={new Error(tape.problem)} />}
      {tape.isKnown && tape.prints.length === 0 && (
        <EmptyNote>No print passes this filter yet. New ones appear here as they happen.</EmptyNote>
      )}
      {tape.prints.length > 0 && (
        <TapeList
          prints={tape.prints}
          markets={tape.markets}
          largeFrom={largeFrom}
          onHold={hold}
          resumed={resumed}
        />
      )}
    </>
  );
}

function toggled(causes: ReadonlySet<HoldCause>, cause: HoldCause): ReadonlySet<HoldCause> {
  const next = new Set(causes);
  if (!next.delete(cause)) next.add(cause);
  return next;
}

/** The filter of the choices in the URL, and what is wrong with a typed amount. */
function useFilter({ venue, category, list, min, large }: TapeChoice) {
  const [lists] = useWatchlists();
  const [least, highlight] = [readMoney(min), readMoney(large)];
  const moneyMin = least.money ?? 0n;
  const watched = list === '' ? null : (lists[list] ?? NO_MARKETS);
  const filter = useMemo(
    (): TapeFilter => ({
      venue: venue || null,
      category: category || null,
      watched: watched === null ? null : new Set(watched),
      moneyMin,
    }),
    [venue, category, watched, moneyMin],
  );
  return {
    filter,
    largeFrom: highlight.money ?? NONE_LARGE,
    issues: { min: least.issue, large: highlight.issue },
  };
}

const NO_MARKETS: readonly number[] = [];

function readMoney(text: string): { readonly money: bigint | null; readonly issue: string | null } {
  const { value, issue } = readQty(text.replace('$', ''));
  if (issue !== null) return { money: null, issue: 'Not an amount. Enter one such as 500 or 2,500.' };
  return { money: value === null ? null : (parseDecimal(value) ?? 0n) * MONEY_PER_CONTRACT, issue };
}

const Volumes = ({ volumes }: { volumes: readonly TapeVolume[] }) => (
  <section className="headlines" aria-label="Volume">
    {volumes.map(({ minutes, money, prints, boughtShare, isWhole }) => (
      <div key={minutes}>
        <Headline name={`Last ${minutes} min`} value={`${isWhole ? '' : '≥ '}${showMoney(money)}`} />
        <Text size="xs" c="dimmed">
          {prints} prints{boughtShare === null ? '' : ` · ${Math.round(boughtShare * 100)} % bought`}
        </Text>
      </div>
    ))}
  </section>
);
