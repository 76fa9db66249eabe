/** An expected yes or no. A refusal is a value, never an exception. */
export type Result<Value, Refused> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Refused };

export const ok = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
});

export const refuse = <Refused>(error: Refused): { readonly ok: false; readonly error: Refused } => ({
  ok: false,
  error,
});

/** The same answer with its value made into another; a refusal stays as it is. */
export const mapResult = <Value, Mapped, Refused>(
  result: Result<Value, Refused>,
  change: (value: Value) => Mapped,
): Result<Mapped, Refused> => (result.ok ? ok(change(result.value)) : result);
