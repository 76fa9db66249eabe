import type { Family } from '../../../../mapping/listing-pair.ts';

/** What is watched, played and said. */
export const CULTURE: readonly Family[] = [
  {
    id: 'practice-bond',
    category: 'Entertainment',
    close: '2027-12-31',
    kalshi: [
      'Who will be the next James Bond?',
      'Callum Turner',
      'If Callum Turner is officially announced as the next James Bond before Jan 1, 2028, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Callum Turner be announced as next James Bond?',
      'This market will resolve to the actor who is officially announced to play James Bond in the next film of the franchise by December 31, 2027, 11:59 PM ET. If none is announced, this market will resolve to "Other".',
    ],
    variants: [
      ['other person', 'different', 'P', [['Callum Turner', 'Aaron Taylor-Johnson']]],
      [
        'other role',
        'different',
        'P',
        [
          ['next James Bond', 'next Bond girl'],
          ['to play James Bond in', 'to play the leading woman in'],
        ],
      ],
    ],
  },
  {
    id: 'practice-best-actress',
    category: 'Entertainment',
    close: '2027-03-15',
    kalshi: [
      'Oscar for Best Actress?',
      'Jessie Buckley',
      'If Jessie Buckley wins Best Actress at the 99th Academy Awards, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Jessie Buckley win Best Actress at the 99th Academy Awards?',
      'This market will resolve according to the winner of the Academy Award for Actress in a Leading Role at the 99th Academy Awards ceremony, scheduled for March 14, 2027. If the ceremony is cancelled or postponed beyond December 31, 2027, this market will resolve to "Other".',
    ],
    variants: [
      [
        'other award',
        'different',
        'P',
        [
          ['Best Actress', 'Best Supporting Actress'],
          ['Actress in a Leading Role', 'Actress in a Supporting Role'],
        ],
      ],
      ['other person', 'different', 'P', [['Jessie Buckley', 'Renate Reinsve']]],
      [
        'nominated',
        'different',
        'P',
        [
          ['win Best Actress', 'be nominated for Best Actress'],
          ['according to the winner of', 'to "Yes" if she is nominated for'],
        ],
      ],
      [
        'other contest',
        'different',
        'P',
        [
          ['99th Academy Awards', 'BAFTA Film Awards'],
          ['Academy Award for Actress', 'BAFTA Award for Actress'],
        ],
      ],
    ],
  },
  {
    id: 'practice-album',
    category: 'Entertainment',
    close: '2027-06-30',
    kalshi: [
      'Will Rihanna release an album?',
      'Before July 2027',
      'If Rihanna releases a new studio album before Jul 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'New Rihanna album before July 2027?',
      'This market will resolve to "Yes" if Rihanna releases a new full-length studio album by June 30, 2027, 11:59 PM ET. Re-releases, deluxe editions, live albums and EPs do not count.',
    ],
    variants: [
      [
        'song',
        'different',
        'P',
        [
          ['New Rihanna album', 'New Rihanna song'],
          ['full-length studio album', 'song'],
        ],
      ],
      ['other person', 'different', 'P', [['Rihanna', 'Frank Ocean']]],
      [
        'announce',
        'different',
        'P',
        [
          ['New Rihanna album', 'Rihanna announces new album'],
          ['releases a new', 'announces a new'],
        ],
      ],
      [
        'other date',
        'different',
        'P',
        [
          ['before July 2027', 'before GTA VI'],
          ['by June 30, 2027, 11:59 PM ET', 'before Grand Theft Auto VI is released'],
        ],
      ],
    ],
  },
  {
    id: 'practice-rt',
    category: 'Entertainment',
    close: '2026-12-28',
    kalshi: [
      '"Avatar 4" Rotten Tomatoes score?',
      'Above 75',
      'If Avatar 4 has a Rotten Tomatoes score above 75 on Dec 28, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "Avatar 4" score above 75 on Rotten Tomatoes?',
      'This market will resolve by the Tomatometer score of "Avatar 4" on December 28, 2026, 12:00 PM ET.',
    ],
    variants: [
      ['other threshold', 'different', 'P', [['above 75', 'above 80']]],
      [
        'audience',
        'different',
        'P',
        [
          ['score above 75 on Rotten Tomatoes', 'Popcornmeter above 75 on Rotten Tomatoes'],
          ['Tomatometer', 'Popcornmeter'],
        ],
      ],
      ['other film', 'different', 'P', [['Avatar 4', 'Wicked 3']]],
      ['at least', 'different', 'P', [['above 75 on', 'at least 75 on']]],
    ],
  },
  {
    id: 'practice-musk-tweets',
    category: 'Culture',
    close: '2027-01-15',
    kalshi: [
      'How many times will Elon Musk post on X Jan 8 - Jan 15, 2027?',
      '240-259',
      'If Elon Musk posts between 240 and 259 times on X between Jan 8, 2027 12:00 PM ET and Jan 15, 2027 12:00 PM ET, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Elon Musk post 240-259 tweets from January 8 to January 15, 2027?',
      'This market will resolve according to the number of times Elon Musk (@elonmusk) posts on X between January 8, 2027, 12:00 PM ET and January 15, 2027, 12:00 PM ET. Main feed posts, quote posts and reposts will count. Replies will not count, unless they are recorded on the main feed.',
    ],
    variants: [
      ['other range', 'different', 'P', [['240-259', '260-279']]],
      [
        'other window',
        'different',
        'P',
        [
          ['from January 8 to January 15', 'from January 5 to January 12'],
          ['between January 8', 'between January 5'],
          ['and January 15', 'and January 12'],
        ],
        '2027-01-12',
      ],
      [
        'other person',
        'different',
        'P',
        [
          ['Elon Musk', 'Donald Trump'],
          ['@elonmusk', '@realDonaldTrump'],
        ],
      ],
    ],
  },
  {
    id: 'practice-sotu',
    category: 'Mentions',
    close: '2027-02-28',
    kalshi: [
      'What will Trump say during the State of the Union?',
      'Greenland',
      'If Donald Trump says Greenland as part of the State of the Union address, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will Trump say "Greenland" during State of the Union address?',
      'This market will resolve to "Yes" if Donald Trump says the listed term during his State of the Union address, currently scheduled for February 23, 2027. Any usage of the term regardless of context will count, including plural and possessive forms.',
    ],
    variants: [
      ['other word', 'different', 'P', [['"Greenland"', '"Canada"']]],
      ['count', 'different', 'P', [['say "Greenland" during', 'say "Greenland" 5+ times during']]],
      [
        'other event',
        'different',
        'P',
        [
          ['during State of the Union address', 'during his speech at Davos'],
          [
            'his State of the Union address, currently scheduled for February 23',
            'his speech at the World Economic Forum, currently scheduled for January 20',
          ],
        ],
        '2027-01-20',
      ],
    ],
  },
  {
    id: 'practice-kelce',
    category: 'Culture',
    close: '2026-12-31',
    kalshi: [
      'Will Taylor Swift be pregnant?',
      'Before 2027',
      'If it is announced that Taylor Swift is pregnant before Jan 1, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Taylor Swift pregnant by December 31?',
      'This market will resolve to "Yes" if it is confirmed by Taylor Swift or her representatives that she is pregnant by December 31, 2026, 11:59 PM ET.',
    ],
    variants: [
      ['other person', 'different', 'P', [['Taylor Swift', 'Selena Gomez']]],
      [
        'other deed',
        'different',
        'P',
        [
          ['Taylor Swift pregnant', 'Taylor Swift divorced'],
          ['is pregnant', 'is divorced'],
        ],
      ],
    ],
  },
  {
    id: 'practice-spotify-month',
    category: 'Entertainment',
    close: '2026-12-31',
    kalshi: [
      '#1 Spotify song in the US on Dec 31, 2026?',
      'The Fate of Ophelia',
      'If The Fate of Ophelia by Taylor Swift is #1 on the Spotify Daily Top Songs USA chart dated Dec 31, 2026, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "The Fate of Ophelia" be the top Spotify song in the US on December 31?',
      'This market will resolve to the song that is first on the Spotify Daily Top Songs USA chart for December 31, 2026.',
    ],
    variants: [
      [
        'world',
        'different',
        'P',
        [
          ['in the US on', 'globally on'],
          ['Songs USA', 'Songs Global'],
        ],
      ],
      ['other song', 'different', 'P', [['The Fate of Ophelia', 'Golden']]],
      [
        'top 10',
        'different',
        'P',
        [
          ['be the top Spotify song', 'be a top 10 Spotify song'],
          ['the song that is first', 'songs among the first ten'],
        ],
      ],
    ],
  },
  {
    id: 'practice-netflix-film',
    category: 'Entertainment',
    close: '2027-01-12',
    kalshi: [
      'Top Global Netflix Movie on Jan 12, 2027?',
      'Frankenstein',
      'If Frankenstein is the #1 film on the Netflix Top 10 Global films (English) list published on Jan 12, 2027, then the market resolves to Yes.',
    ],
    polymarket: [
      'Will "Frankenstein" be the top global Netflix movie this week? (January 12)',
      'This market will resolve to the film that is #1 on the Global Top 10 English films list of Netflix published on January 12, 2027 for the week of January 4-10.',
    ],
    variants: [
      [
        'US',
        'different',
        'P',
        [
          ['top global Netflix movie', 'top US Netflix movie'],
          ['Global Top 10 English films', 'US Top 10 films'],
        ],
      ],
      [
        'show',
        'different',
        'P',
        [
          ['Netflix movie', 'Netflix show'],
          ['to the film', 'to the show'],
          ['English films', 'English shows'],
        ],
      ],
      [
        'second',
        'different',
        'P',
        [
          ['be the top global', 'be the #2 global'],
          ['is #1 on', 'is #2 on'],
        ],
      ],
    ],
  },
];
