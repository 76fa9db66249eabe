import { ActionIcon, Menu as MantineMenu, useMantineColorScheme } from '@mantine/core';
import { DotsVerticalIcon } from '@radix-ui/react-icons';
import { PRICE_FORMATS } from '../components/prices.ts';
import { usePriceFormat } from '../components/settings.tsx';
import { useSession } from '../sign-in/auth-session.tsx';

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** The settings of this browser, and sign-out. */
export function Menu() {
  const { key, signOut } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [format, setFormat] = usePriceFormat();
  return (
    <MantineMenu>
      <MantineMenu.Target>
        <ActionIcon variant="default" aria-label="Settings">
          <DotsVerticalIcon />
        </ActionIcon>
      </MantineMenu.Target>
      <MantineMenu.Dropdown>
        <MantineMenu.Label>Prices in</MantineMenu.Label>
        {PRICE_FORMATS.map((each) => (
          <MantineMenu.Item
            key={each}
            onClick={() => setFormat(each)}
            aria-checked={each === format}
            role="menuitemradio"
          >
            {each === format ? '✓ ' : ''}
            {each}
          </MantineMenu.Item>
        ))}
        <MantineMenu.Label>Colours</MantineMenu.Label>
        {SCHEMES.map((scheme) => (
          <MantineMenu.Item
            key={scheme}
            onClick={() => setColorScheme(scheme)}
            aria-checked={scheme === colorScheme}
            role="menuitemradio"
          >
            {scheme === colorScheme ? '✓ ' : ''}
            {scheme}
          </MantineMenu.Item>
        ))}
        <MantineMenu.Divider />
        <MantineMenu.Item component="a" href="/docs">
          API reference
        </MantineMenu.Item>
        <MantineMenu.Item onClick={signOut}>Forget key {key.keyId}</MantineMenu.Item>
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}
