import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimestampMs } from '../../contract/model/time.ts';
import { CandidateIndex } from './candidate-index.ts';
import { readEventKeys } from './event-keys.ts';
import { toListing } from './listing.fixture.ts';
import type { Listing } from './listing.ts';

const DAYS = 25;
const game = (title: string, day: number): Listing =>
  toListing({
    venue: 'Polymarket',
    title,
    rules: `In the upcoming game, scheduled for January ${day}, 2027 at 7:00PM ET: the winner is paid.`,
    closeTime: Date.UTC(2027, 0, day + 1) as TimestampMs,
  });

const TEAMS = 'Hawks Celtics Nets Hornets Bulls Cavaliers Nuggets Pistons Warriors Rockets'.split(' ');

/** Games of each two teams on each day, so that each word is in many listings. */
const CATALOGUE: readonly Listing[] = Array.from({ length: DAYS }, (_, day) =>
  TEAMS.flatMap((one, at) =>
    TEAMS.slice(at + 1).map((other) => game(`${one} vs. ${other}: ${one}`, day + 1)),
  ),
).flat();

describe('a club that is also named as its city', () => {
  it('is found by either name', () => {
    const names = ['AC Milan', 'Milan'];
    for (const listed of names)
      for (const other of names) {
        const index = new CandidateIndex<string>();
        index.add('club', game(`Will ${listed} win on 2027-01-11?`, 11));
        assert.deepEqual(index.findCandidates(game(`Arezzo vs ${other} Winner?: ${other}`, 11)), ['club']);
      }
  });
});

describe('a catalogue that grows', () => {
  it('hides no listing of the same sides and day', () => {
    const index = new CandidateIndex<number>();
    for (const [at, listing] of CATALOGUE.entries()) index.add(at, listing);
    assert.ok(CATALOGUE.length > 1_000, String(CATALOGUE.length));
    const wanted = toListing({
      venue: 'Kalshi',
      title: 'Denver vs Detroit: Denver',
      rules:
        'If Denver wins the Denver vs Detroit NBA game originally scheduled for Jan 9, 2027, then the market resolves to Yes.',
      closeTime: Date.UTC(2027, 0, 12) as TimestampMs,
    });
    const found = index.findCandidates(wanted).map((at) => CATALOGUE[at]);
    assert.ok(
      found.includes(
        CATALOGUE.find(
          (it) => it.title.startsWith('Nuggets vs. Pistons') && it.rules?.includes('January 9,'),
        ),
      ),
    );
  });

  it('hides no listing of one side behind the other lines of the game', () => {
    const index = new CandidateIndex<string>();
    const lines = Array.from({ length: 4 }, (_, at) =>
      game(`Arsenal FC vs. Chelsea FC: O/U ${at}.5: Over`, 9),
    );
    for (const [at, listing] of lines.entries()) index.add(`line ${at}`, listing);
    index.add('winner', game('Will Arsenal FC win on 2027-01-09?', 9));
    const wanted = toListing({
      venue: 'Kalshi',
      title: 'Arsenal vs Chelsea: Arsenal',
      rules:
        'If Arsenal wins the Arsenal vs Chelsea soccer game originally scheduled for Jan 9, 2027, then the market resolves to Yes.',
      closeTime: Date.UTC(2027, 0, 12) as TimestampMs,
    });
    assert.ok(index.findCandidates(wanted).includes('winner'));
  });
});

describe('the keys of a listing', () => {
  it('are those of every team that a nickname may mean', () => {
    const { keys } = readEventKeys(game('Jets vs. Giants: Jets', 9));
    for (const key of ['team:nfl-jets', 'team:nhl-jets', 'place:new-york'])
      assert.ok(keys.includes(key), key);
  });

  it('have "25 or more" near "over 24.5"', () => {
    const [least, exceeded] = ['Points: Lee Park: 25+', 'Lee Park: Points O/U 24.5'].map(
      (title) => readEventKeys(game(title, 9)).numbers,
    );
    assert.ok(least?.some((number) => exceeded?.includes(number)));
  });

  it('take the month of the expected end, where the listing closes years later', () => {
    const listing: Listing = {
      ...game('Pro Basketball Champion?: Boston', 9),
      closeTime: Date.UTC(2029, 6, 30) as TimestampMs,
    };
    const months = (terms: Listing['terms']): readonly number[] =>
      readEventKeys({ ...listing, ...(terms === undefined ? {} : { terms }) }).months;
    assert.deepEqual(
      months({ occurrence_datetime: '2027-07-31T14:00:00Z' }),
      readEventKeys({ ...listing, closeTime: Date.UTC(2027, 6, 31, 14) as TimestampMs }).months,
    );
    assert.notDeepEqual(months(undefined), months({ occurrence_datetime: '2027-07-31T14:00:00Z' }));
  });
});
