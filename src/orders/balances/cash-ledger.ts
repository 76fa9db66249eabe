import {
  type AccountId,
  type Fill,
  getIdNumber,
  type InstrumentId,
  minQty,
  type Position,
  PRICE_ONE,
  positionKey,
  type Qty,
  type ScopeKey,
  type SubaccountId,
  scopeKey,
  type TokenClaim,
  type TokenPairs,
  type VenueName,
} from '#contract';
import {
  type CashRecords,
  computePositionCost,
  NO_CASH_RECORDS,
  type PnlRow,
  type TouchedRecords,
  toPairCash,
} from '#domain';
import { type Clock, type PnlStore, wait } from '#ports';
import type { StateStore } from '../state-store.ts';
import { holdsTokens } from '../token-legs.ts';
import type { VenueRegistry } from '../venue-registry.ts';

export interface CashLedgerDeps {
  readonly store: StateStore;
  readonly venues: VenueRegistry;
  readonly clock: Clock;
  /** The sums of older fills by instrument. Absent: all fills are read. */
  readonly pnlRows?: Pick<PnlStore, 'lastFillNumber' | 'rows'>;
}

/** What one entry of the journal changed at a venue. */
export interface CashFlow {
  readonly cash: bigint;
  readonly lockedInPairs: bigint;
  readonly redeemable: bigint;
  readonly atMs: number; // monotonic
}

type Owner = {
  readonly accountId: AccountId;
  readonly subaccountId: SubaccountId;
  readonly venue: VenueName;
};
type Sums = { -readonly [Name in keyof CashRecords]: CashRecords[Name] };
type Held = 'positionCost' | 'lockedInPairs' | 'redeemable';

const FLOWS_KEPT_MS = 120_000; // longer than a balance is fresh
const FILLS_READ = 1_000;

/**
 * Sums up, for each subaccount and venue, the records that move cash. The sums follow every entry of the journal in the step
 * that makes it, so that a balance sheet needs no sum over fills.
 */
export class CashLedger {
  readonly #deps: CashLedgerDeps;
  readonly #sums = new Map<ScopeKey, Map<VenueName, Sums>>();
  readonly #held: Readonly<Record<Held, Map<string, bigint>>>; // by positionKey
  readonly #nets = new Map<string, bigint>(); // of open positions, by positionKey
  readonly #sides = new Map<InstrumentId, { long: bigint; short: bigint }>(); // of all subaccounts
  readonly #netted = new Map<VenueName, bigint>();
  readonly #flows = new Map<VenueName, CashFlow[]>(); // recent ones, oldest first
  readonly #fills = new Map<VenueName, number>(); // since the start
  #lastFill: number; // counted, or in `#waiting`
  #waiting: Fill[] | null = []; // new fills until those before the start are counted; then null
  #loading: Promise<void> | null = null;
  #onAdopted: (venue: VenueName, flow: CashFlow) => void = () => undefined;

  constructor(deps: CashLedgerDeps) {
    this.#deps = deps;
    this.#held = { positionCost: new Map(), lockedInPairs: new Map(), redeemable: new Map() };
    const { positions, tokenPairs, claims, fillNumber } = deps.store.state;
    this.#lastFill = fillNumber;
    for (const row of positions.values()) this.#holdPosition(row);
    for (const row of tokenPairs.values()) this.#hold('lockedInPairs', row, toPairCash(row.pairs));
    for (const row of claims.values()) this.#hold('redeemable', row, row.payout);
    deps.store.onCommitted((touched) => this.#onCommitted(touched));
  }

  /** Calls the listener with what an adoption changed: maybe none of it has moved at the venue. */
  onAdopted(listener: (venue: VenueName, flow: CashFlow) => void): void {
    this.#onAdopted = listener;
  }

  /** False until the fills from before the start are counted. */
  get isComplete(): boolean {
    return this.#waiting === null;
  }

  /** The sums of a subaccount at a venue; only once complete. */
  get(owner: Owner): CashRecords {
    return this.#sums.get(scopeKey(owner.accountId, owner.subaccountId))?.get(owner.venue) ?? NO_CASH_RECORDS;
  }

  /**
   * What the opposite positions of subaccounts in the same markets cost beyond what the venue's account binds. It has one
   * position in each market: a long and a short one together bind nothing there, or are a pair of tokens, which pays 1.
   */
  netted(venue: VenueName): bigint {
    return this.#netted.get(venue) ?? 0n;
  }

  /** What entries have moved at a venue since a monotonic time. */
  flowsSince(venue: VenueName, sinceMs: number): readonly CashFlow[] {
    return (this.#flows.get(venue) ?? []).filter(({ atMs }) => atMs >= sinceMs);
  }

  /** How many fills of a venue were counted since the start. */
  countFills(venue: VenueName): number {
    return this.#fills.get(venue) ?? 0;
  }

  /** Counts the fills from before the start, once. A failed read changes nothing. */
  async load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => (this.#loading = null));
    return this.#loading;
  }

  async #load(): Promise<void> {
    const older: OlderSums = new Map();
    const through = await this.#readOlder(older);
    if (this.#waiting === null) return;
    for (const { owner, ...traded } of older.values()) {
      const sums = this.#getSums(owner);
      sums.realizedPnl += traded.realizedPnl;
      sums.fees += traded.fees;
      sums.fillsWithoutFee += traded.fillsWithoutFee;
    }
    for (const fill of this.#waiting) if (getIdNumber(fill.id) > through) addFill(this.#getSums(fill), fill);
    this.#waiting = null;
  }

  /** @returns the number of the newest fill that was counted */
  async #readOlder(older: OlderSums): Promise<number> {
    const { store, clock } = this.#deps;
    const inRows = await this.#readRows(older);
    let through = inRows;
    for (;;) {
      const fills = await store.journal.fillsAfter(through, FILLS_READ);
      for (const fill of fills) addFill(getOlder(older, fill), fill, inRows);
      through = Math.max(through, ...fills.map(({ id }) => getIdNumber(id)));
      if (fills.length < FILLS_READ) return through;
      await wait(clock, 0);
    }
  }

  /** The rows of one moment: no save may happen while they are read. */
  async #readRows(older: OlderSums): Promise<number> {
    const { store, pnlRows } = this.#deps;
    if (pnlRows === undefined) return 0;
    for (;;) {
      const through = await pnlRows.lastFillNumber();
      const read: PnlRow[] = [];
      for (const { accountId, subaccountId } of store.state.subaccounts.values())
        read.push(...(await pnlRows.rows({ accountId, subaccountId, instrumentIds: null }, null)));
      if ((await pnlRows.lastFillNumber()) !== through) continue;
      for (const row of read) {
        const sums = getOlder(older, row);
        sums.realizedPnl += row.realizedPnl;
        sums.fees += row.fees;
        sums.fillsWithoutFee += row.fillsWithoutFee;
      }
      return through;
    }
  }

  #onCommitted(touched: TouchedRecords): void {
    const { fills, positions, tokenPairs, settings } = touched;
    const claims = settings?.claims ?? [];
    if (fills.size + positions.size + tokenPairs.length + claims.length === 0) return;
    const atMs = this.#deps.clock.monotonicMs();
    const flows = new Map<VenueName, { -readonly [Name in keyof CashFlow]: CashFlow[Name] }>();
    const adopted = new Set<VenueName>();
    const change = (venue: VenueName) => {
      const flow = flows.get(venue) ?? { cash: 0n, lockedInPairs: 0n, redeemable: 0n, atMs };
      flows.set(venue, flow);
      return flow;
    };
    for (const fill of fills.values()) {
      if (getIdNumber(fill.id) <= this.#lastFill) continue; // counted before: its settlement has changed
      this.#lastFill = getIdNumber(fill.id);
      if (fill.liquidity === 'ADOPTED') adopted.add(fill.venue);
      change(fill.venue).cash += fill.realizedPnl - (isNeverCounted(fill) ? 0n : (fill.fee ?? 0n));
      this.#fills.set(fill.venue, this.countFills(fill.venue) + 1);
      if (this.#waiting === null) addFill(this.#getSums(fill), fill);
      else this.#waiting.push(fill);
    }
    for (const row of positions.values()) {
      const { cost, netted } = this.#holdPosition(row);
      change(row.venue).cash -= cost;
      change(row.venue)[holdsTokens(this.#deps.venues, row.venue) ? 'lockedInPairs' : 'cash'] += netted;
    }
    const hold = (
      name: 'lockedInPairs' | 'redeemable',
      row: TokenPairs | TokenClaim,
      amount: bigint,
    ): void => {
      const flow = change(row.venue);
      const held = this.#hold(name, row, amount);
      flow[name] += held;
      flow.cash -= held;
    };
    for (const row of tokenPairs) hold('lockedInPairs', row, toPairCash(row.pairs));
    for (const row of claims) hold('redeemable', row, row.payout);
    for (const [venue, flow] of flows) {
      if (adopted.has(venue)) this.#onAdopted(venue, flow);
      else this.#addFlow(venue, flow);
    }
  }

  #addFlow(venue: VenueName, flow: CashFlow): void {
    const flows = this.#flows.get(venue) ?? [];
    if (flows.length === 0) this.#flows.set(venue, flows);
    const old = flows.findIndex(({ atMs }) => atMs >= flow.atMs - FLOWS_KEPT_MS);
    if (old > 0) flows.splice(0, old);
    flows.push(flow);
  }

  /** @returns the changes */
  #holdPosition(row: Position): { readonly cost: bigint; readonly netted: bigint } {
    const cost = this.#hold('positionCost', row, row.net === 0n ? 0n : computePositionCost(row));
    const key = positionKey(row.accountId, row.subaccountId, row.instrumentId);
    const before = this.#nets.get(key) ?? 0n;
    if (row.net === 0n) this.#nets.delete(key);
    else this.#nets.set(key, row.net);
    const sides = this.#sides.get(row.instrumentId) ?? { long: 0n, short: 0n };
    const nettedBefore = minQty(sides.long as Qty, sides.short as Qty);
    sides.long += (row.net > 0n ? row.net : 0n) - (before > 0n ? before : 0n);
    sides.short += (row.net < 0n ? -row.net : 0n) - (before < 0n ? -before : 0n);
    if (sides.long + sides.short === 0n) this.#sides.delete(row.instrumentId);
    else this.#sides.set(row.instrumentId, sides);
    const netted = (minQty(sides.long as Qty, sides.short as Qty) - nettedBefore) * PRICE_ONE;
    if (netted !== 0n) this.#netted.set(row.venue, this.netted(row.venue) + netted);
    return { cost, netted };
  }

  /** @returns the change */
  #hold(name: Held, row: Owner & Pick<Fill, 'instrumentId'>, amount: bigint): bigint {
    const held = this.#held[name];
    const key = positionKey(row.accountId, row.subaccountId, row.instrumentId);
    const change = amount - (held.get(key) ?? 0n);
    if (amount === 0n) held.delete(key);
    else held.set(key, amount);
    this.#getSums(row)[name] += change;
    return change;
  }

  #getSums({ accountId, subaccountId, venue }: Owner): Sums {
    const key = scopeKey(accountId, subaccountId);
    const venues = this.#sums.get(key) ?? new Map<VenueName, Sums>();
    this.#sums.set(key, venues);
    const sums = venues.get(venue) ?? { ...NO_CASH_RECORDS };
    venues.set(venue, sums);
    return sums;
  }
}

type Traded = Pick<Sums, 'realizedPnl' | 'fees' | 'fillsWithoutFee'>;
type OlderSums = Map<string, Traded & { readonly owner: Owner }>;

function getOlder(older: OlderSums, owner: Owner): Traded {
  const key = `${scopeKey(owner.accountId, owner.subaccountId)} ${owner.venue}`;
  const sums = older.get(key) ?? { owner, realizedPnl: 0n, fees: 0n, fillsWithoutFee: 0 };
  older.set(key, sums);
  return sums;
}

/** A trade that was voided before we recorded it. One that is voided later has a compensating fill. */
const isNeverCounted = ({ settlement, voids }: Fill): boolean => settlement === 'VOID' && voids === null;

/**
 * @param inRows  fills up to this number were counted in their state before; later ones are read in their present state, so
 *                that neither a voided fill nor its compensation has a fee. Absent: every fill is added as it is recorded
 */
function addFill(sums: Traded, fill: Fill, inRows = Number.POSITIVE_INFINITY): void {
  const { realizedPnl, fee, voids } = fill;
  sums.realizedPnl += realizedPnl;
  if (isNeverCounted(fill) || (voids !== null && getIdNumber(voids) > inRows)) return;
  sums.fees += fee ?? 0n;
  // The compensation of a voided fill without a fee takes it back.
  if (fee === null) sums.fillsWithoutFee += voids === null ? 1 : -1;
}
