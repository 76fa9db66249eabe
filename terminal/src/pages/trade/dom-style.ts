import { useComputedColorScheme } from '@mantine/core';
import type { LadderLook } from './dom-draw.ts';

/** The ladder's colours and font for the page's colour scheme. */
export function useLadderLook(): LadderLook {
  const scheme = useComputedColorScheme();
  return LOOKS[scheme];
}

const FONT = '12px "JetBrains Mono", ui-monospace, Menlo, Consolas, monospace';

const LOOKS: Readonly<Record<'light' | 'dark', LadderLook>> = {
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
