import {
  type AccountId,
  type Book,
  type Caller,
  complement,
  findEntryId,
  getActingKey,
  type Instrument,
  type InstrumentId,
  isKillSwitchOn,
  isLive,
  type KillSwitch,
  listTargets,
  type Notional,
  type Parent,
  type ParentId,
  type PauseCause,
  type Price,
  positionKey,
  QTY_ZERO,
  type Qty,
  type SeenBook,
  scopeKey,
  sumFilledQty,
  type TimestampMs,
  type Touch,
  type VenueName,
} from '#contract';
import { computeReducible, findBlockingGuard } from '#domain';
import { type BookView, findCloseQtyMin, isKeyEnded, type StateStore, type VenueRegistry } from '#orders';
import type { Clock, MarketView, Random } from '#ports';
import type { EntryState, ParentInput } from '../rules/parent-rules.ts';
import { findWatch, isMetBy } from '../rules/rules-of-types.ts';
import { findWatchedPrice, toTouch } from '../rules/trigger.ts';
import { findPegReference } from '../types/peg/peg-rules.ts';
import { computeUnprotectedQty } from '../types/tp-sl/tp-sl-rules.ts';
import { watchExtreme } from '../types/trailing-stop/trailing-stop-rules.ts';
import { AssetRouting } from './asset-routing.ts';
import { PrintVolume } from './print-volume.ts';
import { combineTargets, type TargetView, toLegInput } from './target-views.ts';

export interface ParentWatchDeps {
  readonly store: StateStore;
  readonly market: MarketView;
  readonly venues: VenueRegistry;
  readonly venueNames: readonly VenueName[];
  readonly clock: Clock;
  readonly random: Random;
}

/** A lost book is reported once it has been missing for so long: a book that is back at once pauses nothing. */
const BOOK_GRACE_MS = 1_000;
/** After a start a book must have been live for so long before anything is placed (I-P6). */
const SETTLED_BOOK_MS = 2_000;

/** What is known of one parent beyond its record. It is rebuilt after a restart. */
interface Observation {
  metSinceMs: number | null; // monotonic: the trigger is met without interruption
  extreme: Price | null; // best price that a trailing stop has watched
  isHeld: boolean; // since the start of the process, until venue and book are known again
  nextAt: TimestampMs | null;
  isMoveRefused: boolean; // by the venue of the live child
  dueMs: number; // monotonic time at which `nextAt` is reached, whatever the wall clock does
}

/** A complex order, or a request for one, which has no account yet. */
type Viewed = Pick<Parent, 'genericAssetId' | 'instrumentId' | 'outcome' | 'side' | 'params'> & {
  readonly accountId?: AccountId;
};

interface BookObservation {
  liveSinceMs: number | null;
  lostSinceMs: number | null;
  lostAt: TimestampMs | null;
}

/** Observes books, triggers and times for the parents, and builds the input of their decisions. */
export class ParentWatch {
  readonly #deps: ParentWatchDeps;
  readonly #parents = new Map<ParentId, Observation>();
  readonly #books = new Map<InstrumentId, BookObservation>();

  readonly #printVolume: PrintVolume;
  readonly #routing: AssetRouting;

  constructor(deps: ParentWatchDeps) {
    this.#deps = deps;
    this.#printVolume = new PrintVolume(deps);
    this.#routing = new AssetRouting(deps);
  }

  /** Holds a parent of before this start back until its venue and its book are known again. */
  hold(parent: Parent): void {
    this.#observe(parent).isHeld = true;
  }

  forget({ id }: Parent): void {
    this.#printVolume.forget({ id });
    this.#parents.delete(id);
  }

  /** The present book in terms of the parent's outcome, and the price that its trigger watches. */
  view(parent: Viewed): BookView {
    if (parent.genericAssetId !== null) return this.#routing.view(parent);
    const { instrumentId, outcome, side } = parent;
    const { market } = this.#deps;
    const quoted = market.book(instrumentId);
    const instrument = market.instrument(instrumentId);
    const isLive =
      quoted !== null && quoted.usable && instrument !== null && market.isVenueHealthy(instrument.venue);
    if (quoted === null || !isLive) return NO_VIEW;
    const { bids, asks, sequence } = quoted.book;
    const touch = toTouch(outcome, bids[0]?.price ?? null, asks[0]?.price ?? null);
    const last = market.lastPrice(instrumentId);
    const lastPrice = last === null || outcome === 'YES' ? last : complement(last);
    const { source, reference } = findWatch(parent);
    const watched =
      reference !== null
        ? findPegReference(reference, side, this.#findOthersTouch(parent, quoted.book))
        : source === null
          ? null
          : findWatchedPrice(source, side, touch, lastPrice);
    return { touch, watched, book: { ...touch, sequence, ageMs: Math.round(quoted.ageMs), watched } };
  }

  /** The best prices of others: an order that followed its own price would never move back. */
  #findOthersTouch({ instrumentId, outcome, accountId }: Viewed, { bids, asks }: Book): Touch {
    if (accountId === undefined) return toTouch(outcome, bids[0]?.price ?? null, asks[0]?.price ?? null);
    const { resting } = this.#deps.store.state.exposure;
    const [bid, ask] = [true, false].map((isBuy) =>
      resting.findOthersBest(isBuy ? bids : asks, { instrumentId, isBuy, accountId }),
    );
    return toTouch(outcome, bid ?? null, ask ?? null);
  }

  /** The venue did not change the price of the live child in place: from now on it is replaced. */
  noteRefusedMove(parent: Parent): void {
    this.#observe(parent).isMoveRefused = true;
  }

  /** The instruments to which the children of a parent may go. */
  places(parent: Parent): readonly InstrumentId[] {
    const all = [...listTargets(parent), ...this.#routing.members(parent)];
    return [...new Set(all.map(({ instrumentId }) => instrumentId))];
  }

  /** An asset is open while one member is. */
  #findInstrument(parent: Parent, id: InstrumentId): Instrument | null {
    const { market } = this.#deps;
    const instrument = market.instrument(id);
    if (instrument === null || parent.genericAssetId === null) return instrument;
    const known = this.places(parent).flatMap((each) => market.instrument(each)?.status ?? []);
    const status = known.find((each) => each === 'OPEN') ?? known.find((each) => each === 'PAUSED');
    return { ...instrument, status: status ?? instrument.status };
  }

  /** The input of a decision at this moment. Null while the instrument is not loaded. */
  input(parent: Parent): { readonly input: ParentInput; readonly book: SeenBook | null } | null {
    const { store, random } = this.#deps;
    const targets = this.#viewTargets(parent);
    const instrument = targets?.[0]?.instrument;
    if (targets === null || instrument === undefined) return null;
    const { watched, book } = this.view(parent);
    const observed = this.#observe(parent);
    observed.extreme = watchExtreme(parent, observed.extreme, watched);
    const { extreme } = observed;
    const isMet = isMetBy({ ...parent, progress: { ...parent.progress, extreme } }, watched);
    const input: ParentInput = {
      now: store.now(),
      watched,
      isMet,
      isConfirmed: this.#isConfirmed(parent, observed, isMet),
      ...combineTargets(parent, targets),
      isDue: this.#isDue(parent, observed),
      mayPlace: this.#mayPlace(observed, targets),
      random: random.next(),
      extreme,
      entry: this.#findEntry(parent),
      grid: toChildTerms(parent, instrument, this.#deps.venues),
      volume: parent.progress.volume === null ? QTY_ZERO : this.#printVolume.volume(parent),
      gain: parent.genericAssetId === null ? null : this.#routing.findGain(parent),
      canAmend: this.#canAmend(instrument, observed),
    };
    return { input, book };
  }

  /** Null while an instrument is not loaded. */
  #viewTargets(parent: Parent): readonly TargetView[] | null {
    const { market, venues } = this.#deps;
    const views: TargetView[] = [];
    for (const target of listTargets(parent)) {
      const instrument = this.#findInstrument(parent, target.instrumentId);
      if (instrument === null) return null;
      const { touch } = this.view({ ...parent, ...target });
      const observation = this.#observeBook(target.instrumentId, touch !== null);
      views.push({
        target,
        instrument,
        book: touch === null ? null : (market.book(target.instrumentId)?.book ?? null),
        touch,
        ...this.#findObstacle(parent, instrument, observation),
        notionalMin: findNotionalMin(instrument, venues),
      });
    }
    return views;
  }

  /** The markets of a pair that is not accepted yet; null while an instrument is not loaded. */
  viewLegs(
    parent: Pick<Parent, 'genericAssetId' | 'instrumentId' | 'outcome' | 'side' | 'params'>,
  ): ParentInput['legs'] {
    const { market, venues } = this.#deps;
    const [first, second] = listTargets(parent).map((target) => {
      const instrument = market.instrument(target.instrumentId);
      if (instrument === null) return null;
      const isLive = this.view({ ...parent, ...target }).touch !== null;
      const book = isLive ? (market.book(target.instrumentId)?.book ?? null) : null;
      return toLegInput({ target, instrument, book, notionalMin: findNotionalMin(instrument, venues) });
    });
    return first && second ? [first, second] : null;
  }

  /** Milliseconds until a decision may change by time alone; null when only an event can change it. */
  wakeInMs(parent: Parent): number | null {
    const nowMs = this.#deps.clock.monotonicMs();
    const observed = this.#observe(parent);
    const books = listTargets(parent).flatMap(({ instrumentId }) => this.#books.get(instrumentId) ?? []);
    const { dueAt, confirmMs } = findWatch(parent);
    const times = [
      parent.nextAt === null ? null : observed.dueMs - nowMs,
      parent.expiresAt === null ? null : parent.expiresAt - this.#deps.store.now(),
      dueAt === null ? null : dueAt - this.#deps.store.now(),
      observed.metSinceMs === null ? null : observed.metSinceMs + confirmMs - nowMs,
      ...books.flatMap(({ liveSinceMs, lostSinceMs }) => [
        observed.isHeld && liveSinceMs !== null ? liveSinceMs + SETTLED_BOOK_MS - nowMs : null,
        lostSinceMs === null ? null : lostSinceMs + BOOK_GRACE_MS - nowMs,
      ]),
    ];
    const ahead = times.filter((ms) => ms !== null && ms > 0) as number[];
    return ahead.length === 0 ? null : Math.min(...ahead, TIMER_MAX_MS);
  }

  #isConfirmed(parent: Parent, observed: Observation, isMet: boolean): boolean {
    const nowMs = this.#deps.clock.monotonicMs();
    if (!isMet || parent.status === 'PAUSED') observed.metSinceMs = null;
    else observed.metSinceMs ??= nowMs;
    if (observed.metSinceMs === null) return false;
    return nowMs - observed.metSinceMs >= findWatch(parent).confirmMs;
  }

  /** What the record of an exit cannot know by itself: the present state of its entry. */
  #findEntry({ params }: Parent): EntryState | null {
    const id = findEntryId(params);
    const order = id === null ? undefined : this.#deps.store.state.orders.get(id);
    if (order === undefined) return null;
    return { filledQty: sumFilledQty(order), isOver: !isLive(order.status) };
  }

  /** The part of an entry's fills that its exit does not protect. */
  unprotectedQty(parent: Parent): Qty {
    const instrument = this.#deps.market.instrument(parent.instrumentId);
    return computeUnprotectedQty(parent, instrument?.qtyMin ?? QTY_ZERO);
  }

  /** The wall clock may have been set back since the last change of the parent: that delays nothing. */
  #isDue({ nextAt, updatedAt }: Parent, observed: Observation): boolean {
    const { clock, store } = this.#deps;
    if (nextAt !== observed.nextAt) {
      observed.nextAt = nextAt;
      const now = Math.max(store.now(), updatedAt);
      observed.dueMs = clock.monotonicMs() + Math.max(0, (nextAt ?? 0) - now);
    }
    return nextAt === null || clock.monotonicMs() >= observed.dueMs;
  }

  /** Every venue must have been reconciled, so that a pair knows the fills of both legs before it places anything. */
  #mayPlace(observed: Observation, targets: readonly TargetView[]): boolean {
    const { venues, clock } = this.#deps;
    if (
      targets.some(({ instrument }) => venues.has(instrument.venue) && !venues.isReconciled(instrument.venue))
    )
      return false;
    if (!observed.isHeld) return true;
    const nowMs = clock.monotonicMs();
    const isSettled = targets.every(({ instrument: { instrumentId, status } }) => {
      const liveSinceMs = this.#books.get(instrumentId)?.liveSinceMs ?? null;
      return liveSinceMs === null
        ? targets.length > 1 && status !== 'OPEN'
        : nowMs - liveSinceMs >= SETTLED_BOOK_MS;
    });
    if (!isSettled) return false;
    observed.isHeld = false;
    return true;
  }

  #canAmend({ venue }: Instrument, { isMoveRefused }: Observation): boolean {
    const { venues } = this.#deps;
    return !isMoveRefused && venues.has(venue) && venues.get(venue).capabilities.amend === 'native';
  }

  #findObstacle(
    parent: Parent,
    { status }: Instrument,
    { lostSinceMs, lostAt }: BookObservation,
  ): { readonly obstacle: PauseCause | null; readonly obstacleSince: TimestampMs | null } {
    const { store, clock } = this.#deps;
    const { accountId, subaccountId } = parent;
    if (isKillSwitchOn(store.state, accountId, subaccountId)) {
      const switches = [subaccountId, null].map((id) =>
        store.state.killSwitches.get(scopeKey(accountId, id)),
      );
      const on = switches.find((killSwitch): killSwitch is KillSwitch => killSwitch?.enabled === true);
      return { obstacle: 'kill_switch', obstacleSince: on?.updatedAt ?? null };
    }
    if (findBlockingGuard(store.state, toCaller(parent), subaccountId) !== null)
      return { obstacle: 'guard', obstacleSince: null };
    if (this.#isStoppedByKey(parent)) return { obstacle: 'key_ended', obstacleSince: null };
    if (status === 'PAUSED') return { obstacle: 'market_paused', obstacleSince: null };
    const isLost = lostSinceMs !== null && clock.monotonicMs() - lostSinceMs >= BOOK_GRACE_MS;
    return isLost
      ? { obstacle: 'no_live_book', obstacleSince: lostAt }
      : { obstacle: null, obstacleSince: null };
  }

  /** True once the key that accounts for the children has ended: they only reduce from then on. */
  isKeyEnded(parent: Parent): boolean {
    return isKeyEnded({ ...parent, keyId: getActingKey(parent) }, this.#deps.store);
  }

  /** Without its key only what protects a position may continue, and only while it can reduce that position. */
  #isStoppedByKey(parent: Parent): boolean {
    if (parent.reduceOnly || !this.isKeyEnded(parent)) return false;
    const { positions, exposure } = this.#deps.store.state;
    if (findWatch(parent).source === null) return true;
    const { accountId, subaccountId, instrumentId, liveQty } = parent;
    const net = positions.get(positionKey(accountId, subaccountId, instrumentId))?.net ?? 0n;
    return liveQty === 0n && computeReducible(exposure.reduceOnly, net, parent) === QTY_ZERO;
  }

  #observe({ id }: Parent): Observation {
    const known = this.#parents.get(id);
    if (known !== undefined) return known;
    const fresh = {
      metSinceMs: null,
      extreme: null,
      isHeld: false,
      nextAt: null,
      isMoveRefused: false,
      dueMs: 0,
    };
    this.#parents.set(id, fresh);
    return fresh;
  }

  #observeBook(id: InstrumentId, isLive: boolean): BookObservation {
    const nowMs = this.#deps.clock.monotonicMs();
    const known = this.#books.get(id) ?? { liveSinceMs: null, lostSinceMs: null, lostAt: null };
    this.#books.set(id, known);
    if (isLive) {
      known.liveSinceMs ??= nowMs;
      known.lostSinceMs = known.lostAt = null;
    } else {
      known.liveSinceMs = null;
      known.lostSinceMs ??= nowMs;
      known.lostAt ??= this.#deps.store.now();
    }
    return known;
  }

  /** Books of instruments without a parent are not observed any more. */
  retainBooks(ids: ReadonlySet<InstrumentId>): void {
    for (const id of this.#books.keys()) if (!ids.has(id)) this.#books.delete(id);
  }
}

/** The terms of a parent's children: a stop that only closes sells tokens that are held, in orders that do not rest. */
export function toChildTerms(
  { reduceOnly, price, params }: Pick<Parent, 'reduceOnly' | 'price' | 'params'>,
  instrument: Instrument,
  venues: VenueRegistry,
): Instrument {
  const isExit = reduceOnly && price === null && 'afterPartial' in params;
  return isExit ? { ...instrument, qtyMin: findCloseQtyMin({ tif: 'IOC' }, instrument, venues) } : instrument;
}

const findNotionalMin = ({ venue }: Instrument, venues: VenueRegistry): Notional | null =>
  venues.findClosedReason(venue) === null ? (venues.get(venue).capabilities.buyNotionalMin ?? null) : null;

/** The caller of the children. */
export const toCaller = (parent: Parent): Caller => ({
  keyId: getActingKey(parent),
  accountId: parent.accountId,
  permissions: ['trade'],
  subaccounts: '*',
});

const NO_VIEW: BookView = { touch: null, watched: null, book: null };
const TIMER_MAX_MS = 60_000;
