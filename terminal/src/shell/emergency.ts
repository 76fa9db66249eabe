import { createContext, useContext } from 'react';

/** The emergency stop, for whatever part of the pages can be pressed for it. */
export interface Emergency {
  readonly isOn: boolean;
  /** What was done, a line for each act, whether it worked or not. */
  readonly receipts: readonly string[];
  readonly kill: () => void;
  /** One act with two receipts: new orders stop, then what rests is cancelled, even if the first was refused. */
  readonly killAndCancel: () => void;
  readonly cancel: () => void;
  readonly resume: (reason: string) => void;
  readonly open: () => void;
}

export const EmergencyContext = createContext<Emergency | null>(null);

export function useEmergency(): Emergency {
  const emergency = useContext(EmergencyContext);
  if (emergency === null) throw new Error('the emergency stop is around every page');
  return emergency;
}
