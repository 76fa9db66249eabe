import type { Family } from '../../../mapping/listing-pair.ts';

export const LEADERS: readonly Family[] = [
  {
    id: 'third-nigerian-president',
    category: 'World',
    close: '2027-02-20',
    kalshi: [
      'Nigerian presidential election winner?',
      'Bola Tinubu',
      'If Bola Tinubu wins the 2027 Nigerian presidential election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Bola Tinubu win the 2027 Nigerian presidential election?',
      'The next presidential election in Nigeria is expected in early 2027. This market will resolve to "Yes" if Bola Tinubu wins this election. Otherwise, it will resolve to "No". The resolution source is a consensus of credible reporting; in case of ambiguity, the Independent National Electoral Commission (INEC).',
    ],
    variants: [
      ['other person', 'different', 'P', [['Bola Tinubu', 'Peter Obi']]],
      [
        'other contest',
        'different',
        'P',
        [
          'Will the APC win the 2027 Lagos State gubernatorial election?',
          'The next gubernatorial election in Lagos State, Nigeria is expected in early 2027. This market will resolve to "Yes" if the candidate of the All Progressives Congress (APC) wins this election. Otherwise, it will resolve to "No".',
        ],
      ],
      [
        'margin',
        'different',
        'P',
        [
          [
            'win the 2027 Nigerian presidential election?',
            'win the 2027 Nigerian presidential election by 10% or more?',
          ],
          [
            'wins this election',
            'wins this election with a lead of at least 10 percentage points of the votes',
          ],
        ],
      ],
    ],
  },
  {
    id: 'third-netanyahu-out',
    category: 'World',
    close: '2027-03-31',
    kalshi: [
      'Will Benjamin Netanyahu be out as Prime Minister of Israel before Apr 1, 2027?',
      '',
      'If Benjamin Netanyahu ceases to be Prime Minister of Israel before Apr 1, 2027, then the market resolves to Yes. Remaining in office as caretaker is not leaving it.',
    ],
    polymarket: [
      'Netanyahu out by March 31?',
      'This market will resolve to "Yes" if Israel\'s Prime Minister, Benjamin Netanyahu, ceases to hold the office of Prime Minister by March 31, 2027, 11:59 PM ET. If he continues in a caretaker role, he will not be considered to have ceased to hold the office. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['other date', 'different', 'P', [['March 31', 'January 31']], '2027-01-31'],
      [
        'convicted',
        'different',
        'P',
        [
          'Netanyahu convicted by March 31?',
          'This market will resolve to "Yes" if Benjamin Netanyahu is found guilty on any charge by the Jerusalem District Court by March 31, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'wording',
        'same',
        'K',
        [
          [
            'be out as Prime Minister of Israel before Apr 1, 2027?',
            'stop being Prime Minister of Israel by the end of March 2027?',
          ],
        ],
      ],
    ],
  },
  {
    id: 'third-trump-in-india',
    category: 'World',
    close: '2027-06-30',
    kalshi: [
      'Which countries will Trump visit before Jul 2027?',
      'India',
      'If Donald Trump visits India after Issuance and before Jul 1, 2027, then the market resolves to Yes. A visit requires that he physically enters the territory of the country.',
    ],
    polymarket: [
      'Will Trump visit India by June 30, 2027?',
      'If U.S. President Donald Trump visits India by June 30, 2027, 11:59 PM ET, this market will resolve to "Yes". Otherwise, this market will resolve to "No". For the purpose of this market, a "visit" is defined as Trump physically entering the terrestrial or maritime territory of the listed country.',
    ],
    variants: [
      [
        'other person',
        'different',
        'P',
        [
          ['Will Trump visit', 'Will JD Vance visit'],
          ['U.S. President Donald Trump visits', 'U.S. Vice President JD Vance visits'],
          ['as Trump physically', 'as Vance physically'],
        ],
      ],
      [
        'other side',
        'different',
        'P',
        [
          'Will Narendra Modi visit the United States by June 30, 2027?',
          'If Indian Prime Minister Narendra Modi visits the United States by June 30, 2027, 11:59 PM ET, this market will resolve to "Yes". Otherwise, this market will resolve to "No". For the purpose of this market, a "visit" is defined as Modi physically entering the territory of the country.',
        ],
      ],
      [
        'trade deal',
        'different',
        'P',
        [
          'US x India trade deal signed by June 30, 2027?',
          'This market will resolve to "Yes" if the United States and India sign a trade agreement by June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-leaders-meet',
    category: 'World',
    close: '2027-06-30',
    kalshi: [
      'Will Putin and Zelenskyy meet before Jul 2027?',
      '',
      'If Vladimir Putin and Volodymyr Zelenskyy meet in person before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Zelenskyy x Putin meeting by June 30, 2027?',
      'This market will resolve to "Yes" if Volodymyr Zelenskyy and Vladimir Putin are present and interact with each other in person by June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No". Phone or video calls will not qualify.',
    ],
    variants: [
      [
        'call',
        'different',
        'P',
        [
          ['meeting by', 'phone call by'],
          [
            'are present and interact with each other in person',
            'speak directly with each other by phone or video',
          ],
          ['Phone or video calls will not qualify.', 'Meetings in person do not count.'],
        ],
      ],
      [
        'other person',
        'different',
        'P',
        [
          ['Zelenskyy x Putin', 'Trump x Putin'],
          ['Volodymyr Zelenskyy', 'Donald Trump'],
        ],
      ],
      [
        'place',
        'different',
        'P',
        [
          ['meeting by', 'meeting in Istanbul by'],
          ['in person by', 'in person in Istanbul by'],
        ],
      ],
      [
        'announce vs happen',
        'different',
        'P',
        [
          ['meeting by', 'meeting announced by'],
          [
            'are present and interact with each other in person',
            'are officially announced by both governments to hold a meeting on a given date, even if it is later,',
          ],
        ],
      ],
    ],
  },
];
