import {
  type AccountId,
  err,
  type Fill,
  type InstrumentId,
  type Notional,
  ok,
  type Price,
  type Rejection,
  type Result,
  rejection,
  type SubaccountId,
  type TimestampMs,
} from '#contract';
import {
  addPnl,
  computePnlValue,
  INTERVAL_MS,
  type PnlPoint,
  type PnlRow,
  type PnlValue,
  subtractPnl,
  toBucketStart,
  ZERO_PNL,
} from '#domain';
import type { Clock, MarketView, PnlScope, PnlStore } from '#ports';
import { PnlProjector, type PnlProjectorDeps } from './pnl-projector.ts';
import type { Pnl, PnlCurveQuery, PnlFilter, PnlGroup, PnlRange, PnlShare } from './pnl-types.ts';

interface PnlReaderDeps {
  readonly projector: PnlProjector;
  readonly store: PnlStore;
  readonly market: MarketView;
  readonly clock: Clock;
  readonly findFairPrice: FindFairPrice;
}

/** The caller's valid fair value of an instrument, in YES terms. */
type FindFairPrice = (
  accountId: AccountId,
  subaccountId: SubaccountId,
  instrumentId: InstrumentId,
) => Price | null;

const WAIT_MS = 2_000;
const RETRY_AFTER_MS = 5_000;

const saved = (row: PnlRow): PnlValue => computePnlValue(row, row.mark);

interface PnlDeps extends PnlProjectorDeps {
  /** Number of the newest fill in the journal. */
  readonly newestFill: number;
  /** Reports each fill once durable. */
  readonly onFill: (listener: (fill: Fill) => void) => () => void;
  readonly findFairPrice: FindFairPrice;
}

export interface OpenedPnl extends Pnl {
  stop(): Promise<void>;
}

/** Starts the PnL projection of all subaccounts. */
export async function createPnl(deps: PnlDeps): Promise<OpenedPnl> {
  const projector = new PnlProjector(deps);
  const reader = new PnlReader({ ...deps, projector });
  const release = deps.onFill((fill) => projector.onDurableFill(fill));
  await projector.start(deps.newestFill);
  return {
    curve: (query) => reader.curve(query),
    shares: (filter, by) => reader.shares(filter, by),
    stop: () => {
      release();
      return projector.stop();
    },
  };
}

/** Reads the saved PnL and adds the present value of open positions. */
class PnlReader implements Pnl {
  readonly #deps: PnlReaderDeps;

  constructor(deps: PnlReaderDeps) {
    this.#deps = deps;
  }

  async curve(query: PnlCurveQuery): Promise<Result<readonly PnlPoint[], Rejection>> {
    const { store } = this.#deps;
    const { interval, start, end, limit } = query;
    const now = this.#nowIfInRange(query);
    const last = now ?? end ?? this.#deps.clock.now();
    const earliest = last - (limit - 1) * INTERVAL_MS[interval];
    const from = toBucketStart(Math.max(0, start ?? 0, earliest) as TimestampMs, interval);
    return this.#readConsistently(async () => {
      const scope = await this.#resolveScope(query);
      const points = await store.curve({ ...scope, interval, from, end });
      const newest = points.at(-1);
      if (now === null || newest === undefined) return points;
      const t = toBucketStart(now, interval);
      const value = addPnl(newest, this.#changeSinceSaved(scope));
      const gain = this.#sumFairGain(this.#openRows(scope));
      const atNow = { ...value, ...toFairPnl(value, gain), t: newest.t > t ? newest.t : t };
      return newest.t < t ? [...points, atNow] : [...points.slice(0, -1), atNow];
    });
  }

  async shares(query: PnlFilter & PnlRange, by: PnlGroup): Promise<Result<readonly PnlShare[], Rejection>> {
    const { store } = this.#deps;
    const { start, end } = query;
    return this.#readConsistently(async () => {
      const scope = await this.#resolveScope(query);
      const before = start === null ? [] : await store.rows(scope, start);
      const isNow = this.#nowIfInRange(query) !== null;
      const after = (await store.rows(scope, end)).map(
        (row) => [row, isNow ? this.#valueNow(row) : saved(row)] as const,
      );
      const groups = new Map<string, PnlValue>();
      for (const [row, value] of after) await this.#addTo(groups, row, value, by);
      for (const row of before) await this.#addTo(groups, row, subtractPnl(ZERO_PNL, saved(row)), by);
      const gains = new Map<string, bigint>();
      for (const [row] of isNow ? after : []) {
        const gain = this.#sumFairGain([row]);
        const group = await this.#findGroup(row, by);
        if (gain !== null) gains.set(group, (gains.get(group) ?? 0n) + gain);
      }
      return [...groups]
        .map(([group, value]) => ({ group, ...value, ...toFairPnl(value, gains.get(group) ?? null) }))
        .toSorted((a, b) => (a.group < b.group ? -1 : 1));
    });
  }

  async #addTo(groups: Map<string, PnlValue>, row: PnlRow, value: PnlValue, by: PnlGroup): Promise<void> {
    const group = await this.#findGroup(row, by);
    groups.set(group, addPnl(groups.get(group) ?? ZERO_PNL, value));
  }

  async #findGroup({ instrumentId, venue }: PnlRow, by: PnlGroup): Promise<string> {
    if (by === 'venue') return venue;
    return by === 'instrument' ? String(instrumentId) : ((await this.#findCategory(instrumentId)) ?? '');
  }

  async #findCategory(id: InstrumentId): Promise<string | null> {
    return (await this.#deps.market.prefetchInstrument(id))?.category ?? null;
  }

  /** The instruments that match a filter. Reads no rows if the filter names neither a venue nor a category. */
  async #resolveScope({
    accountId,
    subaccountId,
    venue,
    category,
    instrumentId,
  }: PnlFilter): Promise<PnlScope> {
    const instrumentIds = instrumentId === null ? null : [instrumentId];
    const scope = { accountId, subaccountId, instrumentIds };
    if (venue === null && category === null) return scope;
    const left: InstrumentId[] = [];
    for (const row of await this.#deps.store.rows(scope, null)) {
      const isOfVenue = venue === null || row.venue === venue;
      const isOfCategory = category === null || (await this.#findCategory(row.instrumentId)) === category;
      if (isOfVenue && isOfCategory) left.push(row.instrumentId);
    }
    return { ...scope, instrumentIds: left };
  }

  /** The present time if it is in the range, else null. */
  #nowIfInRange({ end }: PnlRange): TimestampMs | null {
    const now = this.#deps.clock.now();
    return end === null || end > now ? now : null;
  }

  /** The change in value of the open positions in scope since their newest rows. */
  #changeSinceSaved(scope: PnlScope): PnlValue {
    return this.#openRows(scope).reduce(
      (sum, row) => addPnl(sum, subtractPnl(this.#valueNow(row), saved(row))),
      ZERO_PNL,
    );
  }

  #openRows({ accountId, subaccountId, instrumentIds }: PnlScope): readonly PnlRow[] {
    return this.#deps.projector
      .openRows()
      .filter((row) => row.accountId === accountId && row.subaccountId === subaccountId)
      .filter((row) => instrumentIds?.includes(row.instrumentId) ?? true);
  }

  /** What fair values add to the unrealized PnL at present marks; null when no open position has one. */
  #sumFairGain(rows: readonly PnlRow[]): bigint | null {
    let sum: bigint | null = null;
    for (const row of rows) {
      const fair = this.#deps.findFairPrice(row.accountId, row.subaccountId, row.instrumentId);
      if (fair === null || row.net === 0n) continue;
      const gain = computePnlValue(row, fair).unrealizedPnl - this.#valueNow(row).unrealizedPnl;
      sum = (sum ?? 0n) + gain;
    }
    return sum;
  }

  #valueNow(row: PnlRow): PnlValue {
    return computePnlValue(row, this.#deps.market.mark(row.instrumentId));
  }

  /**
   * Repeats the read until no save happened during it, so that the parts of an answer are consistent. After a start
   * millions of fills may still be missing; the caller then gets `catching_up` instead of a long wait.
   */
  async #readConsistently<Answer>(read: () => Promise<Answer>): Promise<Result<Answer, Rejection>> {
    const { projector, clock } = this.#deps;
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = clock.after(WAIT_MS, () => resolve('late'));
    try {
      for (;;) {
        if ((await Promise.race([projector.whenCaughtUp(), late])) === 'late') return err(this.#catchingUp());
        const before = projector.saveCount;
        const answer = await read();
        if (projector.saveCount === before) return ok(answer);
      }
    } finally {
      timer.cancel();
    }
  }

  #catchingUp(): Rejection {
    const { taken, fills } = this.#deps.projector.progress;
    return rejection('catching_up', `the PnL includes ${taken} of ${fills} fills so far`, {
      fills_taken: taken,
      fills,
      retry_after_ms: RETRY_AFTER_MS,
    });
  }
}

const toFairPnl = ({ unrealizedPnl }: PnlValue, gain: bigint | null): Pick<PnlPoint, 'unrealizedAtFair'> =>
  gain === null ? {} : { unrealizedAtFair: (unrealizedPnl + gain) as Notional };
