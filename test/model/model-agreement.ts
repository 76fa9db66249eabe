import assert from 'node:assert/strict';
import { permutations } from '../races/race-setup.ts';
import type { Call, Step } from './model-calls.ts';
import { Model } from './order-model.ts';

/** The service, in this process or behind its sockets. */
export interface SystemUnderTest {
  /** Makes the calls concurrently. Returns each result, `ok` or an error code, in their order. */
  call(calls: readonly Call[], orders: number): Promise<readonly string[]>;
  restart(): Promise<void>;
  fill(id: string, qty: number): Promise<void>;
  /** Lines in the format of `Model.render`, and the orders that the gateway has stopped. */
  observe(
    orders: number,
  ): Promise<{ readonly lines: readonly string[]; readonly stopped: readonly string[] }>;
}

/**
 * Runs the steps in the model and in the service. The results of concurrent calls must equal those of some
 * sequence.
 */
export async function assertAgrees(subject: SystemUnderTest, steps: readonly Step[]): Promise<void> {
  let model = new Model();
  for (const step of steps) {
    if (step.step === 'restart') await subject.restart();
    else if (step.step === 'fill') {
      const filled = model.fill(step.nth, step.qty);
      if (filled !== null) await subject.fill(filled.id, filled.qty);
    } else {
      model = await assertCallsAgree(subject, model, step.calls);
      continue;
    }
    const { lines } = await subject.observe(model.orderCount);
    assert.deepEqual(lines, model.render(), `after ${JSON.stringify(step)}`);
  }
}

async function assertCallsAgree(
  subject: SystemUnderTest,
  before: Model,
  calls: readonly Call[],
): Promise<Model> {
  const orders = before.orderCount;
  const answers = await subject.call(calls, orders);
  const expected: string[] = [];
  for (const order of permutations(calls.map((_, index) => index))) {
    const model = before.clone();
    const codes: string[] = [];
    for (const index of order) codes[index] = model.applyCall(calls[index] as Call, orders);
    const { lines, stopped } = await subject.observe(model.orderCount);
    if (calls.some(({ call }) => call === 'kill')) for (const id of stopped) model.stopAtGateway(id);
    if (JSON.stringify([codes, model.render()]) === JSON.stringify([answers, lines])) return model;
    expected.push(JSON.stringify([codes, model.render()]), JSON.stringify([answers, lines]));
  }
  return assert.fail(
    `no sequence of these calls gives these results: ${JSON.stringify(calls)}\n${expected.slice(0, 2).join('\n')}`,
  );
}
