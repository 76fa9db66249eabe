import type { Family } from '../../../mapping/listing-pair.ts';

export const CRISES: readonly Family[] = [
  {
    id: 'third-ukraine-truce',
    category: 'World',
    close: '2027-03-31',
    kalshi: [
      'Russia-Ukraine ceasefire before Apr 1, 2027?',
      '',
      'If Russia and Ukraine publicly agree to a general ceasefire before Apr 1, 2027, then the market resolves to Yes. Partial ceasefires, such as of energy infrastructure only, do not count.',
    ],
    polymarket: [
      'Russia x Ukraine ceasefire by March 31, 2027?',
      'This market will resolve to "Yes" if there is an official ceasefire agreement, defined as a publicly announced and mutually agreed general halt in military engagement, between Russia and Ukraine by March 31, 2027, 11:59 PM ET. If the agreement is reached in time, this market resolves to "Yes" regardless of whether the ceasefire starts afterward. Humanitarian pauses and truces for particular targets will not count.',
    ],
    variants: [
      ['other date', 'different', 'P', [['March 31', 'April 30']], '2027-04-30'],
      [
        'treaty',
        'different',
        'P',
        [
          'Russia x Ukraine peace treaty signed by March 31, 2027?',
          'This market will resolve to "Yes" if Russia and Ukraine both sign a peace treaty that ends the war by March 31, 2027, 11:59 PM ET. A ceasefire without such a treaty will not qualify.',
        ],
      ],
      [
        'duration',
        'different',
        'P',
        [
          'Russia x Ukraine ceasefire that holds for 30 days by March 31, 2027?',
          'This market will resolve to "Yes" if an official general ceasefire between Russia and Ukraine has been in effect for 30 consecutive days at any point up to March 31, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
        ],
      ],

      [
        'wording',
        'same',
        'K',
        [
          [
            'Russia-Ukraine ceasefire before Apr 1, 2027?',
            'Will Ukraine and Russia agree to a ceasefire by the end of March 2027?',
          ],
          ['before Apr 1, 2027', 'by Mar 31, 2027'],
        ],
      ],
    ],
  },
  {
    id: 'third-israel-strikes',
    category: 'World',
    close: '2027-01-31',
    kalshi: [
      'Will Israel strike Iran before Feb 1, 2027?',
      '',
      'If Israel carries out a drone, missile, or air strike that impacts Iranian soil after Issuance and before Feb 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Israel strikes Iran by January 31, 2027?',
      'This market will resolve to "Yes" if Israel initiates a drone, missile, or air strike on Iranian soil by January 31, 2027, 11:59 PM ET. Missiles or drones that are intercepted will not be sufficient for a "Yes" resolution. Ground incursions, naval shelling, cyberattacks, or other operations will not qualify. The resolution source will be a consensus of credible reporting.',
    ],
    variants: [
      [
        'other place',
        'different',
        'K',
        [
          ['strike Iran', 'strike Yemen'],
          ['Iranian soil', 'Yemeni soil'],
        ],
      ],
      [
        'other act',
        'different',
        'P',
        [
          'Will Israel put troops on the ground in Iran by January 31, 2027?',
          'This market will resolve to "Yes" if Israeli military personnel physically enter the terrestrial territory of Iran by January 31, 2027, 11:59 PM ET. Drone, missile or air strikes will not qualify. The resolution source will be a consensus of credible reporting.',
        ],
      ],
      [
        'other side',
        'different',
        'P',
        [
          ['Israel strikes Iran', 'Iran strikes Israel'],
          ['if Israel initiates', 'if Iran initiates'],
          ['on Iranian soil', 'on Israeli soil'],
        ],
      ],
      [
        'in a window',
        'different',
        'P',
        [
          ['by January 31, 2027?', 'between January 15 and January 31, 2027?'],
          ['by January 31, 2027, 11:59 PM ET', 'between January 15 and January 31, 2027, 11:59 PM ET'],
        ],
      ],
    ],
  },
  {
    id: 'third-measles-count',
    category: 'Health',
    close: '2027-01-31',
    kalshi: [
      'How many measles cases in the US in 2026?',
      'Above 3,000',
      'If the number of confirmed measles cases in the United States for 2026 is above 3,000 according to the CDC report published in the week of January 25, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will there be at least 3,001 measles cases in the U.S. in 2026?',
      'This market will resolve to "Yes" if the CDC\'s "Measles Cases and Outbreaks" page shows 3,001 or more confirmed U.S. cases for calendar year 2026 in its update of the week of January 25, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['strictness', 'different', 'P', [['3,001', '3,000']]],
      [
        'deaths',
        'different',
        'P',
        [
          'Will there be at least 5 measles deaths in the U.S. in 2026?',
          'This market will resolve to "Yes" if the CDC\'s "Measles Cases and Outbreaks" page shows 5 or more confirmed U.S. deaths for calendar year 2026 in its update of the week of January 25, 2027. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'other place',
        'different',
        'K',
        [
          ['in the US in', 'in Canada in'],
          ['in the United States', 'in Canada'],
          ['the CDC report', 'the Public Health Agency of Canada report'],
        ],
      ],
    ],
  },
  {
    id: 'third-bird-flu-emergency',
    category: 'Health',
    close: '2027-06-30',
    kalshi: [
      'Will the WHO declare a bird flu emergency before Jul 2027?',
      '',
      'If the World Health Organization declares H5N1 avian influenza a Public Health Emergency of International Concern before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'WHO declares bird flu a PHEIC by June 30, 2027?',
      'This market will resolve to "Yes" if the WHO Director-General determines that avian influenza A(H5N1) constitutes a Public Health Emergency of International Concern (PHEIC) by June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other body',
        'different',
        'P',
        [
          'HHS declares a bird flu public health emergency by June 30, 2027?',
          'This market will resolve to "Yes" if the U.S. Secretary of Health and Human Services declares a public health emergency for avian influenza A(H5N1) by June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'pandemic',
        'different',
        'P',
        [
          ['a PHEIC by', 'a pandemic by'],
          [
            'determines that avian influenza A(H5N1) constitutes a Public Health Emergency of International Concern (PHEIC)',
            'describes avian influenza A(H5N1) as a pandemic',
          ],
        ],
      ],

      ['other date', 'different', 'P', [['June 30', 'December 31']], '2027-12-31'],
    ],
  },
];
