import { Button, Text } from '@mantine/core';
import type { GenericAsset, Instrument, Outcome, Position } from '../../../../sdk/src/index.ts';
import { renderDecimal } from '../../../../src/contract/model/money.ts';
import { showAmount, showGain } from '../../components/amounts.ts';
import { gainClass } from '../../components/colors.ts';
import { heldOutcome } from '../../components/held-outcome.ts';
import { flipPrice, showAverage } from '../../components/prices.ts';
import { usePriceFormat } from '../../components/settings.tsx';
import { showCash, useBalances } from '../../components/use-balances.ts';
import { useAccount } from '../../feed/use-account.ts';
import { sumHeld } from './close-profit.ts';
import { type Matched, toHeldOutcome } from './matched-listings.ts';

interface HoldingsProps {
  readonly market: Instrument;
  readonly matched: Matched | null;
  /** Fills the ticket with the order that closes a position of this market. */
  readonly onClose: (position: Position) => void;
}

/**
 * The subaccount's positions in this contract, here and at the venues where it is matched, and the cash at those venues. All
 * are in terms of this market, also those of an inverted member, and so is their sum.
 */
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
          outcome={toHeldOutcome(position, market.instrument_id, members)}
          onClose={position.instrument_id === market.instrument_id ? onClose : null}
        />
      ))}
      {held.length > 1 && <Together positions={held} market={market} members={members} />}
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

interface TogetherProps {
  readonly positions: readonly Position[];
  readonly market: Instrument;
  readonly members: GenericAsset['members'];
}

function Together({ positions, market: { instrument_id: instrumentId }, members }: TogetherProps) {
  const place = { subject: 'asset/0', instrumentId, members } as const;
  const net = sumHeld(positions, place, 'YES')?.held ?? 0n;
  return (
    <Text size="sm">
      Together:{' '}
      <strong>
        {net === 0n
          ? 'none, they offset each other'
          : `${showAmount(renderDecimal(net < 0n ? -net : net))} ${net < 0n ? 'NO' : 'YES'}`}
      </strong>
    </Text>
  );
}

interface HeldProps {
  readonly position: Position;
  readonly outcome: Outcome; // of the market that the page shows
  readonly onClose: HoldingsProps['onClose'] | null;
}

function Held({ position, outcome, onClose }: HeldProps) {
  const [format] = usePriceFormat();
  const { venue, qty, avg_price: average, unrealized_pnl: open } = position;
  const own = heldOutcome(position);
  const paid = own === 'YES' ? average : flipPrice(average);
  return (
    <Text size="sm">
      {venue}:{' '}
      <strong>
        {showAmount(qty)} {outcome}
      </strong>{' '}
      at {showAverage(paid, format)}{' '}
      <span className={`one-line ${gainClass(open) ?? ''}`}>{showGain(open)}</span>{' '}
      {own !== outcome && (
        <Text size="xs" c="dimmed" span>
          {`${own} of that listing`}
        </Text>
      )}
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
