import { type CSSVariablesResolver, createTheme, Modal } from '@mantine/core';

/** Shade 9 is the lightest with WCAG AA contrast for white text in every colour used here. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 9,
  fontFamily: '"Inter Variable", "Segoe UI", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  defaultRadius: 'sm',
  components: {
    Modal: Modal.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } }),
  },
});

/** Mantine's default greys, and its teal on pale teal, have too little contrast for WCAG AA. */
export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#5c636a',
    '--mantine-color-placeholder': '#6a7178',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-teal-light-color': '#056046',
    '--mantine-color-red-light-color': '#a51d1d',
  },
  dark: {
    '--mantine-color-dimmed': '#a9abb0',
    '--mantine-color-placeholder': '#9a9ca1',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-teal-4)',
  },
});
