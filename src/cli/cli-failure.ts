import { AdminSocketInUseError } from '#admin';
import { type ConfigIssue, renderIssue, SecretFileError } from '#config';
import { ERRORS, type Rejection } from '#contract';
import { DataFolderError } from '#platform';
import { JournalFailedError, ReplayError, StoreOpenError } from '#ports';

/** Exit codes. Scripts rely on them: add new ones, never change existing ones. */
export const EXIT = {
  ok: 0,
  failed: 1, // the environment prevents it: port, folder, damaged data
  usage: 2, // invalid arguments, settings or request
  policy: 3, // the kill switch or a limit
  auth: 4,
  notFound: 5,
  conflict: 6,
  rateLimited: 7,
  unavailable: 8, // a venue rejects or does not answer, or the service does not answer
  unknown: 9, // sent, with an unknown outcome
  internal: 10,
} as const;

/** An expected error that ends a command; its message is shown without a stack. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Creates the Failure for an invalid argument. */
export const invalid = (message: string): Failure => new Failure(message, EXIT.usage);

/** @param code  the `error` field of the response, if present */
export function toExitCode(status: number, code: unknown): number {
  if (status < 400) return EXIT.ok;
  if (code === 'kill_switch' || code === 'risk_limit') return EXIT.policy;
  if (code === 'routing_unavailable') return EXIT.unavailable;
  if (status === 401 || status === 403) return EXIT.auth;
  if (status === 404 || status === 405) return EXIT.notFound;
  if (status === 409) return EXIT.conflict;
  if (status === 429) return EXIT.rateLimited;
  if (status === 502 || status === 503 || status === 504) return EXIT.unavailable;
  return status >= 500 ? EXIT.internal : EXIT.usage;
}

export const refusedFailure = ({ code, message, details }: Rejection): Failure => {
  const fields = details?.['fields'];
  const text = Array.isArray(fields) ? fields.map((field) => issueText(field)).join('\n') : message;
  return new Failure(text, toExitCode(ERRORS[code].status, code));
};

export const configFailure = (issues: readonly ConfigIssue[]): Failure =>
  new Failure(issues.map(renderIssue).join('\n'), EXIT.usage);

/** Converts a known system error to a Failure with the action to take; null for a defect in Crossbook. */
export function operatorFailure(
  error: unknown,
  at: { readonly host: string; readonly port: number; readonly dataDir: string },
): Failure | null {
  if (error instanceof Failure) return error;
  if (error instanceof SecretFileError) return new Failure(error.message, EXIT.usage);
  if (error instanceof AdminSocketInUseError) return inUseFailure(at.dataDir, null);
  if (
    error instanceof StoreOpenError ||
    error instanceof ReplayError ||
    error instanceof JournalFailedError ||
    error instanceof DataFolderError
  )
    return new Failure(error.message);
  if (!(error instanceof Error) || !('code' in error)) return null;
  const text = SYSTEM_ERRORS[String(error.code)];
  return text === undefined ? null : new Failure(text({ ...at, why: error.message }));
}

/** @param pid  of the process that holds the folder's lock, if known */
export const inUseFailure = (dataDir: string, pid: number | null): Failure =>
  new Failure(
    `the data folder ${dataDir} is in use by ${pid === null ? 'another Crossbook process' : `Crossbook process ${pid}`}. ` +
      'Stop it first, or give this one its own folder with CROSSBOOK_DATA_DIR.',
  );

interface Place {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly why: string;
}

const SYSTEM_ERRORS: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `port ${port} on ${host} is in use by another program. Stop that program, or choose another port with CROSSBOOK_PORT.`,
  EADDRNOTAVAIL: ({ host }) =>
    `this machine has no address ${host}. Set CROSSBOOK_HOST to an address of this machine.`,
  ENOTFOUND: ({ host }) =>
    `the host name ${host} does not resolve. Set CROSSBOOK_HOST to an address of this machine.`,
  EACCES: ({ dataDir, port, why }) =>
    `not permitted: ${why}. The data folder ${dataDir} must be writable by this user; a port below 1024 (now ${port}) needs extra privileges.`,
  EPERM: ({ dataDir, why }) =>
    `not permitted: ${why}. The data folder ${dataDir} must be writable by this user.`,
  EROFS: ({ dataDir }) =>
    `the data folder ${dataDir} is on a read-only disk. Choose another with CROSSBOOK_DATA_DIR.`,
  ENOSPC: ({ dataDir }) => `the disk of the data folder ${dataDir} is full.`,
  ENOTDIR: ({ dataDir }) => `the data folder ${dataDir} cannot be created: a file with this name exists.`,
  EEXIST: ({ dataDir }) => `the data folder ${dataDir} cannot be created: a file with this name exists.`,
};

function issueText(field: unknown): string {
  const { field: name, issue } = field as { readonly field: string; readonly issue: string };
  return `${name}: ${issue}`;
}
