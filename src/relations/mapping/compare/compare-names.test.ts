import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide, toListing } from '../listing.fixture.ts';
import { areOtherPersons } from './compare-names.ts';

const RACE = '2027 presidential election';
const decidePersons = (one: string, other: string): string =>
  decide(
    toListing({
      title: `Who will win the ${RACE}?: ${one}`,
      rules: `If ${one} wins the ${RACE}, then the market resolves to Yes.`,
    }),
    toListing({
      venue: 'W',
      title: `Will ${other} win the ${RACE}?`,
      rules: `This market will resolve to "Yes" if ${other} wins the ${RACE}. Otherwise, this market will resolve to "No".`,
    }),
  );

describe('two persons', () => {
  const others: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
    Spanish: [
      ['Juan Carlos Robledo', 'Juan Pablo Robledo'],
      ['María José Pérez Luna', 'María Luisa Pérez Luna'],
      ['Rafael Ortega Molina', 'Rafael Belmonte'],
      ['Rafael Ortega Molina', 'Hernando Ortega'],
    ],
    Portuguese: [
      ['Luiz Henrique Prado', 'Luiz Gustavo Prado'],
      ['Ana Costa Faria', 'Ana Costa Lemos'],
      ['Flávio Barreto', 'Eduardo Barreto'],
    ],
    Korean: [
      ['Kim Min-jae', 'Kim Min-su'],
      ['Lee Jae-hyun', 'Lee Jun-ho'],
      ['Park Geun-young', 'Park Won-il'],
    ],
    English: [
      ['Henry James Cole', 'Henry Martin Cole'],
      ['Laura Vance', 'Peter Vance'],
    ],
  };
  for (const [language, pairs] of Object.entries(others))
    it(`who share some words of their names are never one: ${language}`, () => {
      for (const [one, other] of pairs)
        assert.doesNotMatch(decidePersons(one, other), /^same/, `${one} / ${other}`);
    });

  it('are one by a name in another order, a further family name or a short form', () => {
    for (const [one, other] of [
      ['Lee Jae-hyun', 'Jae-hyun Lee'],
      ['Iván Robledo', 'Iván Robledo Castro'],
      ['Alexander Stark', 'Alex Stark'],
      ['Rafael Ortega Molina', 'Rafael Ortega-Molina'],
    ] as const)
      assert.equal(decidePersons(one, other), 'same', `${one} / ${other}`);
  });

  it('are others only where each name has a word that the other lacks', () => {
    assert.equal(areOtherPersons(['juan', 'carlos', 'lopez'], ['juan', 'pablo', 'lopez']), true);
    assert.equal(areOtherPersons(['juan', 'lopez'], ['juan', 'pablo', 'lopez']), false);
    assert.equal(areOtherPersons(['alex', 'stark'], ['alexander', 'stark']), false);
  });
});

describe('two clubs of one city', () => {
  const decideClubs = (one: string, other: string): string =>
    decide(
      toListing({
        title: `Liga Andina Champion: ${one}`,
        rules: `If ${one} wins the 2027 Liga Andina, then the market resolves to Yes.`,
      }),
      toListing({
        venue: 'W',
        title: `Will ${other} win the Liga Andina?`,
        rules: `This market will resolve to "Yes" if ${other} wins the 2027 Liga Andina. Otherwise, this market will resolve to "No".`,
      }),
    );

  it('are not one club when letters before their name differ', () => {
    for (const [one, other] of [
      ['FC Quillabamba', 'UTC Quillabamba'],
      ['UTC Quillabamba', 'FC Quillabamba'],
      ['CD Quillabamba', 'ADT de Quillabamba'],
    ] as const)
      assert.match(decideClubs(one, other), /unsure|different/, `${one} / ${other}`);
  });

  it('are one club when one listing omits the letters', () => {
    for (const other of ['FC Quillabamba', 'Quillabamba'])
      assert.equal(decideClubs('FC Quillabamba', other), 'same', other);
  });
});
