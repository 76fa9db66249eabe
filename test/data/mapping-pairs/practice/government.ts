import type { Family } from '../../../mapping/listing-pair.ts';

/** Elections, offices, courts and laws, as the venues word them: long descriptions with clauses for every case. */
export const GOVERNMENT: readonly Family[] = [
  {
    id: 'practice-alaska-governor',
    category: 'Elections',
    close: '2026-12-31',
    kalshi: [
      'Alaska Governor winner? (Person)',
      'Mary Peltola',
      'If Mary Peltola wins the 2026 Alaska gubernatorial election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Mary Peltola win the 2026 Alaska Governor Election?',
      'This market will resolve according to the candidate who wins the 2026 Alaska gubernatorial election currently scheduled for November 3, 2026. If the results of the election are not confirmed by July 31, 2027, this market will resolve to "Other". The resolution source for this market is the Associated Press, Fox News, and NBC. This market will resolve once all three sources call the race for the same candidate. If all three sources have not called the race in Alaska for the same candidate, this market will resolve based on official certification.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Mary Peltola', 'Nancy Dahlstrom']]],
      [
        'other office',
        'different',
        'P',
        [
          ['Governor', 'Senate'],
          ['gubernatorial', 'Senate'],
        ],
      ],
      [
        'nominee vs winner',
        'different',
        'K',
        [
          'Republican nominee for Alaska Governor?',
          'Mary Peltola',
          'If Mary Peltola wins the nomination for the Republican Party to contest the 2026 Alaska gubernatorial election, then the market resolves to Yes.',
        ],
      ],
      [
        'primary',
        'different',
        'P',
        [
          'Will Mary Peltola advance from the 2026 Alaska Governor primary?',
          'This market will resolve to "Yes" if Mary Peltola is among the four candidates who advance from the primary scheduled for August 18, 2026 to the gubernatorial general election. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'practice-nevada-party',
    category: 'Elections',
    close: '2027-01-15',
    kalshi: [
      'Nevada governorship winner? (Party)',
      'Democratic',
      'If a representative of the Democratic party is inaugurated as the governor of Nevada pursuant to the 2026 election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Democrats win the Nevada governor race in 2026?',
      'This market will resolve to "Yes" if a candidate of the Democratic Party wins the 2026 Nevada gubernatorial election scheduled for November 3, 2026. A candidate shall be considered to represent a party in the event that he or she is the nominee of the party in question. Candidates other than the Democratic or Republican nominee (e.g. Greens, Libertarian, independent) may be added at a later date.',
    ],
    variants: [
      [
        'other party',
        'different',
        'P',
        [
          ['the Democrats', 'the Republicans'],
          ['of the Democratic Party wins', 'of the Republican Party wins'],
        ],
      ],
      ['other place', 'different', 'P', [['Nevada', 'New Mexico']]],
      [
        'other office',
        'different',
        'P',
        [
          ['governor race', 'Senate race'],
          ['gubernatorial', 'US Senate'],
        ],
      ],
      [
        'wording',
        'same',
        'P',
        [
          'Nevada Governor Election Winner: Democrat',
          'This market will resolve to "Yes" if the Democratic nominee wins the Nevada gubernatorial election of 2026. This includes any runoff. The resolution source is the Associated Press, Fox News and NBC.',
        ],
      ],
    ],
  },
  {
    id: 'practice-hegseth',
    category: 'Politics',
    close: '2027-06-30',
    kalshi: [
      'Will Pete Hegseth leave as Secretary of Defense?',
      'Before Jul 1, 2027',
      'If Pete Hegseth leaves as Secretary of Defense before Jul 1, 2027, then the market resolves to Yes. Pete Hegseth must have an actual departure date by vacating the role within the time period. If the person leaves the role due to death, the contracts may resolve to the last fair price.',
    ],
    polymarket: [
      'Hegseth out as Secretary of War by June 30?',
      'This market will resolve to "Yes" if Pete Hegseth ceases to be the Secretary of War (formerly Secretary of Defense) of the United States for any period of time between November 1, 2026, and June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No". An announcement of Pete Hegseth’s resignation/removal before this market’s end date will immediately resolve this market to "Yes", regardless of when the announced resignation/removal goes into effect. The resolution source for this market will be the US government; however, a consensus of credible reporting will also suffice.',
    ],
    variants: [
      [
        'other date',
        'different',
        'P',
        [
          ['June 30?', 'March 31?'],
          ['June 30, 2027', 'March 31, 2027'],
        ],
        '2027-03-31',
      ],
      [
        'other person',
        'different',
        'P',
        [
          ['Hegseth out as Secretary of War', 'Rubio out as Secretary of State'],
          ['Pete Hegseth', 'Marco Rubio'],
          ['Secretary of War (formerly Secretary of Defense)', 'Secretary of State'],
        ],
      ],
      [
        'negation',
        'inverted',
        'P',
        [
          'Will Pete Hegseth remain Secretary of War through June 30, 2027?',
          'This market will resolve to "Yes" if Pete Hegseth remains the Secretary of War, uninterrupted, until June 30, 2027, 11:59 PM ET. Otherwise it resolves to "No".',
        ],
      ],
      [
        'manner',
        'different',
        'P',
        [
          'Will Trump fire Pete Hegseth by June 30?',
          'This market will resolve to "Yes" if Donald Trump fires Pete Hegseth as Secretary of War by June 30, 2027, 11:59 PM ET. A voluntary resignation will not count.',
        ],
      ],
    ],
  },
  {
    id: 'practice-next-leave',
    category: 'Politics',
    close: '2027-12-31',
    kalshi: [
      "Who will leave Trump's cabinet next?",
      'Howard Lutnick',
      "If Howard Lutnick is the next member of Trump's Cabinet to leave their post, then the market resolves to Yes.",
    ],
    polymarket: [
      'Will Howard Lutnick be the next to leave the Trump Cabinet?',
      'This market will resolve to the individual who next ceases to hold their Cabinet position in the Trump administration. If nobody leaves by December 31, 2027, 11:59 PM ET, this market will resolve to "None".',
    ],
    variants: [
      [
        'first vs any',
        'different',
        'P',
        [
          'Howard Lutnick out of the Trump Cabinet in 2027?',
          'This market will resolve to "Yes" if Howard Lutnick ceases to hold his Cabinet position by December 31, 2027, 11:59 PM ET.',
        ],
      ],
      ['other person', 'different', 'P', [['Howard Lutnick', 'Scott Bessent']]],
    ],
  },
  {
    id: 'practice-fed-chair',
    category: 'Politics',
    close: '2027-05-31',
    kalshi: [
      'Who will Trump nominate as Fed Chair?',
      'Kevin Hassett',
      'If Donald Trump formally nominates Kevin Hassett as Chair of the Federal Reserve before Jun 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Trump nominate Kevin Hassett as the next Fed chair?',
      'This market will resolve to "Yes" if President Trump formally nominates Kevin Hassett as Chair of the Federal Reserve by May 31, 2027, 11:59 PM ET. Acting or interim appointments will not count. If no qualifying nomination is made by that date, this market will resolve to "No".',
    ],
    variants: [
      [
        'nominate vs confirm',
        'different',
        'P',
        [
          'Will Kevin Hassett be confirmed as Fed Chair?',
          'This market will resolve to "Yes" if the United States Senate confirms Kevin Hassett as Chair of the Federal Reserve by May 31, 2027, 11:59 PM ET.',
        ],
      ],
      [
        'announce vs nominate',
        'different',
        'P',
        [
          'Will Trump announce Kevin Hassett as his pick for Fed chair?',
          'This market will resolve to "Yes" if Trump announces that Kevin Hassett is his choice for Fed chair by May 31, 2027, whether or not a formal nomination follows.',
        ],
      ],
      ['other person', 'different', 'P', [['Kevin Hassett', 'Kevin Warsh']]],
      [
        'vice',
        'different',
        'P',
        [
          ['next Fed chair', 'next Fed vice chair'],
          ['as Chair of', 'as Vice Chair of'],
        ],
      ],
    ],
  },
  {
    id: 'practice-senate-control',
    category: 'Elections',
    close: '2027-02-01',
    kalshi: [
      'Which party will win the Senate?',
      'Republican',
      'If the Republican Party controls the U.S. Senate following the 2026 election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Republican Party control the Senate after the 2026 Midterm elections?',
      'This market will resolve to "Yes" if the Republican Party controls more than half of the voting members of the U.S. Senate, or controls half together with the Vice President, following the 2026 U.S. Senate elections scheduled for November 3, 2026. If the outcome of this election is not known by November 3, 2027, 11:59 PM ET, this market will resolve to the party with the majority leader.',
    ],
    variants: [
      ['other party', 'different', 'P', [['Republican Party', 'Democratic Party']]],
      [
        'other body',
        'different',
        'P',
        [
          ['the Senate', 'the House'],
          ['voting members of the U.S. Senate', 'voting members of the U.S. House'],
          ['U.S. Senate elections', 'U.S. House elections'],
          [', or controls half together with the Vice President,', ''],
        ],
      ],
      [
        'seats',
        'different',
        'P',
        [
          'Will the Republicans hold at least 52 seats in the Senate after the 2026 midterms?',
          'This market will resolve to "Yes" if the Republican Party holds 52 or more seats in the U.S. Senate following the 2026 elections.',
        ],
      ],
    ],
  },
  {
    id: 'practice-impeach',
    category: 'Politics',
    close: '2027-12-31',
    kalshi: [
      'Will Trump be impeached?',
      'Before 2028',
      'If Donald Trump is impeached by the U.S. House of Representatives after Issuance and before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Trump impeached by December 31, 2027?',
      'This market will resolve to "Yes" if the U.S. House of Representatives impeaches Donald Trump by approving one or more articles of impeachment by simple majority between January 1, 2026 and December 31, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'impeach vs remove',
        'different',
        'P',
        [
          'Will Trump be impeached and removed from office by December 31, 2027?',
          'This market will resolve to "Yes" if Donald Trump is impeached by the House and convicted by the Senate by December 31, 2027, 11:59 PM ET.',
        ],
      ],
      ['other date', 'different', 'P', [['2027', '2026']], '2026-12-31'],
      [
        'other person',
        'different',
        'P',
        [
          ['Trump', 'Vance'],
          ['Donald', 'JD'],
        ],
      ],
    ],
  },
  {
    id: 'practice-insurrection',
    category: 'Politics',
    close: '2027-03-31',
    kalshi: [
      'Will Trump invoke the Insurrection Act?',
      'Before April 2027',
      'If Donald Trump invokes the Insurrection Act before Apr 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Trump invokes the Insurrection Act by March 31?',
      'This market will resolve to "Yes" if the President of the United States formally invokes the Insurrection Act of 1807 by March 31, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No". The primary resolution source will be official information from the US government.',
    ],
    variants: [
      [
        'other date',
        'different',
        'P',
        [
          ['March 31?', 'April 30?'],
          ['March 31, 2027', 'April 30, 2027'],
        ],
        '2027-04-30',
      ],
      [
        'other act',
        'different',
        'P',
        [
          ['Insurrection Act', 'Alien Enemies Act'],
          [' of 1807', ''],
        ],
      ],
      [
        'announce',
        'different',
        'P',
        [
          ['Trump invokes', 'Trump threatens to invoke'],
          ['formally invokes', 'publicly threatens to invoke'],
        ],
      ],
    ],
  },
  {
    id: 'practice-birthright',
    category: 'Politics',
    close: '2027-07-31',
    kalshi: [
      'Will the Supreme Court uphold birthright citizenship order?',
      '',
      "If the Supreme Court rules that Trump's executive order on birthright citizenship is constitutional before Aug 1, 2027, then the market resolves to Yes.",
    ],
    polymarket: [
      "Will the Supreme Court rule in favor of Trump's birthright citizenship order?",
      'This market will resolve to "Yes" if the Supreme Court of the United States upholds the executive order on birthright citizenship as constitutional by July 31, 2027, 11:59 PM ET. If the case is dismissed, this market will resolve to "No".',
    ],
    variants: [
      [
        'hear',
        'different',
        'P',
        [
          'Will the Supreme Court hear the birthright citizenship case by July 31, 2027?',
          'This market will resolve to "Yes" if the Supreme Court of the United States holds oral argument in the birthright citizenship case by July 31, 2027, 11:59 PM ET.',
        ],
      ],
      [
        'inverted wording',
        'inverted',
        'K',
        [
          'Will the Supreme Court strike down the birthright citizenship order?',
          '',
          "If the Supreme Court does not uphold Trump's executive order on birthright citizenship before Aug 1, 2027, then the market resolves to Yes.",
        ],
      ],
    ],
  },
  {
    id: 'practice-tariff-dividend',
    category: 'Politics',
    close: '2026-12-31',
    kalshi: [
      'Will Congress pass tariff rebate checks?',
      'Before 2027',
      'If legislation to send tariff rebate checks becomes law before Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Tariff rebate checks signed into law by December 31?',
      'This market will resolve to "Yes" if legislation which provides for payments to individuals funded by tariff revenue is signed into law by December 31, 2026, 11:59 PM ET.',
    ],
    variants: [
      [
        'other date',
        'different',
        'P',
        [
          ['December 31?', 'January 31?'],
          ['December 31, 2026', 'January 31, 2027'],
        ],
        '2027-01-31',
      ],
      [
        'sent',
        'different',
        'P',
        [
          'Will Americans receive tariff rebate checks by December 31?',
          'This market will resolve to "Yes" if payments to individuals funded by tariff revenue begin to be distributed by December 31, 2026, 11:59 PM ET.',
        ],
      ],
    ],
  },
  {
    id: 'practice-colombia-president',
    category: 'Elections',
    close: '2026-12-31',
    kalshi: [
      'Colombia presidential election winner?',
      'Iván Cepeda',
      'If Iván Cepeda wins the 2026 Colombian presidential election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Iván Cepeda Castro win the 2026 Colombian presidential election?',
      'The Colombian presidential election is scheduled to be held on May 31, 2026. If no candidate wins an outright majority, a runoff will be held on June 21, 2026. This market will resolve according to the winner of this election, including any potential second round. If the result is not known by December 31, 2026, this market will resolve to "Other".',
    ],
    variants: [
      ['other person', 'different', 'P', [['Iván Cepeda Castro', 'Abelardo de la Espriella']]],
      [
        'round',
        'different',
        'P',
        [
          [
            'win the 2026 Colombian presidential election?',
            'win the 1st round of the 2026 Colombian presidential election?',
          ],
          ['including any potential second round', 'in the first round only'],
        ],
      ],
      ['other country', 'different', 'P', [['Colombian', 'Peruvian']]],
      [
        'reach',
        'different',
        'P',
        [
          'Will Iván Cepeda Castro advance to the runoff of the 2026 Colombian presidential election?',
          'This market will resolve to "Yes" if Iván Cepeda Castro qualifies for the second round of the presidential election, scheduled for June 21, 2026.',
        ],
      ],
    ],
  },
  {
    id: 'practice-hungary',
    category: 'Elections',
    close: '2027-06-30',
    kalshi: [
      'Next Prime Minister of Hungary?',
      'Péter Magyar',
      'If Péter Magyar is the next person to be sworn in as Prime Minister of Hungary, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the next Prime Minister of Hungary be Péter Magyar?',
      'This market will resolve to the individual who is next officially appointed and sworn in as Prime Minister of Hungary following the parliamentary election. Any interim or caretaker Prime Minister will not count.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Péter Magyar', 'Klára Dobrev']]],
      [
        'party',
        'different',
        'P',
        [
          'Will Tisza win the most seats in the Hungarian parliamentary election?',
          'This market will resolve to the party that wins the greatest number of seats in the National Assembly of Hungary.',
        ],
      ],
      ['other office', 'different', 'P', [['Prime Minister', 'President']]],
    ],
  },
  {
    id: 'practice-nyc-mayor-approval',
    category: 'Politics',
    close: '2027-01-31',
    kalshi: [
      "Trump's approval rating on Jan 31, 2027?",
      'Above 41.0',
      "If Donald Trump's approval rating is above 41.0 on Jan 31, 2027 according to Silver Bulletin, then the market resolves to Yes.",
    ],
    polymarket: [
      'Will Trump’s approval rating be greater than 41.0% on January 31?',
      'This market will resolve to "Yes" if the approval rating of Donald Trump for January 31, 2027 is above 41.0% according to the Silver Bulletin approval tracker. If no data point is available for that date, the most recent data point will be used.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['41.0', '42.0']]],
      ['other date', 'different', 'P', [['January 31', 'February 28']], '2027-02-28'],
      [
        'disapproval',
        'different',
        'P',
        [
          ['approval rating be', 'disapproval rating be'],
          ['the approval rating of', 'the disapproval rating of'],
        ],
      ],
      [
        'net',
        'different',
        'P',
        [
          ['approval rating be', 'net approval rating be'],
          ['the approval rating of', 'the net approval rating of'],
        ],
      ],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          ['greater than 41.0%', '41.0% or lower'],
          ['above 41.0%', 'at or below 41.0%'],
        ],
      ],
    ],
  },
  {
    id: 'practice-charges',
    category: 'Politics',
    close: '2027-12-31',
    kalshi: [
      'Will John Bolton be convicted?',
      'Before 2028',
      'If John Bolton is found guilty of any federal criminal charge before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'John Bolton found guilty by December 31, 2027?',
      'This market will resolve to "Yes" if John Bolton is convicted of, or pleads guilty to, any of the federal charges against him by December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      [
        'charge vs convict',
        'different',
        'P',
        [
          'John Bolton charged by December 31, 2027?',
          'This market will resolve to "Yes" if John Bolton is formally charged with or indicted for any federal crime by December 31, 2027, 11:59 PM ET.',
        ],
      ],
      ['other person', 'different', 'P', [['John Bolton', 'James Comey']]],
      [
        'sentence',
        'different',
        'P',
        [
          'John Bolton sentenced to prison by December 31, 2027?',
          'This market will resolve to "Yes" if John Bolton is sentenced to any time in prison by December 31, 2027, 11:59 PM ET.',
        ],
      ],
    ],
  },
  {
    id: 'practice-scotus-nominee',
    category: 'Politics',
    close: '2027-12-31',
    kalshi: [
      'Will there be a Supreme Court vacancy in 2027?',
      '',
      'If a seat on the Supreme Court becomes vacant between Jan 1, 2027 and Dec 31, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Supreme Court vacancy in 2027?',
      'This market will resolve to "Yes" if any of the current justices of the Supreme Court of the United States ceases to be a justice between January 1, 2027, 12:00 AM ET and December 31, 2027, 11:59 PM ET.',
    ],
    variants: [
      ['other date', 'different', 'P', [['2027', '2026']], '2026-12-31'],
      [
        'announce',
        'different',
        'P',
        [
          ['Supreme Court vacancy in 2027?', 'Supreme Court Justice announces retirement in 2027?'],
          ['ceases to be a justice', 'announces that they will retire'],
        ],
      ],
      [
        'number',
        'different',
        'P',
        [
          ['Supreme Court vacancy in 2027?', 'Two or more Supreme Court vacancies in 2027?'],
          ['if any of the', 'if two or more of the'],
          ['ceases to be a justice', 'cease to be justices'],
        ],
      ],
    ],
  },
];
