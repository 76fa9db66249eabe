import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide, toListing } from '../listing.fixture.ts';
import type { Listing } from '../listing.ts';

/** A game in the words of both venues of September and October 2026. */
interface Game {
  readonly name: string;
  readonly event: string; // at Kalshi
  readonly sides: readonly [string, string]; // at Kalshi
  readonly names: readonly [string, string]; // at Polymarket
  readonly kind: string; // at Kalshi
  readonly league: string; // at Polymarket
  readonly unit: string;
  readonly margins: string; // the words of a margin in the rules of Kalshi
  readonly total: (line: string) => string;
}

const GAMES: readonly Game[] = [
  {
    name: 'football',
    event: 'DET Lions vs ARI Cardinals',
    sides: ['DET Lions', 'ARI Cardinals'],
    names: ['Lions', 'Cardinals'],
    kind: 'Pro Football game',
    league: 'NFL',
    unit: 'points',
    margins: 'by more than',
    total: (line) => `DET Lions and ARI Cardinals collectively score more than ${line} points`,
  },
  {
    name: 'basketball',
    event: 'Oklahoma City vs San Antonio',
    sides: ['Oklahoma City', 'San Antonio'],
    names: ['Thunder', 'Spurs'],
    kind: 'Pro Basketball game',
    league: 'NBA',
    unit: 'points',
    margins: 'by more than',
    total: (line) => `the teams collectively score more than ${line} points`,
  },
  {
    name: 'baseball',
    event: 'Texas vs Minnesota',
    sides: ['Texas', 'Minnesota'],
    names: ['Texas Rangers', 'Minnesota Twins'],
    kind: 'professional baseball game',
    league: 'MLB',
    unit: 'runs',
    margins: 'by more than',
    total: (line) => `the teams in the game collectively score more than ${line} runs`,
  },
  {
    name: 'hockey',
    event: 'Buffalo vs Columbus',
    sides: ['Buffalo', 'Columbus'],
    names: ['Sabres', 'Blue Jackets'],
    kind: 'NHL game',
    league: 'NHL',
    unit: 'goals',
    margins: 'by over',
    total: (line) => `the teams collectively score more than ${line} goals`,
  },
];

const DAY = 'Jan 9, 2027';
const atKalshi = (
  { event, kind }: Game,
  label: string,
  outcome: string,
  condition: string,
  line: string,
): Listing =>
  toListing({
    venue: 'Kalshi',
    title: `${event}: ${label}: ${outcome}`,
    rules: `If ${condition} the ${event} ${kind} originally scheduled for ${DAY}, then the market resolves to Yes.`,
    terms: { strike_type: 'greater', floor_strike: line },
  });
const toMargin = (game: Game, side: string, line: string): Listing =>
  atKalshi(
    game,
    'Spread',
    `${side} wins by over ${line} ${game.unit}`,
    `${side} wins ${game.margins} ${line} ${game.unit} in`,
    line,
  );
const toTotal = (game: Game, line: string): Listing =>
  atKalshi(
    game,
    `Total ${toTitleCase(game.unit)}`,
    `Over ${line} ${game.unit} scored`,
    `${game.total(line)} in`,
    line,
  );
const toHalfTotal = (game: Game, line: string): Listing =>
  atKalshi(
    game,
    '1st Half Total',
    `Over ${line} ${game.unit} scored`,
    `${game.total(line)} in the 1st half of`,
    line,
  );
const toTitleCase = (word: string): string => `${word[0]?.toUpperCase()}${word.slice(1)}`;

const atPolymarket = (
  { league }: Game,
  title: string,
  outcomes: readonly string[],
  condition: string,
): Listing =>
  toListing({
    venue: 'Polymarket',
    title: `${title}: ${outcomes[0]}`,
    rules: `YES is ${outcomes[0]}; NO is ${outcomes[1]}. In the upcoming ${league} game, scheduled for January 9 at 7:00PM ET:\n${condition}\nIf the game is postponed, this market will remain open until the game has been completed. If the game is canceled entirely, with no make-up game, this market will resolve 50-50.`,
  });
const toSpread = (game: Game, side: number, line: string, part = ''): Listing => {
  const [named = '', other = ''] = side === 0 ? game.names : game.names.toReversed();
  return atPolymarket(
    game,
    `${part === '' ? '' : '1H '}Spread: ${named} (-${line})`,
    [named, other],
    `This market will resolve to "${named}" if the ${named} win ${part || 'the game'} by ${Number(line) + 0.5} or more ${game.unit}.\nOtherwise, this market will resolve to "${other}".`,
  );
};
const toOver = (game: Game, line: string, part = ''): Listing => {
  const least = Number(line) + 0.5;
  return atPolymarket(
    game,
    `${game.names.join(' vs. ')}: ${part === '' ? '' : '1H '}O/U ${line}`,
    ['Over', 'Under'],
    `This market will resolve to "Over" if the ${game.names.join(' and ')} combine to score ${least} or more ${game.unit} in ${part === '' ? 'this game' : `${part} of this game`}. If the combined total is less than ${least}, this market will resolve to "Under".`,
  );
};

for (const game of GAMES)
  describe(`the lines of a game of ${game.name}`, () => {
    it('are proposed with the line of the same side', () => {
      for (const side of [0, 1])
        assert.equal(
          decide(toMargin(game, game.sides[side] ?? '', '3.5'), toSpread(game, side, '3.5')),
          'same',
        );
      assert.equal(decide(toTotal(game, '7.5'), toOver(game, '7.5')), 'same');
    });

    it('are not proposed with another line, another side or another kind', () => {
      for (const other of [toSpread(game, 0, '2.5'), toSpread(game, 1, '3.5'), toOver(game, '3.5')])
        assert.doesNotMatch(decide(toMargin(game, game.sides[0], '3.5'), other), /^same/);
      assert.doesNotMatch(decide(toTotal(game, '7.5'), toOver(game, '8.5')), /^same/);
    });

    it('of the first half are proposed with those of the first half alone', () => {
      assert.equal(decide(toHalfTotal(game, '7.5'), toOver(game, '7.5', 'the first half')), 'same');
      assert.doesNotMatch(decide(toHalfTotal(game, '7.5'), toOver(game, '7.5')), /^same/);
      assert.doesNotMatch(decide(toTotal(game, '7.5'), toOver(game, '7.5', 'the first half')), /^same/);
      assert.doesNotMatch(
        decide(toMargin(game, game.sides[0], '3.5'), toSpread(game, 0, '3.5', 'the first half')),
        /^same/,
      );
    });
  });

describe('the group of a tournament', () => {
  const winner = (group: string): Listing =>
    toListing({
      title: `World Cup Group ${group} Winner?: Brazil`,
      rules: `If Brazil finishes first in Group ${group} of the 2030 FIFA World Cup, then the market resolves to Yes.`,
    });
  const wins = (group: string): Listing =>
    toListing({
      venue: 'W',
      title: `Will Brazil win Group ${group} in the 2030 FIFA World Cup?`,
      rules: `This market will resolve to "Yes" if Brazil wins Group ${group} in the 2030 FIFA World Cup. Otherwise, this market will resolve to "No".`,
    });

  it('has the same winner only in the same group', () => {
    assert.equal(decide(winner('C'), wins('C')), 'same');
    assert.equal(decide(winner('C'), wins('D')), 'different');
  });
});
