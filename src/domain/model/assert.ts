/** A defect of ours: the state is not what our own logic promises. Never thrown for what a caller or venue sent. */
export class DefectError extends Error {
  override readonly name = 'DefectError';
}

/** Stops on a broken invariant, in production too: wrong state must not trade. */
export function assert(condition: boolean, invariant: string): asserts condition {
  if (!condition) throw new DefectError(`invariant broken: ${invariant}`);
}

/** The value, which our own logic promises is present. */
export function requirePresent<Value>(value: Value | null | undefined, what: string): Value {
  assert(value !== null && value !== undefined, `${what} is present`);
  return value;
}
