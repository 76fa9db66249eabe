/** A JSON object, or null for every other value. */
export function asObject(value: unknown): Record<string, unknown> | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : null;
}

/**
 * The text of a request. Throws TypeError for a number that JSON cannot write: it would be sent as null, which in a record of limits
 * means "no limit".
 */
export const toJson = (request: unknown): string => JSON.stringify(request, refuseUnwritable);

function refuseUnwritable(field: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`${field}: ${value} is not a number of a request; nothing was sent`);
  return value;
}
