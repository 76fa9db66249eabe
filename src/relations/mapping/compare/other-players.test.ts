import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, toListing } from '../listing.fixture.ts';
import type { Listing } from '../listing.ts';

const RULES =
  'wins the Cerundolo vs Safiullin professional tennis match originally scheduled for Jan 9, 2027 after a ball has been played, then the market resolves to Yes.';
const written = (title: string): Listing => toListing({ title, rules: `If Francisco Cerundolo ${RULES}` });
/** The title has the family names alone, and the rules have the whole names. */
const named = (name: string, title: string, condition: string): Listing =>
  toListing({
    title: `${title}: Cerundolo`,
    rules: `YES is Cerundolo; NO is Safiullin. This market will resolve to the player who wins ${condition} the Brisbane International match between ${name} Cerundolo and Roman Safiullin, scheduled for January 9, 2027.`,
  });

test('a player whom one title names by the family name is the one of the rules, not a brother', () => {
  const match = written('Will Francisco Cerundolo win the Cerundolo vs Safiullin: Round Of 32 match?');
  const decideNamed = (name: string) => decide(match, named(name, 'Cerundolo vs. Safiullin', ''));
  assert.equal(decideNamed('Francisco'), 'same');
  assert.equal(decideNamed('Juan Manuel'), 'different');
});

test('the lines of a match are those of its players', () => {
  const score = (name: string): Listing =>
    toListing({
      title: 'Cerundolo vs. Safiullin: Exact Score Cerundolo 2-1',
      rules: `This market will resolve to "Yes" if ${name} Cerundolo wins 2-1 in sets in the Brisbane International tennis match between ${name} Cerundolo and Roman Safiullin, scheduled for January 9, 2027.`,
    });
  const written = toListing({
    title:
      'Will Francisco Cerundolo win the Francisco Cerundolo vs Roman Safiullin match by a set score of 2-1?',
    rules:
      'If Francisco Cerundolo wins the Francisco Cerundolo vs Roman Safiullin professional tennis match originally scheduled for Jan 9, 2027 by a set score of 2-1, then the market resolves to Yes.',
  });
  assert.equal(decide(written, score('Francisco')), 'same');
  assert.equal(decide(written, score('Juan Manuel')), 'different');
});
