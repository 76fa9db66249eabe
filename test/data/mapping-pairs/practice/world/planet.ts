import type { Family } from '../../../../mapping/listing-pair.ts';

/** War and peace, weather, science, technology. */
export const PLANET: readonly Family[] = [
  {
    id: 'practice-ceasefire',
    category: 'World',
    close: '2027-06-30',
    kalshi: [
      'Russia-Ukraine ceasefire?',
      'Before Jul 1, 2027',
      'If Russia and Ukraine agree to a ceasefire before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Russia x Ukraine ceasefire by June 30, 2027?',
      'This market will resolve to "Yes" if there is an official ceasefire agreement, defined as a publicly announced and mutually agreed halt in military engagement, between Russia and Ukraine by June 30, 2027, 11:59 PM ET. Any form of informal agreement will not be considered. Humanitarian pauses will not count toward the resolution of this market.',
    ],
    variants: [
      [
        'peace deal',
        'different',
        'P',
        [
          ['ceasefire by', 'peace deal by'],
          [
            'an official ceasefire agreement, defined as a publicly announced and mutually agreed halt in military engagement,',
            'a signed peace treaty',
          ],
        ],
      ],
      [
        'other country',
        'different',
        'P',
        [
          ['Russia x Ukraine', 'Israel x Hamas'],
          ['Russia and Ukraine', 'Israel and Hamas'],
        ],
      ],
      ['other date', 'different', 'P', [['June 30', 'March 31']], '2027-03-31'],
    ],
  },
  {
    id: 'practice-khamenei',
    category: 'World',
    close: '2026-12-31',
    kalshi: [
      'Nicolás Maduro out?',
      'Before 2027',
      'If Nicolás Maduro is no longer the President of Venezuela before Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Maduro out by December 31, 2026?',
      'This market will resolve to "Yes" if Nicolás Maduro, the incumbent President of Venezuela, is removed from power for any length of time by December 31, 2026, 11:59 PM ET. Maduro will be considered to be removed from power if he resigns, is detained, or otherwise loses his position or is prevented from fulfilling his duties within this market’s timeframe.',
    ],
    variants: [
      [
        'custody',
        'different',
        'P',
        [
          ['Maduro out by', 'Maduro in U.S. custody by'],
          ['is removed from power for any length of time', 'is in the custody of the United States'],
        ],
      ],
      [
        'other person',
        'different',
        'P',
        [
          ['Maduro', 'Díaz-Canel'],
          ['Nicolás', 'Miguel'],
          ['Venezuela', 'Cuba'],
        ],
      ],
      ['other date', 'different', 'P', [['December 31', 'November 30']], '2026-11-30'],
    ],
  },
  {
    id: 'practice-taiwan',
    category: 'World',
    close: '2027-12-31',
    kalshi: [
      'Will China invade Taiwan?',
      'Before 2028',
      'If China invades Taiwan before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will China invade Taiwan by end of 2027?',
      'This market will resolve to "Yes" if China commences a military offensive intended to establish control over any portion of the Republic of China (Taiwan) by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'blockade',
        'different',
        'P',
        [
          ['invade Taiwan', 'blockade Taiwan'],
          ['a military offensive intended to establish control over any portion', 'a naval or air blockade'],
        ],
      ],
      [
        'clash',
        'different',
        'P',
        [
          ['Will China invade Taiwan by', 'China x Taiwan military clash by'],
          [
            'China commences a military offensive intended to establish control over any portion of the Republic of China (Taiwan)',
            'there is a military engagement between the forces of China and Taiwan',
          ],
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2026']], '2026-12-31'],
    ],
  },
  {
    id: 'practice-iran-deal',
    category: 'World',
    close: '2027-03-31',
    kalshi: [
      'US-Iran nuclear deal?',
      'Before Apr 1, 2027',
      'If the United States and Iran reach an agreement over Iranian nuclear research and/or nuclear weapon development before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'US x Iran nuclear deal by March 31?',
      'This market will resolve to "Yes" if an official agreement over Iranian nuclear research and/or nuclear weapon development, defined as a publicly announced mutual agreement, is reached between the United States and Iran by March 31, 2027, 11:59 PM ET. If such an agreement is officially reached before the resolution date, this market will resolve to "Yes", regardless of if/when the agreement goes into effect.',
    ],
    variants: [
      [
        'meeting',
        'different',
        'P',
        [
          ['nuclear deal by', 'diplomatic meeting by'],
          [
            'official agreement over Iranian nuclear research and/or nuclear weapon development, defined as a publicly announced mutual agreement, is reached',
            'in-person meeting is held',
          ],
        ],
      ],
      ['other date', 'different', 'P', [['March 31', 'April 30']], '2027-04-30'],
      [
        'strike',
        'different',
        'P',
        [
          ['US x Iran nuclear deal by', 'US strikes Iran by'],
          [
            'an official agreement over Iranian nuclear research and/or nuclear weapon development, defined as a publicly announced mutual agreement, is reached between the United States and Iran',
            'the United States initiates an air strike on the soil of Iran',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice-chicago-high',
    category: 'Climate',
    close: '2027-02-12',
    kalshi: [
      'Highest temperature in Chicago on Feb 12, 2027?',
      '38° to 39°',
      'If the highest temperature recorded at Chicago Midway for February 12, 2027 as reported by the National Weather Service’s Climatological Report (Daily), is between 38-39°, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the highest temperature in Chicago be between 38-39°F on February 12?',
      'This market will resolve to the temperature range that contains the highest temperature recorded at Chicago Midway Intl Airport Station in degrees Fahrenheit on 12 Feb 27. The resolution source for this market will be information from Wunderground. This market can not resolve to "Yes" until all data for this date has been finalized.',
    ],
    variants: [
      ['other range', 'different', 'P', [['38-39', '40-41']]],
      [
        'station',
        'different',
        'P',
        [['Chicago Midway Intl Airport Station', 'Chicago O’Hare Intl Airport Station']],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['February 12', 'February 13'],
          ['12 Feb 27', '13 Feb 27'],
        ],
        '2027-02-13',
      ],
      ['low', 'different', 'P', [['highest temperature', 'lowest temperature']]],
      ['or above', 'different', 'P', [['be between 38-39°F', 'be 38°F or higher']]],
    ],
  },
  {
    id: 'practice-hottest-year',
    category: 'Climate',
    close: '2027-01-31',
    kalshi: [
      'Will 2026 be the hottest year ever?',
      '',
      'If 2026 is the hottest year on record according to NASA GISTEMP, then the market resolves to Yes.',
    ],
    polymarket: [
      '2026 the hottest year on record?',
      'This market will resolve to "Yes" if 2026 ranks as the hottest year in the Global Land-Ocean Temperature Index of NASA GISTEMP. If it ties for first, this market will resolve to "Yes".',
    ],
    variants: [
      [
        'rank',
        'different',
        'P',
        [
          ['the hottest year on record', 'the second-hottest year on record'],
          ['ranks as the hottest', 'ranks as the second-hottest'],
        ],
      ],
      ['other date', 'different', 'P', [['2026', '2027']], '2028-01-31'],
    ],
  },
  {
    id: 'practice-cat5',
    category: 'Climate',
    close: '2027-11-30',
    kalshi: [
      'Will a Category 5 hurricane form in the Atlantic in 2027?',
      '',
      'If a Category 5 hurricane forms in the Atlantic basin between Jan 1, 2027 and Nov 30, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Category 5 Atlantic hurricane in 2027?',
      'This market will resolve to "Yes" if the National Hurricane Center classifies any hurricane in the Atlantic basin as Category 5 on the Saffir-Simpson scale during the 2027 season (June 1 to November 30).',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['Category 5', 'Category 4']]],
      [
        'landfall',
        'different',
        'P',
        [
          [
            'Category 5 Atlantic hurricane in 2027?',
            'Category 5 hurricane makes landfall in the US in 2027?',
          ],
          [
            'classifies any hurricane in the Atlantic basin as Category 5',
            'reports a landfall in the United States of a Category 5 hurricane',
          ],
        ],
      ],
      ['other basin', 'different', 'P', [['Atlantic', 'Pacific']]],
    ],
  },
  {
    id: 'practice-snow-nyc',
    category: 'Climate',
    close: '2027-01-31',
    kalshi: [
      'Snow in NYC in January 2027?',
      'Above 8.0 inches',
      'If the total snowfall in Central Park in January 2027 is above 8.0 inches according to the NWS, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will more than 8 inches of snow fall in New York City in January?',
      'This market will resolve by the total snowfall measured at Central Park in New York City for January 2027 according to the National Weather Service.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['more than 8 inches', 'more than 10 inches']]],
      [
        'rain',
        'different',
        'P',
        [
          ['inches of snow fall', 'inches of rain fall'],
          ['total snowfall', 'total rainfall'],
        ],
      ],
      [
        'other place',
        'different',
        'P',
        [
          ['New York City', 'Boston'],
          ['at Central Park in Boston', 'at Logan Airport in Boston'],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['in January?', 'in February?'],
          ['January 2027', 'February 2027'],
        ],
        '2027-02-28',
      ],
    ],
  },
  {
    id: 'practice-starship',
    category: 'Science',
    close: '2027-06-30',
    kalshi: [
      'SpaceX Starship reaches Mars?',
      'Before 2029',
      'If a SpaceX Starship lands on Mars before Jan 1, 2029, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Starship land on Mars by the end of 2028?',
      'This market will resolve to "Yes" if a SpaceX Starship vehicle lands on the surface of Mars by December 31, 2028, 11:59 PM ET.',
    ],
    variants: [
      [
        'launch',
        'different',
        'P',
        [
          ['land on Mars', 'launch to Mars'],
          ['lands on the surface of', 'launches on a trajectory to'],
        ],
      ],
      ['other date', 'different', 'P', [['2028', '2027']], '2027-12-31'],
      [
        'crew',
        'different',
        'P',
        [
          ['Will Starship land', 'Will humans land'],
          ['a SpaceX Starship vehicle lands', 'a human lands'],
        ],
      ],
    ],
  },
  {
    id: 'practice-gpt6',
    category: 'Tech',
    close: '2027-03-31',
    kalshi: [
      'When will OpenAI release GPT-6?',
      'Before Apr 1, 2027',
      'If OpenAI releases GPT-6 before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'GPT-6 released by March 31, 2027?',
      'This market will resolve to "Yes" if OpenAI’s GPT-6 model is made available to the general public by March 31, 2027, 11:59 PM ET. For this market to resolve to "Yes", GPT-6 must be launched and publicly accessible, including via open beta or open rolling waitlist signups. A closed beta or any form of private access will not suffice.',
    ],
    variants: [
      ['other model', 'different', 'P', [['GPT-6', 'GPT-5.5']]],
      [
        'announce',
        'different',
        'P',
        [
          ['GPT-6 released by', 'GPT-6 announced by'],
          ['is made available to the general public', 'is officially announced'],
          [
            ' For this market to resolve to "Yes", GPT-6 must be launched and publicly accessible, including via open beta or open rolling waitlist signups. A closed beta or any form of private access will not suffice.',
            '',
          ],
        ],
      ],
      ['other date', 'different', 'P', [['March 31', 'June 30']], '2027-06-30'],
    ],
  },
  {
    id: 'practice-best-ai',
    category: 'Tech',
    close: '2027-02-28',
    kalshi: [
      'Top AI model at the end of February?',
      'Gemini',
      'If Google has the top-ranked model on the LMArena Text leaderboard on Feb 28, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Google have the best AI model at the end of February 2027?',
      'This market will resolve according to the company that owns the model with the highest arena score in the Text Arena of the LMArena Leaderboard when it is checked on February 28, 2027, 12:00 PM ET. Results from the "Score" section of the leaderboard with style control on will be used.',
    ],
    variants: [
      ['other company', 'different', 'P', [['Google', 'xAI']]],
      [
        'rank',
        'different',
        'P',
        [
          ['best AI model', 'second best AI model'],
          ['highest arena score', 'second highest arena score'],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['end of February 2027', 'end of March 2027'],
          ['February 28', 'March 31'],
        ],
        '2027-03-31',
      ],
      [
        'other board',
        'different',
        'P',
        [
          ['best AI model', 'best coding AI model'],
          ['Text Arena', 'WebDev Arena'],
        ],
      ],
    ],
  },
  {
    id: 'practice-bird-flu',
    category: 'Health',
    close: '2027-12-31',
    kalshi: [
      'Will WHO declare a pandemic?',
      'Before 2028',
      'If the World Health Organization declares a new pandemic before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'New pandemic declared by World Health Organization by December 31, 2027?',
      'This market will resolve to "Yes" if the World Health Organization (WHO) characterizes any disease as a pandemic by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'emergency',
        'different',
        'P',
        [
          ['New pandemic declared', 'Public health emergency declared'],
          [
            'characterizes any disease as a pandemic',
            'declares a Public Health Emergency of International Concern',
          ],
        ],
      ],
      [
        'other body',
        'different',
        'P',
        [
          ['World Health Organization', 'Centers for Disease Control'],
          ['(WHO)', '(CDC)'],
        ],
      ],
    ],
  },
  {
    id: 'practice-aliens',
    category: 'Science',
    close: '2027-12-31',
    kalshi: [
      'Will the US confirm that aliens exist?',
      'Before 2028',
      'If the United States government confirms the existence of alien life before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'US confirms that aliens exist by December 31, 2027?',
      'This market will resolve to "Yes" if the President of the United States, any member of the Cabinet, the Joint Chiefs of Staff, or any US federal agency definitively states that extraterrestrial life or technology exists by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'files',
        'different',
        'P',
        [
          ['US confirms that aliens exist', 'US declassifies UFO files'],
          [
            'definitively states that extraterrestrial life or technology exists',
            'declassifies files on unidentified aerial phenomena',
          ],
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2026']], '2026-12-31'],
    ],
  },
];
