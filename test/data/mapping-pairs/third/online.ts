import type { Family } from '../../../mapping/listing-pair.ts';

export const ONLINE: readonly Family[] = [
  {
    id: 'third-netflix-us-show',
    category: 'Entertainment',
    close: '2026-12-22',
    kalshi: [
      'Top US Netflix show on Dec 22, 2026?',
      'Emily in Paris',
      'If Emily in Paris is ranked #1 on the Netflix Top 10 TV list for the United States published on Dec 22, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "Emily in Paris" be the top US Netflix show this week?',
      'This market will resolve according to which show is listed first in the Netflix Top 10 Shows in the United States update of December 22, 2026, 3:00 PM ET. It resolves to "Yes" if that is "Emily in Paris" (any season), and otherwise to "No". The resolution source is top10.netflix.com.',
    ],
    variants: [
      [
        'worldwide',
        'different',
        'P',
        [
          ['top US Netflix show', 'top global Netflix show'],
          ['Netflix Top 10 Shows in the United States', 'Netflix Global Top 10 Shows (English)'],
        ],
      ],
      [
        'rank',
        'different',
        'P',
        [
          ['the top US', 'the #2 US'],
          ['listed first', 'listed second'],
        ],
      ],
      ['other date', 'different', 'K', [['Dec 22, 2026', 'Dec 29, 2026']]],
    ],
  },
  {
    id: 'third-gta-six',
    category: 'Entertainment',
    close: '2027-03-31',
    kalshi: [
      'Will GTA 6 be released on PC before Apr 2027?',
      '',
      'If Grand Theft Auto VI is officially released for PC before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'GTA VI on PC by March 31, 2027?',
      'This market will resolve to "Yes" if Grand Theft Auto VI is officially released for Windows PC by March 31, 2027, 11:59 PM ET. Early access counts only if it is open to all buyers. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'announce vs release',
        'different',
        'P',
        [
          ['GTA VI on PC by', 'GTA VI PC release date announced by'],
          ['is officially released for Windows PC by', 'receives an official release date for Windows PC by'],
          ['Early access counts only if it is open to all buyers.', 'The release itself may be later.'],
        ],
      ],
      [
        'platform',
        'different',
        'K',
        [
          ['on PC', 'on Nintendo Switch 2'],
          ['for PC', 'for Nintendo Switch 2'],
        ],
      ],
      [
        'price',
        'different',
        'P',
        [
          'Will GTA VI cost $80 or more at launch?',
          'This market will resolve to "Yes" if the standard edition of Grand Theft Auto VI for any platform has a U.S. launch price of at least $79.99. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-half-billion-subscribers',
    category: 'Entertainment',
    close: '2027-03-31',
    kalshi: [
      'Will MrBeast reach 500 million YouTube subscribers before Apr 2027?',
      '',
      'If the YouTube channel MrBeast has at least 500 million subscribers before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'MrBeast hits 500M subscribers by March 31?',
      'This market will resolve to "Yes" if the main channel of MrBeast (@MrBeast) on YouTube displays 500 million or more subscribers by March 31, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other threshold',
        'different',
        'P',
        [
          ['500M', '550M'],
          ['500 million', '550 million'],
        ],
      ],

      [
        'other site',
        'different',
        'P',
        [
          'MrBeast hits 500M TikTok followers by March 31?',
          'This market will resolve to "Yes" if the account of MrBeast (@mrbeast) on TikTok displays 500 million or more followers by March 31, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'wording',
        'same',
        'K',
        [
          [
            'Will MrBeast reach 500 million YouTube subscribers before Apr 2027?',
            'MrBeast to get to half a billion (500,000,000) subscribers on YouTube by Mar 31, 2027?',
          ],
        ],
      ],
    ],
  },
];
