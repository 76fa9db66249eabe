import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Print, runTasks, type Task } from './parallel-tasks.ts';

/** Tasks that the test prints for and ends, in any order. */
class ManualTasks {
  readonly started: number[] = [];
  readonly prints: Print[] = [];
  readonly ends: PromiseWithResolvers<string>[];
  readonly tasks: readonly Task<string>[];

  constructor(count: number) {
    this.ends = Array.from({ length: count }, () => Promise.withResolvers<string>());
    this.tasks = this.ends.map(({ promise }, index) => (print) => {
      this.started.push(index);
      this.prints[index] = print;
      return promise;
    });
  }

  async end(index: number): Promise<void> {
    this.ends[index]?.resolve(`result ${index}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('runTasks', () => {
  test('the output of each task is whole, and in the order of the tasks', async () => {
    const manual = new ManualTasks(3);
    let printed = '';
    const results = runTasks(manual.tasks, 3, (text) => {
      printed += text;
    });
    manual.prints[1]?.('b1 ');
    manual.prints[0]?.('a1 ');
    manual.prints[2]?.('c1 ');
    assert.equal(printed, 'a1 ', 'the first task prints at once');
    await manual.end(2);
    manual.prints[0]?.('a2 ');
    assert.equal(printed, 'a1 a2 ');
    await manual.end(0);
    assert.equal(printed, 'a1 a2 b1 ');
    manual.prints[1]?.('b2 ');
    assert.equal(printed, 'a1 a2 b1 b2 ', 'the first unfinished task prints at once');
    await manual.end(1);
    assert.equal(printed, 'a1 a2 b1 b2 c1 ');
    assert.deepEqual(await results, ['result 0', 'result 1', 'result 2']);
  });

  test('at most the given number runs at a time, and the next begins when one ends', async () => {
    const manual = new ManualTasks(4);
    const results = runTasks(manual.tasks, 2, () => undefined);
    assert.deepEqual(manual.started, [0, 1]);
    await manual.end(1);
    assert.deepEqual(manual.started, [0, 1, 2]);
    await manual.end(0);
    await manual.end(2);
    assert.deepEqual(manual.started, [0, 1, 2, 3]);
    await manual.end(3);
    assert.equal((await results).length, 4);
  });

  test('a task that rejects does not hide the output of the others', async () => {
    const manual = new ManualTasks(2);
    let printed = '';
    const results = runTasks(manual.tasks, 2, (text) => {
      printed += text;
    });
    const rejected = assert.rejects(results, /broken/);
    manual.prints[1]?.('second');
    manual.ends[0]?.reject(new Error('broken'));
    await manual.end(1);
    await rejected;
    assert.equal(printed, 'second');
  });
});
