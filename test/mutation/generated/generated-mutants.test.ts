import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import ts from 'typescript-api';
import { SeededRandom } from '../../support/seeded-values.ts';
import { ROOT } from '../mutant.ts';
import { applyEdit, findMutants, sampleMutants } from './generated-mutants.ts';
import { NearestTests } from './nearest-tests.ts';
import { ProjectTypes } from './project-types.ts';
import { EQUIVALENTS, filesOf, findFiles, ROOMS, UNIT_TESTS } from './rooms.ts';
import { findSyntaxEdits } from './syntax-operators.ts';
import { tryMutant } from './try-mutant.ts';

const FILE = 'src/contract/model/backoff.ts';
const types = new ProjectTypes('tsconfig.json', [FILE]);

/** Every text that the syntax operators make of this code, by operator. */
function editsOf(code: string): readonly (readonly [string, string])[] {
  const source = ts.createSourceFile('code.ts', code, ts.ScriptTarget.ESNext, true);
  const edits: (readonly [string, string])[] = [];
  const visit = (node: ts.Node): void => {
    for (const edit of findSyntaxEdits(node)) edits.push([edit.operator, applyEdit(code, edit)]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return edits;
}

describe('each operator makes a plausible defect of one place', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['comparison boundary', 'a < b;', 'a <= b;'],
    ['=== becomes !==', 'x = a === b;', 'x = a !== b;'],
    ['negated condition', 'if (a) b();', 'if (!(a)) b();'],
    ['negated condition', 'x = a ? b : c;', 'x = !(a) ? b : c;'],
    ['forgotten condition', 'x = a && b;', 'x = b;'],
    ['&& becomes ||', 'x = a && b;', 'x = a || b;'],
    ['+ becomes -', 'x = a + b;', 'x = a - b;'],
    ['opposite side', "x = 'BUY';", "x = 'SELL';"],
    ['opposite side', "x = 'no';", "x = 'yes';"],
    ['off by one', 'x = 9n;', 'x = 10n;'],
    ['min becomes max', 'x = Math.min(a, b);', 'x = Math.max(a, b);'],
    [`ceil becomes ${Math.floor.name}`, 'x = Math.ceil(a);', 'x = Math.floor(a);'],
    ['dropped await', 'x = await a();', 'x = a();'],
    ['dropped statement', 'save(a);', ';'],
    ['missing cleanup', 'clearTimeout(a);', ';'],
    ['early return removed', 'function f() { if (a) return; }', 'function f() { ; }'],
    ['value ignored for its default', 'x = a ?? b;', 'x = b;'],
    ['swallowed error', 'try { a(); } catch (e) { f(e); }', 'try { a(); } catch {}'],
    ['dropped filter', 'x = list.filter(isLive);', 'x = list;'],
  ];
  for (const [operator, code, defect] of cases)
    test(`${operator}: ${code}`, () => {
      const made = editsOf(code);
      assert.ok(
        made.some(([name, text]) => name === operator && text === defect),
        JSON.stringify(made),
      );
    });
});

test('the same seed gives the same mutants, and all of them compile', () => {
  const sample = (seed: number) =>
    sampleMutants([FILE], types, new SeededRandom(seed), { count: 5, isKnown: () => false });
  const mutants = sample(1);
  assert.equal(mutants.length, 5);
  assert.deepEqual(sample(1), mutants);
  assert.notDeepEqual(sample(2), mutants);
  const text = readFileSync(join(ROOT, FILE), 'utf8');
  for (const mutant of mutants) assert.ok(types.compiles(FILE, applyEdit(text, mutant)), mutant.after);
  assert.equal(types.compiles(FILE, `${text}\nconst wrong: number = 'text';`), false);
});

test('a mutant that is known to change nothing is not chosen again', () => {
  const [first] = sampleMutants([FILE], types, new SeededRandom(1), { count: 1, isKnown: () => false });
  const isKnown = ({ after }: { readonly after: string }): boolean => after === first?.after;
  const [other] = sampleMutants([FILE], types, new SeededRandom(1), { count: 1, isKnown });
  assert.notEqual(other?.after, first?.after);
});

test('log lines, assertions, types and imports are not changed', () => {
  const changed = findMutants(
    'src/orders/order-gateway.ts',
    new ProjectTypes('tsconfig.json', ['src/orders/order-gateway.ts']),
  );
  assert.ok(changed.some(({ operator }) => operator === 'wrong field of the same type'));
  assert.ok(changed.some(({ operator }) => operator === 'swapped arguments'));
  assert.deepEqual(
    changed.filter(({ before }) => /^(?:import|assert|log\.|readonly )/.test(before)),
    [],
  );
});

test('the tests named for a file run first, and all others reach it by imports', () => {
  const nearest = new NearestTests(findFiles(['src/**/*.ts']), UNIT_TESTS);
  const tests = nearest.of('src/orders/order-cache.ts');
  assert.equal(tests[0], 'src/orders/order-cache.test.ts');
  assert.ok(tests.includes('src/oms/submission.test.ts'));
  assert.ok(!tests.includes('src/config/settings.test.ts'));
});

test('a mutant is planted in the process of the tests and in its workers', async () => {
  const file = 'src/storage/sqlite/committer.ts';
  const nearest = { of: () => ['src/storage/journal.conformance.test.ts'] } as unknown as NearestTests;
  const room = { name: 'storage', files: '', minimum: 0, wider: [] };
  const mutant = { operator: '', file, line: 1, start: 0, end: 0, before: '', after: '' };
  const kindOf = async (planted: string) =>
    (await tryMutant({ ...mutant, text: planted }, '', room, nearest)).kind;
  assert.equal(await kindOf("throw new Error('planted');"), 'caught');
  assert.equal(await kindOf(''), 'missed');
});

test('every room has files, existing tests and a minimum, and every allowed mutant is still in its file', () => {
  for (const { name, minimum, wider, ...room } of ROOMS) {
    assert.ok(filesOf({ name, minimum, wider, ...room }).length > 0, name);
    assert.ok(minimum >= 0 && minimum <= 1, name);
    for (const file of wider) assert.ok(existsSync(join(ROOT, file)), file);
  }
  for (const { file, before, after, why } of EQUIVALENTS) {
    const text = readFileSync(join(ROOT, file), 'utf8').replace(/\s*\n\s*/g, ' ');
    assert.ok(text.includes(before), `${file} no longer has: ${before}`);
    assert.ok(before !== after && why.length > 20, before);
  }
});
