import type { Family } from '../pair.ts';

/** Statistics, central banks, prices and companies. */
export const MONEY: readonly Family[] = [
  {
    id: 'practice-cpi-exact',
    category: 'Economics',
    close: '2027-06-10',
    kalshi: [
      'CPI year-over-year in May 2027?',
      'Exactly 2.9%',
      'If the rate of CPI inflation for the twelve months ending May 2027 is exactly 2.9%, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will annual inflation increase by 2.9% in May?',
      'This market will resolve to the percentage change of the 12-month period ending May 2027 in the Consumer Price Index (CPI), according to the Bureau of Labor Statistics report currently scheduled for release on June 10, 2027, 8:30 AM ET. Note: the BLS reports inflation to one decimal point (e.g. 2.9%). If no data is released by the next scheduled report, this market will resolve by the most recent previous month with available data.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['increase by 2.9%', 'increase by 3.0%']]],
      ['range', 'different', 'P', [['2.9% in May', '≥2.9% in May']]],
      [
        'other date',
        'different',
        'P',
        [
          ['in May?', 'in April?'],
          ['ending May 2027', 'ending April 2027'],
          ['June 10, 2027', 'May 12, 2027'],
        ],
        '2027-05-12',
      ],
      [
        'monthly',
        'different',
        'P',
        [
          ['annual inflation', 'monthly inflation'],
          ['of the 12-month period ending', 'of the one-month period of'],
          ['2.9% in May', '2.9% in May'],
        ],
      ],
      [
        'core',
        'different',
        'P',
        [
          ['annual inflation', 'annual core inflation'],
          ['(CPI)', '(CPI) for all items less food and energy'],
        ],
      ],
    ],
  },
  {
    id: 'practice-payrolls-range',
    category: 'Economics',
    close: '2027-04-02',
    kalshi: [
      'Jobs numbers in March 2027?',
      'Above 75,000',
      'If total nonfarm payroll employment increases by more than 75,000 in March 2027 according to the Employment Situation Report, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will more than 75,000 jobs be added in March?',
      'This market will resolve by the change in total nonfarm payroll employment for March 2027 as published by the Bureau of Labor Statistics in the Employment Situation report, scheduled for release on April 2, 2027, 8:30 AM ET. The first published figure counts; revisions will not be considered.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['75,000', '100,000']]],
      ['range', 'different', 'P', [['more than 75,000 jobs', 'between 75,000 and 100,000 jobs']]],
      [
        'other date',
        'different',
        'P',
        [
          ['in March?', 'in February?'],
          ['March 2027', 'February 2027'],
          ['April 2, 2027', 'March 5, 2027'],
        ],
        '2027-03-05',
      ],
      [
        'inverted comparator',
        'inverted',
        'P',
        [['more than 75,000 jobs be added', '75,000 jobs or fewer be added']],
      ],
      [
        'private',
        'different',
        'P',
        [
          ['75,000 jobs be added', '75,000 private sector jobs be added according to ADP'],
          ['total nonfarm payroll employment', 'private employment in the ADP National Employment Report'],
        ],
      ],
    ],
  },
  {
    id: 'practice-gdp',
    category: 'Economics',
    close: '2027-04-29',
    kalshi: [
      'US GDP growth in Q1 2027?',
      'Above 2.5%',
      'If real GDP increases by more than 2.5% in Q1 2027 according to the advance estimate, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will US GDP growth in Q1 2027 be greater than 2.5%?',
      'This market will resolve by the seasonally adjusted annualized percent change in quarterly US real GDP from the prior quarter for Q1 2027, as of the BEA advance estimate, scheduled for April 29, 2027.',
    ],
    variants: [
      [
        'other date',
        'different',
        'P',
        [
          ['Q1 2027', 'Q2 2027'],
          ['April 29', 'July 29'],
        ],
        '2027-07-29',
      ],
      ['at least', 'different', 'P', [['greater than 2.5%', '2.5% or higher']]],
      [
        'other estimate',
        'different',
        'P',
        [
          ['advance estimate', 'third estimate'],
          ['Q1 2027 be', 'Q1 2027 (third estimate) be'],
        ],
      ],
      [
        'other country',
        'different',
        'P',
        [
          ['US GDP', 'UK GDP'],
          ['US real', 'UK real'],
          ['BEA', 'ONS'],
        ],
      ],
    ],
  },
  {
    id: 'practice-fed-march',
    category: 'Economics',
    close: '2027-03-17',
    kalshi: [
      'Fed decision in Mar 2027?',
      'Fed maintains rate',
      'If the Federal Reserve does a Hike of 0bps on March 17, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will there be no change in Fed interest rates after the March 2027 meeting?',
      'The FED interest rates are defined in this market by the upper bound of the target federal funds range. The decisions on the target federal fund range are made by the Federal Open Market Committee (FOMC) meetings. This market will resolve to the amount of basis points the upper bound of the target federal funds rate is changed by versus the level it was prior to the meeting scheduled for March 16-17, 2027.',
    ],
    variants: [
      [
        'other date',
        'different',
        'P',
        [
          ['March 2027', 'April 2027'],
          ['March 16-17', 'April 27-28'],
        ],
        '2027-04-28',
      ],
      [
        'cut',
        'different',
        'P',
        [['Will there be no change in Fed interest rates', 'Will the Fed decrease interest rates by 25 bps']],
      ],
      [
        'hike',
        'different',
        'P',
        [
          [
            'Will there be no change in Fed interest rates',
            'Will the Fed increase interest rates by 25+ bps',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice-fed-cut50',
    category: 'Economics',
    close: '2027-06-16',
    kalshi: [
      'Fed decision in Jun 2027?',
      'Cut 25bps',
      'If the Federal Reserve does a Cut of 25bps on June 16, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Fed decrease interest rates by 25 bps after the June 2027 meeting?',
      'This market will resolve to the amount of basis points the upper bound of the target federal funds rate is changed by versus the level it was prior to the Federal Reserve meeting scheduled for June 15-16, 2027. If the target federal funds rate is changed to a level not expressed in the displayed options, the change will be rounded up to the nearest 25.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['by 25 bps', 'by 50+ bps']]],
      [
        'hike',
        'different',
        'P',
        [['decrease interest rates by 25 bps', 'increase interest rates by 25 bps']],
      ],
      [
        'wording',
        'same',
        'P',
        [
          [
            'Will the Fed decrease interest rates by 25 bps after the June 2027 meeting?',
            'Fed decreases interest rates by 25 bps after June 2027 meeting?',
          ],
        ],
      ],
      [
        'other bank',
        'different',
        'P',
        [
          ['the Fed ', 'the ECB '],
          ['upper bound of the target federal funds rate', 'deposit facility rate'],
          ['target federal funds rate', 'deposit facility rate'],
          ['Federal Reserve', 'ECB'],
        ],
      ],
    ],
  },
  {
    id: 'practice-fed-cuts-number',
    category: 'Economics',
    close: '2027-12-31',
    kalshi: [
      'Number of rate cuts in 2027?',
      '3 cuts',
      'If the Federal Reserve cuts the target federal funds rate exactly 3 times in 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will 3 Fed rate cuts happen in 2027?',
      'This market will resolve according to the exact amount of cuts of 25 basis points in 2027 by the Fed, including any cuts made during emergency meetings and the December meeting. Emergency cuts outside of scheduled FOMC meetings will also count.',
    ],
    variants: [
      ['other number', 'different', 'P', [['Will 3 Fed', 'Will 4 Fed']]],
      [
        'hikes',
        'different',
        'P',
        [
          ['rate cuts', 'rate hikes'],
          ['of cuts of', 'of hikes of'],
          ['any cuts made', 'any hikes made'],
          ['Emergency cuts', 'Emergency hikes'],
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2026']], '2026-12-31'],
    ],
  },
  {
    id: 'practice-boj',
    category: 'Economics',
    close: '2027-01-22',
    kalshi: [
      'Bank of Japan decision in January 2027?',
      'Hike 25bps',
      'If the Bank of Japan raises its policy rate by 25 basis points at its January 2027 meeting, then the market resolves to Yes.',
    ],
    polymarket: [
      'Bank of Japan increases rates by 25 bps in January?',
      'This market will resolve by the change of the short-term policy interest rate after the monetary policy meeting of the Bank of Japan scheduled for January 21-22, 2027.',
    ],
    variants: [
      ['no change', 'different', 'P', [['increases rates by 25 bps', 'leaves rates unchanged']]],
      [
        'other bank',
        'different',
        'P',
        [
          ['Bank of Japan', 'Bank of England'],
          ['January 21-22', 'January 28-29'],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['in January?', 'in March?'],
          ['January 21-22, 2027', 'March 18-19, 2027'],
        ],
        '2027-03-19',
      ],
    ],
  },
  {
    id: 'practice-btc-max',
    category: 'Crypto',
    close: '2027-01-31',
    kalshi: [
      'How high will Bitcoin get in January?',
      'Above $119,999.99',
      'If the price of Bitcoin is above $119,999.99 at any time between Jan 1, 2027 and Jan 31, 2027, according to CF Benchmarks, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Bitcoin reach $120,000 in January?',
      'This market will immediately resolve to "Yes" if any Binance 1-minute candle for Bitcoin (BTC/USDT) during January 2027 (between 12:00 AM ET on the first day and 11:59 PM ET on the last day of the month) has a final "High" price equal to or greater than $120,000.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['$120,000', '$125,000']]],
      [
        'other direction',
        'different',
        'P',
        [
          ['reach $120,000', 'dip to $120,000'],
          ['"High" price equal to or greater', '"Low" price equal to or lower'],
        ],
      ],
      [
        'other asset',
        'different',
        'P',
        [
          ['Will Bitcoin', 'Will Ethereum'],
          ['Bitcoin (BTC/USDT)', 'Ethereum (ETH/USDT)'],
          ['$120,000', '$12,000'],
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
      [
        'on a day',
        'different',
        'P',
        [
          ['reach $120,000 in January?', 'be above $120,000 on January 31?'],
          [
            'This market will immediately resolve to "Yes" if any Binance 1-minute candle for Bitcoin (BTC/USDT) during January 2027 (between 12:00 AM ET on the first day and 11:59 PM ET on the last day of the month) has a final "High" price equal to or greater than',
            'This market will resolve to "Yes" if the Binance 1-minute candle for Bitcoin (BTC/USDT) at 12:00 PM ET on January 31, 2027 has a final "Close" price above',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice-eth-day',
    category: 'Crypto',
    close: '2027-02-05',
    kalshi: [
      'Ethereum price on Feb 5, 2027 at 5pm EST?',
      '$3,500 to 3,539.99',
      "If the simple average of the sixty seconds of CF Benchmarks' Ethereum Real-Time Index (ERTI) before 5 PM EST is between 3500-3539.99 at 5 PM EST on Feb 5, 2027, then the market resolves to Yes.",
    ],
    polymarket: [
      'Will the price of Ethereum be between $3,500 and $3,539.99 on February 5 at 5PM ET?',
      'This market will resolve to "Yes" if the price of ETH at 5:00 PM ET on February 5, 2027 is within the range of the title.',
    ],
    variants: [
      ['other range', 'different', 'P', [['$3,500 and $3,539.99', '$3,540 and $3,579.99']]],
      [
        'time of day',
        'different',
        'P',
        [
          ['at 5PM ET', 'at 12PM ET'],
          ['5:00 PM', '12:00 PM'],
        ],
      ],
      ['above', 'different', 'P', [['be between $3,500 and $3,539.99', 'be above $3,500']]],
    ],
  },
  {
    id: 'practice-spx-year',
    category: 'Financials',
    close: '2027-12-31',
    kalshi: [
      'S&P 500 close price end of 2027?',
      'Between 8,000 and 8,199.99',
      'If the S&P 500 closes between 8,000 and 8,199.99 on Dec 31, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the S&P 500 (SPX) close 2027 between 8,000 and 8,200?',
      'This market will resolve by the official closing price of the S&P 500 on the final day of trading of calendar year 2027, December 31. If the reported value falls exactly between two brackets, this market will resolve to the higher range bracket.',
    ],
    variants: [
      ['other range', 'different', 'P', [['8,000 and 8,200', '8,200 and 8,400']]],
      [
        'touch',
        'different',
        'P',
        [
          ['close 2027 between 8,000 and 8,200', 'reach 8,200 in 2027'],
          [
            'by the official closing price of the S&P 500 on the final day of trading of calendar year 2027, December 31',
            'to "Yes" if the S&P 500 trades at or above 8,200 at any time in 2027',
          ],
        ],
      ],
      [
        'other index',
        'different',
        'P',
        [
          ['S&P 500', 'Nasdaq-100'],
          ['(SPX)', '(NDX)'],
        ],
      ],
    ],
  },
  {
    id: 'practice-largest-company',
    category: 'Financials',
    close: '2027-03-31',
    kalshi: [
      'Largest company on Mar 31, 2027?',
      'Alphabet',
      'If Alphabet has the largest market capitalization of any company at market close on Mar 31, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Alphabet be the largest company in the world by market cap on March 31?',
      'This market will resolve to the company with the largest market capitalization in the world as of market close on March 31, 2027. The resolution source is companiesmarketcap.com.',
    ],
    variants: [
      [
        'rank',
        'different',
        'P',
        [
          ['be the largest company', 'be the second-largest company'],
          ['with the largest market', 'with the second-largest market'],
        ],
      ],
      ['other company', 'different', 'P', [['Alphabet', 'NVIDIA']]],
      ['other date', 'different', 'P', [['March 31', 'April 30']], '2027-04-30'],
      [
        'size',
        'different',
        'P',
        [
          [
            'be the largest company in the world by market cap on March 31?',
            'reach a $5 trillion market cap by March 31?',
          ],
          [
            'This market will resolve to the company with the largest market capitalization in the world as of market close on',
            'This market will resolve to "Yes" if Alphabet has a market capitalization of $5 trillion or more at any time by',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice-tesla-deliveries',
    category: 'Companies',
    close: '2027-04-05',
    kalshi: [
      'Tesla deliveries this quarter? (Q1 2027)',
      'At least 400,000',
      'If Tesla reports at least 400,000 vehicle deliveries for Q1 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Tesla deliver 400,000 or more vehicles in Q1 2027?',
      'This market will resolve by the total number of vehicles that Tesla reports as delivered in the first quarter of 2027. Production does not count.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['400,000', '425,000']]],
      [
        'production',
        'different',
        'P',
        [
          ['deliver 400,000', 'produce 400,000'],
          ['delivered', 'produced'],
          ['Production does not', 'Deliveries do not'],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['Q1 2027', 'Q2 2027'],
          ['first quarter', 'second quarter'],
        ],
        '2027-07-05',
      ],
      ['inverted comparator', 'inverted', 'P', [['deliver 400,000 or more', 'deliver fewer than 400,000']]],
    ],
  },
  {
    id: 'practice-anthropic-ipo',
    category: 'Companies',
    close: '2027-06-30',
    kalshi: [
      'When will Anthropic IPO?',
      'Before Jul 1, 2027',
      'If Anthropic goes public before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Anthropic IPO by June 30, 2027?',
      'This market will resolve to "Yes" if Anthropic’s shares begin trading publicly on any major stock exchange by June 30, 2027, 11:59 PM ET. An IPO announcement, filing of an S-1 or pricing does not alone count. Direct listings count.',
    ],
    variants: [
      [
        'announce',
        'different',
        'P',
        [
          ['Anthropic IPO by', 'Anthropic announces IPO by'],
          ['begin trading publicly on any major stock exchange', 'are announced for an IPO'],
          [
            ' An IPO announcement, filing of an S-1 or pricing does not alone count. Direct listings count.',
            '',
          ],
        ],
      ],
      ['other company', 'different', 'P', [['Anthropic', 'OpenAI']]],
      ['other date', 'different', 'P', [['June 30', 'December 31']], '2027-12-31'],
      [
        'first',
        'different',
        'P',
        [
          ['Anthropic IPO by June 30, 2027?', 'Will Anthropic IPO before OpenAI?'],
          ['by June 30, 2027, 11:59 PM ET', 'before those of OpenAI'],
        ],
      ],
      [
        'valuation',
        'different',
        'P',
        [
          [
            'Anthropic IPO by June 30, 2027?',
            'Anthropic IPO closing market cap above $500B by June 30, 2027?',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice-gas',
    category: 'Economics',
    close: '2027-01-31',
    kalshi: [
      'US gas prices this month? (Jan 31, 2027)',
      'Above $2.90',
      'If average regular gas prices are above $2.90 on Jan 31, 2027 according to AAA, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will average US gas price be more than $2.90 on January 31?',
      'This market resolves by the AAA national average for regular gasoline on January 31, 2027, as shown on gasprices.aaa.com.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['$2.90', '$3.00']]],
      [
        'other place',
        'different',
        'P',
        [
          ['average US gas price', 'average California gas price'],
          ['national average', 'California average'],
        ],
      ],
      ['touch', 'different', 'P', [['be more than $2.90 on January 31?', 'hit $2.90 by January 31?']]],
    ],
  },
  {
    id: 'practice-egg',
    category: 'Economics',
    close: '2027-03-12',
    kalshi: [
      'Egg prices in February 2027?',
      'Above $3.25',
      'If the average price of a dozen Grade A large eggs in U.S. cities is above $3.25 in February 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the price of a dozen eggs be above $3.25 in February?',
      'This market will resolve by the average price of Grade A large eggs (per dozen) in U.S. city average for February 2027 as published by FRED (APU0000708111).',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['above $3.25', 'above $3.50']]],
      [
        'other good',
        'different',
        'P',
        [
          ['a dozen eggs', 'a gallon of milk'],
          ['Grade A large eggs (per dozen)', 'fresh whole milk (per gallon)'],
        ],
      ],
    ],
  },
  {
    id: 'practice-unemployment-range',
    category: 'Economics',
    close: '2027-05-07',
    kalshi: [
      'Unemployment rate in April 2027?',
      '4.6%',
      'If the seasonally adjusted unemployment rate (U-3) reported by the Bureau of Labor Statistics is exactly 4.6% in April 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the April 2027 unemployment rate be 4.6%?',
      'This market will resolve by the headline U.S. unemployment rate for April 2027 as published in the Employment Situation report on May 7, 2027.',
    ],
    variants: [
      ['or more', 'different', 'P', [['be 4.6%', 'be 4.6% or higher']]],
      [
        'other country',
        'different',
        'P',
        [
          ['the April 2027 unemployment', 'the April 2027 Canadian unemployment'],
          ['U.S. unemployment', 'Canadian unemployment'],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['April 2027', 'May 2027'],
          ['May 7', 'June 4'],
        ],
        '2027-06-04',
      ],
    ],
  },
  {
    id: 'practice-gold',
    category: 'Financials',
    close: '2027-06-30',
    kalshi: [
      'How high will gold get by June?',
      'Above $5,500',
      'If the price of gold is above $5,500 per ounce at any time before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Gold (GC) hit $5,500 by end of June?',
      'This market will resolve to "Yes" if the price of the active month of COMEX Gold futures reaches $5,500 or more at any point by June 30, 2027.',
    ],
    variants: [
      [
        'other asset',
        'different',
        'P',
        [
          ['Gold (GC)', 'Silver (SI)'],
          ['Gold futures', 'Silver futures'],
        ],
      ],
      [
        'low',
        'different',
        'P',
        [
          ['hit $5,500', 'hit (LOW) $3,500'],
          ['reaches $5,500 or more', 'falls to $3,500 or less'],
        ],
      ],
      [
        'settle',
        'different',
        'P',
        [
          ['hit $5,500 by end of June', 'settle at >$5,500 on the final trading day of June'],
          ['reaches $5,500 or more at any point by', 'settles above $5,500 on'],
        ],
      ],
    ],
  },
  {
    id: 'practice-nvda-close',
    category: 'Financials',
    close: '2027-01-29',
    kalshi: [
      'NVIDIA stock price on Jan 29, 2027?',
      'Above $220',
      'If NVIDIA closes above $220 on Jan 29, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will NVIDIA (NVDA) close above $220 on January 29?',
      'This market will resolve to "Yes" if the official closing price of NVDA on January 29, 2027 is higher than $220. In the event of a stock split, this market will resolve by split-adjusted prices.',
    ],
    variants: [
      [
        'touch',
        'different',
        'P',
        [
          ['close above $220 on January 29', 'hit $220 by January 29'],
          [
            'the official closing price of NVDA on January 29, 2027 is higher than',
            'NVDA trades at any time by January 29, 2027 at or above',
          ],
        ],
      ],
      [
        'other company',
        'different',
        'P',
        [
          ['NVIDIA (NVDA)', 'Tesla (TSLA)'],
          ['NVDA', 'TSLA'],
        ],
      ],
      ['week', 'different', 'P', [['January 29', 'January 22']], '2027-01-22'],
    ],
  },
];
