import type { Family } from '../../../mapping/listing-pair.ts';

export const PLANETS: readonly Family[] = [
  {
    id: 'third-great-quake',
    category: 'Science',
    close: '2027-06-30',
    kalshi: [
      'Will an earthquake of at least 8.0 magnitude occur before Jul 1, 2027?',
      'At least 8.0',
      'If an earthquake with a magnitude of at least 8.0 occurs anywhere on Earth between Jan 1, 2027 and Jul 1, 2027 (exclusive) according to the USGS, then the market resolves to Yes.',
    ],
    polymarket: [
      '8.0 or above earthquake in the first half of 2027?',
      'This market will resolve to "Yes" if one or more earthquakes with a magnitude of 8.0 or higher occur anywhere on Earth between January 1 and June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No". The resolution source is the USGS Earthquake Hazards Program.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['8.0 or', '7.5 or']]],
      [
        'other place',
        'different',
        'P',
        [
          ['earthquake in the', 'earthquake in Japan in the'],
          ['anywhere on Earth', 'within 200 km of Japan'],
        ],
      ],
      [
        'count',
        'different',
        'P',
        [
          ['8.0 or above earthquake', 'Two or more 8.0+ earthquakes'],
          ['one or more earthquakes', 'two or more earthquakes'],
        ],
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          'No 8.0+ earthquake in the first half of 2027?',
          'This market will resolve to "Yes" if no earthquake with a magnitude of 8.0 or higher occurs anywhere on Earth between January 1 and June 30, 2027, 11:59 PM ET. If one occurs, this market will resolve to "No". The resolution source is the USGS Earthquake Hazards Program.',
        ],
      ],
    ],
  },
  {
    id: 'third-hottest-year',
    category: 'Climate and Weather',
    close: '2027-01-15',
    kalshi: [
      'Will 2026 be the hottest year on record?',
      '',
      'If the annual Land-Ocean Temperature Index of NASA GISTEMP v4 for 2026 is higher than for every earlier year on record, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will 2026 be the hottest year ever recorded?',
      'This market will resolve to "Yes" if the J-D value for 2026 in NASA\'s GISTEMP Global Land-Ocean Temperature Index is greater than that of any previous year. Otherwise, including a tie, this market will resolve to "No".',
    ],
    variants: [
      [
        'rank',
        'different',
        'P',
        [
          ['be the hottest year ever recorded?', 'be the second-hottest year ever recorded?'],
          [
            'is greater than that of any previous year',
            'is greater than that of every previous year except one',
          ],
        ],
      ],
      [
        'other source',
        'different',
        'P',
        [
          [
            "the J-D value for 2026 in NASA's GISTEMP Global Land-Ocean Temperature Index",
            "the global mean temperature for 2026 in Copernicus' ERA5 dataset",
          ],
        ],
      ],
      [
        'month vs year',
        'different',
        'P',
        [
          ['Will 2026 be the hottest year', 'Will December 2026 be the hottest December'],
          ['the J-D value for 2026', 'the value for December 2026'],
          ['any previous year', 'any previous December'],
        ],
      ],
      ['other date', 'different', 'K', [['2026', '2027']]],
    ],
  },
  {
    id: 'third-starship-count',
    category: 'Science',
    close: '2027-12-31',
    kalshi: [
      'How many SpaceX Starship launches in 2027?',
      'At least 12',
      'If SpaceX launches Starship at least 12 times between Jan 1, 2027 and Dec 31, 2027, then the market resolves to Yes. A launch is a lift-off from the pad, whatever its outcome.',
    ],
    polymarket: [
      'Will SpaceX launch 12 or more Starships in 2027?',
      'This market will resolve to "Yes" if there are twelve or more Starship launches in the calendar year 2027. A launch counts once the vehicle lifts off, regardless of success. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'success',
        'different',
        'P',
        [
          ['launch 12 or more Starships', 'complete 12 or more successful Starship flights'],
          ['Starship launches', 'successful Starship launches'],
          ['once the vehicle lifts off, regardless of success', 'only if the ship reaches its planned orbit'],
        ],
      ],
      [
        'range',
        'different',
        'K',
        [
          ['At least 12', '12 to 14'],
          ['at least 12 times', 'between 12 and 14 times'],
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2028']], '2028-12-31'],
    ],
  },
  {
    id: 'third-crewed-moon',
    category: 'Science',
    close: '2028-12-31',
    kalshi: [
      'Will humans land on the Moon before 2029?',
      '',
      'If a crewed spacecraft lands on the surface of the Moon before Jan 1, 2029, then the market resolves to Yes. The nation does not matter.',
    ],
    polymarket: [
      'Crewed Moon landing by end of 2028?',
      'This market will resolve to "Yes" if a spacecraft of any country or company lands on the Moon with at least one living person aboard by December 31, 2028, 11:59 PM ET. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other country',
        'different',
        'P',
        [
          ['Crewed Moon landing', 'Chinese crewed Moon landing'],
          ['a spacecraft of any country or company', 'a spacecraft of China'],
        ],
      ],
      [
        'orbit',
        'different',
        'P',
        [
          ['Crewed Moon landing', 'Crewed spacecraft in lunar orbit'],
          ['lands on the Moon with', 'enters an orbit around the Moon with'],
        ],
      ],
      [
        'robotic',
        'different',
        'P',
        [
          'Any Moon landing by end of 2028?',
          'This market will resolve to "Yes" if a spacecraft, crewed or not, makes a soft landing on the Moon between January 1, 2027 and December 31, 2028, 11:59 PM ET. Otherwise, this market will resolve to "No".',
        ],
      ],
      ['other date', 'different', 'K', [['2029', '2031']]],
    ],
  },
];
