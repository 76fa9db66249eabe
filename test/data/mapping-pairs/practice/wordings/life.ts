import type { Family } from '../../../../mapping/listing-pair.ts';

/** One question in two more wordings each, and what differs by one clause: games, culture, science. */
export const WORDING_LIFE: readonly Family[] = [
  {
    id: 'practice3-first-pick',
    category: 'Sports',
    close: '2027-06-25',
    kalshi: [
      'Pro basketball draft: #1 pick?',
      'AJ Dybantsa',
      'If AJ Dybantsa is the first overall pick in the 2027 pro basketball draft, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will AJ Dybantsa be the first pick in the 2027 NBA Draft?',
      'This market will resolve to "Yes" if AJ Dybantsa is selected first overall in the 2027 NBA Draft.',
    ],
    variants: [
      [
        'rank',
        'different',
        'P',
        [
          ['be the first pick', 'be the second pick'],
          ['selected first overall', 'selected second overall'],
        ],
      ],
      [
        'team',
        'different',
        'P',
        [
          ['be the first pick in', 'be drafted by the Utah Jazz in'],
          ['selected first overall', 'selected by the Utah Jazz'],
        ],
      ],
      [
        'top ten',
        'different',
        'P',
        [
          ['be the first pick', 'be a top 5 pick'],
          ['selected first overall', 'among the first five selections'],
        ],
      ],
    ],
  },
  {
    id: 'practice3-hottest-month',
    category: 'Climate',
    close: '2027-02-15',
    kalshi: [
      'Global temperature increase in January 2027?',
      'Above 1.20°C',
      'If the Land-Ocean Temperature Index for January 2027 is above 1.20 degrees Celsius, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will global temperature increase by more than 1.20ºC in January 2027?',
      'This market will resolve by the Global Land-Ocean Temperature Index anomaly of NASA for January 2027.',
    ],
    variants: [
      ['range', 'different', 'P', [['by more than 1.20ºC', 'by between 1.20ºC and 1.24ºC']]],
      ['other threshold', 'different', 'P', [['1.20ºC', '1.30ºC']]],
      [
        'rank',
        'different',
        'P',
        [
          [
            'Will global temperature increase by more than 1.20ºC in January 2027?',
            'Will January 2027 be the hottest January on record?',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice3-song-debut',
    category: 'Entertainment',
    close: '2027-01-31',
    kalshi: [
      'Grammy for Album of the Year?',
      'Bad Bunny',
      'If Bad Bunny wins Album of the Year at the 69th Grammy Awards, then the market resolves to Yes.',
    ],
    polymarket: [
      'Grammys: Will Bad Bunny win Album of the Year?',
      'This market will resolve to the artist whose album wins Album of the Year at the 69th Annual Grammy Awards, scheduled for January 31, 2027.',
    ],
    variants: [
      [
        'other award',
        'different',
        'P',
        [
          ['Album of the Year', 'Record of the Year'],
          ['whose album wins', 'whose recording wins'],
        ],
      ],
      ['other person', 'different', 'P', [['Bad Bunny', 'Lady Gaga']]],
      [
        'count',
        'different',
        'P',
        [
          ['win Album of the Year', 'win the most awards'],
          ['whose album wins Album of the Year', 'who wins the most awards'],
        ],
      ],
      [
        'Latin',
        'different',
        'P',
        [
          ['Grammys: Will', 'Latin Grammys: Will'],
          ['69th Annual Grammy', '28th Annual Latin Grammy'],
        ],
      ],
    ],
  },
  {
    id: 'practice3-oscar-nods',
    category: 'Entertainment',
    close: '2027-01-22',
    kalshi: [
      'How many Oscar nominations will "Hamnet 2" get?',
      'At least 8',
      'If Hamnet 2 gets at least 8 nominations for the 99th Academy Awards, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "Hamnet 2" receive 8 or more Oscar nominations?',
      'This market will resolve by the number of nominations "Hamnet 2" receives for the 99th Academy Awards, announced on January 21, 2027.',
    ],
    variants: [
      [
        'wins',
        'different',
        'P',
        [
          ['receive 8 or more Oscar nominations', 'win 8 or more Oscars'],
          ['nominations "Hamnet 2" receives for', 'awards "Hamnet 2" wins at'],
        ],
      ],
      ['other number', 'different', 'P', [['8 or more', '10 or more']]],
      ['inverted comparator', 'inverted', 'P', [['receive 8 or more', 'receive fewer than 8']]],
    ],
  },
  {
    id: 'practice3-hosp',
    category: 'Health',
    close: '2027-03-31',
    kalshi: [
      'Flu hospitalizations this season?',
      'Above 600,000',
      'If the CDC estimates more than 600,000 flu hospitalizations in the US for the 2026-27 season, then the market resolves to Yes.',
    ],
    polymarket: [
      'More than 600k flu hospitalizations in the US this season?',
      'This market will resolve by the CDC estimate of influenza hospitalizations for the 2026-27 season, as published on March 31, 2027.',
    ],
    variants: [
      [
        'deaths',
        'different',
        'P',
        [
          ['flu hospitalizations', 'flu deaths'],
          ['influenza hospitalizations', 'influenza deaths'],
        ],
      ],
      ['other threshold', 'different', 'P', [['600k', '700k']]],
      [
        'covid',
        'different',
        'P',
        [
          ['flu hospitalizations', 'COVID hospitalizations'],
          ['influenza hospitalizations', 'COVID-19 hospitalizations'],
        ],
      ],
    ],
  },
  {
    id: 'practice3-nascar',
    category: 'Sports',
    close: '2027-02-15',
    kalshi: [
      'Daytona 500 winner?',
      'Kyle Larson',
      'If Kyle Larson wins the 2027 Daytona 500, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Kyle Larson win the 2027 Daytona 500?',
      'This market will resolve to the winner of the 2027 DAYTONA 500 scheduled for February 14, 2027. A disqualification after the race will not change the outcome.',
    ],
    variants: [
      [
        'top five',
        'different',
        'P',
        [
          ['win the 2027 Daytona 500', 'finish in the top 5 of the 2027 Daytona 500'],
          ['to the winner of', 'to "Yes" if he is among the first five of'],
        ],
      ],
      [
        'pole',
        'different',
        'P',
        [
          ['win the 2027 Daytona 500', 'win the pole for the 2027 Daytona 500'],
          ['to the winner of', 'to the driver on pole for'],
        ],
      ],
      [
        'maker',
        'different',
        'P',
        [
          ['Will Kyle Larson win', 'Will Chevrolet win'],
          ['to the winner of', 'to the manufacturer of the winning car of'],
        ],
      ],
    ],
  },
  {
    id: 'practice3-ucl-advance',
    category: 'Sports',
    close: '2027-03-17',
    kalshi: [
      'Arsenal vs Bayern: who will advance?',
      'Arsenal',
      'If Arsenal advances to the quarterfinals of the 2026-27 UEFA Champions League, then the market resolves to Yes.',
    ],
    polymarket: [
      'UCL: Will Arsenal advance past Bayern Munich?',
      'This market will resolve to "Yes" if Arsenal FC advances from the round of 16 tie against FC Bayern Munich in the 2026-27 UEFA Champions League.',
    ],
    variants: [
      [
        'leg',
        'different',
        'P',
        [
          ['UCL: Will Arsenal advance past Bayern Munich?', 'Will Arsenal FC win on 2027-03-10?'],
          ['advances from the round of 16 tie', 'wins the first leg of the round of 16 tie'],
        ],
      ],
      [
        'title',
        'different',
        'P',
        [
          ['UCL: Will Arsenal advance past Bayern Munich?', 'Will Arsenal win the 2026-27 Champions League?'],
          ['advances from the round of 16 tie against FC Bayern Munich in', 'wins'],
        ],
      ],
    ],
  },
  {
    id: 'practice3-college-game',
    category: 'Sports',
    close: '2027-01-09',
    kalshi: [
      'Iowa St. at BYU Winner?',
      'BYU',
      'If BYU wins the Iowa St. at BYU men’s college basketball game originally scheduled for Jan 8, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Iowa State Cyclones vs. BYU Cougars',
      'YES is BYU Cougars; NO is Iowa State Cyclones. In the upcoming CBB game, scheduled for January 8 at 9:00 PM ET: If the Iowa State Cyclones win, the market will resolve to "Iowa State Cyclones". If the BYU Cougars win, the market will resolve to "BYU Cougars".',
    ],
    variants: [
      [
        'other side',
        'inverted',
        'P',
        [['YES is BYU Cougars; NO is Iowa State Cyclones', 'YES is Iowa State Cyclones; NO is BYU Cougars']],
      ],
      ['spread', 'different', 'P', [['Iowa State Cyclones vs. BYU Cougars', 'Spread: BYU Cougars (-4.5)']]],
      ['other date', 'different', 'P', [['January 8', 'January 30']], '2027-01-31'],
    ],
  },
  {
    id: 'practice3-ai-benchmark',
    category: 'Tech',
    close: '2027-06-30',
    kalshi: [
      'Will any AI score above 50% on Humanity’s Last Exam?',
      'Before Jul 2027',
      'If any model scores above 50% on Humanity’s Last Exam before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'AI model scores over 50% on Humanity’s Last Exam by June 30, 2027?',
      'This market will resolve to "Yes" if any AI model achieves a score greater than 50% on the leaderboard of Humanity’s Last Exam by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'company',
        'different',
        'P',
        [
          ['AI model scores', 'Google AI model scores'],
          ['any AI model', 'any AI model of Google'],
        ],
      ],
      ['other threshold', 'different', 'P', [['50%', '60%']]],
      ['other test', 'different', 'P', [['Humanity’s Last Exam', 'FrontierMath']]],
    ],
  },
  {
    id: 'practice3-agi',
    category: 'Tech',
    close: '2027-12-31',
    kalshi: [
      'When will OpenAI announce it has achieved AGI?',
      'Before 2028',
      'If OpenAI announces that it has achieved AGI before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'OpenAI announces it has achieved AGI before 2028?',
      'This market will resolve to "Yes" if OpenAI officially announces that it has achieved Artificial General Intelligence (AGI) by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other company', 'different', 'P', [['OpenAI', 'Anthropic']]],
      [
        'other date',
        'different',
        'P',
        [
          ['before 2028', 'before 2027'],
          ['2027, 11:59', '2026, 11:59'],
        ],
        '2026-12-31',
      ],
    ],
  },
];
