import type { Family } from '../../../mapping/listing-pair.ts';

export const PARLIAMENTS: readonly Family[] = [
  {
    id: 'third-british-premier',
    category: 'World',
    close: '2027-12-31',
    kalshi: [
      'Who will be the next Prime Minister of the United Kingdom?',
      'Angela Rayner',
      'If Angela Rayner is the next person to be appointed Prime Minister of the United Kingdom before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Angela Rayner be the next UK Prime Minister?',
      'This market will resolve to "Yes" if Angela Rayner is the next individual to be officially appointed Prime Minister of the United Kingdom by December 31, 2027, 11:59 PM ET. Interim or caretaker officeholders do not count. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other office',
        'different',
        'P',
        [
          ['UK Prime Minister', 'Leader of the Labour Party'],
          ['officially appointed Prime Minister of the United Kingdom', 'elected Leader of the Labour Party'],
        ],
      ],

      [
        'other date',
        'different',
        'P',
        [
          ['be the next UK Prime Minister?', 'become UK Prime Minister by March 31, 2027?'],
          ['is the next individual to be officially appointed', 'is officially appointed'],
          ['December 31, 2027', 'March 31, 2027'],
        ],
        '2027-03-31',
      ],
      [
        'wording',
        'same',
        'P',
        [['be the next UK Prime Minister?', 'succeed as the next Prime Minister of Britain?']],
      ],
    ],
  },
  {
    id: 'third-french-president',
    category: 'World',
    close: '2027-05-02',
    kalshi: [
      'French presidential election winner?',
      'Jordan Bardella',
      'If Jordan Bardella wins the 2027 French presidential election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Jordan Bardella win the 2027 French presidential election?',
      'The 2027 French presidential election is scheduled for April 2027, with a second round if no candidate receives a majority. This market will resolve according to the candidate who is elected President. This market\'s primary resolution source is the official results; it resolves to "No" if another candidate is elected.',
    ],
    variants: [
      [
        'round',
        'different',
        'P',
        [
          'Will Jordan Bardella win the first round of the 2027 French presidential election?',
          'This market will resolve to "Yes" if Jordan Bardella receives the most votes in the first round of the 2027 French presidential election, whatever the result of a second round. Otherwise, this market will resolve to "No".',
        ],
        '2027-04-11',
      ],
      [
        'reach vs win',
        'different',
        'P',
        [
          'Will Jordan Bardella advance to the second round of the French presidential election?',
          'This market will resolve to "Yes" if Jordan Bardella is one of the two candidates of the second round of the 2027 French presidential election. Otherwise, this market will resolve to "No".',
        ],
      ],

      [
        'vote share',
        'different',
        'P',
        [
          'Will Jordan Bardella receive more than 35% in the first round in France?',
          'This market will resolve to "Yes" if Jordan Bardella receives more than 35% of the valid votes in the first round of the 2027 French presidential election. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-spanish-seats',
    category: 'World',
    close: '2027-08-31',
    kalshi: [
      'Which party will win the most seats in the next Spanish general election?',
      "People's Party (PP)",
      "If the People's Party (PP) wins the most seats in the Congress of Deputies in the next Spanish general election, then the market resolves to Yes.",
    ],
    polymarket: [
      'Will PP win the most seats in the next Spanish general election?',
      'This market will resolve to "Yes" if the Partido Popular (People\'s Party) gains the greatest number of seats in the Congress of Deputies as a result of the next Spanish general election. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'majority',
        'different',
        'P',
        [
          ['win the most seats', 'win a majority of seats'],
          ['gains the greatest number of seats', 'gains 176 or more seats'],
        ],
      ],

      [
        'government',
        'different',
        'P',
        [
          'Will Alberto Núñez Feijóo be the next Prime Minister of Spain?',
          'This market will resolve to "Yes" if Alberto Núñez Feijóo is the next individual to be sworn in as President of the Government of Spain. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'other chamber',
        'different',
        'P',
        [
          [
            'most seats in the next Spanish general election',
            'most Senate seats in the next Spanish general election',
          ],
          ['Congress of Deputies', 'Senate'],
        ],
      ],
    ],
  },
  {
    id: 'third-finnish-sdp-seats',
    category: 'World',
    close: '2027-04-18',
    kalshi: [
      'How many seats will the Social Democrats win in the 2027 Finnish parliamentary election?',
      '50 or more',
      'If the Social Democratic Party of Finland (SDP) wins at least 50 seats in the 2027 Finnish parliamentary election, then the market resolves to Yes.',
    ],
    polymarket: [
      'SDP to win 50+ seats in the Finnish parliamentary election?',
      'This market will resolve to "Yes" if the Social Democratic Party of Finland (SDP) wins 50 or more of the 200 seats of Parliament in the election scheduled for April 18, 2027. Otherwise, this market will resolve to "No". The resolution source is the Ministry of Justice\'s election service.',
    ],
    variants: [
      [
        'other threshold',
        'different',
        'K',
        [
          ['50 or more', '55 or more'],
          ['at least 50 seats', 'at least 55 seats'],
        ],
      ],
      [
        'most seats',
        'different',
        'P',
        [
          ['win 50+ seats', 'win the most seats'],
          [
            'wins 50 or more of the 200 seats of Parliament',
            'wins more of the 200 seats of Parliament than any other party',
          ],
        ],
      ],

      [
        'unit',
        'different',
        'P',
        [
          ['win 50+ seats', 'win 25%+ of votes'],
          ['wins 50 or more of the 200 seats of Parliament', 'receives at least 25.0% of the votes'],
        ],
      ],
    ],
  },
];
