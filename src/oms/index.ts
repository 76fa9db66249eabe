export { AccountAdminService } from './account-admin.ts';
export { type Pairing, PairingCodes, type PairingGrant } from './browser-pairing.ts';
export { OPERATOR, recordStart } from './call-audit.ts';
export { MappingReview } from './mapping-review/mapping-review.ts';
export type {
  Comparison,
  Decision,
  MappingReviewService,
  NamedMember,
} from './mapping-review/review-types.ts';
export { Oms } from './oms.ts';
export type { AccountAdoption, PositionAdopter } from './position-adoption.ts';
export { ShadowObserver } from './shadow-observer.ts';
