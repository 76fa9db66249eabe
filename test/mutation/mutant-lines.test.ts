import assert from 'node:assert/strict';
import { stripTypeScriptTypes } from 'node:module';
import { test } from 'node:test';
import { plant, readSource } from './mutant.ts';
import { MUTANTS } from './mutant-list.ts';

test('each planted defect matches exactly one line, and the program still parses with it', () => {
  assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length);
  for (const mutant of MUTANTS) {
    const source = readSource(mutant);
    const broken = plant(source, mutant);
    assert.notEqual(broken, source, mutant.name);
    assert.doesNotThrow(() => stripTypeScriptTypes(broken), mutant.name);
  }
});

test('a planted defect uses only private members that its file declares', () => {
  const undeclared = MUTANTS.flatMap((mutant) => {
    const source = readSource(mutant);
    const members = mutant.planted.match(/#[a-zA-Z]+/g) ?? [];
    return members
      .filter((member) => !new RegExp(`${member}\\b`).test(source))
      .map((member) => `${mutant.name}: ${member}`);
  });
  assert.deepEqual(undeclared, [], 'such a defect fails to load, so any test would detect it');
});

test("a line that is missing or occurs twice is reported with the defect's name", () => {
  const mutant = { name: 'example', file: 'a.ts', line: 'a();', planted: 'b();', seenBy: { tests: [] } };
  assert.equal(plant('x\n  a();\ny', mutant), 'x\nb();\ny');
  for (const source of ['x\ny', 'a();\na();'])
    assert.throws(() => plant(source, mutant), /^Error: example: a\.ts has \d such lines/);
});
