import { useSyncExternalStore } from 'react';
import { useSession } from '../sign-in/auth-session.tsx';
import type { HealthState } from './health-log.ts';

/** The venues' health since the terminal was opened. */
export function useHealth(): HealthState {
  const { healthLog } = useSession();
  return useSyncExternalStore(healthLog.subscribe, healthLog.state);
}
