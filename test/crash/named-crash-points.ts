/**
 * The points at which the process can be made to kill itself. The product contains no code for this: a start
 * with a crash point loads one source file with one line changed (`crash-point.fixture.ts`).
 */
export interface CrashPoint {
  readonly name: string;
  readonly faultNumbers: string; // its numbers in the table of test/crash/README.md
  readonly file: string;
  readonly line: string; // occurs once in the file
  readonly insertCrash: (line: string) => string;
  readonly passMax: number; // it crashes when the line is executed for the nth time; n is random from 1 to this number
  readonly when: 'trading' | 'starting';
  readonly isAlwaysReached?: false; // false: a start reaches it only if the venue has updates to report
}

/** Crashes before the line, if the expression `condition` is true there. */
const before =
  (condition = 'true') =>
  (line: string) =>
    `if (${condition}) globalThis.crashHere();\n${line}`;
/** Crashes 2 ms later, when none, some or all bytes may have been sent. */
const soonAfter = (line: string) => `setTimeout(globalThis.crashHere, 2);\n${line}`;

const LEDGER = 'src/orders/state-store.ts';
const GATEWAY = 'src/orders/order-gateway.ts';
const CANCEL = 'src/orders/cancellation.ts';
const APPEND = 'this.#lastAppend = this.#deps.journal.append(entry, toLedgerRows(state, touched));';
const SETTLE = 'this.#orders.onDurable(touched, entry.seq);';
const CANCEL_SENT =
  'const outcome = await this.#deps.venues.get(leg.venue).cancel(leg.clientId, leg.venueInstrumentId);';
const REPLACED = 'await this.#sendLeg(orderId, leg, intendedAtMs);';

const undurable = (cause: string) =>
  ({ file: LEDGER, line: APPEND, insertCrash: before(`cause === '${cause}'`), when: 'trading' }) as const;
const durable = (cause: string) =>
  ({ file: LEDGER, line: SETTLE, insertCrash: before(`cause === '${cause}'`), when: 'trading' }) as const;

/** Points that every venue reaches. */
export const POINTS: readonly CrashPoint[] = [
  {
    name: 'a call is authenticated and not yet handled',
    faultNumbers: '1',
    file: 'src/http/middleware.ts',
    line: 'return route.handle({',
    insertCrash: before(),
    passMax: 40,
    when: 'trading',
  },
  {
    name: 'an order has passed its checks and is not durable',
    faultNumbers: '2',
    ...undurable('submit'),
    passMax: 20,
  },
  {
    name: 'an order is durable and its caller not answered',
    faultNumbers: '3',
    ...durable('submit'),
    passMax: 20,
  },
  {
    name: 'an answer is being written',
    faultNumbers: '7',
    file: 'src/http/middleware.ts',
    line: 'if (isForAudit(route, result)) await recordCall(context, signed.value, result);',
    insertCrash: (line) => `setImmediate(globalThis.crashHere);\n${line}`,
    passMax: 40,
    when: 'trading',
  },
  {
    name: 'a report, perhaps with fills, has arrived and is not durable',
    faultNumbers: '8',
    file: 'src/orders/execution-reports.ts',
    line: 'const decision = decideReport(order, legNumber, report, context);',
    insertCrash: before(),
    passMax: 30,
    when: 'trading',
  },
  {
    name: 'events and rows are written, and their transaction is open',
    faultNumbers: '9',
    file: 'src/storage/sqlite/committer.ts',
    line: 'this.#commit.run();',
    insertCrash: before(),
    passMax: 60,
    when: 'trading',
  },
  {
    name: 'a change is durable, and not yet published on the streams',
    faultNumbers: '10',
    file: LEDGER,
    line: 'for (const listener of this.#durableListeners) listener(touched);',
    insertCrash: before('touched.fills.size > 0'),
    passMax: 5,
    when: 'trading',
  },
  {
    name: 'one order of a batch is on its way, the next is not decided',
    faultNumbers: '11',
    file: 'src/oms/submission.ts',
    line: 'for (const [index, request] of requests.entries()) {',
    insertCrash: (line) =>
      `${line}\nif (request !== requests[0]) await new Promise((go) => setTimeout(go, 3)).then(globalThis.crashHere);`,
    passMax: 6,
    when: 'trading',
  },
  {
    name: 'one leg of a SPLIT is on its way, the next is not',
    faultNumbers: '12',
    file: GATEWAY,
    line: 'for (const each of legs) await this.#sendLeg(orderId, each, intendedAtMs);',
    insertCrash: () =>
      `for (const each of legs) {
         if (each.leg > 1) await new Promise((go) => setTimeout(go, 3)).then(globalThis.crashHere);
         await this.#sendLeg(orderId, each, intendedAtMs);
       }`,
    passMax: 2,
    when: 'trading',
  },
  {
    name: 'a cancel is durable and not sent; of a cancel-all perhaps the rest',
    faultNumbers: '13, 19',
    file: CANCEL,
    line: CANCEL_SENT,
    insertCrash: before(),
    passMax: 20,
    when: 'trading',
  },
  {
    name: 'a cancel is confirmed, and that is not durable',
    faultNumbers: '14, 19',
    file: CANCEL,
    line: 'await this.#handleOutcome(orderId, leg, outcome);',
    insertCrash: before(),
    passMax: 20,
    when: 'trading',
  },
  {
    name: 'the kill switch is durable, and the 200 not sent',
    faultNumbers: '17',
    ...durable('kill_switch'),
    passMax: 1,
  },
  {
    name: 'the kill switch is set and not durable',
    faultNumbers: '18',
    ...undurable('kill_switch'),
    passMax: 1,
  },
  {
    name: 'limits are durable, and the call is not answered',
    faultNumbers: '20',
    ...durable('set_limits'),
    passMax: 2,
  },
  {
    name: 'a venue is being reconciled',
    faultNumbers: '22',
    file: 'src/oms/startup-reconciliation.ts',
    line: 'venues.markReconciled(venue.name);',
    insertCrash: before(),
    passMax: 1,
    when: 'starting',
  },
  {
    name: 'the reports of a venue at startup are being applied',
    faultNumbers: '22',
    file: 'src/oms/startup-reconciliation.ts',
    line: 'await executionReports.onReport(venue.name, report);',
    insertCrash: before(),
    passMax: 1,
    when: 'starting',
    isAlwaysReached: false,
  },
  {
    name: 'a call is in the audit chain, and not answered',
    faultNumbers: '24',
    ...durable('call'),
    passMax: 5,
  },
];

/** Points that only an order to a venue outside the process reaches. */
export const SENT_POINTS: readonly CrashPoint[] = [
  {
    name: 'an order is on its way to a venue',
    faultNumbers: '4',
    file: GATEWAY,
    line: 'const settled = answered',
    insertCrash: soonAfter,
    passMax: 20,
    when: 'trading',
  },
  {
    name: 'a venue has answered, and that is not durable',
    faultNumbers: '5',
    file: GATEWAY,
    line: "metrics.observe('venue_ack_ms', clock.monotonicMs()",
    insertCrash: before(),
    passMax: 20,
    when: 'trading',
  },
  {
    name: 'a venue report is durable, and the caller is not answered',
    faultNumbers: '6',
    ...durable('venue_reply'),
    passMax: 20,
  },
  {
    name: 'an order is answered with the state that its venue reported',
    faultNumbers: '7',
    file: 'src/orders/execution-reports.ts',
    line: 'if (isAnswerable(after)) ackWaiters.resolve(answered);',
    insertCrash: (line) => `${line}\nsetTimeout(globalThis.crashHere, 1);`,
    passMax: 20,
    when: 'trading',
  },
];

/** Points that only a venue without native amend reaches. */
export const REPLACEMENT_POINTS: readonly CrashPoint[] = [
  {
    name: 'the old generation is cancelled, the new one not sent',
    faultNumbers: '15',
    file: GATEWAY,
    line: REPLACED,
    insertCrash: before(),
    passMax: 1,
    when: 'trading',
  },
  {
    name: 'the new generation is on its way',
    faultNumbers: '16',
    file: GATEWAY,
    line: REPLACED,
    insertCrash: soonAfter,
    passMax: 1,
    when: 'trading',
  },
];

/** Points that only a venue that reverses fills reaches. */
export const VOID_POINTS: readonly CrashPoint[] = [
  {
    name: 'a fill is reversed, and that is not durable',
    faultNumbers: '23',
    ...undurable('fill_voided'),
    passMax: 1,
  },
  {
    name: 'a fill is reversed, and more venue reports follow',
    faultNumbers: '23',
    ...durable('fill_voided'),
    passMax: 1,
  },
];

/** Points in the existence of a complex order. */
export const COMPLEX_POINTS: readonly CrashPoint[] = [
  {
    name: 'a complex order is accepted and not durable',
    faultNumbers: '2',
    ...undurable('complex_submit'),
    passMax: 1,
  },
  {
    name: 'a complex order is durable and its caller not answered',
    faultNumbers: '6',
    ...durable('complex_submit'),
    passMax: 1,
  },
  {
    name: 'a trigger is decided and not durable',
    faultNumbers: '2',
    ...undurable('complex_order'),
    passMax: 1,
  },
  {
    name: 'a trigger is durable and its child not placed',
    faultNumbers: '3',
    ...durable('complex_order'),
    passMax: 1,
  },
  {
    name: 'a child is accepted and not durable',
    faultNumbers: '2',
    ...undurable('submit'),
    passMax: 1,
  },
  {
    name: 'a child is durable and its outcome not stored',
    faultNumbers: '3',
    ...durable('submit'),
    passMax: 1,
  },
];
