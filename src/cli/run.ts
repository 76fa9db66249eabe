import type { Session } from './session.ts';

/** What a command does; a number is its exit code, nothing is success. */
type Action = (session: Session) => Promise<number | void> | void;

/** Runs a command's work with a session of its own; its exit code is the command's. */
export type Run = (action: Action) => Promise<void>;
