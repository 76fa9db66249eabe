import type { Family } from '../../../mapping/listing-pair.ts';

export const CRYPTO: readonly Family[] = [
  {
    id: 'btc-150k-2026',
    category: 'Crypto',
    close: '2026-12-31',
    kalshi: [
      'How high will Bitcoin get in 2026?',
      'Above $149,999.99',
      'If the price of Bitcoin is above $149,999.99 at any time before Jan 1, 2027 according to the CF Benchmarks Bitcoin Real-Time Index, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Bitcoin reach $150,000 by December 31, 2026?',
      'This market will immediately resolve to "Yes" if any 1 minute candle for Bitcoin between January 1, 2026 and December 31, 2026, 11:59 PM ET has a final "High" price of $150,000 or higher.',
    ],
    variants: [
      ['other asset', 'different', 'P', [['Bitcoin', 'Ethereum']]],
      ['other threshold', 'different', 'P', [['$150,000', '$160,000']]],
      [
        'other date',
        'different',
        'P',
        [
          ['by December 31, 2026?', 'by November 30, 2026?'],
          ['December 31, 2026, 11:59', 'November 30, 2026, 11:59'],
        ],
        '2026-11-30',
      ],
      [
        'by vs on',
        'different',
        'P',
        [
          'Will the price of Bitcoin be above $150,000 on December 31, 2026?',
          'Resolves "Yes" if the "Close" price of the 12:00 ET 1 minute candle for Bitcoin on December 31, 2026 is above $150,000.',
        ],
      ],
      [
        'other direction',
        'different',
        'P',
        [
          'Will Bitcoin dip to $50,000 by December 31, 2026?',
          'Resolves "Yes" if any 1 minute candle for Bitcoin by December 31, 2026, 11:59 PM ET has a final "Low" price of $50,000 or lower.',
        ],
      ],
      [
        'wording',
        'same',
        'P',
        [
          'Bitcoin to hit $150k before 2027?',
          'Resolves Yes if BTC trades at $150k or more at any time before January 1, 2027.',
        ],
      ],
    ],
  },
  {
    id: 'btc-daily',
    category: 'Crypto',
    close: '2026-11-28',
    kalshi: [
      'Bitcoin price on Nov 28, 2026 at 5pm EST?',
      '$92,000 or above',
      "If the simple average of the sixty seconds of CF Benchmarks' Bitcoin Real-Time Index before 5 PM EST is above $91,999.99 at 5 PM EST on Nov 28, 2026, then the market resolves to Yes.",
    ],
    polymarket: [
      'Will the price of Bitcoin be above $92,000 on November 28 at 5PM ET?',
      'This market will resolve to "Yes" if the price of BTC/USDT at 5:00 PM ET on November 28, 2026 is above $92,000.',
    ],
    variants: [
      [
        'time of day',
        'different',
        'P',
        [
          ['at 5PM ET', 'at 12PM ET'],
          ['at 5:00 PM ET', 'at 12:00 PM ET'],
        ],
      ],
      ['other date', 'different', 'P', [['November 28', 'November 27']], '2026-11-27'],
      ['other threshold', 'different', 'P', [['$92,000', '$94,000']]],
      ['inverted comparator', 'inverted', 'P', [['above $92,000', 'below $92,000']]],
      [
        'by vs on',
        'different',
        'P',
        [
          'Will Bitcoin reach $92,000 by November 28?',
          'This market will resolve to "Yes" if BTC/USDT trades at $92,000 or higher at any time by November 28, 2026, 11:59 PM ET.',
        ],
      ],
      [
        'other asset',
        'different',
        'P',
        [
          ['Bitcoin', 'Solana'],
          ['BTC/USDT', 'SOL/USDT'],
        ],
      ],
      [
        'range',
        'different',
        'P',
        [
          ['be above $92,000', 'be between $92,000 and $94,000'],
          ['is above $92,000', 'is between $92,000 and $94,000'],
        ],
      ],
    ],
  },
  {
    id: 'eth-10k',
    category: 'Crypto',
    close: '2027-12-31',
    kalshi: [
      'Will Ethereum hit $10,000 before Jan 1, 2028?',
      '',
      'If the price of Ethereum is above $9,999.99 at any time before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will ETH reach $10k by December 31, 2027?',
      'Resolves Yes if any 1 minute candle for ETH/USDT has a "High" of $10,000 or more by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other threshold',
        'different',
        'P',
        [
          ['$10k', '$12k'],
          ['$10,000', '$12,000'],
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2026']], '2026-12-31'],
      [
        'other asset',
        'different',
        'P',
        [
          ['ETH/USDT', 'BNB/USDT'],
          ['ETH reach', 'BNB reach'],
        ],
      ],
      [
        'in a window',
        'different',
        'P',
        [
          ['by December 31, 2027?', 'in December 2027?'],
          ['by December 31, 2027', 'between December 1 and December 31, 2027'],
        ],
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          'Will Ethereum fail to reach $10,000 by December 31, 2027?',
          'Resolves Yes if no 1 minute candle for ETH/USDT has a "High" of $10,000 or more by December 31, 2027, 11:59 PM ET.',
        ],
      ],
      [
        'market cap',
        'different',
        'P',
        [
          'Will Ethereum flip Bitcoin by December 31, 2027?',
          'Resolves Yes if the market cap of Ethereum is greater than that of Bitcoin by December 31, 2027.',
        ],
      ],
    ],
  },
  {
    id: 'sol-ath',
    category: 'Crypto',
    close: '2027-06-30',
    kalshi: [
      'Will Solana set a new all-time high before Jul 1, 2027?',
      '',
      'If Solana sets a new all-time high price before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Solana all time high by June 30, 2027?',
      'Resolves Yes if any 1 minute candle for SOL/USDT has a final "High" above every earlier one by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other asset',
        'different',
        'P',
        [
          ['Solana', 'XRP'],
          ['SOL/USDT', 'XRP/USDT'],
        ],
      ],
      ['other date', 'different', 'P', [['June 30', 'March 31']], '2027-03-31'],
      [
        'by vs before',
        'different',
        'P',
        [
          ['by June 30, 2027?', 'before June 30, 2027?'],
          ['by June 30, 2027, 11:59 PM ET', 'before June 30, 2027'],
        ],
      ],
      [
        'etf',
        'different',
        'P',
        [
          'Solana ETF approved by June 30, 2027?',
          'Resolves Yes if the SEC approves a spot Solana ETF by June 30, 2027.',
        ],
      ],
    ],
  },
  {
    id: 'microstrategy-btc',
    category: 'Crypto',
    close: '2026-12-31',
    kalshi: [
      'Will MicroStrategy sell any Bitcoin in 2026?',
      '',
      'If MicroStrategy sells Bitcoin before Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'MicroStrategy sells any Bitcoin by December 31, 2026?',
      'Resolves Yes if MicroStrategy sells any Bitcoin by December 31, 2026, 11:59 PM ET.',
    ],
    variants: [
      ['other date', 'different', 'P', [['2026', '2027']], '2027-12-31'],
      ['other company', 'different', 'P', [['MicroStrategy', 'Metaplanet']]],
      [
        'other act',
        'different',
        'P',
        [
          'MicroStrategy to hold 1,000,000 BTC by December 31, 2026?',
          'Resolves Yes if MicroStrategy holds 1,000,000 BTC or more by December 31, 2026.',
        ],
      ],
    ],
  },
];
