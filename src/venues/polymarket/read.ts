/** What arrived, before anything of it is believed. */
export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** Text, or a number's own spelling; null when there is neither, an empty text included. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
}

const DECIMAL = /^(\d{0,15})(?:\.(\d*))?$/;

/**
 * A decimal as this venue spells it: text or a JSON number, `.48` and `10.` included, in units of 1e-8. What
 * stands behind the eighth decimal is the noise of somebody's floating point and is rounded.
 */
export function decimalOf(value: unknown): bigint | null {
  const text = textOf(value);
  const match = text === null ? null : DECIMAL.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return null;
  const units = BigInt(whole + fraction.slice(0, 8).padEnd(8, '0'));
  return (fraction[8] ?? '0') >= '5' ? units + 1n : units;
}

/** Undefined for what is no JSON: a gateway's page, a bare `PONG`. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Unix time as the venue writes it, in seconds or milliseconds, as milliseconds. */
export function millisecondsOf(value: unknown): number | null {
  const number = Number(textOf(value) ?? Number.NaN);
  if (!Number.isFinite(number) || number <= 0) return null;
  return Math.floor(number < 100_000_000_000 ? number * 1000 : number);
}

/** The strings of a list; a list written as JSON inside a string is opened first. */
export function textsOf(value: unknown): readonly string[] {
  const list = typeof value === 'string' ? jsonOf(value) : value;
  return Array.isArray(list) ? list.flatMap((item: unknown) => textOf(item) ?? []) : [];
}
