import type { Family } from '../../../mapping/listing-pair.ts';

export const COINS: readonly Family[] = [
  {
    id: 'third-bitcoin-noon',
    category: 'Crypto',
    close: '2026-12-18',
    kalshi: [
      'Bitcoin price on Dec 18, 2026 at 12pm EST?',
      '$80,000 or above',
      "If the simple average of the sixty seconds of CF Benchmarks' Bitcoin Real-Time Index (BRTI) before 12 PM EST is above 79999.99 at 12 PM EST on Dec 18, 2026, then the market resolves to Yes.",
    ],
    polymarket: [
      'Will the price of Bitcoin be above $80,000 on December 18?',
      'This market will resolve to "Yes" if the Binance 1 minute candle for BTC/USDT 12:00 in the ET timezone (noon) on December 18, 2026 has a final "Close" price higher than $80,000. Otherwise, this market will resolve to "No". Please note that this market is about the price according to Binance BTC/USDT, not according to other exchanges or trading pairs.',
    ],
    variants: [
      [
        'time of day',
        'different',
        'K',
        [
          ['12pm EST', '5pm EST'],
          ['12 PM EST', '5 PM EST'],
        ],
      ],
      ['other date', 'different', 'P', [['December 18', 'December 19']], '2026-12-19'],

      [
        'other asset',
        'different',
        'P',
        [
          ['price of Bitcoin', 'price of Bitcoin Cash'],
          ['BTC/USDT', 'BCH/USDT'],
        ],
      ],
      [
        'touch',
        'different',
        'P',
        [
          'Will Bitcoin hit $80,000 on December 18?',
          'This market will immediately resolve to "Yes" if any Binance 1 minute candle for Bitcoin (BTC/USDT) on December 18, 2026, between 12:00 AM ET and 11:59 PM ET has a final "High" price equal to or greater than $80,000. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          ['be above $80,000', 'be below $80,000'],
          ['higher than $80,000', 'lower than $80,000'],
        ],
      ],
    ],
  },
  {
    id: 'third-bitcoin-max-2027',
    category: 'Crypto',
    close: '2027-12-31',
    kalshi: [
      'How high will Bitcoin get in 2027?',
      '$150,000 or above',
      'If the price of Bitcoin reaches or exceeds $150,000 at any point between Jan 1, 2027 and Dec 31, 2027 at 11:59 PM ET, then the market resolves to Yes. This market will close and expire early if the event occurs.',
    ],
    polymarket: [
      'Will Bitcoin hit $150k in 2027?',
      'This market will immediately resolve to "Yes" if any 1 minute candle for Bitcoin (BTC/USDT) between January 1, 2027, 00:00 ET and December 31, 2027, 23:59 ET has a final "High" price of $150,000 or higher. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'at-close vs touch',
        'different',
        'P',
        [
          'Bitcoin above $150k at the end of 2027?',
          'This market will resolve to "Yes" if the 1 minute candle for Bitcoin (BTC/USDT) of December 31, 2027, 12:00 ET (noon) has a final "Close" price of $150,000 or higher. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'other window',
        'different',
        'P',
        [
          ['in 2027?', 'by June 30, 2027?'],
          ['December 31, 2027', 'June 30, 2027'],
        ],
        '2027-06-30',
      ],

      [
        'other threshold',
        'different',
        'P',
        [
          ['$150k', '$175k'],
          ['$150,000', '$175,000'],
        ],
      ],
      [
        'high vs low',
        'different',
        'P',
        [
          ['hit $150k', 'dip to $50k'],
          ['"High" price of $150,000 or higher', '"Low" price of $50,000 or lower'],
        ],
      ],
    ],
  },
  {
    id: 'third-ether-low-january',
    category: 'Crypto',
    close: '2027-01-31',
    kalshi: [
      'How low will Ethereum get in January 2027?',
      '$2,000 or below',
      'If the price of Ethereum is $2,000 or below at any point in January 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Ethereum dip to $2,000 in January?',
      'This market will immediately resolve to "Yes" if any 1-minute candle for Ethereum (ETH/USDT) during January 2027 (ET) has a final "Low" price equal to or lower than $2,000. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other direction',
        'different',
        'P',
        [
          ['dip to', 'reach'],
          ['"Low" price equal to or lower than', '"High" price equal to or greater than'],
        ],
      ],
      [
        'week vs month',
        'different',
        'P',
        [
          ['in January?', 'January 4-10?'],
          ['during January 2027 (ET)', 'between January 4 and January 10, 2027 (ET)'],
        ],
        '2027-01-10',
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          'Will Ethereum stay above $2,000 throughout January?',
          'This market will resolve to "Yes" if every 1-minute candle for Ethereum (ETH/USDT) during January 2027 (ET) has a final "Low" price higher than $2,000. Should any candle show $2,000 or lower, this market will resolve to "No".',
        ],
      ],
    ],
  },
];
