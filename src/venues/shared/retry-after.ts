const SECONDS = /^\d{1,15}(\.\d{1,9})?$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const CLOCK = '(?<hour>\\d{2}):(?<minute>\\d{2}):(?<second>\\d{2})';
/** The three forms of an HTTP date (RFC 9110, 5.6.7); the last two are obsolete and still sent. All are UTC. */
const DATES = [
  new RegExp(`^[a-z]{3}, (?<day>\\d{2}) (?<month>[a-z]{3}) (?<year>\\d{4}) ${CLOCK} GMT$`, 'i'),
  new RegExp(`^[a-z]{6,9}, (?<day>\\d{2})-(?<month>[a-z]{3})-(?<year>\\d{2}) ${CLOCK} GMT$`, 'i'),
  new RegExp(`^[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \\d]\\d) ${CLOCK} (?<year>\\d{4})$`, 'i'),
];

/**
 * How long a response asks to wait, ms: its `Retry-After`, seconds or an HTTP date. A date counts from the `Date` of
 * the same response if it has one, so that a clock that is wrong has no effect.
 *
 * @param headers  names in lower case
 * @param nowMs    the server's present time, Unix ms, for a response without `Date`
 * @returns        null for none, a date that has passed, and what is neither seconds nor a date
 */
export function parseRetryAfter(headers: Readonly<Record<string, string>>, nowMs: number): number | null {
  const text = (headers['retry-after'] ?? '').trim();
  const at = parseHttpDate(text);
  const ms = SECONDS.test(text)
    ? Math.ceil(Number(text) * 1000)
    : (at ?? Number.NaN) - (parseHttpDate(headers['date'] ?? '') ?? nowMs);
  return ms > 0 ? ms : null;
}

/** Unix ms; null for text that is not an HTTP date. */
function parseHttpDate(text: string): number | null {
  for (const form of DATES) {
    const { day, month = '', year, hour, minute, second } = form.exec(text)?.groups ?? {};
    const monthIndex = MONTHS.indexOf(month.toLowerCase());
    if (monthIndex === -1) continue;
    const [days, hours] = [Number(day), Number(hour)];
    const [minutes, seconds] = [Number(minute), Number(second)];
    const at = Date.UTC(toFullYear(year ?? ''), monthIndex, days, hours, minutes, seconds);
    return new Date(at).getUTCDate() === days && hours < 24 && minutes < 60 && seconds < 61 ? at : null;
  }
  return null;
}

/** The obsolete form has two digits: 70 to 99 are of the last century, as no such server is older. */
const toFullYear = (year: string): number =>
  year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900);
