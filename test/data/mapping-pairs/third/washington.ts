import type { Family } from '../../../mapping/listing-pair.ts';

export const WASHINGTON: readonly Family[] = [
  {
    id: 'third-hegseth-out',
    category: 'Politics',
    close: '2027-03-31',
    kalshi: [
      'Will Pete Hegseth leave as Secretary of Defense before Apr 1, 2027?',
      '',
      'If Pete Hegseth ceases to hold the office of Secretary of Defense (Secretary of War) before Apr 1, 2027, then the market resolves to Yes. An announcement of a later departure does not satisfy the Payout Criterion.',
    ],
    polymarket: [
      'Pete Hegseth out as Secretary of Defense by March 31?',
      'This market will resolve to "Yes" if Pete Hegseth ceases to be Secretary of Defense (Secretary of War) for any period of time by March 31, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No". An announcement of a resignation that takes effect later will not alone qualify.',
    ],
    variants: [
      [
        'announce vs happen',
        'different',
        'P',
        [
          ['Pete Hegseth out as', 'Pete Hegseth announces resignation as'],
          [
            'ceases to be Secretary of Defense (Secretary of War) for any period of time by',
            'announces his resignation as Secretary of Defense (Secretary of War) by',
          ],
          [
            'An announcement of a resignation that takes effect later will not alone qualify.',
            'The announcement is sufficient, whenever it takes effect.',
          ],
        ],
      ],
      ['other date', 'different', 'P', [['March 31', 'June 30']], '2027-06-30'],

      [
        'impeached',
        'different',
        'P',
        [
          'Pete Hegseth impeached by March 31?',
          'This market will resolve to "Yes" if the U.S. House of Representatives adopts articles of impeachment against Secretary of Defense Pete Hegseth by March 31, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          'Will Pete Hegseth remain Secretary of Defense through March 31?',
          'This market will resolve to "Yes" if Pete Hegseth is Secretary of Defense (Secretary of War) without interruption up to March 31, 2027, 11:59 PM ET. If he ceases to be so for any period of time before then, this market will resolve to "No". An announced later departure has no effect.',
        ],
      ],
    ],
  },
  {
    id: 'third-trump-impeached',
    category: 'Politics',
    close: '2027-12-31',
    kalshi: [
      'Will Trump be impeached before 2028?',
      '',
      'If the U.S. House of Representatives adopts at least one article of impeachment against Donald Trump after Issuance and before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Trump impeached by end of 2027?',
      'This market will resolve to "Yes" if the House of Representatives passes one or more articles of impeachment against President Donald Trump by December 31, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No". A Senate trial or conviction is not necessary.',
    ],
    variants: [
      [
        'convicted',
        'different',
        'P',
        [
          'Trump impeached and convicted by end of 2027?',
          'This market will resolve to "Yes" if the Senate convicts President Donald Trump on one or more articles of impeachment by December 31, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No". Impeachment by the House alone does not suffice.',
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['by end of 2027?', 'by end of June 2027?'],
          ['December 31, 2027', 'June 30, 2027'],
        ],
        '2027-06-30',
      ],

      [
        'filing',
        'different',
        'P',
        [
          'Articles of impeachment against Trump filed by end of 2027?',
          'This market will resolve to "Yes" if any member of the House introduces articles of impeachment against President Donald Trump between January 3 and December 31, 2027. A vote on them is not necessary. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-maxwell-pardon',
    category: 'Politics',
    close: '2027-12-31',
    kalshi: [
      'Who will Trump pardon before 2028?',
      'Ghislaine Maxwell',
      'If Donald Trump grants a pardon to Ghislaine Maxwell before Jan 1, 2028, then the market resolves to Yes. A commutation or reprieve does not count as a pardon.',
    ],
    polymarket: [
      'Will Trump pardon Ghislaine Maxwell in 2026 or 2027?',
      'This market will resolve to "Yes" if Ghislaine Maxwell receives a presidential pardon, commutation, or reprieve from Donald Trump by December 31, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No". The primary resolution source will be official information from the US government.',
    ],
    label: 'different',
    variants: [
      [
        'wording',
        'same',
        'P',
        [
          ['in 2026 or 2027?', 'by the end of 2027?'],
          [
            'a presidential pardon, commutation, or reprieve from',
            'a presidential pardon, not merely a commutation or reprieve, from',
          ],
        ],
      ],
      [
        'other person',
        'different',
        'P',
        [
          ['Ghislaine Maxwell', 'Sam Bankman-Fried'],
          ['a presidential pardon, commutation, or reprieve', 'a presidential pardon'],
        ],
      ],
      [
        'other act',
        'different',
        'P',
        [
          'Will Trump commute the sentence of Ghislaine Maxwell by the end of 2027?',
          'This market will resolve to "Yes" if Donald Trump commutes the sentence of Ghislaine Maxwell by December 31, 2027, 11:59 PM ET. A pardon does not count as a commutation. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'third-shutdown-length',
    category: 'Politics',
    close: '2027-02-28',
    kalshi: [
      'How long will the government shutdown last?',
      'At least 8 days',
      'If the lapse of federal appropriations that begins on January 30, 2027 or later, but before Feb 15, 2027, lasts at least 8 full days, then the market resolves to Yes. If there is no such lapse, the market resolves to No.',
    ],
    polymarket: [
      'Government shutdown between January 30 and February 14 that lasts at least 8 days?',
      'This market will resolve to "Yes" if a lapse of federal appropriations starts between January 30 and February 14, 2027, inclusive, and lasts for 8 or more full days. If no lapse starts in that time, this market will resolve to "No". Resolution source: the Office of Personnel Management\'s operating status.',
    ],
    variants: [
      [
        'any',
        'different',
        'P',
        [
          'Government shutdown between January 30 and February 14?',
          'This market will resolve to "Yes" if a lapse of federal appropriations starts between January 30 and February 14, 2027, inclusive, no matter how long it lasts. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'other threshold',
        'different',
        'P',
        [
          ['at least 8 days', 'at least 15 days'],
          ['8 or more', '15 or more'],
        ],
      ],
    ],
  },
];
