import { Card } from '@mantine/core';
import type { Instrument, Position } from '../../../../sdk/src/index.ts';
import { computeShare, showMoney, sumAmounts } from '../../components/amounts.ts';
import { Bar, Figures } from '../../components/figures.tsx';
import { useAssets } from '../../components/use-assets.ts';
import { byCategory, byExpiry, type Slice, slicesBy } from './exposure-data.ts';

interface ExposureProps {
  readonly positions: readonly Position[];
  readonly markets: ReadonlyMap<number, Instrument>;
}

/** The value of the positions by group. It is also the most that can still be lost. */
export function Exposure({ positions, markets }: ExposureProps) {
  const assets = useAssets();
  return (
    <div className="three">
      <Slices title="By venue" slices={slicesBy(positions, ({ venue }) => venue)} />
      <Slices title="By category" slices={slicesBy(positions, byCategory(markets, assets))} />
      <Slices title="By closing date" slices={slicesBy(positions, byExpiry(markets, Date.now()))} />
    </div>
  );
}

function Slices({ title, slices }: { title: string; slices: readonly Slice[] }) {
  const total = sumAmounts(slices.map(({ worth }) => worth));
  return (
    <Card withBorder padding="xs">
      <h2 className="card-title">{title}</h2>
      {slices.map(({ name, worth }) => (
        <div key={name}>
          <Figures rows={[[name, showMoney(worth)]]} />
          <Bar share={computeShare(worth, total)} />
        </div>
      ))}
    </Card>
  );
}
