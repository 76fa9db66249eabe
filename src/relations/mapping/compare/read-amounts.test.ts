import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { VenueTerms } from '../../../contract/model/instrument.ts';
import type { TimestampMs } from '../../../contract/model/time.ts';
import { decide, toListing } from '../listing.fixture.ts';
import type { Listing } from '../listing.ts';

const toConditional = (title: string, condition: string, terms?: VenueTerms): Listing =>
  toListing({
    title,
    rules: `This market will resolve to "Yes" if ${condition}.`,
    closeTime: Date.UTC(2027, 0, 31, 23) as TimestampMs,
    ...(terms === undefined ? {} : { terms }),
  });

describe('steps of an amount', () => {
  it('are tenths of an inch for snow', () => {
    const toSnow = (amount: string): Listing =>
      toConditional(
        `${amount} of snow in Boston in January?`,
        `snowfall in Boston in January 2027 is ${amount}`,
      );
    assert.equal(decide(toSnow('above 12.0 inches'), toSnow('12.1 inches or more')), 'same');
    assert.equal(decide(toSnow('12.0 inches or less'), toSnow('12.1 inches or more')), 'same-inverted');
    for (const other of ['12.0 inches or more', '12.2 inches or more'])
      assert.equal(decide(toSnow('above 12.0 inches'), toSnow(other)), 'different');
  });
  it('are those that the rules state for a rate', () => {
    const toRate = (level: string, steps = 'Copom moves in multiples of 0.25%'): Listing => {
      const listing = toConditional(
        `Selic rate ${level} after the January 2027 Copom meeting?`,
        `the Selic rate set by Copom on January 27, 2027 is ${level}`,
      );
      return { ...listing, rules: `${listing.rules} ${steps}.` };
    };
    assert.equal(decide(toRate('below 13.00%'), toRate('12.75% or lower')), 'same');
    assert.equal(decide(toRate('below 13.00%'), toRate('13% or above')), 'same-inverted');
    assert.equal(decide(toRate('below 13.00%'), toRate('12.50% or lower')), 'different');
    assert.equal(decide(toRate('below 13.00%', 'x'), toRate('12.75% or lower', 'x')), 'different');
  });
  it('end before a number with the last decimals 99', () => {
    const toPrice = (amount: string, terms?: VenueTerms): Listing =>
      toConditional(`XRP at ${amount} on January 15?`, `XRP is at ${amount} on January 15, 2027`, terms);
    const above = toPrice('$2.50 or above', { strike_type: 'greater', floor_strike: '2.4999' });
    assert.equal(decide(above, toPrice('≥ $2.50')), 'same');
    assert.equal(decide(above, toPrice('≥ $2.60')), 'different');
    const contradicted = toPrice('$2.50 or above', { strike_type: 'greater', floor_strike: '2.5999' });
    assert.equal(decide(contradicted, toPrice('≥ $2.50')), 'unsure');
  });
});

describe('a number in a name', () => {
  it('is no threshold', () => {
    const toScore = (score: string, film = 'Sonic the Hedgehog 4'): Listing =>
      toConditional(
        `"${film}" ${score} on the Tomatometer?`,
        `the Tomatometer of "${film}" is ${score} on January 22, 2027`,
      );
    assert.equal(decide(toScore('above 64'), toScore('64% or below')), 'same-inverted');
    assert.equal(decide(toScore('above 64'), toScore('65% or more')), 'same');
    assert.equal(decide(toScore('above 64'), toScore('65% or below')), 'different');
    assert.equal(decide(toScore('above 64'), toScore('64% or below', 'Sonic the Hedgehog 3')), 'different');
  });
});

describe('a period', () => {
  const toTouch = (when: string, period: string): Listing =>
    toConditional(
      `Will Bitcoin hit $140,000 ${when}?`,
      `Bitcoin is at $140,000 or more at any time between ${period}`,
    );
  const [quarter, month] = ['January 1, 2027 and March 31, 2027', 'March 1, 2027 and March 31, 2027'];
  it('is that of a deadline when both conditions state its first day', () => {
    assert.equal(decide(toTouch('in Q1 2027', quarter), toTouch('by March 31, 2027', quarter)), 'same');
    assert.notEqual(decide(toTouch('in Q1 2027', quarter), toTouch('by March 31, 2027', month)), 'same');
  });
  it('may be written as two days of a month', () => {
    const toWord = (when: string): Listing =>
      toConditional(`Will Ann Vega say "canal" ${when}?`, `Ann Vega says "canal" ${when}`);
    const week = toWord('between January 11, 2027 and January 17, 2027');
    assert.equal(decide(toWord('January 11-17'), week), 'same');
    assert.equal(decide(toWord('January 18-24'), week), 'different');
  });
});

describe('places in order', () => {
  it('are the top of a table', () => {
    const toPlace = (title: string, place: string): Listing =>
      toConditional(
        `Will Vega finish ${title} of the Norte League?`,
        `Vega finishes the season ${place} of the Norte League`,
      );
    const top = toPlace('in the top 4', 'in the top 4');
    assert.equal(decide(top, toPlace('in the top four', 'ranked 1st, 2nd, 3rd or 4th')), 'same');
    assert.notEqual(decide(top, toPlace('in the top four', 'ranked 1st, 2nd or 3rd')), 'same');
  });
});

describe('a share that one title writes without a sign', () => {
  const toApproval = (level: string): Listing =>
    toConditional(
      `Starmer approval rating on January 22?: ${level}`,
      `the approval rating of Keir Starmer on January 22, 2027 according to YouGov, with one decimal, is ${level}`,
    );
  it('is a percentage of a figure that always is one', () => {
    assert.equal(decide(toApproval('Above 22.0'), toApproval('22.1% or higher')), 'same');
    assert.equal(decide(toApproval('Above 22.0'), toApproval('22.0% or lower')), 'same-inverted');
    assert.equal(decide(toApproval('Above 22.0'), toApproval('22.2% or higher')), 'different');
  });
});
