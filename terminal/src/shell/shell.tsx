import './shell.css';
import { AppShell, Loader, NavLink } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useLayoutEffect } from 'react';
import { Link, Route, Router, Switch, useRoute } from 'wouter';
import { EmptyNote } from '../components/notes.tsx';
import { useDensity, useTimeZone } from '../components/settings.tsx';
import { setTimeZone } from '../components/times.ts';
import { useHashPath } from '../components/url-state.ts';
import { KeyActions } from '../components/use-keys.ts';
import { EmergencyProvider } from './emergency-provider.tsx';
import { FillSound } from './fill-sound.tsx';
import { Header } from './header.tsx';
import { KEY_ACTIONS, KeyHelp } from './key-help.tsx';
import { Notices } from './notices.tsx';
import { Notifier } from './notifier.tsx';
import { Guard } from './page-guard.tsx';
import { PAGES, toHref } from './pages.tsx';

/** The frame around every page: header, navigation, notices and content. */
export function Shell() {
  const [isMenuOpen, { toggle, close }] = useDisclosure();
  const [density] = useDensity();
  const [zone] = useTimeZone();
  setTimeZone(zone); // before the pages below it show a time
  useLayoutEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
  return (
    <Router hook={useHashPath}>
      <KeyActions value={KEY_ACTIONS}>
        <EmergencyProvider>
          <AppShell
            header={{ height: 48 }}
            navbar={{ width: 148, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
            padding="sm"
          >
            <AppShell.Header>
              <Header isMenuOpen={isMenuOpen} onMenu={toggle} />
            </AppShell.Header>
            <AppShell.Navbar p="xs" aria-label="Pages">
              {PAGES.filter(({ inMenu }) => inMenu).map(({ path, title }) => (
                <PageLink key={path} path={path} title={title} onFollow={close} />
              ))}
            </AppShell.Navbar>
            <AppShell.Main key={zone}>
              <Notices />
              <Guard>
                <Suspense fallback={<Loader aria-label="Loading the page" />}>
                  <Switch>
                    {PAGES.map(({ path, Page }) => (
                      <Route key={path} path={path} component={Page} />
                    ))}
                    <Route>
                      <EmptyNote>Page not found.</EmptyNote>
                    </Route>
                  </Switch>
                </Suspense>
              </Guard>
            </AppShell.Main>
            <KeyHelp />
            <FillSound />
            <Notifier />
            <nav className="phone-pages" aria-label="Pages on a phone">
              {PAGES.filter(({ onPhone }) => onPhone).map(({ path, title }) => (
                <PhoneLink key={path} path={path} title={title} />
              ))}
            </nav>
          </AppShell>
        </EmergencyProvider>
      </KeyActions>
    </Router>
  );
}

function PageLink({ path, title, onFollow }: { path: string; title: string; onFollow: () => void }) {
  const [isActive] = useRoute(path);
  const current = isActive ? ({ 'aria-current': 'page' } as const) : {};
  return (
    <NavLink
      component={Link}
      href={toHref(path)}
      label={title}
      active={isActive}
      onClick={onFollow}
      {...current}
    />
  );
}

function PhoneLink({ path, title }: { path: string; title: string }) {
  const [isActive] = useRoute(path);
  return (
    <Link href={toHref(path)} aria-current={isActive ? 'page' : undefined}>
      {title}
    </Link>
  );
}
