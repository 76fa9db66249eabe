import type { Lexicon } from './lexicon-entry.ts';

/** Names that teams of several sports bear: the sport that is spoken of says which. */
export const NICKS: Lexicon = {
  nick: {
    kings: 'Kings',
    panthers: 'Panthers',
    rangers: 'Rangers',
    jets: 'Jets',
    cardinals: 'Cardinals',
    giants: 'Giants',
    spurs: 'Spurs',
    senators: 'Senators',
    kraken: 'Kraken',
    'los-angeles-c': 'Los Angeles C',
  },
};

/** Which team a shared name means, by sport. */
export const TEAM_OF_NICK: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kings: { basketball: 'nba-kings', hockey: 'nhl-kings' },
  panthers: { football: 'nfl-panthers', hockey: 'nhl-panthers' },
  rangers: { baseball: 'mlb-rangers', hockey: 'nhl-rangers' },
  jets: { football: 'nfl-jets', hockey: 'nhl-jets' },
  cardinals: { football: 'nfl-cardinals', baseball: 'mlb-cardinals' },
  giants: { football: 'nfl-giants', baseball: 'mlb-giants' },
  spurs: { basketball: 'nba-spurs', soccer: 'tottenham' },
  senators: { hockey: 'nhl-senators' },
  kraken: { hockey: 'nhl-kraken' },
  'los-angeles-c': { basketball: 'nba-clippers', football: 'nfl-chargers' },
};
