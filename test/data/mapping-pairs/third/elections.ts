import type { Family } from '../../../mapping/listing-pair.ts';

export const ELECTIONS: readonly Family[] = [
  {
    id: 'third-kentucky-governor',
    category: 'Politics',
    close: '2027-11-02',
    kalshi: [
      'Kentucky Governor winner? (Party)',
      'Democratic',
      'If the Democratic party candidate wins the 2027 Kentucky gubernatorial election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Democrats win the Kentucky governor race in 2027?',
      'This market will resolve to "Yes" if the candidate of the Democratic Party wins the 2027 Kentucky gubernatorial election scheduled for November 2, 2027. Otherwise, this market will resolve to "No". A candidate\'s party is determined by their ballot-listed affiliation.',
    ],
    variants: [
      ['other party', 'different', 'K', [['Democratic', 'Republican']]],
      [
        'party vs person',
        'different',
        'P',
        [
          'Will Rocky Adkins win the Kentucky governor race in 2027?',
          'This market will resolve to "Yes" if Rocky Adkins wins the 2027 Kentucky gubernatorial election scheduled for November 2, 2027. Otherwise, this market will resolve to "No".',
        ],
      ],
      ['other place', 'different', 'P', [['Kentucky', 'Mississippi']]],
      [
        'other office',
        'different',
        'P',
        [
          ['Kentucky governor race', 'Kentucky attorney general race'],
          ['Kentucky gubernatorial election', 'Kentucky Attorney General election'],
        ],
      ],
      [
        'margin',
        'different',
        'P',
        [
          ['win the Kentucky governor race in 2027?', 'win the Kentucky governor race by 5 points or more?'],
          [
            'wins the 2027 Kentucky gubernatorial election scheduled for November 2, 2027',
            'wins the 2027 Kentucky gubernatorial election by 5.0 percentage points or more',
          ],
        ],
      ],
    ],
  },
  {
    id: 'third-newsom-nominee',
    category: 'Politics',
    close: '2028-08-31',
    kalshi: [
      'Democratic Presidential nominee in 2028?',
      'Gavin Newsom',
      'If Gavin Newsom wins the nomination for the Democratic Party to contest the 2028 Presidential election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Gavin Newsom win the 2028 Democratic presidential nomination?',
      'This market will resolve to “Yes” if Gavin Newsom wins and accepts the 2028 nomination of the Democratic Party for U.S. president. Otherwise, this market will resolve to “No”. The resolution source for this market will be a consensus of official Democratic Party sources. Any replacement of the nominee before election day will not change the resolution of the market.',
    ],
    variants: [
      [
        'nominee vs winner',
        'different',
        'P',
        [
          'Will Gavin Newsom win the 2028 US Presidential Election?',
          'This market will resolve to the person who wins the 2028 US Presidential Election. It resolves to “Yes” if that is Gavin Newsom, and otherwise to “No”. The resolution source for this market is the Associated Press, Fox News, and NBC.',
        ],
      ],
      [
        'other office',
        'different',
        'P',
        [
          ['presidential nomination', 'vice presidential nomination'],
          ['for U.S. president', 'for U.S. vice president'],
        ],
      ],

      [
        'candidacy',
        'different',
        'P',
        [
          'Will Gavin Newsom run for president in 2028?',
          'This market will resolve to “Yes” if Gavin Newsom officially announces his candidacy for the 2028 Democratic presidential nomination. Otherwise, this market will resolve to “No”.',
        ],
      ],
      [
        'primary vs nomination',
        'different',
        'P',
        [
          'Will Gavin Newsom win the 2028 New Hampshire Democratic primary?',
          'This market will resolve to “Yes” if Gavin Newsom wins the 2028 Democratic presidential primary in New Hampshire. Otherwise, this market will resolve to “No”.',
        ],
      ],
    ],
  },
  {
    id: 'third-chicago-mayor',
    category: 'Politics',
    close: '2027-04-06',
    kalshi: [
      'Who will be elected Mayor of Chicago in 2027?',
      'Alexi Giannoulias',
      'If Alexi Giannoulias wins the 2027 Chicago mayoral election, including any runoff, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Alexi Giannoulias win the 2027 Chicago mayoral election?',
      'The first round of the Chicago mayoral election is scheduled for February 23, 2027, and a runoff, if needed, for April 6. This market will resolve to "Yes" if Alexi Giannoulias wins the election. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'round',
        'different',
        'P',
        [
          'Will Alexi Giannoulias finish first in the first round of the Chicago mayoral election?',
          'The first round of the Chicago mayoral election is scheduled for February 23, 2027. This market will resolve to "Yes" if Alexi Giannoulias receives the most votes of all candidates in that round. Otherwise, this market will resolve to "No".',
        ],
        '2027-02-23',
      ],
      [
        'advance',
        'different',
        'P',
        [
          'Will Alexi Giannoulias advance to the runoff for Chicago mayor?',
          'The first round of the Chicago mayoral election is scheduled for February 23, 2027. This market will resolve to "Yes" if Alexi Giannoulias is one of the two candidates of the runoff of April 6. Otherwise, this market will resolve to "No".',
        ],
      ],

      [
        'wording',
        'same',
        'P',
        [
          ['win the 2027 Chicago mayoral election?', 'be the next mayor elected in Chicago (2027)?'],
          ['wins the election', 'is elected mayor in either round'],
        ],
      ],
    ],
  },
  {
    id: 'third-speaker-120th',
    category: 'Politics',
    close: '2027-01-31',
    kalshi: [
      'Who will be elected Speaker of the House for the 120th Congress?',
      'Hakeem Jeffries',
      'If Hakeem Jeffries is the first person elected Speaker of the House of Representatives in the 120th Congress, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Hakeem Jeffries be elected House Speaker at the start of the 120th Congress?',
      'This market will resolve to "Yes" if Hakeem Jeffries is the first individual elected Speaker of the U.S. House of Representatives in the 120th Congress, which convenes on January 3, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'first ballot',
        'different',
        'P',
        [
          ['at the start of the 120th Congress?', 'on the first ballot?'],
          ['in the 120th Congress, which', 'on the first ballot of the 120th Congress, which'],
        ],
      ],
      [
        'other office',
        'different',
        'P',
        [
          'Will Hakeem Jeffries be House Minority Leader in the 120th Congress?',
          'This market will resolve to "Yes" if Hakeem Jeffries is the first individual chosen as Minority Leader of the U.S. House of Representatives in the 120th Congress, which convenes on January 3, 2027. Otherwise, this market will resolve to "No".',
        ],
      ],
      ['other person', 'different', 'K', [['Hakeem Jeffries', 'Mike Johnson']]],
    ],
  },
];
