/** A command and what it shows. */
export type Example = readonly [command: string, shows?: string];

/** The end of a `--help`, which teaches by example. */
export function examples(...lines: readonly Example[]): string {
  const shown = lines.map(([command, shows]) =>
    shows === undefined ? `  ${command}` : `  ${command}   # ${shows}`,
  );
  return `\nExamples:\n${shown.join('\n')}`;
}
