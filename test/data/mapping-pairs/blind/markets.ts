import type { Family } from '../../../mapping/listing-pair.ts';

export const MARKETS: readonly Family[] = [
  {
    id: 'blind-ecb-rate',
    category: 'Economics',
    close: '2026-12-17',
    kalshi: [
      'ECB decision in December 2026?',
      'Cut 25bps',
      'If the European Central Bank lowers its deposit facility rate by 25 basis points at its December 2026 meeting, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the ECB cut rates by 25 bps in December?',
      'This market will resolve by the change of the deposit facility rate announced by the European Central Bank after its meeting of December 16-17, 2026.',
    ],
    variants: [
      [
        'other threshold',
        'different',
        'P',
        [
          'Will the ECB cut rates by 50+ bps in December?',
          'This market will resolve by the change of the deposit facility rate announced by the European Central Bank after its meeting of December 16-17, 2026.',
        ],
      ],
      [
        'other bank',
        'different',
        'P',
        [
          'Will the Bank of England cut rates by 25 bps in December?',
          'This market will resolve by the change of Bank Rate announced by the Bank of England after its meeting of December 17, 2026.',
        ],
      ],
      [
        'hold',
        'different',
        'K',
        [
          'ECB decision in December 2026?',
          'Hold',
          'If the European Central Bank leaves its deposit facility rate unchanged at its December 2026 meeting, then the market resolves to Yes.',
        ],
      ],
      [
        'other direction',
        'different',
        'P',
        [
          'Will the ECB hike rates by 25 bps in December?',
          'This market will resolve by the change of the deposit facility rate announced by the European Central Bank after its meeting of December 16-17, 2026.',
        ],
      ],
    ],
  },
  {
    id: 'blind-boj',
    category: 'Economics',
    close: '2027-01-22',
    kalshi: [
      'Bank of Japan rate decision in January 2027?',
      'No change',
      'If the Bank of Japan keeps its policy rate unchanged at its January 2027 meeting, then the market resolves to Yes.',
    ],
    polymarket: [
      'Bank of Japan: no change in January 2027?',
      'Resolves according to the change in the short-term policy rate after the Bank of Japan meeting of January 21-22, 2027.',
    ],
    variants: [
      [
        'wording',
        'same',
        'P',
        [
          'Will the Bank of Japan hold rates steady after the January 2027 meeting?',
          'Resolves according to the change in the short-term policy rate after the Bank of Japan meeting of January 21-22, 2027.',
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['January 2027', 'March 2027'],
          ['January 21-22', 'March 18-19'],
        ],
        '2027-03-19',
      ],
      [
        'other act',
        'different',
        'P',
        [
          'Will the Bank of Japan raise rates by 25 bps in January 2027?',
          'Resolves according to the change in the short-term policy rate after the Bank of Japan meeting of January 21-22, 2027.',
        ],
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          'Will the Bank of Japan change its policy rate in January 2027?',
          'Resolves Yes if the short-term policy rate is raised or lowered at the Bank of Japan meeting of January 21-22, 2027.',
        ],
      ],
    ],
  },
  {
    id: 'blind-gas-price',
    category: 'Economics',
    close: '2026-12-31',
    kalshi: [
      'US gas prices on Dec 31, 2026?',
      'Above $3.10',
      'If the national average price of regular gasoline according to AAA is above $3.10 on Dec 31, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the price of gas in the US be above $3.10 on December 31?',
      'This market will resolve by the national average price of a gallon of regular gasoline according to AAA for December 31, 2026.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['$3.10', '$3.20']]],
      [
        'other place',
        'different',
        'P',
        [
          'Will the price of gas in California be above $3.10 on December 31?',
          'This market will resolve by the California average price of a gallon of regular gasoline according to AAA for December 31, 2026.',
        ],
      ],
      [
        'touch',
        'different',
        'P',
        [
          'Will the price of gas in the US hit $3.10 by December 31?',
          'This market will resolve to "Yes" if the national average price of regular gasoline according to AAA is $3.10 or more on any day up to December 31, 2026.',
        ],
      ],
      [
        'inverted comparator',
        'inverted',
        'K',
        [
          'US gas prices on Dec 31, 2026?',
          '$3.10 or below',
          'If the national average price of regular gasoline according to AAA is at or below $3.10 on Dec 31, 2026, then the market resolves to Yes.',
        ],
      ],
      [
        'other product',
        'different',
        'P',
        [
          'Will the price of diesel in the US be above $3.10 on December 31?',
          'This market will resolve by the national average price of a gallon of diesel according to AAA for December 31, 2026.',
        ],
      ],
    ],
  },
  {
    id: 'blind-mortgage',
    category: 'Economics',
    close: '2026-12-31',
    kalshi: [
      'Mortgage rates on Dec 31, 2026?',
      '6.00% or below',
      'If the 30-year fixed mortgage rate published by Freddie Mac for the week of Dec 31, 2026 is at or below 6.00%, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the 30-year mortgage rate be 6.00% or lower on December 31, 2026?',
      'This market will resolve by the average 30-year fixed mortgage rate in the Freddie Mac survey published on December 31, 2026.',
    ],
    variants: [
      [
        'other product',
        'different',
        'P',
        [
          'Will the 15-year mortgage rate be 6.00% or lower on December 31, 2026?',
          'This market will resolve by the average 15-year fixed mortgage rate in the Freddie Mac survey published on December 31, 2026.',
        ],
      ],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          'Will the 30-year mortgage rate be above 6.00% on December 31, 2026?',
          'This market will resolve by the average 30-year fixed mortgage rate in the Freddie Mac survey published on December 31, 2026.',
        ],
      ],
      [
        'touch',
        'different',
        'P',
        [
          'Will the 30-year mortgage rate fall to 6.00% or lower by December 31, 2026?',
          'This market will resolve to "Yes" if any Freddie Mac survey published by December 31, 2026 shows an average 30-year fixed mortgage rate of 6.00% or lower.',
        ],
      ],
    ],
  },
  {
    id: 'blind-spx-close',
    category: 'Financials',
    close: '2026-12-31',
    kalshi: [
      'S&P 500 close at the end of 2026?',
      '7,000 to 7,199.99',
      'If the S&P 500 closes between 7,000 and 7,199.99 on Dec 31, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the S&P 500 (SPX) close between 7,000 and 7,199.99 on December 31, 2026?',
      'This market will resolve by the official closing value of the S&P 500 index on December 31, 2026.',
    ],
    variants: [
      ['range', 'different', 'P', [['7,000 and 7,199.99', '7,200 and 7,399.99']]],
      [
        'above',
        'different',
        'P',
        [
          'Will the S&P 500 (SPX) close above 7,000 on December 31, 2026?',
          'This market will resolve by the official closing value of the S&P 500 index on December 31, 2026.',
        ],
      ],
      [
        'other index',
        'different',
        'P',
        [
          'Will the Nasdaq 100 (NDX) close between 7,000 and 7,199.99 on December 31, 2026?',
          'This market will resolve by the official closing value of the Nasdaq 100 index on December 31, 2026.',
        ],
      ],
      ['other date', 'different', 'P', [['December 31, 2026', 'December 30, 2026']], '2026-12-30'],
    ],
  },
  {
    id: 'blind-nasdaq-up',
    category: 'Financials',
    close: '2026-11-27',
    kalshi: [
      'Nasdaq-100 up or down on Nov 27, 2026?',
      'Up',
      'If the Nasdaq-100 closes above its previous close on Nov 27, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Nasdaq 100 (NDX) Up or Down on November 27?',
      'YES is Up; NO is Down. This market will resolve to "Up" if the closing value of the Nasdaq 100 on November 27, 2026 is higher than that of the trading day before.',
    ],
    variants: [
      [
        'other index',
        'different',
        'P',
        [
          ['Nasdaq 100 (NDX)', 'S&P 500 (SPX)'],
          ['the Nasdaq 100', 'the S&P 500'],
        ],
      ],
      ['other date', 'different', 'P', [['November 27', 'November 30']], '2026-11-30'],
    ],
  },
  {
    id: 'blind-yield',
    category: 'Financials',
    close: '2026-12-31',
    kalshi: [
      '10-year Treasury yield at the end of 2026?',
      'Above 4.25%',
      'If the 10-year par yield published by the Treasury for Dec 31, 2026 is above 4.25%, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the 10-year Treasury yield be above 4.25% on December 31, 2026?',
      'This market will resolve by the 10-year rate of the Daily Treasury Par Yield Curve for December 31, 2026, which is published to two decimals.',
    ],
    variants: [
      [
        'other maturity',
        'different',
        'P',
        [
          'Will the 2-year Treasury yield be above 4.25% on December 31, 2026?',
          'This market will resolve by the 2-year rate of the Daily Treasury Par Yield Curve for December 31, 2026.',
        ],
      ],
      [
        'touch',
        'different',
        'P',
        [
          'Will the 10-year Treasury yield hit 4.25% in 2026?',
          'This market will resolve to "Yes" if the 10-year rate of the Daily Treasury Par Yield Curve is 4.25% or more on any day of 2026.',
        ],
      ],
      ['threshold', 'different', 'P', [['4.25%', '4.5%']]],
    ],
  },
  {
    id: 'blind-solana-400',
    category: 'Crypto',
    close: '2026-12-31',
    kalshi: [
      'How high will Solana get this year?',
      'Above $400',
      'If the price of Solana is above $400 at any time before Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Solana reach $400 by December 31, 2026?',
      'This market will immediately resolve to "Yes" if any one-minute candle for SOL/USDT up to December 31, 2026, 11:59 PM ET has a final high of $400 or more.',
    ],
    label: 'different',
    variants: [
      [
        'wording',
        'same',
        'P',
        [
          'Will Solana trade above $400 in 2026?',
          'This market will immediately resolve to "Yes" if the price of SOL is above $400 at any time up to December 31, 2026, 11:59 PM ET.',
        ],
      ],
      [
        'other asset',
        'different',
        'P',
        [
          'Will XRP trade above $400 in 2026?',
          'This market will immediately resolve to "Yes" if the price of XRP is above $400 at any time up to December 31, 2026, 11:59 PM ET.',
        ],
      ],
      [
        'other direction',
        'different',
        'P',
        [
          'Will Solana dip below $400 in 2026?',
          'This market will immediately resolve to "Yes" if the price of SOL is below $400 at any time up to December 31, 2026, 11:59 PM ET.',
        ],
      ],
      [
        'at-close',
        'different',
        'P',
        [
          'Will Solana be above $400 on December 31, 2026?',
          'This market will resolve by the price of SOL at 12:00 PM ET on December 31, 2026.',
        ],
      ],
    ],
  },
  {
    id: 'blind-metamask',
    category: 'Crypto',
    close: '2027-03-31',
    kalshi: [
      'Will MetaMask launch a token?',
      'Before Apr 2027',
      'If MetaMask launches a token before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'MetaMask token launched by March 31, 2027?',
      'This market will resolve to "Yes" if a token of MetaMask is live and can be traded by March 31, 2027, 11:59 PM ET. An announcement alone does not count.',
    ],
    variants: [
      [
        'announce vs launch',
        'different',
        'P',
        [
          'MetaMask token announced by March 31, 2027?',
          'This market will resolve to "Yes" if MetaMask officially announces a token by March 31, 2027, 11:59 PM ET.',
        ],
      ],
      [
        'valuation',
        'different',
        'P',
        [
          'MetaMask FDV above $2B one day after launch?',
          'This market will resolve to "Yes" if the fully diluted valuation of the token of MetaMask is above $2 billion 24 hours after launch.',
        ],
      ],
      ['other product', 'different', 'P', [['MetaMask', 'Phantom']]],
      [
        'airdrop',
        'different',
        'P',
        [
          'MetaMask airdrop by March 31, 2027?',
          'This market will resolve to "Yes" if MetaMask distributes an airdrop to its users by March 31, 2027, 11:59 PM ET.',
        ],
      ],
    ],
  },
  {
    id: 'blind-strategy',
    category: 'Companies',
    close: '2026-12-31',
    kalshi: [
      'Will Strategy be added to the S&P 500?',
      'Before 2027',
      'If Strategy (MSTR) is announced to be added to the S&P 500 before Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'MSTR added to S&P 500 by December 31?',
      'This market will resolve to "Yes" if S&P Dow Jones Indices officially announces that Strategy (MSTR) will be added to the S&P 500 by December 31, 2026, 11:59 PM ET.',
    ],
    variants: [
      [
        'other company',
        'different',
        'P',
        [
          'Will Robinhood be removed from the S&P 500 by December 31?',
          'This market will resolve to "Yes" if S&P Dow Jones Indices announces that Robinhood will be removed from the S&P 500 by December 31, 2026.',
        ],
      ],
      [
        'other index',
        'different',
        'P',
        [
          'MSTR removed from Nasdaq 100 by December 31?',
          'This market will resolve to "Yes" if Nasdaq announces that Strategy (MSTR) will be removed from the Nasdaq 100 by December 31, 2026.',
        ],
      ],
    ],
  },
  {
    id: 'blind-jobless-claims',
    category: 'Economics',
    close: '2026-12-03',
    kalshi: [
      'Initial jobless claims for the week ending Nov 28, 2026?',
      'At least 230,000',
      'If initial jobless claims for the week ending Nov 28, 2026 are at least 230,000, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will initial jobless claims be 230k or more for the week ending November 28?',
      'This market will resolve by the seasonally adjusted advance figure for initial claims of the Department of Labor for the week ending November 28, 2026.',
    ],
    variants: [
      [
        'other measure',
        'different',
        'P',
        [
          'Will continuing jobless claims be 230k or more for the week ending November 28?',
          'This market will resolve by the seasonally adjusted figure for insured unemployment of the Department of Labor for the week ending November 28, 2026.',
        ],
      ],
      ['other date', 'different', 'P', [['November 28', 'November 21']], '2026-11-25'],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          'Will initial jobless claims be below 230k for the week ending November 28?',
          'This market will resolve by the seasonally adjusted advance figure for initial claims of the Department of Labor for the week ending November 28, 2026.',
        ],
      ],
    ],
  },
];
