import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandLanes } from './command-lanes.ts';

/** Commands by name; each starts when its lane lets it, and takes effect and ends when the test says. */
function openLanes() {
  const lanes = new CommandLanes();
  const started: string[] = [];
  const commands = new Map<string, { decide: () => void; end: PromiseWithResolvers<void> }>();
  const run = (name: string, lane: string | null): Promise<void> => {
    const end = Promise.withResolvers<void>();
    return lanes.run(lane, (decide) => {
      started.push(name);
      commands.set(name, { decide, end });
      return end.promise;
    });
  };
  const get = (name: string) => commands.get(name) ?? assert.fail(`${name} has not started`);
  const runPending = () => new Promise(setImmediate);
  const decide = async (name: string): Promise<void> => {
    get(name).decide();
    await runPending();
  };
  const end = async (name: string): Promise<void> => {
    get(name).end.resolve();
    await runPending();
  };
  return {
    lanes,
    run,
    decide,
    end,
    fail: (name: string) => get(name).end.reject(new Error(name)),
    started,
    runPending,
  };
}

test('a command starts once the one before it in its lane has taken effect; other lanes do not wait', async () => {
  const { run, decide, started, runPending } = openLanes();
  void run('a1', 'a');
  void run('a2', 'a');
  void run('b1', 'b');
  await runPending();
  assert.deepEqual(started, ['a1', 'b1']);
  await decide('a1'); // its venue has not replied
  assert.deepEqual(started, ['a1', 'b1', 'a2']);
});

test('a command without a lane follows all earlier ones, and all later ones of every lane follow it', async () => {
  const { run, decide, started, runPending } = openLanes();
  void run('a1', 'a');
  void run('b1', 'b');
  void run('all', null);
  void run('a2', 'a');
  void run('c1', 'c');
  void run('all2', null);
  await runPending();
  assert.deepEqual(started, ['a1', 'b1']);
  await decide('a1');
  assert.deepEqual(started, ['a1', 'b1'], 'one of two lanes is not enough');
  await decide('b1');
  assert.deepEqual(started, ['a1', 'b1', 'all']);
  await decide('all');
  assert.deepEqual(started, ['a1', 'b1', 'all', 'a2', 'c1']);
  await decide('a2');
  await decide('c1');
  assert.equal(started.at(-1), 'all2');
});

for (const lane of ['a', null])
  test(`the end of a command does not let a third pass the second, ${lane === null ? 'without a lane' : 'in a lane'}`, async () => {
    const { run, decide, end, started, runPending } = openLanes();
    const first = run('first', lane);
    await decide('first');
    void run('second', lane);
    await runPending();
    await end('first');
    await first;
    void run('third', 'a');
    await runPending();
    assert.deepEqual(started, ['first', 'second']);
    await decide('second');
    assert.deepEqual(started, ['first', 'second', 'third']);
  });

for (const lane of ['a', null])
  test(`a command that ends or fails without effect lets the next one start, lane ${lane}`, async () => {
    const { run, end, fail, started, runPending } = openLanes();
    const failing = run('fails', lane);
    void run('ends', lane);
    void run('last', lane);
    await runPending();
    fail('fails');
    await assert.rejects(failing, /fails/);
    await runPending();
    await end('ends');
    assert.deepEqual(started, ['fails', 'ends', 'last']);
  });

test('once all commands have ended, the next one starts at once', async () => {
  const { lanes, run, end, runPending } = openLanes();
  for (const [name, lane] of [
    ['a', 'a'],
    ['all', null],
  ] as const) {
    const done = run(name, lane);
    await runPending();
    await end(name);
    await done;
  }
  let isStarted = false;
  void lanes.run('a', () => {
    isStarted = true;
  });
  assert.equal(isStarted, true, 'without a delay');
});
