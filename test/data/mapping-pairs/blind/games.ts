import type { Family } from '../../../mapping/listing-pair.ts';

export const GAMES: readonly Family[] = [
  {
    id: 'blind-stanley-cup',
    category: 'Sports',
    close: '2027-06-25',
    kalshi: [
      '2027 Stanley Cup Champion?',
      'Florida Panthers',
      'If the Florida Panthers win the 2027 Stanley Cup Finals, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Florida Panthers win the 2027 NHL Stanley Cup?',
      'This market will resolve to "Yes" if the Florida Panthers win the 2027 Stanley Cup. If it becomes impossible for them to win, it resolves to "No" at once.',
    ],
    variants: [
      ['other team', 'different', 'P', [['Florida Panthers', 'Edmonton Oilers']]],
      [
        'conference',
        'different',
        'P',
        [
          'Will the Florida Panthers win the Eastern Conference?',
          'This market will resolve to "Yes" if the Florida Panthers win the Eastern Conference in the 2026-27 NHL season.',
        ],
      ],
      [
        'playoffs',
        'different',
        'P',
        [
          'Will the Florida Panthers make the 2027 NHL Playoffs?',
          'This market will resolve to "Yes" if the Florida Panthers qualify for the 2027 NHL Playoffs.',
        ],
      ],
      [
        'wording',
        'same',
        'P',
        [
          'Florida Panthers to win the 2026-27 Stanley Cup?',
          'Resolves Yes if the Panthers are the Stanley Cup champions of the 2026-27 NHL season.',
        ],
      ],
    ],
  },
  {
    id: 'blind-nhl-game',
    category: 'Sports',
    close: '2026-12-05',
    kalshi: [
      'Toronto at Boston Winner?',
      'Boston',
      'If Boston wins the Toronto at Boston professional hockey game originally scheduled for Dec 5, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Maple Leafs vs. Bruins',
      'YES is Bruins; NO is Maple Leafs. In the NHL game scheduled for December 5: if the Bruins win, the market will resolve to "Bruins"; if the Maple Leafs win, to "Maple Leafs". Overtime and shootouts count.',
    ],
    variants: [
      [
        'other side',
        'inverted',
        'P',
        [
          'Maple Leafs vs. Bruins',
          'YES is Maple Leafs; NO is Bruins. In the NHL game scheduled for December 5: if the Bruins win, the market will resolve to "Bruins"; if the Maple Leafs win, to "Maple Leafs". Overtime and shootouts count.',
        ],
      ],
      [
        'spread',
        'different',
        'P',
        [
          'Spread: Bruins (-1.5)',
          'YES is Bruins; NO is Maple Leafs. In the NHL game scheduled for December 5: resolves to "Bruins" if the Bruins win by 2 or more goals.',
        ],
      ],
      [
        'total',
        'different',
        'P',
        [
          'Maple Leafs vs. Bruins: O/U 6.5',
          'YES is Over; NO is Under. In the NHL game scheduled for December 5: resolves to "Over" if the combined goals are 7 or more.',
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          'Maple Leafs vs. Bruins',
          'YES is Bruins; NO is Maple Leafs. In the NHL game scheduled for December 19: if the Bruins win, the market will resolve to "Bruins"; if the Maple Leafs win, to "Maple Leafs".',
        ],
        '2026-12-19',
      ],
    ],
  },
  {
    id: 'blind-la-liga-match',
    category: 'Sports',
    close: '2026-12-06',
    kalshi: [
      'Barcelona vs Atletico Madrid',
      'Barcelona',
      'If Barcelona wins the Barcelona vs Atletico Madrid La Liga match originally scheduled for Dec 6, 2026 after 90 minutes plus stoppage time, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will FC Barcelona win on 2026-12-06?',
      'In the La Liga game between FC Barcelona and Club Atlético de Madrid scheduled for December 6, 2026: resolves to "Yes" if FC Barcelona wins within the first 90 minutes of regular play plus stoppage time.',
    ],
    variants: [
      [
        'draw',
        'different',
        'P',
        [
          'Will FC Barcelona vs. Club Atlético de Madrid end in a draw?',
          'In the La Liga game scheduled for December 6, 2026: resolves to "Yes" if the game ends in a draw.',
        ],
      ],
      [
        'other team',
        'different',
        'P',
        [
          'Will Club Atlético de Madrid win on 2026-12-06?',
          'In the La Liga game between FC Barcelona and Club Atlético de Madrid scheduled for December 6, 2026: resolves to "Yes" if Club Atlético de Madrid wins.',
        ],
      ],
      [
        'both score',
        'different',
        'P',
        [
          'FC Barcelona vs. Club Atlético de Madrid: Both Teams to Score',
          'In the La Liga game scheduled for December 6, 2026: resolves to "Yes" if both teams score.',
        ],
      ],
      [
        'season',
        'different',
        'P',
        [
          'Will FC Barcelona win La Liga 2026-27?',
          'Resolves to "Yes" if FC Barcelona wins the 2026-27 La Liga season.',
        ],
        '2027-05-31',
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['2026-12-06', '2026-12-13'],
          ['December 6', 'December 13'],
        ],
        '2026-12-13',
      ],
    ],
  },
  {
    id: 'blind-masters',
    category: 'Sports',
    close: '2027-04-11',
    kalshi: [
      'Masters Tournament Winner 2027?',
      'Scottie Scheffler',
      'If Scottie Scheffler wins the 2027 Masters Tournament, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Scottie Scheffler win the 2027 Masters?',
      'This market will resolve to "Yes" if Scottie Scheffler wins the 2027 Masters Tournament at Augusta National.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Scottie Scheffler', 'Rory McIlroy']]],
      [
        'other contest',
        'different',
        'P',
        [
          'Will Scottie Scheffler win the 2027 PGA Championship?',
          'This market will resolve to "Yes" if Scottie Scheffler wins the 2027 PGA Championship.',
        ],
        '2027-05-23',
      ],
      [
        'top ten',
        'different',
        'P',
        [
          'Will Scottie Scheffler finish in the top 10 at the 2027 Masters?',
          'This market will resolve to "Yes" if Scottie Scheffler finishes in the top 10, ties included.',
        ],
      ],
      [
        'make the cut',
        'different',
        'P',
        [
          'Will Scottie Scheffler make the cut at the 2027 Masters?',
          'This market will resolve to "Yes" if Scottie Scheffler plays the third round of the 2027 Masters.',
        ],
      ],
      [
        'round',
        'different',
        'P',
        [
          'Will Scottie Scheffler lead after round 1 of the 2027 Masters?',
          'This market will resolve to "Yes" if Scottie Scheffler leads or shares the lead after the first round.',
        ],
      ],
    ],
  },
  {
    id: 'blind-aus-open',
    category: 'Sports',
    close: '2027-01-30',
    kalshi: [
      '2027 Australian Open Women’s Singles Winner?',
      'Aryna Sabalenka',
      'If Aryna Sabalenka wins the Women’s Singles tournament at the 2027 Australian Open, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Aryna Sabalenka win the 2027 Women’s Australian Open?',
      'This market will resolve to "Yes" if Aryna Sabalenka wins the women’s singles of the 2027 Australian Open.',
    ],
    variants: [
      [
        'other contest',
        'different',
        'P',
        [
          ['Women’s Australian Open', 'Women’s French Open'],
          ['Australian Open', 'French Open'],
        ],
        '2027-06-05',
      ],
      ['other person', 'different', 'P', [['Aryna Sabalenka', 'Iga Świątek']]],
      [
        'reach vs win',
        'different',
        'P',
        [
          'Will Aryna Sabalenka reach the final of the 2027 Australian Open?',
          'This market will resolve to "Yes" if Aryna Sabalenka plays in the women’s singles final of the 2027 Australian Open.',
        ],
      ],
      [
        'doubles',
        'different',
        'P',
        [
          'Will Aryna Sabalenka win the 2027 Australian Open mixed doubles?',
          'This market will resolve to "Yes" if Aryna Sabalenka wins the mixed doubles of the 2027 Australian Open.',
        ],
      ],
    ],
  },
  {
    id: 'blind-cricket',
    category: 'Sports',
    close: '2027-11-14',
    kalshi: [
      '2027 Men’s Cricket World Cup Winner?',
      'India',
      'If India wins the 2027 ICC Men’s Cricket World Cup, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will India win the 2027 ICC Cricket World Cup?',
      'This market will resolve to "Yes" if the men’s national team of India wins the 2027 ICC Cricket World Cup (ODI).',
    ],
    variants: [
      ['other country', 'different', 'P', [['India', 'Australia']]],
      [
        'other contest',
        'different',
        'P',
        [
          'Will India win the 2028 T20 World Cup?',
          'This market will resolve to "Yes" if India wins the 2028 ICC Men’s T20 World Cup.',
        ],
        '2028-11-30',
      ],
    ],
  },
  {
    id: 'blind-chess-candidates',
    category: 'Sports',
    close: '2026-12-31',
    kalshi: [
      'Who will be world chess champion at the end of 2026?',
      'Gukesh Dommaraju',
      'If Gukesh Dommaraju is the reigning FIDE world chess champion on Dec 31, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Gukesh win the 2026 World Chess Championship?',
      'This market will resolve to "Yes" if Gukesh Dommaraju wins the World Chess Championship match scheduled for late 2026. If the match is not finished by March 31, 2027, it will resolve 50-50.',
    ],
    label: 'different',
    variants: [
      [
        'wording',
        'same',
        'P',
        [
          'Gukesh world chess champion on December 31, 2026?',
          'This market will resolve to "Yes" if Gukesh Dommaraju holds the FIDE world title on December 31, 2026.',
        ],
      ],
      [
        'other person',
        'different',
        'P',
        [
          'Magnus Carlsen ranked No. 1 on December 31, 2026?',
          'This market will resolve to "Yes" if Magnus Carlsen has the highest FIDE classical rating on December 31, 2026.',
        ],
      ],
    ],
  },
  {
    id: 'blind-draft',
    category: 'Sports',
    close: '2027-04-22',
    kalshi: [
      'First pick in the 2027 pro football draft?',
      'Arch Manning',
      'If Arch Manning is the first overall pick in the 2027 Pro Football Draft, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Arch Manning be the first overall pick in the 2027 NFL Draft?',
      'This market will resolve to "Yes" if Arch Manning is selected with the No. 1 overall pick of the 2027 NFL Draft.',
    ],
    variants: [
      [
        'rank',
        'different',
        'P',
        [
          ['first overall pick', 'second overall pick'],
          ['No. 1', 'No. 2'],
        ],
      ],
      [
        'first quarterback',
        'different',
        'P',
        [
          'Will Arch Manning be the first quarterback drafted in 2027?',
          'This market will resolve to "Yes" if Arch Manning is the first quarterback selected in the 2027 NFL Draft.',
        ],
      ],
      [
        'top ten',
        'different',
        'P',
        [
          'Will Arch Manning be a top 10 pick in the 2027 NFL Draft?',
          'This market will resolve to "Yes" if Arch Manning is selected within the first 10 picks.',
        ],
      ],
      [
        'other team',
        'different',
        'P',
        [
          'Which team will have the first overall pick in the 2027 NFL Draft: New York Jets?',
          'This market will resolve to "Yes" if the Jets make the No. 1 overall pick.',
        ],
      ],
    ],
  },
  {
    id: 'blind-heisman',
    category: 'Sports',
    close: '2026-12-12',
    kalshi: [
      'Heisman Trophy Winner 2026?',
      'Julian Sayin',
      'If Julian Sayin wins the 2026 Heisman Trophy, then the market resolves to Yes.',
    ],
    polymarket: [
      'Julian Sayin wins the 2026 Heisman Trophy?',
      'This market will resolve to "Yes" if Julian Sayin of Ohio State is awarded the Heisman Trophy for the 2026 season.',
    ],
    variants: [
      [
        'finalist',
        'different',
        'P',
        [
          'Will Julian Sayin be a Heisman finalist in 2026?',
          'This market will resolve to "Yes" if Julian Sayin is named a finalist for the 2026 Heisman Trophy.',
        ],
      ],
      ['other person', 'different', 'P', [['Julian Sayin', 'Jeremiah Smith']]],
      [
        'negation',
        'inverted',
        'P',
        [
          'Will Julian Sayin not win the 2026 Heisman Trophy?',
          'This market will resolve to "Yes" if anyone but Julian Sayin is awarded the Heisman Trophy for the 2026 season, or nobody is.',
        ],
      ],
    ],
  },
  {
    id: 'blind-ballon-dor',
    category: 'Sports',
    close: '2027-10-31',
    kalshi: [
      'Ballon d’Or winner 2027?',
      'Lamine Yamal',
      'If Lamine Yamal wins the 2027 Men’s Ballon d’Or, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Lamine Yamal win the 2027 Ballon d’Or?',
      'This market will resolve to "Yes" if Lamine Yamal is awarded the men’s Ballon d’Or 2027.',
    ],
    variants: [
      [
        'other award',
        'different',
        'P',
        [
          'Will Lamine Yamal win the 2027 Kopa Trophy?',
          'This market will resolve to "Yes" if Lamine Yamal is awarded the Kopa Trophy 2027.',
        ],
      ],
      ['other person', 'different', 'K', [['Lamine Yamal', 'Kylian Mbappé']]],
      [
        'rank',
        'different',
        'P',
        [
          'Will Lamine Yamal finish in the top 3 of the 2027 Ballon d’Or?',
          'This market will resolve to "Yes" if Lamine Yamal is among the first three of the men’s Ballon d’Or 2027.',
        ],
      ],
    ],
  },
  {
    id: 'blind-lol-worlds',
    category: 'Esports',
    close: '2026-11-29',
    kalshi: [
      'League of Legends World Championship 2026 winner?',
      'T1',
      'If T1 wins the 2026 League of Legends World Championship, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will T1 win LoL Worlds 2026?',
      'This market will resolve to "Yes" if T1 wins the 2026 League of Legends World Championship.',
    ],
    variants: [
      ['other team', 'different', 'P', [['T1', 'Gen.G']]],
      [
        'game vs series',
        'different',
        'P',
        [
          'LoL: T1 vs Gen.G - Game 1 Winner',
          'YES is T1; NO is Gen.G. This market refers to game 1 of the best of five at Worlds 2026.',
        ],
      ],
      [
        'other contest',
        'different',
        'P',
        ['Will T1 win the LCK 2026?', 'This market will resolve to "Yes" if T1 wins the 2026 LCK season.'],
      ],
    ],
  },
  {
    id: 'blind-tour',
    category: 'Sports',
    close: '2027-07-25',
    kalshi: [
      'Tour de France winner 2027?',
      'Tadej Pogačar',
      'If Tadej Pogačar wins the general classification of the 2027 Tour de France, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Tadej Pogacar win the 2027 Tour de France?',
      'This market will resolve to "Yes" if Tadej Pogacar wins the yellow jersey of the 2027 Tour de France.',
    ],
    variants: [
      [
        'other contest',
        'different',
        'P',
        [
          'Will Tadej Pogacar win the 2027 Giro d’Italia?',
          'This market will resolve to "Yes" if Tadej Pogacar wins the general classification of the 2027 Giro d’Italia.',
        ],
        '2027-05-30',
      ],
      [
        'stage',
        'different',
        'P',
        [
          'Will Tadej Pogacar win stage 1 of the 2027 Tour de France?',
          'This market will resolve to "Yes" if Tadej Pogacar wins the first stage.',
        ],
        '2027-07-03',
      ],
      [
        'other jersey',
        'different',
        'P',
        [
          'Will Tadej Pogacar win the polka dot jersey at the 2027 Tour de France?',
          'This market will resolve to "Yes" if Tadej Pogacar wins the mountains classification.',
        ],
      ],
    ],
  },
];
