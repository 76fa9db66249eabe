import {
  err,
  type GenericAssetId,
  type Instrument,
  type InstrumentId,
  invalidField,
  notFound,
  ok,
  type Rejection,
  type Result,
  type VenueName,
} from '#contract';
import {
  type AssetReview,
  computeListingFingerprint,
  hasFingerprint,
  type ReviewedMember,
  type ReviewStatus,
} from '#domain';
import type { Clock, Journal, MappingSource, Proposal } from '#ports';
import {
  checkExclusiveOutcomes,
  checkNotApproved,
  checkOneAsset,
  checkOneContract,
  checkReasons,
  checkTextsMatch,
  compareWithFirst,
  findMembers,
} from './review-checks.ts';
import { type ReviewRecordDeps as RecordDeps, ReviewRecord, readHistory } from './review-record.ts';
import type { Comparison, Decision, MappingReviewService } from './review-types.ts';

interface MappingReviewDeps extends RecordDeps {
  readonly clock: Clock;
}

/**
 * Reviews of which instruments are the same contract. Only an approved asset is listed and routed, and only while the
 * text of every member is unchanged since the approval.
 */
export class MappingReview implements MappingReviewService {
  readonly #mappingSource: MappingSource;
  readonly #journal: Journal;
  readonly #record: ReviewRecord;
  readonly #proposals: OpenProposals;

  constructor(deps: MappingReviewDeps) {
    this.#mappingSource = deps.mappingSource;
    this.#journal = deps.store.journal;
    this.#record = new ReviewRecord(deps);
    this.#proposals = new OpenProposals(deps.mappingSource, deps.clock);
  }

  /** Lists the approved assets and watches their members. Call this before any venue reports instruments. */
  start(): void {
    this.#record.start();
  }

  reviews(): readonly AssetReview[] {
    return this.#record.all();
  }

  history(id: GenericAssetId): Promise<readonly AssetReview[]> {
    return readHistory(this.#journal, id);
  }

  proposals(): Promise<readonly Proposal[]> {
    return this.#proposals.open(this.reviews());
  }

  async compare(names: readonly string[]): Promise<Result<Comparison, Rejection>> {
    const named = names.map((name) => ({ name, inverted: null, fingerprint: null }));
    const found = await findMembers(this.#mappingSource, named);
    if (!found.ok) return found;
    const members = found.value;
    const ids = new Set(members.map(({ instrumentId }) => instrumentId));
    const reviews = this.reviews().filter(({ members: reviewed }) =>
      reviewed.some((it) => ids.has(it.instrumentId)),
    );
    return ok({ members, matches: compareWithFirst(members), reviews });
  }

  async approve(decision: Decision): Promise<Result<AssetReview, Rejection>> {
    const found = await this.#findDecisionMembers(decision);
    if (!found.ok) return found;
    const members = found.value;
    const refusal =
      checkOneAsset(this.#mappingSource, members, null) ??
      checkTextsMatch(members, decision, this.#proposals.withheld());
    if (refusal !== null) return err(refusal);
    const matches = compareWithFirst(members);
    const inverted = members.map(
      (_, index) => decision.members[index]?.inverted ?? matches[index - 1]?.inverted ?? false,
    );
    const conflict = checkExclusiveOutcomes(members, inverted) ?? checkOneContract(members);
    return conflict === null ? this.#decide('APPROVED', members, inverted, decision) : err(conflict);
  }

  async approveAgain(id: GenericAssetId, by: string, why: string): Promise<Result<AssetReview, Rejection>> {
    const review = this.#findReview(id, by, why);
    if (!review.ok) return review;
    const members: Instrument[] = [];
    for (const { instrumentId } of review.value.members) {
      const instrument = await this.#mappingSource.instrument(instrumentId);
      if (instrument !== null) members.push(instrument);
    }
    if (members.length < review.value.members.length)
      return err(invalidField('asset', 'has a member that is no longer listed'));
    const inverted = review.value.members.map((member) => member.inverted);
    const refusal =
      checkOneAsset(this.#mappingSource, members, id) ??
      checkExclusiveOutcomes(members, inverted) ??
      checkOneContract(members);
    if (refusal !== null) return err(refusal);
    const now = review.value.members.map((member, at) => ({
      ...member,
      fingerprint: computeListingFingerprint(members[at] as Instrument),
    }));
    const first = review.value.members[0]?.venue as VenueName;
    const simulated = this.#mappingSource.isSimulated(first) ?? review.value.simulated;
    return this.#commit({ ...review.value, status: 'APPROVED', simulated, members: now, by, why });
  }

  async reject(decision: Decision): Promise<Result<AssetReview, Rejection>> {
    const found = await this.#findDecisionMembers(decision);
    if (!found.ok) return found;
    const refusal = checkNotApproved(this.#mappingSource, found.value);
    if (refusal !== null) return err(refusal);
    const inverted = found.value.map(() => false);
    return this.#decide('REJECTED', found.value, inverted, decision);
  }

  async withdraw(id: GenericAssetId, by: string, why: string): Promise<Result<AssetReview, Rejection>> {
    const review = this.#findReview(id, by, why);
    return review.ok ? this.#commit({ ...review.value, status: 'REJECTED', by, why }) : review;
  }

  #findDecisionMembers(decision: Decision): Promise<Result<readonly Instrument[], Rejection>> {
    const refusal = checkReasons(decision);
    return refusal === null
      ? findMembers(this.#mappingSource, decision.members)
      : Promise.resolve(err(refusal));
  }

  #findReview(id: GenericAssetId, by: string, why: string): Result<AssetReview, Rejection> {
    const review = this.#record.get(id);
    if (review === null) return err(notFound('generic_asset'));
    const refusal = checkReasons({ members: [], by, why });
    return refusal === null ? ok(review) : err(refusal);
  }

  #decide(
    status: ReviewStatus,
    instruments: readonly Instrument[],
    inverted: readonly boolean[],
    { title, by, why }: Decision,
  ): Promise<Result<AssetReview, Rejection>> {
    const [first] = instruments as readonly [Instrument, ...Instrument[]];
    const members: readonly ReviewedMember[] = instruments.map((instrument, at) => ({
      venue: instrument.venue,
      venueInstrumentId: instrument.venueInstrumentId,
      instrumentId: instrument.instrumentId,
      ticker: instrument.ticker,
      // The asset has the direction of its first member.
      inverted: (inverted[at] ?? false) !== (inverted[0] ?? false),
      fingerprint: computeListingFingerprint(instrument),
    }));
    const { description, category } = first;
    return this.#commit({
      genericAssetId: this.#record.nextId(),
      status,
      simulated: this.#mappingSource.isSimulated(first.venue) ?? false,
      title: title ?? first.title,
      description,
      category,
      members,
      by,
      why,
    });
  }

  async #commit(review: Omit<AssetReview, 'at'>): Promise<Result<AssetReview, Rejection>> {
    return ok(await this.#record.commit(review));
  }
}

const PROPOSALS_TTL_MS = 30_000;

/** Pairs without a decision. Finding them takes seconds, so the result is shared and reused for `PROPOSALS_TTL_MS`. */
class OpenProposals {
  readonly #mappingSource: MappingSource;
  readonly #clock: Clock;
  #found: Promise<readonly Proposal[]> | null = null;
  #foundAtMs = 0;
  #withheld: readonly Proposal[] = [];
  #listings: ReadonlySet<InstrumentId> = new Set(); // of the last proposals
  readonly #updated = new Map<InstrumentId, Instrument>(); // those of them that a venue has updated

  constructor(mappingSource: MappingSource, clock: Clock) {
    this.#mappingSource = mappingSource;
    this.#clock = clock;
    mappingSource.onListingUpdate((instrument) => {
      if (this.#listings.has(instrument.instrumentId)) this.#updated.set(instrument.instrumentId, instrument);
    });
  }

  async open(reviews: readonly AssetReview[]): Promise<readonly Proposal[]> {
    const proposals = await this.#recent();
    this.#withheld = proposals.filter(
      ({ match }) => match.verdict === 'unsure' && match.reasons.some(({ name }) => name === 'exclusive'),
    );
    const reviewed = new Set(reviews.flatMap(({ members }) => members.map((it) => it.instrumentId)));
    return proposals.filter(
      ({ a, b }) =>
        this.#isCurrent(a) &&
        this.#isCurrent(b) &&
        !(reviewed.has(a.instrumentId) && reviewed.has(b.instrumentId) && this.#isDecided(reviews, a, b)),
    );
  }

  /** False once a venue has changed the text: the comparison no longer applies. */
  #isCurrent(listing: Instrument): boolean {
    const updated = this.#updated.get(listing.instrumentId);
    return updated === undefined || hasFingerprint(updated, computeListingFingerprint(listing));
  }

  /** The contested pairs of the last proposals; empty before the first. */
  withheld(): readonly Proposal[] {
    return this.#withheld;
  }

  #recent(): Promise<readonly Proposal[]> {
    if (this.#found !== null && this.#clock.monotonicMs() - this.#foundAtMs < PROPOSALS_TTL_MS)
      return this.#found;
    const found = this.#mappingSource.findProposals();
    this.#found = found;
    this.#foundAtMs = this.#clock.monotonicMs();
    found.then(
      (proposals) => this.#watch(proposals),
      () => {
        if (this.#found === found) this.#found = null;
      },
    );
    return found;
  }

  #watch(proposals: readonly Proposal[]): void {
    this.#listings = new Set(proposals.flatMap(({ a, b }) => [a.instrumentId, b.instrumentId]));
    for (const id of this.#updated.keys()) if (!this.#listings.has(id)) this.#updated.delete(id);
  }

  #isDecided(reviews: readonly AssetReview[], a: Instrument, b: Instrument): boolean {
    const [assetA, assetB] = [
      this.#mappingSource.getAssetId(a.instrumentId),
      this.#mappingSource.getAssetId(b.instrumentId),
    ];
    if (assetA !== null && assetA === assetB) return true;
    return reviews.some(({ status, members }) => {
      const of = [a, b].map((it) => members.find(({ instrumentId }) => instrumentId === it.instrumentId));
      if (of.includes(undefined)) return false;
      // A rejection covers only the reviewed texts: a pair with a changed text is proposed again.
      return status !== 'REJECTED' || [a, b].every((it, at) => hasFingerprint(it, of[at]?.fingerprint ?? ''));
    });
  }
}
