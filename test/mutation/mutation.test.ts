import assert from 'node:assert/strict';
import { stripTypeScriptTypes } from 'node:module';
import { test } from 'node:test';
import { type Mutant, plant, sourceOf } from './mutant.ts';
import { MUTANTS } from './mutant-list.ts';
import { look } from './run-mutants.ts';

/** Of each kind one, and quick to catch; `npm run mutants` plants all. */
const SPOT_CHECK = [
  'gate-forgets-the-kill-switch',
  'sent-again-after-a-timeout',
  'the-last-room-of-a-position-is-refused',
  'a-fill-told-twice-counts-twice',
  'no-counts-as-yes',
  'a-signature-works-twice',
];

const named = (name: string): Mutant => {
  const mutant = MUTANTS.find((each) => each.name === name);
  assert.ok(mutant !== undefined, name);
  return mutant;
};

test('every planted defect still has its one line, and is a program with it', () => {
  assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length);
  for (const mutant of MUTANTS) {
    const source = sourceOf(mutant);
    const broken = plant(source, mutant);
    assert.notEqual(broken, source, mutant.name);
    assert.doesNotThrow(() => stripTypeScriptTypes(broken), mutant.name);
  }
});

test('a line that has moved on, or stands there twice, is told by the name of the defect', () => {
  const mutant = { ...named('no-counts-as-yes'), line: 'a();', planted: 'b();' };
  assert.equal(plant('x\n  a();\ny', mutant), 'x\nb();\ny');
  for (const source of ['x\ny', 'a();\na();'])
    assert.throws(() => plant(source, mutant), /^Error: no-counts-as-yes: .* \d lines/);
});

for (const name of SPOT_CHECK) {
  test(`planted: ${name} is noticed`, async () => {
    const mutant = named(name);
    assert.notEqual((await look(mutant.seenBy, mutant)).caughtBy, null);
  });
}

test('with nothing planted, those who notice are quiet', async () => {
  const { seenBy } = named('no-counts-as-yes');
  assert.equal((await look(seenBy, null)).caughtBy, null);
});
