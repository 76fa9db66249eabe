import '@mantine/core/styles.css';
import './style.css';
import './components/components.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shell } from './shell/shell.tsx';
import { Gate } from './sign-in/sign-in.tsx';
import { theme, variables } from './theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// The kit's lock against scrolling below a dialog makes a style element and looks for its nonce here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
const root = document.getElementById('root');
if (root === null) throw new Error('the page has its root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <Gate>
        <Shell />
      </Gate>
    </MantineProvider>
  </StrictMode>,
);
