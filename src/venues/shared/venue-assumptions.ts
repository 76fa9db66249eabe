import type { VenueCheck } from '#ports';

/** What an adapter takes to be true of its venue. */
export interface VenueAssumption {
  readonly what: string;
  readonly asOf: string; // the day of the newest source, `2026-10-07`
  readonly isStated: boolean; // by the venue, in its documentation or its own client
  readonly settledBy: string; // what would show whether it is still true
}

export const stated = (what: string, asOf: string, settledBy: string): VenueAssumption => ({
  what,
  asOf,
  isStated: true,
  settledBy,
});

/** Taken from public reports, recordings or observation. */
export const unstated = (what: string, asOf: string, settledBy: string): VenueAssumption => ({
  ...stated(what, asOf, settledBy),
  isStated: false,
});

/** The assumptions as lines of `venue check`, which compares their dates with the present day. */
export const toAssumptionChecks = (assumptions: readonly VenueAssumption[]): readonly VenueCheck[] =>
  assumptions.map(({ what, asOf, isStated, settledBy }) => ({
    name: 'assumption',
    ok: true,
    detail: isStated ? what : `${what}; not stated by the venue, settled by ${settledBy}`,
    asOf,
  }));

/** The rows of the table in a venue's README. */
export const renderAssumptionRows = (assumptions: readonly VenueAssumption[]): readonly string[] =>
  assumptions.map(
    ({ what, asOf, isStated, settledBy }) =>
      `| ${what} | ${asOf} | ${isStated ? 'stated' : 'not stated by the venue'} | ${settledBy} |`,
  );
