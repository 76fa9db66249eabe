import type { Family } from '../../../../mapping/listing-pair.ts';

/** Near-twins of statistics, prices and companies. */
export const TWIN_MONEY: readonly Family[] = [
  {
    id: 'practice2-treasury',
    category: 'Economics',
    close: '2027-06-30',
    kalshi: [
      '10-year Treasury yield on Jun 30, 2027?',
      'Above 4.50%',
      'If the 10-year Treasury par yield is above 4.50% on Jun 30, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the 10-year Treasury yield be above 4.5% on June 30?',
      'This market will resolve by the 10-year par yield published by the US Treasury for June 30, 2027.',
    ],
    variants: [
      ['other maturity', 'different', 'P', [['10-year', '2-year']]],
      [
        'touch',
        'different',
        'P',
        [
          ['be above 4.5% on June 30?', 'hit 4.5% by June 30?'],
          [
            'by the 10-year par yield published by the US Treasury for',
            'to "Yes" if the 10-year yield reaches 4.5% at any time by',
          ],
        ],
      ],
      ['other threshold', 'different', 'P', [['4.5%', '4.75%']]],
      ['inverted comparator', 'inverted', 'P', [['above 4.5%', '4.5% or below']]],
      ['at least', 'different', 'P', [['above 4.5%', '4.5% or above']]],
    ],
  },
  {
    id: 'practice2-oil',
    category: 'Economics',
    close: '2027-03-31',
    kalshi: [
      'WTI oil price end of March?',
      'Above $70',
      'If the WTI front-month settlement price is above $70.00 on Mar 31, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will WTI Crude Oil settle above $70 on March 31?',
      'This market will resolve by the official settlement price of the front-month WTI crude oil future on March 31, 2027.',
    ],
    variants: [
      [
        'other asset',
        'different',
        'P',
        [
          ['WTI Crude Oil', 'Brent Crude Oil'],
          ['WTI crude', 'Brent crude'],
        ],
      ],
      [
        'touch',
        'different',
        'P',
        [
          ['settle above $70 on March 31', 'hit $70 in March'],
          [
            'by the official settlement price of the front-month WTI crude oil future on March 31, 2027',
            'to "Yes" if the price reaches $70 at any point in March 2027',
          ],
        ],
      ],
      ['unit', 'different', 'P', [['$70', '€70']]],
      ['week', 'different', 'P', [['March 31', 'March 24']], '2027-03-24'],
    ],
  },
  {
    id: 'practice2-eth-flip',
    category: 'Crypto',
    close: '2027-12-31',
    kalshi: [
      'Will Ethereum hit a new all-time high?',
      'Before 2028',
      'If Ethereum reaches a new all-time high before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Ethereum all time high by December 31, 2027?',
      'This market will resolve to "Yes" if any 1 minute candle for ETH/USDT has a final "High" price that is higher than any previous one by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other asset',
        'different',
        'P',
        [
          ['Ethereum', 'Solana'],
          ['ETH/USDT', 'SOL/USDT'],
        ],
      ],
      ['other date', 'different', 'P', [['December 31', 'March 31']], '2027-03-31'],
      [
        'price',
        'different',
        'P',
        [
          ['Ethereum all time high by', 'Ethereum above $6,000 by'],
          [
            'has a final "High" price that is higher than any previous one',
            'has a final "High" price of $6,000 or more',
          ],
        ],
      ],
      [
        'first',
        'different',
        'P',
        [
          [
            'Ethereum all time high by December 31, 2027?',
            'Will Ethereum hit an all time high before Bitcoin?',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-btc-range-day',
    category: 'Crypto',
    close: '2027-01-15',
    kalshi: [
      'Bitcoin price range on Jan 15, 2027 at 12pm EST?',
      '$94,000 to 95,999.99',
      'If the simple average of the BRTI before 12 PM EST is between 94000-95999.99 at 12 PM EST on Jan 15, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the price of Bitcoin be between $94,000 and $96,000 on January 15?',
      'This market will resolve by the final "Close" price of the 1 minute candle for BTC/USDT 12:00 in the ET timezone (noon) on January 15, 2027.',
    ],
    variants: [
      [
        'hour',
        'different',
        'P',
        [
          ['on January 15?', 'on January 15, 5PM ET?'],
          ['12:00 in the ET timezone (noon)', '17:00 in the ET timezone'],
        ],
      ],
      ['other range', 'different', 'P', [['$94,000 and $96,000', '$92,000 and $94,000']]],
      ['above', 'different', 'P', [['between $94,000 and $96,000', 'above $94,000']]],
      ['other date', 'different', 'P', [['January 15', 'January 16']], '2027-01-16'],
    ],
  },
  {
    id: 'practice2-ceo',
    category: 'Companies',
    close: '2027-12-31',
    kalshi: [
      'Tim Cook out as Apple CEO?',
      'Before 2028',
      'If Tim Cook leaves as CEO of Apple before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Tim Cook out as Apple CEO in 2027?',
      'This market will resolve to "Yes" if Tim Cook ceases to be the CEO of Apple by December 31, 2027, 11:59 PM ET. An announcement alone suffices only if the departure takes effect before that.',
    ],
    variants: [
      [
        'successor',
        'different',
        'P',
        [
          ['Tim Cook out as Apple CEO in 2027?', 'Will John Ternus be the next Apple CEO?'],
          ['Tim Cook ceases to be', 'John Ternus becomes'],
        ],
      ],
      [
        'announce',
        'different',
        'P',
        [
          ['Tim Cook out as Apple CEO in 2027?', 'Tim Cook announces departure as Apple CEO in 2027?'],
          ['ceases to be', 'announces that he will leave as'],
        ],
      ],
      [
        'other company',
        'different',
        'P',
        [
          ['Tim Cook out as Apple', 'Elon Musk out as Tesla'],
          ['Tim Cook ceases', 'Elon Musk ceases'],
          ['CEO of Apple', 'CEO of Tesla'],
        ],
      ],
      [
        'other post',
        'different',
        'P',
        [
          ['Apple CEO', 'Apple chairman'],
          ['CEO of Apple', 'chairman of Apple'],
        ],
      ],
    ],
  },
  {
    id: 'practice2-tariff-rate',
    category: 'Economics',
    close: '2027-06-30',
    kalshi: [
      'US tariff rate on China on Jun 30, 2027?',
      'Above 40%',
      'If the general tariff rate of the United States on China is above 40% on Jun 30, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the US tariff rate on China be above 40% on June 30?',
      'This market will resolve by the general tariff rate in effect on imports from China into the United States on June 30, 2027.',
    ],
    variants: [
      [
        'other country',
        'different',
        'P',
        [
          ['on China', 'on India'],
          ['from China', 'from India'],
        ],
      ],
      ['range', 'different', 'P', [['above 40%', 'between 30% and 40%']]],
      [
        'reverse',
        'different',
        'P',
        [
          ['US tariff rate on China', 'Chinese tariff rate on the US'],
          ['imports from China into the United States', 'imports from the United States into China'],
        ],
      ],
      [
        'touch',
        'different',
        'P',
        [
          ['be above 40% on June 30', 'go above 40% by June 30'],
          [
            'by the general tariff rate in effect on imports from China into the United States on',
            'to "Yes" if the general tariff rate on imports from China exceeds 40% at any time by',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice2-strategy-btc',
    category: 'Crypto',
    close: '2027-06-30',
    kalshi: [
      'How much Bitcoin will Strategy hold before July?',
      'At least 900,000 BTC',
      'If Strategy holds at least 900,000 BTC before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'MicroStrategy holds 900,000+ BTC by June 30, 2027?',
      'This market will resolve to "Yes" if Strategy (formerly MicroStrategy, MSTR) announces that it holds 900,000 or more Bitcoin by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'sell',
        'different',
        'P',
        [
          ['MicroStrategy holds 900,000+ BTC by', 'MicroStrategy sells any Bitcoin by'],
          ['holds 900,000 or more Bitcoin', 'has sold any Bitcoin'],
        ],
      ],
      ['other threshold', 'different', 'P', [['900,000', '1,000,000']]],
      ['other date', 'different', 'P', [['June 30', 'March 31']], '2027-03-31'],
    ],
  },
  {
    id: 'practice2-token',
    category: 'Crypto',
    close: '2027-06-30',
    kalshi: [
      'Will MetaMask launch a token?',
      'Before Jul 2027',
      'If MetaMask launches a token before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will MetaMask launch a token by June 30?',
      'This market will resolve to "Yes" if MetaMask officially launches a token which is publicly transferable by June 30, 2027, 11:59 PM ET. An announcement without a tradable token does not qualify.',
    ],
    variants: [
      [
        'fdv',
        'different',
        'P',
        [
          ['Will MetaMask launch a token by June 30?', 'MetaMask FDV above $2B one day after launch?'],
          [
            'MetaMask officially launches a token which is publicly transferable by June 30, 2027, 11:59 PM ET',
            'the fully diluted valuation of the MetaMask token is above $2,000,000,000 one day after launch',
          ],
        ],
      ],
      ['other company', 'different', 'P', [['MetaMask', 'OpenSea']]],
      [
        'airdrop',
        'different',
        'P',
        [
          ['launch a token by', 'announce an airdrop by'],
          ['launches a token which is publicly transferable', 'announces an airdrop'],
        ],
      ],
    ],
  },
];
