import type { Family } from '../../../mapping/listing-pair.ts';

export const WEATHER: readonly Family[] = [
  {
    id: 'nyc-high',
    category: 'Weather',
    close: '2026-11-30',
    kalshi: [
      'Highest temperature in NYC on Nov 30, 2026?',
      '53° or above',
      'If the highest temperature recorded in Central Park, New York for November 30, 2026 as reported by the National Weather Service is greater than 52°, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the highest temperature in New York City be 53°F or higher on November 30?',
      'This market resolves by the highest temperature recorded in Central Park, NYC on November 30, 2026 in degrees Fahrenheit.',
    ],
    variants: [
      [
        'city vs airport',
        'different',
        'P',
        [['recorded in Central Park, NYC', 'recorded at LaGuardia Airport Station']],
      ],
      ['other threshold', 'different', 'P', [['53°F', '55°F']]],
      ['other date', 'different', 'P', [['November 30', 'December 1']], '2026-12-01'],
      [
        'other place',
        'different',
        'P',
        [
          ['New York City', 'Chicago'],
          ['Central Park, NYC', 'Chicago Midway Airport'],
        ],
      ],
      ['high vs low', 'different', 'P', [['highest temperature', 'lowest temperature']]],
      ['range', 'different', 'P', [['be 53°F or higher', 'be between 53-54°F']]],
      [
        'other unit',
        'different',
        'P',
        [
          ['53°F or higher', '53°C or higher'],
          ['Fahrenheit', 'Celsius'],
        ],
      ],
      ['inverted comparator', 'inverted', 'P', [['53°F or higher', '52°F or below']]],
    ],
  },
  {
    id: 'london-rain',
    category: 'Weather',
    close: '2026-12-10',
    kalshi: [
      'Will it rain in London on Dec 10, 2026?',
      '',
      'If the Met Office records more than 0.2 mm of rain at Heathrow on December 10, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Rain in London on December 10?',
      'Resolves Yes if more than 0.2 mm of rain is recorded at Heathrow on December 10, 2026.',
    ],
    variants: [
      [
        'other place',
        'different',
        'P',
        [
          ['Rain in London', 'Rain in Paris'],
          ['Heathrow', 'Paris Montsouris'],
        ],
      ],
      ['other date', 'different', 'P', [['December 10', 'December 11']], '2026-12-11'],
      ['city vs airport', 'different', 'P', [['recorded at Heathrow', "recorded at St James's Park"]]],
      [
        'negation',
        'inverted',
        'P',
        [
          'Will it not rain in London on December 10?',
          'Resolves Yes if no rain above 0.2 mm is recorded at Heathrow on December 10, 2026.',
        ],
      ],
      [
        'in a window',
        'different',
        'P',
        [
          'Rain in London in December 2026 above 40 mm?',
          'Resolves Yes if more than 40 mm of rain is recorded at Heathrow in December 2026.',
        ],
      ],
      [
        'snow',
        'different',
        'P',
        [
          ['Rain in London', 'Snow in London'],
          ['more than 0.2 mm of rain', 'any snow'],
        ],
      ],
    ],
  },
  {
    id: 'nyc-snow',
    category: 'Weather',
    close: '2026-12-31',
    kalshi: [
      'How much snow in NYC in December 2026?',
      'Above 4.0 inches',
      'If total snowfall at Central Park in December 2026 is above 4.0 inches, then the market resolves to Yes.',
    ],
    polymarket: [
      'More than 4 inches of snow in New York City in December 2026?',
      'Resolves Yes if the NWS reports more than 4 inches of total snowfall at Central Park, NYC in December 2026.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['4 inches', '6 inches']]],
      ['other unit', 'different', 'P', [['4 inches', '4 cm']]],
      ['other date', 'different', 'P', [['December 2026', 'January 2027']], '2027-01-31'],
      [
        'other place',
        'different',
        'P',
        [
          ['New York City', 'Boston'],
          ['Central Park, NYC', 'Logan Airport, Boston'],
        ],
      ],
      [
        'rain',
        'different',
        'P',
        [
          ['of snow', 'of rain'],
          ['snowfall', 'rainfall'],
        ],
      ],
    ],
  },
  {
    id: 'hurricane-landfall',
    category: 'Weather',
    close: '2027-11-30',
    kalshi: [
      'Will a hurricane make landfall in Florida in 2027?',
      '',
      'If a hurricane makes landfall in Florida before Dec 1, 2027 and after Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Hurricane landfall in Florida by November 30, 2027?',
      'Resolves Yes if a hurricane makes landfall in Florida by November 30, 2027.',
    ],
    label: 'different',
    variants: [
      [
        'same window',
        'same',
        'P',
        [
          'Will a hurricane make landfall in Florida in 2027?',
          'Resolves Yes if any hurricane makes landfall in the state of Florida in 2027.',
        ],
      ],
      [
        'other place',
        'different',
        'P',
        [
          'Will a hurricane make landfall in Texas in 2027?',
          'Resolves Yes if any hurricane makes landfall in the state of Texas in 2027.',
        ],
      ],
      [
        'category',
        'different',
        'P',
        [
          'Will a Category 4 hurricane make landfall in Florida in 2027?',
          'Resolves Yes if a Category 4 or stronger hurricane makes landfall in Florida in 2027.',
        ],
      ],
      [
        'form vs landfall',
        'different',
        'P',
        [
          'Will a hurricane form in the Atlantic in 2027?',
          'Resolves Yes if a hurricane forms in the Atlantic basin in 2027.',
        ],
      ],
    ],
  },
  {
    id: 'hottest-year',
    category: 'Weather',
    close: '2027-01-31',
    kalshi: [
      'Will 2026 be the hottest year on record?',
      '',
      'If 2026 is the hottest year on record according to NASA GISTEMP, then the market resolves to Yes.',
    ],
    polymarket: [
      '2026 the hottest year ever recorded?',
      'Resolves Yes if 2026 is the hottest year on record in the NASA GISTEMP Land-Ocean Temperature Index.',
    ],
    variants: [
      ['other date', 'different', 'P', [['2026', '2027']], '2028-01-31'],
      [
        'rank',
        'different',
        'P',
        [
          'Will 2026 be the second hottest year on record?',
          'Resolves Yes if 2026 ranks second in the NASA GISTEMP Land-Ocean Temperature Index.',
        ],
      ],
      [
        'month vs year',
        'different',
        'P',
        [
          'Will November 2026 be the hottest November on record?',
          'Resolves Yes if November 2026 is the hottest November in the NASA GISTEMP index.',
        ],
      ],
    ],
  },
  {
    id: 'quake-8',
    category: 'Weather',
    close: '2027-06-30',
    kalshi: [
      'Magnitude 8.0+ earthquake before Jul 1, 2027?',
      '',
      'If the USGS reports an earthquake of magnitude 8.0 or greater before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will there be an earthquake of magnitude 8.0 or higher by June 30, 2027?',
      'Resolves Yes if the USGS records an earthquake of magnitude 8.0 or more by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['8.0', '9.0']]],
      ['other date', 'different', 'P', [['June 30', 'August 31']], '2027-08-31'],
      [
        'other place',
        'different',
        'P',
        [
          'Will there be an earthquake of magnitude 8.0 or higher in Japan by June 30, 2027?',
          'Resolves Yes if the USGS records an earthquake of magnitude 8.0 or more in Japan by June 30, 2027.',
        ],
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          'No earthquake of magnitude 8.0 or higher by June 30, 2027?',
          'Resolves Yes if the USGS records no earthquake of magnitude 8.0 or more by June 30, 2027, 11:59 PM ET.',
        ],
      ],
    ],
  },
];
