import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assessSafety, joinSafety, NOTED_RULES, SETTLEMENT_RULES } from './assess-safety.ts';
import { compareListings, type Verdict } from './compare-listings.ts';
import { agrees, gap, note, type Reason, veto } from './evidence.ts';
import { CONCEPT_RULES } from './lexicon/lexicon.ts';
import { toListing } from './listing.fixture.ts';
import type { Listing } from './listing.ts';

/** Every name of a reason that is written in the code, and the kinds of the word lists. */
const REASON_NAMES = [
  'absence acting act announcement cancellation central claim comparator conditions date direction draw exclusive',
  'fields game gender group index language line meeting name negation nomination number observed orbit order overtime passing',
  'postponement retirement roles round scheduling school scope setting side source speakers start stat station steps',
  'strictness survey threshold tournament unit winner word words',
]
  .flatMap((names) => names.split(' '))
  .concat('compared price', 'extra time', 'priced contract', 'price source', 'several winners', 'tied places')
  .concat('time of day', 'time zone', 'unchanged price', 'weather source')
  .concat(CONCEPT_RULES.identityKinds, CONCEPT_RULES.facetKinds);

const match = (verdict: Verdict, reasons: readonly Reason[], score = 0.8, inverted = false) => ({
  verdict,
  score,
  inverted,
  reasons,
});

describe('the level of a comparison', () => {
  test('a veto blocks, whatever its name', () => {
    for (const name of REASON_NAMES) {
      const { level, clauses } = assessSafety(match('different', [veto(name, 'a / b')]));
      assert.deepEqual([level, clauses], ['BLOCK', [{ name, words: 'a / b' }]], name);
    }
  });

  test('a gap of a settlement rule is CAUTION, and every other gap blocks', () => {
    for (const name of REASON_NAMES) {
      const { level, clauses } = assessSafety(match('unsure', [gap(name, -0.1, 'a / b')]));
      assert.equal(level, SETTLEMENT_RULES.has(name) ? 'CAUTION' : 'BLOCK', name);
      assert.deepEqual(clauses, [{ name, words: 'a / b' }]);
    }
  });

  test('a note is CAUTION if it names a rule that differs, and otherwise SAFE, as is what agrees', () => {
    for (const name of REASON_NAMES)
      for (const verdict of ['same', 'same-inverted'] as const) {
        const { level } = assessSafety(match(verdict, [note(name, 0, 'a / b')]));
        assert.equal(level, NOTED_RULES.has(name) ? 'CAUTION' : 'SAFE', name);
        assert.deepEqual(assessSafety(match(verdict, [agrees(name, 0.1, 'a')])), {
          level: 'SAFE',
          clauses: [],
        });
      }
  });

  test('the worst of several reasons decides, and its clauses alone are named', () => {
    for (const rule of SETTLEMENT_RULES)
      for (const name of REASON_NAMES.filter((each) => !SETTLEMENT_RULES.has(each))) {
        const reasons = [
          gap(rule, -0.1, 'rule'),
          gap(name, -0.1, 'question'),
          note('cancellation', 0, 'void'),
        ];
        assert.deepEqual(assessSafety(match('unsure', reasons)), {
          level: 'BLOCK',
          clauses: [{ name, words: 'question' }],
        });
      }
  });

  test('a pair of which too little agrees blocks, with and without a settlement rule that differs', () => {
    for (const reasons of [[], [gap('source', -0.1, 'a / b')], [note('cancellation', 0, 'a / b')]])
      for (const verdict of ['unsure', 'different'] as const)
        assert.deepEqual(
          assessSafety(match(verdict, reasons, 0.49)).clauses.map(({ name }) => name),
          ['score'],
        );
  });

  test('the other orientation than that of the texts blocks, for YES and NO', () => {
    for (const inverted of [false, true])
      for (const verdict of ['same', 'same-inverted', 'unsure'] as const) {
        const reasons = verdict === 'unsure' ? [gap('source', -0.1, 'a / b')] : [];
        assert.equal(assessSafety(match(verdict, reasons, 0.8, inverted), !inverted).level, 'BLOCK');
        assert.notEqual(assessSafety(match(verdict, reasons, 0.8, inverted), inverted).level, 'BLOCK');
      }
  });

  test('an asset has the worst level of its members, and one without a comparison blocks', () => {
    const [safe, caution, block] = [
      { level: 'SAFE', clauses: [] },
      { level: 'CAUTION', clauses: [{ name: 'source', words: 'a / b' }] },
      { level: 'BLOCK', clauses: [{ name: 'date', words: 'a / b' }] },
    ] as const;
    assert.deepEqual(joinSafety([safe, caution]), caution);
    assert.deepEqual(joinSafety([caution, block, safe]), block);
    assert.equal(joinSafety([safe, safe]).level, 'SAFE');
    assert.equal(joinSafety([]).level, 'BLOCK');
  });
});

describe('the level of two listings', () => {
  const title = 'Will Bitcoin be above $100,000 on July 1, 2027?';
  const rules = (source: string): string =>
    `If the price of Bitcoin is above $100,000 at 12:00 PM ET on July 1, 2027 according to ${source}, then the market resolves to Yes.`;
  const level = (one: string, other: string) => {
    const [a, b] = [one, other].map((each) => toListing({ title, rules: each })) as [Listing, Listing];
    const compared = compareListings(a, b);
    return [compared.verdict, assessSafety(compared).level];
  };

  test('equal rules are SAFE, another price source is CAUTION, and another day blocks', () => {
    assert.deepEqual(level(rules('Coinbase'), rules('Coinbase')), ['same', 'SAFE']);
    assert.deepEqual(level(rules('Coinbase'), rules('Binance')), ['unsure', 'CAUTION']);
    assert.deepEqual(level(rules('Coinbase'), rules('Coinbase').replaceAll('July 1', 'July 2')), [
      'different',
      'BLOCK',
    ]);
  });
});
