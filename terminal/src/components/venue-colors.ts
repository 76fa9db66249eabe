// The last has too little contrast for text; these are for lines, bars and the squares of a legend.
const COLOURS = ['#4c6ef5', '#f59f00', '#ae3ec9', '#0ca678'] as const;

/** The colour of each venue among these, the same wherever the same venues stand together. */
export const coloursOf = (venues: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    [...new Set(venues)].toSorted().map((venue, index) => [venue, COLOURS[index % COLOURS.length] ?? '']),
  );
