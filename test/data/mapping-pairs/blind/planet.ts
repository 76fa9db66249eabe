import type { Family } from '../../../mapping/listing-pair.ts';

export const PLANET: readonly Family[] = [
  {
    id: 'blind-measles',
    category: 'Health',
    close: '2026-12-31',
    kalshi: [
      'How many measles cases in the US in 2026?',
      'At least 3,000',
      'If the CDC reports at least 3,000 confirmed measles cases in the United States in 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'At least 3,000 measles cases in the U.S. in 2026?',
      'This market will resolve by the number of confirmed measles cases of 2026 according to the CDC.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['3,000', '2,500']]],
      [
        'other disease',
        'different',
        'P',
        [
          'At least 3,000 whooping cough cases in the U.S. in 2026?',
          'This market will resolve by the number of reported pertussis cases of 2026 according to the CDC.',
        ],
      ],
      [
        'other place',
        'different',
        'P',
        [
          'At least 3,000 measles cases in Canada in 2026?',
          'This market will resolve by the number of confirmed measles cases of 2026 according to Health Canada.',
        ],
      ],
      [
        'deaths',
        'different',
        'P',
        [
          'At least 3 measles deaths in the U.S. in 2026?',
          'This market will resolve by the number of measles deaths of 2026 according to the CDC.',
        ],
      ],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          'Fewer than 3,000 measles cases in the U.S. in 2026?',
          'This market will resolve by the number of confirmed measles cases of 2026 according to the CDC.',
        ],
      ],
    ],
  },
  {
    id: 'blind-spacex-launches',
    category: 'Science and Technology',
    close: '2026-12-31',
    kalshi: [
      'How many SpaceX launches in 2026?',
      '160 or more',
      'If SpaceX completes 160 or more launches in 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will SpaceX have 160+ launches in 2026?',
      'This market will resolve by the number of launches of SpaceX between January 1 and December 31, 2026.',
    ],
    variants: [
      [
        'other company',
        'different',
        'P',
        [
          'Will Rocket Lab have 160+ launches in 2026?',
          'This market will resolve by the number of launches of Rocket Lab between January 1 and December 31, 2026.',
        ],
      ],
      ['range', 'different', 'P', [['160+', '160-169']]],
      [
        'strictness',
        'different',
        'P',
        [
          'Will SpaceX have more than 160 launches in 2026?',
          'This market will resolve by the number of launches of SpaceX between January 1 and December 31, 2026.',
        ],
      ],
      [
        'strictness equal',
        'same',
        'P',
        [
          'Will SpaceX have more than 159 launches in 2026?',
          'This market will resolve by the number of launches of SpaceX between January 1 and December 31, 2026.',
        ],
      ],
      [
        'other vehicle',
        'different',
        'P',
        [
          'Will SpaceX have 160+ Starship launches in 2026?',
          'This market will resolve by the number of Starship launches between January 1 and December 31, 2026.',
        ],
      ],
    ],
  },
  {
    id: 'blind-sea-ice',
    category: 'Climate and Weather',
    close: '2027-09-30',
    kalshi: [
      'Arctic sea ice minimum in 2027?',
      'Below 4 million km²',
      'If the minimum daily Arctic sea ice extent in 2027 reported by NSIDC is below 4.00 million square kilometers, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the minimum Arctic sea ice extent be less than 4m square kilometers in 2027?',
      'This market will resolve by the minimum daily Arctic sea ice extent of summer 2027 reported by NSIDC.',
    ],
    variants: [
      ['other place', 'different', 'P', [['Arctic', 'Antarctic']]],
      ['max vs min', 'different', 'P', [['minimum', 'maximum']]],
      ['threshold', 'different', 'P', [['4m', '4.5m']]],
    ],
  },
  {
    id: 'blind-named-storms',
    category: 'Climate and Weather',
    close: '2026-11-30',
    kalshi: [
      'Number of named Atlantic storms in 2026?',
      'More than 16',
      'If there are more than 16 named storms in the Atlantic in the 2026 season, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will there be more than 16 named storms during the 2026 Atlantic hurricane season?',
      'This market will resolve by the number of named storms of the 2026 Atlantic hurricane season according to the National Hurricane Center.',
    ],
    variants: [
      [
        'other measure',
        'different',
        'P',
        [
          'Will there be more than 16 hurricanes during the 2026 Atlantic hurricane season?',
          'This market will resolve by the number of hurricanes of the 2026 Atlantic hurricane season according to the National Hurricane Center.',
        ],
      ],
      ['strictness', 'different', 'P', [['more than 16', '16 or more']]],
      ['strictness equal', 'same', 'P', [['more than 16', '17 or more']]],
      [
        'other place',
        'different',
        'P',
        [['2026 Atlantic hurricane season', '2026 Pacific hurricane season']],
      ],
    ],
  },
  {
    id: 'blind-miami-high',
    category: 'Climate and Weather',
    close: '2026-12-01',
    kalshi: [
      'Highest temperature in Miami on Dec 1, 2026?',
      '82° to 83°',
      'If the highest temperature recorded at Miami International Airport for December 1, 2026 is between 82-83°, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the highest temperature in Miami be between 82-83°F on December 1?',
      'This market will resolve by the highest temperature recorded at the Miami Intl Airport Station in degrees Fahrenheit on 1 Dec 2026.',
    ],
    variants: [
      [
        'other place',
        'different',
        'P',
        [
          'Will the highest temperature in Dallas be between 82-83°F on December 1?',
          'This market will resolve by the highest temperature recorded at the Dallas Love Field Station in degrees Fahrenheit on 1 Dec 2026.',
        ],
      ],
      ['range', 'different', 'P', [['82-83°F', '84-85°F']]],
      [
        'other date',
        'different',
        'P',
        [
          ['December 1', 'December 2'],
          ['1 Dec', '2 Dec'],
        ],
        '2026-12-02',
      ],
      ['high vs low', 'different', 'P', [['highest temperature', 'lowest temperature']]],
    ],
  },
  {
    id: 'blind-seattle-rain',
    category: 'Climate and Weather',
    close: '2026-11-30',
    kalshi: [
      'Rain in Seattle in Nov 2026?',
      'Above 6 inches',
      'If the total precipitation at Seattle-Tacoma International Airport in November 2026 is above 6 inches, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Seattle have more than 6 inches of precipitation in November?',
      'This market will resolve by the total precipitation of Seattle (Sea-Tac) for November 2026 according to the National Weather Service.',
    ],
    variants: [
      [
        'other month',
        'different',
        'P',
        [
          ['in November', 'in December'],
          ['November 2026', 'December 2026'],
        ],
        '2026-12-31',
      ],
      [
        'range',
        'different',
        'P',
        [
          'Will Seattle have between 6 and 7 inches of precipitation in November?',
          'This market will resolve by the total precipitation of Seattle (Sea-Tac) for November 2026 according to the National Weather Service.',
        ],
      ],
      [
        'snow',
        'different',
        'P',
        [
          'Will Seattle have more than 6 inches of snow in November?',
          'This market will resolve by the total snowfall of Seattle (Sea-Tac) for November 2026 according to the National Weather Service.',
        ],
      ],
    ],
  },
  {
    id: 'blind-eruption',
    category: 'Science',
    close: '2027-12-31',
    kalshi: [
      'Will a supervolcano erupt?',
      'Before 2028',
      'If a volcanic eruption with an explosivity index of 7 or higher occurs before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Volcanic eruption (VEI ≥7) by December 31, 2027?',
      'This market will resolve to "Yes" if a volcanic eruption with a VEI of 7 or more occurs by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other threshold',
        'different',
        'P',
        [
          ['VEI ≥7', 'VEI ≥6'],
          ['VEI of 7', 'VEI of 6'],
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2026']], '2026-12-31'],
    ],
  },
  {
    id: 'blind-physics-olympiad',
    category: 'Science and Technology',
    close: '2027-06-30',
    kalshi: [
      'When will an AI win a gold medal at the International Physics Olympiad?',
      'Before Jul 2027',
      'If an AI model scores at gold medal level on the International Physics Olympiad before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'AI gold medal at the International Physics Olympiad by June 30, 2027?',
      'This market will resolve to "Yes" if any AI model reaches a gold-medal score on the International Physics Olympiad by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other contest', 'different', 'P', [['Physics Olympiad', 'Mathematical Olympiad']]],
      [
        'other medal',
        'different',
        'P',
        [
          'AI silver medal or better at the International Physics Olympiad by June 30, 2027?',
          'This market will resolve to "Yes" if any AI model reaches a silver-medal score or better on the International Physics Olympiad by June 30, 2027.',
        ],
      ],
      [
        'other company',
        'different',
        'P',
        [
          'Anthropic AI gold medal at the International Physics Olympiad by June 30, 2027?',
          'This market will resolve to "Yes" if an AI model of Anthropic reaches a gold-medal score on the International Physics Olympiad by June 30, 2027.',
        ],
      ],
    ],
  },
  {
    id: 'blind-app-store',
    category: 'Companies',
    close: '2026-12-31',
    kalshi: [
      '#1 free app in the US Apple App Store on Dec 31, 2026?',
      'ChatGPT',
      'If ChatGPT is the #1 free app in the US Apple App Store on Dec 31, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will ChatGPT be the #1 Free App in the US Apple App Store on December 31?',
      'This market will resolve by the top free apps chart for iPhone in the United States on December 31, 2026.',
    ],
    variants: [
      ['other product', 'different', 'P', [['ChatGPT', 'Threads']]],
      ['rank', 'different', 'P', [['#1 Free App', '#2 Free App']]],
      [
        'paid',
        'different',
        'P',
        [
          ['#1 Free App', '#1 Paid App'],
          ['top free apps', 'top paid apps'],
        ],
      ],
      [
        'touch',
        'different',
        'P',
        [
          'Will ChatGPT become the #1 Free App in the US Apple App Store by December 31?',
          'This market will resolve to "Yes" if ChatGPT is at the top of the free apps chart at any time up to December 31, 2026.',
        ],
      ],
    ],
  },
  {
    id: 'blind-hormuz',
    category: 'World',
    close: '2027-01-31',
    kalshi: [
      'Will Iran close the Strait of Hormuz?',
      'Before Feb 2027',
      'If Iran closes the Strait of Hormuz to commercial shipping before Feb 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Iran closes the Strait of Hormuz by January 31, 2027?',
      'This market will resolve to "Yes" if Iran blocks commercial shipping through the Strait of Hormuz by January 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other act',
        'different',
        'P',
        [
          'Will Iran withdraw from the NPT by January 31, 2027?',
          'This market will resolve to "Yes" if Iran withdraws from the Non-Proliferation Treaty by January 31, 2027, 11:59 PM ET.',
        ],
      ],
      [
        'other side',
        'different',
        'P',
        [
          'US strikes Iran by January 31, 2027?',
          'This market will resolve to "Yes" if the United States carries out a military strike on Iranian soil by January 31, 2027.',
        ],
      ],
      ['other date', 'different', 'P', [['January 31', 'February 28']], '2027-02-28'],
    ],
  },
  {
    id: 'blind-un-sg',
    category: 'World',
    close: '2026-12-31',
    kalshi: [
      'Next UN Secretary-General?',
      'Rafael Grossi',
      'If Rafael Grossi is the next Secretary-General of the United Nations, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Rafael Grossi be the next Secretary-General of the United Nations?',
      'This market will resolve to "Yes" if Rafael Grossi is appointed by the General Assembly as the next Secretary-General of the United Nations.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Rafael Grossi', 'Michelle Bachelet']]],
      [
        'nominee',
        'different',
        'P',
        [
          'Will Argentina nominate Rafael Grossi for Secretary-General of the United Nations?',
          'This market will resolve to "Yes" if Argentina formally nominates Rafael Grossi.',
        ],
      ],
      [
        'category',
        'different',
        'P',
        [
          'Will a woman be the next Secretary-General of the United Nations?',
          'This market will resolve to "Yes" if a woman is appointed by the General Assembly as the next Secretary-General of the United Nations.',
        ],
      ],
    ],
  },
  {
    id: 'blind-greenland',
    category: 'World',
    close: '2028-12-31',
    kalshi: [
      'Will the US take control of any part of Greenland?',
      'Before 2029',
      'If the United States takes control of any part of Greenland before Jan 1, 2029, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the US acquire part of Greenland by December 31, 2028?',
      'This market will resolve to "Yes" if sovereignty over any part of Greenland passes to the United States by December 31, 2028, 11:59 PM ET.',
    ],
    label: 'different',
    variants: [
      [
        'wording',
        'same',
        'P',
        [
          'US takes control of any part of Greenland by December 31, 2028?',
          'This market will resolve to "Yes" if the United States takes control of any part of Greenland by December 31, 2028, 11:59 PM ET.',
        ],
      ],
      [
        'visit',
        'different',
        'P',
        [
          'Will Trump visit Greenland by December 31, 2028?',
          'This market will resolve to "Yes" if Donald Trump physically enters Greenland by December 31, 2028.',
        ],
      ],
    ],
  },
  {
    id: 'blind-nato',
    category: 'World',
    close: '2026-12-31',
    kalshi: [
      'Will the US leave NATO?',
      'Before 2027',
      'If the United States formally withdraws from the North Atlantic Treaty Organization before Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'U.S. withdraws from NATO by December 31, 2026?',
      'This market will resolve to "Yes" if the withdrawal of the United States from NATO is in effect by December 31, 2026, 11:59 PM ET.',
    ],
    variants: [
      [
        'negation',
        'inverted',
        'P',
        [
          'Will the U.S. remain in NATO through December 31, 2026?',
          'This market will resolve to "Yes" if the United States is a member of NATO without interruption through December 31, 2026, 11:59 PM ET.',
        ],
      ],
      [
        'other place',
        'different',
        'P',
        [
          'Ukraine joins NATO by December 31, 2026?',
          'This market will resolve to "Yes" if Ukraine becomes a member of NATO by December 31, 2026, 11:59 PM ET.',
        ],
      ],
      [
        'other body',
        'different',
        'P',
        [
          'U.S. withdraws from the UN by December 31, 2026?',
          'This market will resolve to "Yes" if the withdrawal of the United States from the United Nations is in effect by December 31, 2026.',
        ],
      ],
      [
        'notice',
        'different',
        'P',
        [
          'Will the U.S. give notice of withdrawal from NATO by December 31, 2026?',
          'This market will resolve to "Yes" if the United States formally gives notice of its withdrawal from NATO by December 31, 2026. The withdrawal need not be in effect.',
        ],
      ],
    ],
  },
  {
    id: 'blind-bankruptcy',
    category: 'Companies',
    close: '2026-12-31',
    kalshi: [
      'Which companies will announce bankruptcy this year?',
      'Spirit Airlines',
      'If Spirit Airlines files for bankruptcy before Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Spirit Airlines files for bankruptcy by December 31, 2026?',
      'This market will resolve to "Yes" if Spirit Airlines files for Chapter 7 or Chapter 11 bankruptcy by December 31, 2026, 11:59 PM ET.',
    ],
    variants: [
      ['other company', 'different', 'P', [['Spirit Airlines', 'JetBlue']]],
      [
        'other act',
        'different',
        'P',
        [
          'Spirit Airlines acquired by December 31, 2026?',
          'This market will resolve to "Yes" if an acquisition of Spirit Airlines is announced by December 31, 2026.',
        ],
      ],
      [
        'chapter',
        'different',
        'P',
        [
          'Spirit Airlines files for Chapter 7 by December 31, 2026?',
          'This market will resolve to "Yes" if Spirit Airlines files for Chapter 7 bankruptcy by December 31, 2026. A filing under Chapter 11 does not count.',
        ],
      ],
    ],
  },
  {
    id: 'blind-earnings',
    category: 'Companies',
    close: '2027-01-28',
    kalshi: [
      'What will Apple say during its next earnings call?',
      'Tariff',
      'If any Apple representative says Tariff on the earnings call for the quarter ending December 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Apple say "Tariff" during its Q1 2027 earnings call?',
      'This market will resolve to "Yes" if a speaker of Apple says the listed term during the earnings call of fiscal Q1 2027, scheduled for January 28, 2027.',
    ],
    variants: [
      ['other word', 'different', 'P', [['Tariff', 'Foldable']]],
      ['other company', 'different', 'P', [['Apple', 'Microsoft']]],
      [
        'beat',
        'different',
        'P',
        [
          'Will Apple beat quarterly earnings?',
          'This market will resolve to "Yes" if the EPS of Apple for fiscal Q1 2027 is above the consensus estimate.',
        ],
      ],
    ],
  },
  {
    id: 'blind-robotaxi',
    category: 'Companies',
    close: '2027-03-31',
    kalshi: [
      'Will Waymo operate in New York City?',
      'Before Apr 2027',
      'If Waymo offers rides without a safety driver to the public in New York City before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Waymo driverless rides open to the public in NYC by March 31, 2027?',
      'This market will resolve to "Yes" if members of the public can ride with Waymo in New York City with nobody behind the wheel by March 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other company',
        'different',
        'P',
        [
          'Tesla robotaxi open to the public in NYC by March 31, 2027?',
          'This market will resolve to "Yes" if members of the public can ride with a Tesla robotaxi in New York City with nobody behind the wheel by March 31, 2027.',
        ],
      ],
      [
        'other place',
        'different',
        'P',
        [
          ['in NYC', 'in Boston'],
          ['in New York City', 'in Boston'],
        ],
      ],
      [
        'permit',
        'different',
        'P',
        [
          'Waymo driverless permit for NYC by March 31, 2027?',
          'This market will resolve to "Yes" if New York grants Waymo a permit to operate without a safety driver by March 31, 2027.',
        ],
      ],
    ],
  },
];
