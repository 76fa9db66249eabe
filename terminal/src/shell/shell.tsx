import { AppShell, Burger, Group, NavLink, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Route, Router, Switch, useRoute } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { PAGES } from './pages.tsx';

/** The frame around every page: where you are, what is real, and the way to all the rest. */
export function Shell() {
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <Router hook={useHashLocation}>
      <AppShell
        header={{ height: 48 }}
        navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
        padding="md"
      >
        <AppShell.Header>
          <Group h="100%" px="md">
            <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Pages" />
            <Text fw={700}>Crossbook</Text>
          </Group>
        </AppShell.Header>
        <AppShell.Navbar p="xs" aria-label="Pages">
          {PAGES.map(({ path, title }) => (
            <PageLink key={path} path={path} title={title} onFollow={close} />
          ))}
        </AppShell.Navbar>
        <AppShell.Main>
          <Switch>
            {PAGES.map(({ path, Page }) => (
              <Route key={path} path={path} component={Page} />
            ))}
          </Switch>
        </AppShell.Main>
      </AppShell>
    </Router>
  );
}

function PageLink({ path, title, onFollow }: { path: string; title: string; onFollow: () => void }) {
  const [isActive] = useRoute(path);
  return <NavLink component={Link} href={path} label={title} active={isActive} onClick={onFollow} />;
}
