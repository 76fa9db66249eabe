import { ERRORS, nearest, ORDER_REASONS } from '#contract';
import type { CliContext } from './cli-context.ts';
import { EXIT, Failure, toExitCode } from './cli-failure.ts';
import { listView, type OutputOptions, recordView, show } from './output.ts';

interface Explained {
  readonly code: string;
  readonly kind: 'error' | 'reason'; // of a rejected request, or of a closed order
  readonly status: number | null; // HTTP
  readonly exit_code: number | null; // of a command that receives it
  readonly meaning: string;
}

/** Prints the meaning of a code and the action to take; without a code, lists all codes. */
export function explain(session: CliContext, code: string | undefined, options: OutputOptions): void {
  const all = [...answered(), ...unanswered(), ...reasons()];
  if (code === undefined) {
    const columns = ['code', 'kind', 'status', 'exit_code'];
    return show(
      session.terminal,
      options,
      listView(all, columns, 'crossbook explain CODE prints the details'),
    );
  }
  const found = all.filter((it) => it.code === code);
  const [first] = found;
  if (first === undefined) throw unknownCode(code, all);
  if (found.length > 1)
    return show(session.terminal, options, { ...listView(found, []), drawn: linesFor(found) });
  show(session.terminal, options, { ...recordView(first), drawn: linesFor(found) });
}

const linesFor = (found: readonly Explained[]): readonly string[] =>
  found.flatMap(({ code, kind, status, exit_code, meaning }) => [
    kind === 'reason'
      ? `${code}: reason of a closed order`
      : `${code}: ${status === null ? 'no answer' : `HTTP ${status}`}, exit code ${exit_code}`,
    `  ${meaning}`,
  ]);

function unknownCode(code: string, all: readonly Explained[]): Failure {
  const near = nearest(
    code,
    all.map((it) => it.code),
  );
  const hint = near === null ? 'crossbook explain lists all' : `did you mean ${near}?`;
  return new Failure(`${code} is not a Crossbook code; ${hint}`, EXIT.notFound);
}

const answered = (): readonly Explained[] =>
  Object.entries(ERRORS).map(([code, { status, meaning }]) => ({
    code,
    kind: 'error',
    status,
    exit_code: toExitCode(status, code),
    meaning,
  }));

const unanswered = (): readonly Explained[] =>
  Object.entries(UNANSWERED).map(([code, [exit_code, meaning]]) => ({
    code,
    kind: 'error',
    status: null,
    exit_code,
    meaning,
  }));

const reasons = (): readonly Explained[] =>
  Object.entries(ORDER_REASONS).map(([code, { meaning }]) => ({
    code,
    kind: 'reason',
    status: null,
    exit_code: null,
    meaning,
  }));

/** Codes that the client raises itself, without an answer from the service. */
const UNANSWERED: Readonly<Record<string, readonly [exitCode: number, meaning: string]>> = {
  connection: [
    EXIT.unavailable,
    'The service was not reached, and nothing was changed. Check that it runs and that the key file has its base URL: `crossbook doctor`.',
  ],
  timeout: [EXIT.unavailable, 'The service did not answer in time, and nothing was changed. Try again.'],
  unreadable: [
    EXIT.unavailable,
    'The response did not come from Crossbook. Check the base URL and any proxy in between.',
  ],
  outcome_unknown: [
    EXIT.unknown,
    'The request was sent, but its answer was lost. An order: send it again with the same --key, or check it with `crossbook order list --client-order-id KEY`. A cancel: send it again. Anything else: read first, then decide.',
  ],
};
