import type { Family } from '../../../mapping/listing-pair.ts';

export const POLITICS: readonly Family[] = [
  {
    id: 'dem-nominee-2028',
    category: 'Politics',
    close: '2028-11-07',
    kalshi: [
      '2028 Democratic presidential nominee?',
      'Gavin Newsom',
      'If Gavin Newsom wins the nomination for the Presidency to contest the 2028 Presidential Election for the Democratic Party, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Gavin Newsom win the 2028 Democratic presidential nomination?',
      'This market will resolve to "Yes" if Gavin Newsom wins and accepts the 2028 nomination of the Democratic Party for U.S. president. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['other person', 'different', 'P', [['Gavin Newsom', 'Pete Buttigieg']]],
      [
        'nominee vs winner',
        'different',
        'P',
        [
          'Will Gavin Newsom win the 2028 US presidential election?',
          'This market will resolve to "Yes" if Gavin Newsom wins the 2028 US Presidential Election. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'other party',
        'different',
        'P',
        [
          ['Gavin Newsom', 'JD Vance'],
          ['Democratic', 'Republican'],
        ],
      ],
      ['other date', 'different', 'P', [['2028', '2032']], '2032-11-02'],
      [
        'wording',
        'same',
        'P',
        [
          'Newsom to be the Democratic nominee for president in 2028?',
          'Resolves Yes if Governor Gavin Newsom of California is the nominee of the Democratic Party in the 2028 U.S. presidential election.',
        ],
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          ['Will Gavin Newsom win', 'Will Gavin Newsom not win'],
          ['if Gavin Newsom wins and accepts', 'if anyone other than Gavin Newsom wins'],
        ],
      ],
      [
        'primary vs nomination',
        'different',
        'P',
        [
          'Will Gavin Newsom win the 2028 New Hampshire Democratic primary?',
          'This market will resolve to "Yes" if Gavin Newsom wins the 2028 New Hampshire Democratic presidential primary.',
        ],
      ],
    ],
  },
  {
    id: 'rep-president-2028',
    category: 'Politics',
    close: '2028-11-08',
    kalshi: [
      'Who will win the 2028 presidential election?',
      'J.D. Vance',
      'If J.D. Vance wins the 2028 U.S. Presidential Election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will JD Vance win the 2028 US Presidential Election?',
      'This market will resolve to "Yes" if JD Vance wins the 2028 US Presidential Election. The resolution source is the Associated Press, Fox News and NBC.',
    ],
    variants: [
      ['other person', 'different', 'P', [['JD Vance', 'Marco Rubio']]],
      [
        'nominee vs winner',
        'different',
        'P',
        [
          'Will JD Vance win the 2028 Republican presidential nomination?',
          'Resolves "Yes" if JD Vance is the 2028 nominee of the Republican Party for President.',
        ],
      ],
      [
        'party vs person',
        'different',
        'P',
        [
          'Will a Republican win the 2028 US Presidential Election?',
          'This market will resolve to "Yes" if the Republican nominee wins the 2028 US Presidential Election.',
        ],
      ],
      [
        'popular vote',
        'different',
        'P',
        [
          'Will JD Vance win the popular vote in the 2028 US Presidential Election?',
          'This market will resolve to "Yes" if JD Vance receives the most votes nationwide in the 2028 US Presidential Election.',
        ],
      ],
      [
        'wording',
        'same',
        'P',
        [
          'JD Vance elected president in 2028?',
          'Resolves YES if Vance wins the 2028 United States presidential election.',
        ],
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          ['Will JD Vance win', 'Will JD Vance fail to win'],
          ['if JD Vance wins', 'if JD Vance does not win'],
        ],
      ],
      [
        'candidacy',
        'different',
        'P',
        [
          'Will JD Vance run for president in 2028?',
          'Resolves "Yes" if JD Vance formally announces a run for the 2028 US presidency.',
        ],
      ],
    ],
  },
  {
    id: 'house-control-2028',
    category: 'Politics',
    close: '2028-11-30',
    kalshi: [
      'Which party will win the House in 2028?',
      'Democratic Party',
      'If the Democratic Party wins control of the U.S. House of Representatives in the 2028 election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Democratic Party control the House after the 2028 election?',
      'This market will resolve to "Yes" if the Democratic Party controls the House of Representatives following the 2028 U.S. House elections.',
    ],
    variants: [
      [
        'other office',
        'different',
        'P',
        [
          ['the House after', 'the Senate after'],
          ['House of Representatives', 'Senate'],
          ['U.S. House elections', 'U.S. Senate elections'],
        ],
      ],
      ['other party', 'different', 'P', [['Democratic Party', 'Republican Party']]],
      ['other date', 'different', 'P', [['2028', '2030']], '2030-11-30'],
      [
        'wording',
        'same',
        'P',
        [
          'Democrats win the House in 2028?',
          'Resolves Yes if Democrats hold a majority of seats in the US House after the elections of November 2028.',
        ],
      ],
      [
        'number of seats',
        'different',
        'P',
        [
          'Will Democrats win at least 240 House seats in 2028?',
          'Resolves "Yes" if the Democratic Party wins 240 or more seats in the U.S. House in the 2028 election.',
        ],
      ],
    ],
  },
  {
    id: 'senate-texas-2028',
    category: 'Politics',
    close: '2028-11-30',
    kalshi: [
      'Texas Senate winner in 2030?',
      'Republican',
      'If the Republican candidate wins the 2030 U.S. Senate election in Texas, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will a Republican win the Texas Senate race in 2030?',
      'This market resolves to "Yes" if the Republican nominee wins the 2030 US Senate election in Texas.',
    ],
    variants: [
      ['other place', 'different', 'P', [['Texas', 'Ohio']]],
      [
        'other office',
        'different',
        'P',
        [
          ['Texas Senate race', 'Texas governor race'],
          ['US Senate election', 'gubernatorial election'],
        ],
      ],
      [
        'primary vs general',
        'different',
        'P',
        [
          'Who will win the 2030 Texas Republican Senate primary? — Ken Paxton',
          'Resolves to the winner of the 2030 Republican primary for U.S. Senate in Texas.',
        ],
      ],
      [
        'other party',
        'different',
        'P',
        [
          ['a Republican', 'a Democrat'],
          ['Republican nominee', 'Democratic nominee'],
        ],
      ],
      [
        'wording',
        'same',
        'P',
        [
          'GOP wins 2030 Texas U.S. Senate election?',
          'Resolves Yes if the candidate of the Republican Party wins the election for Senate in Texas held in November 2030.',
        ],
      ],
      [
        'margin',
        'different',
        'P',
        [
          'Will a Republican win the Texas Senate race in 2030 by more than 5%?',
          'Resolves "Yes" if the Republican nominee wins the 2030 US Senate election in Texas by more than 5 percentage points.',
        ],
      ],
    ],
  },
  {
    id: 'shutdown-2027',
    category: 'Politics',
    close: '2027-10-01',
    kalshi: [
      'Will there be a government shutdown before Oct 2, 2027?',
      '',
      'If there is a lapse in appropriations that leads to a federal government shutdown before Oct 2, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'US government shutdown by October 1, 2027?',
      'This market will resolve to "Yes" if a US federal government shutdown occurs due to a lapse in appropriations by October 1, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other date', 'different', 'P', [['October 1', 'September 1']], '2027-09-01'],
      [
        'inverted wording',
        'inverted',
        'P',
        [
          'Will the US government stay funded through October 1, 2027?',
          'This market resolves "Yes" if no lapse in appropriations leads to a shutdown of the US federal government by October 1, 2027, 11:59 PM ET.',
        ],
      ],
      [
        'avoid',
        'inverted',
        'P',
        [
          'Will Congress avoid a government shutdown through October 1, 2027?',
          'Resolves "Yes" if there is no US federal government shutdown by October 1, 2027, 11:59 PM ET.',
        ],
      ],
      [
        'duration',
        'different',
        'P',
        [
          'Will the government shutdown last more than 10 days by October 1, 2027?',
          'Resolves "Yes" if a US government shutdown lasts more than 10 days by October 1, 2027.',
        ],
      ],
      [
        'by vs before',
        'different',
        'P',
        [
          ['by October 1, 2027?', 'before October 1, 2027?'],
          ['by October 1, 2027, 11:59 PM ET', 'before October 1, 2027'],
        ],
        '2027-09-30',
      ],
      [
        'by vs on',
        'different',
        'P',
        [
          'Will the US government be shut down on October 1, 2027?',
          'Resolves "Yes" if the US federal government is in a shutdown on October 1, 2027.',
        ],
      ],
    ],
  },
  {
    id: 'trump-out',
    category: 'Politics',
    close: '2027-06-30',
    kalshi: [
      'Will Donald Trump leave office before Jul 1, 2027?',
      '',
      'If Donald Trump leaves office as President of the United States for any reason before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Trump out as President by June 30, 2027?',
      'This market will resolve to "Yes" if Donald Trump ceases to be the President of the United States for any length of time by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other act',
        'different',
        'P',
        [
          'Will Trump resign by June 30, 2027?',
          'This market will resolve to "Yes" if Donald Trump announces his resignation as President of the United States by June 30, 2027.',
        ],
      ],
      [
        'other act',
        'different',
        'P',
        [
          'Trump impeached by June 30, 2027?',
          'Resolves "Yes" if the House of Representatives impeaches Donald Trump by June 30, 2027.',
        ],
      ],
      [
        'inverted wording',
        'inverted',
        'P',
        [
          'Will Trump remain President through June 30, 2027?',
          'Resolves "Yes" if Donald Trump is continuously the President of the United States through June 30, 2027, 11:59 PM ET.',
        ],
      ],
      ['other date', 'different', 'P', [['June 30', 'July 31']], '2027-07-31'],
      [
        'other person',
        'different',
        'P',
        [
          'JD Vance out as Vice President by June 30, 2027?',
          'Resolves "Yes" if JD Vance ceases to be the Vice President of the United States by June 30, 2027, 11:59 PM ET.',
        ],
      ],
      ['other date', 'different', 'K', [['Jul 1, 2027', 'Jan 1, 2028']]],
    ],
  },
  {
    id: 'nyc-mayor',
    category: 'Politics',
    close: '2029-11-07',
    kalshi: [
      'Who will win the next NYC mayoral election?',
      'Zohran Mamdani',
      'If Zohran Mamdani wins the 2029 New York City mayoral election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Zohran Mamdani win the 2029 New York City Mayoral Election?',
      'Resolves "Yes" if Zohran Mamdani wins the 2029 general election for Mayor of New York City, scheduled for November 6, 2029.',
    ],
    variants: [
      [
        'primary vs general',
        'different',
        'P',
        [
          'Will Zohran Mamdani win the Democratic primary for Mayor of New York City in 2029?',
          'Resolves "Yes" if Zohran Mamdani wins the 2029 Democratic Party primary for Mayor of New York City.',
        ],
      ],
      ['other person', 'different', 'P', [['Zohran Mamdani', 'Brad Lander']]],
      [
        'other office',
        'different',
        'P',
        [
          'Will Zohran Mamdani win the 2030 New York gubernatorial election?',
          'Resolves "Yes" if Zohran Mamdani is elected Governor of New York in 2030.',
        ],
        '2030-11-06',
      ],
      [
        'other place',
        'different',
        'P',
        [
          'Will Karen Bass win the 2030 Los Angeles Mayoral Election?',
          'Resolves "Yes" if Karen Bass wins the election for Mayor of Los Angeles.',
        ],
        '2030-06-06',
      ],
      [
        'wording',
        'same',
        'P',
        [
          'Mamdani re-elected mayor of NYC in 2029?',
          'Resolves Yes if Zohran Mamdani wins the New York City mayoral general election of 2029.',
        ],
      ],
    ],
  },
  {
    id: 'uk-pm',
    category: 'Politics',
    close: '2027-06-30',
    kalshi: [
      'Will Keir Starmer leave office before Jul 1, 2027?',
      '',
      'If Keir Starmer ceases to be Prime Minister of the United Kingdom before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Starmer out as Prime Minister by June 30, 2027?',
      'This market will resolve to "Yes" if Keir Starmer ceases to be the Prime Minister of the UK at any point by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other person',
        'different',
        'P',
        [
          'Macron out as President of France by June 30, 2027?',
          'This market will resolve to "Yes" if Emmanuel Macron ceases to be the President of France by June 30, 2027.',
        ],
      ],
      [
        'other office',
        'different',
        'P',
        [
          'Starmer out as Labour leader by June 30, 2027?',
          'This market will resolve to "Yes" if Keir Starmer ceases to be the leader of the Labour Party by June 30, 2027.',
        ],
      ],
      [
        'inverted wording',
        'inverted',
        'P',
        [
          'Will Keir Starmer still be Prime Minister through June 30, 2027?',
          'Resolves "Yes" if Keir Starmer is continuously Prime Minister of the UK through June 30, 2027, 11:59 PM ET.',
        ],
      ],
      ['other date', 'different', 'P', [['June 30', 'December 31']], '2027-12-31'],
      [
        'election called',
        'different',
        'P',
        [
          'Will a UK general election be called by June 30, 2027?',
          'Resolves "Yes" if a general election is called in the United Kingdom by June 30, 2027.',
        ],
      ],
    ],
  },
  {
    id: 'fed-chair',
    category: 'Politics',
    close: '2027-03-31',
    kalshi: [
      'Who will Trump nominate for Supreme Court Justice before Apr 2027?',
      'Andrew Oldham',
      'If the President formally nominates Andrew Oldham to be an Associate Justice of the Supreme Court before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Trump nominate Andrew Oldham to the Supreme Court by March 31, 2027?',
      'This market will resolve to "Yes" if Donald Trump formally nominates Andrew Oldham as Supreme Court Justice by March 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Andrew Oldham', 'James Ho']]],
      [
        'other act',
        'different',
        'P',
        [
          'Will Andrew Oldham be confirmed to the Supreme Court by March 31, 2027?',
          'Resolves "Yes" if the Senate confirms Andrew Oldham as a Supreme Court Justice by March 31, 2027.',
        ],
      ],
      ['other date', 'different', 'P', [['March 31', 'April 30']], '2027-04-30'],
      [
        'wording',
        'same',
        'P',
        [
          'Oldham nominated to SCOTUS before April 2027?',
          'Resolves Yes if President Trump formally nominates Andrew Oldham to the US Supreme Court before April 1, 2027.',
        ],
      ],
    ],
  },
  {
    id: 'tariff-ruling',
    category: 'Politics',
    close: '2027-06-30',
    kalshi: [
      'Will Congress pass a crypto market structure bill before Jul 2027?',
      '',
      'If a crypto market structure bill becomes law before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Crypto market structure bill signed into law by June 30, 2027?',
      'This market will resolve to "Yes" if a crypto market structure bill is signed into law by June 30, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'other act',
        'different',
        'P',
        [
          'Will a crypto market structure bill pass the Senate by June 30, 2027?',
          'Resolves "Yes" if the US Senate passes a crypto market structure bill by June 30, 2027.',
        ],
      ],
      ['other date', 'different', 'P', [['June 30', 'September 30']], '2027-09-30'],
      [
        'in a window',
        'different',
        'P',
        [
          'Crypto market structure bill signed into law in June 2027?',
          'Resolves "Yes" if a crypto market structure bill is signed into law between June 1 and June 30, 2027.',
        ],
      ],
    ],
  },
];
