import { ApiError, CrossbookError, OutcomeUnknownError } from '../../../sdk/src/index.ts';
import { EXIT, exitCodeOf, Failure, invalid } from '../failure.ts';

/** Runs calls of the client; what they refuse or fail with becomes one line and an exit code. */
export async function asking<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw apiFailure(error) ?? error;
  }
}

/** Null for what is no word of the client: a defect. */
export function apiFailure(error: unknown): Failure | null {
  if (error instanceof OutcomeUnknownError) return coded(error, EXIT.unknown);
  if (error instanceof ApiError) return coded(error, exitCodeOf(error.status ?? 500, error.error));
  if (error instanceof CrossbookError) return coded(error, EXIT.unavailable);
  // The client's own word for an id that cannot stand in a path.
  if (error instanceof RangeError) return invalid(`${error.message}.`);
  return null;
}

function coded(error: CrossbookError, exitCode: number): Failure {
  const told = sentenceOf(error).replace(/\s+/g, ' ');
  return new Failure(`${error.error}: ${told} (crossbook explain ${error.error})`, exitCode);
}

/** The fields at fault where the service names them, since its message speaks of the first alone. */
function sentenceOf({ message, details }: CrossbookError): string {
  const fields = details?.['fields'];
  if (!Array.isArray(fields)) return message;
  return fields
    .map((it: { readonly field: string; readonly issue: string }) => `${it.field}: ${it.issue}`)
    .join('; ');
}
