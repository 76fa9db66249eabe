import { type Notifications, useNotifications } from '../components/settings.tsx';

export const NOTIFICATION_CHOICES = [
  { value: 'off', label: 'off' },
  { value: 'silent', label: 'silent' },
  { value: 'sound', label: 'with sound' },
] as const satisfies readonly { readonly value: Notifications; readonly label: string }[];

interface NotificationChoice {
  readonly choice: Notifications;
  readonly choose: (choice: Notifications) => void;
  readonly isBlocked: boolean; // by the browser
}

/** Null where the browser has no notifications. It asks for its own permission when they are first switched on. */
export function useNotificationChoice(): NotificationChoice | null {
  const [choice, setChoice] = useNotifications();
  if (!('Notification' in window)) return null;
  const choose = (value: Notifications): void => {
    setChoice(value);
    if (value !== 'off' && Notification.permission === 'default') void Notification.requestPermission();
  };
  return { choice, choose, isBlocked: choice !== 'off' && Notification.permission === 'denied' };
}
