import type { Family } from '../../../mapping/listing-pair.ts';

export const CULTURE_AND_MEDIA: readonly Family[] = [
  {
    id: 'blind-bond',
    category: 'Entertainment',
    close: '2027-12-31',
    kalshi: [
      'Who will be the next James Bond?',
      'Callum Turner',
      'If Callum Turner is officially announced as the next actor to play James Bond before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Callum Turner be announced as the next James Bond by December 31, 2027?',
      'This market will resolve to "Yes" if it is officially announced by December 31, 2027, 11:59 PM ET that Callum Turner will play James Bond.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Callum Turner', 'Jacob Elordi']]],
      [
        'any of them',
        'different',
        'P',
        [
          'Next James Bond announced by December 31, 2027?',
          'This market will resolve to "Yes" if the next actor to play James Bond is officially announced by December 31, 2027.',
        ],
      ],
      ['other date', 'different', 'P', [['December 31, 2027', 'December 31, 2026']], '2026-12-31'],
      [
        'other role',
        'different',
        'P',
        [
          'Will Callum Turner be announced as the next Bond villain by December 31, 2027?',
          'This market will resolve to "Yes" if it is officially announced that Callum Turner will play the villain of the next James Bond film.',
        ],
      ],
    ],
  },
  {
    id: 'blind-person-of-year',
    category: 'Culture',
    close: '2026-12-31',
    kalshi: [
      'TIME Person of the Year 2026?',
      'Pope Leo XIV',
      'If Pope Leo XIV is named TIME Person of the Year for 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Pope Leo XIV be TIME’s Person of the Year for 2026?',
      'This market will resolve to "Yes" if TIME names Pope Leo XIV as its 2026 Person of the Year.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Pope Leo XIV', 'Zohran Mamdani']]],
      [
        'shortlist',
        'different',
        'P',
        [
          'Will Pope Leo XIV be on the shortlist for TIME’s Person of the Year 2026?',
          'This market will resolve to "Yes" if Pope Leo XIV is on the shortlist that TIME publishes for its 2026 Person of the Year.',
        ],
      ],
      ['year', 'different', 'P', [['2026', '2027']], '2027-12-31'],
    ],
  },
  {
    id: 'blind-spotify',
    category: 'Entertainment',
    close: '2026-12-31',
    kalshi: [
      'Top Spotify artist of 2026?',
      'Bad Bunny',
      'If Bad Bunny is the most streamed artist globally in Spotify Wrapped 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Bad Bunny be the top Spotify artist for 2026?',
      'This market will resolve to "Yes" if Bad Bunny is named as the most-streamed artist worldwide in the official Spotify Wrapped of 2026.',
    ],
    variants: [
      [
        'rank',
        'different',
        'P',
        [
          'Will Bad Bunny be the #2 Spotify artist for 2026?',
          'This market will resolve to "Yes" if Bad Bunny is named as the second most-streamed artist worldwide in the official Spotify Wrapped of 2026.',
        ],
      ],
      [
        'other place',
        'different',
        'P',
        [
          'Will Bad Bunny be the top Spotify artist in the US for 2026?',
          'This market will resolve to "Yes" if Bad Bunny is named as the most-streamed artist in the United States in the official Spotify Wrapped of 2026.',
        ],
      ],
      [
        'song',
        'different',
        'P',
        [
          'Will Bad Bunny have the top Spotify song of 2026?',
          'This market will resolve to "Yes" if a song by Bad Bunny is named as the most-streamed song worldwide in the official Spotify Wrapped of 2026.',
        ],
      ],
      ['other person', 'different', 'P', [['Bad Bunny', 'Taylor Swift']]],
    ],
  },
  {
    id: 'blind-billboard',
    category: 'Entertainment',
    close: '2026-12-15',
    kalshi: [
      'Billboard Hot 100 #1 for the week of Dec 19, 2026?',
      'All I Want for Christmas Is You',
      'If All I Want for Christmas Is You by Mariah Carey is #1 on the Billboard Hot 100 dated Dec 19, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "All I Want for Christmas Is You" be #1 on the Billboard Hot 100 dated December 19?',
      'This market will resolve by the Billboard Hot 100 chart dated December 19, 2026.',
    ],
    variants: [
      ['other date', 'different', 'P', [['December 19', 'December 26']], '2026-12-22'],
      ['other song', 'different', 'P', [['All I Want for Christmas Is You', 'Last Christmas']]],
      [
        'other chart',
        'different',
        'P',
        [
          'Will "All I Want for Christmas Is You" be #1 on the Billboard Global 200 dated December 19?',
          'This market will resolve by the Billboard Global 200 chart dated December 19, 2026.',
        ],
      ],
      [
        'top ten',
        'different',
        'P',
        [
          'Will "All I Want for Christmas Is You" be in the top 10 of the Billboard Hot 100 dated December 19?',
          'This market will resolve by the Billboard Hot 100 chart dated December 19, 2026.',
        ],
      ],
    ],
  },
  {
    id: 'blind-box-office',
    category: 'Entertainment',
    close: '2026-12-21',
    kalshi: [
      '"Avengers: Doomsday" opening weekend domestic box office?',
      'Above $250 million',
      'If the domestic opening weekend of Avengers: Doomsday is above $250,000,000 according to The Numbers, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "Avengers: Doomsday" open to more than $250m?',
      'This market will resolve by the 3-day domestic opening weekend gross of "Avengers: Doomsday" (December 18-20, 2026) according to The Numbers.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['$250m', '$300m']]],
      [
        'worldwide',
        'different',
        'P',
        [
          'Will "Avengers: Doomsday" make more than $250m worldwide on its opening weekend?',
          'This market will resolve by the worldwide opening weekend gross of "Avengers: Doomsday" according to The Numbers.',
        ],
      ],
      [
        'total',
        'different',
        'P',
        [
          'Will "Avengers: Doomsday" make more than $250m in total?',
          'This market will resolve by the total domestic gross of "Avengers: Doomsday" up to March 31, 2027.',
        ],
        '2027-03-31',
      ],
      [
        'other film',
        'different',
        'P',
        [
          'Will "Dune: Part Three" open to more than $250m?',
          'This market will resolve by the 3-day domestic opening weekend gross of "Dune: Part Three" (December 18-20, 2026) according to The Numbers.',
        ],
      ],
      [
        'inverted comparator',
        'inverted',
        'P',
        [
          'Will "Avengers: Doomsday" open to $250m or less?',
          'This market will resolve by the 3-day domestic opening weekend gross of "Avengers: Doomsday" (December 18-20, 2026) according to The Numbers.',
        ],
      ],
    ],
  },
  {
    id: 'blind-elon-tweets',
    category: 'Mentions',
    close: '2026-12-04',
    kalshi: [
      'How many times will Elon Musk post on X from Nov 27 to Dec 4, 2026?',
      '200 to 219',
      'If Elon Musk posts between 200 and 219 times on X from Nov 27, 2026 to Dec 4, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Elon Musk post 200-219 tweets from November 27 to December 4, 2026?',
      'This market will resolve by the number of posts of Elon Musk on X between November 27 and December 4, 2026, main feed posts, quote posts and reposts counted.',
    ],
    variants: [
      ['range', 'different', 'P', [['200-219', '220-239']]],
      [
        'other window',
        'different',
        'P',
        [
          'Will Elon Musk post 200-219 tweets from December 4 to December 11, 2026?',
          'This market will resolve by the number of posts of Elon Musk on X between December 4 and December 11, 2026.',
        ],
        '2026-12-11',
      ],
      ['other person', 'different', 'P', [['Elon Musk', 'Donald Trump']]],
      [
        'at least',
        'different',
        'P',
        [
          'Will Elon Musk post 200 or more tweets from November 27 to December 4, 2026?',
          'This market will resolve by the number of posts of Elon Musk on X between November 27 and December 4, 2026.',
        ],
      ],
    ],
  },
  {
    id: 'blind-engaged',
    category: 'Culture',
    close: '2026-12-31',
    kalshi: [
      'Will Taylor Swift and Travis Kelce be married?',
      'Before 2027',
      'If Taylor Swift and Travis Kelce marry before Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Taylor Swift and Travis Kelce married by December 31, 2026?',
      'This market will resolve to "Yes" if Taylor Swift and Travis Kelce are legally married by December 31, 2026, 11:59 PM ET.',
    ],
    variants: [
      [
        'other act',
        'different',
        'P',
        [
          'Taylor Swift and Travis Kelce split by December 31, 2026?',
          'This market will resolve to "Yes" if it is confirmed that Taylor Swift and Travis Kelce have ended their relationship by December 31, 2026.',
        ],
      ],
      [
        'other act',
        'different',
        'P',
        [
          'Taylor Swift pregnant in 2026?',
          'This market will resolve to "Yes" if Taylor Swift announces that she is pregnant by December 31, 2026.',
        ],
      ],
      [
        'other person',
        'different',
        'P',
        [
          'Zendaya and Tom Holland married by December 31, 2026?',
          'This market will resolve to "Yes" if Zendaya and Tom Holland are legally married by December 31, 2026, 11:59 PM ET.',
        ],
      ],
    ],
  },
  {
    id: 'blind-netflix',
    category: 'Entertainment',
    close: '2026-12-08',
    kalshi: [
      'Top US Netflix show this week? (Dec 8, 2026)',
      'Stranger Things',
      'If Stranger Things is the #1 show on the Netflix Top 10 in the United States published on Dec 8, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "Stranger Things" be the top US Netflix show on December 8?',
      'This market will resolve by the list of the top 10 shows in the US that Netflix publishes on December 8, 2026.',
    ],
    variants: [
      [
        'worldwide',
        'different',
        'P',
        [
          'Will "Stranger Things" be the top global Netflix show on December 8?',
          'This market will resolve by the global list of the top 10 shows that Netflix publishes on December 8, 2026.',
        ],
      ],
      [
        'film',
        'different',
        'P',
        [
          'Will "Frankenstein" be the top US Netflix movie on December 8?',
          'This market will resolve by the list of the top 10 movies in the US that Netflix publishes on December 8, 2026.',
        ],
      ],
      ['rank', 'different', 'P', [['the top US Netflix show', 'the #2 US Netflix show']]],
    ],
  },
  {
    id: 'blind-game-of-the-year',
    category: 'Entertainment',
    close: '2026-12-10',
    kalshi: [
      'Game of the Year at The Game Awards 2026?',
      'Grand Theft Auto VI',
      'If Grand Theft Auto VI wins Game of the Year at The Game Awards 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will GTA VI win Game of the Year 2026?',
      'This market will resolve to "Yes" if Grand Theft Auto VI wins Game of the Year at The Game Awards in December 2026.',
    ],
    variants: [
      [
        'nominated vs win',
        'different',
        'P',
        [
          'Will GTA VI be nominated for Game of the Year 2026?',
          'This market will resolve to "Yes" if Grand Theft Auto VI is among the nominees for Game of the Year at The Game Awards in December 2026.',
        ],
      ],
      [
        'other award',
        'different',
        'P',
        [
          'Will GTA VI win Best Narrative at The Game Awards 2026?',
          'This market will resolve to "Yes" if Grand Theft Auto VI wins Best Narrative at The Game Awards in December 2026.',
        ],
      ],
      [
        'other product',
        'different',
        'P',
        [
          'Will Resident Evil Requiem win Game of the Year 2026?',
          'This market will resolve to "Yes" if Resident Evil Requiem wins Game of the Year at The Game Awards in December 2026.',
        ],
      ],
    ],
  },
];
