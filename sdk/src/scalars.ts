/** An exact decimal in canonical form, such as `"0.48"`. Kept as text: a float would round money. */
export type Decimal = string;

/** RFC 3339 UTC with milliseconds: `"2026-07-01T12:00:00.000Z"`. */
export type Instant = string;

/** A time that the service accepts: RFC 3339 text or Unix milliseconds. */
export type TimeInput = string | number;

/** `Demo`, and the external venues with the names that the service's configuration gives them. */
export type VenueName = 'Demo' | (string & {});

/** An instrument in a request: its integer id, `<Venue>:<native id>`, or `<Venue>:<ticker>`. */
export type InstrumentRef = number | string;

/** An order in a path: `ord_1042`, `1042` or 1042. */
export type OrderRef = string | number;
