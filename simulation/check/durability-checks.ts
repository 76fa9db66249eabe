import type { Caller } from '../../src/contract/access/access.ts';
import type { AccountId, SubaccountId } from '../../src/contract/model/ids.ts';
import { isLive, type Order } from '../../src/contract/model/order.ts';
import { encodeOrder } from '../../src/domain/events/event-codec.ts';
import type { LedgerState } from '../../src/domain/projections/ledger-state.ts';
import { renderLimits } from '../../src/http/routes/risk-routes.ts';
import { verifyLedger } from '../../src/storage/sqlite/journal/verify-ledger.ts';
import { CALLERS } from '../callers/accounts.ts';
import type { ClientLedger } from '../callers/caller-ledger.ts';
import type { SimulationEnvironment } from '../environment/simulation-environment.ts';

/** I-22: every acknowledged change is still in force in every later process. */
export async function checkAnswersSurvive(
  ledger: ClientLedger,
  environment: SimulationEnvironment,
): Promise<void> {
  const { engine, service, monitor } = environment;
  if (engine === null) return;
  for (const { caller, seen } of ledger.orders.values()) {
    const found = await engine.queries.order(caller, seen.id);
    if (!service.isAlive) return;
    const wrong = found.ok
      ? ledger.findContradiction(seen, found.value, environment.ledger.fills.voidedByOrder.get(seen.id) ?? 0n)
      : found.error.code;
    monitor.expect(wrong === null, 'I-22', () => `${seen.id}, seen as ${seen.status}: ${wrong}`);
  }
  for (const [scope, text] of ledger.limits) {
    if (text !== null)
      monitor.expect(renderScopeLimits(engine, scope) === text, 'I-22', () => `limits of ${scope} are lost`);
  }
  const state = engine.state;
  for (const scope of environment.sends.killed) {
    const isOn = state.killSwitches.get(scope)?.enabled === true;
    monitor.expect(isOn, 'I-22', () => `the kill switch of ${scope} was acknowledged as on and is off`);
  }
}

function renderScopeLimits(engine: NonNullable<SimulationEnvironment['engine']>, scope: string): string {
  const [accountId, subaccountId] = scope.split('/') as [AccountId, SubaccountId | ''];
  const caller = CALLERS.find((one) => one.accountId === accountId && one.subaccounts === '*') as Caller;
  const limits = engine.risk.limits(caller, subaccountId === '' ? null : subaccountId);
  return limits.ok ? JSON.stringify(renderLimits(limits.value)) : limits.error.code;
}

/** I-23: the state in memory equals the state after a replay of the journal. */
export function checkMemoryEqualsJournal(environment: SimulationEnvironment): void {
  const { engine, ledger, monitor } = environment;
  if (engine === null || engine.failure !== null) return;
  const [kept, lived] = [engine.state, ledger.state];
  for (const order of lived.orders.values()) {
    const held = kept.orders.get(order.id);
    const isGone = held === undefined && !isLive(order.status);
    const isSame = held !== undefined && renderOrderText(held) === renderOrderText(order);
    monitor.expect(
      isGone || isSame,
      'I-23',
      () => `${order.id} in memory ${held && renderOrderText(held)}, replayed ${renderOrderText(order)}`,
    );
  }
  const [inMemory, inJournal] = [renderState(kept), renderState(lived)];
  monitor.expect(
    inMemory === inJournal,
    'I-23',
    () => `memory has\n${inMemory}\nand the journal\n${inJournal}`,
  );
}

/**
 * I-23, I-32: the stored ledger verifies: its hash chain is unbroken and its tables follow from the journal.
 */
export function checkLedgerVerifies(environment: SimulationEnvironment): void {
  const { entries, ok, problems } = verifyLedger(environment.store.database);
  environment.monitor.expect(ok, 'I-32', () =>
    problems.map(({ where, what }) => `${where}: ${what}`).join('; '),
  );
  const { durableSeq } = environment.ledger;
  environment.monitor.expect(
    entries >= durableSeq,
    'I-22',
    () => `${entries} entries on disk, ${durableSeq} were reported durable`,
  );
}

const renderOrderText = (order: Order): string =>
  encodeOrder({ ...order, answer: null }) + (order.answer === null ? '' : encodeOrder(order.answer));

/** A state without its orders, as text, so that two states can be compared. */
export function renderState(state: Readonly<LedgerState>): string {
  const { orderNumber, fillNumber, accounts, subaccounts, keys, limits, killSwitches } = state;
  const { guards, sessions, approvals } = state;
  const { bindings, positions, venueMarks, exposure } = state;
  const rows = {
    accounts,
    subaccounts,
    keys,
    limits,
    killSwitches,
    guards,
    sessions,
    approvals,
    bindings,
    positions,
    venueMarks,
  };
  const sorted = Object.entries(rows).map(([name, map]) => [
    name,
    [...map.entries()].map(renderSorted).toSorted(),
  ]);
  const held = Object.entries(exposure.render()).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return renderSorted([orderNumber, fillNumber, sorted, held]);
}

/** The order of an object's fields has no meaning, so they are sorted. */
const renderSorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return `${part}n`;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
