import { Badge, Burger, Group, Select, Text, Tooltip } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSession } from '../sign-in/auth-session.tsx';
import { Health } from './health-badge.tsx';
import { EmergencyButtons } from './kill-switch-button.tsx';
import { Menu } from './menu.tsx';
import { PaletteButton } from './palette.tsx';
import { useProfile } from './use-profile.ts';

/** The header of every page: live or sandbox, account, venue health, and the emergency stop. */
export function Header({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu: () => void }) {
  const { subaccounts, subaccountId, choose } = useSession();
  const menuButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isMenuOpen) return;
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      onMenu();
      menuButton.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isMenuOpen, onMenu]);
  return (
    <Group h="100%" className="header" wrap="nowrap" justify="space-between">
      <Group className="header-side" wrap="nowrap">
        <Burger
          ref={menuButton}
          opened={isMenuOpen}
          onClick={onMenu}
          hiddenFrom="sm"
          size="sm"
          aria-label="Pages"
          aria-expanded={isMenuOpen}
        />
        <Text fw={700} visibleFrom="sm">
          Crossbook
        </Text>
        <Band />
        <Select
          aria-label="Subaccount"
          size="xs"
          className="subaccount"
          allowDeselect={false}
          value={subaccountId}
          onChange={(value) => value !== null && choose(value)}
          data={subaccounts.map(({ subaccount_id: id, name }) => ({ value: id, label: name }))}
        />
      </Group>
      <Group className="header-side" wrap="nowrap">
        <Health />
        <PaletteButton />
        <EmergencyButtons />
        <Menu />
      </Group>
    </Group>
  );
}

const WORDS = {
  live: 'Orders use real money',
  sandbox: 'No real funds: every venue is simulated on this machine',
  shadow: 'No real funds: real market data, and no order leaves the service',
  replay: 'No real funds: the market data is a recording',
} as const;

/** Text, colour and pattern all show whether orders are real. */
function Band() {
  const profile = useProfile();
  const isLive = profile === 'live';
  const words = WORDS[profile];
  return (
    <Tooltip label={words}>
      <Badge
        tabIndex={0}
        color={isLive ? 'red' : 'teal'}
        variant="filled"
        radius="xs"
        className={isLive ? 'band band-live' : 'band'}
      >
        {profile.toUpperCase()}
        <span className="visually-hidden">: {words}</span>
      </Badge>
    </Tooltip>
  );
}
