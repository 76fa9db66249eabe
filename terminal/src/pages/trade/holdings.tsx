import { Button, Text } from '@mantine/core';
import type { Instrument, Position } from '../../../../sdk/src/index.ts';
import { showAmount, showGain } from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { heldOutcome } from '../../components/held-outcome.ts';
import { flipPrice, showAverage } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showCash, useBalances } from '../../components/use-balances.ts';
import { useAccount } from '../../feed/use-account.ts';
import type { Matched } from './matched-listings.ts';

interface HoldingsProps {
  readonly market: Instrument;
  readonly matched: Matched | null;
  /** Fills the ticket with the order that closes a position of this market. */
  readonly onClose: (position: Position) => void;
}

/** The subaccount's positions in this contract, here and at the venues where it is matched, and the cash at those venues. */
export function Holdings({ market, matched, onClose }: HoldingsProps) {
  const positions = useAccount('positions');
  const isKnown = useAccount('isKnown');
  const problem = useAccount('problem');
  const members = matched?.asset.members ?? [];
  const ids = new Set([market.instrument_id, ...members.map(({ instrument_id: id }) => id)]);
  const held = positions.filter(({ instrument_id: id }) => ids.has(id));
  return (
    <div role="group" aria-label="Position">
      {held.length === 0 && (
        <Text size="xs" c="dimmed">
          {isKnown ? 'You hold no position here.' : `Positions are not known: ${problem ?? 'connecting'}.`}
        </Text>
      )}
      {held.map((position) => (
        <Held
          key={position.instrument_id}
          position={position}
          onClose={position.instrument_id === market.instrument_id ? onClose : null}
        />
      ))}
      <Cash venues={new Set([market.venue, ...members.map(({ venue }) => venue)])} />
    </div>
  );
}

function Cash({ venues }: { venues: ReadonlySet<string> }) {
  const { data } = useBalances();
  const shown = data?.filter(({ venue }) => venues.has(venue)) ?? [];
  if (shown.length === 0) return null;
  return (
    <Text size="xs" c="dimmed">
      Cash: {shown.map((balance) => `${balance.venue} ${showCash(balance)}`).join(' · ')}
    </Text>
  );
}

interface HeldProps {
  readonly position: Position;
  readonly onClose: HoldingsProps['onClose'] | null;
}

function Held({ position, onClose }: HeldProps) {
  const [format] = usePriceFormat();
  const { venue, qty, avg_price: average, unrealized_pnl: open } = position;
  const outcome = heldOutcome(position);
  const paid = outcome === 'YES' ? average : flipPrice(average);
  return (
    <Text size="sm">
      {venue}:{' '}
      <strong>
        {showAmount(qty)} {outcome}
      </strong>{' '}
      at {showAverage(paid, format)}{' '}
      <span className={`one-line ${gainClass(open) ?? ''}`}>{showGain(open)}</span>{' '}
      {onClose !== null && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Close ${showAmount(qty)} ${outcome} in the ticket`}
          onClick={() => onClose(position)}
        >
          Close
        </Button>
      )}
    </Text>
  );
}
