import type { MatchedPair } from '../domain/mapping/catalogue-matcher.ts';
import { requirePresent } from '../domain/model/assert.ts';
import type { InstrumentId } from '../domain/model/ids.ts';
import type { Instrument } from '../domain/model/instrument.ts';
import type { Proposal } from '../ports/mapping-source.ts';

/** The present proposals, best score first. Every change makes a new list, so a caller may keep the one it has. */
export class ProposalList {
  #proposals: readonly Proposal[] = [];
  readonly #records = new Map<InstrumentId, Instrument>(); // of every listing in a proposal

  get all(): readonly Proposal[] {
    return this.#proposals;
  }

  has(id: InstrumentId): boolean {
    return this.#records.has(id);
  }

  /** Removes all proposals of these listings. */
  clear(ids: readonly InstrumentId[]): void {
    const cleared = new Set(ids);
    if (this.#proposals.length === 0 || cleared.size === 0) return;
    this.#proposals = this.#proposals.filter(
      ({ a, b }) => !cleared.has(a.instrumentId) && !cleared.has(b.instrumentId),
    );
    for (const id of cleared) this.#records.delete(id);
  }

  /** Sets the records of listings, also in their proposals. */
  setRecords(instruments: readonly Instrument[]): void {
    const isShown = instruments.some(({ instrumentId }) => this.#records.has(instrumentId));
    for (const instrument of instruments) this.#records.set(instrument.instrumentId, instrument);
    if (!isShown) return;
    this.#proposals = this.#proposals.map((proposal) => {
      const [a, b] = [this.#get(proposal.a.instrumentId), this.#get(proposal.b.instrumentId)];
      return a === proposal.a && b === proposal.b ? proposal : { ...proposal, a, b };
    });
  }

  /** Adds pairs whose listings have a record. */
  add(pairs: readonly MatchedPair[]): void {
    const added = pairs.map(({ a, b, match }): Proposal => ({ a: this.#get(a), b: this.#get(b), match }));
    this.#proposals = merge(this.#proposals, added.sort(compareRank));
  }

  #get(id: InstrumentId): Instrument {
    return requirePresent(this.#records.get(id), `the record of listing ${id}`);
  }
}

const compareRank = (x: Proposal, y: Proposal): number =>
  y.match.score - x.match.score || x.a.instrumentId - y.a.instrumentId || x.b.instrumentId - y.b.instrumentId;

/** Both lists in one, sorted as they are: faster than sorting all again. */
function merge(one: readonly Proposal[], other: readonly Proposal[]): readonly Proposal[] {
  const [last, first] = [one.at(-1), other[0]];
  if (last === undefined || first === undefined || compareRank(last, first) <= 0) return [...one, ...other];
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
