/**
 * The place of a request in a distributed trace.
 *
 * Source: W3C Trace Context, https://www.w3.org/TR/trace-context/
 */
export interface TraceContext {
  readonly traceId: string; // 32 hexadecimal digits
  readonly parentId: string | null; // the span of the caller, 16 hexadecimal digits; null: the trace begins here
  readonly isSampled: boolean; // false: the caller records nothing of this trace
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** Reads the header `traceparent`; null when it is absent or not valid, as if it had not been sent. */
export function parseTraceparent(header: string | readonly string[] | undefined): TraceContext | null {
  const found = typeof header === 'string' ? TRACEPARENT.exec(header) : null;
  if (found === null) return null;
  const [, version = '', traceId = '', parentId = '', flags = '', rest] = found;
  const isKnownForm = version === '00' ? rest === undefined : version !== 'ff';
  if (!isKnownForm || isZero(traceId) || isZero(parentId)) return null;
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

const isZero = (id: string): boolean => /^0+$/.test(id);
