import { createHash } from 'node:crypto';

const CHECK_BYTES = 9; // enough that a cursor of another list is never taken for one of this

/**
 * An opaque cursor of a list, base64url: where the last page ended, bound to the list's other parameters.
 *
 * @param scope     what the list is of: its path and filters
 * @param position  number of the last record given out
 */
export const encodeCursor = (scope: string, position: number): string =>
  Buffer.from(`${position}.${checkOf(scope, position)}`).toString('base64url');

/** The position; null when the cursor was not made by `encodeCursor` for this scope. */
export function decodeCursor(scope: string, cursor: string): number | null {
  const [digits = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  const position = /^[1-9][0-9]{0,15}$/.test(digits) ? Number(digits) : null;
  return position !== null && encodeCursor(scope, position) === cursor ? position : null;
}

const checkOf = (scope: string, position: number): string =>
  createHash('sha256')
    .update(`${position}\n${scope}`)
    .digest()
    .subarray(0, CHECK_BYTES)
    .toString('base64url');
