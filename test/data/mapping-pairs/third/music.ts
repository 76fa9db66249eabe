import type { Family } from '../../../mapping/listing-pair.ts';

export const MUSIC: readonly Family[] = [
  {
    id: 'third-christmas-number-one',
    category: 'Entertainment',
    close: '2026-12-22',
    kalshi: [
      'Billboard Hot 100 #1 song for the chart dated Dec 26, 2026?',
      'All I Want for Christmas Is You',
      'If All I Want for Christmas Is You is #1 on the Billboard Hot 100 dated December 26, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "All I Want for Christmas Is You" be #1 on the Billboard Hot 100 dated December 26?',
      'This market will resolve to "Yes" if Mariah Carey\'s "All I Want for Christmas Is You" is listed as the No. 1 song of the Billboard Hot 100 for the week of December 26, 2026. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other chart',
        'different',
        'P',
        [
          ['the Billboard Hot 100 dated December 26', 'Spotify US on December 25'],
          [
            'the Billboard Hot 100 for the week of December 26, 2026',
            "Spotify's daily United States chart for December 25, 2026",
          ],
        ],
      ],

      ['other date', 'different', 'P', [['December 26', 'December 19']], '2026-12-15'],
      [
        'top ten',
        'different',
        'P',
        [
          ['be #1 on', 'be top 10 on'],
          ['listed as the No. 1 song', 'listed among the ten highest songs'],
        ],
      ],
    ],
  },
  {
    id: 'third-wrapped-artist',
    category: 'Entertainment',
    close: '2026-12-10',
    kalshi: [
      'Top Global Artist on Spotify Wrapped 2026?',
      'Bad Bunny',
      'If Bad Bunny is announced as the most-streamed artist globally in Spotify Wrapped 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Bad Bunny be the top Spotify artist for 2026?',
      'This market will resolve to "Yes" if Bad Bunny is named the #1 most-streamed artist worldwide in Spotify\'s official 2026 Wrapped. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'country',
        'different',
        'P',
        [
          ['top Spotify artist', 'top US Spotify artist'],
          ['worldwide', 'in the United States'],
        ],
      ],

      [
        'album',
        'different',
        'P',
        [
          'Will Bad Bunny have the top Spotify album for 2026?',
          'This market will resolve to "Yes" if an album of Bad Bunny is named the #1 most-streamed album worldwide in Spotify\'s official 2026 Wrapped. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'monthly listeners',
        'different',
        'P',
        [
          'Will Bad Bunny have the most Spotify monthly listeners on December 10?',
          'This market will resolve to "Yes" if Bad Bunny has more monthly listeners on Spotify than any other artist when checked on December 10, 2026, 12:00 PM ET. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-record-of-the-year',
    category: 'Entertainment',
    close: '2027-01-31',
    kalshi: [
      'Grammy for Record of the Year 2027?',
      'Opalite',
      'If Opalite wins Record of the Year at the 69th Annual Grammy Awards, then the market resolves to Yes.',
    ],
    polymarket: [
      'Record of the Year 2027: "Opalite"?',
      'This market will resolve to "Yes" if "Opalite" by Taylor Swift wins Record of the Year at the 69th Grammy Awards. Otherwise, this market will resolve to "No". If the award is shared, this market resolves to "Yes" if "Opalite" is one of the winners.',
    ],
    variants: [
      ['category', 'different', 'P', [['Record of the Year', 'Song of the Year']]],
      ['other song', 'different', 'K', [['Opalite', 'Choosin’ Texas']]],
      [
        'other date',
        'different',
        'P',
        [
          ['2027', '2028'],
          ['69th', '70th'],
        ],
        '2028-02-06',
      ],
    ],
  },
  {
    id: 'third-person-of-the-year',
    category: 'Entertainment',
    close: '2026-12-20',
    kalshi: [
      'TIME Person of the Year 2026?',
      'Pope Leo XIV',
      'If Pope Leo XIV is named TIME Person of the Year for 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      "Will Pope Leo XIV be TIME's Person of the Year?",
      'This market will resolve to "Yes" if TIME magazine names Pope Leo XIV as its 2026 Person of the Year, alone or jointly. Otherwise, this market will resolve to "No". Being on a shortlist is not sufficient.',
    ],
    variants: [
      [
        'shortlist',
        'different',
        'P',
        [
          ["be TIME's Person of the Year?", "be on TIME's Person of the Year shortlist?"],
          [
            'names Pope Leo XIV as its 2026 Person of the Year, alone or jointly',
            'publishes a shortlist for its 2026 Person of the Year with Pope Leo XIV on it',
          ],
          [' Being on a shortlist is not sufficient.', ''],
        ],
      ],
      ['category', 'different', 'P', [['Person of the Year', 'Icon of the Year']]],

      [
        'wording',
        'same',
        'P',
        [
          [
            "Will Pope Leo XIV be TIME's Person of the Year?",
            'Who will be named TIME Person of the Year for 2026? Pope Leo XIV',
          ],
        ],
      ],
    ],
  },
];
