/**
 * The points at which the process can be made to end itself. The product contains none of this: a start with
 * a planted point reads one source file with one line changed (`plant.fixture.ts`).
 */
export interface CrashPoint {
  readonly name: string;
  readonly crash: string; // its numbers in the catalogue of faults; test/crash/README.md has them all
  readonly file: string;
  readonly line: string; // occurs once in the file
  readonly put: (line: string) => string;
  readonly passMax: number; // it crashes at a random pass from 1 to this number
  readonly when: 'trading' | 'starting';
  readonly isSure?: false; // a start reaches it only if the venue has updates to report
}

/** Crashes before the line; `text` is an expression that must be true there. */
const before =
  (is = 'true') =>
  (line: string) =>
    `if (${is}) globalThis.crashHere();\n${line}`;
/** Crashes some time later, so that bytes may have been sent, or half of them. */
const soonAfter = (line: string) => `setTimeout(globalThis.crashHere, 2);\n${line}`;

const LEDGER = 'src/oms/state-store.ts';
const GATEWAY = 'src/oms/order-gateway.ts';
const CANCEL = 'src/oms/cancellation.ts';
const APPEND = 'this.#lastAppend = this.#deps.journal.append(entry, toLedgerRows(state, touched));';
const SETTLE = 'this.#orders.onDurable(touched, entry.seq);';
const CANCEL_SENT =
  'const outcome = await this.#deps.venues.get(leg.venue).cancel(leg.clientId, leg.venueInstrumentId);';
const REPLACED = 'await this.#sendLeg(orderId, leg, intendedAtMs);';

const undurable = (cause: string) =>
  ({ file: LEDGER, line: APPEND, put: before(`cause === '${cause}'`), when: 'trading' }) as const;
const durable = (cause: string) =>
  ({ file: LEDGER, line: SETTLE, put: before(`cause === '${cause}'`), when: 'trading' }) as const;

/** Points that every venue reaches. */
export const POINTS: readonly CrashPoint[] = [
  {
    name: 'a call is authenticated and not yet handled',
    crash: '1',
    file: 'src/server/http/middleware.ts',
    line: 'return route.handle({',
    put: before(),
    passMax: 40,
    when: 'trading',
  },
  {
    name: 'an order has passed its checks and is not durable',
    crash: '2',
    ...undurable('submit'),
    passMax: 20,
  },
  { name: 'an order is durable and not sent', crash: '3', ...durable('submit'), passMax: 20 },
  {
    name: 'an order is on its way to a venue',
    crash: '4',
    file: GATEWAY,
    line: 'const settled = answered',
    put: soonAfter,
    passMax: 20,
    when: 'trading',
  },
  {
    name: 'a venue has answered, and that is not durable',
    crash: '5',
    file: GATEWAY,
    line: "metrics.observe('venue_ack_ms'",
    put: before(),
    passMax: 20,
    when: 'trading',
  },
  {
    name: 'a venue report is durable, and the caller is not answered',
    crash: '6',
    ...durable('venue_reply'),
    passMax: 20,
  },
  {
    name: 'an order is answered with the state that its venue reported',
    crash: '7',
    file: 'src/oms/execution-reports.ts',
    line: 'if (isAnswerable(after)) ackWaiters.resolve(answered);',
    put: (line) => `${line}\nsetTimeout(globalThis.crashHere, 1);`,
    passMax: 20,
    when: 'trading',
  },
  {
    name: 'an answer is being written',
    crash: '7',
    file: 'src/server/http/middleware.ts',
    line: 'if (isForAudit(route, result)) await recordCall(context, signed.value, result);',
    put: (line) => `setImmediate(globalThis.crashHere);\n${line}`,
    passMax: 40,
    when: 'trading',
  },
  {
    name: 'a report, perhaps with fills, has arrived and is not durable',
    crash: '8',
    file: 'src/oms/execution-reports.ts',
    line: 'const decision = decideReport(',
    put: before(),
    passMax: 30,
    when: 'trading',
  },
  {
    name: 'events and rows are written, and their transaction is open',
    crash: '9',
    file: 'src/storage/sqlite/committer.ts',
    line: 'this.#commit.run();',
    put: before(),
    passMax: 60,
    when: 'trading',
  },
  {
    name: 'a change is durable, and not yet published on the streams',
    crash: '10',
    file: LEDGER,
    line: 'for (const listener of this.#durableListeners) listener(touched);',
    put: before('touched.fills.size > 0'),
    passMax: 5,
    when: 'trading',
  },
  {
    name: 'one order of a batch is on its way, the next is not decided',
    crash: '11',
    file: 'src/oms/submission.ts',
    line: 'for (const request of requests) {',
    put: (line) =>
      `${line}\nif (request !== requests[0]) await new Promise((go) => setTimeout(go, 3)).then(globalThis.crashHere);`,
    passMax: 6,
    when: 'trading',
  },
  {
    name: 'one leg of a SPLIT is on its way, the next is not',
    crash: '12',
    file: GATEWAY,
    line: 'const sends = order.legs.map((leg) => this.#sendLeg(orderId, leg, intendedAtMs));',
    put: () =>
      `const late = () => new Promise((go) => setTimeout(go, 3)).then(globalThis.crashHere);
       const sends = order.legs.map((leg, at) => (at === 0 ? Promise.resolve() : late()).then(() => this.#sendLeg(orderId, leg, intendedAtMs)));`,
    passMax: 2,
    when: 'trading',
  },
  {
    name: 'a cancel is durable and not sent; of a cancel-all perhaps the rest',
    crash: '13, 19',
    file: CANCEL,
    line: CANCEL_SENT,
    put: before(),
    passMax: 20,
    when: 'trading',
  },
  {
    name: 'a cancel is confirmed, and that is not durable',
    crash: '14, 19',
    file: CANCEL,
    line: 'await this.#handleOutcome(orderId, leg, outcome);',
    put: before(),
    passMax: 20,
    when: 'trading',
  },
  {
    name: 'the kill switch is durable, and the 200 not sent',
    crash: '17',
    ...durable('kill_switch'),
    passMax: 1,
  },
  { name: 'the kill switch is set and not durable', crash: '18', ...undurable('kill_switch'), passMax: 1 },
  {
    name: 'limits are durable, and the call is not answered',
    crash: '20',
    ...durable('set_limits'),
    passMax: 2,
  },
  {
    name: 'a venue is being reconciled',
    crash: '22',
    file: 'src/oms/startup-reconciliation.ts',
    line: 'venues.markReconciled(venue.name);',
    put: before(),
    passMax: 1,
    when: 'starting',
  },
  {
    name: 'the reports of a venue at startup are being applied',
    crash: '22',
    file: 'src/oms/startup-reconciliation.ts',
    line: 'await executionReports.onReport(venue.name, report);',
    put: before(),
    passMax: 1,
    when: 'starting',
    isSure: false,
  },
  {
    name: 'a call is in the audit chain, and not answered',
    crash: '24',
    ...durable('call'),
    passMax: 5,
  },
];

/** Points that only a venue without native amend reaches. */
export const REPLACEMENT_POINTS: readonly CrashPoint[] = [
  {
    name: 'the old generation is cancelled, the new one not sent',
    crash: '15',
    file: GATEWAY,
    line: REPLACED,
    put: before(),
    passMax: 1,
    when: 'trading',
  },
  {
    name: 'the new generation is on its way',
    crash: '16',
    file: GATEWAY,
    line: REPLACED,
    put: soonAfter,
    passMax: 1,
    when: 'trading',
  },
];

/** Points that only a venue that reverses fills reaches. */
export const VOID_POINTS: readonly CrashPoint[] = [
  {
    name: 'a fill is reversed, and that is not durable',
    crash: '23',
    ...undurable('fill_voided'),
    passMax: 1,
  },
  {
    name: 'a fill is reversed, and more venue reports follow',
    crash: '23',
    ...durable('fill_voided'),
    passMax: 1,
  },
];
