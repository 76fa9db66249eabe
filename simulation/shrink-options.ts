import type { ExternalOptions } from './external-options.ts';
import type { Options } from './simulation-options.ts';

/** A reduced simulation of the same seed, so that a failure is shorter to read. */
export interface ShrinkOptions {
  readonly actions: number | null; // run this many actions of the callers, then none; null: all
  readonly without: ReadonlySet<string>; // kinds of faults, by the names of `troublesOf`
}

export const WHOLE: ShrinkOptions = { actions: null, without: new Set() };

/** So small that it never happens, but it is still drawn for, so all other draws stay the same. */
const NEVER = Number.MIN_VALUE;

type Probabilities = Readonly<Partial<Record<string, number>>>;

/** Every kind of fault that a simulation may have, by the name that excludes it. */
export function troublesOf(options: Options): string[] {
  const { faults, crashes, crashAt, diskFails, wallJumps, leaps, stalls, drains, externals } = options;
  const single = { diskFails, wallJumps, leaps, stalls, drains };
  return [
    ...Object.keys(faults),
    ...(crashes > 0 ? ['crash'] : []),
    ...(options.aims.length === 0 ? [] : ['aims']),
    ...Object.keys(crashAt).map((point) => `crash-${point}`),
    ...Object.entries(single).flatMap(([name, probability]) => (probability > 0 ? [name] : [])),
    ...(externals === null ? [] : externalTroublesOf(externals)),
  ];
}

const externalTroublesOf = (options: ExternalOptions): string[] => [
  ...Object.keys(options.net),
  ...Object.keys(options.venue),
  ...new Set(boardOf(options)),
  ...(options.socketCuts > 0 ? ['socketsCut'] : []),
];

const boardOf = ({ board, lasting }: ExternalOptions): readonly string[] => [...board, ...lasting];

/** The options without those kinds of faults. */
export function applyShrink(options: Options, without: ReadonlySet<string>): Options {
  const { crashAt, diskFails, wallJumps, leaps, externals } = options;
  const single = (name: string, probability: number): number =>
    without.has(name) && probability > 0 ? NEVER : probability;
  return {
    ...options,
    faults: rarer(options.faults, without, ''),
    aims: without.has('aims') ? [] : options.aims,
    crashAt: rarer(crashAt, without, 'crash-'),
    diskFails: single('diskFails', diskFails),
    wallJumps: single('wallJumps', wallJumps),
    leaps: single('leaps', leaps),
    stalls: single('stalls', options.stalls),
    drains: single('drains', options.drains),
    externals: externals === null ? null : lessenedExternals(externals, without),
  };
}

const lessenedExternals = (options: ExternalOptions, without: ReadonlySet<string>): ExternalOptions => ({
  ...options,
  net: rarer(options.net, without, ''),
  venue: rarer(options.venue, without, ''),
  boardOff: new Set(boardOf(options).filter((name) => without.has(name))),
  socketCuts: without.has('socketsCut') && options.socketCuts > 0 ? NEVER : options.socketCuts,
});

const rarer = <Table extends Probabilities>(
  table: Table,
  without: ReadonlySet<string>,
  prefix: string,
): Table =>
  Object.fromEntries(
    Object.entries(table).map(([name, each]) => [name, without.has(prefix + name) ? NEVER : each]),
  ) as Table;
