import type { Mutant } from './mutant.ts';
import { ADAPTERS } from './planted/adapters.ts';
import { EDGE } from './planted/edge.ts';
import { ENGINE } from './planted/engine.ts';
import { MONEY } from './planted/money.ts';
import { RETRIES } from './planted/retries.ts';
import { VENUES } from './planted/venues.ts';

/** Every planted defect, by unique name. */
export const MUTANTS: readonly Mutant[] = [...ENGINE, ...RETRIES, ...MONEY, ...EDGE, ...VENUES, ...ADAPTERS];
