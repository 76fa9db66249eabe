import type { Lexicon } from './lexicon-entry.ts';

/**
 * How the thing that both speak of is counted, which rules say far oftener than titles. The first of each kind
 * is the usual one, which rules may leave unsaid.
 */
export const COUNTING_RULES: Lexicon = {
  bound: {
    upper: 'upper bound|upper limit|upper end',
    lower: 'lower bound|lower limit|lower end',
    middle: 'midpoint|mid point|middle of the range',
    effective: 'effective federal funds|effective rate|effective fed funds',
  },
  edition: {
    first:
      'advance estimate|advance reading|advance release|first estimate|first reading|first release|first print|initial estimate|initial reading|initial release|initial print|preliminary estimate|preliminary reading|preliminary release|flash estimate|flash reading|flash release',
    second: 'second estimate|second reading|second release',
    final:
      'third estimate|third reading|third release|final estimate|final reading|final release|final print|revised estimate|revised reading|revised figure|revised value|revised figures',
  },
  adjustment: {
    seasonal: 'seasonally adjusted|seasonal adjustment',
    none: 'not seasonally adjusted|non seasonally adjusted|unadjusted|without seasonal adjustment|before seasonal adjustment',
  },
  accounting: {
    adjusted: 'non gaap|adjusted eps|adjusted earnings|adjusted diluted|adjusted ebitda',
    gaap: 'gaap',
  },
  smoothing: {
    whole: '=overall',
    'one-day': 'on any day|any day|on any one day|in a single day|in one day',
    average: 'moving average|rolling average|trailing average',
  },
  playing: {
    overtime:
      'including any overtime|including overtime|including any extra time|including extra time|overtime included|overtime counts|overtime and shootouts count|overtime or shootout|extra time and penalties included|including penalties',
    regulation:
      'regulation|regulation time|regular time|regular play|stoppage time|normal time|excluding overtime|not including overtime|excluding extra time',
  },
  tenure: {
    lasting: '=permanent|=permanently',
    acting: 'as acting|as interim|in an acting capacity|on an acting basis',
  },
  // Which list of models, which way to a seat.
  board: {
    text: '=text',
    vision: '=vision|=image',
    coding: 'webdev|=coding',
    search: '=search',
  },
  seat: {
    all: 'total seats',
    constituency: 'constituency seats|constituencies|single member',
    list: 'list seats|party list|proportional seats',
  },
  ticket: {
    alone: '=alone|on its own',
    together: 'and their allies|and its allies|and allies|joint list',
  },
};
