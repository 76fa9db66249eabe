import { createContext, useContext } from 'react';

/** The emergency actions, available to every part of the pages. */
export interface Emergency {
  readonly isOn: boolean;
  /** False until the service has answered: then `isOn` is not known either. */
  readonly isKnown: boolean;
  /** The results, one line for each action, also for failed ones. */
  readonly receipts: readonly string[];
  readonly kill: () => void;
  /** Turns the kill switch on, then cancels all resting orders, even if the first step failed. Reports both results. */
  readonly killAndCancel: () => void;
  readonly cancel: () => void;
  readonly resume: (reason: string) => void;
  /** Shows the kill switch: a confirmation while it is off, the results and the way back while it is on. */
  readonly open: () => void;
  /** Shows which orders to cancel. Nothing is cancelled before a scope is chosen. */
  readonly openCancel: () => void;
}

export const EmergencyContext = createContext<Emergency | null>(null);

export function useEmergency(): Emergency {
  const emergency = useContext(EmergencyContext);
  if (emergency === null) throw new Error('useEmergency needs an EmergencyProvider');
  return emergency;
}
