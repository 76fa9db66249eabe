import type { ExternalOptions } from './external-options.ts';
import type { Options } from './simulation-options.ts';

/** A reduced simulation of the same seed, so that a failure is shorter to read. */
export interface ShrinkOptions {
  readonly actions: number | null; // run this many actions of the callers, then none; null: all
  readonly without: ReadonlySet<string>; // kinds of faults, by the names of `listFaults`
}

export const UNREDUCED: ShrinkOptions = { actions: null, without: new Set() };

/**
 * A probability so small that the fault never happens. It is still drawn, so all other draws stay the same.
 */
const NEVER = Number.MIN_VALUE;

type Probabilities = Readonly<Partial<Record<string, number>>>;

/** Every kind of fault that a simulation may have, by the name that excludes it. */
export function listFaults(options: Options): string[] {
  const { faults, crashes, crashAt, diskFails, wallJumps, leaps, stalls, drains, externals } = options;
  const single = { diskFails, wallJumps, leaps, stalls, drains };
  return [
    ...Object.keys(faults),
    ...(crashes > 0 ? ['crash'] : []),
    ...(options.targetCrashPoints.length === 0 ? [] : ['aims']),
    ...Object.keys(crashAt).map((point) => `crash-${point}`),
    ...Object.entries(single).flatMap(([name, probability]) => (probability > 0 ? [name] : [])),
    ...(externals === null ? [] : listExternalFaults(externals)),
  ];
}

const listExternalFaults = (options: ExternalOptions): string[] => [
  ...Object.keys(options.net),
  ...Object.keys(options.venue),
  ...new Set(listExchangeFaults(options)),
  ...(options.socketCuts > 0 ? ['socketsCut'] : []),
];

const listExchangeFaults = ({ exchangeFaults, lastingFaults }: ExternalOptions): readonly string[] => [
  ...exchangeFaults,
  ...lastingFaults,
];

/** The options without those kinds of faults. */
export function applyShrink(options: Options, without: ReadonlySet<string>): Options {
  const { crashAt, diskFails, wallJumps, leaps, externals } = options;
  const single = (name: string, probability: number): number =>
    without.has(name) && probability > 0 ? NEVER : probability;
  return {
    ...options,
    faults: suppress(options.faults, without, ''),
    targetCrashPoints: without.has('aims') ? [] : options.targetCrashPoints,
    crashAt: suppress(crashAt, without, 'crash-'),
    diskFails: single('diskFails', diskFails),
    wallJumps: single('wallJumps', wallJumps),
    leaps: single('leaps', leaps),
    stalls: single('stalls', options.stalls),
    drains: single('drains', options.drains),
    externals: externals === null ? null : shrinkExternals(externals, without),
  };
}

const shrinkExternals = (options: ExternalOptions, without: ReadonlySet<string>): ExternalOptions => ({
  ...options,
  net: suppress(options.net, without, ''),
  venue: suppress(options.venue, without, ''),
  excludedFaults: new Set(listExchangeFaults(options).filter((name) => without.has(name))),
  socketCuts: without.has('socketsCut') && options.socketCuts > 0 ? NEVER : options.socketCuts,
});

const suppress = <Table extends Probabilities>(
  table: Table,
  without: ReadonlySet<string>,
  prefix: string,
): Table =>
  Object.fromEntries(
    Object.entries(table).map(([name, each]) => [name, without.has(prefix + name) ? NEVER : each]),
  ) as Table;
