import type { DestinationStream } from 'pino';
import pino from 'pino';
import type { Config } from '#config';
import type { Log } from '#ports';
import { SECRET_PATHS, type SecretRedactor } from './secret-protection.ts';

export interface LogOptions {
  readonly level: Config['log']['level'];
  readonly output?: DestinationStream; // standard error when left out
  readonly secrets?: SecretRedactor; // redacted by value, in any text
  readonly human?: boolean; // a short readable line instead of JSON
}

/** A log that can wait until its lines are written, so that a process does not exit before them. */
export interface FlushableLog extends Log {
  flush(): Promise<void>;
}

/**
 * The operator's log: one JSON object per line, or a short readable line. Secrets in any field are replaced
 * by `[redacted]`. Logs go to standard error, so that they do not mix with a command's output.
 */
export function createLog({ level, output, secrets, human = false }: LogOptions): FlushableLog {
  const { stream, flush } =
    output === undefined ? standardError() : { stream: output, flush: async () => {} };
  const shown = (line: string): string => secrets?.redact(line) ?? line;
  const lines = { write: (line: string) => stream.write(shown(human ? prettyLine(line) : line)) };
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: [...SECRET_PATHS], censor: '[redacted]' },
    },
    lines,
  );
  return {
    info: (message, facts) => log.info(facts ?? {}, message),
    warn: (message, facts) => log.warn(facts ?? {}, message),
    error: (message, facts) => log.error(facts ?? {}, message),
    flush,
  };
}

/** Asynchronous: a slow terminal or pipe must not delay an order. */
function standardError(): { readonly stream: DestinationStream; readonly flush: () => Promise<void> } {
  // Each line is written at once. With a minimum of 0, `flush` would not wait for the write.
  const stream = pino.destination({ dest: 2, sync: false, minLength: 1 });
  return { stream, flush: () => new Promise((resolve) => stream.flush(() => resolve())) };
}

const LEVEL_NAMES: Readonly<Record<string, string>> = { info: ' ', warn: '!', error: '✗' };

/** Formats a JSON log line for a terminal: `12:00:00.123 ! venue is slow  venue=Demo latencyMs=900`. */
function prettyLine(json: string): string {
  const { level, time, msg, ...facts } = JSON.parse(json) as Record<string, unknown>;
  const clock = String(time).slice(11, 23);
  const fields = Object.entries(facts).map(([name, value]) => `${name}=${render(value)}`);
  return `${[clock, LEVEL_NAMES[String(level)] ?? String(level), msg, ...fields].join(' ')}\n`;
}

const render = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"]+$/.test(value) ? value : JSON.stringify(value);
