import { listFaults, type ShrinkOptions, UNREDUCED } from './shrink-options.ts';
import type { Options } from './simulation-options.ts';

const RUNS_MAX = 60;

/**
 * The shortest simulation found with the same failure: first the fewest actions, by bisection, then without
 * each kind of fault that it does not need.
 *
 * @param breaks  runs the smaller simulation and returns whether it fails in the same way
 */
export async function shrink(
  options: Options,
  breaks: (shrinkOptions: ShrinkOptions) => Promise<boolean>,
): Promise<ShrinkOptions> {
  let least: ShrinkOptions = { ...UNREDUCED, actions: await fewestActions(options.actions, breaks) };
  for (const fault of listFaults(options).slice(0, RUNS_MAX)) {
    const less = { ...least, without: new Set([...least.without, fault]) };
    if (await breaks(less)) least = less;
  }
  return least;
}

async function fewestActions(
  all: number,
  breaks: (shrinkOptions: ShrinkOptions) => Promise<boolean>,
): Promise<number> {
  let [tooFew, enough] = [0, all];
  while (enough - tooFew > 1) {
    const actions = Math.floor((tooFew + enough) / 2);
    if (await breaks({ ...UNREDUCED, actions })) enough = actions;
    else tooFew = actions;
  }
  return enough;
}

/** The command that reproduces it. */
export function renderCommand(seed: number, { actions, without }: ShrinkOptions): string {
  return [
    `npm run sim -- --seed ${seed}`,
    ...(actions === null ? [] : [`--actions ${actions}`]),
    ...(without.size === 0 ? [] : [`--without ${[...without].join(',')}`]),
  ].join(' ');
}
