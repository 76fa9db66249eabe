/** The counts of many simulations, by their names. */
export interface Count {
  readonly faults: ReadonlyMap<string, number>;
  readonly moves: ReadonlyMap<string, number>;
  readonly calls: ReadonlyMap<string, number>;
  readonly crashes: ReadonlyMap<string, number>; // by the number of the crash point
}

/**
 * The names under which simulations inject a fault of the catalogue, or the reason why they do not inject it.
 */
type Entry = { readonly by: readonly string[] } | { readonly elsewhere: string };

const injectedAs = (...names: readonly string[]): Entry => ({ by: names });
const testedElsewhere = (where: string): Entry => ({ elsewhere: where });

/**
 * Every fault of the catalogue. The names are those of the counts: a fault of the network or of an exchange
 * (without its name), a call of a caller, the reason why a leg closed, or an anomaly.
 */
const FAULTS: Readonly<Record<string, Entry>> = {
  'F-01': injectedAs('lost', 'netLost', 'lost_request'),
  'F-02': injectedAs('replyLost', 'throwsAfter', 'netUnanswered', 'drop_after_accept'),
  'F-03': injectedAs('replyLate', 'netLate', 'delay'),
  'F-04': injectedAs('throwsBefore'),
  'F-05': injectedAs('unsent', 'netUnsent', 'ws_refuse'),
  'F-06': injectedAs('status', 'refusal_as_success'),
  'F-07': injectedAs('end fok_unfilled', 'end no_liquidity', 'end ioc_remainder'),
  'F-08': injectedAs('too_many', 'status'),
  'F-09': injectedAs('restart', 'cancelOnly', 'tradingPause', 'exchangePause', 'refused'),
  'F-10': injectedAs('refused key'),
  'F-11': injectedAs('wallJump', 'clock_skew'),
  'F-12': injectedAs('netTwice', 'twice'),
  'F-13': injectedAs('netTwice', 'twice'),
  'F-14': injectedAs('closed_order', 'queryFails', 'queryThrows', 'unreported', 'list_omits'),
  'F-15': injectedAs('queryLags', 'read_lag'),
  'F-16': injectedAs('unknown_enum', 'status_words', 'wrong_ack_id'),
  'F-17': testedElsewhere('adapters send each leg separately: only our API has batches'),
  'F-18': injectedAs('cancel_not_found', 'batch_interrupted'),
  'F-19': injectedAs('delayed'),
  'F-20': injectedAs('duplicate', 'delay', 'echo', 'ws_duplicate', 'ws_delay'),
  'F-21': testedElsewhere(
    'the venues here identify every fill: `src/domain/order-state/execution-report/decide-report.test.ts`',
  ),
  'F-22': injectedAs('stranger', 'ghost_fill'),
  'F-23': injectedAs('mirrored'),
  'F-24': testedElsewhere(
    'it leaves no state to compare with: `src/domain/order-state/execution-report/decide-report.test.ts`, `src/oms/unknown-outcomes.test.ts`',
  ),
  'F-25': injectedAs('fact FillVoided', 'trade_retrying', 'ghost_fill'),
  'F-26': injectedAs('balance_lag', 'status'),
  'F-27': injectedAs('version_mismatch', 'end venue_rejected'),
  'F-28': injectedAs('early_expiry', 'end venue_cancelled'),
  'F-29': injectedAs('delay', 'lost_request'),
  'F-30': injectedAs('lost_request', 'socketsCut'),
  'F-31': injectedAs('read_lag', 'stale_book'),
  'F-32': injectedAs('omit_optional', 'micro_sizes'),
  'D-01': injectedAs('ws_silent', 'silence'),
  'D-02': injectedAs('ws_drop', 'ws_duplicate', 'ws_gap', 'ws_delay', 'unreported', 'event_lost'),
  'D-03': injectedAs('stale_book', 'socketsCut'),
  'D-04': injectedAs('crossed_book'),
  'D-05': injectedAs('ws_delay'),
  'D-06': testedElsewhere(
    'the fuzzer sends malformed books: `npm run long -- fuzz`, and `src/domain/order-books/book-updates.test.ts`',
  ),
  'D-07': testedElsewhere(
    'the exchanges change no tick while they run: `test/conformance/venue/venue-conformance.ts`, `src/oms/submission.test.ts`',
  ),
  'D-08': injectedAs('marketPause', 'settle', 'settleFraction', 'end market_closed'),
  'D-09': testedElsewhere(
    'Demo lists by a schedule in every simulation, and nothing fails by it: `src/venues/demo/listing-schedule.test.ts`',
  ),
  'D-10': testedElsewhere(
    'simulated reviews approve random pairs and change rules: `test/mapping/simulated-reviews.test.ts`, `src/oms/mapping-review/mapping-review.test.ts`',
  ),
  'D-11': injectedAs('ws_overflow'),
  'P-01': injectedAs(
    'crash',
    'crash beforeSync',
    'crash afterSync',
    'crash beforeSend',
    'crash arrival',
    'crash reply',
  ),
  'P-02': injectedAs('stall'),
  'P-03': injectedAs('diskFails'),
  'P-04': testedElsewhere('disks here lose no written byte: `src/storage/`, `npm run long -- crash`'),
  'P-05': testedElsewhere('one process at a time here: `src/storage/sqlite/sqlite-store.test.ts`'),
  'P-06': injectedAs('wallJump'),
  'P-07': testedElsewhere('memory and handles of the simulated process cannot be measured: `bench/`'),
  'P-08': injectedAs('drain'),
  'P-09': testedElsewhere('one version here: `src/storage/sqlite/sqlite-store.test.ts`'),
  'E-01': testedElsewhere('callers call the order management directly, without signatures: `test/http/`'),
  'E-02': injectedAs('caller together', 'caller repeat'),
  'E-03': injectedAs('caller repeat', 'conflict idempotency_conflict'),
  'E-04': injectedAs('kill ok'),
  'E-05': injectedAs('limits ok', 'submit risk_limit'),
  'E-06': testedElsewhere('no sockets to callers here: `test/http/`'),
  'E-07': testedElsewhere('no sockets to callers here: `test/ws/`'),
  'E-08': testedElsewhere('keys are checked before the order management: `test/http/`, `test/ws/`'),
};

/** Crash points that a simulation cannot distinguish, and why; the others are numbered 1 to 24. */
const CRASHES_ELSEWHERE: Readonly<Record<number, string>> = {
  1: 'nothing is written yet, so it cannot be distinguished from no crash',
  7: 'answers are objects here, not bytes: `npm run long -- crash`',
  21: 'there is no snapshot: the tables are the state',
  24: 'the chain is the journal itself, and its head is exported by hand',
};

/**
 * The transitions of section 2.1 that correct venues cause; `lifecycle.test.ts` covers the other corrections.
 */
const MOVES: readonly string[] = [
  'new → PENDING_SUBMISSION',
  'PENDING_SUBMISSION → OPEN',
  'PENDING_SUBMISSION → PARTIAL',
  'PENDING_SUBMISSION → FILLED',
  'PENDING_SUBMISSION → CANCELLED',
  'PENDING_SUBMISSION → REJECTED',
  'PENDING_SUBMISSION → EXPIRED',
  'OPEN → PARTIAL',
  'OPEN → FILLED',
  'OPEN → CANCELLED',
  'OPEN → EXPIRED',
  'PARTIAL → FILLED',
  'PARTIAL → CANCELLED',
  'PARTIAL → EXPIRED',
  'FILLED → CANCELLED',
];

const CRASH_POINTS = Array.from({ length: 24 }, (_, index) => index + 1);

/** The minimum count of each in a large run. */
export const COUNT_MIN = 50;

/** One line of the table: an item of the catalogue and how often the simulations covered it. */
interface Row {
  readonly kind: 'fault' | 'move' | 'crash point';
  readonly name: string;
  readonly count: number | null; // null: not covered by these simulations
  readonly words: string; // the counts in its sum, or the test that covers it
  readonly absent: readonly string[]; // its parts that never occurred
}

function toRows(count: Count): readonly Row[] {
  const counted = sumByName(count);
  return [
    ...Object.entries(FAULTS).map(([name, entry]) => toFaultRow(name, entry, counted)),
    ...MOVES.map(
      (name): Row => ({ kind: 'move', name, count: count.moves.get(name) ?? 0, words: '', absent: [] }),
    ),
    ...CRASH_POINTS.map((point) => toCrashRow(point, count)),
  ];
}

function toFaultRow(name: string, entry: Entry, counted: ReadonlyMap<string, number>): Row {
  if ('elsewhere' in entry) return { kind: 'fault', name, count: null, words: entry.elsewhere, absent: [] };
  const parts = entry.by.map((part) => [part, counted.get(part) ?? 0] as const);
  const sum = parts.reduce((total, [, times]) => total + times, 0);
  return {
    kind: 'fault',
    name,
    count: sum,
    words: parts.map(([part, times]) => `${part} ${times}`).join(', '),
    absent: parts.flatMap(([part, times]) => (times === 0 ? [part] : [])),
  };
}

function toCrashRow(point: number, { crashes }: Count): Row {
  const where = CRASHES_ELSEWHERE[point];
  const count = where === undefined ? (crashes.get(String(point)) ?? 0) : null;
  return { kind: 'crash point', name: String(point), count, words: where ?? '', absent: [] };
}

/** By the names of `FAULTS`: a fault counts for both exchanges together. */
function sumByName({ faults, calls }: Count): ReadonlyMap<string, number> {
  const counted = new Map<string, number>(calls);
  for (const [name, times] of faults) {
    const plain = name.replace(EXCHANGE, '');
    counted.set(plain, (counted.get(plain) ?? 0) + times);
  }
  return counted;
}

const EXCHANGE = /^(?:Kalshi|Polymarket) /;

/** The table of a run: each fault, transition and crash point with its count. */
export function renderCoverage(count: Count): string {
  return toRows(count)
    .map(({ kind, name, count: times, words }) =>
      `${kind.padEnd(12)}${name.padEnd(31)}${String(times ?? '-').padStart(7)}  ${words}`.trimEnd(),
    )
    .join('\n');
}

/**
 * The items that happened too rarely for a large run; empty if all happened often enough, and in all
 * variants.
 */
export const findMissing = (count: Count): readonly string[] =>
  toRows(count).flatMap(({ kind, name, count: times, absent }) => [
    ...(times !== null && times < COUNT_MIN
      ? [`${kind} ${name} happened ${times} times, not ${COUNT_MIN}`]
      : []),
    ...absent.map((part) => `${kind} ${name} never happened by ${part}`),
  ]);
