import type { Family } from '../../../mapping/listing-pair.ts';

export const WORLD: readonly Family[] = [
  {
    id: 'ukraine-ceasefire',
    category: 'World',
    close: '2027-03-31',
    kalshi: [
      'Will Russia and Ukraine agree to a ceasefire before Apr 1, 2027?',
      '',
      'If Russia and Ukraine agree to a ceasefire before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Russia x Ukraine ceasefire by March 31, 2027?',
      'Resolves Yes if there is an official ceasefire agreement between Russia and Ukraine by March 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other country',
        'different',
        'P',
        [
          ['Russia x Ukraine', 'Israel x Hamas'],
          ['Russia and Ukraine', 'Israel and Hamas'],
        ],
      ],
      ['other date', 'different', 'P', [['March 31', 'April 30']], '2027-04-30'],
      [
        'other act',
        'different',
        'P',
        [
          'Will Putin meet Zelenskyy by March 31, 2027?',
          'Resolves Yes if Vladimir Putin and Volodymyr Zelenskyy meet in person by March 31, 2027.',
        ],
      ],
      [
        'other act',
        'different',
        'P',
        [
          'Russia x Ukraine peace deal by March 31, 2027?',
          'Resolves Yes if Russia and Ukraine sign a peace treaty by March 31, 2027.',
        ],
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          'No Russia x Ukraine ceasefire by March 31, 2027?',
          'Resolves Yes if there is no official ceasefire agreement between Russia and Ukraine by March 31, 2027, 11:59 PM ET.',
        ],
      ],
    ],
  },
  {
    id: 'trump-putin',
    category: 'World',
    close: '2026-12-31',
    kalshi: [
      'Will Trump and Putin meet before Jan 1, 2027?',
      '',
      'If Donald Trump and Vladimir Putin meet in person before Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Trump meet with Putin by December 31, 2026?',
      'Resolves Yes if Donald Trump and Vladimir Putin meet in person by December 31, 2026, 11:59 PM ET.',
    ],
    variants: [
      [
        'other person',
        'different',
        'P',
        [
          ['Putin', 'Xi Jinping'],
          ['Vladimir ', ''],
        ],
      ],
      [
        'other act',
        'different',
        'P',
        [
          'Will Trump talk to Putin by December 31, 2026?',
          'Resolves Yes if Donald Trump speaks with Vladimir Putin by phone by December 31, 2026.',
        ],
      ],
      [
        'place',
        'different',
        'P',
        [
          'Will Trump meet with Putin in Budapest by December 31, 2026?',
          'Resolves Yes if Donald Trump and Vladimir Putin meet in person in Budapest by December 31, 2026.',
        ],
      ],
      ['other date', 'different', 'P', [['December 31', 'November 30']], '2026-11-30'],
    ],
  },
  {
    id: 'taiwan-invade',
    category: 'World',
    close: '2027-12-31',
    kalshi: [
      'Will China invade Taiwan before 2028?',
      '',
      'If China commences a military invasion of Taiwan before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will China invade Taiwan by December 31, 2027?',
      'Resolves Yes if China commences a military offensive intended to establish control over any portion of Taiwan by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other act',
        'different',
        'P',
        [
          'Will China blockade Taiwan by December 31, 2027?',
          'Resolves Yes if China enacts a blockade of Taiwan by December 31, 2027.',
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2026']], '2026-12-31'],
      [
        'other country',
        'different',
        'P',
        [
          ['China invade Taiwan', 'Russia invade Estonia'],
          ['China commences', 'Russia commences'],
          ['portion of Taiwan', 'portion of Estonia'],
        ],
      ],
      [
        'wording',
        'same',
        'P',
        [
          'Chinese invasion of Taiwan before January 1, 2028?',
          'Resolves Yes if the PRC begins a military invasion of Taiwan before January 1, 2028.',
        ],
      ],
    ],
  },
  {
    id: 'pope-visit',
    category: 'World',
    close: '2027-12-31',
    kalshi: [
      'Will Pope Leo XIV visit the United States before 2028?',
      '',
      'If Pope Leo XIV visits the United States before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Pope Leo XIV visits US by December 31, 2027?',
      'Resolves Yes if Pope Leo XIV physically visits the United States by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other country',
        'different',
        'P',
        [
          ['visits US by', 'visits Ukraine by'],
          ['the United States', 'Ukraine'],
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2026']], '2026-12-31'],
      ['other person', 'different', 'P', [['Pope Leo XIV', 'King Charles III']]],
    ],
  },
  {
    id: 'maduro',
    category: 'World',
    close: '2027-06-30',
    kalshi: [
      'Will Ali Khamenei leave office before Jul 1, 2027?',
      '',
      'If Ali Khamenei ceases to be Supreme Leader of Iran before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Khamenei out as Supreme Leader of Iran by June 30, 2027?',
      'Resolves Yes if Ali Khamenei ceases to be the Supreme Leader of Iran by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other act',
        'different',
        'P',
        [
          'Will Israel strike Iran by June 30, 2027?',
          'Resolves Yes if Israel carries out a military strike on Iranian soil by June 30, 2027.',
        ],
      ],
      ['other date', 'different', 'P', [['June 30, 2027', 'December 31, 2026']], '2026-12-31'],
      [
        'inverted wording',
        'inverted',
        'P',
        [
          'Will Ali Khamenei remain Supreme Leader of Iran through June 30, 2027?',
          'Resolves Yes if Ali Khamenei is the Supreme Leader of Iran through June 30, 2027, 11:59 PM ET.',
        ],
      ],
      [
        'other person',
        'different',
        'P',
        [
          'Erdogan out as President of Turkey by June 30, 2027?',
          'Resolves Yes if Recep Tayyip Erdogan ceases to be the President of Turkey by June 30, 2027, 11:59 PM ET.',
        ],
      ],
    ],
  },
];
