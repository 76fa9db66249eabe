// For lines, bars and legends only: the last colour has too little contrast for text.
const COLOURS = ['#4c6ef5', '#f59f00', '#ae3ec9', '#0ca678'] as const;

/** Assigns a colour to each of these venues. The same set of venues always gets the same colours. */
export const assignColours = (venues: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    [...new Set(venues)].toSorted().map((venue, index) => [venue, COLOURS[index % COLOURS.length] ?? '']),
  );
