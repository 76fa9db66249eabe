import { Button, Card, Group, Stack } from '@mantine/core';
import { useCallback, useState } from 'react';
import type { Position } from '../../../../sdk/src/index.ts';
import { showGain, showMoney, sumAmounts } from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { download } from '../../components/csv.ts';
import { Headline } from '../../components/figures.tsx';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useInstruments } from '../../components/use-instruments.ts';
import { useAccount } from '../../feed/use-account.ts';
import { positionsCsv } from '../orders/order-csv.ts';
import { BalancesTable } from './balances-table.tsx';
import { ClosePosition } from './close-position.tsx';
import { CloseSelected } from './close-selected.tsx';
import { Exposure } from './exposure-cards.tsx';
import { computePayoff } from './payoff.ts';
import { PnlCurve } from './pnl-chart.tsx';
import { PnlShares } from './pnl-shares.tsx';
import { PositionsTable } from './positions-table.tsx';

/** The subaccount's positions, their value, and their payoff when the markets resolve. */
export default function PositionsPage() {
  const positions = useAccount('positions');
  const isKnown = useAccount('isKnown');
  const problem = useAccount('problem');
  const [closing, setClosing] = useState<Position | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isClosingChosen, setClosingChosen] = useState(false);
  const picked = positions.filter(({ instrument_id: id }) => chosen.has(id));
  const toggle = useCallback(
    (id: number): void =>
      setChosen(
        (before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]),
      ),
    [],
  );
  const markets = useInstruments(positions.map(({ instrument_id: id }) => id));
  return (
    <>
      <PageTitle>Positions and PnL</PageTitle>
      {problem !== null && <ErrorNote error={new Error(problem)} />}
      {isKnown && <Totals positions={positions} />}
      {isKnown && positions.length === 0 && (
        <EmptyNote>No open positions. A position appears here as soon as an order fills.</EmptyNote>
      )}
      <Stack gap="sm">
        {positions.length > 0 && (
          <>
            <Group gap="xs" justify="flex-end">
              <Button
                size="xs"
                variant="default"
                disabled={picked.length === 0}
                onClick={() => setClosingChosen(true)}
              >
                {picked.length === 0 ? 'Close selected' : `Close ${picked.length} selected`}
              </Button>
              <Button
                size="xs"
                variant="default"
                onClick={() => download('crossbook-positions.csv', positionsCsv(positions))}
              >
                CSV
              </Button>
            </Group>
            <PositionsTable
              positions={positions}
              markets={markets}
              chosen={chosen}
              onAll={(isOn) => setChosen(new Set(isOn ? positions.map(({ instrument_id: id }) => id) : []))}
              onToggle={toggle}
              onClose={setClosing}
            />
            <Exposure positions={positions} markets={markets} />
          </>
        )}
        <Card withBorder padding="xs" component="section" aria-label="PnL over time">
          <PnlCurve />
        </Card>
        <Card withBorder padding="xs">
          <PnlShares />
        </Card>
        <BalancesTable />
      </Stack>
      {closing !== null && (
        <ClosePosition
          key={closing.instrument_id}
          position={closing}
          market={markets.get(closing.instrument_id)}
          onDone={() => setClosing(null)}
        />
      )}
      {isClosingChosen && (
        <CloseSelected
          positions={picked}
          markets={markets}
          onDone={() => {
            setClosingChosen(false);
            setChosen(new Set());
          }}
        />
      )}
    </>
  );
}

function Totals({ positions }: { positions: readonly Position[] }) {
  const payoffs = positions.map(computePayoff);
  const unrealised = sumAmounts(positions.map(({ unrealized_pnl: pnl }) => pnl));
  return (
    <div className="headlines">
      <Headline name="Open positions" value={positions.length} />
      <Headline name="Cost" value={showMoney(sumAmounts(payoffs.map(({ paid }) => paid)))} />
      <Headline name="Value at mark" value={showMoney(sumAmounts(payoffs.map(({ worth }) => worth)))} />
      <Headline name="Unrealised" value={showGain(unrealised)} tone={gainClass(unrealised)} />
    </div>
  );
}
