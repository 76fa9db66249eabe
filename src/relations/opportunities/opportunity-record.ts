import type { EventId, GenericAssetId, Notional, OpportunityKind, Qty, TimestampMs } from '#contract';
import { computeEdgePerSet } from './edge-figures.ts';
import type { Edge } from './find-best-qty.ts';
import type { LegDefinition } from './opportunity-set.ts';

/** An edge at the time when it was published. */
export interface EdgeMoment {
  readonly at: TimestampMs;
  readonly edgePerSet: bigint; // 1e-8
  readonly edgeTotal: Notional;
  readonly qty: Qty;
}

/** One point of the curve of an edge. */
export type EdgePoint = Pick<EdgeMoment, 'at' | 'edgePerSet'>;

/** How long an opportunity lasted and what it offered, on the public books. */
export interface OpportunityRecord {
  readonly number: number; // of its id; ascends with the time of opening
  readonly kind: OpportunityKind;
  readonly genericAssetId: GenericAssetId | null;
  readonly eventId: EventId | null;
  readonly legs: readonly LegDefinition[]; // of the best edge
  readonly openedAt: TimestampMs;
  readonly closedAt: TimestampMs | null; // null: it is open
  readonly lastedMs: number;
  readonly best: EdgeMoment; // with the largest edge of one set
  readonly last: EdgeMoment;
  readonly points: readonly EdgePoint[]; // oldest first, the last one included
}

/** Which records to list: those that were open at some time in [since, until), newest first. */
export interface OpportunityRecordQuery {
  readonly genericAssetId: GenericAssetId | null;
  readonly kind: OpportunityKind | null;
  readonly since: TimestampMs | null;
  readonly until: TimestampMs | null;
  readonly before: number | null; // number of the last record of the page before
  readonly limit: number;
}

/** True if a list with this query contains the record. */
export const isListed = (
  { number, kind, genericAssetId, openedAt, closedAt }: OpportunityRecord,
  query: OpportunityRecordQuery,
): boolean =>
  (query.before === null || number < query.before) &&
  (query.kind === null || kind === query.kind) &&
  (query.genericAssetId === null || genericAssetId === query.genericAssetId) &&
  (query.since === null || closedAt === null || closedAt >= query.since) &&
  (query.until === null || openedAt < query.until);

const OPPORTUNITY_ID = /^opp_([1-9][0-9]{0,15})$/;

/** The number in the id of an opportunity; null when it is no such id. */
export function parseOpportunityNumber(id: string): number | null {
  const [, digits] = OPPORTUNITY_ID.exec(id) ?? [];
  return digits === undefined ? null : Number(digits);
}

const POINT_MS = 1_000;
const POINTS_MAX = 300; // with the last one

/** The edge of an open opportunity since it opened, with at most one point a second and at most 300 in all. */
export class EdgeTrack {
  #best: EdgeMoment;
  #last: EdgeMoment;
  #legs: readonly LegDefinition[];
  #points: readonly EdgePoint[];
  #gapMs = POINT_MS; // between two points; doubles when there is no room

  constructor(edge: Edge, at: TimestampMs) {
    this.#last = toMoment(edge, at);
    this.#best = this.#last;
    this.#legs = edge.legs.map(({ leg }) => leg);
    this.#points = [toPoint(this.#last)];
  }

  add(edge: Edge, at: TimestampMs): void {
    this.#last = toMoment(edge, at);
    if (this.#last.edgePerSet > this.#best.edgePerSet) {
      this.#best = this.#last;
      this.#legs = edge.legs.map(({ leg }) => leg);
    }
    const newest = this.#points.at(-1);
    if (newest !== undefined && at - newest.at < this.#gapMs) return;
    this.#points = [...this.#points, toPoint(this.#last)];
    if (this.#points.length < POINTS_MAX) return;
    this.#points = halve(this.#points);
    this.#gapMs *= 2;
  }

  /** @param pointsMax  fewer points are returned when there are more: then the curve is coarser */
  read(pointsMax = POINTS_MAX): Pick<OpportunityRecord, 'best' | 'last' | 'legs' | 'points'> {
    let points = this.#points;
    while (points.length >= pointsMax) points = halve(points);
    const isAtEnd = points.at(-1)?.at === this.#last.at;
    return {
      best: this.#best,
      last: this.#last,
      legs: this.#legs,
      points: isAtEnd ? points : [...points, toPoint(this.#last)],
    };
  }
}

const halve = (points: readonly EdgePoint[]): readonly EdgePoint[] => points.filter((_, at) => at % 2 === 0);

const toMoment = (edge: Edge, at: TimestampMs): EdgeMoment => ({
  at,
  edgePerSet: computeEdgePerSet(edge),
  edgeTotal: edge.edgeTotal,
  qty: edge.qty,
});

const toPoint = ({ at, edgePerSet }: EdgeMoment): EdgePoint => ({ at, edgePerSet });
