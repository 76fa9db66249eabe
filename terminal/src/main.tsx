import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import '@mantine/core/styles.css';
import './style.css';
import './components/components.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Shell } from './shell/shell.tsx';
import { RequireKey } from './sign-in/sign-in.tsx';
import { theme, variables } from './theme.ts';

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// Mantine's scroll lock creates a style element and reads its nonce from here.
Object.assign(globalThis, { __webpack_nonce__: nonce });
limitMarkup();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root element');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <RequireKey>
        <Shell />
      </RequireKey>
    </MantineProvider>
  </StrictMode>,
);

interface TrustedTypes {
  createPolicy(name: string, rules: Readonly<Record<string, (text: string) => string>>): void;
}

/**
 * The page's policy (`require-trusted-types-for`) sends each text that would become markup or the address of a script
 * through these rules. Only style sheets without markup and the files of this service pass. Browsers without trusted
 * types are protected by the other rules of the policy.
 */
function limitMarkup(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => {
      if (text.includes('<')) throw new TypeError('markup in a text is not allowed');
      return text;
    },
    createScriptURL: (url) => {
      const { origin, pathname } = new URL(url, location.href);
      if (origin !== location.origin || !pathname.startsWith('/assets/'))
        throw new TypeError(`a script of ${url} is not allowed`);
      return url;
    },
  });
}
