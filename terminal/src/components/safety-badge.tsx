import { Badge } from '@mantine/core';
import type { MatchSafety } from '../../../sdk/src/index.ts';
import { describeSafety, SAFETY_COLORS } from './safety-words.ts';

/** The level of safety of listings that are held as one contract. Its title names the clauses that differ. */
export const SafetyBadge = ({ safety }: { readonly safety: MatchSafety }) => (
  <Badge variant="light" color={SAFETY_COLORS[safety.level]} title={describeSafety(safety)}>
    {safety.level}
  </Badge>
);
