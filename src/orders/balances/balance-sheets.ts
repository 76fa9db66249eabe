import {
  type AccountId,
  absolute,
  computeNotional,
  type Notional,
  type Order,
  type OrderId,
  PRICE_ONE,
  renderNotional,
  type ScopeKey,
  scopeKey,
  type TimestampMs,
  type VenueName,
} from '#contract';
import {
  addBounds,
  addSheetParts,
  type Bounds,
  compareCash,
  computeCashNeeded,
  computeOperationBounds,
  computeSheetPart,
  computeTradeCash,
  EMPTY_PART,
  EXACT,
  isWithin,
  mayHave,
  mayMiss,
  SHEET_LINES,
  type SheetLine,
  type SheetPart,
  type Unattributed,
} from '#domain';
import type { Clock, Log, MarketView, Metrics, Venue, VenueTokenCash } from '#ports';
import type { StateStore } from '../state-store.ts';
import type { VenueRegistry } from '../venue-registry.ts';
import type { BalanceTracker } from './balance-tracker.ts';
import type { CashFlow, CashLedger } from './cash-ledger.ts';
import { boundOrders, NO_ORDERS, sumReservedAtOnce, sumReservedInSlices } from './reserved-cash.ts';

export interface BalanceSheetsDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly market: MarketView;
  readonly balanceTracker: BalanceTracker;
  readonly cashLedger: CashLedger;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** One line of a venue's sheet. Null: not known. */
export interface LineFigures {
  readonly ours: Notional | null; // of the whole account of the venue
  readonly venue: Notional | null;
  readonly difference: Notional | null; // the venue's figure less ours
  readonly bounds: Bounds | null; // in which the difference is explained; null without a difference
  readonly isBroken: boolean; // outside of the bounds in two comparisons in a row
}

/** The sheet of a venue's account at its last comparison. */
export interface VenueSheet {
  readonly comparedAt: TimestampMs;
  readonly venueAsOf: TimestampMs | null; // of the venue's figures; null: it reports none, or they are stale
  readonly lines: Readonly<Record<SheetLine, LineFigures>>;
  readonly parts: ReadonlyMap<ScopeKey, SheetPart>; // by subaccount
}

/** What one account, and one subaccount of it, sees of a sheet. */
export interface SheetView extends Pick<VenueSheet, 'comparedAt' | 'venueAsOf'> {
  readonly lines: readonly (LineFigures & {
    readonly line: SheetLine;
    readonly subaccount: Notional | null;
    readonly unattributed: Notional | null; // what belongs to no subaccount of the account
  })[];
}

type ReservedBySubaccount = ReadonlyMap<ScopeKey, bigint>;

const hasFigures = (venue: Venue): boolean => venue.balance !== undefined || venue.tokenCash !== undefined;

const CENT = 10n ** 14n;
/** The venue lists the tokens of a wallet this long after they moved. */
const TOKENS_LATE_MS = 90_000;
/** Less is not journaled: a rounding of the venue. */
const SAVED_CHANGE = CENT / 2n;
const CHANGES_KEPT_MS = 60_000; // longer than a balance is fresh
const UNATTRIBUTED = 'balance_unattributed';
const BREAK = 'balance_break';
const CLOSED = 'balance_break_closed';

/**
 * Compares, every minute, the balance sheet of each venue with the venue's own figures. Nothing is corrected and no order is
 * blocked. A difference that its bounds do not explain in two comparisons in a row is a balance break; it is journaled, and
 * ends when the figures agree again.
 *
 * Source  docs/api/balances.md, Balance sheet; docs/decisions/venue-accounts.md
 */
export class BalanceSheets {
  readonly #deps: BalanceSheetsDeps;
  readonly #sheets = new Map<VenueName, VenueSheet>();
  readonly #unattributed = new Map<VenueName, Map<Held, Unattributed>>();
  readonly #saved = new Map<string, Unattributed>(); // by venue and line
  readonly #fillsCompared = new Map<VenueName, number>();
  readonly #changed = new Map<OrderId, { readonly order: Order; readonly atMs: number }>(); // recently
  #cashVenues: ReadonlySet<VenueName> | null = null;
  readonly #previous = new Map<VenueName, ReadonlySet<SheetLine>>(); // outside of their bounds in the last comparison
  readonly #open = new Map<VenueName, Set<SheetLine>>();

  /** Restores what is unattributed, and the open breaks, from the journal. */
  constructor(deps: BalanceSheetsDeps) {
    this.#deps = deps;
    for (const { venue, kind, detail } of deps.store.anomaliesBeforeStart) {
      const line = SHEET_LINES.find((each) => detail.startsWith(`${toWireLine(each)}:`));
      if (kind === BREAK && line !== undefined) this.#openLines(venue).add(line);
      if (kind === CLOSED && line !== undefined) this.#openLines(venue).delete(line);
      const restored = kind === UNATTRIBUTED ? parseUnattributed(detail) : null;
      if (restored === null) continue;
      this.#getUnattributed(venue).set(restored.held, restored);
      this.#saved.set(`${venue} ${restored.held}`, restored);
    }
    deps.store.onCommitted(({ orders }) => this.#onOrders(orders));
    deps.cashLedger.onAdopted((venue, flow) => this.#onAdopted(venue, flow));
  }

  /** The open break for the venue's health; null while the figures agree. Without figures: they are of all accounts. */
  findBreak(venue: VenueName): string | null {
    const [first, ...more] = this.#openLines(venue);
    if (first === undefined) return null;
    return `balance_break ${toWireLine(first)}${more.length > 0 ? ` and ${more.length} more` : ''}`;
  }

  /** Null before the first comparison. */
  find(venue: VenueName): VenueSheet | null {
    return this.#sheets.get(venue) ?? null;
  }

  /**
   * The sheet as an account sees it. With other accounts at the venue, their sums are in no line but the one whose figure the
   * venue reports to all.
   */
  view(venue: VenueName, accountId: AccountId, scope: ScopeKey): SheetView | null {
    const sheet = this.find(venue);
    if (sheet === null) return null;
    const { subaccounts, accounts } = this.#deps.store.state;
    const own = [...subaccounts].filter(([, row]) => row.accountId === accountId);
    const total = own.reduce(
      (sum, [key]) => addSheetParts(sum, sheet.parts.get(key) ?? EMPTY_PART),
      EMPTY_PART,
    );
    const isShared = accounts.size > 1;
    const lines = SHEET_LINES.map((line) => {
      const figures = isShared && !CASH_LINES.has(line) ? { ...UNKNOWN, isBroken: false } : sheet.lines[line];
      const { ours } = figures;
      const part = total[line];
      const unattributed = ours === null || part === null ? null : ((ours - part) as Notional);
      return { ...figures, line, subaccount: (sheet.parts.get(scope) ?? EMPTY_PART)[line], unattributed };
    });
    const { comparedAt, venueAsOf } = sheet;
    return { comparedAt, venueAsOf, lines };
  }

  /** The operator says that the open differences were paid in or out: the next comparison takes them as unattributed. */
  accept(venue: VenueName): void {
    const sheet = this.find(venue);
    for (const line of this.#openLines(venue)) {
      const held = HELD[line];
      const difference = sheet?.lines[line].difference ?? 0n;
      if (held !== undefined) this.#widen(venue, held, mayHave(difference));
    }
  }

  /** Compares the sheet of a venue once. */
  async compare(venue: Venue): Promise<void> {
    const { cashLedger, store } = this.#deps;
    if (!cashLedger.isComplete) await cashLedger.load();
    const tokens = (await venue.tokenCash?.()) ?? null;
    const { name } = venue;
    // Nothing is compared at a venue without figures, which may have very many orders.
    const reserved = hasFigures(venue) ? this.#sumReserved(name) : await this.#sumReservedInSlices(name);
    const sheet = this.#compute(venue, tokens, reserved);
    const outside = new Set(SHEET_LINES.filter((line) => isOutside(sheet.lines[line])));
    const confirmed = [...outside].filter((line) => this.#previous.get(name)?.has(line) === true);
    this.#previous.set(name, outside);
    const open = this.#openLines(name);
    for (const line of confirmed) {
      if (open.has(line)) continue;
      open.add(line);
      await this.#record(name, BREAK, line, describe(sheet.lines[line]));
    }
    for (const line of open) {
      // An unknown figure does not end a break.
      if (outside.has(line) || sheet.lines[line].difference === null) continue;
      open.delete(line);
      await this.#record(name, CLOSED, line, 'the figures agree again');
    }
    const lines = toLines((line) => ({ ...sheet.lines[line], isBroken: open.has(line) }));
    this.#sheets.set(name, { ...sheet, lines });
    for (const line of COMPARED)
      this.#deps.metrics.gauge('balance_difference', open.has(line) ? toDollars(sheet.lines[line]) : 0, {
        venue: name,
        line: toWireLine(line),
      });
    if (store.failure === null) await this.#save(name);
  }

  #sumReserved(venue: VenueName): ReservedBySubaccount {
    const sums = new Map<ScopeKey, bigint>();
    for (const [key, { accountId, subaccountId }] of this.#deps.store.state.subaccounts)
      sums.set(key, sumReservedAtOnce(accountId, subaccountId, this.#deps).get(venue) ?? 0n);
    return sums;
  }

  async #sumReservedInSlices(venue: VenueName): Promise<ReservedBySubaccount> {
    const sums = new Map<ScopeKey, bigint>();
    for (const [key, { accountId, subaccountId }] of this.#deps.store.state.subaccounts)
      sums.set(key, (await sumReservedInSlices(accountId, subaccountId, this.#deps)).get(venue) ?? 0n);
    return sums;
  }

  /** Reads everything in the step of the reserved sums, so that no entry comes between two sums. */
  #compute(venue: Venue, tokens: VenueTokenCash | null, reservedBy: ReservedBySubaccount): VenueSheet {
    const { store, balanceTracker } = this.#deps;
    const { name } = venue;
    const parts = this.#computeParts(name, reservedBy);
    const sum = this.#addNetted(venue, [...parts.values()].reduce(addSheetParts, EMPTY_PART));
    const fresh = balanceTracker.findFresh(name);
    const doubts = this.#findDoubts(venue, fresh?.completeToMs ?? Number.POSITIVE_INFINITY);
    const { reserved } = doubts;
    const unblocked = { low: sum.reserved - reserved.most, high: sum.reserved - reserved.least };
    const figures: Readonly<Partial<Record<SheetLine, VenueFigure>>> = {
      ...(fresh !== null && {
        [fresh.cash.total === null ? 'available' : 'cash']: {
          amount: fresh.cash.total ?? fresh.cash.available,
          bounds:
            fresh.cash.total === null
              ? [unblocked, ...this.#listBlockedSince(name, fresh.completeToMs)].reduce(
                  addBounds,
                  doubts.cash,
                )
              : doubts.cash,
        },
      }),
      ...(tokens !== null && {
        lockedInPairs: { amount: tokens.lockedInPairs, bounds: doubts.lockedInPairs },
        redeemable: { amount: tokens.redeemable, bounds: doubts.redeemable },
      }),
    };
    const compared = toLines((line) => this.#compareLine(venue, line, sum[line], figures[line] ?? null));
    const lines = toLines((line) => ({
      ...compared[line],
      ours: this.#addUnattributed(venue, line, sum[line]),
    }));
    const asOf = fresh?.cash.asOf ?? (tokens === null ? null : store.now());
    return { comparedAt: store.now(), venueAsOf: asOf, lines, parts };
  }

  /** The positions of subaccounts offset each other at the venue. */
  #addNetted({ name, capabilities }: Venue, sum: SheetPart): SheetPart {
    const netted = this.#deps.cashLedger.netted(name);
    const add = (amount: Notional | null) => (amount === null ? null : ((amount + netted) as Notional));
    if (capabilities.holdsTokens === true)
      return { ...sum, lockedInPairs: (sum.lockedInPairs + netted) as Notional };
    return { ...sum, cash: add(sum.cash), available: add(sum.available) };
  }

  #compareLine(
    venue: Venue,
    line: SheetLine,
    recorded: Notional | null,
    figure: VenueFigure | null,
  ): LineFigures {
    const held = HELD[line];
    if (held === undefined || figure === null || figure.amount === null) return UNKNOWN;
    if (recorded === null) return { ...UNKNOWN, venue: figure.amount };
    const known = this.#getUnattributed(venue.name);
    const rounding = held === 'cash' ? this.#takeRounding(venue) : 0n;
    const rest = figure.amount - recorded;
    const compared = compareCash(known.get(held) ?? null, rest, figure.bounds, rounding);
    known.set(held, compared.unattributed);
    const { difference, bounds } = compared;
    return { ...UNKNOWN, venue: figure.amount, difference: difference as Notional, bounds };
  }

  /** What the account of the venue has by our records; null while its unattributed part is not known. */
  #addUnattributed(venue: Venue, line: SheetLine, recorded: Notional | null): Notional | null {
    const held = HELD[line];
    if (held === undefined || (held !== 'cash' && venue.tokenCash === undefined)) return recorded;
    const known = this.#getUnattributed(venue.name).get(held);
    return recorded === null || known === undefined ? null : ((recorded + known.amount) as Notional);
  }

  #computeParts(venue: VenueName, reservedBy: ReservedBySubaccount): ReadonlyMap<ScopeKey, SheetPart> {
    const { store, cashLedger } = this.#deps;
    const unsettled = new Map<ScopeKey, bigint | null>();
    for (const key of store.state.subaccounts.keys()) unsettled.set(key, 0n);
    for (const fill of store.state.pendingFills.values()) {
      if (fill.venue !== venue) continue;
      const key = scopeKey(fill.accountId, fill.subaccountId);
      const [sum, moved] = [unsettled.get(key) ?? null, computeTradeCash(fill)];
      unsettled.set(key, sum === null || moved === null ? null : sum + moved);
    }
    const parts = new Map<ScopeKey, SheetPart>();
    for (const [key, { accountId, subaccountId }] of store.state.subaccounts) {
      const reserved = reservedBy.get(key) ?? 0n;
      const records = cashLedger.get({ accountId, subaccountId, venue });
      parts.set(key, computeSheetPart(records, { reserved, unsettled: unsettled.get(key) ?? null }));
    }
    return parts;
  }

  /** What may already be in the venue's figures, or still be missing there. */
  #findDoubts(venue: Venue, completeToMs: number) {
    const { store, cashLedger, clock } = this.#deps;
    const { name } = venue;
    const { reserved, inDoubt } = hasFigures(venue) ? boundOrders(name, this.#deps) : NO_ORDERS;
    let [cash, lockedInPairs, redeemable] = [inDoubt, EXACT, EXACT];
    const add = (bounds: Readonly<Record<Held, Bounds>>): void => {
      cash = addBounds(cash, bounds.cash);
      lockedInPairs = addBounds(lockedInPairs, bounds.lockedInPairs);
      redeemable = addBounds(redeemable, bounds.redeemable);
    };
    for (const flow of cashLedger.flowsSince(name, completeToMs)) cash = addBounds(cash, mayMiss(flow.cash));
    if (venue.tokenCash !== undefined)
      for (const flow of cashLedger.flowsSince(name, clock.monotonicMs() - TOKENS_LATE_MS))
        add({
          cash: EXACT,
          lockedInPairs: mayMiss(flow.lockedInPairs),
          redeemable: mayMiss(flow.redeemable),
        });
    for (const fill of store.state.pendingFills.values()) {
      if (fill.venue !== name) continue;
      const pairs = computeNotional(PRICE_ONE, fill.qty); // it may have completed pairs, or broken them up
      const eitherWay = addBounds(mayMiss(pairs), mayHave(pairs));
      const moved = computeTradeCash(fill); // null: the cash is not compared
      add({ cash: moved === null ? EXACT : mayMiss(moved), lockedInPairs: eitherWay, redeemable: EXACT });
    }
    for (const operation of store.state.operations.values())
      if (operation.venue === name) add(computeOperationBounds(operation));
    for (const { venue: at, payout } of store.state.claims.values()) // a venue may redeem by itself
      if (at === name) add({ cash: mayHave(payout), lockedInPairs: EXACT, redeemable: mayMiss(payout) });
    return { reserved, cash, lockedInPairs, redeemable };
  }

  /**
   * What the venue may have rounded away since the last comparison. What it had rounded before the start is not known: of
   * that only changes of half a cent are in the journal, and the fills that were not compared are not counted.
   */
  #takeRounding({ name, capabilities }: Venue): bigint {
    const cashStep: bigint = capabilities.cashStep ?? 0n;
    const fills = this.#deps.cashLedger.countFills(name);
    const before = this.#fillsCompared.get(name);
    this.#fillsCompared.set(name, fills);
    const unsaved = before === undefined && cashStep > 0n ? 2n * SAVED_CHANGE : 0n;
    return cashStep * BigInt(fills - (before ?? 0)) + unsaved;
  }

  /**
   * Contracts from before the first comparison were taken over without cash; contracts that were bought at the venue by hand
   * since have moved it. The next comparison finds which.
   */
  #onAdopted(venue: VenueName, flow: CashFlow): void {
    for (const held of this.#getUnattributed(venue).keys()) this.#widen(venue, held, mayMiss(flow[held]));
  }

  #widen(venue: VenueName, held: Held, { low, high }: Bounds): void {
    const known = this.#getUnattributed(venue).get(held);
    if (known === undefined) return;
    this.#getUnattributed(venue).set(held, { ...known, low: known.low + low, high: known.high + high });
  }

  #onOrders(ids: ReadonlySet<OrderId>): void {
    const atMs = this.#deps.clock.monotonicMs();
    for (const id of ids) {
      const order = this.#deps.store.state.orders.get(id);
      if (order === undefined || !order.legs.some(({ venue }) => this.#reportsCash(venue))) continue;
      this.#changed.delete(id); // the latest change is the last of the map
      this.#changed.set(id, { order, atMs });
    }
    for (const [id, changed] of this.#changed) {
      if (changed.atMs >= atMs - CHANGES_KEPT_MS) return;
      this.#changed.delete(id);
    }
  }

  /** Orders elsewhere are not kept: there may be thousands a second at the built-in venue. */
  #reportsCash(name: VenueName): boolean {
    this.#cashVenues ??= new Set(
      this.#deps.venues.all().flatMap((venue) => (hasFigures(venue) ? [venue.name] : [])),
    );
    return this.#cashVenues.has(name);
  }

  /** Orders that were placed, filled or closed since the figure was read: it may have blocked their cash, or not. */
  #listBlockedSince(venue: VenueName, sinceMs: number): readonly Bounds[] {
    const { market } = this.#deps;
    return [...this.#changed.values()].flatMap(({ order, atMs }) =>
      atMs < sinceMs
        ? []
        : order.legs
            .filter((leg) => leg.venue === venue)
            .map(({ price, qty, outcome, instrumentId }) => {
              const claim = { side: order.side, outcome, price: price ?? PRICE_ONE, qty };
              const fees = market.estimateFees(market.instrument(instrumentId));
              const amount = computeCashNeeded(claim, fees, 0n);
              return addBounds(mayMiss(amount), mayHave(amount));
            }),
    );
  }

  #getUnattributed(venue: VenueName): Map<Held, Unattributed> {
    const known = this.#unattributed.get(venue) ?? new Map<Held, Unattributed>();
    this.#unattributed.set(venue, known);
    return known;
  }

  #openLines(venue: VenueName): Set<SheetLine> {
    const open = this.#open.get(venue) ?? new Set<SheetLine>();
    this.#open.set(venue, open);
    return open;
  }

  async #save(venue: VenueName): Promise<void> {
    for (const [held, known] of this.#getUnattributed(venue)) {
      const key = `${venue} ${held}`;
      const saved = this.#saved.get(key);
      if (saved !== undefined && isAlike(known, saved)) continue;
      this.#saved.set(key, known);
      const { amount, low, high } = known;
      await this.#commit(venue, UNATTRIBUTED, [held, amount, low, high].join(' '));
    }
  }

  async #record(venue: VenueName, kind: string, line: SheetLine, text: string): Promise<void> {
    const { log } = this.#deps;
    const detail = `${toWireLine(line)}: ${text}`;
    if (kind === BREAK) log.error('a balance at the venue differs from our records', { venue, detail });
    else log.info('a balance at the venue agrees with our records again', { venue, detail });
    await this.#commit(venue, kind, detail);
  }

  #commit(venue: VenueName, kind: string, detail: string): Promise<void> {
    const event = { type: 'AnomalyRecorded', venue, kind, orderId: null, detail } as const;
    return this.#deps.store.commit('balances_compared', venue, [event]);
  }
}

/** What is compared. The cash that is free is compared as the cash that there is, where a venue reports no other. */
type Held = 'cash' | 'lockedInPairs' | 'redeemable';
const HELD: Readonly<Partial<Record<SheetLine, Held>>> = {
  cash: 'cash',
  available: 'cash',
  lockedInPairs: 'lockedInPairs',
  redeemable: 'redeemable',
};
const COMPARED = ['cash', 'available', 'lockedInPairs', 'redeemable'] as const satisfies readonly SheetLine[];
const CASH_LINES: ReadonlySet<SheetLine> = new Set(['cash', 'available']);

/** A figure of the venue, and how far it may be off. */
interface VenueFigure {
  readonly amount: Notional | null;
  readonly bounds: Bounds;
}

const UNKNOWN: LineFigures = { ours: null, venue: null, difference: null, bounds: null, isBroken: false };

const toLines = (compute: (line: SheetLine) => LineFigures): Readonly<Record<SheetLine, LineFigures>> =>
  Object.fromEntries(SHEET_LINES.map((line) => [line, compute(line)])) as unknown as Readonly<
    Record<SheetLine, LineFigures>
  >;

/** The name of a line in the API. */
export const toWireLine = (line: SheetLine): string =>
  line.replaceAll(/[A-Z]/g, (upper) => `_${upper.toLowerCase()}`);

const isOutside = ({ difference, bounds }: LineFigures): boolean =>
  difference !== null && bounds !== null && !isWithin(difference, bounds);

const describe = ({ ours, venue }: LineFigures): string =>
  `${venue === null ? 'unknown' : renderNotional(venue)} there, ${ours === null ? 'unknown' : renderNotional(ours)} by our records`;

const toDollars = ({ difference }: LineFigures): number => Number(difference ?? 0n) / 1e16;

const isAlike = (a: Unattributed, b: Unattributed): boolean =>
  (['amount', 'low', 'high'] as const).every((name) => absolute(a[name] - b[name]) < SAVED_CHANGE);

/** `cash 100 95 105`, in units of 1e-16. */
function parseUnattributed(detail: string): (Unattributed & { readonly held: Held }) | null {
  const found = /^(cash|lockedInPairs|redeemable) (-?\d+) (-?\d+) (-?\d+)$/.exec(detail);
  if (found === null) return null;
  const [, held, amount = '', low = '', high = ''] = found;
  return { held: held as Held, amount: BigInt(amount), low: BigInt(low), high: BigInt(high) };
}
