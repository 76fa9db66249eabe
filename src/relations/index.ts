export { assessSafety, joinSafety, SAFETY_LEVELS, type Safety } from './mapping/assess-safety.ts';
export {
  CatalogueMatcher,
  type CatalogueSlice,
  type MatchChanges,
  type MatchedPair,
} from './mapping/catalogue-matcher.ts';
export { CONTRACT_RELATIONS } from './mapping/compare/relate-outcomes.ts';
export { compareListings, type ListingComparison } from './mapping/compare-listings.ts';
export { areSiblingOutcomes } from './mapping/exclusive-pairs.ts';
export { toListing } from './mapping/listing.ts';
export { PackedComparison } from './mapping/packed-comparison.ts';
export { renderMatch } from './mapping/render-match.ts';
export { warmUpMatching } from './mapping/warm-up.ts';
export { createCrossSets, createEventSets, createInternalSet } from './opportunities/create-sets.ts';
export { compareEdges, computeFigures, type EdgeFigures } from './opportunities/edge-figures.ts';
export { type Edge, findBestQty } from './opportunities/find-best-qty.ts';
export type { LegFill } from './opportunities/leg-cost.ts';
export {
  type EdgeMoment,
  type EdgePoint,
  EdgeTrack,
  isListed,
  type OpportunityRecord,
  type OpportunityRecordQuery,
  parseOpportunityNumber,
} from './opportunities/opportunity-record.ts';
export {
  type LegDefinition,
  type LegSource,
  priceLegs,
  type SetDefinition,
} from './opportunities/opportunity-set.ts';
export { listOwnQtys, type OwnQty, removeOwnQtys } from './opportunities/own-orders.ts';
export {
  assessOneVenue,
  assessPair,
  computeWorstCase,
  SETTLEMENT_RISKS,
  type Settlement,
} from './opportunities/settlement.ts';
