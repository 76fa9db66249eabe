/**
 * - `CROSS`: YES of an asset at one instrument and NO of it at another
 * - `INTERNAL`: YES and NO of one instrument
 * - `ALL_YES`: YES of all instruments of an event, exactly one of which pays
 * - `ALL_NO`: NO of several instruments of an event, at most one of which does not pay
 * - `LADDER`: YES of a threshold and NO of a stricter one
 */
export const OPPORTUNITY_KINDS = ['CROSS', 'INTERNAL', 'ALL_YES', 'ALL_NO', 'LADDER'] as const;
export type OpportunityKind = (typeof OPPORTUNITY_KINDS)[number];
