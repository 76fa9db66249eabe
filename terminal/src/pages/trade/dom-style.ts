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
    picked: '#d0ebff',
    mine: '#1864ab',
    font: FONT,
  },
  dark: {
    bid: '#38d9a9',
    ask: '#ff8787',
    text: '#dee2e6',
    picked: '#1c3a4e',
    mine: '#74c0fc',
    font: FONT,
  },
};
