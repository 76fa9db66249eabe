import { Select } from '@mantine/core';
import type { Instrument } from '../../../../sdk/src/index.ts';

interface MarketSelectProps {
  readonly markets: ReadonlyMap<number, Instrument>;
  readonly value: number | null;
  readonly onChange: (instrumentId: number | null) => void;
}

/** Selects one of the traded markets, or all of them. */
export function MarketSelect({ markets, value, onChange }: MarketSelectProps) {
  return (
    <Select
      aria-label="Market"
      placeholder="All markets"
      size="xs"
      w={240}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': 'All markets' }}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      data={[...markets.values()].map(({ instrument_id: id, title, venue }) => ({
        value: String(id),
        label: `${title} · ${venue}`,
      }))}
    />
  );
}
