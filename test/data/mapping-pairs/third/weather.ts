import type { Family } from '../../../mapping/listing-pair.ts';

export const WEATHER: readonly Family[] = [
  {
    id: 'third-new-york-high',
    category: 'Climate and Weather',
    close: '2026-12-20',
    kalshi: [
      'Highest temperature in NYC on Dec 20, 2026?',
      '45° to 46°',
      "If the highest temperature recorded in Central Park, New York for December 20, 2026 as reported by the National Weather Service's Climatological Report (Daily), is between 45-46°, then the market resolves to Yes.",
    ],
    polymarket: [
      'Will the highest temperature in New York City be between 45-46°F on December 20?',
      'This market will resolve to the temperature range that contains the highest temperature recorded at the Central Park Station in degrees Fahrenheit on 20 Dec \'26. It resolves to "Yes" if that is 45°F or 46°F, and otherwise to "No". The resolution source is the National Weather Service.',
    ],
    variants: [
      ['other station', 'different', 'P', [['the Central Park Station', 'the LaGuardia Airport Station']]],
      [
        'other threshold',
        'different',
        'K',
        [
          ['45° to 46°', '47° to 48°'],
          ['45-46°', '47-48°'],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['December 20', 'December 21'],
          ["20 Dec '26", "21 Dec '26"],
        ],
        '2026-12-21',
      ],
      ['high vs low', 'different', 'P', [['highest temperature', 'lowest temperature']]],

      [
        'at least',
        'different',
        'P',
        [
          ['be between 45-46°F', 'be 45°F or higher'],
          ['that is 45°F or 46°F', 'that is 45°F or higher'],
        ],
      ],
    ],
  },
  {
    id: 'third-london-celsius',
    category: 'Climate and Weather',
    close: '2027-01-09',
    kalshi: [
      'Highest temperature in London on Jan 9, 2027?',
      '8°C',
      'If the highest temperature recorded at London City Airport on January 9, 2027, rounded to whole degrees Celsius, is 8°C, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the highest temperature in London be 8°C on January 9?',
      'This market will resolve to "Yes" if the highest temperature recorded at the London City Airport Station on 9 Jan \'27 is 8°C. Otherwise, this market will resolve to "No". The resolution source measures temperatures to whole degrees Celsius (eg, 9°C), which is the level of precision that will be used.',
    ],
    variants: [
      [
        'other unit',
        'different',
        'K',
        [
          ['8°C', '46°F'],
          ['degrees Celsius', 'degrees Fahrenheit'],
        ],
      ],
      ['other station', 'different', 'P', [['London City Airport Station', 'Heathrow Airport Station']]],
      [
        'at least',
        'different',
        'P',
        [
          ['be 8°C on', 'be 8°C or higher on'],
          ['is 8°C. Otherwise', 'is 8°C or higher. Otherwise'],
        ],
      ],
    ],
  },
  {
    id: 'third-chicago-snow',
    category: 'Climate and Weather',
    close: '2026-12-31',
    kalshi: [
      'Chicago snowfall in December 2026?',
      'Above 8.0 inches',
      'If the total snowfall recorded at Chicago O’Hare in December 2026 is above 8.0 inches according to the National Weather Service, then the market resolves to Yes.',
    ],
    polymarket: [
      'More than 8 inches of snow in Chicago in December?',
      'This market will resolve to "Yes" if the NWS monthly total of snowfall for December 2026 at Chicago-O\'Hare is greater than 8.0 inches. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other unit',
        'different',
        'P',
        [
          ['8 inches', '8 centimeters'],
          ['8.0 inches', '8.0 centimeters'],
        ],
      ],
      [
        'season',
        'different',
        'P',
        [
          ['in December?', 'this winter?'],
          [
            'monthly total of snowfall for December 2026',
            'total of snowfall from December 1, 2026 through February 28, 2027',
          ],
        ],
        '2027-02-28',
      ],

      [
        'rain',
        'different',
        'P',
        [
          ['inches of snow in', 'inches of precipitation in'],
          ['total of snowfall', 'total of precipitation'],
        ],
      ],
      [
        'white christmas',
        'different',
        'P',
        [
          'White Christmas in Chicago?',
          'This market will resolve to "Yes" if the snow depth reported by the NWS at Chicago-O\'Hare on December 25, 2026 is 1 inch or more. Otherwise, this market will resolve to "No".',
        ],
        '2026-12-25',
      ],
    ],
  },
  {
    id: 'third-florida-landfall',
    category: 'Climate and Weather',
    close: '2027-08-31',
    kalshi: [
      'Will a hurricane make landfall in Florida before Sep 2027?',
      '',
      'If a storm makes landfall in Florida at hurricane strength between June 1, 2027 and August 31, 2027 according to the National Hurricane Center, then the market resolves to Yes.',
    ],
    polymarket: [
      'Hurricane landfall in Florida by August 31, 2027?',
      'This market will resolve to "Yes" if any tropical cyclone makes landfall in the state of Florida as a hurricane (Category 1 or stronger) between June 1 and August 31, 2027, per the National Hurricane Center. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'category',
        'different',
        'P',
        [
          ['Hurricane landfall', 'Category 3 hurricane landfall'],
          ['as a hurricane (Category 1 or stronger)', 'as a major hurricane (Category 3 or stronger)'],
        ],
      ],
      [
        'form vs landfall',
        'different',
        'P',
        [
          'Will a hurricane form in the Atlantic by August 31, 2027?',
          'This market will resolve to "Yes" if any Atlantic tropical cyclone is classified as a hurricane by the National Hurricane Center between June 1 and August 31, 2027, wherever it is. Otherwise, this market will resolve to "No".',
        ],
      ],
      ['other place', 'different', 'K', [['Florida', 'Louisiana']]],
      [
        'tropical storm',
        'different',
        'P',
        [
          ['Hurricane landfall', 'Named storm landfall'],
          ['as a hurricane (Category 1 or stronger)', 'as a tropical storm or stronger'],
        ],
      ],
    ],
  },
];
