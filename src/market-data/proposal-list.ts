import { type Instrument, type InstrumentId, requirePresent } from '#contract';
import type { Proposal } from '#ports';
import type { MatchedPair } from '#relations';

/** The present proposals, best score first. A list that a caller has never changes. */
export class ProposalList {
  #proposals: Proposal[] = [];
  #isShared = false; // a caller has `#proposals`
  readonly #records = new Map<InstrumentId, Instrument>(); // of every listing in a proposal

  get all(): readonly Proposal[] {
    this.#isShared = true;
    return this.#proposals;
  }

  has(id: InstrumentId): boolean {
    return this.#records.has(id);
  }

  /** Removes all proposals of these listings. */
  clear(ids: readonly InstrumentId[]): void {
    const cleared = new Set(ids);
    if (this.#proposals.length === 0 || cleared.size === 0) return;
    this.#replace(
      this.#proposals.filter(({ a, b }) => !cleared.has(a.instrumentId) && !cleared.has(b.instrumentId)),
    );
    for (const id of cleared) this.#records.delete(id);
  }

  /** Sets the records of listings, also in their proposals. */
  setRecords(instruments: readonly Instrument[]): void {
    const shown = new Set<InstrumentId>();
    for (const instrument of instruments) {
      if (this.#records.has(instrument.instrumentId)) shown.add(instrument.instrumentId);
      this.#records.set(instrument.instrumentId, instrument);
    }
    if (shown.size === 0) return;
    this.#replace(
      this.#proposals.map((proposal) => {
        const { a, b, match } = proposal;
        if (!shown.has(a.instrumentId) && !shown.has(b.instrumentId)) return proposal;
        return { a: this.#get(a.instrumentId), b: this.#get(b.instrumentId), match };
      }),
    );
  }

  /** Adds pairs whose listings have a record. */
  add(pairs: readonly MatchedPair[]): void {
    const added = pairs.map(({ a, b, match }): Proposal => ({ a: this.#get(a), b: this.#get(b), match }));
    added.sort(compareRank);
    const [last, first] = [this.#proposals.at(-1), added[0]];
    if (first === undefined) return;
    if (this.#isShared || (last !== undefined && compareRank(last, first) > 0))
      this.#replace(merge(this.#proposals, added));
    else this.#proposals.push(...added);
  }

  #replace(proposals: Proposal[]): void {
    this.#proposals = proposals;
    this.#isShared = false;
  }

  #get(id: InstrumentId): Instrument {
    return requirePresent(this.#records.get(id), `the record of listing ${id}`);
  }
}

const compareRank = (x: Proposal, y: Proposal): number =>
  y.match.score - x.match.score || x.a.instrumentId - y.a.instrumentId || x.b.instrumentId - y.b.instrumentId;

/** Both lists in one, sorted as they are: faster than sorting all again. */
function merge(one: readonly Proposal[], other: readonly Proposal[]): Proposal[] {
  const merged: Proposal[] = [];
  let at = 0;
  for (const proposal of other) {
    for (let next = one[at]; next !== undefined && compareRank(next, proposal) <= 0; next = one[at]) {
      merged.push(next);
      at += 1;
    }
    merged.push(proposal);
  }
  for (; at < one.length; at += 1) merged.push(one[at] as Proposal);
  return merged;
}
