/** A text of the wire as an object; null for anything else. */
export function parseFrame(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The texts among what should be a list of texts; null when it is no list. */
export const textsOf = (value: unknown): readonly string[] | null =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : null;

export const INVALID_OPERATION = 'INVALID OPERATION';
