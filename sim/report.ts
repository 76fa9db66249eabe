import type { Options } from './options.ts';
import type { Report } from './run.ts';

/** Everything a reader needs to begin with a failure, the command that repeats it last. */
export function failureText({ options, violation, witness }: Report): string {
  if (violation === null) return '';
  return [
    `✖ seed ${options.seed} broke ${violation.invariant} at step ${violation.step}`,
    `  ${violation.what}`,
    `  options ${optionsText(options)}`,
    '  what came before:',
    ...witness.lastLines.map((line) => `  ${line.length > 400 ? `${line.slice(0, 400)}…` : line}`),
    `  npm run sim -- --seed ${options.seed}`,
  ].join('\n');
}

const optionsText = (options: Options): string => JSON.stringify(options);

/** What many worlds saw together. */
export class Tally {
  readonly failed: number[] = [];
  readonly #startedMs = performance.now();
  readonly #faults = new Map<string, number>();
  readonly #moves = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  #worlds = 0;
  #virtualMs = 0;

  add({ options, violation, witness, virtualMs }: Report): void {
    this.#worlds += 1;
    this.#virtualMs += virtualMs;
    if (violation !== null) this.failed.push(options.seed);
    addAll(this.#faults, witness.faults);
    addAll(this.#moves, witness.moves);
    addAll(this.#calls, witness.calls);
  }

  text(): string {
    const seconds = ((performance.now() - this.#startedMs) / 1000).toFixed(1);
    const hours = (this.#virtualMs / 3_600_000).toFixed(1);
    return [
      `faults       ${countsText(this.#faults)}`,
      `transitions  ${countsText(this.#moves)}`,
      `calls        ${countsText(this.#calls)}`,
      `${this.#worlds} worlds, ${hours} hours of their time in ${seconds} s; ${this.failed.length} broke${
        this.failed.length === 0 ? '' : `: ${this.failed.join(' ')}`
      }`,
    ].join('\n');
  }
}

function addAll(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
}

const countsText = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
