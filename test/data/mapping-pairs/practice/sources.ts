import type { Family } from '../../../mapping/listing-pair.ts';

/** A third lot: the titles are one, and the claim of one names another source, edition, bound or way of counting. */
export const SOURCES: readonly Family[] = [
  {
    id: 'practice4-congress-approval',
    category: 'Politics',
    close: '2027-03-12',
    kalshi: [
      "Congress's approval rating on Mar 12, 2027?",
      'Above 18.0%',
      "If Congress's approval rating is above 18.0% on Mar 12, 2027 according to RealClearPolling, then the market resolves to Yes.",
    ],
    polymarket: [
      'Will approval of Congress be 18.1% or more on March 12?',
      'This market will resolve to "Yes" if RealClearPolling shows an average approval of Congress of 18.1% or more on March 12, 2027. Otherwise, this market will resolve to "No". The source gives one decimal.',
    ],
    variants: [
      ['other source', 'different', 'P', [['RealClearPolling shows an average', 'Gallup shows an']]],
      ['other source', 'different', 'P', [['RealClearPolling', 'the New York Times tracker']]],
    ],
  },
  {
    id: 'practice4-mortgage-week',
    category: 'Economics',
    close: '2027-02-25',
    kalshi: [
      '30-year mortgage rate on Feb 25, 2027?',
      'Above 6.20%',
      'If the 30-year fixed mortgage rate is above 6.20% on Feb 25, 2027 according to Freddie Mac, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the 30-year mortgage rate be above 6.20% on February 25?',
      'This market will resolve to "Yes" if the 30-year fixed mortgage rate is higher than 6.20% on February 25, 2027. Otherwise, this market will resolve to "No". The resolution source for this market is Freddie Mac\'s Primary Mortgage Market Survey.',
    ],
    variants: [
      [
        'other source',
        'different',
        'P',
        [["Freddie Mac's Primary Mortgage Market Survey", 'Mortgage News Daily']],
      ],
    ],
  },
  {
    id: 'practice4-ice-extent',
    category: 'Climate',
    close: '2027-09-30',
    kalshi: [
      'Arctic sea ice minimum in 2027?',
      'Below 4.3 million square kilometers',
      'If the lowest daily Arctic sea ice extent in 2027 is below 4.3 million square kilometers according to the NSIDC, then the market resolves to Yes.',
    ],
    polymarket: [
      'Arctic sea ice minimum below 4.3 million square kilometers in 2027?',
      'This market will resolve to "Yes" if the minimum daily Arctic sea ice extent of 2027 reported by the National Snow and Ice Data Center is less than 4.3 million square kilometers. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other source',
        'different',
        'P',
        [['the National Snow and Ice Data Center', "JAXA's ADS satellite record"]],
      ],
    ],
  },
  {
    id: 'practice4-ai-leader',
    category: 'Science',
    close: '2027-02-28',
    kalshi: [
      'Which company has the top AI model at the end of Feb 2027?',
      'Anthropic',
      'If a model of Anthropic has the highest score on the LMArena text leaderboard on Feb 28, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Anthropic have the best AI model at the end of February 2027?',
      'This market will resolve to "Yes" if Anthropic owns the model with the highest score on the LMArena text leaderboard on February 28, 2027, 12:00 PM ET. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'other source',
        'different',
        'P',
        [['LMArena text leaderboard', 'Artificial Analysis Intelligence Index']],
      ],
      ['other source', 'different', 'P', [['LMArena text', 'LiveBench']]],
      ['other category', 'different', 'P', [['LMArena text', 'LMArena vision']]],
    ],
  },
  {
    id: 'practice4-gdp-first-quarter',
    category: 'Economics',
    close: '2027-06-30',
    kalshi: [
      'US GDP growth in Q1 2027?',
      'Above 1.5%',
      'If real GDP increases by more than 1.5% in Q1 2027 according to the advance estimate, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will US GDP grow by more than 1.5% in Q1 2027?',
      'This market will resolve to "Yes" if the advance estimate of US real GDP growth in Q1 2027 by the Bureau of Economic Analysis is greater than 1.5%. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['other release', 'different', 'P', [['advance estimate', 'second estimate']]],
      ['other release', 'different', 'P', [['advance estimate', 'final estimate']]],
      ['other release', 'different', 'K', [['advance estimate', 'third estimate']]],
    ],
  },
  {
    id: 'practice4-eurozone-flash',
    category: 'Economics',
    close: '2027-04-30',
    kalshi: [
      'Eurozone inflation in Mar 2027?',
      'Above 2.1%',
      'If the flash estimate of annual eurozone inflation for Mar 2027 is above 2.1%, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will eurozone inflation be above 2.1% in March 2027?',
      'This market will resolve to "Yes" if annual inflation in the euro area for March 2027 is greater than 2.1% by Eurostat\'s flash estimate. Otherwise, this market will resolve to "No".',
    ],
    variants: [['other release', 'different', 'P', [['flash estimate', 'final reading']]]],
  },
  {
    id: 'practice4-rate-bounds',
    category: 'Economics',
    close: '2027-09-22',
    kalshi: [
      'Fed funds upper bound after the September 2027 meeting?',
      'Above 3.00%',
      'If the upper bound of the federal funds target range is above 3.00% after the September 2027 FOMC meeting, then the market resolves to Yes.',
    ],
    polymarket: [
      'Fed funds rate above 3.00% after September 2027 meeting?',
      'This market will resolve to "Yes" if the upper bound of the target federal funds range is higher than 3.00% after the FOMC meeting of September 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['other measure', 'different', 'P', [['upper bound', 'lower bound']]],
      ['other measure', 'different', 'P', [['upper bound', 'midpoint']]],
      [
        'other measure',
        'different',
        'P',
        [['the upper bound of the target federal funds range', 'the effective federal funds rate']],
      ],
    ],
  },
  {
    id: 'practice4-ether-noon',
    category: 'Crypto',
    close: '2027-03-05',
    kalshi: [
      'Ethereum price on Mar 5, 2027 at 5pm EST?',
      '$4,000 or above',
      "If the simple average of the sixty seconds of CF Benchmarks' Ethereum Real-Time Index before 5 PM EST is above 3999.99 at 5 PM EST on Mar 5, 2027, then the market resolves to Yes.",
    ],
    polymarket: [
      'Ethereum above $3,999.99 on March 5, 5PM ET?',
      'This market will resolve to "Yes" if the Binance 1 minute candle for ETH/USDT at 5:00 PM ET on March 5, 2027 has a final "Close" price above $3,999.99. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'touch',
        'different',
        'P',
        [
          'Will Ethereum reach $4,000 on March 5?',
          'This market will resolve to "Yes" if any Binance 1 minute candle for ETH/USDT on March 5, 2027 has a "High" price of $4,000 or more. Otherwise, this market will resolve to "No".',
        ],
      ],
      [
        'touch',
        'different',
        'P',
        [
          'Ethereum to trade at $4,000 or above on March 5?',
          'This market will resolve to "Yes" if ETH/USDT trades at or above $4,000 on Binance at any moment of March 5, 2027, ET. Otherwise, this market will resolve to "No".',
        ],
      ],
    ],
  },
  {
    id: 'practice4-gold-friday',
    category: 'Financials',
    close: '2027-04-30',
    kalshi: [
      'Gold price on Apr 30, 2027 at 5pm EDT?',
      'Above $4,500',
      'If the price of gold is above $4,500 at 5:00 PM EDT on Apr 30, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will gold hit $4,500.01 on April 30?',
      'This market will resolve to "Yes" if the price of gold is at any time on April 30, 2027 equal to or greater than $4,500.01. Otherwise, this market will resolve to "No".',
    ],
    label: 'different',
    variants: [],
  },
  {
    id: 'practice4-cup-tie',
    category: 'Sports',
    close: '2027-05-22',
    kalshi: [
      'Barcelona vs Arsenal Winner?',
      'Arsenal',
      'If Arsenal wins the Barcelona vs Arsenal soccer game originally scheduled for May 22, 2027, after 90 minutes plus stoppage time (does not include extra time or penalties), then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Arsenal win on 2027-05-22?',
      'In the upcoming soccer game between Barcelona and Arsenal, scheduled for May 22, 2027: this market will resolve to "Yes" if Arsenal wins within the first 90 minutes of regular play plus stoppage time. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'extra time',
        'different',
        'P',
        [
          [
            'wins within the first 90 minutes of regular play plus stoppage time',
            'wins, extra time and penalties included',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice4-hockey-regulation',
    category: 'Sports',
    close: '2027-02-06',
    kalshi: [
      'Boston at Montreal Winner?',
      'Boston',
      'If Boston wins the Boston at Montreal professional hockey game originally scheduled for Feb 6, 2027, then the market resolves to Yes. Overtime and shootouts count.',
    ],
    polymarket: [
      'Bruins vs. Canadiens',
      'YES is Bruins; NO is Canadiens. In the upcoming NHL game, scheduled for February 6, 2027: this market will resolve by who wins, including any overtime or shootout.',
    ],
    variants: [
      [
        'regulation',
        'different',
        'P',
        [['who wins, including any overtime or shootout', 'who leads at the end of regulation']],
      ],
      ['regulation', 'different', 'P', [['including any overtime or shootout', 'in regulation time only']]],
    ],
  },
  {
    id: 'practice4-adjusted-claims',
    category: 'Economics',
    close: '2027-03-04',
    kalshi: [
      'Initial jobless claims for the week ending Feb 27, 2027?',
      'Above 230,000',
      'If seasonally adjusted initial jobless claims for the week ending Feb 27, 2027 are above 230,000, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will initial jobless claims be above 230,000 for the week ending February 27?',
      'This market will resolve to "Yes" if seasonally adjusted initial claims for the week ending February 27, 2027, as published by the Department of Labor, are more than 230,000. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['unadjusted', 'different', 'P', [['seasonally adjusted initial', 'not seasonally adjusted initial']]],
      ['unadjusted', 'different', 'P', [['seasonally adjusted initial', 'unadjusted initial']]],
      [
        'average',
        'different',
        'P',
        [['seasonally adjusted initial claims for', 'the four-week moving average of initial claims for']],
      ],
    ],
  },
  {
    id: 'practice4-eps-basis',
    category: 'Companies',
    close: '2027-02-24',
    kalshi: [
      'Will Salesforce report EPS above $2.90 for Q4 FY2027?',
      '',
      'If Salesforce reports non-GAAP diluted EPS above $2.90 for the fiscal quarter ending January 31, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Salesforce report EPS above $2.90 for Q4 FY2027?',
      'This market will resolve to "Yes" if Salesforce\'s non-GAAP EPS for the fiscal quarter ending January 31, 2027 is greater than $2.90. Otherwise, it will resolve to "No".',
    ],
    variants: [['GAAP', 'different', 'P', [['non-GAAP EPS', 'GAAP EPS']]]],
  },
  {
    id: 'practice4-points-average',
    category: 'Sports',
    close: '2027-04-15',
    kalshi: [
      'Pro basketball scoring leader in 2026-27?',
      'Luka Doncic',
      'If Luka Doncic leads the league in points per game in the 2026-27 Pro Basketball regular season, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Luka Doncic be the NBA scoring leader for 2026-27?',
      'This market will resolve to "Yes" if Luka Doncic has the highest points per game of the 2026-27 NBA regular season. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['total', 'different', 'P', [['highest points per game', 'most total points']]],
      ['playoffs', 'different', 'P', [['NBA regular season', 'NBA playoffs']]],
    ],
  },
  {
    id: 'practice4-chart-song',
    category: 'Culture',
    close: '2027-03-20',
    kalshi: [
      'Number one song on Mar 20, 2027?',
      'Golden Hour',
      'If Golden Hour is number one on the Billboard Hot 100 dated Mar 20, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "Golden Hour" be the #1 song on March 20?',
      'This market will resolve to "Yes" if "Golden Hour" is #1 on the Billboard Hot 100 dated March 20, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['other chart', 'different', 'P', [['Billboard Hot 100', 'Billboard Global 200']]],
      ['other chart', 'different', 'P', [['on the Billboard Hot 100 dated', "on Spotify's daily chart for"]]],
      ['other chart', 'different', 'P', [['Billboard Hot 100', 'UK Official Singles Chart']]],
    ],
  },
  {
    id: 'practice4-special-seat',
    category: 'Elections',
    close: '2027-04-06',
    kalshi: [
      'Winner of the Wisconsin Supreme Court election in 2027?',
      'Chris Taylor',
      'If Chris Taylor wins the 2027 Wisconsin Supreme Court election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Chris Taylor win the 2027 Wisconsin Supreme Court election?',
      'This market will resolve to "Yes" if Chris Taylor wins the Wisconsin Supreme Court election scheduled for April 6, 2027. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'primary',
        'different',
        'P',
        [
          [
            'wins the Wisconsin Supreme Court election scheduled for April 6',
            'finishes first in the February primary of the Wisconsin Supreme Court election scheduled for April 6',
          ],
        ],
      ],
      [
        'margin',
        'different',
        'P',
        [
          [
            'election scheduled for April 6, 2027',
            'election scheduled for April 6, 2027 by at least five points',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice4-nominee-accepts',
    category: 'Politics',
    close: '2027-06-30',
    kalshi: [
      'Who will be nominated as Surgeon General before Jul 2027?',
      'Vivek Murthy',
      'If Vivek Murthy is formally nominated as Surgeon General before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Vivek Murthy be nominated as Surgeon General by June 30, 2027?',
      'This market will resolve to "Yes" if Vivek Murthy is formally nominated as Surgeon General by June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      [
        'and confirmed',
        'different',
        'P',
        [
          [
            'is formally nominated as Surgeon General by',
            'is formally nominated and confirmed as Surgeon General by',
          ],
        ],
      ],
      [
        'announced',
        'different',
        'P',
        [
          [
            'is formally nominated as Surgeon General by',
            'is formally nominated or announced as the pick for Surgeon General by',
          ],
        ],
      ],
      [
        'acting',
        'different',
        'P',
        [
          [
            'is formally nominated as Surgeon General by',
            'is formally nominated or serves as acting Surgeon General by',
          ],
        ],
      ],
    ],
  },
  {
    id: 'practice4-quake-japan',
    category: 'World',
    close: '2027-12-31',
    kalshi: [
      'Earthquake of magnitude 7.0 or above in Japan in 2027?',
      '',
      'If an earthquake of magnitude 7.0 or above occurs in Japan in 2027 according to the USGS, then the market resolves to Yes.',
    ],
    polymarket: [
      'Magnitude 7.0 or above earthquake in Japan in 2027?',
      'This market will resolve to "Yes" if an earthquake of magnitude 7.0 or above hits Japan between January 1 and December 31, 2027, ET. Otherwise, this market will resolve to "No". The resolution source is the USGS Earthquake Hazards Program.',
    ],
    variants: [
      [
        'other source',
        'different',
        'P',
        [['the USGS Earthquake Hazards Program', 'the Japan Meteorological Agency']],
      ],
    ],
  },
  {
    id: 'practice4-box-office-weekend',
    category: 'Culture',
    close: '2027-05-10',
    kalshi: [
      'Blue Harbor opening weekend domestic box office?',
      'Above $80 million',
      'If Blue Harbor grosses more than $80 million domestically in its 3-day opening weekend (Friday to Sunday) according to The Numbers, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "Blue Harbor" gross more than $80 million on its opening weekend?',
      'This market will resolve to "Yes" if "Blue Harbor" grosses more than $80 million domestically on its 3-day opening weekend by The Numbers. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['worldwide', 'different', 'P', [['domestically on its', 'worldwide on its']]],
      [
        'four days',
        'different',
        'P',
        [['3-day opening weekend', '4-day opening weekend, Thursday previews and Monday included']],
      ],
    ],
  },
  {
    id: 'practice4-seats-alliance',
    category: 'Elections',
    close: '2027-09-20',
    kalshi: [
      'How many seats will the Liberals win in the next Danish election?',
      '30 or more',
      'If the Liberals win at least 30 seats in the Folketing at the next Danish election, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will the Liberals win 30+ seats in the next Danish election?',
      'This market will resolve to "Yes" if the Liberals win 30 or more of the seats of the Folketing in the next Danish election. Otherwise, this market will resolve to "No".',
    ],
    variants: [
      ['bloc', 'different', 'P', [['if the Liberals win', 'if the Liberals and their allies together win']]],
      [
        'list',
        'different',
        'P',
        [['of the seats of the Folketing', 'of the constituency seats of the Folketing']],
      ],
    ],
  },
];
