import type { Family } from '../../../mapping/listing-pair.ts';

export const GOVERNMENT: readonly Family[] = [
  {
    id: 'blind-weed-rescheduled',
    category: 'Politics',
    close: '2026-12-31',
    kalshi: [
      'Marijuana rescheduled?',
      'Before Jan 1, 2027',
      'If marijuana is moved out of Schedule I of the Controlled Substances Act before Jan 1, 2027, then the market resolves to Yes. A proposed rule does not count.',
    ],
    polymarket: [
      'Weed rescheduled in the US by December 31, 2026?',
      'This market will resolve to "Yes" if cannabis is removed from Schedule I of the Controlled Substances Act by December 31, 2026, 11:59 PM ET. Otherwise, this market will resolve to "No". Proposed rules alone do not qualify.',
    ],
    variants: [
      [
        'other act',
        'different',
        'P',
        [
          'Will Trump announce weed rescheduling by December 31, 2026?',
          'This market will resolve to "Yes" if Donald Trump publicly announces that cannabis will be rescheduled by December 31, 2026, 11:59 PM ET.',
        ],
      ],
      [
        'other act',
        'different',
        'P',
        [
          'Weed legalized federally in the US by December 31, 2026?',
          'This market will resolve to "Yes" if recreational cannabis becomes legal under federal law in the United States by December 31, 2026, 11:59 PM ET.',
        ],
      ],
      ['other date', 'different', 'P', [['December 31, 2026', 'March 31, 2027']], '2027-03-31'],
      [
        'wording',
        'same',
        'P',
        [
          'Will marijuana be rescheduled in 2026?',
          'Resolves Yes if marijuana is moved out of Schedule I of the Controlled Substances Act on or before December 31, 2026 (ET). Only a final rule counts.',
        ],
      ],
    ],
  },
  {
    id: 'blind-bundestag-chancellor',
    category: 'Politics',
    close: '2027-06-30',
    kalshi: [
      'Friedrich Merz out as Chancellor of Germany?',
      'Before Jul 1, 2027',
      'If Friedrich Merz leaves office as Chancellor of Germany before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Merz out as German Chancellor by June 30, 2027?',
      'This market will resolve to "Yes" if Friedrich Merz ceases to be Chancellor of Germany for any period of time by June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'announce vs happen',
        'different',
        'P',
        [
          'Will Merz announce his resignation by June 30, 2027?',
          'This market will resolve to "Yes" if Friedrich Merz announces that he will resign as Chancellor of Germany by June 30, 2027. He need not have left office.',
        ],
      ],
      [
        'other person',
        'different',
        'P',
        [
          'Macron out as President of France by June 30, 2027?',
          'This market will resolve to "Yes" if Emmanuel Macron ceases to be President of France by June 30, 2027, 11:59 PM ET.',
        ],
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          'Will Friedrich Merz still be Chancellor of Germany on June 30, 2027?',
          'This market will resolve to "Yes" if Friedrich Merz remains Chancellor of Germany without interruption through June 30, 2027, 11:59 PM ET.',
        ],
      ],
      ['other date', 'different', 'K', [['Jul 1, 2027', 'Jan 1, 2027']]],
      [
        'no confidence',
        'different',
        'P',
        [
          'Will Merz lose a vote of no confidence by June 30, 2027?',
          'This market will resolve to "Yes" if the Bundestag passes a vote of no confidence in Friedrich Merz by June 30, 2027.',
        ],
      ],
    ],
  },
  {
    id: 'blind-brazil-president',
    category: 'Elections',
    close: '2026-10-25',
    kalshi: [
      'Next President of Brazil?',
      'Lula da Silva',
      'If Luiz Inácio Lula da Silva wins the 2026 Brazilian presidential election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Lula win the 2026 Brazilian presidential election?',
      'This market will resolve to "Yes" if Luiz Inácio Lula da Silva wins the Brazilian presidential election scheduled for October 2026, a second round included. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'round',
        'different',
        'P',
        [
          'Will Lula win the first round of the 2026 Brazilian presidential election?',
          'This market will resolve to "Yes" if Luiz Inácio Lula da Silva receives the most votes in the first round of the Brazilian presidential election of October 2026.',
        ],
      ],
      [
        'outright',
        'different',
        'P',
        [
          'Will Lula win the 2026 Brazilian presidential election in the first round?',
          'This market will resolve to "Yes" if Lula receives more than 50% of the valid votes in the first round and so wins the election without a runoff.',
        ],
      ],
      [
        'other person',
        'different',
        'P',
        [
          'Will Flávio Bolsonaro win the 2026 Brazilian presidential election?',
          'This market will resolve to "Yes" if Flávio Bolsonaro wins the Brazilian presidential election scheduled for October 2026.',
        ],
      ],
      [
        'vote share',
        'different',
        'K',
        [
          'Lula vote share in the 2026 Brazilian presidential election?',
          'Above 50%',
          'If Luiz Inácio Lula da Silva receives more than 50% of the vote in the runoff, then the market resolves to Yes.',
        ],
      ],
    ],
  },
  {
    id: 'blind-kentucky-governor',
    category: 'Elections',
    close: '2027-11-02',
    kalshi: [
      'Kentucky Governor winner?',
      'Democratic',
      'If the Democratic nominee wins the 2027 Kentucky gubernatorial election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Democrats win the Kentucky governor race in 2027?',
      'This market will resolve to "Yes" if the candidate of the Democratic Party wins the 2027 Kentucky gubernatorial election. Otherwise, "No".',
    ],
    variants: [
      [
        'other side',
        'different',
        'P',
        [
          'Will the Republicans win the Kentucky governor race in 2027?',
          'This market will resolve to "Yes" if the candidate of the Republican Party wins the 2027 Kentucky gubernatorial election. Otherwise, "No". Another candidate may win.',
        ],
      ],
      ['other place', 'different', 'P', [['Kentucky', 'Mississippi']]],
      [
        'other office',
        'different',
        'P',
        [
          'Will the Democrats win the Kentucky attorney general race in 2027?',
          'This market will resolve to "Yes" if the candidate of the Democratic Party is elected Attorney General of Kentucky in 2027.',
        ],
      ],
      [
        'margin',
        'different',
        'K',
        [
          'Kentucky Governor margin of victory?',
          'Democrat by 3 points or more',
          'If the Democratic nominee wins the 2027 Kentucky gubernatorial election by 3 percentage points or more, then the market resolves to Yes.',
        ],
      ],
    ],
  },
  {
    id: 'blind-scotus-vacancy',
    category: 'Politics',
    close: '2027-07-31',
    kalshi: [
      'Will Samuel Alito leave the Supreme Court?',
      'Before Aug 2027',
      'If Samuel Alito is no longer an Associate Justice of the Supreme Court before Aug 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Samuel Alito out as Supreme Court Justice by July 31, 2027?',
      'This market will resolve to "Yes" if Samuel Alito ceases to be a Justice of the Supreme Court of the United States by July 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Samuel Alito', 'Clarence Thomas']]],
      [
        'announce vs happen',
        'different',
        'P',
        [
          'Samuel Alito announces retirement by July 31, 2027?',
          'This market will resolve to "Yes" if Samuel Alito publicly announces that he will retire from the Supreme Court by July 31, 2027. When he leaves does not matter.',
        ],
      ],
      [
        'any of them',
        'different',
        'P',
        [
          'Will any Supreme Court Justice leave by July 31, 2027?',
          'This market will resolve to "Yes" if any sitting Justice ceases to be a Justice of the Supreme Court by July 31, 2027.',
        ],
      ],
      ['other date', 'different', 'P', [['July 31', 'June 30']], '2027-06-30'],
    ],
  },
  {
    id: 'blind-cabinet-out',
    category: 'Politics',
    close: '2026-12-31',
    kalshi: [
      'Who will leave the Trump Cabinet this year?',
      'Kristi Noem',
      'If Kristi Noem leaves her role as Secretary of Homeland Security before Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Noem out as DHS Secretary by December 31?',
      'This market will resolve to "Yes" if Kristi Noem ceases to be Secretary of Homeland Security by December 31, 2026, 11:59 PM ET.',
    ],
    variants: [
      [
        'other person',
        'different',
        'P',
        [
          'Hegseth out as Secretary of War by December 31?',
          'This market will resolve to "Yes" if Pete Hegseth ceases to be Secretary of War by December 31, 2026, 11:59 PM ET.',
        ],
      ],
      [
        'first of several',
        'different',
        'P',
        [
          'Will Noem be the next to leave the Trump Cabinet?',
          'This market will resolve to the next member of the Cabinet to leave after the creation of this market.',
        ],
      ],
      [
        'negation',
        'inverted',
        'K',
        [
          'Will Kristi Noem remain Secretary of Homeland Security through 2026?',
          '',
          'If Kristi Noem is Secretary of Homeland Security without interruption through Dec 31, 2026, then the market resolves to Yes.',
        ],
      ],
    ],
  },
  {
    id: 'blind-approval',
    category: 'Politics',
    close: '2026-12-18',
    kalshi: [
      'Trump approval rating on Dec 18, 2026?',
      'Above 40.5',
      'If the approval of Donald Trump according to Silver Bulletin is above 40.5 on Dec 18, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Trump’s approval rating be higher than 40.5% on December 18?',
      'This market will resolve by the approval figure of Donald Trump shown by Silver Bulletin for December 18, 2026, published to one decimal.',
    ],
    variants: [
      [
        'other direction',
        'different',
        'P',
        [
          'Will Trump’s disapproval rating be higher than 40.5% on December 18?',
          'This market will resolve by the disapproval figure of Donald Trump shown by Silver Bulletin for December 18, 2026.',
        ],
      ],
      [
        'strictness equal',
        'same',
        'P',
        [
          'Will Trump’s approval rating be 40.6% or higher on December 18?',
          'This market will resolve by the approval figure of Donald Trump shown by Silver Bulletin for December 18, 2026, published to one decimal.',
        ],
      ],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          'Will Trump’s approval rating be 40.5% or lower on December 18?',
          'This market will resolve by the approval figure of Donald Trump shown by Silver Bulletin for December 18, 2026, published to one decimal.',
        ],
      ],
      [
        'net',
        'different',
        'P',
        [
          'Will Trump’s net approval be higher than -15 on December 18?',
          'This market will resolve by the net approval of Donald Trump shown by Silver Bulletin for December 18, 2026.',
        ],
      ],
      ['other date', 'different', 'P', [['December 18', 'December 11']], '2026-12-11'],
      [
        'range',
        'different',
        'P',
        [
          'Will Trump’s approval rating be between 40.5% and 40.9% on December 18?',
          'This market will resolve by the approval figure of Donald Trump shown by Silver Bulletin for December 18, 2026.',
        ],
      ],
    ],
  },
  {
    id: 'blind-sotu-words',
    category: 'Mentions',
    close: '2027-03-02',
    kalshi: [
      'What will Trump say during his State of the Union address?',
      'Greenland',
      'If Donald Trump says Greenland during the 2027 State of the Union address, then the market resolves to Yes. Plural and possessive forms count.',
    ],
    polymarket: [
      'Will Trump say "Greenland" during the 2027 State of the Union?',
      'This market will resolve to "Yes" if Donald Trump says the listed term during the 2027 State of the Union address. Any plural or possessive form counts.',
    ],
    variants: [
      ['other word', 'different', 'P', [['Greenland', 'Canada']]],
      [
        'number',
        'different',
        'P',
        [
          'Will Trump say "Greenland" 5+ times during the 2027 State of the Union?',
          'This market will resolve to "Yes" if Donald Trump says the listed term five or more times during the 2027 State of the Union address.',
        ],
      ],
      [
        'other person',
        'different',
        'P',
        [
          'Will JD Vance say "Greenland" during the vice-presidential debate?',
          'This market will resolve to "Yes" if JD Vance says the listed term during the debate.',
        ],
      ],
    ],
  },
  {
    id: 'blind-pardon',
    category: 'Politics',
    close: '2026-12-31',
    kalshi: [
      'Will Trump pardon Ghislaine Maxwell?',
      'Before 2027',
      'If Donald Trump grants Ghislaine Maxwell a pardon or commutation before Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Trump pardon or commute Ghislaine Maxwell in 2026?',
      'This market will resolve to "Yes" if Ghislaine Maxwell receives a presidential pardon, commutation or reprieve from Donald Trump by December 31, 2026, 11:59 PM ET.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Ghislaine Maxwell', 'Sean Combs']]],
      [
        'other act',
        'different',
        'P',
        [
          'Ghislaine Maxwell released from custody in 2026?',
          'This market will resolve to "Yes" if Ghislaine Maxwell is released from federal custody by December 31, 2026, 11:59 PM ET, for any reason.',
        ],
      ],
      [
        'other date',
        'different',
        'K',
        [
          ['Before 2027', 'Before 2028'],
          ['Jan 1, 2027', 'Jan 1, 2028'],
        ],
      ],
    ],
  },
];
