import { Card, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Position } from '../../../../sdk/src/index.ts';
import { showGain, showMoney, sumAmounts } from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { Headline } from '../../components/figures.tsx';
import { EmptyNote, ErrorNote } from '../../components/notes.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useInstruments } from '../../components/use-instruments.ts';
import { useAccount } from '../../feed/use-account.ts';
import { BalancesTable } from './balances-table.tsx';
import { ClosePosition } from './close-position.tsx';
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
            <PositionsTable positions={positions} markets={markets} onClose={setClosing} />
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
