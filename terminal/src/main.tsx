import '@mantine/core/styles.css';
import './style.css';
import { createTheme, MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Gate } from './session/gate.tsx';
import { Shell } from './shell/shell.tsx';

// Shade 9 is the first on which white text has the contrast of WCAG AA in every colour used here.
const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 9,
  fontFamily: 'Inter, "Segoe UI", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono", ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  defaultRadius: 'sm',
  focusRing: 'auto',
});

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
const root = document.getElementById('root');
if (root === null) throw new Error('the page has its root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <Gate>
        <Shell />
      </Gate>
    </MantineProvider>
  </StrictMode>,
);
