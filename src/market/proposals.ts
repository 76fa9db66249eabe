import type { Instrument } from '../core/instruments/instrument.ts';
import { isStillTrading } from '../core/instruments/review.ts';
import { searchRule } from '../core/instruments/search.ts';
import type { VenueName } from '../core/kernel/ids.ts';
import { CandidateIndex } from '../core/matching/candidates.ts';
import { type Facts, factsOf } from '../core/matching/facts.ts';
import { listingOf } from '../core/matching/listing.ts';
import { matchFacts } from '../core/matching/score.ts';
import type { Proposal } from '../ports/assetdesk.ts';
import type { Clock } from '../ports/clock.ts';
import type { MarketStore } from '../ports/marketstore.ts';

const PROPOSALS_PER_PAGE = 500;
const SLICE = 50; // listings judged before others have their turn

export interface ProposalsDeps {
  readonly store: MarketStore;
  readonly clock: Clock;
  readonly venueOrder: readonly VenueName[];
}

/** Compares the listings of each venue with the likely ones of every other, in slices: the loop goes on. */
export async function findProposals({
  store,
  clock,
  venueOrder,
}: ProposalsDeps): Promise<readonly Proposal[]> {
  const proposals: Proposal[] = [];
  const earlier: { readonly index: CandidateIndex<Instrument> }[] = [];
  const read = new Map<Instrument, Facts>();
  for (const venue of venueOrder) {
    const index = new CandidateIndex<Instrument>();
    let judged = 0;
    for await (const instrument of tradingOn(store, venue)) {
      const listing = listingOf(instrument);
      for (const other of earlier.flatMap((it) => it.index.of(listing))) {
        const match = matchFacts(remembered(read, other), remembered(read, instrument));
        if (match.verdict !== 'different') proposals.push({ a: other, b: instrument, match });
      }
      index.add(instrument, listing);
      judged += 1;
      if (judged % SLICE === 0) await turn(clock);
    }
    earlier.push({ index });
  }
  return proposals.sort((a, b) => b.match.score - a.match.score);
}

async function* tradingOn(store: MarketStore, venue: VenueName): AsyncGenerator<Instrument> {
  const rule = searchRule({ q: null, venue, status: null, category: null });
  for (let afterId = 0; ; ) {
    const page = await store.list(rule, afterId, PROPOSALS_PER_PAGE);
    for (const instrument of page) if (isStillTrading(instrument.status)) yield instrument;
    const last = page.at(-1);
    if (last === undefined || page.length < PROPOSALS_PER_PAGE) return;
    afterId = last.instrumentId;
  }
}

function remembered(read: Map<Instrument, Facts>, instrument: Instrument): Facts {
  const facts = read.get(instrument) ?? factsOf(listingOf(instrument));
  read.set(instrument, facts);
  return facts;
}

const turn = (clock: Clock): Promise<void> =>
  new Promise((resolve) => {
    clock.after(0, resolve);
  });
