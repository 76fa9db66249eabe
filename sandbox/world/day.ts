export const DAY_MS = 86_400_000;
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** A day as listings write it, counted from an exchange's first start. */
export interface Day {
  readonly days: number;
  readonly long: string; // July 29, 2027
  readonly short: string; // Jul 29, 2027
  readonly month: string; // July 2027
  readonly year: number;
}

export type DayOf = (days: number) => Day;

/** Days counted from `startedAt` (Unix milliseconds), in UTC as Demo counts them. */
export const daysFrom =
  (startedAt: number): DayOf =>
  (days) => {
    const at = new Date(startedAt + days * DAY_MS);
    const month = MONTHS[at.getUTCMonth()] ?? '';
    const year = at.getUTCFullYear();
    const date = at.getUTCDate();
    return {
      days,
      long: `${month} ${date}, ${year}`,
      short: `${month.slice(0, 3)} ${date}, ${year}`,
      month: `${month} ${year}`,
      year,
    };
  };
