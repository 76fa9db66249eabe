import { Button, Group, Switch, Text } from '@mantine/core';
import type { Instrument } from '../../../../sdk/src/index.ts';
import { compareAmounts, computeCost, showAmount } from '../../components/amounts.ts';
import { useSizePresets } from '../../components/settings.tsx';
import { readQty, readSizes } from './typed-figures.ts';

interface LadderToolsProps {
  readonly market: Instrument;
  readonly isArmed: boolean;
  readonly onArm: (isArmed: boolean) => void;
  readonly qty: string; // of the ticket, as typed
  readonly onQty: (qty: string) => void;
  readonly onCentre: () => void;
}

/** The size of an order of the ladder, the switch that lets a click send one, and the way back to the book. */
export function LadderTools({ market, isArmed, onArm, qty, onQty, onCentre }: LadderToolsProps) {
  const chosen = readQty(qty).value;
  const [presets] = useSizePresets();
  return (
    <div className="ladder-tools">
      <Group gap={4} role="group" aria-label="Size" wrap="nowrap">
        {toSizes(market, presets).map((size) => (
          <Button
            key={size}
            size="compact-xs"
            px={6}
            variant={size === chosen ? 'filled' : 'default'}
            aria-pressed={size === chosen}
            onClick={() => onQty(size)}
          >
            {showAmount(size)}
          </Button>
        ))}
        <Button size="compact-xs" px={6} ml="auto" variant="default" onClick={onCentre}>
          Centre
        </Button>
      </Group>
      <Group justify="space-between" gap={4} mt={6}>
        <Switch
          size="xs"
          color="red"
          label="One-click trading"
          checked={isArmed}
          onChange={(event) => onArm(event.currentTarget.checked)}
        />
        <Text size="xs" className={isArmed ? 'sell' : 'ladder-off'}>
          {isArmed ? `armed: ${chosen === null ? 'choose a size' : `${showAmount(chosen)} a click`}` : 'off'}
        </Text>
      </Group>
    </div>
  );
}

const SIZES = ['1', '5', '10', '25', '100'] as const;
const MULTIPLES = ['1', '2', '5', '10', '25'] as const;

/** The sizes of the settings, else common ones that the market accepts: multiples of its smallest order if that is more than one contract. */
function toSizes({ min_qty: least }: Instrument, presets: string): readonly string[] {
  const own = readSizes(presets).sizes.filter((size) => compareAmounts(size, least) >= 0);
  if (own.length > 0) return own;
  return compareAmounts(least, '1') <= 0 ? SIZES : MULTIPLES.map((each) => computeCost(least, each) ?? least);
}
