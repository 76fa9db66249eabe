import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimestampMs } from '../../contract/model/time.ts';
import { findTeamByInitials } from './lexicon/lexicon.ts';
import { decide, toListing } from './listing.fixture.ts';
import type { Listing } from './listing.ts';
import { areOtherClubs, toClubName } from './side-names.ts';

describe('the name of a club or national team', () => {
  it('is one for all its spellings', () => {
    for (const [one, other] of [
      ['FC Internazionale Milano', 'Inter Milan'],
      ['Atlético Mineiro', 'CA Mineiro'],
      ['Club Atlético de Madrid', 'Atletico'],
      ['Grêmio FB Porto Alegrense', 'Gremio'],
      ['Pumas UNAM', 'Pumas'],
      ['Sporting Clube de Portugal', 'Sporting CP'],
      ['1. FC Köln', 'Cologne'],
      ['Korea Republic', 'South Korea'],
      ['Türkiye', 'Turkey'],
      ["Côte d'Ivoire", 'Ivory Coast'],
      ['USA', 'United States'],
      ['Czech Republic', 'Czechia'],
      ['Congo DR', 'DR Congo'],
      ['Bodø/Glimt', 'Bodo/Glimt'],
      ['Brøndby IF', 'Brondby IF'],
      ['Widzew Łódź', 'Widzew Lodz'],
      ['Fenerbahçe', 'Fenerbahce'],
    ] as const)
      assert.equal(toClubName(one), toClubName(other), `${one} and ${other}`);
  });
  it('is another for another club', () => {
    for (const [one, other] of [
      ['Inter Milan', 'Inter Miami CF'],
      ['Inter Milan', 'AC Milan'],
      ['Inter Milan', 'SC Internacional'],
      ['Inter Miami CF', 'Miami FC'],
      ['Manchester City', 'Manchester United'],
      ['Real Madrid', 'Real Sociedad'],
      ['Athletic Club', 'Atlético de Madrid'],
      ['Atlético Mineiro', 'Athletico Paranaense'],
      ['FC Barcelona', 'Barcelona SC'],
      ['Real Sociedad', 'Real Sociedad II'],
      ['Paris Saint-Germain', 'Paris FC'],
      ['Korea Republic', 'Korea DPR'],
      ['Congo', 'DR Congo'],
      ['Ireland', 'Northern Ireland'],
    ] as const)
      assert.notEqual(toClubName(one), toClubName(other), `${one} and ${other}`);
    assert.equal(areOtherClubs('inter', 'inter miami'), true);
    assert.equal(areOtherClubs('inter', 'inter'), false);
  });
});

describe('a match of clubs with several names', () => {
  const toMatch = (venue: string, title: string, rules: string): Listing =>
    toListing({ venue, title, rules, category: 'Sports', closeTime: Date.UTC(2027, 1, 15) as TimestampMs });
  const toKalshi = (first: string, second: string): Listing =>
    toMatch(
      'Kalshi',
      `${first} vs ${second} Winner?: ${first}`,
      `If ${first} wins the ${first} vs ${second} professional soccer game originally scheduled for Feb 14, 2027 after 90 minutes plus stoppage time (does not include extra time or penalties), then the market resolves to Yes.`,
    );
  const toDay = (club: string): Listing =>
    toMatch(
      'Polymarket',
      `Will ${club} win on 2027-02-14?`,
      `In the upcoming soccer game, scheduled for February 14, 2027. If ${club} wins, this market will resolve to "Yes". Otherwise, this market will resolve to "No". This market refers only to the outcome within the first 90 minutes of regular play plus stoppage time.`,
    );

  it('is found by its day and one club', () => {
    assert.equal(decide(toKalshi('Inter', 'Napoli'), toDay('FC Internazionale Milano')), 'same');
    assert.equal(decide(toKalshi('South Korea', 'Japan'), toDay('Korea Republic')), 'same');
    assert.equal(decide(toKalshi('Atletico Mineiro', 'Bahia'), toDay('CA Mineiro')), 'same');
    assert.equal(decide(toKalshi('Paris Saint-Germain', 'Lens'), toDay('PSG')), 'same');
  });
  it('is not that of another club of a similar name', () => {
    for (const [club, other] of [
      ['Inter', 'Inter Miami CF'],
      ['Inter', 'AC Milan'],
      ['Barcelona', 'Barcelona SC'],
      ['Atletico Madrid', 'CA Mineiro'],
      ['South Korea', 'Korea DPR'],
    ] as const)
      assert.notEqual(decide(toKalshi(club, 'Bahia'), toDay(other)), 'same', `${club} and ${other}`);
  });
});

describe('a city with the initials of a nickname', () => {
  it('is a team of that league or none, and none where two teams of a sport have them', () => {
    const named = (text: string, sport: string) => findTeamByInitials(text.toLowerCase().split(' '), sport);
    for (const [text, sport, team] of [
      ['Los Angeles L', 'basketball', 'team:nba-lakers'],
      ['Los Angeles C', 'basketball', 'team:nba-clippers'],
      ['Chicago WS', 'baseball', 'team:mlb-white-sox'],
      ['Chicago C', 'baseball', 'team:mlb-cubs'],
      ['New York G', 'football', 'team:nfl-giants'],
      ['New York G', 'baseball', null],
      ['New Y', 'football', null],
      ['Los A', 'basketball', null],
      ['Los A', 'baseball', null],
    ] as const)
      assert.equal(named(text, sport), team, `${text} in ${sport}`);
  });
});
