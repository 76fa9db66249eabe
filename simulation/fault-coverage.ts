/** The counts of many simulations, by their names. */
export interface Count {
  readonly faults: ReadonlyMap<string, number>;
  readonly moves: ReadonlyMap<string, number>;
  readonly calls: ReadonlyMap<string, number>;
  readonly crashes: ReadonlyMap<string, number>; // by the number of the crash point
}

/** How simulations inject a fault of the catalogue, or why they do not. */
type Entry = { readonly by: readonly string[] } | { readonly elsewhere: string };

const by = (...names: readonly string[]): Entry => ({ by: names });
const elsewhere = (where: string): Entry => ({ elsewhere: where });

/**
 * Every fault of the catalogue. The names are those of the counts: of a wire, a network, a fault of an
 * exchange (without the exchange), a call of a caller, the end of a leg or an anomaly.
 */
const FAULTS: Readonly<Record<string, Entry>> = {
  'F-01': by('lost', 'netLost', 'lost_request'),
  'F-02': by('replyLost', 'throwsAfter', 'netUnanswered', 'drop_after_accept'),
  'F-03': by('replyLate', 'netLate', 'delay'),
  'F-04': by('throwsBefore'),
  'F-05': by('unsent', 'netUnsent', 'ws_refuse'),
  'F-06': by('status', 'refusal_as_success'),
  'F-07': by('end fok_unfilled', 'end no_liquidity', 'end ioc_remainder'),
  'F-08': by('too_many', 'status'),
  'F-09': by('restart', 'cancelOnly', 'tradingPause', 'exchangePause', 'refused'),
  'F-10': by('refused key'),
  'F-11': by('wallJump', 'clock_skew'),
  'F-12': by('netTwice', 'twice'),
  'F-13': by('netTwice', 'twice'),
  'F-14': by('closed_order', 'queryFails', 'queryThrows'),
  'F-15': by('queryLags', 'read_lag'),
  'F-16': by('unknown_enum', 'status_words', 'wrong_ack_id'),
  'F-17': elsewhere('adapters send each leg by itself: a batch is of our API alone'),
  'F-18': by('cancel_not_found', 'batch_interrupted'),
  'F-19': by('delayed'),
  'F-20': by('duplicate', 'delay', 'echo', 'ws_duplicate', 'ws_delay'),
  'F-21': elsewhere(
    'the venues here identify every fill: `src/domain/order-state/execution-report/decide-report.test.ts`',
  ),
  'F-22': by('stranger', 'ghost_fill'),
  'F-23': by('mirrored'),
  'F-24': elsewhere(
    'it leaves no state to compare with: `src/domain/order-state/execution-report/decide-report.test.ts`, `src/oms/unknown-outcomes.test.ts`',
  ),
  'F-25': by('fact FillVoided', 'trade_retrying', 'ghost_fill'),
  'F-26': by('balance_lag', 'status'),
  'F-27': by('version_mismatch', 'end venue_rejected'),
  'F-28': by('early_expiry', 'end venue_cancelled'),
  'F-29': by('delay', 'lost_request'),
  'F-30': by('lost_request', 'socketsCut'),
  'F-31': by('read_lag', 'stale_book'),
  'F-32': by('omit_optional', 'micro_sizes'),
  'D-01': by('ws_silent', 'silence'),
  'D-02': by('ws_drop', 'ws_duplicate', 'ws_gap', 'ws_delay'),
  'D-03': by('stale_book', 'socketsCut'),
  'D-04': by('crossed_book'),
  'D-05': by('ws_delay'),
  'D-06': elsewhere(
    'the fuzzer sends malformed books: `npm run fuzz`, and `src/domain/order-books/book-updates.test.ts`',
  ),
  'D-07': elsewhere(
    'the exchanges change no tick while they run: `test/conformance/venue/venue-conformance.ts`, `src/oms/submission.test.ts`',
  ),
  'D-08': by('marketPause', 'settle', 'settleFraction', 'end market_closed'),
  'D-09': elsewhere(
    'Demo lists by a schedule in every simulation, and nothing fails by it: `src/venues/demo/listing-schedule.test.ts`',
  ),
  'D-10': elsewhere(
    'pairs are approved as they are: `src/oms/mapping-review/mapping-review.test.ts`, `src/domain/mapping/`',
  ),
  'D-11': by('ws_overflow'),
  'P-01': by(
    'crash',
    'crash beforeSync',
    'crash afterSync',
    'crash beforeSend',
    'crash arrival',
    'crash reply',
  ),
  'P-02': by('stall'),
  'P-03': by('diskFails'),
  'P-04': elsewhere('disks here lose no written byte: `src/storage/`, `npm run crash`'),
  'P-05': elsewhere('one process at a time here: `src/storage/sqlite/sqlite-store.test.ts`'),
  'P-06': by('wallJump'),
  'P-07': elsewhere('memory and handles are those of this process: `bench/`'),
  'P-08': by('drain'),
  'P-09': elsewhere('one version here: `src/storage/sqlite/sqlite-store.test.ts`'),
  'E-01': elsewhere('callers call the order management directly, without signatures: `test/http/`'),
  'E-02': by('crowd together', 'crowd repeat'),
  'E-03': by('crowd repeat', 'conflict idempotency_conflict'),
  'E-04': by('kill ok'),
  'E-05': by('limits ok', 'submit risk_limit'),
  'E-06': elsewhere('no sockets to callers here: `test/http/`'),
  'E-07': elsewhere('no sockets to callers here: `test/ws/`'),
  'E-08': elsewhere('keys are checked before the order management: `test/http/`, `test/ws/`'),
};

/** Crash points that a simulation cannot distinguish, and why; the others are numbered 1 to 24. */
const CRASHES_ELSEWHERE: Readonly<Record<number, string>> = {
  1: 'nothing is written yet, so it cannot be distinguished from no crash',
  7: 'answers are no bytes here: `npm run crash`',
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
  readonly words: string; // the counts that it is made of, or the test that covers it
  readonly absent: readonly string[]; // its parts that never occurred
}

function rowsOf(count: Count): readonly Row[] {
  const counted = countedIn(count);
  return [
    ...Object.entries(FAULTS).map(([name, entry]) => faultRow(name, entry, counted)),
    ...MOVES.map(
      (name): Row => ({ kind: 'move', name, count: count.moves.get(name) ?? 0, words: '', absent: [] }),
    ),
    ...CRASH_POINTS.map((point) => crashRow(point, count)),
  ];
}

function faultRow(name: string, entry: Entry, counted: ReadonlyMap<string, number>): Row {
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

function crashRow(point: number, { crashes }: Count): Row {
  const where = CRASHES_ELSEWHERE[point];
  const count = where === undefined ? (crashes.get(String(point)) ?? 0) : null;
  return { kind: 'crash point', name: String(point), count, words: where ?? '', absent: [] };
}

/** By the names of `FAULTS`: a fault counts for both exchanges together. */
function countedIn({ faults, calls }: Count): ReadonlyMap<string, number> {
  const counted = new Map<string, number>(calls);
  for (const [name, times] of faults) {
    const plain = name.replace(EXCHANGE, '');
    counted.set(plain, (counted.get(plain) ?? 0) + times);
  }
  return counted;
}

const EXCHANGE = /^(?:Kalshi|Polymarket) /;

/** The table of a run: each fault, transition and crash point with its count. */
export function catalogueText(count: Count): string {
  return rowsOf(count)
    .map(({ kind, name, count: times, words }) =>
      `${kind.padEnd(12)}${name.padEnd(31)}${String(times ?? '-').padStart(7)}  ${words}`.trimEnd(),
    )
    .join('\n');
}

/**
 * The items that happened too rarely for a large run; empty if all happened often enough, and in all
 * variants.
 */
export const missingIn = (count: Count): readonly string[] =>
  rowsOf(count).flatMap(({ kind, name, count: times, absent }) => [
    ...(times !== null && times < COUNT_MIN
      ? [`${kind} ${name} happened ${times} times, not ${COUNT_MIN}`]
      : []),
    ...absent.map((part) => `${kind} ${name} never happened by ${part}`),
  ]);
