import { confirm } from '@clack/prompts';

/** Where a command was typed: what it reads and where its words go. */
export interface Terminal {
  /** A line of the answer: standard output. */
  print(line: string): void;
  /** Prints a line for the person to standard error. */
  notify(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** A person sits there: short lines, colours and questions are welcome. */
  readonly isInteractive: boolean;
  /** The answer goes to a screen, not into a file or another program. */
  readonly isSeen: boolean;
  /** Replaces the progress line; null clears it. Does nothing when the output is not a terminal. */
  progress(line: string | null): void;
  /** Asks the person yes or no. Never called where none sits. */
  confirm(question: string): Promise<boolean>;
}

export function processTerminal(): Terminal {
  // The reader has closed the pipe (`… | head`): not a failure.
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

/** Rows as aligned columns, two spaces apart. */
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
