import { SeededRandom } from '../support/seeded-values.ts';

/** Code that handles input from outside. */
export interface Target {
  readonly name: string;
  readonly share: number; // its share of a run's inputs; all shares add up to 1
  /** True if inputs depend on earlier ones, so that one of them is reproduced by repeating all before it. */
  readonly isStateful: boolean;
  readonly start: () => Promise<Running>;
}

export interface Running {
  /** Generates one input and fails if it does harm. */
  readonly attempt: (dice: SeededRandom) => Promise<void> | void;
  /** The conditions at the end of the run. */
  readonly finish: () => Promise<void> | void;
}

export interface Span {
  readonly seed: number;
  readonly from: number; // the first input
  readonly inputs: number;
}

/** An input that did harm, and the command that reproduces it. */
export class FuzzFailure extends Error {
  override readonly name = 'FuzzFailure';

  constructor(target: Target, { seed }: Span, at: number, cause: unknown) {
    const which = target.isStateful ? `--inputs ${at + 1}` : `--from ${at} --inputs 1`;
    const command = `npm run long -- fuzz --target ${target.name} --seed ${seed} ${which}`;
    const what = cause instanceof Error ? cause.message : String(cause);
    super(`${target.name}, input ${at}: ${what}\nagain: ${command}`, { cause });
  }
}

/** Each input has its own random sequence, so that it can be reproduced without those before it. */
export async function fuzz(target: Target, span: Span): Promise<void> {
  const running = await target.start();
  let at = span.from;
  let strayed: unknown = null;
  // An exception in a timer or an unawaited promise is harm too, and belongs to the current input.
  const stray = (error: unknown): void => {
    strayed ??= error;
  };
  process.on('uncaughtException', stray).on('unhandledRejection', stray);
  try {
    for (; at < span.from + span.inputs; at += 1) {
      await running.attempt(new SeededRandom(computeSeed(target.name, span.seed, at)));
      if (strayed !== null) throw strayed;
    }
    await running.finish();
  } catch (error) {
    throw new FuzzFailure(target, span, Math.min(at, span.from + span.inputs - 1), error);
  } finally {
    process.off('uncaughtException', stray).off('unhandledRejection', stray);
  }
}

function computeSeed(name: string, seed: number, at: number): number {
  let mixed = Math.imul(seed, 0x9e3779b1) ^ Math.imul(at + 1, 0x85ebca6b);
  for (const letter of name) mixed = Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return mixed >>> 0;
}
