import { Badge, Burger, Group, Select, Text, Tooltip } from '@mantine/core';
import { useSession } from '../session/session.tsx';
import { Health } from './health.tsx';
import { KillSwitch } from './killswitch.tsx';
import { Menu } from './menu.tsx';
import { PaletteButton } from './palette.tsx';
import { useProfile } from './useprofile.ts';

/** What stands above every page: what is real, whose account, how the venues are, and the emergency stop. */
export function Header({ isMenuOpen, onMenu }: { isMenuOpen: boolean; onMenu: () => void }) {
  const { subaccounts, subaccountId, choose } = useSession();
  return (
    <Group h="100%" px="sm" gap="sm" wrap="nowrap" justify="space-between">
      <Group gap="sm" wrap="nowrap">
        <Burger opened={isMenuOpen} onClick={onMenu} hiddenFrom="sm" size="sm" aria-label="Pages" />
        <Text fw={700} visibleFrom="xs">
          Crossbook
        </Text>
        <Band />
        <Select
          aria-label="Subaccount"
          size="xs"
          w={150}
          allowDeselect={false}
          value={subaccountId}
          onChange={(value) => value !== null && choose(value)}
          data={subaccounts.map(({ subaccount_id: id, name }) => ({ value: id, label: name }))}
        />
      </Group>
      <Group gap="sm" wrap="nowrap">
        <Health />
        <PaletteButton />
        <KillSwitch />
        <Menu />
      </Group>
    </Group>
  );
}

/** Text, colour and pattern say it alike: nobody should have to guess whether an order is real. */
function Band() {
  const profile = useProfile();
  const isLive = profile === 'live';
  const words = isLive ? 'Orders here are real' : 'No real funds: every venue is simulated on this machine';
  return (
    <Tooltip label={words}>
      <Badge
        color={isLive ? 'red' : 'teal'}
        variant={isLive ? 'filled' : 'light'}
        radius="xs"
        className={isLive ? 'band-live' : 'band-sandbox'}
      >
        {isLive ? 'LIVE' : 'SANDBOX'}
      </Badge>
    </Tooltip>
  );
}
