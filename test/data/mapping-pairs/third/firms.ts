import type { Family } from '../../../mapping/listing-pair.ts';

export const FIRMS: readonly Family[] = [
  {
    id: 'third-meta-call-words',
    category: 'Mentions',
    close: '2027-02-15',
    kalshi: [
      'What will Meta Platforms, Inc. say during their Q4 2026 earnings call?',
      'Smart Glasses',
      'If Smart Glasses is said by any Meta Platforms, Inc. representative (including the operator of the call) during the Q4 2026 earnings call (including the Q+A), then the market resolves to Yes.',
    ],
    polymarket: [
      'Will anyone say "Smart Glasses" during the Meta earnings call?',
      'This market will resolve to "Yes" if any representative of Meta, the operator included, says "Smart Glasses" during the company\'s Q4 2026 earnings call, including Q&A. Any usage of the term regardless of context will count. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['other word', 'different', 'P', [['Smart Glasses', 'Superintelligence']]],
      ['count', 'different', 'P', [['"Smart Glasses" during', '"Smart Glasses" 5+ times during']]],
      [
        'person',
        'different',
        'P',
        [
          ['anyone say', 'Mark Zuckerberg say'],
          ['any representative of Meta, the operator included,', 'Mark Zuckerberg'],
          ['Any usage', 'Words of other speakers do not count. Any usage'],
        ],
      ],

      [
        'other date',
        'different',
        'P',
        [
          ['the Meta earnings call', 'the Meta Q1 2027 earnings call'],
          ['Q4 2026', 'Q1 2027'],
        ],
        '2027-05-10',
      ],
    ],
  },
  {
    id: 'third-nike-beats',
    category: 'Companies',
    close: '2026-12-17',
    kalshi: [
      'Will Nike beat EPS estimates for Q2 FY2027?',
      '',
      'If Nike reports diluted EPS above the consensus estimate for the fiscal quarter ending November 30, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Nike (NKE) beat quarterly earnings?',
      'As of market creation, Nike is estimated to release earnings on December 17, 2026. This market will resolve to "Yes" if Nike reports diluted EPS greater than the consensus estimate for the quarter ending November 30, 2026. Otherwise, it will resolve to "No".',
    ],
    variants: [
      [
        'other measure',
        'different',
        'P',
        [
          ['beat quarterly earnings?', 'beat quarterly revenue estimates?'],
          ['diluted EPS greater than', 'revenue greater than'],
        ],
      ],
      [
        'other company',
        'different',
        'P',
        [
          ['Nike (NKE)', 'FedEx (FDX)'],
          ['Nike', 'FedEx'],
        ],
      ],
      [
        'price reaction',
        'different',
        'P',
        [
          'Will Nike (NKE) shares rise after quarterly earnings?',
          'This market will resolve to "Yes" if the official closing price of Nike (NKE) on the first trading day after its earnings release estimated for December 17, 2026 is above the close before it. Otherwise, it will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-anthropic-ipo',
    category: 'Companies',
    close: '2027-06-30',
    kalshi: [
      'Will Anthropic IPO before Jul 1, 2027?',
      '',
      'If shares of Anthropic begin trading on a public stock exchange before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Anthropic IPO by June 30, 2027?',
      'This market will resolve to "Yes" if Anthropic completes an Initial Public Offering and its shares begin public trading by June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No". A filing or an announcement of an intention to IPO alone will not be sufficient.',
    ],
    variants: [
      [
        'announce vs happen',
        'different',
        'P',
        [
          'Anthropic IPO announced by June 30, 2027?',
          'This market will resolve to "Yes" if Anthropic officially announces that it will conduct an Initial Public Offering by June 30, 2027, 11:59 PM ET, regardless of when its shares begin trading. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'filing',
        'different',
        'P',
        [
          'Will Anthropic publicly file an S-1 by June 30, 2027?',
          'This market will resolve to "Yes" if a registration statement on Form S-1 of Anthropic is publicly available on EDGAR by June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
        ],
      ],

      [
        'valuation',
        'different',
        'P',
        [
          'Anthropic market cap above $1T at close of its IPO day?',
          'This market will resolve to "Yes" if the market capitalization of Anthropic at the closing price of its first day of trading is above $1T. If no IPO occurs by June 30, 2027, 11:59 PM ET, this market will resolve to "No".',
        ],
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          'No Anthropic IPO by June 30, 2027?',
          'This market will resolve to "Yes" if shares of Anthropic have not begun public trading by June 30, 2027, 11:59 PM ET. If they have, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-railway-merger',
    category: 'Companies',
    close: '2027-06-30',
    kalshi: [
      'Will Union Pacific close its acquisition of Norfolk Southern before Jul 2027?',
      '',
      'If Union Pacific completes its acquisition of Norfolk Southern before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Union Pacific acquisition of Norfolk Southern completed by June 30?',
      'This market will resolve to "Yes" if the merger of Union Pacific and Norfolk Southern is officially completed by June 30, 2027, 11:59 PM ET. Approval by regulators without the closing of the transaction will not be sufficient. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'approval',
        'different',
        'P',
        [
          'Will the STB approve the Union Pacific–Norfolk Southern merger by June 30?',
          'This market will resolve to "Yes" if the Surface Transportation Board approves the merger of Union Pacific and Norfolk Southern, with or without conditions, by June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
        ],
      ],
      ['other date', 'different', 'P', [['June 30', 'March 31']], '2027-03-31'],
    ],
  },
];
