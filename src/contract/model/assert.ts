/** A bug in Crossbook: an internal invariant does not hold. Never thrown for input of a caller or venue. */
export class DefectError extends Error {
  override readonly name = 'DefectError';
}

/** Throws when an invariant is broken, in production too: the service must not trade on wrong state. */
export function assert(condition: boolean, invariant: string): asserts condition {
  if (!condition) throw new DefectError(`invariant broken: ${invariant}`);
}

/** Returns the value; throws a DefectError when it is null or undefined. `what` names it in the error. */
export function requirePresent<Value>(value: Value | null | undefined, what: string): Value {
  assert(value !== null && value !== undefined, `${what} is present`);
  return value;
}
