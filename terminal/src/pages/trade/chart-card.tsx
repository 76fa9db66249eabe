import { Card, Group, SegmentedControl, Text } from '@mantine/core';
import type { Instrument, Outcome } from '../../../../sdk/src/index.ts';
import { useUrlState } from '../../components/url-state.ts';
import { Chart } from './chart.tsx';
import { DepthChart } from './depth-chart.tsx';
import type { BookPlace } from './open-orders.ts';
import type { Books } from './use-books.ts';

interface ChartCardProps {
  readonly market: Instrument;
  readonly books: Books;
  readonly shown: BookPlace; // the book of the depth chart
  readonly outcome: Outcome;
  readonly shownOutcome: Outcome; // the outcome in terms of that book
}

const VIEWS = [
  { value: 'line', label: 'Line' },
  { value: 'candles', label: 'Candles' },
  { value: 'depth', label: 'Depth' },
] as const;
const FIRST_VIEW = { chart: 'candles' } as const;

/** The price of the outcome over time, or the depth of the book. */
export function ChartCard({ market, books, shown, outcome, shownOutcome }: ChartCardProps) {
  const [{ chart }, choose] = useUrlState(FIRST_VIEW);
  const view = VIEWS.find(({ value }) => value === chart)?.value ?? FIRST_VIEW.chart;
  return (
    <Card withBorder padding="xs" className="trade-chart">
      <Group justify="space-between" mb={6}>
        <Text size="sm" fw={600}>
          {view === 'depth' ? `Depth of ${outcome}` : `${outcome} probability`}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Chart type"
          value={view}
          onChange={(value) => choose({ chart: value })}
          data={VIEWS.map((each) => ({ ...each }))}
        />
      </Group>
      {view === 'depth' ? (
        <DepthChart subject={shown.subject} outcome={shownOutcome} />
      ) : (
        <Chart market={market} outcome={outcome} view={view} place={books.own} />
      )}
    </Card>
  );
}
