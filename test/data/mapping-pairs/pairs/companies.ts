import type { Family } from '../../../mapping/listing-pair.ts';

export const COMPANIES: readonly Family[] = [
  {
    id: 'largest-company',
    category: 'Companies',
    close: '2026-12-31',
    kalshi: [
      'Largest company on Dec 31, 2026?',
      'Nvidia',
      'If Nvidia is the largest company in the world by market capitalization at market close on Dec 31, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will NVIDIA be the largest company in the world by market cap on December 31?',
      'This market resolves to the company with the largest market cap at the close of the market on December 31, 2026.',
    ],
    variants: [
      ['other company', 'different', 'P', [['NVIDIA', 'Apple']]],
      [
        'rank',
        'different',
        'P',
        [
          ['the largest company', 'the second-largest company'],
          ['the largest market cap', 'the second-largest market cap'],
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
          'Will NVIDIA have a market cap above $6 trillion on December 31?',
          'Resolves Yes if the market cap of NVIDIA is above $6 trillion at close on December 31, 2026.',
        ],
      ],
    ],
  },
  {
    id: 'openai-ipo',
    category: 'Companies',
    close: '2027-12-31',
    kalshi: [
      'Will OpenAI IPO before Jan 1, 2028?',
      '',
      'If OpenAI completes an initial public offering before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'OpenAI IPO by December 31, 2027?',
      'Resolves Yes if shares of OpenAI begin trading on a public stock exchange by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other company', 'different', 'P', [['OpenAI', 'Anthropic']]],
      [
        'announce vs complete',
        'different',
        'P',
        [
          'Will OpenAI announce an IPO by December 31, 2027?',
          'Resolves Yes if OpenAI officially announces that it will IPO by December 31, 2027.',
        ],
      ],
      [
        'filing',
        'different',
        'P',
        [
          'Will OpenAI file for an IPO by December 31, 2027?',
          'Resolves Yes if OpenAI publicly files an S-1 by December 31, 2027.',
        ],
      ],
      [
        'valuation',
        'different',
        'P',
        [
          'OpenAI IPO closing market cap above $1T by December 31, 2027?',
          'Resolves Yes if OpenAI closes its first day of trading above a market cap of $1 trillion.',
        ],
      ],
      ['other date', 'different', 'P', [['December 31, 2027', 'December 31, 2026']], '2026-12-31'],
      [
        'wording',
        'same',
        'P',
        [
          'Will OpenAI go public by December 31, 2027?',
          'Resolves Yes if OpenAI completes its initial public offering by December 31, 2027, 11:59 PM ET.',
        ],
      ],
    ],
  },
  {
    id: 'tesla-deliveries',
    category: 'Companies',
    close: '2027-01-02',
    kalshi: [
      'Tesla deliveries in Q4 2026?',
      'Above 450,000',
      'If Tesla reports more than 450,000 total deliveries in Q4 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Tesla deliver more than 450,000 vehicles in Q4 2026?',
      'Resolves Yes if Tesla reports deliveries of more than 450,000 vehicles for the fourth quarter of 2026.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['450,000', '475,000']]],
      [
        'other date',
        'different',
        'P',
        [
          ['Q4 2026', 'Q1 2027'],
          ['the fourth quarter of 2026', 'the first quarter of 2027'],
        ],
        '2027-04-02',
      ],
      [
        'other measure',
        'different',
        'P',
        [
          ['Tesla deliver more than', 'Tesla produce more than'],
          ['deliveries of', 'production of'],
        ],
      ],
      [
        'year vs quarter',
        'different',
        'P',
        [
          ['in Q4 2026', 'in 2026'],
          ['for the fourth quarter of 2026', 'for 2026'],
        ],
      ],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          ['deliver more than 450,000', 'deliver 450,000 or fewer'],
          ['more than 450,000', '450,000 or fewer'],
        ],
      ],
    ],
  },
  {
    id: 'disney-ceo',
    category: 'Companies',
    close: '2027-06-30',
    kalshi: [
      'Will Tim Cook leave as CEO of Apple before Jul 1, 2027?',
      '',
      'If Tim Cook ceases to be CEO of Apple before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Tim Cook out as Apple CEO by June 30, 2027?',
      'Resolves Yes if Tim Cook ceases to be the CEO of Apple by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other person',
        'different',
        'P',
        [
          ['Tim Cook', 'Elon Musk'],
          ['Apple', 'Tesla'],
        ],
      ],
      [
        'announce vs happen',
        'different',
        'P',
        [
          'Will Apple announce that Tim Cook will leave as CEO by June 30, 2027?',
          'Resolves Yes if Apple announces by June 30, 2027 that Tim Cook will step down, whenever that takes effect.',
        ],
      ],
      [
        'inverted wording',
        'inverted',
        'P',
        [
          'Will Tim Cook remain CEO of Apple through June 30, 2027?',
          'Resolves Yes if Tim Cook is continuously the CEO of Apple through June 30, 2027, 11:59 PM ET.',
        ],
      ],
      ['other date', 'different', 'P', [['June 30', 'September 30']], '2027-09-30'],
      [
        'successor',
        'different',
        'P',
        [
          'Will John Ternus be CEO of Apple by June 30, 2027?',
          'Resolves Yes if John Ternus becomes CEO of Apple by June 30, 2027.',
        ],
      ],
    ],
  },
  {
    id: 'tiktok-acquire',
    category: 'Companies',
    close: '2026-12-31',
    kalshi: [
      'Who will acquire Warner Bros. Discovery?',
      'Paramount',
      'If Paramount acquires Warner Bros. Discovery before Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Paramount acquire Warner Bros. Discovery by December 31, 2026?',
      'Resolves Yes if an acquisition of Warner Bros. Discovery by Paramount Skydance is completed by December 31, 2026.',
    ],
    variants: [
      [
        'other company',
        'different',
        'P',
        [
          ['Paramount Skydance', 'Netflix'],
          ['Paramount', 'Netflix'],
        ],
      ],
      [
        'announce vs complete',
        'different',
        'P',
        [
          'Will Paramount announce a deal to acquire Warner Bros. Discovery by December 31, 2026?',
          'Resolves Yes if Paramount announces an agreement to acquire Warner Bros. Discovery by December 31, 2026.',
        ],
      ],
      ['other date', 'different', 'P', [['2026', '2027']], '2027-12-31'],
    ],
  },
  {
    id: 'apple-foldable',
    category: 'Companies',
    close: '2027-06-30',
    kalshi: [
      'Will Apple release a foldable iPhone before Jul 2027?',
      '',
      'If Apple releases a foldable iPhone before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Apple foldable iPhone released by June 30, 2027?',
      'Resolves Yes if Apple releases a foldable iPhone for sale by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'announce vs release',
        'different',
        'P',
        [
          'Apple announces foldable iPhone by June 30, 2027?',
          'Resolves Yes if Apple officially announces a foldable iPhone by June 30, 2027.',
        ],
      ],
      ['other product', 'different', 'P', [['foldable iPhone', 'foldable iPad']]],
      [
        'other company',
        'different',
        'P',
        [
          'Will Google release a foldable phone by June 30, 2027?',
          'Resolves Yes if Google releases a foldable Pixel phone by June 30, 2027.',
        ],
      ],
      ['other date', 'different', 'P', [['June 30, 2027', 'December 31, 2026']], '2026-12-31'],
    ],
  },
];
