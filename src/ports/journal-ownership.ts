/**
 * Whether this process owns the journal, by its own monotonic clock. The fence of each commit keeps a former owner from
 * writing; this keeps it from sending. docs/decisions/cluster-nodes.md
 */
export interface JournalOwnership {
  /** True while no other process can own the journal. Check it in the same synchronous step as each call of a venue. */
  mayCallVenues(): boolean;
  /** True while new requests must wait: the outcome of a commit is unknown, or the ownership is in doubt. */
  isSuspended(): boolean;
  /** Calls the listener once another process owns the journal. This start never owns it again. */
  onLost(listener: (why: Error) => void): void;
  /** Calls the listener when an operator asks this process to give the journal to another one. */
  onResignRequested(listener: () => void): void;
}

/** Ownership of a journal in a file: its lock ends only with the process. */
export const SOLE_OWNER: JournalOwnership = {
  mayCallVenues: () => true,
  isSuspended: () => false,
  onLost: () => {},
  onResignRequested: () => {},
};
