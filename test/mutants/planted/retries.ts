import type { Mutant } from '../mutant.ts';

const tests = (...names: readonly string[]) => ({ tests: names });
const REPLACE = tests('src/engine/replace.test.ts');
const RECOVERY = tests('src/engine/recovery.test.ts');
const AMEND = tests('src/core/orders/amend.test.ts');

/** Starts, second tries, what a SPLIT becomes by an amend, and what is expected of a route. */
export const RETRIES: readonly Mutant[] = [
  {
    name: 'a-venue-trades-before-it-was-agreed-with',
    file: 'src/engine/venuedesk.ts',
    line: 'return seat.tripped ?? (seat.isReady ? null : NOT_RECONCILED);',
    planted: 'return seat.tripped;',
    seenBy: RECOVERY,
  },
  {
    name: 'a-venue-that-was-away-stays-closed',
    file: 'src/engine/recovery.ts',
    line: 'clock.after(retryMs, () => void this.#open(venue, Math.min(retryMs * 2, RETRY_MAX_MS)));',
    planted: '',
    seenBy: RECOVERY,
  },
  {
    name: 'a-silent-venue-is-asked-without-end',
    file: 'src/engine/recovery.ts',
    line: 'clock.after(retryMs, () => void this.#open(venue, Math.min(retryMs * 2, RETRY_MAX_MS)));',
    planted: 'clock.after(retryMs, () => void this.#open(venue, retryMs));',
    seenBy: RECOVERY,
  },
  {
    name: 'what-expired-unseen-is-cancelled',
    file: 'src/engine/reports.ts',
    line: "if (order.cancelReason === null && isPast) return { status: 'EXPIRED', reason: 'expired' };",
    planted: '',
    seenBy: RECOVERY,
  },
  {
    name: 'a-venue-that-was-left-out-is-routed-to',
    file: 'src/engine/routing.ts',
    line: "if (order.routing.venues !== null && !order.routing.venues.includes(venue)) return 'venue_not_requested';",
    planted: '',
    seenBy: tests('src/engine/routing.test.ts'),
  },
  {
    name: 'a-cancel-goes-on-after-a-stop',
    file: 'src/engine/cancellation.ts',
    line: 'if (this.#isStopped) return; // on record, for the next start',
    planted: '',
    seenBy: tests('src/engine/changes.test.ts'),
  },
  {
    name: 'a-replacement-is-tried-once',
    file: 'src/engine/replacement.ts',
    line: 'if (!this.#mayGoOn(wish)) return;',
    planted: 'return;',
    seenBy: REPLACE,
  },
  {
    name: 'a-cancel-that-may-arrive-is-given-up',
    file: 'src/engine/replacement.ts',
    line: 'if (!isFirst) return;',
    planted: '',
    seenBy: REPLACE,
  },
  {
    name: 'what-follows-is-sent-with-the-old-terms',
    file: 'src/engine/gate.ts',
    line: 'outcome = await desk.venue(leg.venue).place(venueOrderOf(termsAhead(order), leg));',
    planted: 'outcome = await desk.venue(leg.venue).place(venueOrderOf(order, leg));',
    seenBy: REPLACE,
  },
  {
    name: 'what-took-a-fill-back-counts-as-matched',
    file: 'src/engine/knownfills.ts',
    line: 'if (fill.leg === leg && fill.generation === generation && !fill.isCompensation) taken += fill.qty;',
    planted: 'if (fill.leg === leg && fill.generation === generation) taken += fill.qty;',
    seenBy: tests('src/engine/knownfills.test.ts'),
  },
  {
    name: 'a-leg-with-nothing-left-is-changed-to-nothing',
    file: 'src/engine/amendment.ts',
    line: 'const isRemoved = target.qty === leg.filledQty;',
    planted: 'const isRemoved = false;',
    seenBy: tests('src/engine/splitamend.test.ts'),
  },
  {
    name: 'a-pending-sale-is-a-break',
    file: 'src/engine/breaks.ts',
    line: 'else sumOf(fill.instrumentId).mayRise -= moved;',
    planted: 'else sumOf(fill.instrumentId).mayFall -= moved;',
    seenBy: tests('src/engine/breaks.test.ts'),
  },
  {
    name: 'what-moved-elsewhere-is-this-markets-pnl',
    file: 'src/engine/pnl/reader.ts',
    line: '.filter((row) => instrumentIds?.includes(row.instrumentId) ?? true)',
    planted: '',
    seenBy: tests('src/engine/pnl/pnl.test.ts'),
  },
  {
    name: 'whoever-waits-is-told-twice',
    file: 'src/engine/answers.ts',
    line: 'timer.cancel();',
    planted: '',
    seenBy: tests('src/engine/answers.test.ts'),
  },
  {
    name: 'a-split-is-lowered-from-its-best-leg',
    file: 'src/core/orders/amend.ts',
    line: 'for (const leg of order.legs.toReversed()) {',
    planted: 'for (const leg of order.legs) {',
    seenBy: AMEND,
  },
  {
    name: 'an-amend-takes-what-is-filled',
    file: 'src/core/orders/amend.ts',
    line: 'floorToLot(minQty(reduction, (leg.qty - leg.filledQty) as Qty), lot);',
    planted: 'floorToLot(minQty(reduction, leg.qty), lot);',
    seenBy: AMEND,
  },
  {
    name: 'a-sale-is-amended-to-a-worse-tick',
    file: 'src/core/orders/amend.ts',
    line: "const toGrid = order.side === 'BUY' ? floorToGrid : ceilToGrid;",
    planted: 'const toGrid = floorToGrid;',
    seenBy: AMEND,
  },
  {
    name: 'a-raise-is-reserved-on-the-other-side',
    file: 'src/core/orders/amend.ts',
    line: 'return { instrumentId, buys: isBuy ? more : 0n, sells: isBuy ? 0n : more };',
    planted: 'return { instrumentId, buys: isBuy ? 0n : more, sells: isBuy ? more : 0n };',
    seenBy: AMEND,
  },
  {
    name: 'a-second-fill-is-realised-on-the-old-holding',
    file: 'src/core/orders/reportturn.ts',
    line: 'this.#position = position.net === 0n ? null : position;',
    planted: '',
    seenBy: tests('src/core/orders/report.test.ts'),
  },
  {
    name: 'an-outcome-that-is-required-is-assumed',
    file: 'src/core/orders/parse.ts',
    line: 'if (outcome === null && reader.value(name) === undefined && rules.outcomeRequired) {',
    planted: 'if (outcome === null && reader.value(name) !== undefined && rules.outcomeRequired) {',
    seenBy: tests('src/core/orders/parse.test.ts'),
  },
  {
    name: 'what-rests-is-estimated-at-the-taker-fee',
    file: 'src/core/routing/plan.ts',
    line: "const laterFee = isWaiting ? feeOfFill(schedule, limit, rests, 'MAKER') : NOTIONAL_ZERO;",
    planted: 'const laterFee = isWaiting ? feeOfFill(schedule, limit, rests) : NOTIONAL_ZERO;',
    seenBy: tests('src/core/routing/estimate.test.ts'),
  },
  {
    name: 'a-rest-goes-to-whoever-holds-a-part',
    file: 'src/core/routing/split.ts',
    line: 'const host = whole === -1 ? room.findIndex((part) => part > 0n) : whole;',
    planted: 'const host = room.findIndex((part) => part > 0n);',
    seenBy: tests('src/core/routing/*.test.ts'),
  },
];
