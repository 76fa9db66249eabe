import type { Mutant } from './mutant.ts';
import { EDGE } from './planted/edge.ts';
import { ENGINE } from './planted/engine.ts';
import { MONEY } from './planted/money.ts';
import { VENUES } from './planted/venues.ts';

/** Every planted defect, by unique name. */
export const MUTANTS: readonly Mutant[] = [...ENGINE, ...MONEY, ...EDGE, ...VENUES];
