import type { Family } from '../pair.ts';

/** A third lot: one question in two more wordings each, and what differs by one clause. */
export const THIRD: readonly Family[] = [
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
    id: 'practice3-leader-out',
    category: 'World',
    close: '2027-12-31',
    kalshi: [
      'Next G7 leader out?',
      'Emmanuel Macron',
      'If Emmanuel Macron is the next G7 leader to leave office, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Emmanuel Macron be the next G7 leader out?',
      'This market will resolve to the next leader of a G7 country who ceases to hold office. If none does by December 31, 2027, it resolves to "Other".',
    ],
    variants: [
      [
        'first of several',
        'different',
        'P',
        [
          ['Will Emmanuel Macron be the next G7 leader out?', 'Macron out in 2027?'],
          [
            'to the next leader of a G7 country who ceases to hold office. If none does by December 31, 2027, it resolves to "Other".',
            'to "Yes" if Emmanuel Macron ceases to be President of France by December 31, 2027, 11:59 PM ET.',
          ],
        ],
      ],
      ['other person', 'different', 'P', [['Emmanuel Macron', 'Friedrich Merz']]],
    ],
  },
  {
    id: 'practice3-ipo-first',
    category: 'Companies',
    close: '2027-12-31',
    kalshi: [
      'Which of these companies will IPO first?',
      'SpaceX',
      'If SpaceX is the first of SpaceX, OpenAI, Anthropic and Stripe to complete an IPO, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will SpaceX be the first to IPO?',
      'This market will resolve to the company among SpaceX, OpenAI, Anthropic and Stripe whose shares begin trading first.',
    ],
    variants: [
      [
        'any',
        'different',
        'P',
        [
          ['Will SpaceX be the first to IPO?', 'SpaceX IPO by December 31, 2027?'],
          [
            'to the company among SpaceX, OpenAI, Anthropic and Stripe whose shares begin trading first.',
            'to "Yes" if the shares of SpaceX begin trading on a public exchange by December 31, 2027, 11:59 PM ET.',
          ],
        ],
      ],
      ['other company', 'different', 'P', [['Will SpaceX', 'Will Stripe']]],
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
    id: 'practice3-recognise',
    category: 'World',
    close: '2027-06-30',
    kalshi: [
      'Will Saudi Arabia recognize Israel?',
      'Before Jul 1, 2027',
      'If Saudi Arabia normalizes relations with Israel before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Israel x Saudi Arabia normalize relations by June 30, 2027?',
      'This market will resolve to "Yes" if Israel and Saudi Arabia officially agree to normalize their diplomatic relations by June 30, 2027, 11:59 PM ET. Recognition of Israel by Saudi Arabia also counts.',
    ],
    variants: [
      ['other country', 'different', 'P', [['Saudi Arabia', 'Syria']]],
      [
        'visit',
        'different',
        'P',
        [
          ['Israel x Saudi Arabia normalize relations by', 'Netanyahu visits Saudi Arabia by'],
          [
            'Israel and Saudi Arabia officially agree to normalize their diplomatic relations',
            'Benjamin Netanyahu enters Saudi Arabia',
          ],
          [' Recognition of Israel by Saudi Arabia also counts.', ''],
        ],
      ],
    ],
  },
  {
    id: 'practice3-acquire',
    category: 'Companies',
    close: '2027-06-30',
    kalshi: [
      'Who will acquire Paramount’s CNN?',
      'Byron Allen',
      'If Byron Allen acquires a majority of CNN before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Byron Allen buy CNN by June 30?',
      'This market will resolve to "Yes" if Byron Allen, or a company he controls, takes over a majority stake in CNN by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'announce',
        'different',
        'P',
        [
          ['buy CNN by', 'announce a bid for CNN by'],
          ['takes over a majority stake in', 'announces a bid for'],
        ],
      ],
      ['other person', 'different', 'P', [['Byron Allen', 'Larry Ellison']]],
      ['other target', 'different', 'P', [['CNN', 'MSNBC']]],
    ],
  },
  {
    id: 'practice3-rate-level',
    category: 'Economics',
    close: '2027-12-31',
    kalshi: [
      'Fed funds rate at end of 2027?',
      '3.00% to 3.25%',
      'If the upper bound of the federal funds target range is 3.25% on Dec 31, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the target federal funds rate be 3.00%-3.25% at the end of 2027?',
      'This market will resolve by the target range of the federal funds rate in effect on December 31, 2027.',
    ],
    variants: [
      ['other range', 'different', 'P', [['3.00%-3.25%', '3.25%-3.50%']]],
      ['other date', 'different', 'P', [['2027', '2028']], '2028-12-31'],
      ['or lower', 'different', 'P', [['be 3.00%-3.25% at', 'be 3.25% or lower at']]],
    ],
  },
  {
    id: 'practice3-emergency-cut',
    category: 'Economics',
    close: '2027-12-31',
    kalshi: [
      'Will the Fed make an emergency rate cut?',
      'Before 2028',
      'If the Federal Reserve cuts rates outside of a scheduled meeting before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Fed emergency rate cut by December 31, 2027?',
      'This market will resolve to "Yes" if the Federal Reserve lowers the federal funds rate at an unscheduled meeting by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'any',
        'different',
        'P',
        [
          ['Fed emergency rate cut by', 'Fed rate cut by'],
          ['at an unscheduled meeting', 'at any meeting'],
        ],
      ],
      [
        'hike',
        'different',
        'P',
        [
          ['rate cut by', 'rate hike by'],
          ['lowers the federal', 'raises the federal'],
        ],
      ],
    ],
  },
  {
    id: 'practice3-court-case',
    category: 'Politics',
    close: '2027-07-15',
    kalshi: [
      'Will the Supreme Court rule in favor of Trump’s tariffs?',
      '',
      'If the Supreme Court upholds the tariffs imposed under IEEPA before Jul 16, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Supreme Court rule in favor of Trump tariffs?',
      'This market will resolve to "Yes" if the Supreme Court of the United States rules that the IEEPA tariffs are lawful by July 15, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'refund',
        'different',
        'P',
        [
          ['rule in favor of Trump tariffs', 'order refunds of Trump tariffs'],
          ['rules that the IEEPA tariffs are lawful', 'orders that IEEPA tariffs be refunded'],
        ],
      ],
      [
        'against',
        'inverted',
        'P',
        [['rule in favor of Trump tariffs', 'not rule in favor of Trump tariffs']],
      ],
    ],
  },
  {
    id: 'practice3-city-mayor',
    category: 'Elections',
    close: '2027-12-31',
    kalshi: [
      'Chicago mayoral election winner?',
      'Alexi Giannoulias',
      'If Alexi Giannoulias wins the 2027 Chicago mayoral election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Alexi Giannoulias win the 2027 Chicago Mayoral Election?',
      'This market will resolve to the winner of the Chicago mayoral election, scheduled for February 23, 2027, with a runoff scheduled for April 6, 2027 if nobody has a majority.',
    ],
    variants: [
      [
        'runoff',
        'different',
        'P',
        [
          [
            'win the 2027 Chicago Mayoral Election',
            'advance to the runoff of the 2027 Chicago Mayoral Election',
          ],
          ['to the winner of', 'to "Yes" if he is among the first two of'],
        ],
      ],
      ['other person', 'different', 'P', [['Alexi Giannoulias', 'Brandon Johnson']]],
      ['other city', 'different', 'P', [['Chicago', 'Denver']]],
      [
        'wording',
        'same',
        'P',
        [
          [
            'Will Alexi Giannoulias win the 2027 Chicago Mayoral Election?',
            'Next Mayor of Chicago: Alexi Giannoulias?',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice3-turnout',
    category: 'Elections',
    close: '2027-05-31',
    kalshi: [
      'Voter turnout in the Scottish election?',
      'Above 60%',
      'If turnout in the 2027 Scottish Parliament election is above 60%, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will turnout be over 60% in the 2027 Scottish Parliament election?',
      'This market will resolve by the official turnout of the Scottish Parliament election scheduled for May 6, 2027.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['over 60%', 'over 65%']]],
      ['inverted comparator', 'inverted', 'P', [['be over 60%', 'be 60% or less']]],
      [
        'vote share',
        'different',
        'P',
        [
          ['Will turnout be over 60%', 'Will the SNP win over 60%'],
          ['by the official turnout of', 'by the vote share of the SNP in'],
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
  {
    id: 'practice3-deport',
    category: 'Politics',
    close: '2027-12-31',
    kalshi: [
      'How many people will be deported in 2027?',
      '500,000 to 750,000',
      'If ICE deports between 500,000 and 750,000 people in 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the US deport 500,000-750,000 people in 2027?',
      'This market will resolve by the number of removals that ICE reports for January 1 to December 31, 2027.',
    ],
    variants: [
      ['other range', 'different', 'P', [['500,000-750,000', '750,000-1,000,000']]],
      ['or more', 'different', 'P', [['500,000-750,000 people', '500,000 or more people']]],
      [
        'arrests',
        'different',
        'P',
        [
          ['Will the US deport', 'Will the US arrest'],
          ['number of removals', 'number of arrests'],
        ],
      ],
    ],
  },
  {
    id: 'practice3-party-new',
    category: 'Politics',
    close: '2027-12-31',
    kalshi: [
      'Will Elon Musk start a new political party?',
      'Before 2028',
      'If Elon Musk registers a new political party before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Elon Musk registers new political party by December 31, 2027?',
      'This market will resolve to "Yes" if Elon Musk files the papers that create a new political party in the United States by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'announce',
        'different',
        'P',
        [
          ['registers new', 'announces new'],
          ['files the papers that create', 'announces'],
        ],
      ],
      ['other person', 'different', 'P', [['Elon Musk', 'Andrew Yang']]],
    ],
  },
  {
    id: 'practice3-doge-price',
    category: 'Crypto',
    close: '2027-12-31',
    kalshi: [
      'How low will Bitcoin get in 2027?',
      'Below $60,000',
      'If the price of Bitcoin is below $60,000 at any time before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Bitcoin dip to $60,000 in 2027?',
      'This market will immediately resolve to "Yes" if any Binance 1 minute candle for BTC/USDT in 2027 has a final "Low" price of $60,000 or less.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['$60,000', '$50,000']]],
      [
        'other direction',
        'different',
        'P',
        [
          ['dip to $60,000', 'reach $60,000'],
          ['"Low" price of $60,000 or less', '"High" price of $60,000 or more'],
        ],
      ],
      [
        'order',
        'different',
        'P',
        [
          ['dip to $60,000 in 2027', 'hit $60,000 or $120,000 first'],
          ['"Low" price of $60,000 or less', 'price of $60,000 before $120,000'],
        ],
      ],
      [
        'at close',
        'different',
        'P',
        [
          ['dip to $60,000 in 2027', 'close 2027 below $60,000'],
          [
            'any Binance 1 minute candle for BTC/USDT in 2027 has a final "Low" price of',
            'the last Binance daily candle of 2027 has a final "Close" price of',
          ],
        ],
      ],
    ],
  },
];
