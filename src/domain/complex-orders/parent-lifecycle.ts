import type { ParentStatus } from '#contract';

/** N: normal, K: only after a venue voided a fill. A missing entry is not allowed. */
const TRANSITIONS: Readonly<Record<ParentStatus, Partial<Readonly<Record<ParentStatus, 'N' | 'K'>>>>> = {
  WAITING: { WORKING: 'N', PAUSED: 'N', CANCELLING: 'N', CANCELLED: 'N', EXPIRED: 'N', FILLED: 'N' },
  WORKING: { WAITING: 'N', PAUSED: 'N', CANCELLING: 'N', CANCELLED: 'N', EXPIRED: 'N', FILLED: 'N' },
  PAUSED: { WAITING: 'N', WORKING: 'N', CANCELLING: 'N', CANCELLED: 'N', EXPIRED: 'N', FILLED: 'N' },
  CANCELLING: { FILLED: 'N', CANCELLED: 'N', EXPIRED: 'N' },
  FILLED: { WORKING: 'K', PAUSED: 'K' },
  CANCELLED: {},
  EXPIRED: {},
  REJECTED: {},
};

/** True if a decision may change a parent from one status to the other (I-P10). A decision may keep the status. */
export const isAllowedParentTransition = (from: ParentStatus, to: ParentStatus): boolean =>
  from === to || TRANSITIONS[from][to] !== undefined;
