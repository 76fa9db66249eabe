import assert from 'node:assert/strict';
import { permutations } from '../races/race-setup.ts';
import type { Call, Step } from './model-calls.ts';
import { Model } from './order-model.ts';

/** The service, in this process or behind its sockets. */
export interface Subject {
  /** All at once; what each was answered, `ok` or a code, in their order. */
  call(calls: readonly Call[], orders: number): Promise<readonly string[]>;
  restart(): Promise<void>;
  fill(id: string, qty: number): Promise<void>;
  /** As `Model.render` does, and which orders the gateway has stopped. */
  observe(
    orders: number,
  ): Promise<{ readonly lines: readonly string[]; readonly stopped: readonly string[] }>;
}

/** Walks the steps in model and service alike. Calls made at once must have come in some order. */
export async function assertAgrees(subject: Subject, steps: readonly Step[]): Promise<void> {
  let model = new Model();
  for (const step of steps) {
    if (step.step === 'restart') await subject.restart();
    else if (step.step === 'fill') {
      const filled = model.fill(step.nth, step.qty);
      if (filled !== null) await subject.fill(filled.id, filled.qty);
    } else {
      model = await taken(subject, model, step.calls);
      continue;
    }
    const { lines } = await subject.observe(model.orderCount);
    assert.deepEqual(lines, model.render(), `after ${JSON.stringify(step)}`);
  }
}

async function taken(subject: Subject, before: Model, calls: readonly Call[]): Promise<Model> {
  const orders = before.orderCount;
  const answers = await subject.call(calls, orders);
  const expected: string[] = [];
  for (const order of permutations(calls.map((_, index) => index))) {
    const model = before.clone();
    const codes: string[] = [];
    for (const index of order) codes[index] = model.take(calls[index] as Call, orders);
    const { lines, stopped } = await subject.observe(model.orderCount);
    if (calls.some(({ call }) => call === 'kill')) for (const id of stopped) model.stopAtGateway(id);
    if (JSON.stringify([codes, model.render()]) === JSON.stringify([answers, lines])) return model;
    expected.push(JSON.stringify([codes, model.render()]), JSON.stringify([answers, lines]));
  }
  return assert.fail(
    `no order of these calls explains what came of them: ${JSON.stringify(calls)}\n${expected.slice(0, 2).join('\n')}`,
  );
}
