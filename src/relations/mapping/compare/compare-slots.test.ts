import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { compareListings } from '../compare-listings.ts';
import type { Listing } from '../listing.ts';

const listing = (title: string, rules: string): Listing => ({
  venue: 'V',
  ticker: 'T',
  title,
  rules,
  category: 'Any',
  openTime: null,
  closeTime: Date.UTC(2027, 2, 3, 23) as TimestampMs,
});
type Texts = readonly [title: string, rules: string];

/** The verdict, the same in both orders, and the reasons that speak against one contract. */
function compare(
  one: Texts,
  other: Texts,
): { readonly verdict: string; readonly against: readonly string[] } {
  const [a, b] = [listing(...one), listing(...other)];
  const { verdict, reasons } = compareListings(a, b);
  assert.equal(compareListings(b, a).verdict, verdict);
  return {
    verdict,
    against: [
      ...new Set(reasons.filter(({ kind }) => kind === 'veto' || kind === 'gap').map(({ name }) => name)),
    ],
  };
}

describe('the publisher of a weather observation', () => {
  const report: Texts = [
    'Highest temperature in Denver on Mar 2, 2027?: 61° or above',
    "If the maximum temperature recorded at Denver International Airport for Mar 2, 2027 is greater than 60° fahrenheit according to the National Weather Service's Climatological Report (Daily), then the market resolves to Yes.",
  ];
  const toOther = (source: string): Texts => [
    'Will the highest temperature in Denver be 61°F or higher on March 2?',
    `This market will resolve to "Yes" if the highest temperature at Denver International Airport on March 2, 2027, published by ${source}, is 61°F or higher.`,
  ];
  it('is part of the contract: readings of a website are not the daily report', () => {
    assert.deepEqual(compare(report, toOther('Weather Underground')), {
      verdict: 'unsure',
      against: ['weather source'],
    });
  });
  it('may be named by the agency or by its report', () => {
    assert.equal(compare(report, toOther('the NWS')).verdict, 'same');
  });
});

describe('the time zone of a day', () => {
  const toAttack = (zone: string): Texts => [
    'Will Israel strike Lebanon on March 2?',
    `This market will resolve to "Yes" if Israel conducts a strike on Lebanon between 12:00 AM and 11:59 PM ${zone} on March 2, 2027.`,
  ];
  it('is part of the contract of an event on that day', () => {
    for (const zone of ['Israel Standard Time', 'UTC', 'Japan Standard Time'])
      assert.deepEqual(compare(toAttack('ET'), toAttack(zone)), {
        verdict: 'unsure',
        against: ['time zone'],
      });
  });
  it('has several spellings', () => {
    assert.equal(compare(toAttack('ET'), toAttack('Eastern Time')).verdict, 'same');
    assert.equal(compare(toAttack('UTC'), toAttack('GMT')).verdict, 'same');
  });
});

describe('the state of a school whose name others share', () => {
  const toChampion = (school: string): Texts => [
    `Will ${school} win the 2027 NCAA basketball tournament?`,
    `If ${school} wins the 2027 NCAA men's basketball tournament, then the market resolves to Yes.`,
  ];
  it('distinguishes two schools', () => {
    assert.deepEqual(compare(toChampion('Loyola (MD)'), toChampion('Loyola (IL)')).against, ['school']);
    assert.equal(compare(toChampion('Loyola (MD)'), toChampion('Loyola (MD)')).verdict, 'same');
  });
  it('leaves the pair unsure when only one listing names it', () => {
    assert.equal(compare(toChampion('Loyola (MD)'), toChampion('Loyola')).verdict, 'unsure');
  });
});

describe('a time of day after the date', () => {
  const toPrice = (time: string): Texts => [
    `Ethereum price on Mar 2, 2027 at ${time}?: $4,250 or above`,
    `If the simple average of the sixty seconds of CF Benchmarks' Ether Real-Time Index before ${time} is above 4249.99 at ${time} on Mar 2, 2027, then the market resolves to Yes.`,
  ];
  const other: Texts = [
    'Ethereum $4,250 or above on March 2, 9AM ET?',
    'This market will resolve to "Yes" if the average of the last 60 values of the CF Benchmarks Ether Real-Time Index before 9:00 AM ET on March 2, 2027 is $4,250.00 or higher.',
  ];
  it('is compared as a time, not as a number or an office', () => {
    assert.equal(compare(toPrice('9 AM EST'), other).verdict, 'same');
    assert.deepEqual(compare(toPrice('3 PM EST'), other), { verdict: 'different', against: ['time of day'] });
  });
});

describe('a tournament of women', () => {
  const kalshi = (title: string): Texts => [
    `${title} Winner: Czechia`,
    `If Czechia wins the ${title}, then the market resolves to Yes.`,
  ];
  const other = (women: string): Texts => [
    `Will the Czech Republic win the 2027 IIHF ${women}World Championship?`,
    `This market will resolve according to the national team that wins the 2027 IIHF ${women}Ice Hockey World Championship.`,
  ];
  const MEN = '2027 IIHF World Championship';
  const WOMEN = "2027 IIHF Women's World Championship";
  it('is not that of men, which seldom says so', () => {
    assert.deepEqual(compare(kalshi(MEN), other("Women's ")).against, ['gender']);
    assert.ok(compare(kalshi(WOMEN), other('')).against.includes('gender'));
  });
  it('is the same where both say so, or none', () => {
    assert.equal(compare(kalshi(MEN), other('')).verdict, 'same');
    assert.equal(compare(kalshi(WOMEN), other("Women's ")).verdict, 'same');
  });
});

describe('the time zone of a period', () => {
  const posts = (zone: string): Texts => [
    'Elon Musk # of posts February 19 to February 26, 2027?: 240-259',
    `If Elon Musk makes between 240 and 259 posts on X from Feb 19, 2027 12:00 PM ${zone} to Feb 26, 2027 12:00 PM ${zone}, then the market resolves to Yes.`,
  ];
  const other = (zone: string): Texts => [
    'Will Elon Musk post 240-259 tweets from February 19 to February 26, 2027?',
    `This market will resolve according to the number of times Elon Musk posts on X between February 19, 2027, 12:00 PM ${zone} and February 26, 2027, 12:00 PM ${zone}.`,
  ];
  it('is part of the contract where both listings state one', () => {
    assert.deepEqual(compare(posts('ET'), other('PT')), { verdict: 'unsure', against: ['time zone'] });
    assert.deepEqual(compare(posts('UTC'), other('ET')), { verdict: 'unsure', against: ['time zone'] });
    for (const zone of ['ET', 'EST', ''])
      assert.equal(compare(posts(zone), other('ET')).verdict, 'same', zone);
  });
});

describe('the publisher of an economic figure', () => {
  const jobs = (publisher: string): Texts => [
    'Jobs numbers in January 2027?: Above 100000',
    `If the increase in total nonfarm payroll employment is above 100,000 in January 2027, then the market resolves to Yes. First release of the ${publisher}.`,
  ];
  const other = (publisher: string): Texts => [
    'Will the US add more than 100k jobs in January?',
    `This market will resolve to "Yes" if the change of total nonfarm payroll employment for January 2027, in the first release of the ${publisher}, is more than 100,000.`,
  ];
  it('is part of the contract, by its name or initials', () => {
    for (const own of ['BLS report', 'Bureau of Labor Statistics report'])
      for (const [it, verdict] of [
        ['BLS report', 'same'],
        ['report', 'same'],
        ['BEA report', 'unsure'],
        ['ADP report', 'unsure'],
      ] as const) {
        assert.equal(compare(jobs(own), other(it)).verdict, verdict, `${own} / ${it}`);
        assert.equal(compare(jobs(it), other(own)).verdict, verdict, `${it} / ${own}`);
      }
  });
});
