import type { Family } from '../../../mapping/listing-pair.ts';

export const HOLDINGS: readonly Family[] = [
  {
    id: 'third-strategy-sells',
    category: 'Crypto',
    close: '2027-03-31',
    kalshi: [
      'Will Strategy sell any Bitcoin before Apr 1, 2027?',
      '',
      'If Strategy (formerly MicroStrategy) sells any of its Bitcoin after Issuance and before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'MicroStrategy sells any Bitcoin by March 31, 2027?',
      'This market will resolve to "Yes" if MicroStrategy sells any of its Bitcoin by 11:59 PM ET on March 31, 2027. Otherwise, this market will resolve to "No". The primary resolution source for this market will be information from MSTR and on-chain data, however a consensus of credible reporting will also be used.',
    ],
    variants: [
      [
        'other act',
        'different',
        'P',
        [
          ['sells any Bitcoin', 'purchases any Bitcoin'],
          ['sells any of its Bitcoin', 'purchases any Bitcoin'],
        ],
      ],
      ['other date', 'different', 'P', [['March 31', 'May 31']], '2027-05-31'],
      [
        'announce vs happen',
        'different',
        'P',
        [
          'MicroStrategy announces a sale of Bitcoin by March 31, 2027?',
          'This market will resolve to "Yes" if MicroStrategy announces that it intends to sell any of its Bitcoin by 11:59 PM ET on March 31, 2027, whether or not a sale follows. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'number',
        'different',
        'P',
        [
          ['sells any Bitcoin', 'sells 10,000+ Bitcoin'],
          ['sells any of its Bitcoin', 'sells 10,000 or more of its Bitcoin'],
        ],
      ],
    ],
  },
  {
    id: 'third-solana-flips',
    category: 'Crypto',
    close: '2027-12-31',
    kalshi: [
      'Will Solana have a larger market cap than XRP on Dec 31, 2027?',
      '',
      'If the market capitalization of Solana (SOL) is greater than that of XRP at 12 PM ET on Dec 31, 2027 according to CoinMarketCap, then the market resolves to Yes.',
    ],
    polymarket: [
      'Solana market cap above XRP at the end of 2027?',
      'This market will resolve to "Yes" if Solana ranks above XRP by market capitalization on CoinMarketCap when checked at 12:00 PM ET on December 31, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['other asset', 'different', 'P', [['XRP', 'BNB']]],
      [
        'touch',
        'different',
        'P',
        [
          ['at the end of 2027?', 'at any time in 2027?'],
          [
            'when checked at 12:00 PM ET on December 31, 2027',
            'at any time between January 1 and December 31, 2027',
          ],
        ],
      ],
      [
        'other measure',
        'different',
        'P',
        [
          'Will one Solana cost more than 100 XRP at the end of 2027?',
          'This market will resolve to "Yes" if the price of Solana divided by the price of XRP on CoinMarketCap is above 100 when checked at 12:00 PM ET on December 31, 2027. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-largest-company',
    category: 'Companies',
    close: '2026-12-31',
    kalshi: [
      'Largest company in the world at the end of December 2026?',
      'NVIDIA',
      'If NVIDIA is the largest company in the world by market capitalization at market close on Dec 31, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will NVIDIA be the largest company in the world by market cap on December 31?',
      'This market will resolve to "Yes" if NVIDIA is the largest publicly traded company in the world by market cap on December 31, 2026 at market close. Otherwise, this market will resolve to "No". The resolution source is companiesmarketcap.com.',
    ],
    variants: [
      [
        'rank',
        'different',
        'P',
        [
          ['be the largest', 'be the second-largest'],
          ['is the largest', 'is the second-largest'],
        ],
      ],

      [
        'other date',
        'different',
        'P',
        [
          ['December 31, 2026', 'January 29, 2027'],
          ['December 31', 'January 29'],
        ],
        '2027-01-29',
      ],
      [
        'threshold',
        'different',
        'P',
        [
          'Will NVIDIA have a market cap above $5T on December 31?',
          'This market will resolve to "Yes" if NVIDIA has a market cap of more than $5 trillion on December 31, 2026 at market close. Otherwise, this market will resolve to "No". The resolution source is companiesmarketcap.com.',
        ],
      ],
    ],
  },
];
