import type { Family } from '../pair.ts';

/** A second lot, mostly near-twins: what differs is one word, one clause, one outcome. */
export const SECOND: readonly Family[] = [
  {
    id: 'practice2-spacex-launches',
    category: 'Science',
    close: '2027-12-31',
    kalshi: [
      'How many SpaceX launches in 2027?',
      'At least 180',
      'If SpaceX has at least 180 successful launches in 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will SpaceX have 180 or more launches in 2027?',
      'This market will resolve by the number of launches SpaceX completes between January 1 and December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['180 or more', '200 or more']]],
      [
        'Starship',
        'different',
        'P',
        [
          ['have 180 or more launches', 'have 180 or more Starship launches'],
          ['number of launches', 'number of Starship launches'],
        ],
      ],
      ['range', 'different', 'P', [['180 or more', '180-189']]],
      [
        'window',
        'different',
        'P',
        [
          ['in 2027?', 'in the first half of 2027?'],
          ['December 31', 'June 30'],
        ],
        '2027-06-30',
      ],
      ['inverted comparator', 'inverted', 'P', [['180 or more launches', 'less than 180 launches']]],
    ],
  },
  {
    id: 'practice2-netanyahu',
    category: 'World',
    close: '2027-06-30',
    kalshi: [
      'Benjamin Netanyahu out as Prime Minister of Israel?',
      'Before Jul 1, 2027',
      'If Benjamin Netanyahu is no longer the Prime Minister of Israel before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Netanyahu out by June 30, 2027?',
      'This market will resolve to "Yes" if Benjamin Netanyahu resigns, is removed, or otherwise ceases to be Prime Minister of Israel by June 30, 2027, 11:59 PM ET. An announcement of his resignation before that date is not enough if he remains in office as caretaker.',
    ],
    variants: [
      [
        'first of several',
        'different',
        'P',
        [
          ['Netanyahu out by June 30, 2027?', 'Will Netanyahu be the first of these leaders out?'],
          [
            'resigns, is removed, or otherwise ceases to be Prime Minister of Israel by June 30, 2027',
            'leaves office before Putin, Zelensky, Macron and Starmer, by June 30, 2027',
          ],
        ],
      ],
      [
        'first of several',
        'different',
        'P',
        [
          ['Netanyahu out by June 30, 2027?', 'First leader out: Benjamin Netanyahu?'],
          [
            'resigns, is removed, or otherwise ceases to be Prime Minister of Israel by June 30, 2027',
            'is the first of the listed leaders to leave office by June 30, 2027',
          ],
        ],
      ],
      [
        'election',
        'different',
        'P',
        [
          ['Netanyahu out by June 30, 2027?', 'Israeli election called by June 30, 2027?'],
          [
            'Benjamin Netanyahu resigns, is removed, or otherwise ceases to be Prime Minister of Israel by',
            'a general election is called in Israel by',
          ],
        ],
      ],
      [
        'convicted',
        'different',
        'P',
        [
          ['Netanyahu out by', 'Netanyahu convicted by'],
          [
            'resigns, is removed, or otherwise ceases to be Prime Minister of Israel',
            'is found guilty in his trial',
          ],
        ],
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          ['Netanyahu out by June 30, 2027?', 'Will Netanyahu remain Prime Minister through June 30, 2027?'],
          ['resigns, is removed, or otherwise ceases to be', 'continuously remains'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-youtube',
    category: 'Culture',
    close: '2027-03-31',
    kalshi: [
      'MrBeast subscribers on YouTube before April?',
      'Above 480 million',
      'If MrBeast has more than 480 million subscribers on YouTube before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will MrBeast hit 480 million subscribers by March 31?',
      'This market will resolve to "Yes" if the MrBeast YouTube channel reaches 480 million subscribers by March 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['480 million', '500 million']]],
      ['views', 'different', 'P', [['480 million subscribers', '480 million views on his next video']]],
      ['other channel', 'different', 'P', [['MrBeast', 'T-Series']]],
      ['other date', 'different', 'P', [['March 31', 'February 28']], '2027-02-28'],
    ],
  },
  {
    id: 'practice2-powell-mention',
    category: 'Mentions',
    close: '2027-03-17',
    kalshi: [
      'What will the Fed Chair say at March press conference?',
      'Stagflation',
      'If the Fed Chair says Stagflation during the March 17, 2027 press conference, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Fed Chair say "Stagflation" during March press conference?',
      'This market will resolve to "Yes" if the Chair of the Federal Reserve says the listed term during the press conference scheduled for March 17, 2027. Any usage counts.',
    ],
    variants: [
      ['other word', 'different', 'P', [['"Stagflation"', '"Recession"']]],
      ['count', 'different', 'P', [['"Stagflation" during', '"Stagflation" three or more times during']]],
      [
        'other date',
        'different',
        'P',
        [
          ['March press', 'April press'],
          ['March 17', 'April 28'],
        ],
        '2027-04-28',
      ],
      [
        'opening',
        'different',
        'P',
        [
          ['during March press conference', 'in his opening statement of the March press conference'],
          ['during the press conference', 'in the opening statement of the press conference'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-shutdown-length',
    category: 'Politics',
    close: '2027-03-31',
    kalshi: [
      'How long will the government shutdown last?',
      'At least 30 days',
      'If the government shutdown that begins on Jan 31, 2027 lasts at least 30 days, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the government shutdown last 30 days or more?',
      'This market will resolve by the length of the lapse in appropriations that begins on January 31, 2027.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['30 days or more', '40 days or more']]],
      ['exact', 'different', 'P', [['30 days or more', 'exactly 30 days']]],
      [
        'shutdown at all',
        'different',
        'P',
        [
          [
            'Will the government shutdown last 30 days or more?',
            'Will there be a government shutdown by January 31?',
          ],
          [
            'by the length of the lapse in appropriations that begins on',
            'to "Yes" if there is a lapse in appropriations on',
          ],
        ],
      ],
      ['inverted comparator', 'inverted', 'P', [['30 days or more', 'fewer than 30 days']]],
    ],
  },
  {
    id: 'practice2-robotaxi',
    category: 'Tech',
    close: '2027-06-30',
    kalshi: [
      'Will Tesla launch unsupervised FSD?',
      'Before Jul 2027',
      'If Tesla releases unsupervised full self-driving to customers in the US before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Tesla launches unsupervised full self driving (FSD) by June 30?',
      'This market will resolve to "Yes" if Tesla makes unsupervised FSD available to consumers in the United States by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'place',
        'different',
        'P',
        [
          [
            'launches unsupervised full self driving (FSD) by',
            'launches unsupervised full self driving (FSD) in California by',
          ],
          ['in the United States', 'in California'],
        ],
      ],
      [
        'robotaxi',
        'different',
        'P',
        [
          ['unsupervised full self driving (FSD)', 'a driverless Robotaxi service'],
          ['unsupervised FSD available to consumers', 'a driverless Robotaxi service available'],
        ],
      ],
      [
        'announce',
        'different',
        'P',
        [
          ['Tesla launches', 'Tesla announces date of'],
          [
            'makes unsupervised FSD available to consumers',
            'announces a date for unsupervised FSD for consumers',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-epstein',
    category: 'Politics',
    close: '2027-01-31',
    kalshi: [
      'Will Trump pardon Ghislaine Maxwell?',
      'Before Feb 1, 2027',
      'If Donald Trump pardons or commutes the sentence of Ghislaine Maxwell before Feb 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Trump pardon Ghislaine Maxwell by January 31?',
      'This market will resolve to "Yes" if Donald Trump grants Ghislaine Maxwell a pardon, commutation, or reprieve by January 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Ghislaine Maxwell', 'Sean Combs']]],
      [
        'release',
        'different',
        'P',
        [
          ['Will Trump pardon Ghislaine Maxwell by', 'Ghislaine Maxwell released from custody by'],
          [
            'Donald Trump grants Ghislaine Maxwell a pardon, commutation, or reprieve',
            'Ghislaine Maxwell is released from prison',
          ],
        ],
      ],
      [
        'testify',
        'different',
        'P',
        [
          ['Will Trump pardon Ghislaine Maxwell by', 'Will Ghislaine Maxwell testify before Congress by'],
          [
            'Donald Trump grants Ghislaine Maxwell a pardon, commutation, or reprieve',
            'Ghislaine Maxwell testifies before Congress',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-zelensky-putin',
    category: 'World',
    close: '2027-03-31',
    kalshi: [
      'Will Zelenskyy and Putin meet in person?',
      'Before Apr 2027',
      'If Volodymyr Zelenskyy and Vladimir Putin meet in person before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Zelensky and Putin meet next in person by March 31, 2027?',
      'This market will resolve to "Yes" if Volodymyr Zelensky and Vladimir Putin are present at the same meeting in person by March 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'where',
        'different',
        'P',
        [
          ['Will Zelensky and Putin meet next in person by', 'Will Zelensky and Putin meet in Turkey by'],
          ['in person by', 'in Turkey by'],
        ],
      ],
      [
        'other person',
        'different',
        'P',
        [
          ['Zelensky and Putin', 'Trump and Putin'],
          ['Volodymyr Zelensky', 'Donald Trump'],
          ['Vladimir Putin', 'Vladimir Putin'],
        ],
      ],
      [
        'talk',
        'different',
        'P',
        [
          ['meet next in person by', 'talk by phone by'],
          ['are present at the same meeting in person', 'hold a phone call'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-treasury',
    category: 'Economics',
    close: '2027-06-30',
    kalshi: [
      '10-year Treasury yield on Jun 30, 2027?',
      'Above 4.50%',
      'If the 10-year Treasury par yield is above 4.50% on Jun 30, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the 10-year Treasury yield be above 4.5% on June 30?',
      'This market will resolve by the 10-year par yield published by the US Treasury for June 30, 2027.',
    ],
    variants: [
      ['other maturity', 'different', 'P', [['10-year', '2-year']]],
      [
        'touch',
        'different',
        'P',
        [
          ['be above 4.5% on June 30?', 'hit 4.5% by June 30?'],
          [
            'by the 10-year par yield published by the US Treasury for',
            'to "Yes" if the 10-year yield reaches 4.5% at any time by',
          ],
        ],
      ],
      ['other threshold', 'different', 'P', [['4.5%', '4.75%']]],
      ['inverted comparator', 'inverted', 'P', [['above 4.5%', '4.5% or below']]],
      ['at least', 'different', 'P', [['above 4.5%', '4.5% or above']]],
    ],
  },
  {
    id: 'practice2-oil',
    category: 'Economics',
    close: '2027-03-31',
    kalshi: [
      'WTI oil price end of March?',
      'Above $70',
      'If the WTI front-month settlement price is above $70.00 on Mar 31, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will WTI Crude Oil settle above $70 on March 31?',
      'This market will resolve by the official settlement price of the front-month WTI crude oil future on March 31, 2027.',
    ],
    variants: [
      [
        'other asset',
        'different',
        'P',
        [
          ['WTI Crude Oil', 'Brent Crude Oil'],
          ['WTI crude', 'Brent crude'],
        ],
      ],
      [
        'touch',
        'different',
        'P',
        [
          ['settle above $70 on March 31', 'hit $70 in March'],
          [
            'by the official settlement price of the front-month WTI crude oil future on March 31, 2027',
            'to "Yes" if the price reaches $70 at any point in March 2027',
          ],
        ],
      ],
      ['unit', 'different', 'P', [['$70', '€70']]],
      ['week', 'different', 'P', [['March 31', 'March 24']], '2027-03-24'],
    ],
  },
  {
    id: 'practice2-eth-flip',
    category: 'Crypto',
    close: '2027-12-31',
    kalshi: [
      'Will Ethereum hit a new all-time high?',
      'Before 2028',
      'If Ethereum reaches a new all-time high before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Ethereum all time high by December 31, 2027?',
      'This market will resolve to "Yes" if any 1 minute candle for ETH/USDT has a final "High" price that is higher than any previous one by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other asset',
        'different',
        'P',
        [
          ['Ethereum', 'Solana'],
          ['ETH/USDT', 'SOL/USDT'],
        ],
      ],
      ['other date', 'different', 'P', [['December 31', 'March 31']], '2027-03-31'],
      [
        'price',
        'different',
        'P',
        [
          ['Ethereum all time high by', 'Ethereum above $6,000 by'],
          [
            'has a final "High" price that is higher than any previous one',
            'has a final "High" price of $6,000 or more',
          ],
        ],
      ],
      [
        'first',
        'different',
        'P',
        [
          [
            'Ethereum all time high by December 31, 2027?',
            'Will Ethereum hit an all time high before Bitcoin?',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-btc-range-day',
    category: 'Crypto',
    close: '2027-01-15',
    kalshi: [
      'Bitcoin price range on Jan 15, 2027 at 12pm EST?',
      '$94,000 to 95,999.99',
      'If the simple average of the BRTI before 12 PM EST is between 94000-95999.99 at 12 PM EST on Jan 15, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the price of Bitcoin be between $94,000 and $96,000 on January 15?',
      'This market will resolve by the final "Close" price of the 1 minute candle for BTC/USDT 12:00 in the ET timezone (noon) on January 15, 2027.',
    ],
    variants: [
      [
        'hour',
        'different',
        'P',
        [
          ['on January 15?', 'on January 15, 5PM ET?'],
          ['12:00 in the ET timezone (noon)', '17:00 in the ET timezone'],
        ],
      ],
      ['other range', 'different', 'P', [['$94,000 and $96,000', '$92,000 and $94,000']]],
      ['above', 'different', 'P', [['between $94,000 and $96,000', 'above $94,000']]],
      ['other date', 'different', 'P', [['January 15', 'January 16']], '2027-01-16'],
    ],
  },
  {
    id: 'practice2-uk-byelection',
    category: 'Elections',
    close: '2027-05-31',
    kalshi: [
      'Welsh Parliament election winner?',
      'Plaid Cymru',
      'If Plaid Cymru wins the most seats in the next Senedd election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Plaid Cymru win the most seats in the next Senedd election?',
      'This market will resolve to the party that wins the greatest number of seats in the next election of the Senedd (Welsh Parliament). If parties tie for the most seats, the one with more votes wins.',
    ],
    variants: [
      ['other party', 'different', 'P', [['Plaid Cymru', 'Reform UK']]],
      [
        'majority',
        'different',
        'P',
        [
          ['win the most seats in', 'win a majority in'],
          ['that wins the greatest number of seats in', 'that wins more than half of the seats in'],
        ],
      ],
      [
        'other place',
        'different',
        'P',
        [
          ['next Senedd election', 'next Scottish Parliament election'],
          ['Senedd (Welsh Parliament)', 'Scottish Parliament'],
        ],
      ],
      [
        'second',
        'different',
        'P',
        [
          ['win the most seats', 'win the second most seats'],
          ['the greatest number of seats', 'the second greatest number of seats'],
        ],
      ],
      ['seats', 'different', 'P', [['win the most seats in', 'win 35+ seats in']]],
    ],
  },
  {
    id: 'practice2-german-state',
    category: 'Elections',
    close: '2027-04-30',
    kalshi: [
      'Berlin state election winner?',
      'CDU',
      'If the CDU receives the most votes in the Berlin state election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will CDU win the Berlin state election?',
      'This market will resolve to the party that wins the most second votes in the election of the Abgeordnetenhaus of Berlin, scheduled for September 20, 2026. If it is not held by April 30, 2027, this market will resolve to "Other".',
    ],
    variants: [
      ['other party', 'different', 'P', [['CDU', 'AfD']]],
      [
        'other place',
        'different',
        'P',
        [
          ['Berlin state', 'Bavarian state'],
          ['Abgeordnetenhaus of Berlin', 'Landtag of Bavaria'],
        ],
      ],
      [
        'vote share',
        'different',
        'P',
        [
          [
            'Will CDU win the Berlin state election?',
            'Will CDU win more than 25% in the Berlin state election?',
          ],
        ],
      ],
      [
        'mayor',
        'different',
        'P',
        [
          ['Will CDU win the Berlin state election?', 'Will the next Mayor of Berlin be from the CDU?'],
          ['to the party that wins the most second votes in', 'to the party of the Governing Mayor after'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-texas-primary',
    category: 'Elections',
    close: '2026-12-31',
    kalshi: [
      'Texas Republican Senate nominee?',
      'Ken Paxton',
      'If Ken Paxton wins the nomination for the Republican Party to contest the 2026 Texas Senate seat, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Ken Paxton be the Republican nominee for Senate in Texas?',
      'This market will resolve to "Yes" if Ken Paxton wins the 2026 Republican primary, including any runoff, for the United States Senate seat in Texas. The primary is scheduled for March 3, 2026, and a potential runoff for May 26, 2026.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Ken Paxton', 'John Cornyn']]],
      [
        'winner',
        'different',
        'P',
        [
          ['be the Republican nominee for Senate in Texas', 'win the 2026 Texas Senate election'],
          [
            'wins the 2026 Republican primary, including any runoff, for the United States Senate seat in Texas',
            'wins the 2026 United States Senate election in Texas',
          ],
        ],
      ],
      [
        'other party',
        'different',
        'P',
        [
          ['Republican nominee', 'Democratic nominee'],
          ['2026 Republican primary', '2026 Democratic primary'],
        ],
      ],
      [
        'other office',
        'different',
        'P',
        [
          ['nominee for Senate', 'nominee for Governor'],
          ['United States Senate seat', 'governorship'],
        ],
      ],
      [
        'runoff',
        'different',
        'P',
        [
          ['be the Republican nominee for Senate in Texas', 'advance to the runoff for Senate in Texas'],
          [
            'wins the 2026 Republican primary, including any runoff,',
            'is among the first two of the 2026 Republican primary',
          ],
        ],
      ],
      ['other place', 'different', 'P', [['Texas', 'Louisiana']]],
    ],
  },
  {
    id: 'practice2-house-margin',
    category: 'Elections',
    close: '2027-01-31',
    kalshi: [
      'How many House seats will Democrats win?',
      '230 to 234',
      'If the Democratic Party wins between 230 and 234 seats in the 2026 House elections, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Democratic Party hold 230-234 seats in the House after the midterm elections?',
      'This market will resolve by the number of seats the Democratic Party wins in the 2026 U.S. House elections.',
    ],
    variants: [
      ['other range', 'different', 'P', [['230-234', '235-239']]],
      ['other party', 'different', 'P', [['Democratic Party', 'Republican Party']]],
      [
        'other body',
        'different',
        'P',
        [
          ['the House after', 'the Senate after'],
          ['U.S. House elections', 'U.S. Senate elections'],
        ],
      ],
      ['or more', 'different', 'P', [['hold 230-234 seats', 'hold 230 or more seats']]],
    ],
  },
  {
    id: 'practice2-emmy',
    category: 'Entertainment',
    close: '2027-09-20',
    kalshi: [
      'Emmy for Outstanding Drama Series?',
      'The Pitt',
      'If The Pitt wins Outstanding Drama Series at the 79th Primetime Emmy Awards, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "The Pitt" win Outstanding Drama Series at the 79th Emmy Awards?',
      'This market will resolve according to the show that wins the award for Outstanding Drama Series at the 79th Primetime Emmy Awards. If no winner is declared by December 31, 2027, this market will resolve to "Other".',
    ],
    variants: [
      ['other award', 'different', 'P', [['Outstanding Drama Series', 'Outstanding Comedy Series']]],
      ['other show', 'different', 'P', [['The Pitt', 'Severance']]],
      [
        'nominated',
        'different',
        'P',
        [
          ['win Outstanding Drama', 'be nominated for Outstanding Drama'],
          ['show that wins the award', 'shows nominated for the award'],
        ],
      ],
      [
        'most',
        'different',
        'P',
        [
          ['win Outstanding Drama Series at', 'win the most awards at'],
          ['wins the award for Outstanding Drama Series', 'wins the most awards'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-billboard',
    category: 'Entertainment',
    close: '2027-02-13',
    kalshi: [
      'Billboard Hot 100 #1 song for Feb 13, 2027?',
      'Ordinary',
      'If Ordinary by Alex Warren is #1 on the Billboard Hot 100 chart dated Feb 13, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "Ordinary" be #1 on the Billboard Hot 100 for the week of February 13?',
      'This market will resolve to the song that is at #1 on the Billboard Hot 100 chart dated February 13, 2027.',
    ],
    variants: [
      ['other week', 'different', 'P', [['February 13', 'February 20']], '2027-02-20'],
      [
        'rank',
        'different',
        'P',
        [
          ['be #1 on', 'be #2 on'],
          ['at #1 on', 'at #2 on'],
        ],
      ],
      [
        'top ten',
        'different',
        'P',
        [
          ['be #1 on the', 'be in the top 10 of the'],
          ['that is at #1 on', 'among the first ten of'],
        ],
      ],
      ['other chart', 'different', 'P', [['Billboard Hot 100', 'Billboard 200']]],
      ['other song', 'different', 'P', [['"Ordinary"', '"Golden"']]],
    ],
  },
  {
    id: 'practice2-album-sales',
    category: 'Entertainment',
    close: '2027-03-20',
    kalshi: [
      '"Octane" first week album sales?',
      'Above 150,000',
      'If Octane by Don Toliver has above 150,000 album-equivalent units in its first week, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Don Toliver’s "Octane" sell more than 150k units in its first week?',
      'This market will resolve by the first-week album-equivalent units of "Octane" in the US according to Billboard.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['150k', '175k']]],
      [
        'pure',
        'different',
        'P',
        [
          ['more than 150k units', 'more than 150k pure copies'],
          ['album-equivalent units', 'pure album sales'],
        ],
      ],
      [
        'other album',
        'different',
        'P',
        [
          ['Octane', 'Iceman'],
          ['Don Toliver', 'Drake'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-box-global',
    category: 'Entertainment',
    close: '2027-07-31',
    kalshi: [
      '"The Mandalorian & Grogu" total domestic gross?',
      'Above $300 million',
      'If The Mandalorian & Grogu has a domestic gross above $300 million by Jul 31, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "The Mandalorian & Grogu" gross more than $300m domestically by July 31?',
      'This market will resolve by the total domestic box office of "The Mandalorian & Grogu" on The Numbers as of July 31, 2027.',
    ],
    variants: [
      [
        'worldwide',
        'different',
        'P',
        [
          ['domestically', 'worldwide'],
          ['total domestic box office', 'total worldwide box office'],
        ],
      ],
      [
        'opening',
        'different',
        'P',
        [
          [
            'gross more than $300m domestically by July 31',
            'gross more than $300m domestically on opening weekend',
          ],
          ['total domestic box office', 'domestic opening weekend box office'],
        ],
      ],
      ['other threshold', 'different', 'P', [['$300m', '$350m']]],
    ],
  },
  {
    id: 'practice2-highest-film',
    category: 'Entertainment',
    close: '2027-01-10',
    kalshi: [
      'Highest grossing movie of 2026?',
      'Avengers: Doomsday',
      'If Avengers: Doomsday is the highest grossing movie worldwide of 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "Avengers: Doomsday" be the top grossing movie of 2026?',
      'This market will resolve to the film with the highest worldwide gross among 2026 releases according to Box Office Mojo.',
    ],
    variants: [
      [
        'domestic',
        'different',
        'P',
        [
          ['top grossing movie', 'top grossing movie in the US'],
          ['highest worldwide gross', 'highest domestic gross'],
        ],
      ],
      [
        'second',
        'different',
        'P',
        [
          ['the top grossing', 'the second highest grossing'],
          ['the highest worldwide', 'the second highest worldwide'],
        ],
      ],
      ['other film', 'different', 'P', [['Avengers: Doomsday', 'Toy Story 5']]],
      [
        'opening',
        'different',
        'P',
        [
          ['be the top grossing movie', 'have the best domestic opening weekend'],
          ['highest worldwide gross', 'highest domestic opening weekend'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-bachelor',
    category: 'Entertainment',
    close: '2027-05-25',
    kalshi: [
      'Survivor 52 winner?',
      'Aubry Bracco',
      'If Aubry Bracco wins Survivor 52, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Aubry Bracco win Survivor Season 52?',
      'This market will resolve to the contestant who wins the title of Sole Survivor in Survivor Season 52.',
    ],
    variants: [
      [
        'eliminated',
        'different',
        'P',
        [
          ['win Survivor Season 52', 'be the next eliminated on Survivor Season 52'],
          ['who wins the title of Sole Survivor in', 'next voted out of'],
        ],
      ],
      ['other season', 'different', 'P', [['52', '53']], '2027-12-20'],
      ['other person', 'different', 'P', [['Aubry Bracco', 'Ozzy Lusth']]],
      [
        'finale',
        'different',
        'P',
        [
          ['win Survivor', 'reach the finale of Survivor'],
          ['who wins the title of Sole Survivor in', 'among the finalists of'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-chess',
    category: 'Sports',
    close: '2027-12-31',
    kalshi: [
      '2026 World Chess Championship winner?',
      'Javokhir Sindarov',
      'If Javokhir Sindarov wins the 2026 World Chess Championship, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Javokhir Sindarov win the World Chess Championship 2026?',
      'This market will resolve to the winner of the FIDE World Chess Championship 2026 match between Gukesh Dommaraju and Javokhir Sindarov.',
    ],
    variants: [
      [
        'candidates',
        'different',
        'P',
        [
          ['win the World Chess Championship 2026', 'win the 2026 Candidates Tournament'],
          [
            'FIDE World Chess Championship 2026 match between Gukesh Dommaraju and Javokhir Sindarov',
            'FIDE Candidates Tournament 2026',
          ],
        ],
      ],
      ['other person', 'different', 'P', [['Will Javokhir Sindarov', 'Will Gukesh Dommaraju']]],
      ['rapid', 'different', 'P', [['World Chess Championship 2026', 'World Rapid Chess Championship 2026']]],
    ],
  },
  {
    id: 'practice2-hotdog',
    category: 'Sports',
    close: '2027-07-05',
    kalshi: [
      "Nathan's Hot Dog Eating Contest: how many will Joey Chestnut eat?",
      'At least 70',
      "If Joey Chestnut eats at least 70 hot dogs at the 2027 Nathan's contest, then the market resolves to Yes.",
    ],
    polymarket: [
      "Will Joey Chestnut eat 70 or more hot dogs at Nathan's 2027 contest?",
      "This market will resolve by the number of hot dogs that Joey Chestnut eats at the Nathan's Famous contest on July 4, 2027.",
    ],
    variants: [
      ['other threshold', 'different', 'P', [['70 or more', '75 or more']]],
      ['win', 'different', 'P', [['eat 70 or more hot dogs at', 'win']]],
      ['women', 'different', 'P', [['Joey Chestnut', 'Miki Sudo']]],
      ['inverted comparator', 'inverted', 'P', [['eat 70 or more hot dogs', 'eat fewer than 70 hot dogs']]],
    ],
  },
  {
    id: 'practice2-mlb-series',
    category: 'Sports',
    close: '2027-10-12',
    kalshi: [
      'Toronto vs New York Y: ALDS series winner?',
      'Toronto',
      'If Toronto wins the 2027 ALDS against New York Y, then the market resolves to Yes.',
    ],
    polymarket: [
      'ALDS: Blue Jays vs. Yankees - Who will win the series?',
      'YES is Blue Jays; NO is Yankees. This market will resolve to the team that wins the 2027 American League Division Series between the Toronto Blue Jays and New York Yankees.',
    ],
    variants: [
      [
        'game',
        'different',
        'P',
        [
          ['ALDS: Blue Jays vs. Yankees - Who will win the series?', 'ALDS Game 2: Blue Jays vs. Yankees'],
          [
            'the team that wins the 2027 American League Division Series',
            'the team that wins game 2 of the 2027 American League Division Series',
          ],
        ],
      ],
      [
        'other side',
        'inverted',
        'P',
        [['YES is Blue Jays; NO is Yankees', 'YES is Yankees; NO is Blue Jays']],
      ],
      [
        'sweep',
        'different',
        'P',
        [
          [
            'ALDS: Blue Jays vs. Yankees - Who will win the series?',
            'Will the Blue Jays sweep the Yankees in the ALDS?',
          ],
          ['YES is Blue Jays; NO is Yankees. ', ''],
        ],
      ],
    ],
  },
  {
    id: 'practice2-nfl-td',
    category: 'Sports',
    close: '2027-01-17',
    kalshi: [
      'Buffalo at Kansas City: Anytime touchdown scorer?',
      'James Cook',
      'If James Cook scores a touchdown in the Buffalo at Kansas City professional football game originally scheduled for Jan 17, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Bills vs. Chiefs: James Cook anytime touchdown',
      'This market will resolve to "Yes" if James Cook scores at least one touchdown in the NFL game between the Bills and Chiefs scheduled for January 17, 2027.',
    ],
    variants: [
      [
        'first',
        'different',
        'P',
        [
          ['anytime touchdown', 'first touchdown'],
          ['scores at least one touchdown', 'scores the first touchdown'],
        ],
      ],
      [
        'two',
        'different',
        'P',
        [
          ['anytime touchdown', '2+ touchdowns'],
          ['at least one touchdown', 'at least two touchdowns'],
        ],
      ],
      ['other person', 'different', 'P', [['James Cook', 'Josh Allen']]],
      [
        'win',
        'different',
        'P',
        [
          ['Bills vs. Chiefs: James Cook anytime touchdown', 'Bills vs. Chiefs'],
          [
            'This market will resolve to "Yes" if James Cook scores at least one touchdown in',
            'YES is Bills; NO is Chiefs. Who wins',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-nba-points',
    category: 'Sports',
    close: '2027-03-05',
    kalshi: [
      'LeBron James points vs Denver',
      '25+',
      'If LeBron James records at least 25 points in the Los Angeles L at Denver professional basketball game originally scheduled for Mar 5, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Lakers vs. Nuggets: LeBron James Points Over 24.5',
      'This market will resolve to "Over" if LeBron James scores 25 or more points in the NBA game between the Lakers and the Nuggets scheduled for March 5, 2027.',
    ],
    variants: [
      [
        'rebounds',
        'different',
        'P',
        [
          ['Points Over 24.5', 'Rebounds Over 24.5'],
          ['25 or more points', '25 or more rebounds'],
        ],
      ],
      [
        'other threshold',
        'different',
        'P',
        [
          ['Over 24.5', 'Over 27.5'],
          ['25 or more', '28 or more'],
        ],
      ],
      [
        'under',
        'inverted',
        'P',
        [
          ['Points Over 24.5', 'Points Under 24.5'],
          [
            'resolve to "Over" if LeBron James scores 25 or more',
            'resolve to "Under" if LeBron James scores 24 or fewer',
          ],
        ],
      ],
      ['other person', 'different', 'P', [['LeBron James', 'Nikola Jokic']]],
    ],
  },
  {
    id: 'practice2-ryder',
    category: 'Sports',
    close: '2027-09-30',
    kalshi: [
      'Ryder Cup winner?',
      'Europe',
      'If Team Europe wins the 2027 Ryder Cup, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Europe win the 2027 Ryder Cup?',
      'This market will resolve to the team that wins the 2027 Ryder Cup at Adare Manor, September 17-19, 2027. If it ends in a draw, the team that retains the cup counts as having won.',
    ],
    variants: [
      ['other side', 'different', 'P', [['Will Europe win', 'Will the USA win']]],
      [
        'day',
        'different',
        'P',
        [
          ['win the 2027 Ryder Cup?', 'lead the 2027 Ryder Cup after day 1?'],
          ['that wins the 2027 Ryder Cup', 'that leads after the first day of the 2027 Ryder Cup'],
        ],
      ],
      [
        'top scorer',
        'different',
        'P',
        [
          [
            'Will Europe win the 2027 Ryder Cup?',
            'Will Rory McIlroy be the top scorer of Europe at the 2027 Ryder Cup?',
          ],
        ],
      ],
      ['other contest', 'different', 'P', [['Ryder Cup', 'Solheim Cup']]],
    ],
  },
  {
    id: 'practice2-olympics',
    category: 'Sports',
    close: '2028-07-31',
    kalshi: [
      'Most gold medals at the 2028 Summer Olympics?',
      'China',
      'If China wins the most gold medals at the 2028 Summer Olympics, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will China win the most gold medals at the 2028 Summer Olympics?',
      'This market will resolve to the country that wins the most gold medals at the 2028 Summer Olympics in Los Angeles. If tied, the country with more silver medals wins.',
    ],
    variants: [
      ['all medals', 'different', 'P', [['most gold medals', 'most medals overall']]],
      ['other country', 'different', 'P', [['Will China', 'Will the United States']]],
      ['second', 'different', 'P', [['the most gold', 'the second most gold']]],
      [
        'winter',
        'different',
        'P',
        [
          ['2028 Summer Olympics', '2030 Winter Olympics'],
          ['in Los Angeles', 'in the French Alps'],
        ],
        '2030-02-28',
      ],
    ],
  },
  {
    id: 'practice2-measles',
    category: 'Health',
    close: '2027-12-31',
    kalshi: [
      'Measles cases in 2027?',
      'Above 5,000',
      'If there are more than 5,000 measles cases in the United States in 2027 according to the CDC, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will there be more than 5,000 measles cases in the US in 2027?',
      'This market will resolve by the number of confirmed measles cases that the CDC reports for 2027.',
    ],
    variants: [
      [
        'deaths',
        'different',
        'P',
        [
          ['measles cases in', 'measles deaths in'],
          ['confirmed measles cases', 'measles deaths'],
        ],
      ],
      ['other disease', 'different', 'P', [['measles', 'mpox']]],
      [
        'window',
        'different',
        'P',
        [
          ['in 2027?', 'by June 30, 2027?'],
          ['for 2027', 'by June 30, 2027'],
        ],
        '2027-06-30',
      ],
      [
        'place',
        'different',
        'P',
        [
          ['in the US', 'in Texas'],
          ['measles cases that the CDC reports', 'measles cases of Texas that the CDC reports'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-tsa',
    category: 'Transport',
    close: '2027-01-04',
    kalshi: [
      'TSA check-ins this week? (Jan 3, 2027)',
      'Above 2.40 million',
      'If the average TSA passengers per day for the week ending Jan 3, 2027 is above 2,400,000, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will average TSA passengers per day be above 2.4 million for the week ending January 3?',
      'This market will resolve by the average number of travelers per day from December 28, 2026 to January 3, 2027 as published by the TSA.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['2.4 million', '2.5 million']]],
      [
        'other week',
        'different',
        'P',
        [
          ['January 3', 'January 10'],
          ['December 28, 2026', 'January 4, 2027'],
        ],
        '2027-01-11',
      ],
    ],
  },
  {
    id: 'practice2-hurricane-name',
    category: 'Climate',
    close: '2027-12-01',
    kalshi: [
      'How many hurricanes will hit the US in 2027?',
      'At least 3',
      'If at least 3 hurricanes make landfall in the United States in 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will 3 or more hurricanes make landfall in the US in 2027?',
      'This market will resolve by the number of hurricanes that make landfall in the continental United States during 2027 according to the NHC.',
    ],
    variants: [
      ['other number', 'different', 'P', [['3 or more', '4 or more']]],
      [
        'form',
        'different',
        'P',
        [
          ['hurricanes make landfall in the US', 'hurricanes form in the Atlantic'],
          [
            'hurricanes that make landfall in the continental United States',
            'hurricanes that form in the Atlantic',
          ],
        ],
      ],
      [
        'major',
        'different',
        'P',
        [
          ['hurricanes make', 'major hurricanes make'],
          ['number of hurricanes', 'number of major hurricanes'],
        ],
      ],
      [
        'state',
        'different',
        'P',
        [
          ['in the US in', 'in Florida in'],
          ['the continental United States', 'Florida'],
        ],
      ],
      ['exactly', 'different', 'P', [['3 or more', 'exactly 3']]],
    ],
  },
  {
    id: 'practice2-quake-ca',
    category: 'Climate',
    close: '2027-12-31',
    kalshi: [
      'Will a 7.0+ earthquake hit California?',
      'Before 2028',
      'If an earthquake of magnitude 7.0 or greater occurs in California before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      '7.0 or above earthquake in California by December 31, 2027?',
      'This market will resolve to "Yes" if the USGS reports an earthquake of magnitude 7.0 or higher with its epicenter in California by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['7.0', '7.5']]],
      ['other place', 'different', 'P', [['California', 'Japan']]],
      [
        'anywhere',
        'different',
        'P',
        [
          ['earthquake in California by', 'earthquake anywhere by'],
          [' with its epicenter in California by', ' anywhere on Earth by'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-ceo',
    category: 'Companies',
    close: '2027-12-31',
    kalshi: [
      'Tim Cook out as Apple CEO?',
      'Before 2028',
      'If Tim Cook leaves as CEO of Apple before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Tim Cook out as Apple CEO in 2027?',
      'This market will resolve to "Yes" if Tim Cook ceases to be the CEO of Apple by December 31, 2027, 11:59 PM ET. An announcement alone suffices only if the departure takes effect before that.',
    ],
    variants: [
      [
        'successor',
        'different',
        'P',
        [
          ['Tim Cook out as Apple CEO in 2027?', 'Will John Ternus be the next Apple CEO?'],
          ['Tim Cook ceases to be', 'John Ternus becomes'],
        ],
      ],
      [
        'announce',
        'different',
        'P',
        [
          ['Tim Cook out as Apple CEO in 2027?', 'Tim Cook announces departure as Apple CEO in 2027?'],
          ['ceases to be', 'announces that he will leave as'],
        ],
      ],
      [
        'other company',
        'different',
        'P',
        [
          ['Tim Cook out as Apple', 'Elon Musk out as Tesla'],
          ['Tim Cook ceases', 'Elon Musk ceases'],
          ['CEO of Apple', 'CEO of Tesla'],
        ],
      ],
      [
        'other post',
        'different',
        'P',
        [
          ['Apple CEO', 'Apple chairman'],
          ['CEO of Apple', 'chairman of Apple'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-fold',
    category: 'Tech',
    close: '2027-12-31',
    kalshi: [
      'Will Apple release a foldable iPhone?',
      'Before 2028',
      'If Apple releases a foldable iPhone before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Foldable iPhone released by December 31, 2027?',
      'This market will resolve to "Yes" if Apple makes a foldable iPhone available for purchase to the public by December 31, 2027, 11:59 PM ET. Preorders do not count.',
    ],
    variants: [
      [
        'announce',
        'different',
        'P',
        [
          ['Foldable iPhone released by', 'Foldable iPhone announced by'],
          [
            'makes a foldable iPhone available for purchase to the public',
            'officially announces a foldable iPhone',
          ],
          [' Preorders do not count.', ''],
        ],
      ],
      [
        'other product',
        'different',
        'P',
        [
          ['Foldable iPhone', 'Foldable iPad'],
          ['foldable iPhone', 'foldable iPad'],
        ],
      ],
      [
        'price',
        'different',
        'P',
        [
          [
            'Foldable iPhone released by December 31, 2027?',
            'Foldable iPhone released at a price above $2,000 by December 31, 2027?',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-gta-price',
    category: 'Culture',
    close: '2026-12-31',
    kalshi: [
      'GTA VI launch price?',
      '$79.99 or less',
      'If the standard edition of Grand Theft Auto VI is priced at or below $79.99 in the US at launch, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will GTA 6 cost more than $79.99 at launch?',
      'This market will resolve to "Yes" if the standard edition of Grand Theft Auto VI is priced above $79.99 in the United States at launch. If it is not released by December 31, 2026, this market will resolve to "No".',
    ],
    label: 'inverted',
    variants: [
      [
        'wording',
        'same',
        'P',
        [
          ['cost more than $79.99 at launch', 'cost $79.99 or less at launch'],
          ['priced above', 'priced at or below'],
        ],
      ],
      ['other threshold', 'different', 'P', [['$79.99', '$99.99']]],
    ],
  },
  {
    id: 'practice2-lula',
    category: 'Elections',
    close: '2026-12-31',
    kalshi: [
      'Brazil presidential election winner?',
      'Luiz Inácio Lula da Silva',
      'If Luiz Inácio Lula da Silva wins the 2026 Brazilian presidential election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Lula win the 2026 Brazilian presidential election?',
      'This market will resolve to the winner of the Brazilian presidential election scheduled for October 4, 2026, with a potential second round on October 25, 2026. Lula da Silva must be declared the winner.',
    ],
    variants: [
      [
        'other person',
        'different',
        'P',
        [
          ['Will Lula win', 'Will Flávio Bolsonaro win'],
          ['Lula da Silva', 'Flávio Bolsonaro'],
        ],
      ],
      [
        'first round',
        'different',
        'P',
        [
          [
            'win the 2026 Brazilian presidential election',
            'win the first round of the 2026 Brazilian presidential election',
          ],
          [', with a potential second round on October 25, 2026', ''],
        ],
      ],
      [
        'run',
        'different',
        'P',
        [
          ['win the 2026 Brazilian presidential election', 'run in the 2026 Brazilian presidential election'],
          ['to the winner of', 'to "Yes" if Lula is a candidate in'],
          ['Lula da Silva must be declared the winner.', ''],
        ],
      ],
      [
        'vote share',
        'different',
        'P',
        [
          [
            'win the 2026 Brazilian presidential election',
            'win by more than 5% in the 2026 Brazilian presidential election',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-japan-pm',
    category: 'World',
    close: '2027-12-31',
    kalshi: [
      'Will Sanae Takaichi leave office?',
      'Before 2028',
      'If Sanae Takaichi ceases to be Prime Minister of Japan before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Takaichi out as Prime Minister of Japan in 2027?',
      'This market will resolve to "Yes" if Sanae Takaichi ceases to be the Prime Minister of Japan for any period of time by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other country',
        'different',
        'P',
        [
          ['Takaichi out as Prime Minister of Japan', 'Anutin out as Prime Minister of Thailand'],
          ['Sanae Takaichi', 'Anutin Charnvirakul'],
          ['Minister of Japan', 'Minister of Thailand'],
        ],
      ],
      [
        'party',
        'different',
        'P',
        [
          ['out as Prime Minister of Japan', 'out as LDP leader'],
          ['Prime Minister of Japan', 'President of the LDP'],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['in 2027?', 'in 2026?'],
          ['2027, 11:59', '2026, 11:59'],
        ],
        '2026-12-31',
      ],
      [
        'vote',
        'different',
        'P',
        [
          ['Takaichi out as Prime Minister of Japan in 2027?', 'Takaichi loses no confidence vote in 2027?'],
          [
            'ceases to be the Prime Minister of Japan for any period of time',
            'loses a vote of no confidence',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-greenland',
    category: 'World',
    close: '2027-12-31',
    kalshi: [
      'Will Trump visit China?',
      'Before Jul 2027',
      'If Donald Trump visits China before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Trump visits China by June 30, 2027?',
      'This market will resolve to "Yes" if Donald Trump physically enters the terrestrial or maritime territory of China by June 30, 2027, 11:59 PM ET. Entering Hong Kong or Taiwan does not count.',
    ],
    variants: [
      [
        'other country',
        'different',
        'P',
        [
          ['visits China', 'visits India'],
          ['territory of China', 'territory of India'],
        ],
      ],
      [
        'reverse',
        'different',
        'P',
        [
          ['Trump visits China', 'Xi Jinping visits the US'],
          ['Donald Trump physically', 'Xi Jinping physically'],
          ['territory of China', 'territory of the United States'],
        ],
      ],
      [
        'meet',
        'different',
        'P',
        [
          ['Trump visits China', 'Trump meets Xi Jinping'],
          ['physically enters the terrestrial or maritime territory of China', 'meets Xi Jinping in person'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-tariff-rate',
    category: 'Economics',
    close: '2027-06-30',
    kalshi: [
      'US tariff rate on China on Jun 30, 2027?',
      'Above 40%',
      'If the general tariff rate of the United States on China is above 40% on Jun 30, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the US tariff rate on China be above 40% on June 30?',
      'This market will resolve by the general tariff rate in effect on imports from China into the United States on June 30, 2027.',
    ],
    variants: [
      [
        'other country',
        'different',
        'P',
        [
          ['on China', 'on India'],
          ['from China', 'from India'],
        ],
      ],
      ['range', 'different', 'P', [['above 40%', 'between 30% and 40%']]],
      [
        'reverse',
        'different',
        'P',
        [
          ['US tariff rate on China', 'Chinese tariff rate on the US'],
          ['imports from China into the United States', 'imports from the United States into China'],
        ],
      ],
      [
        'touch',
        'different',
        'P',
        [
          ['be above 40% on June 30', 'go above 40% by June 30'],
          [
            'by the general tariff rate in effect on imports from China into the United States on',
            'to "Yes" if the general tariff rate on imports from China exceeds 40% at any time by',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-nobel-peace',
    category: 'World',
    close: '2027-10-15',
    kalshi: [
      'Nobel Peace Prize 2027?',
      'Donald Trump',
      'If Donald Trump wins the 2027 Nobel Peace Prize, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Donald Trump win the Nobel Peace Prize in 2027?',
      'This market will resolve to "Yes" if Donald Trump is awarded the 2027 Nobel Peace Prize. If it is shared, this market will resolve to "Yes" if he is one of the laureates.',
    ],
    variants: [
      [
        'nominated',
        'different',
        'P',
        [
          ['win the Nobel', 'be nominated for the Nobel'],
          ['is awarded the', 'is nominated for the'],
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2026']], '2026-12-31'],
      ['other prize', 'different', 'P', [['Nobel Peace Prize', 'Nobel Prize in Literature']]],
      ['other person', 'different', 'P', [['Donald Trump', 'Greta Thunberg']]],
    ],
  },
  {
    id: 'practice2-strategy-btc',
    category: 'Crypto',
    close: '2027-06-30',
    kalshi: [
      'How much Bitcoin will Strategy hold before July?',
      'At least 900,000 BTC',
      'If Strategy holds at least 900,000 BTC before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'MicroStrategy holds 900,000+ BTC by June 30, 2027?',
      'This market will resolve to "Yes" if Strategy (formerly MicroStrategy, MSTR) announces that it holds 900,000 or more Bitcoin by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'sell',
        'different',
        'P',
        [
          ['MicroStrategy holds 900,000+ BTC by', 'MicroStrategy sells any Bitcoin by'],
          ['holds 900,000 or more Bitcoin', 'has sold any Bitcoin'],
        ],
      ],
      ['other threshold', 'different', 'P', [['900,000', '1,000,000']]],
      ['other date', 'different', 'P', [['June 30', 'March 31']], '2027-03-31'],
    ],
  },
  {
    id: 'practice2-token',
    category: 'Crypto',
    close: '2027-06-30',
    kalshi: [
      'Will MetaMask launch a token?',
      'Before Jul 2027',
      'If MetaMask launches a token before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will MetaMask launch a token by June 30?',
      'This market will resolve to "Yes" if MetaMask officially launches a token which is publicly transferable by June 30, 2027, 11:59 PM ET. An announcement without a tradable token does not qualify.',
    ],
    variants: [
      [
        'fdv',
        'different',
        'P',
        [
          ['Will MetaMask launch a token by June 30?', 'MetaMask FDV above $2B one day after launch?'],
          [
            'MetaMask officially launches a token which is publicly transferable by June 30, 2027, 11:59 PM ET',
            'the fully diluted valuation of the MetaMask token is above $2,000,000,000 one day after launch',
          ],
        ],
      ],
      ['other company', 'different', 'P', [['MetaMask', 'OpenSea']]],
      [
        'airdrop',
        'different',
        'P',
        [
          ['launch a token by', 'announce an airdrop by'],
          ['launches a token which is publicly transferable', 'announces an airdrop'],
        ],
      ],
    ],
  },
];
