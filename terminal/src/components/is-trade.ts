import type { Fill } from '../../../sdk/src/index.ts';

/** A trade that stands: not a settlement, a position that was taken over, or a reversed fill. */
export const isTrade = ({ liquidity, settlement }: Pick<Fill, 'liquidity' | 'settlement'>): boolean =>
  (liquidity === 'MAKER' || liquidity === 'TAKER') && settlement !== 'VOID';
