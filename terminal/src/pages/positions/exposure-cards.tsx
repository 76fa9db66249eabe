import { Card } from '@mantine/core';
import type { Instrument, Position } from '../../../../sdk/src/index.ts';
import { shareOf, showCents, sumOf } from '../../components/amounts.ts';
import { Bar, Figures } from '../../components/figures.tsx';
import { categoryOf, expiryOf, type Slice, slicesBy } from './exposure-data.ts';

interface ExposureProps {
  readonly positions: readonly Position[];
  readonly markets: ReadonlyMap<number, Instrument>;
}

/** Where the worth of the positions lies. It is also what can be lost from here on. */
export function Exposure({ positions, markets }: ExposureProps) {
  return (
    <div className="three">
      <Slices title="By venue" slices={slicesBy(positions, ({ venue }) => venue)} />
      <Slices title="By category" slices={slicesBy(positions, categoryOf(markets))} />
      <Slices title="By closing date" slices={slicesBy(positions, expiryOf(markets, Date.now()))} />
    </div>
  );
}

function Slices({ title, slices }: { title: string; slices: readonly Slice[] }) {
  const total = sumOf(slices.map(({ worth }) => worth));
  return (
    <Card withBorder padding="xs">
      <h2 className="card-title">{title}</h2>
      {slices.map(({ name, worth }) => (
        <div key={name}>
          <Figures rows={[[name, showCents(worth)]]} />
          <Bar share={shareOf(worth, total)} />
        </div>
      ))}
    </Card>
  );
}
