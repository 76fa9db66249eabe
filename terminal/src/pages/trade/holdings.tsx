import { Text } from '@mantine/core';
import type { Instrument, Position } from '../../../../sdk/src/index.ts';
import { showAmount, showGain } from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { flipPrice, showAverage } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { useAccount } from '../../feed/use-account.ts';
import type { Matched } from './matched-listings.ts';

interface HoldingsProps {
  readonly market: Instrument;
  readonly matched: Matched | null;
}

/** The subaccount's positions in this contract: on this market, and at the venues where it is matched. */
export function Holdings({ market, matched }: HoldingsProps) {
  const positions = useAccount('positions');
  const members = matched?.asset.members ?? [];
  const ids = new Set([market.instrument_id, ...members.map(({ instrument_id: id }) => id)]);
  const held = positions.filter(({ instrument_id: id }) => ids.has(id));
  return (
    <div role="group" aria-label="Position">
      {held.length === 0 && (
        <Text size="xs" c="dimmed">
          You hold no position here.
        </Text>
      )}
      {held.map((position) => (
        <Held key={position.instrument_id} position={position} />
      ))}
    </div>
  );
}

function Held({ position }: { position: Position }) {
  const [format] = usePriceFormat();
  const { venue, qty, outcome, avg_price: average, unrealized_pnl: open } = position;
  const paid = outcome === 'YES' ? average : flipPrice(average);
  return (
    <Text size="sm">
      {venue}:{' '}
      <strong>
        {showAmount(qty)} {outcome}
      </strong>{' '}
      at {showAverage(paid, format)}{' '}
      <span className={`one-line ${gainClass(open) ?? ''}`}>{showGain(open)}</span>
    </Text>
  );
}
