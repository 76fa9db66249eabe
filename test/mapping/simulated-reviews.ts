import assert from 'node:assert/strict';
import { SeededChoice } from '../../simulation/seeded-choice.ts';
import type { InstrumentId } from '../../src/contract/model/ids.ts';
import type { Instrument } from '../../src/contract/model/instrument.ts';
import { hasFingerprint } from '../../src/domain/instruments/asset-review.ts';
import { KALSHI, POLYMARKET } from '../../src/domain/instruments/instrument.fixture.ts';
import { FixedMappingSource, openReviews } from '../../src/oms/mapping-review/mapping-review.fixture.ts';
import type { MappingReview } from '../../src/oms/mapping-review/mapping-review.ts';
import type { Proposal } from '../../src/ports/mapping-source.ts';
import { CatalogueMatcher, type MatchedPair } from '../../src/relations/mapping/catalogue-matcher.ts';
import { toListing } from '../../src/relations/mapping/listing.ts';
import { drawListings } from './simulated-listings.ts';

const STEPS = 40;
/** Longer than the service keeps found proposals. */
const PROPOSALS_OLD_MS = 31_000;

/** What a simulation did, so that a test can show that it was not empty. */
export interface SimulationCounts {
  proposed: number;
  withheld: number;
  approved: number;
  refusedOutcomes: number; // with `exclusive_outcomes`
  suspended: number;
  approvedAgain: number;
}

/** The defects that a test plants to show that the checks detect them. */
export type PlantedDefect = 'contested pairs are proposed' | 'outcomes of one event share an asset';

/** A source that finds proposals as the service does: with a matcher that receives only what has changed. */
class SimulatedSource extends FixedMappingSource {
  readonly #matcher = new CatalogueMatcher([KALSHI, POLYMARKET]);
  readonly #present = new Map<InstrumentId, Instrument>();
  readonly #changed = new Set<InstrumentId>();
  readonly #defect: PlantedDefect | null;
  #pairs: readonly MatchedPair[] = [];

  constructor(instruments: readonly Instrument[], defect: PlantedDefect | null) {
    super(instruments);
    this.#defect = defect;
    for (const it of instruments) this.#note(it);
  }

  override publish(changed: Instrument): void {
    this.#note(changed);
    super.publish(changed);
  }

  override async findProposals(): Promise<readonly Proposal[]> {
    const listed = [...this.#changed].map((id) => [id, toListing(this.get(id))] as const);
    this.#changed.clear();
    this.#matcher.apply({ listed, removed: [] });
    for (let isLast = false; !isLast; ) {
      const changes = this.#matcher.takeChanges(50);
      const cleared = new Set(changes.cleared);
      const kept = this.#pairs.filter(({ a, b }) => !cleared.has(a) && !cleared.has(b));
      this.#pairs = [...kept, ...changes.pairs];
      isLast = changes.isLast;
    }
    return this.#pairs.map(({ a, b, match: { verdict, score, relation, inverted, reasons } }) => {
      const isContested = reasons.some(({ name }) => name === 'exclusive');
      const isWrong = isContested && this.#defect === 'contested pairs are proposed';
      const match = { verdict: isWrong ? 'same' : verdict, score, relation, inverted, reasons } as const;
      return { a: this.get(a), b: this.get(b), match };
    });
  }

  get(id: InstrumentId): Instrument {
    const found = this.#present.get(id);
    assert.ok(found !== undefined);
    return found;
  }

  all(): readonly Instrument[] {
    return [...this.#present.values()];
  }

  #note(it: Instrument): void {
    this.#present.set(it.instrumentId, it);
    this.#changed.add(it.instrumentId);
  }
}

/**
 * Two venues list the outcomes of some events. A reviewer approves, rejects and withdraws, with and without `despite`,
 * while venues change rules and exchange the texts of two outcomes. After every step no two outcomes of one event may be
 * the same contract as one listing.
 */
export async function simulateReviews(
  seed: number,
  defect: PlantedDefect | null = null,
): Promise<SimulationCounts> {
  const choice = new SeededChoice(seed, 'mapping');
  const source = new SimulatedSource(drawListings(choice), defect);
  const { reviews, clock, store } = await openReviews(source);
  const counts = {
    proposed: 0,
    withheld: 0,
    approved: 0,
    refusedOutcomes: 0,
    suspended: 0,
    approvedAgain: 0,
  };
  for (let step = 0; step < STEPS; step += 1) {
    clock.advance(PROPOSALS_OLD_MS);
    const proposals = await reviews.proposals();
    checkProposals(await source.findProposals());
    counts.proposed += proposals.filter(isProposed).length;
    counts.withheld += proposals.filter(({ match }) =>
      match.reasons.some(({ name }) => name === 'exclusive'),
    ).length;
    await act(choice, source, reviews, proposals, counts);
    await store.whenDurable();
    if (defect === 'outcomes of one event share an asset') mergeOutcomes(source);
    checkAssets(source);
  }
  return counts;
}

const isProposed = ({ match }: Proposal): boolean =>
  match.verdict === 'same' || match.verdict === 'same-inverted';

async function act(
  choice: SeededChoice,
  source: SimulatedSource,
  reviews: MappingReview,
  proposals: readonly Proposal[],
  counts: SimulationCounts,
): Promise<void> {
  const by = { title: null, by: 'reviewer', why: 'a simulated decision' };
  const member = (it: Instrument, inverted: boolean | null = null) => {
    return { name: String(it.instrumentId), inverted, fingerprint: null };
  };
  const actions = { propose: 4, random: 4, swap: 2, clarify: 2, again: 3, reject: 1, withdraw: 1 };
  const action = choice.weighted(actions);
  const [asset, suspended] = [
    reviews.reviews().find(({ status }) => status === 'APPROVED'),
    reviews.reviews().find(({ status }) => status === 'SUSPENDED'),
  ];
  if (action === 'propose') {
    const open = proposals.filter(isProposed);
    if (open.length === 0) return;
    const { a, b } = choice.pick(open);
    const result = await reviews.approve({ ...by, members: [member(a), member(b)], despite: false });
    if (result.ok) counts.approved += 1;
  } else if (action === 'random' || action === 'reject') {
    const count = choice.whole(2, 4);
    const members = Array.from({ length: count }, () =>
      member(choice.pick(source.all()), choice.chance(0.3)),
    );
    const decision = { ...by, members, despite: true };
    const result = await (action === 'random' ? reviews.approve(decision) : reviews.reject(decision));
    if (result.ok) counts.approved += Number(action === 'random');
    else if (result.error.details?.['reason'] === 'exclusive_outcomes') counts.refusedOutcomes += 1;
  } else if (action === 'swap') {
    const one = choice.pick(source.all());
    const siblings = source.all().filter((it) => it !== one && isSibling(it, one));
    if (siblings.length === 0) return;
    const other = choice.pick(siblings);
    source.publish({ ...one, title: other.title, description: other.description });
    source.publish({ ...other, title: one.title, description: one.description });
  } else if (action === 'clarify') {
    const one = choice.pick(source.all());
    source.publish({ ...one, rulesSecondary: `Clarified ${choice.whole(1, 1_000)} times.` });
  } else if (action === 'again' && suspended !== undefined) {
    const result = await reviews.approveAgain(suspended.genericAssetId, by.by, by.why);
    if (result.ok) counts.approvedAgain += 1;
  } else if (action === 'withdraw' && asset !== undefined)
    await reviews.withdraw(asset.genericAssetId, by.by, by.why);
  counts.suspended += reviews.reviews().filter(({ status }) => status === 'SUSPENDED').length;
}

const isSibling = (one: Instrument, other: Instrument): boolean =>
  one.venue === other.venue && one.event?.venueEventId === other.event?.venueEventId;

/** At most one listing of a venue is proposed as the same as a listing, and at most one as its inverse. */
function checkProposals(proposals: readonly Proposal[]): void {
  const claimed = new Set<string>();
  for (const { a, b, match } of proposals.filter(isProposed))
    for (const claim of [
      `${a.instrumentId} ${match.verdict} ${b.venue}`,
      `${b.instrumentId} ${match.verdict} ${a.venue}`,
    ]) {
      assert.ok(!claimed.has(claim), `two listings are proposed: ${claim}`);
      claimed.add(claim);
    }
}

/** Every listed asset has unchanged members, each in one asset, and never two outcomes of one event on one side. */
function checkAssets(source: SimulatedSource): void {
  const taken = new Set<InstrumentId>();
  for (const { members, genericAssetId } of source.shown.values())
    for (const [at, { instrumentId, fingerprint, inverted }] of members.entries()) {
      const one = source.get(instrumentId);
      assert.ok(!taken.has(instrumentId), `${one.ticker} is in two assets`);
      taken.add(instrumentId);
      assert.ok(hasFingerprint(one, fingerprint), `${one.ticker} has changed and is still listed`);
      const twin = members
        .slice(at + 1)
        .find((it) => it.inverted === inverted && isSibling(source.get(it.instrumentId), one));
      assert.equal(twin, undefined, `asset ${genericAssetId} has two outcomes of the event of ${one.ticker}`);
    }
}

/** Plants the defect: the first listed asset gets another outcome of its first member's event. */
function mergeOutcomes(source: SimulatedSource): void {
  const [review] = source.shown.values();
  const [first] = review?.members ?? [];
  if (review === undefined || first === undefined) return;
  const present = source.get(first.instrumentId);
  const sibling = source.all().find((it) => it !== present && isSibling(it, present));
  if (sibling === undefined) return;
  const { instrumentId, venueInstrumentId, ticker } = sibling;
  const added = { ...first, instrumentId, venueInstrumentId, ticker };
  source.shown.set(review.genericAssetId, { ...review, members: [first, added] });
}
