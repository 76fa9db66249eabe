import type { Family } from '../../../../mapping/listing-pair.ts';

/** Prices of coins and metals, and companies. */
export const PRICES: readonly Family[] = [
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
