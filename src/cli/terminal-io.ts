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
  notify: (line) => void process.stderr.write(`${line}\n`),
  env: process.env,
  cwd: process.cwd(),
  isInteractive: process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY,
  isSeen: process.stdout.isTTY,
  progress: (line) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${line ?? ''}`);
  },
  confirm: async (question) => (await confirm({ message: question, initialValue: false })) === true,
});

/** Renders rows as aligned columns, two spaces apart. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
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
