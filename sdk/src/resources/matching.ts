/** The review of mappings: which listings are the same contract. Decisions need the permission `review`. */

import type { MatchDecision, ProposalQuery, ReviewQuery } from '../inputs.ts';
import { pathSegment } from '../query.ts';
import type { InstrumentRef } from '../scalars.ts';
import type { CallOptions, Transport } from '../transport.ts';
import type { MatchComparison, MatchProposal, MatchReview, MatchReviewHistory } from '../types.ts';

export class Matching {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Pairs of listings that have not been reviewed, best score first. */
  proposals(query: ProposalQuery = {}, options?: CallOptions): Promise<MatchProposal[]> {
    const path = '/v1/matching/proposals';
    return this.#transport.request({ method: 'GET', path, query: { ...query } }, options);
  }

  /** 2 to 10 listings compared with the first of them. */
  compare(instrumentIds: readonly InstrumentRef[], options?: CallOptions): Promise<MatchComparison> {
    const query = { instrument_ids: instrumentIds.join(',') };
    return this.#transport.request({ method: 'GET', path: '/v1/matching/compare', query }, options);
  }

  /** The decisions that are in force. */
  reviews(query: ReviewQuery = {}, options?: CallOptions): Promise<MatchReview[]> {
    const path = '/v1/matching/reviews';
    return this.#transport.request({ method: 'GET', path, query: { ...query } }, options);
  }

  /** One decision with its earlier versions. */
  async review(id: number, options?: CallOptions): Promise<MatchReviewHistory> {
    return this.#transport.request(
      { method: 'GET', path: `/v1/matching/reviews/${pathSegment(id)}` },
      options,
    );
  }

  /**
   * Approves the listings as one asset, which is then listed and routed. Sent once: see
   * `OutcomeUnknownError`.
   */
  approve(decision: MatchDecision, options?: CallOptions): Promise<MatchReview> {
    return this.#decide('/v1/matching/approve', decision, options);
  }

  /** Rejects the listings as one contract, or removes the asset `generic_asset_id`. */
  reject(decision: MatchDecision, options?: CallOptions): Promise<MatchReview> {
    return this.#decide('/v1/matching/reject', decision, options);
  }

  #decide(path: string, decision: MatchDecision, options?: CallOptions): Promise<MatchReview> {
    return this.#transport.request({ method: 'POST', path, kind: 'write', body: decision }, options);
  }
}
