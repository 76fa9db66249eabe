import {
  ActionIcon,
  type MantineColorScheme,
  Menu as MantineMenu,
  useMantineColorScheme,
} from '@mantine/core';
import { DotsVerticalIcon } from '@radix-ui/react-icons';
import { useLocation } from 'wouter';
import { listAgentRules } from '../components/agent-rules.ts';
import { Figures } from '../components/figures.tsx';
import { PRICE_FORMATS, type PriceFormat } from '../components/prices.ts';
import { usePriceFormat } from '../components/settings.tsx';
import { useSession } from '../sign-in/auth-session.tsx';
import { NotificationItems } from './notification-items.tsx';

const SCHEMES = ['light', 'dark', 'auto'] as const;

/** The settings of this browser, and sign-out. */
export function Menu() {
  const { key, account, signOut } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [, go] = useLocation();
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
        <MantineMenu.RadioGroup value={format} onChange={(value) => setFormat(value as PriceFormat)}>
          {PRICE_FORMATS.map((each) => (
            <MantineMenu.RadioItem key={each} value={each} closeMenuOnClick>
              {each}
            </MantineMenu.RadioItem>
          ))}
        </MantineMenu.RadioGroup>
        <MantineMenu.Label>Colours</MantineMenu.Label>
        <MantineMenu.RadioGroup
          value={colorScheme}
          onChange={(value) => setColorScheme(value as MantineColorScheme)}
        >
          {SCHEMES.map((scheme) => (
            <MantineMenu.RadioItem key={scheme} value={scheme} closeMenuOnClick>
              {scheme}
            </MantineMenu.RadioItem>
          ))}
        </MantineMenu.RadioGroup>
        <NotificationItems />
        <MantineMenu.Divider />
        <MantineMenu.Item onClick={() => go('/settings')}>All settings</MantineMenu.Item>
        <MantineMenu.Item component="a" href="/docs">
          API reference
        </MantineMenu.Item>
        {account.agent !== null && (
          <>
            <MantineMenu.Label>Agent key: its rules</MantineMenu.Label>
            <Figures label="Rules of the key" rows={listAgentRules(account.agent)} />
          </>
        )}
        <MantineMenu.Item onClick={signOut}>Forget key {key.keyId}</MantineMenu.Item>
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}
