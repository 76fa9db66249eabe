/** The review of which listings are one contract. Deciding needs the permission `review`. */
import type { MatchDecision, ProposalQuery, ReviewQuery } from '../inputs.ts';
import { pathSegment } from '../query.ts';
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

  /** 2 to 10 listings side by side, each of the others compared with the first. */
  compare(instrumentIds: readonly number[], options?: CallOptions): Promise<MatchComparison> {
    const query = { instrument_ids: instrumentIds.join(',') };
    return this.#transport.request({ method: 'GET', path: '/v1/matching/compare', query }, options);
  }

  /** What was decided of each, as it holds now. */
  reviews(query: ReviewQuery = {}, options?: CallOptions): Promise<MatchReview[]> {
    const path = '/v1/matching/reviews';
    return this.#transport.request({ method: 'GET', path, query: { ...query } }, options);
  }

  /** One decision with all that came before it. */
  async review(id: number, options?: CallOptions): Promise<MatchReviewHistory> {
    return this.#transport.request(
      { method: 'GET', path: `/v1/matching/reviews/${pathSegment(id)}` },
      options,
    );
  }

  /** From now on one asset, listed and routed. Sent once: see `OutcomeUnknownError`. */
  approve(decision: MatchDecision, options?: CallOptions): Promise<MatchReview> {
    return this.#decide('/v1/matching/approve', decision, options);
  }

  /** Not one contract; or, with `generic_asset_id`, an asset no longer. */
  reject(decision: MatchDecision, options?: CallOptions): Promise<MatchReview> {
    return this.#decide('/v1/matching/reject', decision, options);
  }

  #decide(path: string, decision: MatchDecision, options?: CallOptions): Promise<MatchReview> {
    return this.#transport.request({ method: 'POST', path, kind: 'write', body: decision }, options);
  }
}
