import type { InstrumentId, TimestampMs } from '#contract';
import type { Clock, Metrics, Timer } from '#ports';
import {
  type Edge,
  findBestQty,
  type OwnQty,
  priceLegs,
  removeOwnQtys,
  type SetDefinition,
} from '#relations';
import type { OrderBooks } from '../order-books.ts';
import { isUsable, type LegTerms } from './leg-terms.ts';
import type { OpportunityChange } from './opportunity-types.ts';
import type { RegisteredSet, SetRegistry } from './set-registry.ts';
import type { SetSources } from './set-sources.ts';
import type { Settlements } from './settlements.ts';

const SETS_PER_SLICE = 64;
const SLICE_MS = 2;
const SWEEP_MS = 200; // also the interval of `changed` of one opportunity

interface EngineDeps {
  readonly books: Pick<OrderBooks, 'onChanged' | 'getQuoted'>;
  readonly terms: LegTerms;
  readonly registry: SetRegistry;
  readonly sources: Pick<SetSources, 'onBook' | 'registerInternal' | 'start'>;
  readonly settlements: Pick<Settlements, 'prepare'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/** A set with an edge on the public books. */
export interface OpenOpportunity {
  readonly id: string;
  readonly set: RegisteredSet;
  readonly openedAt: TimestampMs;
  readonly openedAtMs: number; // monotonic
  edge: Edge;
  publishedEdge: Edge;
  isPublished: boolean; // its settlement was compared, and `opened` was announced
}

/**
 * Keeps the open opportunities up to date. A changed book is noted at once and evaluated in one of the next iterations
 * of the event loop: only the sets that buy the instrument, and only so many of them in one iteration.
 */
export class OpportunityEngine {
  readonly #deps: EngineDeps;
  readonly #dirty = new Map<InstrumentId, number>(); // monotonic time of the first change that is not evaluated
  readonly #open = new Map<RegisteredSet, OpenOpportunity>();
  readonly #byId = new Map<string, OpenOpportunity>();
  readonly #stalled = new Set<RegisteredSet>(); // would have an edge if its stale books were confirmed
  readonly #listeners = new Set<(change: OpportunityChange) => void>();
  #slice: Timer | null = null;
  #sweep: Timer | null = null;
  #lastNumber = 0;
  #isStopped = false;

  constructor(deps: EngineDeps) {
    this.#deps = deps;
    deps.books.onChanged((id) => this.markDirty(id));
  }

  start(): void {
    this.#deps.sources.start();
  }

  stop(): void {
    this.#isStopped = true;
    this.#slice?.cancel();
    this.#sweep?.cancel();
  }

  /** Evaluates the sets of the instrument soon. */
  markDirty(id: InstrumentId): void {
    if (this.#isStopped) return;
    if (!this.#dirty.has(id)) this.#dirty.set(id, this.#deps.clock.monotonicMs());
    this.#slice ??= this.#deps.clock.after(0, () => this.#runSlice());
  }

  /** Closes what is open of sets that are no longer watched. */
  remove(sets: readonly RegisteredSet[]): void {
    for (const set of sets) {
      this.#stalled.delete(set);
      this.#close(set);
    }
  }

  opened(): readonly OpenOpportunity[] {
    return [...this.#open.values()];
  }

  find(id: string): OpenOpportunity | null {
    return this.#byId.get(id) ?? null;
  }

  onChanged(listener: (change: OpportunityChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The edge of a set on the present books without the quantities of an account; null without one. */
  evaluate(set: SetDefinition, own?: (id: InstrumentId) => readonly OwnQty[]): Edge | null {
    const legs = priceLegs(set, (leg) => {
      const quote = this.#deps.terms.quote(leg);
      if (quote === null || !isUsable(set, quote.state)) return null;
      return own === undefined ? quote : { ...quote, book: removeOwnQtys(quote.book, own(leg.instrumentId)) };
    });
    return legs === null ? null : findBestQty(set.kind, legs);
  }

  #runSlice(): void {
    const { clock, registry, metrics, sources } = this.#deps;
    this.#slice = null;
    const startedMs = clock.monotonicMs();
    let evaluated = 0;
    for (const [id, changedAtMs] of this.#dirty) {
      this.#dirty.delete(id);
      sources.onBook(id);
      if (this.#deps.books.getQuoted(id)?.state === 'crossed') sources.registerInternal(id);
      for (const set of registry.findByInstrument(id)) {
        this.#update(set);
        evaluated += 1;
      }
      metrics.observe('opportunity_update_ms', clock.monotonicMs() - changedAtMs);
      if (evaluated >= SETS_PER_SLICE || clock.monotonicMs() - startedMs >= SLICE_MS) break;
    }
    if (this.#dirty.size > 0) this.#slice = clock.after(0, () => this.#runSlice());
  }

  #update(set: RegisteredSet): void {
    const edge = this.evaluate(set);
    const known = this.#open.get(set);
    if (edge === null) {
      if (this.#isStalled(set)) this.#stalled.add(set);
      else this.#stalled.delete(set);
      this.#close(set);
    } else {
      this.#stalled.delete(set);
      if (known === undefined) this.#openNew(set, edge);
      else known.edge = edge;
    }
    if (this.#open.size + this.#stalled.size > 0)
      this.#sweep ??= this.#deps.clock.every(SWEEP_MS, () => this.#sweepOpen());
  }

  /** A book may be confirmed without a change, so a set that only misses fresh books is evaluated again later. */
  #isStalled(set: RegisteredSet): boolean {
    const states = set.legs.map((leg) => this.#deps.terms.quote(leg)?.state ?? 'none');
    return states.includes('stale') && priceLegs(set, (leg) => this.#deps.terms.quote(leg)) !== null;
  }

  #openNew(set: RegisteredSet, edge: Edge): void {
    const { clock, settlements } = this.#deps;
    this.#lastNumber = Math.max(this.#lastNumber + 1, clock.now()); // never repeated after a restart
    const opened: OpenOpportunity = {
      id: `opp_${this.#lastNumber}`,
      set,
      openedAt: clock.now(),
      openedAtMs: clock.monotonicMs(),
      edge,
      publishedEdge: edge,
      isPublished: false,
    };
    this.#open.set(set, opened);
    this.#byId.set(opened.id, opened);
    void settlements.prepare(set).then(() => this.#publish(opened));
  }

  #publish(opened: OpenOpportunity): void {
    if (this.#byId.get(opened.id) !== opened) return; // closed in the meantime
    opened.isPublished = true;
    opened.publishedEdge = opened.edge;
    this.#announce({ type: 'opened', id: opened.id });
  }

  #close(set: RegisteredSet): void {
    const closed = this.#open.get(set);
    if (closed === undefined) return;
    this.#open.delete(set);
    this.#byId.delete(closed.id);
    if (!closed.isPublished) return;
    const lastedMs = Math.round(this.#deps.clock.monotonicMs() - closed.openedAtMs);
    this.#announce({ type: 'closed', id: closed.id, lastedMs });
  }

  /**
   * Books change their state by age alone: what is open closes when one is stale, and a set that waits for a fresh book
   * is evaluated again. Publishes what has changed since.
   */
  #sweepOpen(): void {
    for (const set of this.#open.keys()) if (!this.#hasUsableBooks(set)) this.#update(set);
    for (const set of this.#stalled) if (this.#hasUsableBooks(set)) this.#markSetDirty(set);
    for (const opened of this.#open.values()) {
      if (!opened.isPublished || isSameEdge(opened.edge, opened.publishedEdge)) continue;
      opened.publishedEdge = opened.edge;
      this.#announce({ type: 'changed', id: opened.id });
    }
    this.#deps.metrics.gauge('opportunities_open', this.#open.size);
    if (this.#open.size + this.#stalled.size > 0) return;
    this.#sweep?.cancel();
    this.#sweep = null;
  }

  #hasUsableBooks(set: RegisteredSet): boolean {
    return set.legs.every((leg) => isUsable(set, this.#deps.terms.quote(leg)?.state ?? 'none'));
  }

  #markSetDirty({ legs }: RegisteredSet): void {
    for (const { instrumentId } of legs.slice(0, 1)) this.markDirty(instrumentId);
  }

  #announce(change: OpportunityChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

const isSameEdge = (a: Edge, b: Edge): boolean =>
  a.qty === b.qty && a.edgeTotal === b.edgeTotal && a.capital === b.capital;
