import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decide, toListing } from '../listing.fixture.ts';

/** Of one club in a match, and of the club that the other venue names. */
const decideClubs = (match: string, one: string, other: string): string =>
  decide(
    toListing({
      title: `${match}: ${one}`,
      rules: `If ${one} wins the ${match} professional soccer game originally scheduled for Jan 9, 2027 after 90 minutes plus stoppage time (does not include extra time or penalties), then the market resolves to Yes.`,
    }),
    toListing({
      venue: 'W',
      title: `Will ${other} win on 2027-01-09?`,
      rules: `In the upcoming soccer game, scheduled for January 9, 2027\nIf ${other} wins, this market will resolve to "Yes".\nOtherwise, this market will resolve to "No".\nThis market refers only to the outcome within the first 90 minutes of regular play plus stoppage time.`,
    }),
  );

/** Of a game of two teams with names at both venues. */
const decideTeams = (
  kind: string,
  [one, other]: readonly string[],
  [first, second]: readonly string[],
): string =>
  decide(
    toListing({
      title: `${one} vs ${other}: ${one}`,
      rules: `If ${one} wins the ${one} vs ${other} ${kind} game originally scheduled for Jan 9, 2027, then the market resolves to Yes.`,
    }),
    toListing({
      venue: 'W',
      title: `${first} vs. ${second}: ${first}`,
      rules: `YES is ${first}; NO is ${second}. In the upcoming ${kind} game, scheduled for January 9, 2027: If the ${first} win, the market will resolve to "${first}". If the ${second} win, the market will resolve to "${second}".`,
    }),
  );

describe('a school with a hyphen in its name', () => {
  const decideSchools = (...names: readonly [readonly string[], readonly string[]]): string =>
    decideTeams('college basketball', ...names);
  it('is another than the school without it', () => {
    for (const [one, other] of [
      ['Louisiana', 'Louisiana-Monroe Warhawks'],
      ['Tennessee', 'Tennessee-Martin Skyhawks'],
      ['Arkansas', 'Arkansas-Pine Bluff Golden Lions'],
      ['Texas', 'Texas-Arlington Mavericks'],
    ] as const)
      assert.doesNotMatch(decideSchools([one, 'Rice'], [other, 'Rice Owls']), /^same/, other);
  });
  it('is the school of the same name', () => {
    assert.equal(
      decideSchools(['Louisiana-Monroe', 'Rice'], ['Louisiana-Monroe Warhawks', 'Rice Owls']),
      'same',
    );
    assert.equal(decideSchools(['Tennessee', 'Rice'], ['Tennessee Volunteers', 'Rice Owls']), 'same');
    assert.equal(
      decideSchools(['Gardner-Webb', 'Rice'], ["Gardner-Webb Runnin' Bulldogs", 'Rice Owls']),
      'same',
    );
  });
});

describe('two clubs of one city or name', () => {
  it('are one with the second team of a club in each of its spellings, and with a club of women', () => {
    const match = 'Slavia Prague B vs Vlasim';
    assert.equal(decideClubs(match, 'Slavia Prague B', 'SK Slavia Praha B'), 'same');
    assert.doesNotMatch(decideClubs(match, 'Slavia Prague B', 'SK Slavia Praha'), /^same/);
    assert.doesNotMatch(
      decideClubs('Slavia Prague vs Teplice', 'Slavia Prague', 'SK Slavia Praha B'),
      /^same/,
    );
    assert.doesNotMatch(decideClubs('Arsenal vs Chelsea', 'Arsenal', 'Arsenal WFC'), /^same/);
  });
  it('are never one in soccer', () => {
    for (const [match, one, other] of [
      ['CSKA Sofia vs Ludogorets', 'CSKA Sofia', 'CSKA 1948 Sofia'],
      ['Barcelona vs Getafe', 'Barcelona', 'Barcelona SC'],
      ['UTC Cajamarca vs Melgar', 'UTC Cajamarca', 'FC Cajamarca'],
      ['Real Sociedad vs Eibar', 'Real Sociedad', 'Real Sociedad B'],
      ['Athletic Club vs Getafe', 'Athletic Club', 'Athletic Club (MG)'],
      ['Racing Club vs Banfield', 'Racing Club', 'Racing de Santander'],
      ['Nacional vs Danubio', 'Nacional', 'Atlético Nacional'],
      ['Liverpool vs Leeds', 'Liverpool', 'Liverpool FC Montevideo'],
    ] as const)
      assert.doesNotMatch(decideClubs(match, one, other), /^same/, `${one} / ${other}`);
  });

  it('are one by their whole name, or by a usual form of it', () => {
    for (const [match, one, other] of [
      ['Fluminense vs Vasco', 'Fluminense', 'Fluminense FC'],
      ['Alaves vs Getafe', 'Alaves', 'Deportivo Alavés'],
      ['Como vs Torino', 'Como', 'Como 1907'],
    ] as const)
      assert.equal(decideClubs(match, one, other), 'same', `${one} / ${other}`);
  });

  it('are never one in college sports', () => {
    for (const [one, other] of [
      [
        ['Iowa', 'Kansas'],
        ['Iowa State Cyclones', 'Kansas Jayhawks'],
      ],
      [
        ['Iowa', 'Kansas'],
        ['Iowa Hawkeyes', 'Kansas State Wildcats'],
      ],
      [
        ['Louisiana', 'Rice'],
        ['Louisiana Tech Bulldogs', 'Rice Owls'],
      ],
      [
        ['Alabama', 'Rice'],
        ['Alabama A&M Bulldogs', 'Rice Owls'],
      ],
    ] as const)
      for (const kind of ['college football', "men's college basketball"])
        assert.doesNotMatch(decideTeams(kind, one, other), /^same/, `${one.join()} / ${other.join()}`);
  });

  it('are never one by a trailing letter of their city', () => {
    for (const [kind, one, other] of [
      ['MLB', ['New York M', 'Toronto'], ['New York Yankees', 'Toronto Blue Jays']],
      ['MLB', ['Los Angeles A', 'Texas'], ['Los Angeles Dodgers', 'Texas Rangers']],
      ['NHL', ['New York R', 'Boston'], ['New York Islanders', 'Boston Bruins']],
    ] as const)
      assert.doesNotMatch(decideTeams(kind, one, other), /^same/, `${one.join()} / ${other.join()}`);
  });

  it('are one with the code of the team before its name', () => {
    assert.equal(decideTeams('Pro Football', ['DET Lions', 'ARI Cardinals'], ['Lions', 'Cardinals']), 'same');
    assert.equal(decideTeams('NBA', ['LA Lakers', 'BOS Celtics'], ['Lakers', 'Celtics']), 'same');
    assert.doesNotMatch(
      decideTeams('Pro Football', ['DET Lions', 'ARI Cardinals'], ['Bears', 'Cardinals']),
      /^same/,
    );
  });
});

describe('an abbreviated or second name', () => {
  it('is that of the club', () => {
    for (const [match, one, other] of [
      ['Manchester Utd vs Aston Villa', 'Manchester Utd', 'Manchester United FC'],
      ['Sheffield Utd vs Stoke', 'Sheffield Utd', 'Sheffield United FC'],
    ] as const)
      assert.equal(decideClubs(match, one, other), 'same', one);
    assert.doesNotMatch(
      decideClubs('Manchester Utd vs Aston Villa', 'Manchester Utd', 'Manchester City FC'),
      /^same/,
    );
    assert.doesNotMatch(
      decideClubs('Sheffield Utd vs Stoke', 'Sheffield Utd', 'Sheffield Wednesday'),
      /^same/,
    );
  });
  it('is that of the country', () => {
    assert.equal(decideClubs('Holland vs Scotland', 'Holland', 'Netherlands'), 'same');
    assert.equal(decideClubs('Turkiye vs Czechia', 'Czechia', 'Czech Republic'), 'same');
    assert.doesNotMatch(decideClubs('Holland vs Scotland', 'Holland', 'Scotland'), /^same/);
    assert.doesNotMatch(decideClubs('Holland vs Scotland', 'Holland', 'Poland'), /^same/);
  });
  it('is that of the country in a tournament, and not the surname of a person', () => {
    const cup = (team: string): Parameters<typeof toListing>[0] => ({
      title: `Will ${team} win the 2027 Nations League?`,
      rules: `If ${team} wins the 2027 Nations League, then the market resolves to Yes.`,
    });
    assert.equal(decide(toListing(cup('Holland')), toListing(cup('the Netherlands'))), 'same');
    assert.doesNotMatch(decide(toListing(cup('Holland')), toListing(cup('Scotland'))), /^same/);
    for (const person of ['Tom Holland', 'Agnes Holland'])
      assert.doesNotMatch(decide(toListing(cup(person)), toListing(cup('the Netherlands'))), /^same/, person);
  });
});

describe('an opponent whose name contains that of another', () => {
  it('plays another game, whichever side the listing is for', () => {
    for (const [school, other] of [
      ['Michigan St.', 'Michigan'],
      ['Arizona', 'Arizona St.'],
      ['Texas', 'Texas Tech'],
    ] as const) {
      assert.doesNotMatch(
        decideTeams('college football', ['Notre Dame', school], ['Notre Dame', other]),
        /^same/,
        other,
      );
      assert.doesNotMatch(
        decideTeams('college football', [school, 'Notre Dame'], [other, 'Notre Dame']),
        /^same/,
        school,
      );
      assert.equal(
        decideTeams('college football', ['Notre Dame', school], ['Notre Dame', school]),
        'same',
        school,
      );
    }
  });
});
