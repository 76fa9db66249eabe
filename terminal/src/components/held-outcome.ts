import type { Outcome, Position } from '../../../sdk/src/index.ts';

/** The contracts that a position is for its holder: the API's short YES is long NO. */
export const heldOutcome = ({ side }: Pick<Position, 'side'>): Outcome => (side === 'BUY' ? 'YES' : 'NO');
