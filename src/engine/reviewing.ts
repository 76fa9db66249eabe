import type { Instrument } from '../core/instruments/instrument.ts';
import {
  type AssetReview,
  FIRST_REVIEW_ID,
  fingerprintOf,
  isStillTrading,
  type ReviewedMember,
  type ReviewStatus,
} from '../core/instruments/review.ts';
import type { GenericAssetId, InstrumentId, VenueName } from '../core/kernel/ids.ts';
import { parseInstrumentId } from '../core/kernel/ids.ts';
import { invalidField, notFound, type Refusal } from '../core/kernel/refusal.ts';
import { ok, type Result, refuse } from '../core/kernel/result.ts';
import type { LedgerEvent } from '../core/ledger/events.ts';
import type { Match } from '../core/matching/score.ts';
import type { AssetDesk, Proposal } from '../ports/assetdesk.ts';
import type { Log } from '../ports/log.ts';
import type { Ledger } from './ledger.ts';
import { matchesOf, whyUnlike, wrongWords } from './reviewchecks.ts';
import type { Decision, NamedMember } from './reviewdecision.ts';

const MEMBERS_MAX = 10;

/** How members compare with the first of them, and what was decided of them before. */
export interface Comparison {
  readonly members: readonly Instrument[];
  readonly matches: readonly Match[]; // of members 2, 3, … with the first
  readonly reviews: readonly AssetReview[];
}

export interface Reviewing {
  /** Pairs that nobody has decided on, the likeliest first. */
  proposals(): Promise<readonly Proposal[]>;
  /** Every decision, oldest first. */
  reviews(): readonly AssetReview[];
  compare(names: readonly string[]): Promise<Result<Comparison, Refusal>>;
  approve(decision: Decision): Promise<Result<AssetReview, Refusal>>;
  /** Looks at a suspended asset again: its members as they are listed now are approved. */
  approveAgain(id: GenericAssetId, by: string, why: string): Promise<Result<AssetReview, Refusal>>;
  reject(decision: Decision): Promise<Result<AssetReview, Refusal>>;
  /** Takes an approved or suspended asset off for good. */
  withdraw(id: GenericAssetId, by: string, why: string): Promise<Result<AssetReview, Refusal>>;
}

export interface ReviewsDeps {
  readonly ledger: Ledger;
  readonly desk: AssetDesk;
  readonly log: Log;
}

/**
 * Which instruments are one contract, as people decided it. Only what is approved is listed and routed,
 * and only while every member reads as it did when somebody looked.
 */
export class Reviews implements Reviewing {
  readonly #ledger: Ledger;
  readonly #desk: AssetDesk;
  readonly #log: Log;

  constructor({ ledger, desk, log }: ReviewsDeps) {
    this.#ledger = ledger;
    this.#desk = desk;
    this.#log = log;
  }

  /** Lists what is approved and watches its members. Before any venue tells of its instruments. */
  start(): void {
    for (const review of this.reviews()) {
      const isMoved = review.members.some(({ venue }) => this.#isOtherWorld(venue, review.simulated));
      if (review.status !== 'APPROVED') continue;
      if (isMoved) this.#suspend(review, 'a venue went from simulated to live, or back', 'operator');
      else this.#desk.show(review);
    }
    this.#desk.onTold((instrument) => this.#watch(instrument));
  }

  reviews(): readonly AssetReview[] {
    return [...this.#ledger.state.assetReviews.values()].sort((a, b) => a.genericAssetId - b.genericAssetId);
  }

  async proposals(): Promise<readonly Proposal[]> {
    const proposals = await this.#desk.proposals();
    return proposals.filter(({ a, b }) => !this.#isDecided(a, b));
  }

  async compare(names: readonly string[]): Promise<Result<Comparison, Refusal>> {
    const found = await this.#members(names.map((name) => ({ name, inverted: null, fingerprint: null })));
    if (!found.ok) return found;
    const members = found.value;
    const ids = new Set(members.map(({ instrumentId }) => instrumentId));
    const reviews = this.reviews().filter(({ members: of }) => of.some((it) => ids.has(it.instrumentId)));
    return ok({ members, matches: matchesOf(members), reviews });
  }

  async approve(decision: Decision): Promise<Result<AssetReview, Refusal>> {
    const wrong = wrongWords(decision);
    if (wrong !== null) return refuse(wrong);
    const found = await this.#members(decision.members);
    if (!found.ok) return found;
    const members = found.value;
    const no = this.#whyNot(members, null) ?? whyUnlike(members, decision);
    if (no !== null) return refuse(no);
    const matches = matchesOf(members);
    const inverted = members.map(
      (_, at) => decision.members[at]?.inverted ?? matches[at - 1]?.inverted ?? false,
    );
    return this.#decide('APPROVED', members, inverted, decision);
  }

  async approveAgain(id: GenericAssetId, by: string, why: string): Promise<Result<AssetReview, Refusal>> {
    const review = this.#ledger.state.assetReviews.get(id);
    if (review === undefined) return refuse(notFound('generic_asset'));
    const wrong = wrongWords({ members: [], by, why });
    if (wrong !== null) return refuse(wrong);
    const members: Instrument[] = [];
    for (const { instrumentId } of review.members) {
      const instrument = await this.#desk.instrument(instrumentId);
      if (instrument !== null) members.push(instrument);
    }
    if (members.length < review.members.length)
      return refuse(invalidField('asset', 'has a member that is listed no more'));
    const no = this.#whyNot(members, id);
    if (no !== null) return refuse(no);
    const now = review.members.map((member, at) => ({
      ...member,
      fingerprint: fingerprintOf(members[at] as Instrument),
    }));
    const simulated = this.#desk.isSimulated(review.members[0]?.venue as VenueName) ?? review.simulated;
    return ok(await this.#commit({ ...review, status: 'APPROVED', simulated, members: now, by, why }));
  }

  async reject(decision: Decision): Promise<Result<AssetReview, Refusal>> {
    const wrong = wrongWords(decision);
    if (wrong !== null) return refuse(wrong);
    const found = await this.#members(decision.members);
    if (!found.ok) return found;
    const held = found.value.find(
      ({ instrumentId }) => (this.#desk.assetOf(instrumentId) ?? 0) >= FIRST_REVIEW_ID,
    );
    if (
      held !== undefined &&
      found.value.every((it) => this.#desk.assetOf(it.instrumentId) === this.#desk.assetOf(held.instrumentId))
    )
      return refuse(
        invalidField(
          'members',
          `are approved as asset ${this.#desk.assetOf(held.instrumentId)}; reject the asset`,
        ),
      );
    return this.#decide(
      'REJECTED',
      found.value,
      found.value.map(() => false),
      decision,
    );
  }

  async withdraw(id: GenericAssetId, by: string, why: string): Promise<Result<AssetReview, Refusal>> {
    const review = this.#ledger.state.assetReviews.get(id);
    if (review === undefined) return refuse(notFound('generic_asset'));
    const wrong = wrongWords({ members: [], by, why });
    if (wrong !== null) return refuse(wrong);
    return ok(await this.#commit({ ...review, status: 'REJECTED', by, why }));
  }

  #decide(
    status: ReviewStatus,
    instruments: readonly Instrument[],
    inverted: readonly boolean[],
    { title, by, why }: Decision,
  ): Promise<Result<AssetReview, Refusal>> {
    const [first] = instruments as readonly [Instrument, ...Instrument[]];
    const members: readonly ReviewedMember[] = instruments.map((instrument, at) => ({
      venue: instrument.venue,
      venueInstrumentId: instrument.venueInstrumentId,
      instrumentId: instrument.instrumentId,
      ticker: instrument.ticker,
      // The asset asks what its first member asks.
      inverted: (inverted[at] ?? false) !== (inverted[0] ?? false),
      fingerprint: fingerprintOf(instrument),
    }));
    const { description, category } = first;
    return this.#commit({
      genericAssetId: this.#nextId(),
      status,
      simulated: this.#desk.isSimulated(first.venue) ?? false,
      title: title ?? first.title,
      description,
      category,
      members,
      by,
      why,
      at: this.#ledger.now(),
    }).then(ok);
  }

  /** In memory and on the desk at once, so that nothing is routed by what was just taken off. */
  async #commit(review: AssetReview): Promise<AssetReview> {
    const decided: AssetReview = { ...review, at: this.#ledger.now() };
    const type = decided.status === 'APPROVED' ? 'AssetApproved' : 'AssetRejected';
    const durable = this.#ledger.commit('asset_review', decided.by, [
      ...this.#bindings(decided),
      { type, review: decided },
    ]);
    if (decided.status !== 'APPROVED') this.#desk.show(decided);
    await durable;
    // It is listed once it is durable, unless a venue has changed it meanwhile.
    const now = this.#ledger.state.assetReviews.get(decided.genericAssetId);
    if (now === decided) this.#desk.show(decided);
    return decided;
  }

  /** From here on our ids of the members mean these contracts for ever, as they do after an order. */
  #bindings({ members }: AssetReview): readonly LedgerEvent[] {
    return members
      .filter(({ instrumentId }) => !this.#ledger.state.bindings.has(instrumentId))
      .map(({ instrumentId, venue, venueInstrumentId }) => ({
        type: 'InstrumentBound',
        instrumentId,
        venue,
        venueInstrumentId,
      }));
  }

  #watch(instrument: Instrument): void {
    if (!isStillTrading(instrument.status)) return;
    for (const review of this.#ledger.state.assetReviews.values()) {
      if (review.status !== 'APPROVED') continue;
      const member = review.members.find(({ instrumentId }) => instrumentId === instrument.instrumentId);
      if (member === undefined || member.fingerprint === fingerprintOf(instrument)) continue;
      this.#suspend(
        review,
        `${instrument.venue} changed the text or the dates of ${instrument.ticker}`,
        instrument.venue,
      );
    }
  }

  #suspend(review: AssetReview, why: string, by: string): void {
    const suspended: AssetReview = { ...review, status: 'SUSPENDED', by, why, at: this.#ledger.now() };
    const durable = this.#ledger.commit('asset_suspend', by, [{ type: 'AssetSuspended', review: suspended }]);
    this.#desk.show(suspended);
    this.#log.warn('a generic asset is suspended until it is reviewed again', {
      asset: review.genericAssetId,
      why,
    });
    // A journal that has failed is told where it failed; in this process the asset stays suspended.
    durable.catch((error: unknown) => this.#log.error('a suspension is not durable', { why: String(error) }));
  }

  #isOtherWorld(venue: VenueName, simulated: boolean): boolean {
    const now = this.#desk.isSimulated(venue);
    return now !== null && now !== simulated;
  }

  /** Why these may not be one asset, whatever their words say. */
  #whyNot(members: readonly Instrument[], own: GenericAssetId | null): Refusal | null {
    const over = members.find(({ status }) => !isStillTrading(status));
    if (over !== undefined) return invalidField('members', `has ${over.ticker}, which is ${over.status}`);
    const taken = members.find((it) => ![null, own].includes(this.#desk.assetOf(it.instrumentId)));
    if (taken !== undefined)
      return invalidField(
        'members',
        `has ${taken.ticker}, which asset ${this.#desk.assetOf(taken.instrumentId)} has already`,
      );
    const worlds = members.map(({ venue }) => this.#desk.isSimulated(venue));
    if (worlds.includes(null)) return invalidField('members', 'has one of a venue that is switched off here');
    if (new Set(worlds).size > 1)
      return invalidField(
        'members',
        'mixes simulated and live venues; a live order is never routed to a simulated book',
      );
    return null;
  }

  async #members(named: readonly NamedMember[]): Promise<Result<readonly Instrument[], Refusal>> {
    if (named.length < 2 || named.length > MEMBERS_MAX)
      return refuse(invalidField('members', `must be 2 to ${MEMBERS_MAX} instruments`));
    const members: Instrument[] = [];
    for (const { name } of named) {
      const instrument = await this.#member(name);
      if (instrument === null)
        return refuse(
          invalidField('members', `has ${name}, which no venue lists, or which is not one alone`),
        );
      members.push(instrument);
    }
    const isTwice = new Set(members.map(({ instrumentId }) => instrumentId)).size < members.length;
    return isTwice ? refuse(invalidField('members', 'names one instrument twice')) : ok(members);
  }

  async #member(name: string): Promise<Instrument | null> {
    const at = name.indexOf(':');
    if (at > 0) return this.#desk.named(name.slice(0, at) as VenueName, name.slice(at + 1));
    const id: InstrumentId | null = parseInstrumentId(name);
    return id === null ? null : this.#desk.instrument(id);
  }

  #isDecided(a: Instrument, b: Instrument): boolean {
    const [assetA, assetB] = [this.#desk.assetOf(a.instrumentId), this.#desk.assetOf(b.instrumentId)];
    if (assetA !== null && assetA === assetB) return true;
    return this.reviews().some(({ status, members }) => {
      const of = [a, b].map((it) => members.find(({ instrumentId }) => instrumentId === it.instrumentId));
      if (of.includes(undefined)) return false;
      // A rejection speaks of the words that were read; other words are another question.
      return status !== 'REJECTED' || [a, b].every((it, at) => of[at]?.fingerprint === fingerprintOf(it));
    });
  }

  #nextId(): GenericAssetId {
    const ids = [...this.#ledger.state.assetReviews.keys()];
    return Math.max(FIRST_REVIEW_ID, ...ids.map((id) => id + 1)) as GenericAssetId;
  }
}
