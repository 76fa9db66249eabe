import { confirm } from '@clack/prompts';

/** The input and output of a command. */
export interface Terminal {
  /** Prints a line of the result to standard output. */
  print(line: string): void;
  /** Prints a message to standard error. */
  notify(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** True at an interactive terminal, which allows colours and confirmations. */
  readonly isInteractive: boolean;
  /** True if standard output is a terminal, not a file or a pipe. */
  readonly isSeen: boolean;
  /** Replaces the progress line; null clears it. Does nothing when the output is not a terminal. */
  progress(line: string | null): void;
  /** Requests a yes or no. Called only if the terminal is interactive. */
  confirm(question: string): Promise<boolean>;
}

export function processTerminal(): Terminal {
  // A reader that closes the pipe (`… | head`) is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  return machineTerminal();
}

const machineTerminal = (): Terminal => ({
  print: (line) => void process.stdout.write(`${line}\n`),
  notify: (line) => void process.stderr.write(`${line.split('\n').map(cleanText).join('\n')}\n`),
  env: process.env,
  cwd: process.cwd(),
  isInteractive: process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY,
  isSeen: process.stdout.isTTY,
  progress: (line) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${cleanText(line ?? '')}`);
  },
  confirm: async (question) =>
    (await confirm({ message: cleanText(question), initialValue: false })) === true,
});

/** A text as one line that a terminal only shows: without characters that move the cursor or change the direction. */
export const cleanText = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').replace(/\p{Cf}/gu, '');

/** JSON of the same value in which such characters are escaped, also those that JSON itself leaves as they are. */
export const renderJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, escapeUnits);

const escapeUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, index) => text.charCodeAt(index).toString(16).padStart(4, '0'))
    .map((unit) => `\\u${unit}`)
    .join('');

/** Renders rows as aligned columns, two spaces apart. */
export function columns(given: readonly (readonly string[])[]): readonly string[] {
  const rows = given.map((row) => row.map(cleanText));
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
