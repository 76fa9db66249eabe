import { Menu as MantineMenu } from '@mantine/core';
import type { Notifications } from '../components/settings.tsx';
import { NOTIFICATION_CHOICES, useNotificationChoice } from './notification-choice.ts';

/** The choice of browser notifications. */
export function NotificationItems() {
  const chosen = useNotificationChoice();
  if (chosen === null) return null;
  const { choice, choose, isBlocked } = chosen;
  return (
    <>
      <MantineMenu.Label>
        {isBlocked ? 'Notifications: blocked by this browser' : 'Notifications'}
      </MantineMenu.Label>
      <MantineMenu.RadioGroup value={choice} onChange={(value) => choose(value as Notifications)}>
        {NOTIFICATION_CHOICES.map(({ value, label }) => (
          <MantineMenu.RadioItem key={value} value={value} closeMenuOnClick>
            {label}
          </MantineMenu.RadioItem>
        ))}
      </MantineMenu.RadioGroup>
    </>
  );
}
