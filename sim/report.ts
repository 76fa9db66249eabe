import type { Options } from './options.ts';
import type { Report } from './run.ts';

/** Everything a reader needs to begin with a failure. */
export function failureText({ options, violation, witness }: Report): string {
  if (violation === null) return '';
  return [
    `✖ seed ${options.seed} broke ${violation.invariant} at step ${violation.step}`,
    `  ${violation.what}`,
    `  options ${optionsText(options)}`,
    '  what came before:',
    ...witness.lastLines.map((line) => `  ${line.length > 400 ? `${line.slice(0, 400)}…` : line}`),
  ].join('\n');
}

const optionsText = (options: Options): string => JSON.stringify(options);
