import type { Family } from '../../../mapping/listing-pair.ts';

export const RACKETS: readonly Family[] = [
  {
    id: 'third-melbourne-men',
    category: 'Sports',
    close: '2027-01-31',
    kalshi: [
      "Men's Australian Open Winner?",
      'Jannik Sinner',
      "If Jannik Sinner wins the 2027 Men's Singles Australian Open, then the market resolves to Yes.",
    ],
    polymarket: [
      "Will Jannik Sinner win the 2027 Men's Australian Open?",
      'This market will resolve to "Yes" if Jannik Sinner wins the 2027 Australian Open Men\'s Singles Tournament. If he is eliminated or withdraws, this market will resolve to "No".',
    ],
    variants: [
      [
        'other contest',
        'different',
        'P',
        [
          ["Men's Australian Open", "Men's French Open"],
          ["Australian Open Men's", "Roland Garros Men's"],
        ],
        '2027-06-06',
      ],
      [
        'reach vs win',
        'different',
        'P',
        [
          ["win the 2027 Men's Australian Open?", "reach the 2027 Men's Australian Open final?"],
          [
            "wins the 2027 Australian Open Men's Singles Tournament",
            "plays in the final of the 2027 Australian Open Men's Singles Tournament",
          ],
          ['is eliminated or withdraws', 'is eliminated or withdraws before the final'],
        ],
      ],

      [
        'doubles',
        'different',
        'K',
        [
          ["Men's Australian Open", "Men's Doubles Australian Open"],
          ["Men's Singles", "Men's Doubles"],
        ],
      ],
    ],
  },
  {
    id: 'third-adelaide-match',
    category: 'Sports',
    close: '2027-01-14',
    kalshi: [
      'Will Eva Lys win the Lys vs Gauff match?',
      'Eva Lys',
      'If Eva Lys wins the Lys vs Gauff professional tennis match in the 2027 WTA Adelaide quarterfinal after a ball has been played, then the market resolves to Yes.',
    ],
    polymarket: [
      'Adelaide: will Eva Lys beat Coco Gauff?',
      'This market will resolve to "Yes" if Eva Lys advances against Coco Gauff in their quarterfinal of the 2027 WTA Adelaide International, scheduled for January 14, 2027. If Coco Gauff advances, this market will resolve to "No".',
    ],
    variants: [
      [
        'other side',
        'inverted',
        'K',
        [
          ['Will Eva Lys win', 'Will Coco Gauff win'],
          ['Eva Lys', 'Coco Gauff'],
        ],
      ],
      [
        'set',
        'different',
        'P',
        [
          ['beat Coco Gauff?', 'win the first set against Coco Gauff?'],
          [
            'if Eva Lys advances against Coco Gauff in',
            'if Eva Lys wins the first set against Coco Gauff in',
          ],
          ['If Coco Gauff advances', 'If Coco Gauff wins it'],
        ],
      ],
      ['round', 'different', 'K', [['quarterfinal', 'semifinal']]],
      [
        'other contest',
        'different',
        'P',
        [
          ['Adelaide: will', 'Adelaide title: will'],
          ['beat Coco Gauff?', 'win it?'],
          ['advances against Coco Gauff in their quarterfinal of', 'is the champion of'],
          [', scheduled for January 14, 2027', ''],
          ['Coco Gauff advances', 'another player is'],
        ],
      ],
    ],
  },
  {
    id: 'third-drivers-title',
    category: 'Sports',
    close: '2027-12-05',
    kalshi: [
      '2027 F1 Drivers Champion?',
      'George Russell',
      'If George Russell wins the 2027 Formula 1 Drivers Championship, then the market resolves to Yes.',
    ],
    polymarket: [
      "Will George Russell be the 2027 F1 Drivers' Champion?",
      'This market will resolve to "Yes" if George Russell finishes 1st in the driver standings for the 2027 F1 season. If at any point it becomes impossible for him to win, this market will resolve to "No". The primary resolution source will be official information from Formula 1.',
    ],
    variants: [
      [
        'constructors',
        'different',
        'P',
        [
          [
            "Will George Russell be the 2027 F1 Drivers' Champion?",
            "Will Mercedes be the 2027 F1 Constructors' Champion?",
          ],
          [
            'if George Russell finishes 1st in the driver standings',
            'if Mercedes finishes 1st in the constructor standings',
          ],
          ['for him', 'for it'],
        ],
      ],

      [
        'race vs season',
        'different',
        'P',
        [
          'Will George Russell win the 2027 Australian Grand Prix?',
          'This market will resolve to "Yes" if George Russell is officially credited with winning the 2027 F1 Australian Grand Prix as published by the FIA. Otherwise, this market will resolve to "No".',
        ],
        '2027-03-14',
      ],
      [
        'rank',
        'different',
        'P',
        [
          ["be the 2027 F1 Drivers' Champion?", 'finish in the top 3 of the 2027 F1 standings?'],
          ['finishes 1st in', 'finishes 1st, 2nd or 3rd in'],
          ['for him to win', 'for him to do so'],
        ],
      ],
    ],
  },
];
