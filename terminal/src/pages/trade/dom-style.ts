import { useComputedColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { type Density, useDensity } from '../../components/settings.tsx';
import type { LadderLook } from './dom-draw.ts';

/** The ladder's colours and font for the page's colour scheme. */
export function useLadderLook(): LadderLook {
  const scheme = useComputedColorScheme();
  const [density] = useDensity();
  return useMemo(() => ({ ...LOOKS[scheme], rowHeight: ROW_HEIGHTS[density] }), [scheme, density]);
}

// Rows are taller where a finger selects them.
const ROW_HEIGHTS: Readonly<Record<Density, number>> = matchMedia('(pointer: coarse)').matches
  ? { comfortable: 28, compact: 24 }
  : { comfortable: 20, compact: 16 };

const FONT = '12px "JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace';

const LOOKS: Readonly<Record<'light' | 'dark', Omit<LadderLook, 'rowHeight'>>> = {
  light: {
    bid: '#087f5b',
    ask: '#c92a2a',
    text: '#212529',
    quiet: '#868e96',
    inside: '#f8f9fa',
    volume: '#e9ecef',
    picked: '#d0ebff',
    mine: '#1864ab',
    font: FONT,
  },
  dark: {
    bid: '#38d9a9',
    ask: '#ff8787',
    text: '#dee2e6',
    quiet: '#868e96',
    inside: '#1f1f1f',
    volume: '#343a40',
    picked: '#1c3a4e',
    mine: '#74c0fc',
    font: FONT,
  },
};
