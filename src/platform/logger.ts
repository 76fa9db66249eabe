import type { DestinationStream } from 'pino';
import pino from 'pino';
import type { Config } from '../config/config.ts';
import type { Log } from '../ports/telemetry.ts';
import { SECRET_PATHS, type SecretRedactor } from './secret-protection.ts';

export interface LogOptions {
  readonly level: Config['log']['level'];
  readonly output?: DestinationStream; // standard error when left out
  readonly secrets?: SecretRedactor; // redacted by value, in any text
  readonly human?: boolean; // a short readable line instead of JSON
}

/**
 * The operator's log: one JSON object per line, or a short readable line. Secrets in any field are replaced
 * by `[redacted]`. Logs go to standard error, so that they do not mix with a command's output.
 */
export function createLog({ level, output, secrets, human = false }: LogOptions): Log {
  // Asynchronous: a slow terminal or pipe must not delay an order.
  const stream = output ?? pino.destination({ dest: 2, sync: false });
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
  };
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
